"""Passages that no longer stand in one place: split over several, or there only in part."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from goldset.resolution.differences import pieces
from goldset.resolution.excerpts import Stretch
from goldset.resolution.reading import Passage, Reading, occurrences, token_passage
from goldset.resolution.tokens import Keys, distinct, grams

# A block of fewer tokens is a turn of phrase, not a part of the passage.
_BLOCK = 5
_SPLIT_COVERAGE = 0.95
_FRAGMENT_LOSS = 0.2
_MAX_PLACES = 20


@dataclass(frozen=True)
class Cover:
    """The blocks of a passage that stand verbatim, and the share (0–1) of it that they cover."""

    blocks: tuple[Passage, ...]
    share: float


def cover(old: Stretch, readings: list[Reading]) -> Cover:
    """Return the longest verbatim blocks that a passage can be laid out in."""
    size = old.j - old.i
    blocks: list[Passage] = []
    covered = end = 0
    for at, holders in _beginnings(old, readings):
        if at >= end:
            blocks.append(max((_longest(old, at, reading) for reading in holders), key=lambda p: p.j - p.i))
            length = blocks[-1].j - blocks[-1].i
            covered += length
            end = at + length
    return Cover(tuple(blocks), covered / size if size else 0.0)


def _beginnings(old: Stretch, readings: list[Reading]) -> list[tuple[int, list[Reading]]]:
    """Return at which tokens of a passage a block may begin, with the documents that hold its beginning."""
    runs = grams(old.keys, _BLOCK)
    there = [_holds(reading, runs) for reading in readings]
    found = (
        (at, [r for r, held in zip(readings, there, strict=True) if held[at]]) for at in range(len(runs))
    )
    return [(at, holders) for at, holders in found if holders]


def _holds(reading: Reading, runs: Keys) -> NDArray[np.bool_]:
    """Return which runs stand in a document."""
    wanted = distinct(runs)
    own = grams(reading.keys, _BLOCK)
    at = np.searchsorted(wanted, own)
    at[at == len(wanted)] = 0
    found = wanted[at[wanted[at] == own]] if len(wanted) else own[:0]
    return np.isin(runs, found)


def may_be_split(old: Passage, reading: Reading) -> bool:
    """Return whether a document holds enough of a passage's words, wherever, that `is_split` may be true."""
    _, there = reading.vocabulary.find(old.folded)
    return int(there.sum()) >= _SPLIT_COVERAGE * (old.j - old.i)


def _longest(old: Stretch, at: int, reading: Reading) -> Passage:
    """Return the longest stretch of a document that equals the passage from token `at` on.

    The first of equals.
    """
    wanted, keys = old.keys[at:], reading.keys
    best = (0, 0)
    for start in occurrences(keys, wanted[:_BLOCK])[:_MAX_PLACES].tolist():
        room = min(len(wanted), len(keys) - start)
        differs = np.flatnonzero(wanted[:room] != keys[start : start + room])
        length = int(differs[0]) if len(differs) else room
        best = max(best, (length, -start))
    return token_passage(reading, -best[1], -best[1] + best[0])


def is_split(old: Stretch, found: Cover) -> bool:
    """Return whether the passage stands verbatim, but in several places that are not one passage any more."""
    if len(found.blocks) < 2 or found.share < _SPLIT_COVERAGE:  # noqa: PLR2004 (two places)
        return False
    far = (old.j - old.i) // 2 + _BLOCK
    return any(
        one.reading.doc_id != two.reading.doc_id or not 0 <= two.i - one.j <= far
        for one, two in zip(found.blocks, found.blocks[1:], strict=False)
    )


def is_fragment(old: Stretch, place: Stretch) -> bool:
    """Return whether a place holds a part of the passage and nothing else."""
    found = pieces(old.keys.tolist(), place.keys.tolist())
    lost = sum(piece.j - piece.i for piece in found)
    return all(piece.k == piece.m for piece in found) and lost >= _FRAGMENT_LOSS * (old.j - old.i)
