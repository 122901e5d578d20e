"""Tokens of a normal form: words, figures, single marks; white space only separates.

A figure keeps its inner separators (`1,000.50`, `10:30`) and the sign before it, so that figures are equal
only as whole figures. An ideograph is a token, and so is a letter of a script that writes no spaces between
words.
"""

from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from itertools import pairwise
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from goldset.resolution.characters import TABLE_SIZE, CharClass, class_of, classes, lower_case
from goldset.resolution.normalise import Codes, NormalText, Offsets

Keys = NDArray[np.uint64]
Number = TypeVar("Number", bound=np.integer[Any])
_PRIME = np.uint64(0x9E3779B97F4A7C15)
# Each step mixes the upper bits of a hash of a run into the lower ones.
_FOLD = np.uint64(31)
_INVERSE = np.uint64(pow(0x9E3779B97F4A7C15, -1, 1 << 64))
# How a character begins a token: after anything that is no part of a word, always, or after a space; what it
# keeps the next one from, as the same bits moved to the left; and what tells like shapes apart.
_IF_NO_WORD, _ALWAYS, _IF_SPACE = 1, 2, 4
_KEEPS = 4
_SPACE = 0
_WORD = _IF_NO_WORD | (_IF_NO_WORD | _IF_SPACE) << _KEEPS
_SIGN = _ALWAYS | (_IF_NO_WORD | _IF_SPACE) << _KEEPS
_MARK = _IF_SPACE | (_IF_NO_WORD | _IF_SPACE) << _KEEPS
_SINGLE = _ALWAYS | _IF_SPACE << _KEEPS
_DIGIT = _WORD | 128
_OPENING = _SINGLE | 128  # a sign after it belongs to the figure
_NEIGHBOURS_TELL = 8
# Texts are hashed in pieces of about so many characters.
_PIECE = 1 << 16
_SHORT_BITS = 17


@dataclass(frozen=True, slots=True)
class Wording:
    """What some tokens say, cut into words only when these are asked for.

    Attributes:
        text: Their normal form, with what stands between them.
        starts: Where each begins in it.
        ends: … and where it ends.
    """

    text: str
    starts: Offsets
    ends: Offsets

    @classmethod
    def of(cls, text: str, starts: Offsets, ends: Offsets) -> "Wording":
        """Return the wording of tokens, of which the first begins where the text does."""
        base = starts[0] if len(starts) else 0
        return cls(text, starts - base, ends - base)

    @property
    def words(self) -> list[str]:
        """The tokens' texts."""
        text = self.text
        return [text[a:b] for a, b in zip(self.starts.tolist(), self.ends.tolist(), strict=True)]


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
        return self.normal.ends[self.last - 1] if len(self) else np.zeros(0, dtype=np.int32)

    @cached_property
    def folded(self) -> Keys:
        """The keys without regard to case: for finding and ranking only."""
        return folded_keys(self.normal.codes, self.first, self.last)

    def keys_of(self, i: int, j: int) -> Keys:
        """Return the keys of tokens [i, j)."""
        return self.keys[i:j]

    def within(self, start: int, end: int) -> tuple[int, int]:
        """Return which tokens [i, j) have a character in the raw stretch [start, end)."""
        # Of the arrays' own type: with any other number a search copies the whole array first.
        i = int(self.ends.searchsorted(np.int32(start), side="right"))
        j = int(self.starts.searchsorted(np.int32(end), side="left"))
        return i, max(i, j)

    def shown(self, low: int, high: int) -> tuple[Offsets, Offsets]:
        """Return where what a reader sees in the raw stretch [low, high) begins and ends, in as many pieces as need be."""
        normal = self.normal
        first = int(normal.ends.searchsorted(np.int32(low), side="right"))
        last = int(normal.starts.searchsorted(np.int32(high), side="left"))
        seen = np.flatnonzero(class_of(normal.codes[first:last]) != CharClass.SPACE) + first
        return normal.starts[seen], normal.ends[seen]

    def wording(self, i: int, j: int) -> Wording:
        """Return what tokens [i, j) say in normal form."""
        first, last = self.first[i:j], self.last[i:j]
        text = self.normal.text(int(first[0]), int(last[-1])) if i < j else ""
        return Wording.of(text, first, last)

    def words(self, i: int, j: int) -> list[str]:
        """Return the texts of tokens [i, j) in normal form."""
        return self.wording(i, j).words

    def raw(self, i: int, j: int) -> tuple[int, int]:
        """Return the raw stretch [start, end) of tokens [i, j); an empty one stands before token i."""
        if j <= i:
            at = int(self.starts[i]) if i < len(self) else len(self.normal.raw)
            return at, at
        return int(self.starts[i]), int(self.ends[j - 1])


def tokenise(normal: NormalText) -> Tokens:
    """Return the tokens of a normal form."""
    codes = normal.codes.astype(np.intp)
    shapes = np.zeros(len(codes) + 2, dtype=np.uint8)  # between two spaces
    _shapes().take(codes, mode="clip", out=shapes[1:-1])
    _join(normal.codes, shapes)
    before, own = shapes[:-1], shapes[1:]
    begins = (own & ~(before >> _KEEPS) & (_IF_NO_WORD | _ALWAYS | _IF_SPACE)).astype(np.bool_)
    first = np.flatnonzero(begins)
    last = np.flatnonzero((begins | (own == _SPACE)) & (before != _SPACE))
    return Tokens(normal, first.astype(np.int32), last.astype(np.int32), _hashes(codes, first, last))


@cache
def _shapes() -> NDArray[np.uint8]:
    """Return how each code point begins a token; the last entry stands for all beyond the table."""
    of = {
        CharClass.SPACE: _SPACE,
        CharClass.WORD: _WORD,
        CharClass.DIGIT: _DIGIT,
        CharClass.MARK: _MARK,
        CharClass.SINGLE: _SINGLE,
        CharClass.IDEOGRAPH: _SINGLE,
    }
    table = np.array([of[kind] for kind in CharClass], dtype=np.uint8)[classes()]
    table[list(map(ord, '([$€£¥"~+<>='))] = _OPENING
    table[list(map(ord, ".,:'-"))] |= _NEIGHBOURS_TELL
    return table


def _join(codes: Codes, shapes: NDArray[np.uint8]) -> None:
    """Make separators and signs part of the figures, and apostrophes of the words, that they belong to.

    The shapes stand between two spaces.
    """
    at = np.flatnonzero(shapes & _NEIGHBOURS_TELL)
    own, before, after = codes[at - 1], shapes[at - 1], shapes[at + 1]
    sign, quote = own == ord("-"), own == ord("'")
    digit = after == _DIGIT
    joins = digit & (before == _DIGIT) & ~sign & ~quote
    joins |= quote & (before == _WORD) & (after == _WORD)
    shapes[at[joins]] = _WORD
    shapes[at[sign & digit & ((before == _SPACE) | (before == _OPENING))]] = _SIGN


def _lowered(codes: NDArray[np.intp]) -> NDArray[np.intp]:
    """Return the codes in lower case."""
    lower = lower_case().take(codes, mode="clip").astype(np.intp)
    if len(codes) and codes.max() >= TABLE_SIZE:
        lower = np.where(codes < TABLE_SIZE, lower, codes)
    return lower


def folded_keys(codes: Codes, first: Offsets, last: Offsets) -> Keys:
    """Return the key of each token that begins and ends at offsets of a normal form, without regard to case."""
    return _hashes(_lowered(codes.astype(np.intp)), first, last)


def _hashes(codes: NDArray[np.intp], first: NDArray[Any], last: NDArray[Any]) -> Keys:
    """Return a polynomial hash of each token, from prefix sums: one pass however many tokens there are."""
    if len(codes) <= _PIECE:
        return _hashed(codes, first, last)
    cuts = [0]
    while cuts[-1] < len(first):
        cuts.append(max(int(np.searchsorted(last, first[cuts[-1]] + _PIECE)), cuts[-1] + 1))
    found = [np.zeros(0, dtype=np.uint64)]
    for i, j in pairwise(cuts):
        base, end = int(first[i]), int(last[min(j, len(last)) - 1])
        found.append(_hashed(codes[base:end], first[i:j] - base, last[i:j] - base))
    return np.concatenate(found)


def _hashed(codes: NDArray[np.intp], first: NDArray[Any], last: NDArray[Any]) -> Keys:
    powers, inverse = _powers(len(codes).bit_length())
    with np.errstate(over="ignore"):
        mixed = _mixed(codes)
        mixed *= powers[: len(codes)]
        sums = np.zeros(len(codes) + 1, dtype=np.uint64)
        np.add.accumulate(mixed, out=sums[1:])
        keys: Keys = (sums.take(last) - sums.take(first)) * inverse.take(first)
        keys ^= keys >> np.uint64(29)
        return keys * np.uint64(0xBF58476D1CE4E5B9)


def _mixed(codes: NDArray[np.intp]) -> Keys:
    """Return a number for each code that looks nothing like its neighbours': looked up, but for rare ones."""
    if len(codes) and codes.max() >= TABLE_SIZE:
        return _mix(codes.view(np.uint64))
    return _mixes().take(codes)


@cache
def _mixes() -> Keys:
    return _mix(np.arange(TABLE_SIZE, dtype=np.uint64))


def _mix(codes: NDArray[np.uint64]) -> Keys:
    with np.errstate(over="ignore"):
        mixed = (codes + np.uint64(0x51ED27)) * np.uint64(0xD6E8FEB86659FD93)
        mixed ^= mixed >> np.uint64(32)
        return mixed


@lru_cache(maxsize=20)
def _powers(bits: int) -> tuple[Keys, Keys]:
    """Return the powers of the hash's base and of its inverse, at least 2 ** bits of them."""
    if bits < _SHORT_BITS:
        return _powers(_SHORT_BITS)
    with np.errstate(over="ignore"):
        powers, inverse = (np.full(1 << bits, base, dtype=np.uint64) for base in (_PRIME, _INVERSE))
        return np.multiply.accumulate(powers), np.multiply.accumulate(inverse)


def distinct(keys: NDArray[Number]) -> NDArray[Number]:
    """Return each key once, sorted; several times as fast as `np.unique`, which hashes them."""
    ordered = np.sort(keys)
    first = np.ones(len(ordered), dtype=np.bool_)
    first[1:] = ordered[1:] != ordered[:-1]
    return ordered[first]


def grams(keys: Keys, size: int) -> Keys:
    """Return a hash of each run of `size` tokens, by its first token; empty where the text is shorter."""
    return lengthened(keys ^ (keys >> _FOLD), 1, keys, size)


def lengthened(runs: Keys, size: int, keys: Keys, longer: int) -> Keys:
    """Return the hashes of longer runs of tokens, from those of their first `size` tokens (see `grams`)."""
    count = max(len(keys) - longer + 1, 0)
    total = runs[:count].copy()
    rest = np.empty_like(total)
    for offset in range(size, longer):
        total *= _PRIME
        total += keys[offset : offset + count]
        np.right_shift(total, _FOLD, out=rest)
        total ^= rest
    return total
