"""Tokens of a normal form: words, figures, single marks; white space only separates.

A figure keeps its inner separators (`1,000.50`, `10:30`) and the sign before it, so that figures are equal
only as whole figures. An ideograph is a token, and so is a letter of a script that writes no spaces between
words.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from goldset.resolution.characters import TABLE_SIZE, CharClass, class_of, lower_case
from goldset.resolution.normalise import Codes, NormalText, Offsets

Keys = NDArray[np.uint64]
_PRIME = np.uint64(0x9E3779B97F4A7C15)
_INVERSE = np.uint64(pow(0x9E3779B97F4A7C15, -1, 1 << 64))
_OPENING = (
    ord("("),
    ord("["),
    ord("$"),
    ord("€"),
    ord("£"),
    ord("¥"),
    ord('"'),
    ord("~"),
    ord("+"),
    ord("<"),
    ord(">"),
    ord("="),
)


@dataclass(frozen=True)
class Tokens:
    """The tokens of a document.

    Attributes:
        normal: The normal form that they were cut from.
        first: Where each begins in the normal form.
        last: … and where it ends.
        keys: A hash of each token's characters. Equal tokens have equal keys; what is accepted is compared
            as text.
    """

    normal: NormalText
    first: Offsets
    last: Offsets
    keys: Keys

    def __len__(self) -> int:
        return len(self.first)

    @cached_property
    def starts(self) -> Offsets:
        """Where each token begins in the raw text."""
        return self.normal.starts[self.first]

    @cached_property
    def ends(self) -> Offsets:
        """Where each token ends in the raw text."""
        return self.normal.ends[self.last - 1] if len(self) else np.zeros(0, dtype=np.int64)

    @cached_property
    def folded(self) -> Keys:
        """The keys without regard to case: for finding and ranking only."""
        if not len(self):
            return self.keys
        codes = self.normal.codes
        lower = np.where(codes < TABLE_SIZE, lower_case()[np.minimum(codes, TABLE_SIZE - 1)], codes)
        return _hashes(lower.astype(np.uint32), self.first, self.last)

    def within(self, start: int, end: int) -> tuple[int, int]:
        """Return which tokens [i, j) have a character in the raw stretch [start, end)."""
        i = int(np.searchsorted(self.ends, start, side="right"))
        j = int(np.searchsorted(self.starts, end, side="left"))
        return i, max(i, j)

    def words(self, i: int, j: int) -> list[str]:
        """Return the texts of tokens [i, j) in normal form."""
        if j <= i:
            return []
        base = int(self.first[i])
        text = self.normal.text(base, int(self.last[j - 1]))
        return [
            text[a - base : b - base]
            for a, b in zip(self.first[i:j].tolist(), self.last[i:j].tolist(), strict=True)
        ]

    def raw(self, i: int, j: int) -> tuple[int, int]:
        """Return the raw stretch [start, end) of tokens [i, j); an empty one stands before token i."""
        if j <= i:
            at = int(self.starts[i]) if i < len(self) else len(self.normal.raw)
            return at, at
        return int(self.starts[i]), int(self.ends[j - 1])


def tokenise(normal: NormalText) -> Tokens:
    """Return the tokens of a normal form."""
    codes = normal.codes
    if not len(codes):
        empty = np.zeros(0, dtype=np.int64)
        return Tokens(normal, empty, empty, np.zeros(0, dtype=np.uint64))
    starts = _borders(codes, _joined(codes, class_of(codes)))
    spaces = class_of(codes) == CharClass.SPACE
    first = np.flatnonzero(starts)
    stops = np.flatnonzero(starts | spaces)
    after = np.searchsorted(stops, first, side="right")
    last = np.append(stops, len(codes))[after]
    return Tokens(normal, first.astype(np.int64), last.astype(np.int64), _hashes(codes, first, last))


def _joined(codes: Codes, classes: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return the classes, with separators and signs as part of the figures that they belong to."""
    joined = classes.copy()
    before = np.concatenate(([CharClass.SPACE], classes[:-1])).astype(np.uint8)
    after = np.concatenate((classes[1:], [CharClass.SPACE])).astype(np.uint8)
    digit, word = CharClass.DIGIT, CharClass.WORD
    separator = (codes == ord(".")) | (codes == ord(",")) | (codes == ord(":"))
    joined[separator & (before == digit) & (after == digit)] = word
    joined[(codes == ord("'")) & (before == word) & (after == word)] = word
    sign = np.flatnonzero((codes == ord("-")) & (after == digit))
    # The first character has none before it, and then `before` says white space.
    opened = (before[sign] == CharClass.SPACE) | np.isin(codes[sign - 1], _OPENING)
    joined[sign[opened]] = word
    return joined


def _borders(codes: Codes, classes: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Return where a token begins."""
    wordy = (classes == CharClass.WORD) | (classes == CharClass.DIGIT)
    mark = classes == CharClass.MARK
    before = np.concatenate(([np.uint8(CharClass.SPACE)], classes[:-1]))
    running = (before == CharClass.WORD) | (before == CharClass.DIGIT) | (before == CharClass.MARK)
    sign = (codes == ord("-")) & wordy
    alone = (classes == CharClass.SINGLE) | (classes == CharClass.IDEOGRAPH)
    starts: NDArray[np.bool_] = alone | (wordy & (~running | sign)) | (mark & (before == CharClass.SPACE))
    return starts


def _hashes(codes: Codes, first: Offsets, last: Offsets) -> Keys:
    """Return a polynomial hash of each token, from prefix sums: one pass however many tokens there are."""
    with np.errstate(over="ignore"):
        powers = np.multiply.accumulate(np.full(len(codes) + 1, _PRIME, dtype=np.uint64))
        inverse = np.multiply.accumulate(np.full(len(codes) + 1, _INVERSE, dtype=np.uint64))
        mixed = (codes.astype(np.uint64) + np.uint64(0x51ED27)) * np.uint64(0xD6E8FEB86659FD93)
        mixed ^= mixed >> np.uint64(32)
        sums = np.concatenate((np.zeros(1, dtype=np.uint64), np.add.accumulate(mixed * powers[:-1])))
        keys: Keys = (sums[last] - sums[first]) * inverse[first]
        keys ^= keys >> np.uint64(29)
        return keys * np.uint64(0xBF58476D1CE4E5B9)


def distinct(keys: Keys) -> Keys:
    """Return each key once, sorted; several times as fast as `np.unique`, which hashes them."""
    ordered = np.sort(keys)
    first = np.ones(len(ordered), dtype=np.bool_)
    first[1:] = ordered[1:] != ordered[:-1]
    return ordered[first]


def grams(keys: Keys, size: int) -> Keys:
    """Return a hash of each run of `size` tokens, by its first token; empty where the text is shorter."""
    count = len(keys) - size + 1
    if count <= 0:
        return np.zeros(0, dtype=np.uint64)
    with np.errstate(over="ignore"):
        total = np.zeros(count, dtype=np.uint64)
        for offset in range(size):
            total = (total * _PRIME) + keys[offset : offset + count]
            total ^= total >> np.uint64(31)
        return total
