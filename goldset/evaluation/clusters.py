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
            one, other = _root(parents, number), _root(parents, first.setdefault(document, number))
            parents[max(one, other)] = min(one, other)
    numbers: dict[int, int] = {}
    return [numbers.setdefault(_root(parents, n), len(numbers)) for n in range(len(rows))]


def _root(parents: list[int], number: int) -> int:
    while parents[number] != number:
        parents[number] = parents[parents[number]]
        number = parents[number]
    return number


def effective_number(values: Sequence[float] | np.ndarray, of: Sequence[int] | np.ndarray) -> float:
    """Return how many independent items would tell as much as these do.

    n over the design effect 1 + (m - 1) r, where m is the mean cluster size weighted by size, and r the
    intra-class correlation by analysis of variance, not below 0: L. Kish, "Survey Sampling" (1965), 5.4 and 8.2;
    A. Donner, "A Review of Inference Procedures for the Intraclass Correlation Coefficient in the One-Way Random
    Effects Model", International Statistical Review 54 (1986) 67-82.

    Where all values are equal, nothing says how alike the items of a cluster are: r is then taken as 0.

    Args:
        values: One a counted item.
        of: Its cluster.
    """
    clusters_of = np.asarray(of)
    sizes = np.bincount(clusters_of) if len(of) else np.zeros(0)
    number, count = len(values), len(sizes)
    if count in (0, number):
        return float(number)
    weighted = float((sizes * sizes).sum()) / number
    effect = 1 + (weighted - 1) * _intraclass(np.asarray(values, dtype=float), clusters_of, sizes, weighted)
    return number / effect


def _intraclass(values: np.ndarray, of: np.ndarray, sizes: np.ndarray, weighted: float) -> float:
    """Return the intra-class correlation, 0-1; 0 where there is one cluster, or no value differs."""
    number, count = len(values), len(sizes)
    if count == 1 or (values == values[0]).all():
        return 0.0
    means = np.bincount(of, weights=values) / sizes
    between = float((sizes * (means - values.mean()) ** 2).sum())
    within = float(((values - means[of]) ** 2).sum())
    size = (number - weighted) / (count - 1)
    square_between, square_within = between / (count - 1), within / (number - count)
    spread = square_between + (size - 1) * square_within
    return min(max((square_between - square_within) / spread, 0.0), 1.0) if spread else 0.0
