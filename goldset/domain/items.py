"""Golden items as people write them: one YAML file each, only changed by a person's decision."""

import hashlib
import json
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Discriminator, Field, StrictBool, Tag

from goldset.domain.fields import NonEmpty, Offset, Record, SnapshotId, SomeWords, When, Words
from goldset.domain.item_facts import Kind, Origin, Retirement, Review, Split, Tier, Waiver
from goldset.domain.presence import BOTH_OFFSETS, DECISION, ITEM, Presence


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


class Rejected(Record):
    """A candidate that a person refused; it is not offered again.

    Attributes:
        doc_id: Document of the candidate.
        text: Text of the candidate.
    """

    doc_id: NonEmpty
    text: SomeWords


class NearSpan(Record):
    """A passage that looks like an answer and is not: reported when it moves, never queued.

    Attributes:
        doc_id: Id of the document that holds it.
        text: The passage, copied from the document to the letter.
        start: Where it begins, in Unicode code points from 0.
        end: Where it ends; not part of it any more.
    """

    presence: ClassVar[tuple[Presence, ...]] = BOTH_OFFSETS

    doc_id: NonEmpty
    text: SomeWords
    start: Offset | None = None
    end: Offset | None = None


class GoldSpan(Record):
    """A passage that proves the answer, as a person confirmed it.

    Attributes:
        id: Name of the span: unique in the item and never used again; without one s1, s2, … by place in the
            list.
        doc_id: Id of the document that holds it.
        text: The passage, copied from the document to the letter.
        start: Where it begins in the document's text, in Unicode code points from 0; `goldset fmt --locate`
            fills it in.
        end: Where it ends, half open: `end - start` is the number of code points of the text.
        prefix: The text right before it, as confirmed: 64–400 characters, at least the previous sentence.
        suffix: The text right after it, as confirmed: 64–400 characters, at least the rest of its own
            sentence.
        section: Headings above it, outermost first.
        occurrences: How often its text stood in the document.
        also_in: Other documents of that snapshot that held the same text.
        rejected: Candidates that a person refused; they are not offered again.
        grade: How much it proves, 1–3.
        coarse: Whether it is a whole chunk or document rather than the passage itself: it is scored apart, and
            carried over only where its text stands to the letter.
        group: Evidence group, or a list of them. Spans of one group are interchangeable; an answer needs one
            of every group. Without one the span is a group of its own.
        corpus_snapshot: Snapshot in which a person confirmed this span, where it is not that of the item.
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
    coarse: Literal["chunk", "document"] | None = None
    group: NonEmpty | Annotated[tuple[NonEmpty, ...], Field(min_length=1)] | None = None
    corpus_snapshot: SnapshotId | None = None


class OfferedCandidate(Record):
    """A place that goldset offers for a span, best first, inside a relabel block.

    Attributes:
        doc_id: Document that holds it.
        start: Where it begins, in Unicode code points from 0.
        end: Where it ends, half open.
        text: The passage as it stands there.
        similarity: Likeness to the confirmed text, 0–100; ranks, and never accepts.
        differences: What differs from the confirmed text, as `kind: before -> after`.
    """

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
    """What a queued span's entry holds until a person decides.

    Without a `decision` it is a question, which may not be merged; with one it is a person's answer.

    Attributes:
        decision: What a person decided, other than accepting a passage.
        reason: Why, in words for the next reader.
        abstain_reason: For `unanswerable`: why the right answer is no answer.
        outcome: What became of the span in the snapshot.
        snapshot: Snapshot in which it was resolved.
        differences: What differs at the best candidate, as `kind: before -> after`.
        was: The entry as a person last confirmed it.
        candidates: Places to choose from, best first.
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
    """A span's entry while it is queued, or decided otherwise than by accepting a passage.

    Attributes:
        id: Name of the span.
        relabel: The question, or the decision.
    """

    id: NonEmpty
    relabel: Relabel


def _entry_kind(entry: Any) -> str:
    # By type: the class of a record is asked in Python whether something is one of its, a hundred thousand times.
    pending = "relabel" in entry if isinstance(entry, dict) else type(entry) is PendingSpan
    return "pending" if pending else "confirmed"


# Told apart by the key `relabel`, so that a fault in one is never reported as a fault of the other.
SpanEntry = Annotated[
    Annotated[GoldSpan, Tag("confirmed")] | Annotated[PendingSpan, Tag("pending")], Discriminator(_entry_kind)
]


class Unplaced(Record):
    """Evidence of a draft that stands nowhere yet, as it was brought in; a person finds its place.

    Attributes:
        reason: Why it has no place, in words for people.
        text: The passage as its source has it.
        doc_id: Its document as the source names it.
        chunk_id: Its chunk as the source names it; never a document id.
        grade: How much it proves, 1–3.
        group: Evidence group, or a list of them.
        coarse: Whether it is a whole chunk or document rather than the passage itself.
    """

    reason: SomeWords
    text: SomeWords | None = None
    doc_id: NonEmpty | None = None
    chunk_id: NonEmpty | None = None
    grade: Annotated[int, Field(ge=1, le=3, strict=True)] = 1
    group: NonEmpty | Annotated[tuple[NonEmpty, ...], Field(min_length=1)] | None = None
    coarse: Literal["chunk", "document"] | None = None


class Item(Record):
    """One golden item: a question, the right answer, and the passages that prove it.

    Attributes:
        id: Name of the item and of its file; never changes.
        question: The question as a person would ask it.
        slice: Part of the set that it belongs to: the first folder below items/.
        kind: What the question asks of a retriever.
        variant_of: Id of the item that it asks again in another way: runs should answer both alike.
        tags: Free labels.
        answerable: Whether the corpus holds an answer.
        abstain_reason: For an item without answer: why the right answer is no answer.
        gold_answer: The right answer.
        must_include: Texts that a right answer holds.
        must_not_include: Texts that a right answer never holds.
        derived_figures: Reasons for figures of the answer that stand in no span because they are computed.
        corpus_snapshot: Corpus snapshot in which a person last confirmed the spans.
        gold_spans: Passages that prove the answer.
        near_spans: Passages that look like an answer and are not.
        unplaced: Evidence of a draft that stands nowhere in the corpus yet.
        draft_reasons: Why a draft is one: what a person has to settle first.
        jurisdiction: Where the question is asked, such as US or US-FL; US covers US-FL, never the reverse.
        language: Language of the question as a BCP 47 tag; figures are read by it.
        as_of: Time at which the question is asked, where the answer hangs on it.
        pinned: Whether the item is about its snapshot: it is never resolved again, and counted as skipped.
        origin: Where the question came from.
        labelled_by: Who labelled it, as named under `people` in goldset.yaml.
        labelled_at: When it was labelled.
        reviews: What other people said of it.
        tier: How often it is run.
        split: Whether it may be tuned on (dev) or is frozen (test).
        status: Where it is in its life; a retired item is never deleted.
        retired: For a retired item: why, when and by whom.
        waivers: Findings of `goldset validate` that a person has looked at and knows better, with the reason.
    """

    presence: ClassVar[tuple[Presence, ...]] = ITEM

    id: NonEmpty
    question: SomeWords
    slice: NonEmpty
    kind: Kind | None = None
    variant_of: NonEmpty | None = None
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
    unplaced: tuple[Unplaced, ...] = ()
    draft_reasons: tuple[SomeWords, ...] = ()
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
    waivers: tuple[Waiver, ...] = ()

    def spans(self) -> tuple["Span", ...]:
        """Return every span with id, confirmed entry and snapshot filled in, pending ones included."""
        return tuple(map(self._span, self.span_ids(), self.gold_spans))

    def span_ids(self) -> tuple[str, ...]:
        """Return the id of every span; without one s1, s2, … by place in the list."""
        return tuple(
            entry.id or (entry.relabel.was.id if type(entry) is PendingSpan else None) or f"s{number}"
            for number, entry in enumerate(self.gold_spans, start=1)
        )

    def _span(self, span_id: str, entry: GoldSpan | PendingSpan) -> "Span":
        pending = entry if type(entry) is PendingSpan else None
        confirmed = pending.relabel.was if pending else entry
        assert isinstance(confirmed, GoldSpan)
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


_JSON = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":"), check_circular=False)


def sorted_json(value: Any) -> str:
    """Return a value's JSON with sorted keys and no spaces."""
    return _JSON.encode(value)


def digest(value: Any) -> str:
    """Return the SHA-256, in hex, of a value's JSON with sorted keys and no spaces."""
    return sha256_of(sorted_json(value))


def sha256_of(text: str) -> str:
    """Return the SHA-256, in hex, of a text as UTF-8, half characters included."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
