"""Scores: a table of items by metrics, from which every report, gate and comparison is made.

A value is a share, 0–1. A metric that does not apply to an item is absent from its row; one that applies but
cannot be known, because the item is stale, is None: both bounds are then printed.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from goldset.domain.runs import Arm, RunSource


class End(StrEnum):
    """How an item ended in one arm of a run: exactly one of these."""

    ANSWERED = "answered"
    PARTIAL = "partial"
    ABSTAINED = "abstained"
    ERROR = "error"
    TIMEOUT = "timeout"
    MISSING = "missing"
    STALE = "stale"


class Layer(StrEnum):
    """What a metric measures."""

    RETRIEVAL = "retrieval"
    GENERATION = "generation"
    ABSTENTION = "abstention"
    CITATIONS = "citations"
    JUDGED = "judged"


class Better(StrEnum):
    """Which way of a metric is better."""

    HIGHER = "higher"
    LOWER = "lower"


@dataclass(frozen=True, slots=True)
class Metric:
    """One metric: what reports call it and what it is a share of.

    Attributes:
        name: Its name in settings and reports, without its cut-off: `recall`.
        layer: What it measures.
        definition: What is counted over what, in one sentence.
        better: Which way is better.
        is_ranked: Whether it is taken at a cut-off: `recall@5`.
        is_binary: Whether an item's value is 0 or 1: its mean is then a proportion.
    """

    name: str
    layer: Layer
    definition: str
    better: Better = Better.HIGHER
    is_ranked: bool = False
    is_binary: bool = False


@dataclass(frozen=True, slots=True)
class ItemScore:
    """What one item scored in one arm.

    Attributes:
        item: Id of the item.
        arm: The arm.
        end: How it ended.
        values: By metric key, its value, 0–1; None where the item is stale and the value unknown.
        facts: By field (slice, kind, jurisdiction, language, tier, split, origin), what it is grouped by; of
            `tags` every one; under `variant_of` the item that it asks again.
        documents: Documents that hold its evidence: items that share one are not independent.
        is_answerable: Whether the right end is an answer.
        notes: By subject, what a person may want to know of it: why it is stale, its abstention's reason, its
            error, its diagnosis.
        confidence: How sure the system said it was, on its own scale: only the order counts.
        counts: By name, what was counted in its line: chunks, duplicate_chunks and others of `Scored.counts`.
    """

    item: str
    arm: Arm
    end: End
    values: Mapping[str, float | None]
    facts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    documents: tuple[str, ...] = ()
    is_answerable: bool = True
    notes: Mapping[str, str] = field(default_factory=dict)
    confidence: float | None = None
    counts: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ScoreRules:
    """By which rules a run was scored: two scores are comparable only under the same.

    Attributes:
        overlap: Share of a passage, 0–1, that chunks must cover to have found it.
        overlap_rule: Name and version of the rule.
        k: Cut-offs of ranked metrics, rising.
        characters: Budgets of `recall_within`, in code points, rising.
    """

    overlap: float = 0.5
    overlap_rule: str = "union-coverage/1"
    k: tuple[int, ...] = (1, 3, 5, 10)
    characters: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Scored:
    """A scored run. In each arm every item of the set that is scored has exactly one row.

    Attributes:
        source: The run.
        set_name: The set's name.
        snapshot: The snapshot in which gold stood; None for a set without any.
        snapshot_assumed: Whether the run did not name it.
        rules: How it was scored.
        rows: Items by id, arm by arm.
        left_out: By reason, ids of items that are not scored: drafts, retired, pinned ones.
        unknown: Ids of the run that are no items of the set.
        unknown_documents: Documents that retrieved chunks name and the snapshot does not have, sorted.
        counts: By name, what else was counted: chunks, not locatable ones, duplicates in rankings.
        chunk_map: SHA-256 of the chunk map that said where chunks stand; None without one.
        judges: By verdict name, who judged anywhere in the run and by which definition, sorted.
    """

    source: RunSource
    set_name: str
    snapshot: str | None
    snapshot_assumed: bool
    rules: ScoreRules
    rows: Sequence[ItemScore]
    left_out: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    unknown: tuple[str, ...] = ()
    counts: Mapping[str, int] = field(default_factory=dict)
    chunk_map: str | None = None
    judges: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    unknown_documents: tuple[str, ...] = ()

    def arm(self, arm: Arm) -> list[ItemScore]:
        """Return the rows of one arm."""
        return [row for row in self.rows if row.arm is arm]
