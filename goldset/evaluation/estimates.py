"""What a table of scores says of all items, or of a slice: mean, interval, effective n, and both stale bounds."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import fsum

import numpy as np

from goldset.domain.intervals import Interval, wilson
from goldset.domain.scores import ItemScore
from goldset.evaluation.clusters import clusters, effective_number

WHOLE = "all"


@dataclass(frozen=True, slots=True)
class Estimate:
    """A metric over a number of items.

    Attributes:
        metric: Its key, such as `recall@5`.
        number: Items that it applies to and whose value is known: the denominator.
        total: Sum of their values: the numerator, and of a binary metric a count.
        value: Mean, 0-1; None where there is no item, which is no value, and never passes for one.
        interval: 95 % Wilson interval of the mean. For a metric that is not binary it is wider than need be: no
            values within 0-1 vary more around a mean than those that are 0 or 1.
        effective: How many independent items would tell as much; `number` where no two share a document.
        clustered: The Wilson interval of `effective` items.
        stale: Ids of items that it applies to and whose value is unknown, sorted.
        bounds: The mean if all of these were 0, and if all were 1; None without any item.
    """

    metric: str
    number: int
    total: float
    value: float | None
    interval: Interval | None
    effective: float
    clustered: Interval | None
    stale: tuple[str, ...]
    bounds: Interval | None


def metrics_of(rows: Iterable[ItemScore]) -> list[str]:
    """Return the metrics that any row has, in the order of their first appearance."""
    return list(dict.fromkeys(metric for row in rows for metric in row.values))


def estimate(rows: Sequence[ItemScore], metric: str) -> Estimate:
    """Return what rows of one arm say of a metric."""
    return _Rows(rows).estimate(metric)


class _Rows:
    """Rows of one arm while metric after metric is taken of them: most metrics know the same of them."""

    def __init__(self, rows: Sequence[ItemScore]) -> None:
        self._rows = rows
        self._clusters: dict[bytes, np.ndarray] = {}

    def estimate(self, metric: str) -> Estimate:
        """Return what the rows say of a metric."""
        column = np.array([row.values.get(metric) for row in self._rows], dtype=float)  # None becomes NaN
        known = ~np.isnan(column)
        values = column[known]
        stale = () if len(values) == len(column) else self._stale(metric)
        number, total = len(values), fsum(values.tolist())
        everything = number + len(stale)
        bounds = Interval(total / everything, (total + len(stale)) / everything) if everything else None
        if not number:
            return Estimate(metric, 0, 0.0, None, None, 0.0, None, stale, bounds)
        mean = min(max(total / number, 0.0), 1.0)
        effective = effective_number(values, self._of_known(known))
        return Estimate(
            metric,
            number,
            total,
            mean,
            wilson(mean, number),
            effective,
            wilson(mean, effective),
            stale,
            bounds,
        )

    def _stale(self, metric: str) -> tuple[str, ...]:
        unknown = (row for row in self._rows if metric in row.values and row.values[metric] is None)
        return tuple(sorted(row.item for row in unknown))

    def _of_known(self, known: np.ndarray) -> np.ndarray:
        """Return the clusters of the rows whose value is known."""
        key = known.tobytes()
        if key not in self._clusters:
            rows = [row for row, is_known in zip(self._rows, known.tolist(), strict=True) if is_known]
            self._clusters[key] = np.array(clusters(rows))
        return self._clusters[key]


def estimates(rows: Sequence[ItemScore], metrics: Iterable[str] | None = None) -> dict[str, Estimate]:
    """Return by metric what rows of one arm say; of every metric that they have, where none is named."""
    shared = _Rows(rows)
    return {metric: shared.estimate(metric) for metric in (metrics or metrics_of(rows))}


def in_slices(rows: Iterable[ItemScore], field: str) -> Mapping[str, list[ItemScore]]:
    """Return rows by what they say of a field, sorted; rows that say nothing under the empty text.

    A row with several tags is counted under each: the numbers of tags do not add up to that of the items.
    """
    found: dict[str, list[ItemScore]] = defaultdict(list)
    for row in rows:
        for value in row.facts.get(field) or ("",):
            found[value].append(row)
    return dict(sorted(found.items()))


def worst_first(by_slice: Mapping[str, Estimate], *, higher_is_better: bool) -> list[tuple[str, Estimate]]:
    """Return slices by value, the worst first; those without a value before all others: nobody knows them."""

    def rank(pair: tuple[str, Estimate]) -> tuple[bool, float, str]:
        value = pair[1].value
        return value is not None, (value or 0.0) * (1 if higher_is_better else -1), pair[0]

    return sorted(by_slice.items(), key=rank)
