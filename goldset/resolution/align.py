"""Places that may be the passage, edited: where the diff maps it, and where most of its rare words stand together.

Everything here ranks; nothing here accepts. All work is bounded: windows are a few times the passage long, and at most
_WINDOWS of them are looked at in a document.
"""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from rapidfuzz.distance import Indel, LCSseq

from goldset.resolution.exact import mapped_window
from goldset.resolution.mapping import Mapping
from goldset.resolution.reading import Passage, Reading, token_passage
from goldset.resolution.tokens import Keys

_WINDOWS = 4
# A passage may grow to this many times its tokens, and some more, and still be one passage.
_GROWTH = 3
_MORE = 40
# Borders tried on either side of a place.
_UNITS = 3
_NEIGHBOURHOOD = 64
# A match farther than this many tokens from the next one is a stray word, not the passage's edge.
_STRAY = 12
MAX_TOKENS = 4000


@dataclass(frozen=True)
class Scored:
    """A place and how like it is: share (0–1) of tokens that both have in the same order."""

    place: Passage
    similarity: float


def similarity(before: Keys, after: Keys) -> float:
    """Return the share (0–1) of tokens that two runs have in common, in order."""
    return float(Indel.normalized_similarity(before.tolist(), after.tolist()))


def places_in(old: Passage, new: Reading, mapped: Mapping | None) -> list[Scored]:
    """Return the places of a document that may be the passage, best first, overlaps merged."""
    windows: list[tuple[int, int]] = []
    if mapped is not None:
        windows += _mapped_windows(old, mapped)
    windows += dense_windows(old, new)
    return merged(fitted(old, new, window) for window in windows)


def merged(found: Iterable[Scored | None]) -> list[Scored]:
    """Return places best first, without those that overlap a better one."""
    kept: list[Scored] = []
    ranked = sorted((s for s in found if s), key=lambda s: (-s.similarity, s.place.reading.doc_id, s.place.i, s.place.j))
    for scored in ranked:
        if not any(_overlap(scored.place, other.place) for other in kept):
            kept.append(scored)
    return kept


def _overlap(one: Passage, two: Passage) -> bool:
    if one.reading.doc_id != two.reading.doc_id:
        return False
    return min(one.j, two.j) - max(one.i, two.i) > 0.3 * min(one.j - one.i, two.j - two.i)  # noqa: PLR2004


def _mapped_windows(old: Passage, mapped: Mapping) -> list[tuple[int, int]]:
    limit = _GROWTH * (old.j - old.i) + _MORE
    found = []
    own = mapped[old.i : old.j]
    own = own[own >= 0]
    if len(own) and own[-1] - own[0] <= limit:
        found.append((int(own[0]), int(own[-1]) + 1))
    gap = mapped_window(old, mapped, _NEIGHBOURHOOD)
    if gap and 0 < gap[1] - gap[0] <= limit:
        found.append(gap)
    return found


def dense_windows(old: Passage, new: Reading) -> list[tuple[int, int]]:
    """Return the windows of the document that hold most of the passage's rare tokens, best first."""
    size = min(max(old.j - old.i, 1), len(new.keys))
    if not size:
        return []
    values, counts = np.unique(new.keys, return_counts=True)
    wanted = np.unique(old.keys)
    at = np.searchsorted(values, wanted)
    there = at < len(values)
    there[there] = values[at[there]] == wanted[there]
    wanted, rarity = wanted[there], 1.0 / np.sqrt(counts[at[there]])
    if not len(wanted):
        return []
    where = np.searchsorted(wanted, new.keys)
    where[where == len(wanted)] = 0
    weights = np.where(wanted[where] == new.keys, rarity[where], 0.0)
    sums = np.concatenate(([0.0], np.cumsum(weights)))
    scores = sums[size:] - sums[:-size]
    found: list[tuple[int, int]] = []
    for _ in range(_WINDOWS):
        best = int(scores.argmax())
        if scores[best] <= 0.2 * rarity.sum():
            break
        found.append((best, best + size))
        scores[max(best - size + 1, 0) : best + size] = 0
    return found


def fitted(old: Passage, new: Reading, window: tuple[int, int]) -> Scored | None:
    """Return the place around a window that fits the passage best; None where it shares nothing."""
    hull = _hull(old, new, window)
    if hull is None:
        return None
    best = (similarity(old.keys, new.keys[hull[0] : hull[1]]), hull)
    if old.on_borders:
        best = max([best, *_snapped(old, new, hull)], key=lambda fit: (fit[0], -abs(fit[1][0] - hull[0])))
    share, (i, j) = best
    return Scored(token_passage(new, i, j, like=old), share)


def _hull(old: Passage, new: Reading, window: tuple[int, int]) -> tuple[int, int] | None:
    """Return the stretch from the first to the last shared token around a window, stray words aside."""
    pad = (old.j - old.i) // 2 + 4
    low, high = max(window[0] - pad, 0), min(window[1] + pad, len(new.keys))
    at: list[int] = []
    for block in LCSseq.opcodes(old.keys[:MAX_TOKENS].tolist(), new.keys[low : min(high, low + 3 * MAX_TOKENS)].tolist()):
        if block.tag == "equal":
            at += range(low + block.dest_start, low + block.dest_end)
    if not at:
        return None
    start, end = 0, len(at)
    while end - start > 2 and at[start + 1] - at[start] > _STRAY:  # noqa: PLR2004 (two matches are the least)
        start += 1
    while end - start > 2 and at[end - 1] - at[end - 2] > _STRAY:  # noqa: PLR2004
        end -= 1
    return at[start], at[end - 1] + 1


def _snapped(old: Passage, new: Reading, hull: tuple[int, int]) -> list[tuple[float, tuple[int, int]]]:
    """Return runs of whole units near a place with their similarity."""
    edges = np.flatnonzero(new.units.borders)
    first = int(np.searchsorted(edges, hull[0], side="right")) - 1
    last = int(np.searchsorted(edges, hull[1], side="left"))
    starts = edges[max(first - _UNITS + 1, 0) : first + _UNITS].tolist()
    ends = edges[max(last - _UNITS + 1, 0) : last + _UNITS].tolist()
    limit = _GROWTH * (old.j - old.i) + _MORE
    keys = old.keys.tolist()
    return [
        (float(Indel.normalized_similarity(keys, new.keys[i:j].tolist())), (i, j))
        for i in starts
        for j in ends
        if i < j <= i + limit
    ]
