"""What of a row a format carries, in a form in which rows that were written and read again can be compared."""

from collections.abc import Iterable
from typing import Any

from goldset.domain.set_rows import Evidence, SetRow, fields_of

_SPAN = {
    "text": "text",
    "doc_id": "doc",
    "chunk_id": "chunk_id",
    "start": "start",
    "end": "end",
    "coarse": "coarse",
    "group": "groups",
    "id": "span_id",
}
_GRADE = "gold_spans.grade"


def carried(row: SetRow, carries: frozenset[str]) -> dict[str, Any]:
    """Return what a row says in the fields that a format carries, by name; what says nothing is not there.

    Args:
        row: The row.
        carries: Names of fields, as `fields_of` gives them.
    """
    said: dict[str, Any] = {
        "id": row.ref,
        "question": row.question,
        "gold_answer": row.gold_answer,
        "answerable": row.answerable,
        "gold_spans": _evidence(row.evidence, carries),
        "near_spans": [(one.doc, one.text, one.start, one.end) for one in row.near],
        **row.details,
    }
    named = carries | ({"gold_spans"} if any(name.startswith("gold_spans.") for name in carries) else set())
    return {name: value for name, value in said.items() if name in named and value not in (None, "", [], ())}


def _evidence(listed: Iterable[Evidence], carries: frozenset[str]) -> list[tuple[Any, ...]]:
    """Return evidence as far as it is carried, each once: a format of documents merges passages of one, the best counts."""
    names = [field for name, field in _SPAN.items() if f"gold_spans.{name}" in carries]
    grades: dict[tuple[Any, ...], int] = {}
    for one in listed:
        key = tuple(getattr(one, name) for name in names)
        if any(part not in (None, ()) for part in key):
            grades[key] = max(one.grade if _GRADE in carries else 1, grades.get(key, 0))
    return [(*key, grade) for key, grade in grades.items()]


def altered(before: SetRow, after: SetRow, carries: frozenset[str]) -> tuple[str, ...]:
    """Return the names of fields, sorted, in which a row that was read again differs although a format carries them."""
    was, now = carried(before, carries), carried(after, carries)
    return tuple(sorted(name for name in was.keys() | now.keys() if was.get(name) != now.get(name)))


def lost(before: SetRow, after: SetRow) -> frozenset[str]:
    """Return the fields of a row, as `fields_of` names them, that do not come back when what was written is read.

    What evidence says is held together by field: passages of one document that a format of documents merges have
    lost their texts, and their document has not. A passage that comes back as a whole chunk has lost that it is none.
    """
    names = {name for name in fields_of(before) if _said(before, name) != _said(after, name)}
    text, coarse = "gold_spans.text", "gold_spans.coarse"
    kept_text = text not in names and before.evidence != ()
    is_coarser = kept_text and _said(before, coarse) != _said(after, coarse)
    return frozenset(names | ({coarse} if is_coarser else set()))


def _said(row: SetRow, name: str) -> Any:
    """Return what a row says in a field."""
    if name.startswith("gold_spans."):
        field = _SPAN.get(name.removeprefix("gold_spans."), "grade")
        return {getattr(one, field) for one in row.evidence}
    if name == "near_spans":
        return [(one.doc, one.text, one.start, one.end) for one in row.near]
    return row.ref if name == "id" else getattr(row, name, row.details.get(name))
