"""By what a row of a foreign set is known when the set is imported again: keys and hashes, never its place."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from typing import Any, NamedTuple

from goldset.domain.items import Item, sha256_of, sorted_json
from goldset.domain.mentions import plain
from goldset.domain.set_rows import SetRow

_ABOUT = frozenset({"number", "where", "notes"})
_SHORT = 16  # letters for four bits each: two of a million rows agree once in thirty million sets
# A hash of letters alone never looks like a number, to no reader of YAML and to no person.
_LETTERS = str.maketrans("0123456789abcdef", "bcdfghjkmnpqrstv")
# Figures with their inner marks, words with theirs, and signs that may change the meaning (`C++`, `$5`, `5 %`).
_TELLING = re.compile(r"\w+(?:[.,:/'’-]\w+)*|[^\w\s.,;:!?¿¡'\"…()\[\]«»„“”‘’–—-]")


def key_of_ref(source: str, ref: str) -> str:
    """Return the key of a row that has an id in its source."""
    return _hash(["ref", source, ref])


def key_of_question(source: str, question: str, row: str = "") -> str:
    """Return the key of a row without an id: of its question, and of all that it says where that is not enough."""
    return _hash(["question", source, plain(question), row])


def loose(question: str) -> str:
    """Return a question without case, white space and punctuation that changes no meaning."""
    return " ".join(_TELLING.findall(plain(question)))


class RowMark(NamedTuple):
    """By what a row is known when it comes again.

    Attributes:
        hash: Hash of what it says: not of where it stands, nor of what goldset noted about it.
        is_broken: Whether a text of it holds half a character (a lone surrogate), which no file can hold.
    """

    hash: str
    is_broken: bool


def mark_of(row: SetRow) -> RowMark:
    """Return by what a row is known."""
    text = sorted_json(_said(row, _ABOUT))
    return RowMark(_short(text), _is_broken("".join((text, row.where, *row.notes))))


def _is_broken(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return True
    return False


def written_hashes(items: Iterable[Item]) -> list[str]:
    """Return the hash of what each item means: layout, comments and the hash itself aside."""
    said = [item.model_dump(mode="json", exclude_defaults=True, exclude_none=True) for item in items]
    for one in said:
        if "origin" in one:
            one["origin"].pop("written", None)
    texts = [sorted_json(one) for one in said]
    return [_short(text) for text in texts]


def is_as_written(item: Item) -> bool:
    """Return whether an imported item still says what the import wrote: no person has changed it."""
    return item.origin is not None and [item.origin.written] == written_hashes([item])


def _hash(value: Any) -> str:
    return _short(sorted_json(value))


def _short(text: str) -> str:
    return sha256_of(text)[:_SHORT].translate(_LETTERS)


def _said(value: Any, without: frozenset[str] = frozenset()) -> Any:
    """Return what a record says beyond its defaults, so that a new field changes no hash."""
    if value is None or isinstance(value, str | int | float):
        return value
    if isinstance(value, dict):
        return {str(key): _said(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [_said(one) for one in value]
    if not is_dataclass(value):
        return str(value)
    kind: Any = type(value)
    said = {}
    for name, default in _defaults(kind).items():
        one = getattr(value, name)
        if one != default and name not in without:
            said[name] = one if type(one) is str else _said(one)
    return said


@cache
def _defaults(kind: Any) -> Mapping[str, Any]:
    """Return by field of a record its default; `MISSING`, which nothing equals, where it has none."""
    made = {f.name: f.default_factory() for f in fields(kind) if f.default_factory is not MISSING}
    return {f.name: made.get(f.name, f.default) for f in fields(kind)}
