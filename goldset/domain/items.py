"""Golden items as people write them: one YAML file each, only changed by a person's decision."""

import hashlib
import json
import re
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from typing import Annotated, Any, ClassVar, Literal, Self

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Discriminator,
    Field,
    StrictBool,
    Tag,
    model_validator,
)

from goldset.domain.presence import BOTH_OFFSETS, DECISION, ITEM, Presence, check_presence

SNAPSHOT_ID_PATTERN = r"^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$"

SnapshotId = Annotated[str, Field(pattern=SNAPSHOT_ID_PATTERN)]
NonEmpty = Annotated[str, Field(min_length=1)]


class Prose:
    """Marks text in a person's own words: there a ` #` that cuts the value short is a fault, no comment."""


Words = Annotated[str, Prose()]
SomeWords = Annotated[str, Field(min_length=1), Prose()]
Offset = Annotated[int, Field(ge=0, strict=True)]

_DAY, _CLOCK = "[0-9]{4}-[0-9]{2}-[0-9]{2}", r"[0-9]{2}:[0-9]{2}(:[0-9]{2}(\.[0-9]{1,6})?)?"
DATE_PATTERN = rf"^{_DAY}([T ]{_CLOCK}(Z|[+-][0-9]{{2}}:[0-9]{{2}})?)?$"
_DATE = re.compile(DATE_PATTERN)


def _iso(value: Any) -> Any:
    # Pydantic alone takes 20261001 for seconds since 1970.
    if isinstance(value, date) or (isinstance(value, str) and _DATE.match(value)):
        return value
    raise ValueError("write a date as 2026-10-01, or a time as 2026-10-01T09:30:00+02:00")


When = Annotated[date | datetime, BeforeValidator(_iso), Field(json_schema_extra={"pattern": DATE_PATTERN})]


class Record(BaseModel):
    """A part of an item file: unknown keys are faults, and nothing changes after reading."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    presence: ClassVar[tuple[Presence, ...]] = ()

    @model_validator(mode="after")
    def _hold_presence(self) -> Self:
        if self.presence:
            check_presence(self, self.presence)
        return self


class Kind(StrEnum):
    """What a question asks of a retriever."""

    LOOKUP = "lookup"
    PARAPHRASE = "paraphrase"
    TERM = "term"
    MULTI_HOP = "multi_hop"
    SYNTHESIS = "synthesis"
    FRESHNESS = "freshness"
    CITATION = "citation"
    LEADING = "leading"
    NO_ANSWER = "no_answer"


class AbstainReason(StrEnum):
    """Why the right answer is no answer."""

    NOT_IN_CORPUS = "not_in_corpus"
    FALSE_PREMISE = "false_premise"
    AMBIGUOUS = "ambiguous"
    INSUFFICIENT_EVIDENCE = "insufficient_evidence"
    CONFLICTING_EVIDENCE = "conflicting_evidence"
    OUT_OF_COVERAGE = "out_of_coverage"
    NEEDS_HUMAN_DECISION = "needs_human_decision"


class Status(StrEnum):
    """Where an item is in its life; a retired item is never deleted."""

    DRAFT = "draft"
    ACTIVE = "active"
    RETIRED = "retired"


class Tier(StrEnum):
    """How often an item is run."""

    SMOKE = "smoke"
    REGRESSION = "regression"
    FULL = "full"


class Split(StrEnum):
    """Whether an item may be tuned on (`dev`) or is frozen (`test`)."""

    DEV = "dev"
    TEST = "test"


class OriginKind(StrEnum):
    """Where a question came from."""

    PRODUCTION = "production"
    EXPERT = "expert"
    SYNTHETIC = "synthetic"
    IMPORTED = "imported"


class Origin(Record):
    """Where a question came from, with a reference that its people understand."""

    kind: OriginKind
    ref: Words | None = None


class Review(Record):
    """What a second person said of an item."""

    by: SomeWords
    at: When
    verdict: Literal["agree", "disagree", "unsure"]


class Retirement(Record):
    """Why, when and by whom an item was retired."""

    reason: SomeWords
    at: When | None = None
    by: SomeWords | None = None
    replaced_by: NonEmpty | None = None


class Rejected(Record):
    """A candidate that a person refused; it is not offered again."""

    doc_id: NonEmpty
    text: SomeWords


class NearSpan(Record):
    """A passage that looks like an answer and is not: reported when it moves, never queued."""

    presence: ClassVar[tuple[Presence, ...]] = BOTH_OFFSETS

    doc_id: NonEmpty
    text: SomeWords
    start: Offset | None = None
    end: Offset | None = None


class GoldSpan(Record):
    """A passage that proves the answer, as a person confirmed it.

    `start` and `end` count Unicode code points of the document's text, half open. `occurrences` is how often
    the text stood in the document, `also_in` which other documents of that snapshot held it. Spans of one
    `group` are interchangeable: an answer needs one of every group; without one a span is a group of its own.
    """

    presence: ClassVar[tuple[Presence, ...]] = BOTH_OFFSETS

    id: NonEmpty | None = None
    doc_id: NonEmpty
    text: SomeWords
    start: Offset | None = None
    end: Offset | None = None
    prefix: Words | None = None
    suffix: Words | None = None
    section: tuple[Words, ...] | None = None
    occurrences: Annotated[int, Field(ge=1, strict=True)] | None = None
    also_in: tuple[NonEmpty, ...] = ()
    rejected: tuple[Rejected, ...] = ()
    grade: Annotated[int, Field(ge=1, le=3, strict=True)] = 1
    group: NonEmpty | Annotated[tuple[NonEmpty, ...], Field(min_length=1)] | None = None
    corpus_snapshot: SnapshotId | None = None


class OfferedCandidate(Record):
    """A place that goldset offers for a span, best first, inside a relabel block."""

    doc_id: NonEmpty
    start: Offset
    end: Offset
    text: SomeWords
    similarity: Annotated[float, Field(ge=0, le=100, strict=True)] | None = None
    differences: tuple[Words, ...] = ()


class Decision(StrEnum):
    """What a person may decide about a queued span, other than accepting a passage."""

    RETIRE = "retire"
    UNANSWERABLE = "unanswerable"
    DROP = "drop"
    LATER = "later"


class Relabel(Record):
    """What a queued span's entry holds until a person decides: the old entry (`was`) and what to choose from.

    Without a `decision` it is a question, which may not be merged; with one it is a person's answer.
    """

    presence: ClassVar[tuple[Presence, ...]] = DECISION

    decision: Decision | None = None
    reason: Words | None = None
    abstain_reason: AbstainReason | None = None
    outcome: str | None = None
    snapshot: SnapshotId | None = None
    differences: tuple[Words, ...] = ()
    was: GoldSpan
    candidates: tuple[OfferedCandidate, ...] = ()


class PendingSpan(Record):
    """A span's entry while it is queued or decided otherwise than by accepting a passage."""

    id: NonEmpty
    relabel: Relabel


def _entry_kind(entry: Any) -> str:
    pending = "relabel" in entry if isinstance(entry, dict) else isinstance(entry, PendingSpan)
    return "pending" if pending else "confirmed"


# Told apart by the key `relabel`, so that a fault in one is never reported as a fault of the other.
SpanEntry = Annotated[
    Annotated[GoldSpan, Tag("confirmed")] | Annotated[PendingSpan, Tag("pending")], Discriminator(_entry_kind)
]


class Item(Record):
    """One golden item: a question, the right answer, and the passages that prove it (see `GoldSpan`)."""

    presence: ClassVar[tuple[Presence, ...]] = ITEM

    id: NonEmpty
    question: SomeWords
    slice: NonEmpty
    kind: Kind | None = None
    tags: tuple[NonEmpty, ...] = ()
    answerable: StrictBool
    abstain_reason: AbstainReason | None = None
    gold_answer: Words | None = None
    must_include: tuple[SomeWords, ...] = ()
    must_not_include: tuple[SomeWords, ...] = ()
    derived_figures: tuple[SomeWords, ...] = ()
    corpus_snapshot: SnapshotId | None = None
    gold_spans: tuple[SpanEntry, ...] = ()
    near_spans: tuple[NearSpan, ...] = ()
    jurisdiction: NonEmpty | None = None
    language: NonEmpty | None = None
    as_of: When | None = None
    pinned: StrictBool = False
    origin: Origin | None = None
    labelled_by: SomeWords | None = None
    labelled_at: When | None = None
    reviews: tuple[Review, ...] = ()
    tier: Tier | None = None
    split: Split | None = None
    status: Status = Status.ACTIVE
    retired: Retirement | None = None

    def spans(self) -> tuple["Span", ...]:
        """Return every span with id, confirmed entry and snapshot filled in, pending ones included."""
        return tuple(self._span(n, entry) for n, entry in enumerate(self.gold_spans, start=1))

    def _span(self, number: int, entry: GoldSpan | PendingSpan) -> "Span":
        pending = entry if isinstance(entry, PendingSpan) else None
        confirmed = pending.relabel.was if pending else entry
        assert isinstance(confirmed, GoldSpan)
        span_id = entry.id or confirmed.id or f"s{number}"
        snapshot = confirmed.corpus_snapshot or self.corpus_snapshot
        return Span(
            item=self,
            id=span_id,
            confirmed=confirmed,
            snapshot=snapshot,
            relabel=pending.relabel if pending else None,
        )


@dataclass(frozen=True, slots=True)
class Span:
    """A span as the resolver and the reports see it: what a person last confirmed, and what is pending.

    `snapshot` is the snapshot in which a person last confirmed the span; None only in a draft.
    """

    item: Item
    id: str
    confirmed: GoldSpan
    snapshot: str | None
    relabel: Relabel | None = None

    @property
    def key(self) -> tuple[str, str]:
        """Item id and span id: what names the span in every record."""
        return self.item.id, self.id

    @property
    def groups(self) -> tuple[str, ...]:
        """The evidence groups that the span serves; its own id where none is named."""
        group = self.confirmed.group
        if group is None:
            return (self.id,)
        return (group,) if isinstance(group, str) else group

    def confirmed_key(self) -> str:
        """Return the SHA-256 of text, context, place and snapshot as confirmed (`Resolution.confirmed`)."""
        c = self.confirmed
        return digest([c.doc_id, c.text, c.start, c.end, c.prefix, c.suffix, c.section, self.snapshot])


def digest(value: Any) -> str:
    """Return the SHA-256, in hex, of a value's JSON with sorted keys and no spaces."""
    text = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
