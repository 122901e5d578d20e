"""What became of the gold spans of an item between two states of its file."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from goldset.domain.field_diff import FieldChange, record_changes
from goldset.domain.items import Decision, GoldSpan, Item, Relabel, Span
from goldset.domain.resolutions import Difference

# Names what differs between an old and a new passage, in classes.
Classify = Callable[[str, str], tuple[Difference, ...]]
PLACE = frozenset({"doc_id", "text", "start", "end"})
SURROUNDINGS = frozenset({"prefix", "suffix", "section", "occurrences", "also_in"})


class SpanAction(StrEnum):
    """What was done with a span; each changed span has exactly one, the first that applies."""

    ADDED = "added"
    DROPPED = "dropped"
    RETIRED = "retired"
    UNANSWERABLE = "unanswerable"
    DEFERRED = "deferred"
    PENDING = "pending"
    RESTORED = "restored"
    ACCEPTED = "accepted"
    WRITTEN = "written"
    LOCATED = "located"
    DETAILS = "details"


_DECIDED = {
    Decision.DROP: SpanAction.DROPPED,
    Decision.RETIRE: SpanAction.RETIRED,
    Decision.UNANSWERABLE: SpanAction.UNANSWERABLE,
    Decision.LATER: SpanAction.DEFERRED,
}


@dataclass(frozen=True, slots=True)
class SpanChange:
    """One span that is not what it was.

    Attributes:
        span: Its id now, or then where it is gone.
        action: What was done with it.
        old: Its entry as a person last confirmed it then; None where it was not there.
        new: The same now; None where it is gone.
        reason: Why, as the person or goldset said it: of a decision or a pending block.
        differences: What differs between the passages, classed; empty where their texts are the same.
        fields: What else differs, field by field; places and surroundings too.
    """

    span: str
    action: SpanAction
    old: GoldSpan | None
    new: GoldSpan | None
    reason: str = ""
    differences: tuple[Difference, ...] = ()
    fields: tuple[FieldChange, ...] = ()

    @property
    def passages_differ(self) -> bool:
        """Whether there are two passages, and their texts are not the same."""
        return self.old is not None and self.new is not None and self.old.text != self.new.text


def span_changes(old: Item, new: Item, classify: Classify) -> tuple[SpanChange, ...]:
    """Return every span that is not what it was, in the order of the new item; spans that are gone last."""
    found = (_change(before, now, classify) for before, now in _pairs(old.spans(), new.spans()))
    return tuple(change for change in found if change is not None)


def _pairs(old: Sequence[Span], new: Sequence[Span]) -> Iterator[tuple[Span | None, Span | None]]:
    """Yield spans that are one: by the name that both give, by their passage, else by their place in the list.

    The name of a span that has none of its own hangs on its place, and moves when another one goes.
    """
    left = dict(enumerate(old))
    matched: dict[int, Span] = {}
    for same in (_same_name, _same_passage, _same_place):
        for number, span in enumerate(new):
            if number not in matched:
                found = next((key for key, other in left.items() if same(other, span)), None)
                if found is not None:
                    matched[number] = left.pop(found)
    yield from ((matched.get(number), span) for number, span in enumerate(new))
    yield from ((span, None) for span in left.values())


def _same_name(one: Span, other: Span) -> bool:
    return one.id == other.id and one.confirmed.id is not None and other.confirmed.id is not None


def _same_passage(one: Span, other: Span) -> bool:
    return (one.confirmed.doc_id, one.confirmed.text) == (other.confirmed.doc_id, other.confirmed.text)


def _same_place(one: Span, other: Span) -> bool:
    return one.id == other.id


def _change(old: Span | None, new: Span | None, classify: Classify) -> SpanChange | None:
    if new is None:
        assert old is not None
        return SpanChange(old.id, SpanAction.DROPPED, old.confirmed, None)
    if old is None:
        action = SpanAction.PENDING if new.relabel else SpanAction.ADDED
        return SpanChange(new.id, action, None, new.confirmed, _reason(new.relabel))
    fields = tuple(record_changes(old.confirmed, new.confirmed))
    if not fields and old.relabel == new.relabel and old.id == new.id:
        return None
    before, now = old.confirmed, new.confirmed
    return SpanChange(
        span=new.id,
        action=_action(old, new, {field.path.partition("[")[0] for field in fields}),
        old=before,
        new=now,
        reason=_reason(new.relabel),
        differences=classify(before.text, now.text) if before.text != now.text else (),
        fields=tuple(
            f for f in fields if f.path not in {"doc_id", "text"} and (f.path != "id" or old.id != new.id)
        ),
    )


def _action(old: Span, new: Span, fields: set[str]) -> SpanAction:
    if new.relabel is not None:
        decision = new.relabel.decision
        return SpanAction.PENDING if decision is None else _DECIDED[decision]
    if old.relabel is not None and not fields & (PLACE | SURROUNDINGS | {"corpus_snapshot"}):
        return SpanAction.RESTORED
    if fields & {"doc_id", "text"} or (fields & PLACE and new.snapshot != old.snapshot):
        return SpanAction.ACCEPTED if _is_offered(old, new) else SpanAction.WRITTEN
    if new.snapshot != old.snapshot and "corpus_snapshot" in fields:
        return SpanAction.ACCEPTED
    return SpanAction.LOCATED if fields & (PLACE | SURROUNDINGS) else SpanAction.DETAILS


def _is_offered(old: Span, new: Span) -> bool:
    """Return whether a new passage is one that goldset offered.

    The block says so where it is there. Where it came and went on a branch, the entry does: an accepted
    candidate carries its place and the snapshot in which it was confirmed.
    """
    now = new.confirmed
    if old.relabel is not None and old.relabel.candidates:
        return any((c.doc_id, c.text) == (now.doc_id, now.text) for c in old.relabel.candidates)
    return now.corpus_snapshot is not None and new.snapshot != old.snapshot and now.start is not None


def _reason(block: Relabel | None) -> str:
    if block is None:
        return ""
    return block.reason or (block.outcome or "" if block.decision is None else "")
