"""What a format has no place of its own for, in the free part that it leaves to its users."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from goldset.domain.set_rows import Evidence, SetRow
from goldset.stores.formats.item_fields import DETAILS, entry_of, evidence_of, id_of, says_nothing

# Where a piece of evidence stands in the list of texts that the format has a place for.
AT = "context"
_NOTHING: tuple[Any, ...] = (None, "", [], (), {})


@dataclass(slots=True)
class Told:
    """What the free part of a record said.

    Attributes:
        details: What has the name of a field of items, as it stands.
        gold_answer: The right answer.
        answerable: Whether there is an answer.
        ref: The id.
        spans: Evidence, with its place in the format's own list of texts; None where it has its own text, or none.
        near: Passages that look like an answer and are not.
        others: Keys that items have no place for.
    """

    details: dict[str, Any] = field(default_factory=dict)
    gold_answer: str | None = None
    answerable: bool | None = None
    ref: str | None = None
    spans: tuple[tuple[Evidence, int | None], ...] = ()
    near: tuple[Evidence, ...] = ()
    others: list[str] = field(default_factory=list)


def told_by(metadata: Mapping[Any, Any]) -> Told:
    """Return what the free part of a record says of an item."""
    told = Told()
    for key, value in metadata.items():
        if value not in _NOTHING and not _take(str(key), value, told):
            told.others.append(str(key))
    return told


def _take(key: str, value: Any, told: Told) -> bool:
    """Take in what a key says; returns whether items have a place for it."""
    if key in DETAILS:
        told.details[key] = value
    elif key == "gold_answer" and isinstance(value, str):
        told.gold_answer = value
    elif key == "answerable" and isinstance(value, bool):
        told.answerable = value
    elif key == "id" and (ref := id_of(value)):
        told.ref = ref
    elif key in ("gold_spans", "near_spans"):
        return _take_spans(key, value, told)
    else:
        return False
    return True


def _take_spans(key: str, entries: Any, told: Told) -> bool:
    try:
        spans = tuple(_span(entry) for entry in entries)
    except (TypeError, ValueError):
        return False
    if key == "gold_spans":
        told.spans = spans
    else:
        told.near = tuple(one for one, _ in spans)
    return True


def _span(entry: Any) -> tuple[Evidence, int | None]:
    if not isinstance(entry, Mapping):
        raise TypeError("no object")
    at = entry.get(AT)
    if isinstance(at, int) and not isinstance(at, bool) and at >= 0:
        return evidence_of({**entry, "text": "stands in the list"}), at
    return evidence_of(entry), None


def metadata_of(row: SetRow, told: tuple[str, ...]) -> dict[str, Any]:
    """Return what a row says, for the free part of a record: its details, and the fields that are named.

    Args:
        row: The row.
        told: Which of `id`, `gold_answer`, `answerable` and `near_spans` have no other place.
    """
    own: dict[str, Any] = {
        "id": row.ref,
        "gold_answer": row.gold_answer,
        "answerable": row.answerable,
        "near_spans": [entry_of(one) for one in row.near] or None,
    }
    said = {name: own[name] for name in told if own[name] is not None}
    details = {name: row.details[name] for name in DETAILS if name in row.details}
    return said | {name: value for name, value in details.items() if not says_nothing(name, value)}


def listed(row: SetRow) -> tuple[list[str], list[dict[str, Any]]]:
    """Return the texts of a row's evidence, and what else it says, as `Told.spans` takes it."""
    texts: list[str] = []
    entries = []
    for one in row.evidence:
        entry = entry_of(one)
        if one.text is not None:
            del entry["text"]
            entry = {AT: len(texts), **entry}
            texts.append(one.text)
        entries.append(entry)
    return texts, entries
