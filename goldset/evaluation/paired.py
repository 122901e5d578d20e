"""Whether two runs differ on the same items: McNemar's exact test, and a bootstrap over documents."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from goldset.domain.intervals import Interval

ROUNDS = 10_000
SEED = 20_240_101
_AT_ONCE = 2_000_000  # cells of the resampling table that are held at once


@dataclass(frozen=True, slots=True)
class McNemar:
    """How many items hold in only one of two runs, and how likely as uneven a split is by chance.

    Attributes:
        only_first: Items that hold in the first run alone.
        only_second: Items that hold in the second run alone.
        p: Two-sided exact probability, 0-1.
    """

    only_first: int
    only_second: int
    p: float


def mcnemar(first: Sequence[bool], second: Sequence[bool]) -> McNemar:
    """Compare two runs on the same items, in the same order.

    Exact two-sided binomial test of the items on which they differ: Q. McNemar, "Note on the sampling error of
    the difference between correlated proportions or percentages", Psychometrika 12 (1947) 153-157.
    """
    pairs = list(zip(first, second, strict=True))
    one = sum(a and not b for a, b in pairs)
    other = sum(b and not a for a, b in pairs)
    differing = one + other
    tail = ways = 1
    for n in range(min(one, other)):
        ways = ways * (differing - n) // (n + 1)
        tail += ways
    # Integers to the end: a quotient of two is exact, however large they are.
    return McNemar(one, other, min(2 * tail / 2**differing, 1.0))


def difference_intervals(
    differences: Mapping[str, Sequence[float | None]],
    of: Sequence[int],
    *,
    rounds: int = ROUNDS,
    seed: int = SEED,
) -> dict[str, Interval | None]:
    """Return by metric the 95 % percentile interval of a mean difference, clusters being drawn as wholes.

    B. Efron and R. J. Tibshirani, "An Introduction to the Bootstrap" (1993), chapter 13; clusters as in A. C.
    Davison and D. V. Hinkley, "Bootstrap Methods and their Application" (1997), 3.8.

    Args:
        differences: By metric, one an item, -1 to 1; None where the metric does not apply.
        of: The cluster of each item, numbered from 0.
        rounds: How often as many clusters are drawn as there are.
        seed: Seed of the draws: the same gives the same intervals.

    Returns:
        Bounds within -1 to 1; None where fewer than two clusters know the metric: they say nothing of a spread.
    """
    if not differences or not of:
        return dict.fromkeys(differences)
    values = np.array([[np.nan if v is None else v for v in column] for column in differences.values()]).T
    count, known = max(of) + 1, ~np.isnan(values)
    sums, sizes = np.zeros((count, values.shape[1])), np.zeros((count, values.shape[1]))
    np.add.at(sums, np.asarray(of), np.where(known, values, 0.0))
    np.add.at(sizes, np.asarray(of), known)
    means = _means(sums, sizes, rounds, np.random.default_rng(seed))
    enough = (sizes > 0).sum(axis=0) >= 2  # noqa: PLR2004 (two is what a spread needs)
    return {
        name: _bounds(means[:, column]) if enough[column] else None for column, name in enumerate(differences)
    }


def _means(sums: np.ndarray, sizes: np.ndarray, rounds: int, generator: np.random.Generator) -> np.ndarray:
    """Return the means of each round, by metric; NaN where none of the clusters drawn knows it."""
    count = len(sums)
    step = max(_AT_ONCE // count, 1)
    parts = []
    for start in range(0, rounds, step):
        size = min(step, rounds - start)
        drawn = generator.integers(0, count, size=(size, count)) + np.arange(size)[:, None] * count
        times = np.bincount(drawn.ravel(), minlength=size * count).reshape(size, count).astype(float)
        with np.errstate(invalid="ignore"):
            parts.append((times @ sums) / (times @ sizes))
    return np.concatenate(parts)


def _bounds(means: np.ndarray) -> Interval:
    low, high = np.quantile(means[~np.isnan(means)], [0.025, 0.975])
    return Interval(float(low), float(high))
