"""Rows of a set as records of a table, which `guess` reads as they were."""

import json
from collections.abc import Iterator, Sequence
from typing import Any

from goldset.domain.set_rows import Evidence, SetRow
from goldset.stores.formats.cells import data_of, texts_of
from goldset.stores.formats.guess import NEAR_COLUMN, SPAN_COLUMN
from goldset.stores.formats.item_fields import DETAILS, SPAN, entry_of
from goldset.stores.formats.mapping import LISTS

# The order of columns: what people read first stands first.
_FIRST = ("id", "question", "gold_answer", "answerable")
_NEAR = ("doc_id", "text", "start", "end")
_SPAN_TYPES = {"start": "number", "end": "number", "grade": "number", "group": ["text"]}
ORDER = (
    *_FIRST,
    *(
        f"{SPAN_COLUMN}{name}"
        for name in ("text", "doc_id", *(n for n in SPAN if n not in {"text", "doc_id"}))
    ),
    *DETAILS,
    *(f"{NEAR_COLUMN}{name}" for name in SPAN),
)


def nested(row: SetRow) -> dict[str, Any]:
    """Return a row as a record whose passages are lists of objects, with the names of an item's fields."""
    said: dict[str, Any] = {
        "id": row.ref,
        "question": row.question,
        "gold_answer": row.gold_answer,
        "answerable": row.answerable,
        "gold_spans": [_entry(one) for one in row.evidence],
        **{name: row.details[name] for name in DETAILS if name in row.details},
        "near_spans": [_entry(one) for one in row.near],
    }
    return {name: plain_text(value) for name, value in said.items() if value not in (None, "", [], ())}


def _entry(one: Evidence) -> dict[str, Any]:
    return {name: plain_text(value) for name, value in entry_of(one).items()}


def plain_text(value: Any) -> Any:
    """Return a text so that it is read as a text: one that looks like data stands alone in a list of JSON."""
    if not isinstance(value, str) or value.strip()[:1] not in ("[", "{"):
        return value
    return value if texts_of(value) is None and data_of(value) is value else _json([value])


def flat(rows: Sequence[SetRow]) -> list[list[str]]:
    """Return rows as cells of text below a heading, a column for each field that any row has."""
    records = [dict(_cells(row)) for row in rows]
    used = {name for record in records for name in record}
    columns = [name for name in ORDER if name in used]
    return [columns, *([record.get(name, "") for name in columns] for record in records)]


def _cells(row: SetRow) -> Iterator[tuple[str, str]]:
    for name, value in nested(row).items():
        if name in {"gold_spans", "near_spans"}:
            continue
        yield name, _cell(value)
    yield from _passages(SPAN_COLUMN, row.evidence)
    yield from _passages(NEAR_COLUMN, row.near)


def _cell(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return value if isinstance(value, str) else _json(value)


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _passages(prefix: str, passages: Sequence[Evidence]) -> Iterator[tuple[str, str]]:
    entries = [entry_of(one) for one in passages]
    for name in SPAN:
        values = [entry.get(name) for entry in entries]
        if all(value is None for value in values):
            continue
        if len(values) > 1:
            yield f"{prefix}{name}", _json(values)
        else:
            yield f"{prefix}{name}", _cell(plain_text(values[0]))


def typed_columns(rows: Sequence[SetRow]) -> dict[str, Any]:
    """Return the columns of a Parquet file of rows with their types (see `parquet_of`), as few as hold them all."""
    used = {name for row in rows for name in nested(row)} | {"question"}
    span = {name: _SPAN_TYPES.get(name, "text") for name in SPAN}
    types: dict[str, Any] = {"gold_spans": [span], "near_spans": [{name: span[name] for name in _NEAR}]}
    types |= {"answerable": "truth", "pinned": "truth", **{name: ["text"] for name in LISTS}}
    order = (*_FIRST, "gold_spans", *DETAILS, "near_spans")
    return {name: types.get(name, "text") for name in order if name in used}


def typed(row: SetRow) -> dict[str, Any]:
    """Return a row as a record of these columns: what has no column type of its own is JSON."""
    return {name: _typed(name, value) for name, value in nested(row).items()}


def _typed(name: str, value: Any) -> Any:
    if name == "gold_spans":
        return [{**entry, "group": _group_list(entry.get("group"))} for entry in value]
    if name in LISTS or name == "near_spans" or isinstance(value, str | bool):
        return value
    return _json(value)


def _group_list(group: Any) -> list[str] | None:
    return [group] if isinstance(group, str) else group
