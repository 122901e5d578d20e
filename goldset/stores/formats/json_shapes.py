"""The shapes in which JSON and YAML hold records: a list, an object around one, columns, records by id."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from goldset.errors import GoldsetError
from goldset.stores.formats.headings import is_question
from goldset.stores.formats.json_text import pairs_of

# How many objects may lie around the list of records.
_DEPTH = 3
_KEY = "(key)"
_SHAPES = "a list of records, an object that holds one, an object of columns, or of records by id"

Record = tuple[Any, str]


def records_in(said: Any, name: str, notices: list[str]) -> list[Record]:
    """Return the records of a file, each with its place where its number does not say it.

    In turn: a list; an object of columns; an object of records by id, which becomes the column `(key)`; an object
    that holds one list of records, or one alone with questions in it; a single record.

    Args:
        said: What the file says.
        name: Its path, for messages.
        notices: Takes what people should know.

    Raises:
        GoldsetError: It holds no records, or several lists that may be meant.
    """
    if isinstance(said, list):
        return [(record, "") for record in said]
    if not isinstance(said, Mapping):
        raise GoldsetError(f"{name} holds no records", f"goldset reads {_SHAPES}")
    for shape in (_split, _columns, _by_id):
        found = shape(said)
        if found is not None:
            return found
    return _listed(said, name, notices)


def _has_question(record: Any) -> bool:
    return isinstance(record, Mapping) and any(is_question(str(key)) for key in record)


def _split(said: Mapping[str, Any]) -> list[Record] | None:
    """Read `{"columns": […], "data": [[…], …]}`."""
    columns, rows = said.get("columns"), said.get("data")
    if not (isinstance(columns, list) and isinstance(rows, list) and all(isinstance(r, list) for r in rows)):
        return None
    names = [str(column) for column in columns]
    # A row that does not fit stays the list that it is, and is refused as no record.
    return [(dict(zip(names, row, strict=True)) if len(row) == len(names) else row, "") for row in rows]


def _columns(said: Mapping[str, Any]) -> list[Record] | None:
    """Read `{"question": ["…", …], …}` and `{"question": {"0": "…", …}, …}`."""
    if not _has_question(said):
        return None
    values = list(said.values())
    if all(isinstance(column, list) for column in values) and len({len(column) for column in values}) == 1:
        rows = zip(*values, strict=True)
        return [(dict(zip(said, row, strict=True)), "") for row in rows]
    if all(isinstance(column, Mapping) for column in values):
        keys = dict.fromkeys(key for column in values for key in column)
        return [({column: cells.get(key) for column, cells in said.items()}, "") for key in keys]
    return None


def _by_id(said: Mapping[str, Any]) -> list[Record] | None:
    """Read `{"q1": {"question": "…"}, …}`; both records of an id that stands twice."""
    pairs = pairs_of(said)
    if not pairs or not all(isinstance(record, Mapping) for _, record in pairs):
        return None
    if not any(_has_question(record) for _, record in pairs):
        return None
    return [(_with_key(record, key), str(key)) for key, record in pairs]


def _with_key(record: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    # What tells of a key that stands twice inside of the record must not be lost.
    return record if len(pairs_of(record)) != len(record) else {_KEY: key, **record}


def _listed(said: Mapping[str, Any], name: str, notices: list[str]) -> list[Record]:
    lists = list(_lists(said, "", _DEPTH))
    asking = [(path, listed) for path, listed in lists if any(map(_has_question, listed))]
    wanted = asking or lists
    if len(wanted) > 1:
        found = ", ".join(f"`{path}`" for path, _ in wanted)
        raise GoldsetError(f"{name} holds several lists of records: {found}", "leave the one that is the set")
    if not wanted:
        if _has_question(said):
            return [(said, "")]
        raise GoldsetError(f"{name} holds no records", f"goldset reads {_SHAPES}")
    path, listed = wanted[0]
    others = [f"`{key}`" for key in said if key != path.partition(".")[0]]
    if others:
        notices.append(f"beside `{path}` it holds {', '.join(others)}, which is not read")
    return [(record, f"{path}[{place}]") for place, record in enumerate(listed)]


def _lists(said: Mapping[str, Any], path: str, depth: int) -> Iterator[tuple[str, Sequence[Any]]]:
    for key, value in said.items():
        below = f"{path}.{key}" if path else str(key)
        if isinstance(value, list) and any(isinstance(record, Mapping) for record in value):
            yield below, value
        elif isinstance(value, Mapping) and depth > 1:
            yield from _lists(value, below, depth - 1)
