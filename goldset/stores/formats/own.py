"""goldset's own complete form: JSON Lines, an item a line, with the fields that items have."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from goldset.domain.items import Item
from goldset.domain.set_rows import BadRow, Evidence, ReadSet, SetRow
from goldset.errors import GoldsetError
from goldset.stores.formats.form import Files, Form
from goldset.stores.formats.item_fields import (
    ALL,
    DETAILS,
    SPAN,
    entry_of,
    evidence_of,
    id_of,
    says_nothing,
    takes,
)
from goldset.stores.formats.reading import JSONL, Row
from goldset.stores.formats.source import Source
from goldset.stores.json_lines import lines_of

NAME = "jsonl"
_FIELDS = frozenset(Item.model_fields)
_ORDER = {name: place for place, name in enumerate(Item.model_fields)}
# What a span says that is found out anew wherever it is placed; what people refused there is lost.
_SPAN = frozenset(SPAN)
_SNAPSHOT = "corpus_snapshot"


def shows(source: Source) -> bool:
    """Return whether the first lines of a file are items."""
    keys = [] if source.table is None or source.table.kind != JSONL else source.table.first_keys()
    return bool(keys) and all("question" in names and names <= _FIELDS for names in keys)


def read(source: Source) -> ReadSet:
    """Read items; what a row has no place for, such as what people refused, is counted.

    Raises:
        GoldsetError: The file is no JSON Lines.
    """
    table = source.as_table()
    if table.kind != JSONL:
        raise GoldsetError(f"{source.name} is no JSON Lines", 'an item stands on each line: `{"id": …}`')
    rows, bad, not_read = [], list(table.bad), Counter[str]()
    for row in table.rows:
        try:
            rows.append(_row(row, not_read))
        except ValueError as error:
            bad.append(BadRow(row.number, str(error)))
    bad.sort(key=lambda one: one.number)
    return ReadSet(
        NAME, table.name, table.sha256, tuple(rows), tuple(bad), dict(sorted(not_read.items())), table.notices
    )


def _row(row: Row, not_read: Counter[str]) -> SetRow:
    values = row.values
    lost = {name for name, value in values.items() if name not in _FIELDS and value not in (None, "", [])}
    read = SetRow(
        number=row.number,
        question=_question(values),
        ref=_id(values),
        gold_answer=_typed(values, "gold_answer", str, "a text") or None,
        answerable=_typed(values, "answerable", bool, "true or false"),
        evidence=tuple(_spans(values, lost)),
        near=tuple(_entries(values, "near_spans", lost, frozenset({"doc_id", "text", "start", "end"}))),
        details=dict(_details(values, lost)),
    )
    not_read.update(lost)
    return read


def _question(values: Mapping[str, Any]) -> str:
    question = _typed(values, "question", str, "a text")
    if not question or not question.strip():
        raise ValueError("`question` is missing")
    return str(question.strip())


def _id(values: Mapping[str, Any]) -> str | None:
    value = values.get("id")
    ref = id_of(value)
    if ref is None and value not in (None, ""):
        raise ValueError("`id` is not a text")
    return ref


def _typed(values: Mapping[str, Any], name: str, kind: type, what: str) -> Any:
    value = values.get(name)
    if value is not None and not isinstance(value, kind):
        raise ValueError(f"`{name}` is not {what}")
    return value


def _spans(values: Mapping[str, Any], lost: set[str]) -> Iterator[Evidence]:
    yield from _entries(values, "gold_spans", lost, _SPAN)
    yield from _entries(values, "unplaced", lost, _SPAN)


def _entries(
    values: Mapping[str, Any], name: str, lost: set[str], known: frozenset[str]
) -> Iterator[Evidence]:
    entries = values.get(name) or []
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        raise ValueError(f"`{name}` is not a list of objects")
    for place, entry in enumerate(entries):
        confirmed = _confirmed(entry)
        lost.update(
            f"{name}.{key}"
            for key, value in confirmed.items()
            if key not in known and value not in (None, "", [])
        )
        try:
            yield evidence_of(confirmed)
        except ValueError as error:
            raise ValueError(f"`{name}[{place}]` {error}") from None


def _confirmed(entry: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return what a person last confirmed of a span that waits for a decision, and that it waits."""
    relabel = entry.get("relabel")
    was = relabel.get("was") if isinstance(relabel, Mapping) else None
    return (
        {**was, "id": entry.get("id", was.get("id")), "relabel": relabel}
        if isinstance(was, Mapping)
        else entry
    )


def _details(values: Mapping[str, Any], lost: set[str]) -> Iterator[tuple[str, Any]]:
    for name in filter(values.__contains__, DETAILS):
        value = values[name]
        if name == _SNAPSHOT:
            value = id_of(value) or value  # a snapshot may be called by its second
        if says_nothing(name, value):
            continue
        if takes(name, value):
            yield name, value
        elif name == _SNAPSHOT:
            lost.add(name)  # the snapshot in which a row is placed here is another one anyway
        else:
            raise ValueError(f"`{name}` is {_shown(value)}, which items do not take")


def _shown(value: Any) -> str:
    text = str(value)
    return text if len(text) <= 40 else f"{text[:39]}…"  # noqa: PLR2004 (what fits into a message)


def write(rows: Sequence[SetRow]) -> Files:
    """Write rows, each on a line, its fields in the order of an item."""
    return {"": lines_of([_values(row) for row in rows])}


def _values(row: SetRow) -> dict[str, Any]:
    said: dict[str, Any] = {
        "id": row.ref,
        "question": row.question,
        "gold_answer": row.gold_answer,
        "answerable": row.answerable,
        "gold_spans": [entry_of(one) for one in row.evidence],
        "near_spans": [entry_of(one) for one in row.near],
        **row.details,
    }
    given = {name: value for name, value in said.items() if value not in (None, "", [], ())}
    return {name: given[name] for name in sorted(given, key=lambda name: _ORDER.get(name, len(_ORDER)))}


FORM = Form(
    name=NAME,
    about="goldset's own form: JSON Lines of items, complete",
    suffix=".jsonl",
    carries=ALL,
    shows=shows,
    read=read,
    write=write,
)
