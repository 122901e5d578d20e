"""Which token of the old text became which token of the new one: a diff with anchors, for whole documents.

Lines that both texts have in common frame it. In the gaps, runs of eight tokens that are unique on both sides
anchor the diff, then runs of four; the longest chain that keeps the order wins, and what lies between anchors
is aligned by longest common subsequence where it is small enough. What a gap comes to depends on that gap
alone, so each is worked out when one of its tokens is asked for.
"""

from bisect import bisect_left, bisect_right
from functools import cached_property
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray
from rapidfuzz.distance import LCSseq

from goldset.resolution.normalise import Offsets
from goldset.resolution.stretches import common_stretches
from goldset.resolution.tokens import Keys, Tokens

# Token indices.
Places = NDArray[np.int64]
# Anchors of eight tokens are safe in boilerplate, anchors of four find what eight misses (measured).
_ANCHORS = (8, 4)
# Largest gap (old tokens times new tokens) that is aligned token by token: a few milliseconds at most.
_MAX_GAP = 4_000_000
# A gap as small as this holds nothing that anchors would keep apart.
_SMALL_GAP = 1_000
# More tokens than this never begin at one raw character (a ligature or an entity that stands for several).
_MOST = 32
_PRIME = np.uint64(0x9E3779B97F4A7C15)


class _Box(NamedTuple):
    """Old tokens [a, a_end) and new tokens [b, b_end) that are not compared yet.

    `level` says by which anchors; before all of them comes a stretch of common lines, with where it begins in
    both texts.
    """

    a: int
    a_end: int
    b: int
    b_end: int
    level: int = 0
    begins: tuple[int, int] | None = None


class Mapping(Protocol):
    """Old index → new index, -1 where the token has no counterpart; strictly rising where mapped.

    It is read like an array of one number for each old token.
    """

    def __len__(self) -> int: ...

    def __getitem__(self, index: Any, /) -> Any: ...


class _Diff:
    """The mapping of two texts, worked out gap by gap (satisfies `Mapping`)."""

    def __init__(self, old: Tokens, new: Tokens) -> None:
        self._old, self._new = old, new
        self._mapped: Places = np.full(len(old), -1, dtype=np.int64)
        # What is not compared yet, in order: it is taken apart from where it is asked for.
        self._open = [box for box in _framed(old, new) if box.a < box.a_end and box.b < box.b_end]
        # Old tokens [low, high) of which all is known: what is asked next is mostly beside what was asked before.
        self._known = 0, 0

    def __len__(self) -> int:
        return len(self._mapped)

    def __getitem__(self, index: Any, /) -> Any:
        if self._open:
            several = isinstance(index, slice)
            first, last, _ = index.indices(len(self)) if several else (index, index + 1, 1)
            low, high = self._known
            if not low <= first <= last <= high:
                self._known = self._work_out(first, last)
        return self._mapped[index]

    def _work_out(self, first: int, last: int) -> tuple[int, int]:
        """Compare whatever holds one of the old tokens [first, last), and return what is known around them."""
        at = bisect_right(self._open, first, key=lambda box: box.a_end)
        while at < len(self._open) and self._open[at].a < last:
            self._open[at : at + 1] = self._compared(self._open[at])
            while at < len(self._open) and self._open[at].a_end <= first:
                at += 1
        low = self._open[at - 1].a_end if at else 0
        return low, self._open[at].a if at < len(self._open) else len(self)

    def _compared(self, box: _Box) -> list[_Box]:
        """Map what one look at a box tells, and return what is left of it."""
        if box.begins is not None:
            self._map_stretch(box, box.begins)
            return []
        a, a_end, b, b_end = self._trimmed(box)
        if a >= a_end or b >= b_end:
            return []
        for level in range(box.level, len(_ANCHORS)):
            if (a_end - a) * (b_end - b) <= _SMALL_GAP:
                break
            size = _ANCHORS[level]
            olds, news = (runs[level] for runs in self._runs)
            chain = _anchors(olds[a : max(a_end - size + 1, a)], news[b : max(b_end - size + 1, b)])
            if len(chain[0]):
                return self._anchored((a, a_end, b, b_end), _joined(chain, size), level + 1)
        self._align((a, a_end, b, b_end))
        return []

    def _anchored(
        self, bounds: tuple[int, int, int, int], runs: list[tuple[int, int, int]], level: int
    ) -> list[_Box]:
        """Map the runs (old, new, tokens) of a box, and return what lies between them."""
        a, a_end, b, b_end = bounds
        left: list[_Box] = []
        at_a, at_b = a, b
        for start_a, start_b, size in runs:
            low_a, low_b = a + start_a, b + start_b
            if at_a < low_a and at_b < low_b:
                left.append(_Box(at_a, low_a, at_b, low_b, level))
            at_a, at_b = low_a + size, low_b + size
            self._mapped[low_a:at_a] = np.arange(low_b, at_b)
        if at_a < a_end and at_b < b_end:
            left.append(_Box(at_a, a_end, at_b, b_end, level))
        return left

    @cached_property
    def _runs(self) -> tuple[tuple[Keys, ...], tuple[Keys, ...]]:
        """The runs of eight and of four tokens of both texts."""
        return _runs(self._old.keys), _runs(self._new.keys)

    def _map_stretch(self, box: _Box, begins: tuple[int, int]) -> None:
        """Map equal tokens at the same place of common lines: they are one and the same."""
        old, new = self._old, self._new
        a, a_end, b, b_end = box[:4]
        one, two = old.starts[a:a_end] - np.int32(begins[0]), new.starts[b:b_end] - np.int32(begins[1])
        if np.array_equal(one, two):
            same = old.keys[a:a_end] == new.keys[b:b_end]
            self._mapped[a:a_end] = np.where(same, np.arange(b, b_end), -1)
            return
        _, at, to = np.intersect1d(_places(one), _places(two), assume_unique=True, return_indices=True)
        same = old.keys[a + at] == new.keys[b + to]
        self._mapped[a + at[same]] = b + to[same]

    def _trimmed(self, box: _Box) -> tuple[int, int, int, int]:
        """Map what both ends have in common and return what is left."""
        old, new, mapped = self._old.keys, self._new.keys, self._mapped
        a, a_end, b, b_end = box[:4]
        size = min(a_end - a, b_end - b)
        if old[a] == new[b]:
            head = _first(old[a : a + size] != new[b : b + size], size)
            mapped[a : a + head] = np.arange(b, b + head)
            a, b, size = a + head, b + head, size - head
        if size and old[a_end - 1] == new[b_end - 1]:
            tail = _first(old[a_end - size : a_end][::-1] != new[b_end - size : b_end][::-1], size)
            mapped[a_end - tail : a_end] = np.arange(b_end - tail, b_end)
            a_end, b_end = a_end - tail, b_end - tail
        return a, a_end, b, b_end

    def _align(self, bounds: tuple[int, int, int, int]) -> None:
        """Map the longest common subsequence of a gap."""
        a, a_end, b, b_end = bounds
        if (a_end - a) * (b_end - b) > _MAX_GAP:
            return
        old, new = self._old.keys[a:a_end].tolist(), self._new.keys[b:b_end].tolist()
        for start, other, size in LCSseq.editops(old, new).as_matching_blocks():
            self._mapped[a + start : a + start + size] = np.arange(b + other, b + other + size)


def map_tokens(old: Tokens, new: Tokens) -> Mapping:
    """Return for each old token the new token that it became.

    In lines that both texts have in common, equal tokens at the same place are one and the same.
    """
    return _Diff(old, new)


def _framed(old: Tokens, new: Tokens) -> list[_Box]:
    """Return the stretches of common lines, and what lies between them."""
    stretches = common_stretches(old.normal.raw, new.normal.raw)
    ends = np.array([(s.start, s.end) for s in stretches], dtype=np.int32).reshape(-1, 2)
    others = np.array([(s.other, s.other_end) for s in stretches], dtype=np.int32).reshape(-1, 2)
    sides = old.starts.searchsorted(ends).tolist(), new.starts.searchsorted(others).tolist()
    boxes: list[_Box] = []
    i = k = 0
    for stretch, (low, high), (first, last) in zip(stretches, *sides, strict=True):
        boxes.append(_Box(i, low, k, first))
        boxes.append(_Box(low, high, first, last, 0, (stretch.start, stretch.other)))
        i, k = high, last
    return [*boxes, _Box(i, len(old), k, len(new))]


def _places(starts: Offsets) -> Places:
    """Return a number for the raw place of each token that no other has: several may begin at one character."""
    rank = np.arange(len(starts)) - np.searchsorted(starts, starts)
    return starts.astype(np.int64) * _MOST + rank


def _first(flags: NDArray[np.bool_], size: int) -> int:
    """Return where the first of `size` flags is set; `size` where none is."""
    at = int(flags.argmax())
    return at if flags[at] else size


def _runs(keys: Keys) -> tuple[Keys, ...]:
    """Return a hash of each run of eight tokens, and of each run of four, by its first token."""
    with np.errstate(over="ignore"):
        pairs = _next_to(keys, keys, 1)
        fours = _next_to(pairs, pairs, 2)
        return _next_to(fours, fours, 4), fours


def _next_to(one: Keys, two: Keys, distance: int) -> Keys:
    """Return a hash of each key with the one so far behind it."""
    mixed = one[:-distance] * _PRIME + two[distance:]
    mixed ^= mixed >> np.uint64(31)
    return mixed


def _anchors(old: Keys, new: Keys) -> tuple[Places, Places]:
    """Return the longest rising chain of runs that are unique on both sides: old places, new places."""
    count = len(old)
    both = np.concatenate((old, new))
    order = both.argsort()
    ordered = both[order]
    begins = np.ones(len(both) + 1, dtype=np.bool_)
    np.not_equal(ordered[1:], ordered[:-1], out=begins[1:-1])
    twice = (begins[:-2] & ~begins[1:-1] & begins[2:]).nonzero()[0]
    one, two = order[twice], order[twice + 1]
    first, last = np.minimum(one, two), np.maximum(one, two) - count
    there = (first < count) & (last >= 0)
    became = np.full(count, -1, dtype=np.int64)
    became[first[there]] = last[there]
    at_old = (became >= 0).nonzero()[0]
    at_new = became[at_old]
    if not (at_new[1:] > at_new[:-1]).all():
        kept = _rising(at_new.tolist())
        at_old, at_new = at_old[kept], at_new[kept]
    return at_old, at_new


def _joined(chain: tuple[Places, Places], size: int) -> list[tuple[int, int, int]]:
    """Return the stretches (old, new, tokens) that the runs of a chain make up.

    A run that overlaps the one before it goes on with it on the same diagonal; on another one it is a
    contradiction, and is left out.
    """
    at_old, at_new = chain
    found: list[tuple[int, int, int]] = []
    at_a = at_b = 0
    # Runs that follow one upon the other on a diagonal are taken together.
    leaps = (at_old[1:] - at_old[:-1] != 1) | (at_new[1:] - at_new[:-1] != 1)
    firsts = np.concatenate(([0], leaps.nonzero()[0] + 1))
    ends = [*firsts[1:].tolist(), len(at_old)]
    starts = zip(firsts.tolist(), ends, at_old[firsts].tolist(), at_new[firsts].tolist(), strict=True)
    for low, high, start_a, start_b in starts:
        count, taken = high - low, max(at_a - start_a, at_b - start_b, 0)
        if taken and start_a - at_a == start_b - at_b:
            first_a, first_b, _ = found[-1]
            found[-1] = first_a, first_b, start_a + count - 1 + size - first_a
        elif taken < count:
            found.append((start_a + taken, start_b + taken, count - 1 - taken + size))
        else:
            continue
        at_a, at_b = start_a + count - 1 + size, start_b + count - 1 + size
    return found


def _rising(values: list[int]) -> list[int]:
    """Return at which places the longest rising subsequence stands."""
    tails: list[int] = []
    tail_at: list[int] = []
    before = [-1] * len(values)
    for n, value in enumerate(values):
        at = bisect_left(tails, value)
        before[n] = tail_at[at - 1] if at else -1
        if at == len(tails):
            tails.append(value)
            tail_at.append(n)
        else:
            tails[at], tail_at[at] = value, n
    chain = []
    n = tail_at[-1] if tail_at else -1
    while n >= 0:
        chain.append(n)
        n = before[n]
    return chain[::-1]
