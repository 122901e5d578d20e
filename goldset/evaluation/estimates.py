"""What a table of scores says of all items, or of a slice: mean, interval, effective n, and both stale bounds."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import fsum

import numpy as np

from goldset.domain.intervals import Interval, wilson
from goldset.domain.scores import ItemScore
from goldset.evaluation.clusters import clusters, effective_numbers

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
    kinds = dict.fromkeys(tuple(row.values) for row in rows)  # most rows have the same ones
    return list(dict.fromkeys(metric for kind in kinds for metric in kind))


def estimate(rows: Sequence[ItemScore], metric: str) -> Estimate:
    """Return what rows of one arm say of a metric."""
    return estimates(rows, [metric])[metric]


def estimates(rows: Sequence[ItemScore], metrics: Sequence[str] | None = None) -> dict[str, Estimate]:
    """Return by metric what rows of one arm say; of every metric that they have, where none is named."""
    return ScoreTable.of(rows, metrics).estimates()


@dataclass(frozen=True, slots=True)
class ScoreTable:
    """The values of rows of one arm, gathered once for all that is said of the rows and of slices of them.

    Attributes:
        rows: The rows.
        metrics: Keys of metrics.
        values: Shape (metrics, rows): values 0–1; NaN where a metric does not apply to a row, or is unknown of it.
    """

    rows: Sequence[ItemScore]
    metrics: Sequence[str]
    values: np.ndarray

    @classmethod
    def of(cls, rows: Sequence[ItemScore], metrics: Sequence[str] | None = None) -> "ScoreTable":
        """Return the table of some metrics; of all that the rows have, where none is named."""
        listed = list(metrics or metrics_of(rows))
        lines = np.array([list(map(row.values.get, listed)) for row in rows], dtype=float)  # None becomes NaN
        return cls(rows, listed, np.ascontiguousarray(lines.reshape(len(rows), len(listed)).T))

    def estimates(self) -> dict[str, Estimate]:
        """Return by metric what the rows say."""
        known = ~np.isnan(self.values)
        alike: dict[bytes, list[int]] = defaultdict(list)
        for number, mask in enumerate(known):
            alike[mask.tobytes()].append(number)
        found: dict[str, Estimate] = {}
        for numbers in alike.values():
            mask = known[numbers[0]]
            values = np.compress(mask, self.values[numbers], axis=1)
            counted = [row for row, is_known in zip(self.rows, mask.tolist(), strict=True) if is_known]
            effective = effective_numbers(values, clusters(counted))
            for n, line, independent in zip(numbers, values.tolist(), effective, strict=True):
                stale = () if len(line) == len(self.rows) else _stale(self.rows, self.metrics[n])
                found[self.metrics[n]] = _estimate(self.metrics[n], line, independent, stale)
        return {metric: found[metric] for metric in self.metrics}

    def slices(self, field: str) -> dict[str, "ScoreTable"]:
        """Return the tables of the slices by a field, sorted; each has the metrics that its rows have."""
        return {name: self._part(numbers) for name, numbers in _numbers_by(self.rows, field).items()}

    def _part(self, numbers: Sequence[int]) -> "ScoreTable":
        rows = [self.rows[n] for n in numbers]
        theirs = set(metrics_of(rows))
        kept = [n for n, metric in enumerate(self.metrics) if metric in theirs]
        return ScoreTable(rows, [self.metrics[n] for n in kept], self.values[np.ix_(kept, numbers)])


def _estimate(metric: str, values: Sequence[float], effective: float, stale: tuple[str, ...]) -> Estimate:
    """Return what known values say of a metric, some of which count as fewer independent ones."""
    number, total = len(values), fsum(values)
    everything = number + len(stale)
    bounds = Interval(total / everything, (total + len(stale)) / everything) if everything else None
    if not number:
        return Estimate(metric, 0, 0.0, None, None, 0.0, None, stale, bounds)
    mean = min(max(total / number, 0.0), 1.0)
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


def _stale(rows: Iterable[ItemScore], metric: str) -> tuple[str, ...]:
    unknown = (row for row in rows if metric in row.values and row.values[metric] is None)
    return tuple(sorted(row.item for row in unknown))


def in_slices(rows: Sequence[ItemScore], field: str) -> Mapping[str, list[ItemScore]]:
    """Return rows by what they say of a field, sorted; rows that say nothing under the empty text.

    A row with several tags is counted under each: the numbers of tags do not add up to that of the items.
    """
    return {name: [rows[n] for n in numbers] for name, numbers in _numbers_by(rows, field).items()}


def _numbers_by(rows: Sequence[ItemScore], field: str) -> dict[str, list[int]]:
    found: dict[str, list[int]] = defaultdict(list)
    for number, row in enumerate(rows):
        for value in row.facts.get(field) or ("",):
            found[value].append(number)
    return dict(sorted(found.items()))


def worst_first(by_slice: Mapping[str, Estimate], *, higher_is_better: bool) -> list[tuple[str, Estimate]]:
    """Return slices by value, the worst first; those without a value before all others: nobody knows them."""

    def rank(pair: tuple[str, Estimate]) -> tuple[bool, float, str]:
        value = pair[1].value
        return value is not None, (value or 0.0) * (1 if higher_is_better else -1), pair[0]

    return sorted(by_slice.items(), key=rank)
