"""YAML of other tools, with anchors and merge keys, as texts, lists and mappings: nothing is guessed, nothing run."""

from collections.abc import Iterator
from typing import Any

import yaml

from goldset.errors import GoldsetError

# What aliases may blow a file up to, in values: a file of one kilobyte can say that it holds billions.
MOST = 5_000_000
_NULLS = frozenset({"", "~", "null", "Null", "NULL"})
_MEND = "mend the YAML: nothing was read"


class Doubled(dict[str, Any]):
    """A mapping in which a key stands twice; it has the first value.

    Attributes:
        key: The key.
    """

    key = ""


def yaml_texts(text: str, name: str) -> Any:
    """Return what a YAML text says: texts, whatever they look like, None, lists and mappings.

    Raises:
        GoldsetError: It is no YAML, holds several documents, or is nested or repeated beyond measure.
    """
    try:
        root = yaml.compose(text, Loader=yaml.CBaseLoader)
        return None if root is None else _Reader(name).value(root)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line = f":{mark.line + 1}" if mark else ""
        raise GoldsetError(f"{name}{line}: {error.problem or error.context}", _MEND) from None
    except yaml.YAMLError as error:
        raise GoldsetError(f"{name} is no YAML: {error}", _MEND) from None
    except RecursionError:
        raise GoldsetError(f"{name} is nested too deeply", _MEND) from None


class _Reader:
    """Turns nodes into values; a node that aliases name again is one value."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._known: dict[int, tuple[Any, int]] = {}
        self._open: set[int] = set()
        self._size = 0

    def value(self, node: yaml.Node) -> Any:
        """Return the value of a node."""
        found, size = self._of(node)
        if size > MOST:
            raise GoldsetError(f"{self._name}: its aliases stand for more than {MOST:,} values", _MEND)
        return found

    def _of(self, node: yaml.Node) -> tuple[Any, int]:
        if isinstance(node, yaml.ScalarNode):
            is_null = not node.style and node.value in _NULLS
            return None if is_null else node.value, 1
        known = self._known.get(id(node))
        if known is not None:
            return known
        if id(node) in self._open:
            line = node.start_mark.line + 1
            raise GoldsetError(f"{self._name}:{line}: a value holds itself by an alias", _MEND)
        self._open.add(id(node))
        found = self._list(node) if isinstance(node, yaml.SequenceNode) else self._mapping(node)
        self._open.remove(id(node))
        self._known[id(node)] = found
        return found

    def _list(self, node: yaml.SequenceNode) -> tuple[Any, int]:
        children = [self._of(child) for child in node.value]
        return [value for value, _ in children], 1 + sum(size for _, size in children)

    def _mapping(self, node: yaml.Node) -> tuple[Any, int]:
        own: dict[str, Any] = {}
        merged: dict[str, Any] = {}
        size, doubled = 1, None
        for key, child in node.value:
            value, more = self._of(child)
            size += more
            if isinstance(key, yaml.ScalarNode) and key.value == "<<" and not key.style:
                for mapping in _merged(value):
                    merged = {**mapping, **merged}
                continue
            name = key.value if isinstance(key, yaml.ScalarNode) else "(a list or mapping)"
            doubled = name if name in own else doubled
            own.setdefault(name, value)
        found = {**merged, **own}
        if doubled is not None:
            found = Doubled(found)
            found.key = doubled
        return found, size


def _merged(value: Any) -> Iterator[dict[str, Any]]:
    yield from (one for one in (value if isinstance(value, list) else [value]) if isinstance(one, dict))


def doubled_in(value: Any) -> str:
    """Return a key that stands twice in a value; empty where none does."""
    if isinstance(value, Doubled):
        return value.key
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return next((key for key in map(doubled_in, inner) if key), "")
