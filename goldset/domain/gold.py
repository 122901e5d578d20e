"""Gold as a scorer sees it: each item with its evidence where that stands in the run's snapshot."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from goldset.domain.items import Item
from goldset.domain.standing import State


@dataclass(frozen=True, slots=True)
class Evidence:
    """A passage that proves an answer, where it stands in the snapshot that is scored.

    Spans at one and the same place are one evidence: neither numerator nor denominator counts them twice.

    Attributes:
        spans: Ids of the spans that stand there.
        doc_id: Its document.
        start: Where it begins, in code points from 0.
        end: Where it ends, half open; greater than `start`.
        text: The passage as it stands there.
        grade: The highest grade of its spans, 1–3.
        groups: Evidence groups that it serves.
        coarse: Whether it is a whole chunk or document: scored apart from exact spans.
    """

    spans: tuple[str, ...]
    doc_id: str
    start: int
    end: int
    text: str
    grade: int
    groups: tuple[str, ...]
    coarse: bool = False


@dataclass(frozen=True, slots=True)
class GoldItem:
    """An item that a run is scored against.

    Attributes:
        item: The item.
        state: Current or stale in the run's snapshot. Skipped items are not scored, and are counted apart.
        reason: Why it is stale, in words; empty for a current one.
        evidence: By document and place; empty for an unanswerable item. Of a stale item only what is known.
        near: (doc_id, start, end) of passages that look like an answer and are not.
        is_answerable: What the item says, or a person's merged decision.
    """

    item: Item
    state: State
    reason: str
    evidence: tuple[Evidence, ...]
    near: tuple[tuple[str, int, int], ...] = ()
    is_answerable: bool = True

    @property
    def id(self) -> str:
        """The item's id."""
        return self.item.id

    @property
    def groups(self) -> tuple[str, ...]:
        """The evidence groups that an answer needs, sorted."""
        return tuple(sorted({group for evidence in self.evidence for group in evidence.groups}))


@dataclass(frozen=True, slots=True)
class GoldSet:
    """The set as a run is scored against it. Every item of the set is in `items` or in `left_out`.

    Attributes:
        name: The set's name.
        snapshot: The snapshot in which gold stands; None for a set without any.
        items: By id, the items that are scored.
        left_out: By reason (draft, retired, pinned), the ids that are not.
        scopes: By document id of the snapshot, its scope metadata (jurisdiction, language, edition, version,
            effective_from, effective_to).
        aliases: Document id by what else runs may call it: its `url`, and its path.
        documents: Every document id of the snapshot, with its length in code points.
        is_thinned: Whether the snapshot was thinned to the documents that confirmed spans name.
    """

    name: str
    snapshot: str | None
    items: Mapping[str, GoldItem]
    left_out: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    scopes: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    aliases: Mapping[str, str] = field(default_factory=dict)
    documents: Mapping[str, int] = field(default_factory=dict)
    is_thinned: bool = False
