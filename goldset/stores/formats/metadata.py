"""What a format has no place of its own for, in the free part that it leaves to its users."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from goldset.domain.items import Item
from goldset.domain.set_rows import Evidence, SetRow

_ROW = frozenset({"id", "question", "gold_answer", "answerable", "gold_spans", "near_spans", "unplaced"})
# Fields of items that are no field of a row: what `SetRow.details` may hold.
DETAILS = frozenset(Item.model_fields) - _ROW
_NOTHING: tuple[Any, ...] = (None, "", [], (), {})


@dataclass(slots=True)
class Told:
    """What the free part of a record said.

    Attributes:
        details: What has the name of a field of items, as it stands.
        gold_answer: The right answer.
        answerable: Whether there is an answer.
        ref: The id.
        others: Keys that items have no place for.
    """

    details: dict[str, Any] = field(default_factory=dict)
    gold_answer: str | None = None
    answerable: bool | None = None
    ref: str | None = None
    others: list[str] = field(default_factory=list)


def told_by(metadata: Mapping[Any, Any]) -> Told:
    """Return what the free part of a record says of an item."""
    told = Told()
    for key, value in metadata.items():
        if value in _NOTHING:
            continue
        if key in DETAILS:
            told.details[key] = value
        elif key == "gold_answer" and isinstance(value, str):
            told.gold_answer = value
        elif key == "answerable" and isinstance(value, bool):
            told.answerable = value
        elif key == "id" and (ref := id_text(value)):
            told.ref = ref
        else:
            told.others.append(str(key))
    return told


def id_text(value: Any) -> str | None:
    """Return an id as text: `0012` and `12` are two, the number 7 and the text `7` one; None where it is none."""
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    return (value.strip() or None) if isinstance(value, str) else None


def details_of(row: SetRow) -> dict[str, Any]:
    """Return what a row says beyond its own fields, in the order of names, for the free part of a record."""
    return {key: row.details[key] for key in sorted(row.details) if row.details[key] not in _NOTHING}


def said_by(one: Evidence) -> dict[str, Any]:
    """Return what evidence says, its text left out, for the free part of a record."""
    said: dict[str, Any] = {
        "id": one.span_id,
        "doc_id": one.doc,
        "chunk_id": one.chunk_id,
        "start": one.start,
        "end": one.end,
        "grade": None if one.grade == 1 else one.grade,
        "group": list(one.groups) or None,
        "coarse": one.coarse,
    }
    return {key: value for key, value in said.items() if value is not None}
