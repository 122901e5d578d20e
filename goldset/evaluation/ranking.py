"""Arithmetic of rankings: from the ranks at which evidence is found to a share 0–1.

DCG and its discount 1 / log2(rank + 1): K. Järvelin and J. Kekäläinen, "Cumulated gain-based evaluation of IR
techniques", ACM Transactions on Information Systems 20 (2002) 422–446; the exponential gain 2^grade - 1:
C. Burges et al., "Learning to rank using gradient descent", ICML (2005) 89–96.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from heapq import heappop, heappush
from math import log2

Gain = float


def exponential(grade: int) -> Gain:
    """Return the gain 2^grade - 1."""
    return float(2**grade - 1)


def linear(grade: int) -> Gain:
    """Return the gain that is the grade itself."""
    return float(grade)


@lru_cache(maxsize=4096)
def discount(rank: int) -> float:
    """Return what a gain at a rank (from 1) is worth: 1 / log2(rank + 1)."""
    return 1 / log2(rank + 1)


def dcg(earned: Iterable[tuple[int, Gain]], k: int) -> float:
    """Return the discounted cumulated gain up to rank k of ranks (from 1) and what each earns."""
    return sum(gain * discount(rank) for rank, gain in earned if rank <= k)


def credited(found: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return which ranks earn a grade, rising, and which.

    Each rank credits one group: the best of those that were found up to it and are not credited yet. So a chunk
    that holds two groups earns both, one of them a rank later, and no ranking can exceed the ideal one.

    Args:
        found: Of each evidence group that is found the rank, from 1, and its grade there.
    """
    coming = sorted(found, reverse=True)
    if len(coming) == 1:
        return coming
    waiting: list[int] = []
    earned = []
    rank = 0
    while coming or waiting:
        rank = rank + 1 if waiting else max(rank + 1, coming[-1][0])
        while coming and coming[-1][0] <= rank:
            heappush(waiting, -coming.pop()[1])
        earned.append((rank, -heappop(waiting)))
    return earned


def ndcg(
    earned: Sequence[tuple[int, int]], best: Iterable[int], k: int, gain: Callable[[int], Gain]
) -> float:
    """Return the normalised discounted cumulated gain at k, 0–1.

    Args:
        earned: Ranks and the grades that they earn.
        best: The grades of all that could be found, whatever was returned: the ideal order holds them all.
        k: The cut-off.
        gain: What a grade is worth.
    """
    if not earned:
        return 0.0
    return dcg([(rank, gain(grade)) for rank, grade in earned], k) / _ideal(tuple(sorted(best)), k, gain)


@lru_cache(maxsize=4096)  # few items differ in the grades of their groups
def _ideal(grades: tuple[int, ...], k: int, gain: Callable[[int], Gain]) -> float:
    return dcg([(rank, gain(grade)) for rank, grade in enumerate(reversed(grades), start=1)], k)
