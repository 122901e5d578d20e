"""A snapshot's resolutions from run to run: which hold, which spans are due, what was taken back."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from goldset.domain.items import Span
from goldset.domain.resolutions import QUEUED, Candidate, Outcome, Resolution
from goldset.domain.standing import Cause, SpanStanding, State, void_reason

Key = tuple[str, str]
# A span in one of these has no line, and its document is not the one that was confirmed.
_DUE = frozenset({Cause.NOT_RESOLVED, Cause.VOID, Cause.UNDONE, Cause.NO_SNAPSHOT})
TAKEN_BACK = "a person took its carry-over back"


@dataclass(frozen=True, slots=True)
class Lines:
    """The lines that a snapshot has, and the spans that need one.

    Attributes:
        held: Lines that still hold, by item and span.
        due: Spans to be resolved in this run.
    """

    held: Mapping[Key, Resolution]
    due: tuple[Span, ...]


def sort_lines(
    standings: Iterable[SpanStanding], lines: Mapping[Key, Resolution], undone: frozenset[str]
) -> Lines:
    """Return which lines hold and which spans are due.

    Args:
        standings: Where every span stands in the snapshot.
        lines: The snapshot's lines, from the base and from an open branch.
        undone: `Resolution.confirmed` of every line that was taken back, in any snapshot.
    """
    # What was taken back is never forgotten, even where the span has changed since.
    held = {key: line for key, line in lines.items() if line.undone}
    due = []
    for standing in standings:
        span, line = standing.span, lines.get(standing.span.key)
        if standing.state is State.SKIPPED or standing.cause is Cause.CONFIRMED:
            continue
        back = span.confirmed_key() in undone
        if line is not None and not void_reason(span, line) and not (back and line.accepted):
            held[span.key] = line
        elif standing.cause in _DUE or back:
            due.append(span)
    return Lines(held, tuple(due))


def taken_back(line: Resolution, reason: str = TAKEN_BACK) -> Resolution:
    """Return an accepted line as a question, its place as the candidate."""
    assert line.to is not None
    candidate = Candidate(line.to, similarity=100.0)
    return replace(line, accepted=False, to=None, reason=reason, candidates=(candidate,))


def fresh_line(line: Resolution, undone: frozenset[str]) -> Resolution:
    """Return a resolution as it may be recorded: what a person took back is never carried over again."""
    return taken_back(line) if line.accepted and line.confirmed in undone else line


def waits(line: Resolution) -> bool:
    """Return whether a line waits for a person."""
    return not line.accepted and (line.outcome in QUEUED or bool(line.candidates))


def with_texts(lines: Iterable[Resolution], spans: Mapping[Key, Span]) -> list[Resolution]:
    """Return lines with the text of their accepted place, which a stored line may leave out."""
    return [
        replace(line, to=line.place(spans[line.key].confirmed.text)) if line.key in spans else line
        for line in lines
    ]


def undone_in(lines: Iterable[Resolution]) -> frozenset[str]:
    """Return `Resolution.confirmed` of the lines that were taken back."""
    return frozenset(line.confirmed for line in lines if line.undone)


def lost_documents(
    spans: Sequence[Span], documents: Iterable[str], lines: Iterable[Resolution]
) -> frozenset[str]:
    """Return the documents of spans that are neither in a corpus nor renamed in it."""
    there = set(documents)
    # Taken back or not: the document is there under another name.
    renamed = {line.key for line in lines if line.outcome is Outcome.RENAMED}
    found = {span.confirmed.doc_id for span in spans if span.key in renamed}
    return frozenset(span.confirmed.doc_id for span in spans) - there - found


def renames_in(spans: Iterable[Span], lines: Mapping[Key, Resolution]) -> dict[tuple[str, str], int]:
    """Return how many spans each pair of a document and the one it was renamed to carries over."""
    counts: dict[tuple[str, str], int] = {}
    for span in spans:
        line = lines.get(span.key)
        if line is not None and line.accepted and line.to and line.outcome is Outcome.RENAMED:
            pair = span.confirmed.doc_id, line.to.doc_id
            counts[pair] = counts.get(pair, 0) + 1
    return counts
