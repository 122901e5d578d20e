"""Which token of the old text became which token of the new one: a diff with anchors, for whole documents.

Lines that both texts have in common frame it. In the gaps, runs of eight tokens that are unique on both sides
anchor the diff, then runs of four; the longest chain that keeps the order wins, and what lies between anchors
is aligned by longest common subsequence where it is small enough.
"""

from bisect import bisect_left

import numpy as np
from numpy.typing import NDArray
from rapidfuzz.distance import LCSseq

from goldset.resolution.normalise import Offsets
from goldset.resolution.stretches import common_stretches
from goldset.resolution.tokens import Keys, Tokens, grams

# Old index → new index, -1 where the token has no counterpart; strictly rising where mapped.
Mapping = NDArray[np.int64]
# Rows of (old index, new index), both rising.
Chain = NDArray[np.int64]
# Anchors of eight tokens are safe in boilerplate, anchors of four find what eight misses (measured).
_ANCHORS = (8, 4)
# Largest gap (old tokens times new tokens) that is aligned token by token: a few milliseconds at most.
_MAX_GAP = 4_000_000
# A gap as small as this holds nothing that anchors would keep apart.
_SMALL_GAP = 1_000
# More tokens than this never begin at one raw character (a ligature or an entity that stands for several).
_MOST = 32


def map_tokens(old: Tokens, new: Tokens) -> Mapping:
    """Return for each old token the new token that it became.

    In lines that both texts have in common, equal tokens at the same place are one and the same.
    """
    mapped = np.full(len(old), -1, dtype=np.int64)
    i = k = 0
    stretches = common_stretches(old.normal.raw, new.normal.raw)
    there = np.array([(s.start, s.end, s.other, s.other_end) for s in stretches], dtype=np.int32).reshape(
        -1, 4
    )
    ends = old.starts.searchsorted(there[:, :2]), new.starts.searchsorted(there[:, 2:])
    framed = zip(stretches, *(side.tolist() for side in ends), strict=True)
    for stretch, (low, high), (first, last) in framed:
        _map_range(old.keys, new.keys, (i, low, k, first), mapped, _ANCHORS)
        at, to = _same_places(old.starts[low:high] - stretch.start, new.starts[first:last] - stretch.other)
        same = old.keys[low + at] == new.keys[first + to]
        mapped[low + at[same]] = first + to[same]
        i, k = high, last
    _map_range(old.keys, new.keys, (i, len(old), k, len(new)), mapped, _ANCHORS)
    return mapped


def _same_places(one: Offsets, two: Offsets) -> tuple[Mapping, Mapping]:
    """Return the indices, on both sides, of the tokens that begin at the same place of a stretch."""
    if np.array_equal(one, two):
        every = np.arange(len(one))
        return every, every
    _, at, to = np.intersect1d(_places(one), _places(two), assume_unique=True, return_indices=True)
    return at, to


def _places(starts: Offsets) -> Mapping:
    """Return a number for the raw place of each token that no other has: several may begin at one character."""
    rank = np.arange(len(starts)) - np.searchsorted(starts, starts)
    return starts.astype(np.int64) * _MOST + rank


def _map_range(
    old: Keys, new: Keys, box: tuple[int, int, int, int], mapped: Mapping, sizes: tuple[int, ...]
) -> None:
    a, a_end, b, b_end = _trimmed(old, new, box, mapped)
    if a >= a_end or b >= b_end:
        return
    if not sizes or (a_end - a) * (b_end - b) <= _SMALL_GAP:
        _align_gap(old, new, (a, a_end, b, b_end), mapped)
        return
    chain = _anchors(old[a:a_end], new[b:b_end], sizes[0])
    if not len(chain):
        _map_range(old, new, (a, a_end, b, b_end), mapped, sizes[1:])
        return
    at_a, at_b = a, b
    for start_a, start_b, size in _joined(chain, sizes[0]):
        low_a, low_b = a + start_a, b + start_b
        _map_range(old, new, (at_a, low_a, at_b, low_b), mapped, sizes[1:])
        at_a, at_b = low_a + size, low_b + size
        mapped[low_a:at_a] = np.arange(low_b, at_b)
    _map_range(old, new, (at_a, a_end, at_b, b_end), mapped, sizes[1:])


def _joined(chain: Chain, size: int) -> list[tuple[int, int, int]]:
    """Return the stretches (old, new, tokens) that the runs of a chain make up.

    A run that overlaps the one before it goes on with it on the same diagonal; on another one it is a
    contradiction, and is left out.
    """
    found: list[tuple[int, int, int]] = []
    at_a = at_b = 0
    # Runs that follow one upon the other on a diagonal are taken together.
    firsts = np.flatnonzero(np.append(True, (np.diff(chain, axis=0) != 1).any(axis=1)))
    counts = np.diff(firsts, append=len(chain)).tolist()
    for (start_a, start_b), count in zip(chain[firsts].tolist(), counts, strict=True):
        taken = max(at_a - start_a, at_b - start_b, 0)
        if taken and start_a - at_a == start_b - at_b:
            first_a, first_b, _ = found[-1]
            found[-1] = first_a, first_b, start_a + count - 1 + size - first_a
        elif taken < count:
            found.append((start_a + taken, start_b + taken, count - 1 - taken + size))
        else:
            continue
        at_a, at_b = start_a + count - 1 + size, start_b + count - 1 + size
    return found


def _trimmed(
    old: Keys, new: Keys, box: tuple[int, int, int, int], mapped: Mapping
) -> tuple[int, int, int, int]:
    """Map what both ends have in common and return what is left."""
    a, a_end, b, b_end = box
    size = min(a_end - a, b_end - b)
    if size <= 0:
        return box
    differs = np.flatnonzero(old[a : a + size] != new[b : b + size])
    head = int(differs[0]) if len(differs) else size
    mapped[a : a + head] = np.arange(b, b + head)
    a, b, size = a + head, b + head, size - head
    if size:
        differs = np.flatnonzero(old[a_end - size : a_end][::-1] != new[b_end - size : b_end][::-1])
        tail = int(differs[0]) if len(differs) else size
        mapped[a_end - tail : a_end] = np.arange(b_end - tail, b_end)
        a_end, b_end = a_end - tail, b_end - tail
    return a, a_end, b, b_end


def _anchors(old: Keys, new: Keys, size: int) -> Chain:
    """Return the longest rising chain of runs that are unique on both sides, as (old, new) positions."""
    old_runs, old_at = _unique(grams(old, size))
    new_runs, new_at = _unique(grams(new, size))
    if not len(new_runs):
        return np.zeros((0, 2), dtype=np.int64)
    at = np.searchsorted(new_runs, old_runs)
    at[at == len(new_runs)] = 0
    there = new_runs[at] == old_runs
    at_old, at_new = old_at[there], new_at[at[there]]
    order = np.argsort(at_old)
    at_old, at_new = at_old[order], at_new[order]
    if not (at_new[1:] > at_new[:-1]).all():
        kept = _rising(at_new.tolist())
        at_old, at_new = at_old[kept], at_new[kept]
    return np.stack((at_old, at_new), axis=1)


def _unique(runs: Keys) -> tuple[Keys, NDArray[np.int64]]:
    """Return the runs that stand once, sorted, and where each stands."""
    order = np.argsort(runs)
    ordered = runs[order]
    begins = np.ones(len(runs) + 1, dtype=np.bool_)
    np.not_equal(ordered[1:], ordered[:-1], out=begins[1:-1])
    once = begins[1:] & begins[:-1]
    return ordered[once], order[once]


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


def _align_gap(old: Keys, new: Keys, box: tuple[int, int, int, int], mapped: Mapping) -> None:
    a, a_end, b, b_end = box
    if (a_end - a) * (b_end - b) > _MAX_GAP:
        return
    for block in LCSseq.opcodes(old[a:a_end].tolist(), new[b:b_end].tolist()):
        if block.tag == "equal":
            length = block.src_end - block.src_start
            mapped[a + block.src_start : a + block.src_end] = np.arange(
                b + block.dest_start, b + block.dest_start + length
            )
