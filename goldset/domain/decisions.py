"""What a decision makes of a queued span's entry: one function a decision, for clicks and commands alike."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from goldset.domain.items import (
    AbstainReason,
    Decision,
    GoldSpan,
    OfferedCandidate,
    PendingSpan,
    Rejected,
    Relabel,
    Span,
)
from goldset.domain.resolutions import Outcome


class Verb(StrEnum):
    """What a person may say of a queued span."""

    ACCEPT = "accept"
    RETIRE = "retire"
    UNANSWERABLE = "unanswerable"
    DROP = "drop"
    LATER = "later"
    REJECT = "reject"


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What an item stores about an accepted passage's place; see `GoldSpan`."""

    prefix: str
    suffix: str
    section: tuple[str, ...]
    occurrences: int


def accepted_entry(span: Span, candidate: OfferedCandidate, around: Surroundings | None) -> GoldSpan:
    """Return the complete new entry by which a person confirms a candidate.

    Args:
        span: The queued span.
        candidate: The passage of the block's snapshot.
        around: Its surroundings; None where the document's text is not kept.
    """
    old = span.confirmed
    place = {
        "doc_id": candidate.doc_id,
        "text": candidate.text,
        "start": candidate.start,
        "end": candidate.end,
    }
    known = {} if around is None else {name: getattr(around, name) for name in around.__slots__}
    # What people said of the span itself stays; what described the old place goes.
    said = {
        name: getattr(old, name)
        for name in ("rejected", "grade", "coarse", "group")
        if name in old.model_fields_set
    }
    snapshot = span.relabel.snapshot if span.relabel else None
    return GoldSpan(id=span.id, **place, **known, **said, corpus_snapshot=snapshot)


def decided_entry(
    span: Span, verb: Verb, reason: str | None, abstain_reason: AbstainReason | None
) -> PendingSpan:
    """Return the entry that holds a person's decision other than a passage.

    A deferral keeps the question, so that it is known when it has become another one.
    """
    assert span.relabel is not None
    asked = span.relabel
    if verb is Verb.LATER:
        kept = {name: getattr(asked, name) for name in asked.model_fields_set}
        return _pending(span, kept | _given(decision=Decision.LATER, reason=reason))
    why = reason or _default_reason(asked)
    abstain = (abstain_reason or AbstainReason.NOT_IN_CORPUS) if verb is Verb.UNANSWERABLE else None
    fields = _given(decision=Decision(verb.value), reason=why, abstain_reason=abstain, was=asked.was)
    return _pending(span, fields)


def rejected_entry(span: Span, candidate: OfferedCandidate) -> PendingSpan:
    """Return the entry without a candidate that a person refused, which it remembers."""
    assert span.relabel is not None
    asked = span.relabel
    refused = Rejected(doc_id=candidate.doc_id, text=candidate.text)
    was = asked.was.model_copy(update={"rejected": (*asked.was.rejected, refused)})
    left = tuple(other for other in asked.candidates if other != candidate)
    kept = {name: getattr(asked, name) for name in asked.model_fields_set}
    return _pending(span, kept | {"was": was, "candidates": left})


def _pending(span: Span, fields: dict[str, object]) -> PendingSpan:
    # An empty list is the default, and not written.
    said = {name: value for name, value in fields.items() if value != () or name == "was"}
    return PendingSpan(id=span.id, relabel=Relabel.model_validate(said))


def _given(**fields: object) -> dict[str, object]:
    return {name: value for name, value in fields.items() if value is not None}


def _default_reason(asked: Relabel) -> str:
    where = f" in snapshot {asked.snapshot}" if asked.snapshot else ""
    return f"its passage is {asked.outcome or 'not carried over'}{where}"


def undecided(spans: Iterable[Span]) -> list[Span]:
    """Return the spans that wait for a decision."""
    return [span for span in spans if span.relabel is not None and span.relabel.decision is None]


def settles_pair(span: Span, old: str, new: str) -> OfferedCandidate | None:
    """Return the candidate by which a decision about two documents settles a span; None where it does not.

    Only a passage that moved as it is: one whose words differ is a decision of its own.
    """
    block = span.relabel
    if block is None or block.decision or block.outcome != Outcome.RELOCATED or block.was.doc_id != old:
        return None
    return next((c for c in block.candidates if c.doc_id == new and not c.differences), None)
