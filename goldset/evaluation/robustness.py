"""Whether the system answers the same question alike when it is asked in another way: pairs of base and variant."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from goldset.domain.scores import Better, End, ItemScore
from goldset.evaluation.metrics import metric_of

WATCHED = (
    "correct",
    "judged_correct",
    "false_answer",
    "false_abstention",
    "citation_resolves",
    "citation_verbatim",
    "citation_figures",
    "citation_eligible",
)
UNNAMED = ""


@dataclass(frozen=True, slots=True)
class Shift:
    """What asking in another way does to one metric, over pairs of which both values are known.

    Attributes:
        metric: Its key.
        pairs: How many pairs.
        base: Mean of the bases, 0–1.
        variant: Mean of the variants, 0–1.
        worse: Ids of variants that fare worse than their base, sorted.
        better: Ids of variants that fare better, sorted.
    """

    metric: str
    pairs: int
    base: float
    variant: float
    worse: tuple[str, ...]
    better: tuple[str, ...]

    @property
    def change(self) -> float:
        """Mean of the variants less mean of the bases, -1 to 1."""
        return self.variant - self.base


@dataclass(frozen=True, slots=True)
class Robustness:
    """Pairs of one kind of variant.

    Attributes:
        kind: Kind of the variants; empty for those without one.
        shifts: What changes, by metric; metrics that no pair has are absent.
        compared: Ids of variants with their base, sorted.
        left_out: By reason, ids of variants of that kind that are in no pair, sorted.
    """

    kind: str
    shifts: Sequence[Shift]
    compared: tuple[str, ...]
    left_out: dict[str, tuple[str, ...]]


def robustness(rows: Iterable[ItemScore]) -> list[Robustness]:
    """Return by kind of variant what changes between items and their variants, in one arm."""
    listed = list(rows)
    by_id = {row.item: row for row in listed}
    kinds: dict[str, list[ItemScore]] = defaultdict(list)
    for row in listed:
        if row.facts.get("variant_of"):
            kinds[next(iter(row.facts.get("kind", ())), UNNAMED)].append(row)
    return [_of_kind(kind, variants, by_id) for kind, variants in sorted(kinds.items())]


def _of_kind(kind: str, variants: Sequence[ItemScore], by_id: dict[str, ItemScore]) -> Robustness:
    pairs: list[tuple[ItemScore, ItemScore]] = []
    left_out: dict[str, list[str]] = defaultdict(list)
    for variant in variants:
        base = by_id.get(variant.facts["variant_of"][0])
        reason = _why_not(base, variant)
        if base is None or reason:
            left_out[reason].append(variant.item)
        else:
            pairs.append((base, variant))
    shifts = [shift for metric in WATCHED if (shift := _shift(metric, pairs))]
    return Robustness(
        kind,
        shifts,
        tuple(sorted(variant.item for _, variant in pairs)),
        {reason: tuple(sorted(items)) for reason, items in sorted(left_out.items())},
    )


def _why_not(base: ItemScore | None, variant: ItemScore) -> str:
    if base is None:
        return "its base is not scored"
    if End.STALE in (base.end, variant.end):
        return "stale, or its base is"
    return "" if base.is_answerable is variant.is_answerable else "only one of the two has an answer"


def _shift(metric: str, pairs: Sequence[tuple[ItemScore, ItemScore]]) -> Shift | None:
    known = []
    for base, variant in pairs:
        before, after = base.values.get(metric), variant.values.get(metric)
        if before is not None and after is not None:
            known.append((variant.item, before, after))
    if not known:
        return None
    sign = 1 if metric_of(metric).better is Better.HIGHER else -1
    return Shift(
        metric,
        len(known),
        sum(before for _, before, _ in known) / len(known),
        sum(after for _, _, after in known) / len(known),
        tuple(sorted(item for item, before, after in known if sign * (after - before) < 0)),
        tuple(sorted(item for item, before, after in known if sign * (after - before) > 0)),
    )
