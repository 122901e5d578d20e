"""Change fields of an item's text and nothing else: every other byte stays as its author wrote it.

Each change is a splice of the text at the places that the strict reader tells. Before it is handed back, the
new text is read again: it must hold exactly the intended change, and every comment of the old one. Where that
cannot be had, the change is refused and nothing is lost.
"""

from collections.abc import Mapping as MappingOf
from copy import deepcopy
from datetime import date
from typing import Any, Final

from goldset.domain.findings import Loc, field_path
from goldset.errors import ItemFileError
from goldset.stores.canonical import as_written
from goldset.stores.yaml_source import TAKES, Source
from goldset.stores.yaml_splices import outermost_flow, remove_splices, set_splices


class Removed:
    """Stands for the value of a field that is to go."""


REMOVED: Final = Removed()


def change_fields(text: str, changes: MappingOf[Loc, Any]) -> str:
    """Return an item's text with some fields changed, added or removed, in the order given.

    Args:
        text: The file's text, with byte order mark and line ends as they are.
        changes: By path, the new value as plain data (text, number, truth, date, list, mapping), or
            `REMOVED`. A path may name a field or list entry that is there, a field that its mapping lacks, or
            the entry after the last of a list.

    Raises:
        ItemFileError: The text has faults, or a change cannot be made without touching anything else.
    """
    for loc, value in changes.items():
        text = _changed(text, loc, value)
    return text


def _changed(text: str, loc: Loc, value: Any) -> str:
    source = Source(text)
    wanted = deepcopy(source.data)
    _set(wanted, loc, value)
    if wanted == source.data:
        return text
    outer = outermost_flow(source, loc)
    if outer is not None:
        target, new = outer, _value_at(wanted, outer)
    elif isinstance(value, Removed):
        return source.spliced(remove_splices(source, loc), wanted)
    else:
        target, new = loc, _value_at(wanted, loc)
    return source.spliced(set_splices(source, target, as_written(new, TAKES.at(target))), wanted)


def _set(data: Any, loc: Loc, value: Any) -> None:
    parent = _value_at(data, loc[:-1])
    last = loc[-1]
    try:
        if isinstance(value, Removed):
            del parent[last]
        elif isinstance(parent, list) and last == len(parent):
            parent.append(_plain(value))
        else:
            parent[last] = _plain(value)
    except (IndexError, KeyError, TypeError):
        raise _no_such(loc) from None


def _value_at(data: Any, loc: Loc) -> Any:
    try:
        for part in loc:
            data = data[part]
    except (IndexError, KeyError, TypeError):
        raise _no_such(loc) from None
    return data


def _plain(value: Any) -> Any:
    """Return a value as the reader would return it: lists for tuples, ISO text for dates."""
    if isinstance(value, MappingOf):
        return {str(key): _plain(child) for key, child in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(child) for child in value]
    if isinstance(value, date):
        return value.isoformat()
    return str(value) if isinstance(value, str) else value


def _no_such(loc: Loc) -> ItemFileError:
    return ItemFileError(f"there is no `{field_path(loc)}` to change", "look at the item again")
