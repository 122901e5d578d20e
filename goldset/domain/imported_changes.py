"""What differs between an item and what its source makes of it now, in words."""

from typing import Any

from goldset.domain.imported import Why
from goldset.domain.items import Item, PendingSpan

_FOLLOWS = frozenset(
    {"id", "slice", "origin", "labelled_by", "labelled_at", "corpus_snapshot", "draft_reasons", "status"}
)
# What people say of an item here: a source that is silent of it has not taken it back.
_PERSONS = frozenset({"retired", "reviews", "waivers"})
_SHOWN = 70


def changes(before: Item, after: Item) -> tuple[Why, ...]:
    """Return by field what differs between two items, origin and what follows from the corpus aside."""
    found = []
    for name in Item.model_fields:
        old, new = (_shown(name, getattr(item, name)) for item in (before, after))
        is_said = name not in _PERSONS or getattr(after, name)
        if name not in _FOLLOWS and is_said and old != new:
            found.append(Why("changed", f"`{name}`: {on_a_line(old)} → {on_a_line(new)}"))
    return tuple(found)


def _shown(name: str, value: Any) -> str:
    if name in ("gold_spans", "near_spans", "unplaced"):
        return "; ".join(map(_shown_span, value)) or "nothing"
    if isinstance(value, tuple):
        return ", ".join(f"“{one}”" if isinstance(one, str) else str(one) for one in value) or "nothing"
    return "nothing" if value is None else f"“{value}”" if isinstance(value, str) else str(value).lower()


def _shown_span(entry: Any) -> str:
    if isinstance(entry, PendingSpan):
        return "a passage that waits for a decision"
    text = entry.text or getattr(entry, "chunk_id", None)
    grade = getattr(entry, "grade", 1)
    return " ".join(
        [
            *([f"“{text}”"] if text else []),
            f"in {entry.doc_id}",
            *([f"(grade {grade})"] if grade != 1 else []),
        ]
    )


def on_a_line(text: str) -> str:
    """Return a text on one line for a message, cut where it is long."""
    line = " ".join(text.split())
    return line if len(line) <= _SHOWN else f"{line[: _SHOWN - 1]}…"
