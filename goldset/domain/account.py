"""Where every span of a set ends after a re-index: each in one place, none without a word."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from goldset.domain.lines import Key
from goldset.domain.queue import Ask
from goldset.domain.resolutions import QUEUED, TAKEN_BACK, Outcome, Resolution, is_taken_back
from goldset.domain.standing import SpanStanding, State


class End(StrEnum):
    """Where a span ends."""

    CURRENT = "current"
    CARRIED_OVER = "carried_over"  # in the open snapshot pull request
    QUEUED = "queued"  # in an open queue pull request
    HELD = "held"  # by the limit of open pull requests
    DECLINED = "declined"
    DEFERRED = "deferred"
    REFUSED = "refused"  # with its snapshot's pull request
    UNRESOLVED = "unresolved"  # could not be checked
    SKIPPED = "skipped"


@dataclass(frozen=True, slots=True)
class SpanEnd:
    """Where one span ends.

    Attributes:
        item: Id of the item.
        span: Id of the span.
        end: Where it ends.
        outcome: What became of it in the snapshot; `unchanged` where its document is the same.
        where: The branch or pull request that it is in, or that a person closed; empty where none.
        reason: Why, where the outcome alone does not say it.
        taken_back: Whether it waits for a person because its carry-over was taken back.
    """

    item: str
    span: str
    end: End
    outcome: Outcome
    where: str = ""
    reason: str = ""
    taken_back: bool = False

    @property
    def waits(self) -> bool:
        """Whether only a person can say where it stands, asked already or not."""
        return self.taken_back or self.outcome in QUEUED

    @property
    def told(self) -> str:
        """The outcome in words for people."""
        return str(self.outcome).replace("_", " ") + (", taken back" if self.taken_back else "")


@dataclass(frozen=True, slots=True)
class Ends:
    """What decides where spans end.

    Attributes:
        lines: The snapshot's lines that hold, by item and span.
        base: Those of them that the base has.
        asks: Spans that wait for a person, by item and span.
        declined: Name of the pull request by which a person refused to be asked, by span key.
        deferred: Spans that a person put off.
        places: Queue branch by item id.
        carry: The open carry-over branch of the snapshot; empty where there is none.
        refused: The pull request by which a person refused the snapshot; empty where none did.
    """

    lines: Mapping[Key, Resolution]
    base: frozenset[Key]
    asks: Mapping[Key, Ask]
    declined: Mapping[str, str]
    deferred: frozenset[Key]
    places: Mapping[str, str]
    carry: str
    refused: str


def account(standings: Iterable[SpanStanding], ends: Ends) -> list[SpanEnd]:
    """Return where every span ends, by item and span."""
    found = [_end(standing, ends) for standing in standings]
    return sorted(found, key=lambda end: (end.item, end.span))


def _end(standing: SpanStanding, ends: Ends) -> SpanEnd:
    item, span = standing.span.key
    if standing.state is State.SKIPPED:
        return SpanEnd(item, span, End.SKIPPED, Outcome.SKIPPED, reason=standing.reason)
    ask = ends.asks.get((item, span))
    if ask is not None:
        end, where = _waiting(ask, ends)
        outcome = ask.line.outcome
        return SpanEnd(item, span, end, outcome, where, ask.line.reason, is_taken_back(ask.line))
    line = ends.lines.get((item, span))
    if line is None:
        return SpanEnd(item, span, End.CURRENT, Outcome.UNCHANGED, reason=standing.reason)
    end, where = _settled(line, ends)
    return SpanEnd(item, span, end, line.outcome, where, line.reason if end is End.UNRESOLVED else "")


def _settled(line: Resolution, ends: Ends) -> tuple[End, str]:
    if line.outcome is Outcome.UNRESOLVED:
        return End.UNRESOLVED, ""
    if line.key in ends.base:
        return End.CURRENT, ""
    if ends.refused:
        return End.REFUSED, ends.refused
    return (End.CARRIED_OVER if ends.carry else End.HELD), ends.carry


def _waiting(ask: Ask, ends: Ends) -> tuple[End, str]:
    if ask.key in ends.declined:
        return End.DECLINED, ends.declined[ask.key]
    if ask.span.key in ends.deferred:
        return End.DEFERRED, ""
    branch = ends.places.get(ask.span.item.id, "")
    return (End.QUEUED if branch else End.HELD), branch


def end_counts(ends: Iterable[SpanEnd]) -> dict[End, int]:
    """Return how many spans ended in each place; the sum is the number of spans."""
    counted = Counter(end.end for end in ends)
    return {end: counted[end] for end in End}


def outcome_counts(ends: Iterable[SpanEnd]) -> dict[str, int]:
    """Return how many spans had each outcome; the sum is the number of spans.

    A span whose carry-over a person took back counts as that alone: whatever it was, it waits for a person.
    """
    counted = Counter(TAKEN_BACK if end.taken_back else str(end.outcome) for end in ends)
    return {name: counted[name] for name in (*map(str, Outcome), TAKEN_BACK)}
