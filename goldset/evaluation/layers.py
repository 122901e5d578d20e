"""Who lost the points: what the generator makes of gold, of what was retrieved, and of nothing."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from goldset.domain.runs import Arm
from goldset.domain.scores import ItemScore


@dataclass(frozen=True, slots=True)
class Layers:
    """Accuracy by arm over the items whose value is known in every arm of the run, and the gaps between.

    Attributes:
        metric: What says whether an answer is right: `correct` or `judged_correct`.
        items: Ids of these items, sorted.
        means: Mean by arm, 0–1; empty where there is no item.
        left_out: By reason, ids of items with texts or verdicts in some arm and not in all, sorted.
        label_review: Ids of items that are wrong with gold as context, sorted: label or generator is at fault.
        known_anyway: Ids of items that are right without any context, sorted: they tell little of retrieval.
    """

    metric: str
    items: tuple[str, ...]
    means: Mapping[Arm, float]
    left_out: Mapping[str, tuple[str, ...]]
    label_review: tuple[str, ...]
    known_anyway: tuple[str, ...]

    @property
    def lost_in_retrieval(self) -> float | None:
        """Gold less retrieved: what a perfect retriever would add; below 0 where gold does worse."""
        return self._gap(self.means.get(Arm.GOLD), self.means.get(Arm.RETRIEVED))

    @property
    def lost_in_generation(self) -> float | None:
        """1 less gold: what even a perfect retriever leaves wrong."""
        return self._gap(1.0, self.means.get(Arm.GOLD))

    @property
    def gained_by_retrieval(self) -> float | None:
        """Retrieved less none: what retrieval adds to what the model knew anyway."""
        return self._gap(self.means.get(Arm.RETRIEVED), self.means.get(Arm.NONE))

    @staticmethod
    def _gap(upper: float | None, lower: float | None) -> float | None:
        return None if upper is None or lower is None else upper - lower


def layers(rows: Iterable[ItemScore], metric: str = "correct") -> Layers:
    """Return accuracy by arm over the same items, and which items tell of labels rather than systems.

    Args:
        rows: Rows of all arms.
        metric: `correct` or `judged_correct`.
    """
    by_item: dict[str, dict[Arm, ItemScore]] = defaultdict(dict)
    arms = set()
    for row in rows:
        arms.add(row.arm)
        by_item[row.item][row.arm] = row
    values: dict[str, dict[Arm, float]] = {}
    left_out: dict[str, list[str]] = defaultdict(list)
    for item, found in by_item.items():
        known = {a: value for a, r in found.items() if (value := r.values.get(metric)) is not None}
        if len(known) == len(arms):
            values[item] = known
        elif any(metric in row.values for row in found.values()):
            left_out["stale" if not known else "nothing says it in every arm"].append(item)
    return Layers(
        metric,
        tuple(sorted(values)),
        {arm: sum(v[arm] for v in values.values()) / len(values) for arm in Arm if arm in arms and values},
        {reason: tuple(sorted(items)) for reason, items in sorted(left_out.items())},
        _items_where(by_item, Arm.GOLD, metric, right=False),
        _items_where(by_item, Arm.NONE, metric, right=True),
    )


def _items_where(
    by_item: Mapping[str, Mapping[Arm, ItemScore]], arm: Arm, metric: str, *, right: bool
) -> tuple[str, ...]:
    found = []
    for item, rows in by_item.items():
        value = rows[arm].values.get(metric) if arm in rows else None
        if value is not None and (value == 1) is right:
            found.append(item)
    return tuple(sorted(found))
