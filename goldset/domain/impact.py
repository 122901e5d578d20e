"""What a change of documents does to the gold spans that stand in them."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from goldset.domain.items import Span
from goldset.domain.lines import waits
from goldset.domain.queue import Ask, block_key
from goldset.domain.resolutions import Outcome, Resolution
from goldset.domain.snapshots import DocumentRecord


class Effect(StrEnum):
    """What a change of documents means for a span."""

    QUEUED = "queued"  # a person would have to decide, because of this change
    WAITING = "waiting"  # a person has to decide, and had to before this change
    CARRIED_OVER = "carried_over"
    SKIPPED = "skipped"
    UNTOUCHED = "untouched"  # its document is as it was


@dataclass(frozen=True, slots=True)
class DocumentChanges:
    """Which documents of a corpus a change adds, changes and removes, by id; sorted."""

    added: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()

    @property
    def touched(self) -> frozenset[str]:
        """All of them."""
        return frozenset((*self.added, *self.changed, *self.removed))

    def kind(self, doc_id: str) -> str:
        """Return what happened to a document, in a word; `unchanged` for any other."""
        for kind, ids in (("added", self.added), ("changed", self.changed), ("removed", self.removed)):
            if doc_id in ids:
                return kind
        return "unchanged"


def document_changes(
    before: Mapping[str, DocumentRecord], after: Mapping[str, DocumentRecord]
) -> DocumentChanges:
    """Return what differs between two corpora: text, or what it applies to."""
    return DocumentChanges(
        added=tuple(sorted(after.keys() - before.keys())),
        changed=tuple(sorted(i for i in after.keys() & before.keys() if _differ(before[i], after[i]))),
        removed=tuple(sorted(before.keys() - after.keys())),
    )


def _differ(old: DocumentRecord, new: DocumentRecord) -> bool:
    return old.text_sha256 != new.text_sha256 or old.scope() != new.scope()


@dataclass(frozen=True, slots=True)
class TouchedSpan:
    """A span in a document that a change touches.

    Attributes:
        span: The span, as a person confirmed it.
        path: Its item's file, below the set's folder.
        before: Where it stood before the change.
        after: Where it stands after it.
    """

    span: Span
    path: str
    before: Resolution
    after: Resolution

    @property
    def document(self) -> str:
        """Id of the document that it stood in before the change."""
        return self.before.to.doc_id if self.before.to else self.span.confirmed.doc_id

    @property
    def now(self) -> str:
        """Id of the document that it stands in, or may stand in, after it; empty where nothing is known."""
        if self.after.to:
            return self.after.to.doc_id
        return self.after.candidates[0].place.doc_id if self.after.candidates else ""

    @property
    def effect(self) -> Effect:
        """What the change means for it."""
        if self.after.outcome is Outcome.SKIPPED:
            return Effect.SKIPPED
        if not waits(self.after):
            return Effect.CARRIED_OVER
        return Effect.WAITING if self._waited() else Effect.QUEUED

    @property
    def is_asked(self) -> bool:
        """Whether the item holds the question already, in a block without a decision."""
        return self.span.relabel is not None and self.span.relabel.decision is None

    @property
    def stays(self) -> bool:
        """Whether the change makes no difference to where it stands."""
        if self.effect is Effect.WAITING:
            return True
        return self.before.outcome is self.after.outcome and self.before.to == self.after.to

    def _waited(self) -> bool:
        """Return whether just this question was open before, or a person has put it off."""
        key = Ask(self.span, self.after, "").key
        block = self.span.relabel
        if block is not None and block.decision == "later" and block_key(self.span) == key:
            return True
        return waits(self.before) and Ask(self.span, self.before, "").key == key


@dataclass(frozen=True, slots=True)
class Impact:
    """What a change of documents does to a set.

    Attributes:
        name: Name of the set.
        base: What the change comes from, in words.
        head: What it leads to, in words.
        documents: The documents that it touches.
        spans: The spans that stand in them, by document and span.
        untouched: How many spans stand in other documents.
        unreadable: Item files with errors, whose spans were not looked at.
        notices: What a person should know.
    """

    name: str
    base: str
    head: str
    documents: DocumentChanges
    spans: tuple[TouchedSpan, ...]
    untouched: int
    unreadable: tuple[str, ...]
    notices: tuple[str, ...]

    def of(self, effect: Effect) -> list[TouchedSpan]:
        """Return the spans for which the change means this."""
        return [one for one in self.spans if one.effect is effect]

    def totals(self) -> dict[str, int]:
        """Return how many spans there are of each effect; they add up to `spans`."""
        counted = Counter(one.effect for one in self.spans)
        counted[Effect.UNTOUCHED] = self.untouched
        return {"spans": counted.total(), **{str(effect): counted[effect] for effect in Effect}}

    @property
    def needs_people(self) -> bool:
        """Whether the change leaves something to a person, or something could not be looked at."""
        return bool(self.of(Effect.QUEUED) or self.unreadable)


def in_order(spans: Iterable[TouchedSpan]) -> tuple[TouchedSpan, ...]:
    """Return spans by document, then item and span."""
    return tuple(sorted(spans, key=lambda one: (one.document, one.span.key)))
