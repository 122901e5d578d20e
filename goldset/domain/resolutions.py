"""Resolutions: where each gold span stands in a corpus snapshot, with the evidence."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum


class Outcome(StrEnum):
    """What became of a span; every span ends in exactly one, the first that applies."""

    SKIPPED = "skipped"
    UNRESOLVED = "unresolved"
    CONTEXT_CHANGED = "context_changed"
    SCOPE_CHANGED = "scope_changed"
    UNCHANGED = "unchanged"
    MOVED = "moved"
    REFORMATTED = "reformatted"
    RENAMED = "renamed"
    AMBIGUOUS = "ambiguous"
    EDITED = "edited"
    SPLIT = "split"
    FRAGMENT = "fragment"
    RELOCATED = "relocated"
    MISSING = "missing"
    DOCUMENT_REMOVED = "document_removed"


CARRIED_OVER = frozenset({Outcome.UNCHANGED, Outcome.MOVED, Outcome.REFORMATTED, Outcome.RENAMED})
QUEUED = frozenset(Outcome) - CARRIED_OVER - {Outcome.SKIPPED}
# In counts: a span that was carried over until a person took that back, so that it is queued.
TAKEN_BACK = "taken_back"


class DifferenceKind(StrEnum):
    """What sort of thing differs; labels for people and for ranking, never the ground for accepting."""

    NUMBER = "number"
    CURRENCY = "currency"
    UNIT = "unit"
    DATE = "date"
    NEGATION = "negation"
    MODAL = "modal"
    COMPARATOR = "comparator"
    CONNECTIVE = "connective"
    QUANTIFIER = "quantifier"
    ENTITY = "entity"
    JURISDICTION = "jurisdiction"
    ORDER = "order"
    WORDS = "words"


@dataclass(frozen=True, slots=True)
class Difference:
    """One differing piece: what the confirmed text says, what stands there now; either may be empty."""

    kind: DifferenceKind
    before: str
    after: str

    def __str__(self) -> str:
        return f"{self.kind}: {self.before or '∅'} -> {self.after or '∅'}"


@dataclass(frozen=True, slots=True)
class Place:
    """A passage of a snapshot: offsets count code points, half open; `text` as it stands there.

    `text` is empty only in a line read back whose place has the confirmed text (see `Resolution.place`).
    """

    doc_id: str
    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Candidate:
    """A place offered to a person.

    Attributes:
        place: Where it stands; whole tokens, whole grown sentence.
        similarity: Likeness of the texts, 0–100; ranks, never accepts.
        context_left: Likeness of the text before, 0–100.
        context_right: Likeness of the text after, 0–100.
        occurrences: How often the candidate's text stands in its document.
        lead: Similarity ahead of the next candidate, 0–100.
        differences: What differs from the confirmed text.
        sibling: Whether the document already held the text when the span was confirmed.
    """

    place: Place
    similarity: float
    context_left: float = 0.0
    context_right: float = 0.0
    occurrences: int = 1
    lead: float = 0.0
    differences: tuple[Difference, ...] = ()
    sibling: bool = False


@dataclass(frozen=True, slots=True)
class Resolution:
    """Where one span stands in a snapshot.

    Attributes:
        item: Id of the item.
        span: Id of the span.
        confirmed: `Span.confirmed_key()` of what was resolved.
        outcome: The one outcome.
        accepted: Whether the span is carried over without a person.
        to: The accepted place; None when queued or skipped.
        reason: Why, in words for people, where the outcome alone does not say it.
        differences: What differs at the best candidate, or what changed around the span.
        candidates: Up to three places (all of them for `ambiguous`), best first.
        ignored: Labels and link targets whose change was ignored; void once the item names one of them.
        undone: Whether a person took an accepted line back.
        note: Evidence per stage, for `--explain`.
    """

    item: str
    span: str
    confirmed: str
    outcome: Outcome
    accepted: bool
    to: Place | None = None
    reason: str = ""
    differences: tuple[Difference, ...] = ()
    candidates: tuple[Candidate, ...] = ()
    ignored: tuple[str, ...] = ()
    undone: bool = False
    note: Mapping[str, str] | None = None

    @property
    def key(self) -> tuple[str, str]:
        """Item id and span id."""
        return self.item, self.span

    def place(self, confirmed_text: str) -> Place | None:
        """Return the accepted place with its text (a stored line leaves out the confirmed one)."""
        return self.to if self.to is None or self.to.text else replace(self.to, text=confirmed_text)


def is_taken_back(line: Resolution) -> bool:
    """Return whether a line would carry its span over, had a person not taken that back."""
    return not line.accepted and line.outcome in CARRIED_OVER
