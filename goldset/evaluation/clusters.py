"""Which items are not independent: those whose evidence shares a document, and what that costs."""

from collections.abc import Sequence

import numpy as np

from goldset.domain.scores import ItemScore


def clusters(rows: Sequence[ItemScore]) -> list[int]:
    """Return each row's cluster, numbered from 0: rows that share a document, at once or by way of others.

    An item without evidence is a cluster of its own.
    """
    parents = list(range(len(rows)))
    first: dict[str, int] = {}
    for number, row in enumerate(rows):
        for document in row.documents:
            earlier = first.setdefault(document, number)
            if earlier != number:
                one, other = _root(parents, number), _root(parents, earlier)
                parents[max(one, other)] = min(one, other)
    numbers: dict[int, int] = {}
    return [numbers.setdefault(_root(parents, n), len(numbers)) for n in range(len(rows))]


def _root(parents: list[int], number: int) -> int:
    while parents[number] != number:
        parents[number] = parents[parents[number]]
        number = parents[number]
    return number


def effective_number(values: Sequence[float], of: Sequence[int]) -> float:
    """Return how many independent items would tell as much as these do (see `effective_numbers`)."""
    return effective_numbers(np.array([values], dtype=float), of)[0]


def effective_numbers(values: np.ndarray, of: Sequence[int]) -> list[float]:
    """Return, of each line of values, how many independent items would tell as much as these do.

    n over the design effect 1 + (m - 1) r, where m is the mean cluster size weighted by size, and r the
    intra-class correlation by analysis of variance, not below 0: L. Kish, "Survey Sampling" (1965), 5.4 and 8.2;
    A. Donner, "A Review of Inference Procedures for the Intraclass Correlation Coefficient in the One-Way Random
    Effects Model", International Statistical Review 54 (1986) 67-82.

    Where all values are equal, nothing says how alike the items of a cluster are: r is then taken as 0.

    Args:
        values: A line a measure, and in it one value a counted item.
        of: Each item's cluster.
    """
    lines, number = values.shape
    clusters_of = np.array(of, dtype=int)
    sizes = np.bincount(clusters_of)
    if len(sizes) in (0, number):
        return [float(number)] * lines
    weighted = float((sizes * sizes).sum()) / number
    correlations = _intraclass(values, clusters_of, sizes, weighted)
    return [number / (1 + (weighted - 1) * correlation) for correlation in correlations]


def _intraclass(values: np.ndarray, of: np.ndarray, sizes: np.ndarray, weighted: float) -> list[float]:
    """Return each line's intra-class correlation, 0-1; 0 where there is one cluster, or no value differs."""
    (lines, number), count = values.shape, len(sizes)
    if count == 1:
        return [0.0] * lines
    places = of + count * np.arange(lines)[:, np.newaxis]
    sums = np.bincount(places.ravel(), weights=values.ravel(), minlength=lines * count)
    means = sums.reshape(lines, count) / sizes
    between = (sizes * (means - values.mean(axis=1, keepdims=True)) ** 2).sum(axis=1)
    within = ((values - np.take(means, of, axis=1)) ** 2).sum(axis=1)
    is_even = (values == values[:, :1]).all(axis=1)
    size = (number - weighted) / (count - 1)
    found = []
    for among, inside, even in zip(between.tolist(), within.tolist(), is_even.tolist(), strict=True):
        square_between, square_within = among / (count - 1), inside / (number - count)
        spread = square_between + (size - 1) * square_within
        share = (square_between - square_within) / spread if spread and not even else 0.0
        found.append(min(max(share, 0.0), 1.0))
    return found
