"""One item as text for a terminal and as JSON."""

import json
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from goldset.domain.items import Item
from goldset.domain.resolutions import Place
from goldset.domain.standing import ItemStanding, SpanStanding
from goldset.reporting.findings import visible

WIDTH = 80
_AROUND = 160
_LABEL = 18


@dataclass(frozen=True, slots=True)
class ShownSpan:
    """A span with what stands before and after it; `misplaced` where its offsets do not lead to its text."""

    standing: SpanStanding
    before: str
    after: str
    misplaced: bool = False


@dataclass(frozen=True, slots=True)
class ShownItem:
    """An item with where it stands; snapshot and standing are None in a set without snapshots."""

    path: str
    item: Item
    snapshot: str | None
    standing: ItemStanding | None
    spans: tuple[ShownSpan, ...]


def item_shown_text(shown: ShownItem) -> str:
    """Return an item for a terminal of 80 columns."""
    item = shown.item
    head = f"{item.id}  ({item.slice}, {item.status}{', pinned' if item.pinned else ''})"
    lines = [visible(head), visible(shown.path), ""]
    lines += _row("Question", item.question)
    if item.gold_answer:
        lines += _row("Answer", item.gold_answer)
    if item.abstain_reason:
        lines += _row("No answer", item.abstain_reason)
    lines += _row("Must include", _quoted(item.must_include)) if item.must_include else []
    lines += _row("Must not include", _quoted(item.must_not_include)) if item.must_not_include else []
    if item.jurisdiction:
        lines += _row("Jurisdiction", item.jurisdiction)
    for note in item.origin.notes if item.origin else ():
        lines += _row("Its source says", note)
    lines += _standing_rows(shown)
    for span in shown.spans:
        lines += ["", *_span_lines(span)]
    return "\n".join(lines) + "\n"


def item_shown_json(shown: ShownItem) -> str:
    """Return an item as JSON: what it says, and where each span stands."""
    standing = shown.standing
    report = {
        "version": 1,
        "path": shown.path,
        "item": shown.item.model_dump(mode="json", exclude_unset=True),
        "at": shown.snapshot,
        "state": standing and standing.state,
        "cause": standing and standing.cause,
        "reason": standing and standing.reason,
        "spans": [_span_row(span) for span in shown.spans],
    }
    return json.dumps(report, ensure_ascii=False, indent=2) + "\n"


def _standing_rows(shown: ShownItem) -> list[str]:
    if shown.standing is None:
        return _row("Snapshot", "none yet: `goldset snapshot create` makes one")
    return _row("In " + (shown.snapshot or ""), f"{shown.standing.state}: {shown.standing.reason}")


def _span_lines(span: ShownSpan) -> Iterator[str]:
    standing, c = span.standing, span.standing.span.confirmed
    place = standing.place or (
        Place(c.doc_id, c.start, c.end, c.text) if c.start is not None and c.end else None
    )
    where = f"{place.doc_id} {place.start}–{place.end}" if place else c.doc_id
    yield from _wrapped(f"Span {standing.span.id}: {standing.state}: {standing.reason}", "")
    yield from _wrapped(where + (f"  {' › '.join(c.section)}" if c.section else ""), "  ")
    if span.misplaced:
        yield from _wrapped("its offsets do not lead to its text: run `goldset fmt --locate`", "  ! ")
    yield from _wrapped(_end_of(span.before), "  │ ")
    yield from _wrapped(place.text if place else c.text, "  ┃ ")
    yield from _wrapped(_start_of(span.after), "  │ ")
    for number, found in enumerate(standing.line.candidates if standing.line else (), start=1):
        differences = "; ".join(str(difference) for difference in found.differences)
        stands = f"{found.place.doc_id} {found.place.start}–{found.place.end}"
        yield from _wrapped(
            f"candidate {number}: {stands}" + (f"  ({differences})" if differences else ""), "  "
        )
        yield from _wrapped(found.place.text, "  ┊ ")


def _span_row(span: ShownSpan) -> dict[str, Any]:
    standing, place = span.standing, span.standing.place
    candidates = standing.line.candidates if standing.line else ()
    return {
        "span": standing.span.id,
        "state": standing.state,
        "cause": standing.cause,
        "reason": standing.reason,
        "confirmed_in": standing.span.snapshot,
        "to": None if place is None else _place_row(place),
        "misplaced": span.misplaced,
        "candidates": [_place_row(candidate.place) for candidate in candidates],
    }


def _place_row(place: Place) -> dict[str, Any]:
    return {"doc_id": place.doc_id, "start": place.start, "end": place.end, "text": place.text}


def _row(label: str, text: str) -> list[str]:
    width = max(_LABEL, len(label) + 2)
    return list(_wrapped(text, f"{label:<{width}}", " " * width))


def _wrapped(text: str, first: str, following: str | None = None) -> list[str]:
    line = visible(" ".join(text.split()))
    if not line:
        return []
    rest = first if following is None else following
    return textwrap.wrap(line, WIDTH, initial_indent=first, subsequent_indent=rest, break_on_hyphens=False)


def _end_of(text: str) -> str:
    line = " ".join(text[-2 * _AROUND :].split())
    return line if len(line) <= _AROUND else "…" + line[-_AROUND:].partition(" ")[2]


def _start_of(text: str) -> str:
    line = " ".join(text[: 2 * _AROUND].split())
    return line if len(line) <= _AROUND else line[:_AROUND].rpartition(" ")[0] + " …"


def _quoted(texts: Sequence[str]) -> str:
    return ", ".join(f"“{text}”" for text in texts)
