"""How much of a passage chunks cover: code points of half-open stretches in one document."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable

Stretch = tuple[int, int]


def shared(start: int, end: int, other_start: int, other_end: int) -> int:
    """Return how many code points two half-open stretches share."""
    return max(min(end, other_end) - max(start, other_start), 0)


def is_relevant(common: int, length: int, other_length: int, overlap: float) -> bool:
    """Return whether a chunk is about a passage: the shorter of both stands in the longer to the wanted share.

    Args:
        common: How many code points they share, more than 0.
        length: Length of one of them.
        other_length: Length of the other.
        overlap: The share, 0–1.
    """
    return common / min(length, other_length) >= overlap


def merged(stretches: Iterable[Stretch]) -> list[Stretch]:
    """Return the same code points as stretches that do not overlap, rising."""
    result: list[Stretch] = []
    for start, end in sorted(stretches):
        if result and start <= result[-1][1]:
            result[-1] = (result[-1][0], max(end, result[-1][1]))
        else:
            result.append((start, end))
    return result


class Union:
    """The code points of a document that chunks have covered so far, each once."""

    __slots__ = ("_ends", "_starts")

    def __init__(self, start: int = 0, end: int = 0) -> None:
        """Begin with a stretch; with none at all where it is empty."""
        # Disjoint, rising, and never touching: both lists can be searched by halves.
        self._starts = [start] if start < end else []
        self._ends = [end] if start < end else []

    def add(self, start: int, end: int) -> list[Stretch]:
        """Cover a stretch, and return the parts of it that were not covered before, rising."""
        if start >= end:
            return []
        first = bisect_left(self._ends, start)
        last = bisect_right(self._starts, end)
        if first == last:
            self._starts.insert(first, start)
            self._ends.insert(first, end)
            return [(start, end)]
        new = []
        at = start
        for n in range(first, last):
            if at < self._starts[n]:
                new.append((at, self._starts[n]))
            at = max(at, self._ends[n])
        if at < end:
            new.append((at, end))
        self._starts[first:last] = [min(start, self._starts[first])]
        self._ends[first:last] = [max(end, self._ends[last - 1])]
        return new
