"""Arithmetic of rankings: from the ranks at which evidence is found to a share 0–1.

DCG and its discount 1 / log2(rank + 1): K. Järvelin and J. Kekäläinen, "Cumulated gain-based evaluation of IR
techniques", ACM Transactions on Information Systems 20 (2002) 422–446; the exponential gain 2^grade - 1:
C. Burges et al., "Learning to rank using gradient descent", ICML (2005) 89–96.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
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


def dcg(gains: Iterable[Gain], k: int) -> float:
    """Return the discounted cumulated gain of the first k of a list of gains, by rank from 1."""
    return sum(gain * discount(rank) for rank, gain in zip(range(1, k + 1), gains, strict=False))


def credited(found: Mapping[int, Sequence[int]], k: int) -> list[int]:
    """Return the grade that each of the ranks 1 … k earns, 0 where it earns none.

    Each rank credits one group: the best of those that were found up to it and are not credited yet. So a chunk
    that holds two groups earns both, one of them a rank later, and no ranking can exceed the ideal one.

    Args:
        found: By rank from 1, the grades of the evidence groups that are found there for the first time.
        k: How many ranks.
    """
    waiting: list[int] = []
    grades = []
    for rank in range(1, k + 1):
        for grade in found.get(rank, ()):
            heappush(waiting, -grade)
        grades.append(-heappop(waiting) if waiting else 0)
    return grades


def ndcg(grades: Sequence[int], best: Iterable[int], k: int, gain: Callable[[int], Gain]) -> float:
    """Return the normalised discounted cumulated gain at k, 0–1.

    Args:
        grades: What each rank earns.
        best: The grades of all that could be found, whatever was returned: the ideal order holds them all.
        k: The cut-off.
        gain: What a grade is worth.
    """
    ideal = dcg(map(gain, sorted(best, reverse=True)), k)
    return dcg(map(gain, grades), k) / ideal if ideal else 0.0
