"""Where gold spans and items stand in a snapshot: current, stale or skipped, with the reason.

Nothing drops out: every item and every span has exactly one state.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from goldset.domain.items import Decision, Item, PendingSpan, Span, Status
from goldset.domain.naming import named_labels
from goldset.domain.resolutions import Place, Resolution
from goldset.domain.snapshots import DocumentRecord, Manifest
from goldset.errors import SnapshotError


class State(StrEnum):
    """Whether a span or an item may be measured in a snapshot."""

    CURRENT = "current"
    STALE = "stale"
    SKIPPED = "skipped"


class Cause(StrEnum):
    """Why a span or an item is in its state."""

    CONFIRMED = "confirmed"
    SAME_DOCUMENT = "same_document"
    CARRIED_OVER = "carried_over"
    NO_SPANS_NEEDED = "no_spans_needed"
    QUEUED = "queued"
    UNDONE = "undone"
    VOID = "void"
    NOT_RESOLVED = "not_resolved"
    NO_SNAPSHOT = "no_snapshot"
    NO_SPANS = "no_spans"
    PINNED = "pinned"
    RETIRED = "retired"
    UNANSWERABLE = "unanswerable"
    DROPPED = "dropped"


_STATES = {
    State.CURRENT: {Cause.CONFIRMED, Cause.SAME_DOCUMENT, Cause.CARRIED_OVER, Cause.NO_SPANS_NEEDED},
    State.SKIPPED: {Cause.PINNED, Cause.RETIRED, Cause.UNANSWERABLE, Cause.DROPPED},
}

_STATE_OF = {cause: state for state, causes in _STATES.items() for cause in causes}
_NO_ANSWER = (Cause.NO_SPANS_NEEDED, "the right answer is no answer")


def state_of(cause: Cause) -> State:
    """Return the state that a cause stands for."""
    return _STATE_OF.get(cause, State.STALE)


@dataclass(frozen=True, slots=True)
class SpanStanding:
    """Where one span stands in a snapshot.

    Attributes:
        span: The span, as a person last confirmed it.
        cause: Why it stands so.
        reason: The same in words for people.
        place: The passage in the snapshot; None unless it is known. Where the item's own offsets give it,
            their distance was compared with the quote's length, not the text: read it before relying on it.
        line: The valid line of the snapshot's resolutions that says so, where one does.
    """

    span: Span
    cause: Cause
    reason: str
    place: Place | None = None
    line: Resolution | None = None

    @property
    def state(self) -> State:
        """Current, stale or skipped."""
        return state_of(self.cause)


@dataclass(frozen=True, slots=True)
class ItemStanding:
    """Where an item stands in a snapshot: current when all its spans are."""

    item: Item
    cause: Cause
    reason: str
    spans: tuple[SpanStanding, ...]

    @property
    def state(self) -> State:
        """Current, stale or skipped."""
        return state_of(self.cause)


@dataclass(frozen=True, slots=True)
class SetStanding:
    """Where all items of a set stand in a snapshot."""

    snapshot: str
    items: tuple[ItemStanding, ...]

    @property
    def spans(self) -> tuple[SpanStanding, ...]:
        """Every span of every item."""
        return tuple(span for item in self.items for span in item.spans)

    def item_counts(self) -> dict[State, int]:
        """Return how many items are in each state; the sum is the number of items."""
        return _counts(item.state for item in self.items)

    def span_counts(self) -> dict[State, int]:
        """Return how many spans are in each state; the sum is the number of spans, dropped ones too."""
        return _counts(span.state for item in self.items for span in item.spans)

    def stale(self) -> list[ItemStanding]:
        """Return the stale items, by id."""
        return sorted(
            (i for i in self.items if i.state is State.STALE), key=lambda standing: standing.item.id
        )


@dataclass(frozen=True, slots=True)
class Standpoint:
    """A snapshot to ask about, and what the answer hangs on (see `standpoint`).

    Attributes:
        snapshot: Id of the snapshot.
        documents: By snapshot id, the documents of every snapshot at hand, this one included.
        lines: This snapshot's resolutions by item and span id.
        undone: `Resolution.confirmed` of every line that a person took back in this or an older snapshot.
    """

    snapshot: str
    documents: Mapping[str, Mapping[str, DocumentRecord]]
    lines: Mapping[tuple[str, str], Resolution]
    undone: frozenset[str]


def standpoint(
    snapshot: str, manifests: Iterable[Manifest], resolutions: Mapping[str, Iterable[Resolution]]
) -> Standpoint:
    """Make a standpoint from manifests and from resolutions by snapshot id.

    Args:
        snapshot: The snapshot to stand in; its manifest must be among `manifests`.
        manifests: That one, and the manifest of every snapshot in which a span was confirmed.
        resolutions: Lines by snapshot id: of that one, and of older ones for what was undone there.

    Raises:
        SnapshotError: The snapshot's manifest is not among them.
    """
    by_id = {manifest.snapshot.id: manifest for manifest in manifests}
    if snapshot not in by_id:
        raise SnapshotError(f"there is no snapshot {snapshot}", "`goldset snapshot list` shows the snapshots")
    here = by_id[snapshot].snapshot
    older = [
        m.snapshot.id
        for m in by_id.values()
        if (m.snapshot.created, m.snapshot.id) <= (here.created, here.id)
    ]
    return Standpoint(
        snapshot=snapshot,
        documents={name: manifest.documents for name, manifest in by_id.items()},
        lines={line.key: line for line in resolutions.get(snapshot, ())},
        undone=frozenset(
            line.confirmed for name in older for line in resolutions.get(name, ()) if line.undone
        ),
    )


def stand(items: Iterable[Item], at: Standpoint) -> SetStanding:
    """Return where every item and span stands."""
    return SetStanding(at.snapshot, tuple(stand_item(item, at) for item in items))


def stand_item(item: Item, at: Standpoint) -> ItemStanding:
    """Return where one item and each of its spans stand."""
    whole = _skipped(item)
    if whole is not None:
        return ItemStanding(item, *whole, tuple(_skip(span, whole, at) for span in item.spans()))
    if not item.answerable or Decision.UNANSWERABLE in _decisions(item):
        void = Cause.UNANSWERABLE, "a person decided that the item has no answer"
        return ItemStanding(item, *_NO_ANSWER, tuple(_skip(span, void, at) for span in item.spans()))
    spans = tuple(stand_span(span, at) for span in item.spans())
    return ItemStanding(item, *_item_cause(spans), spans)


def stand_span(span: Span, at: Standpoint) -> SpanStanding:
    """Return where one span of an item that is neither pinned nor retired stands."""
    if span.relabel is not None and span.relabel.decision is Decision.DROP:
        return SpanStanding(span, Cause.DROPPED, "a person decided to drop this span")
    if span.snapshot is None:
        return SpanStanding(span, Cause.NO_SNAPSHOT, "no snapshot says when a person confirmed it")
    if span.snapshot == at.snapshot:
        return SpanStanding(span, Cause.CONFIRMED, f"confirmed in {at.snapshot}", confirmed_place(span))
    line = at.lines.get(span.key)
    void = None if line is None else void_reason(span, line)
    if line is not None and not void:
        return _by_line(span, line, at)
    return _without_line(span, void, at)


def void_reason(span: Span, line: Resolution) -> str:
    """Return why a line says nothing about a span any more; empty where it is valid."""
    if line.confirmed != span.confirmed_key():
        return "the span was changed after it was resolved"
    named = named_labels(span.item, line.ignored)
    return f"the item names {', '.join(named)}, whose change was ignored" if named else ""


def confirmed_place(span: Span) -> Place | None:
    """Return the place that a person confirmed; None without offsets, or where they cannot hold the quote."""
    c = span.confirmed
    if c.start is None or c.end is None or c.end - c.start != len(c.text):
        return None
    return Place(c.doc_id, c.start, c.end, c.text)


def _by_line(span: Span, line: Resolution, at: Standpoint) -> SpanStanding:
    if line.undone:
        return SpanStanding(
            span, Cause.UNDONE, f"{line.outcome} in {at.snapshot}, and a person took that back", None, line
        )
    if line.accepted:
        place = line.place(span.confirmed.text)
        return SpanStanding(span, Cause.CARRIED_OVER, f"{line.outcome} in {at.snapshot}", place, line)
    reason = f"{line.outcome} in {at.snapshot}" + (f": {line.reason}" if line.reason else "")
    return SpanStanding(span, Cause.QUEUED, f"{reason}; waits for a person", None, line)


def _without_line(span: Span, void: str | None, at: Standpoint) -> SpanStanding:
    assert span.snapshot is not None
    if span.confirmed_key() in at.undone:
        return SpanStanding(span, Cause.UNDONE, "a person took its carry-over back; it waits for a decision")
    changed = _change(span, at)
    if not changed:
        reason = f"its document is the same in {span.snapshot} and {at.snapshot}"
        return SpanStanding(span, Cause.SAME_DOCUMENT, reason, confirmed_place(span))
    if void:
        return SpanStanding(span, Cause.VOID, f"its line in {at.snapshot} is void: {void}")
    return SpanStanding(span, Cause.NOT_RESOLVED, f"{changed}, and it was not resolved there")


def _change(span: Span, at: Standpoint) -> str:
    """Return what differs between the document as confirmed and as it is; empty where nothing does."""
    doc_id, then, now = span.confirmed.doc_id, span.snapshot or "", at.snapshot
    if then not in at.documents:
        return f"its snapshot {then} is not in this set"
    old, new = at.documents[then].get(doc_id), at.documents[now].get(doc_id)
    if old is None:
        return f"{doc_id} is not in its snapshot {then}"
    if new is None:
        return f"{doc_id} is not in {now}"
    if old.text_sha256 != new.text_sha256:
        return f"{doc_id} changed between {then} and {now}"
    return "" if old.scope() == new.scope() else f"what {doc_id} applies to changed between {then} and {now}"


def _skipped(item: Item) -> tuple[Cause, str] | None:
    if item.status is Status.RETIRED or Decision.RETIRE in _decisions(item):
        return Cause.RETIRED, "the item is retired"
    if item.pinned:
        return Cause.PINNED, f"the item is pinned to {item.corpus_snapshot or 'its snapshot'}"
    return None


def _decisions(item: Item) -> set[Decision | None]:
    return {entry.relabel.decision for entry in item.gold_spans if isinstance(entry, PendingSpan)}


def _skip(span: Span, whole: tuple[Cause, str], at: Standpoint) -> SpanStanding:
    return SpanStanding(span, *whole, confirmed_place(span) if span.snapshot == at.snapshot else None)


def _item_cause(spans: tuple[SpanStanding, ...]) -> tuple[Cause, str]:
    for standing in spans:
        if standing.state is State.STALE:
            return standing.cause, f"span {standing.span.id}: {standing.reason}"
    causes = {standing.cause for standing in spans}
    for weakest in (Cause.CARRIED_OVER, Cause.SAME_DOCUMENT, Cause.CONFIRMED):
        if weakest in causes:
            return weakest, "all its spans are current"
    return Cause.NO_SPANS, "every gold span was dropped" if spans else "it has no gold span"


def _counts(states: Iterable[State]) -> dict[State, int]:
    counted = Counter(states)
    return {state: counted[state] for state in State}
