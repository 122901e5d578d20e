"""A document that has been read before: where its tokens and units stand, packed, so that much fits into memory.

What a few of its tokens say is read from the raw text under them: where markup or an entity is inside one of them,
the whole document is read again.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from goldset.resolution.normalise import NormalText, Offsets, fold_singly, folded_singly
from goldset.resolution.reading import Reading
from goldset.resolution.tokens import Keys, Tokens, Wording
from goldset.resolution.units import Units

Flags = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Layout:
    """Where tokens and units of a document stand.

    Attributes:
        starts: For each character of the raw text, a bit: whether a token begins there.
        ends: … and whether a token's last character stands there.
        blocks: For each token, and for the end, a bit: whether a block begins there.
        borders: … and whether any unit does.
        cased: For each token, a bit: whether it has a capital.
        plain: … and whether it says what the raw text under it says, read without its markup.
    """

    starts: bytes
    ends: bytes
    blocks: bytes
    borders: bytes
    cased: bytes
    plain: bytes


@dataclass(frozen=True, slots=True)
class Outline:
    """What a document is searched by.

    Attributes:
        folded: The token keys without regard to case.
        layout: Where they stand; None where several tokens stand for the same characters.
        capitals: The keys of the tokens that have a capital: all others are their keys without regard to case.
    """

    folded: Keys
    layout: Layout | None
    capitals: Keys

    @classmethod
    def of(cls, reading: Reading) -> "Outline":
        """Return a document's outline."""
        tokens, size = reading.tokens, len(reading.raw)
        starts, ends = tokens.starts, tokens.ends
        if (starts[1:] < ends[:-1]).any():
            return cls(tokens.folded, None, tokens.keys[:0].copy())
        units, cased = reading.units, tokens.keys != tokens.folded
        where = _flags(starts, size), _flags(ends - 1, size)
        what = units.blocks, units.borders, cased, _plain(tokens)
        layout = Layout(*(np.packbits(flags).tobytes() for flags in (*where, *what)))
        return cls(tokens.folded, layout, tokens.keys[cased])

    @property
    def nbytes(self) -> int:
        """How much memory it takes."""
        there = self.layout
        bits = (
            ()
            if there is None
            else (there.starts, there.ends, there.blocks, there.borders, there.cased, there.plain)
        )
        return self.folded.nbytes + self.capitals.nbytes + sum(map(len, bits))

    def open(self, doc_id: str, raw: str, read: Callable[[], Reading]) -> Reading:
        """Return the document as it was read: `read` reads it again where that must be."""
        if self.layout is None:
            return read()
        return _Outlined(doc_id, _Tokens(self, self.layout, raw, read), text=raw, layout=self.layout)


def _flags(at: Offsets, size: int) -> Flags:
    flags = np.zeros(size, dtype=np.bool_)
    flags[at] = True
    return flags


def _plain(tokens: Tokens) -> Flags:
    """Return which tokens are the characters of the raw text under them, one by one, each folded by itself."""
    normal, first, last = tokens.normal, tokens.first, tokens.last
    odd = fold_singly(normal.raw)[normal.starts] != normal.codes
    # Where the raw text moves on by anything but one character, something is hidden, or one stands for several.
    odd[1:] |= (normal.starts[1:] - normal.starts[:-1] != 1) & ~_flags(first, len(odd))[1:]
    sums = np.zeros(len(odd) + 1, dtype=np.int32)
    np.cumsum(odd, out=sums[1:])
    plain: Flags = (sums[last] == sums[first]) & (tokens.ends - tokens.starts == last - first)
    return plain


def _unpacked(packed: bytes, size: int) -> Flags:
    return np.unpackbits(np.frombuffer(packed, dtype=np.uint8), count=size).view(np.bool_)


@dataclass(frozen=True)
class _Outlined(Reading):
    """A document of which the outline is known."""

    text: str = ""
    layout: Layout = Layout(b"", b"", b"", b"", b"", b"")

    @property
    def raw(self) -> str:
        return self.text

    @cached_property
    def units(self) -> Units:
        units, size = Units(self.tokens), len(self.tokens) + 1
        units.blocks = _unpacked(self.layout.blocks, size)
        units.borders = _unpacked(self.layout.borders, size)
        return units


class _Tokens(Tokens):
    """The tokens of a document of which the outline is known."""

    def __init__(self, outline: Outline, layout: Layout, raw: str, read: Callable[[], Reading]) -> None:
        self._raw, self._read, self._layout, self._capitals = raw, read, layout, outline.capitals
        self.folded = outline.folded
        self.starts = _unpacked(layout.starts, len(raw)).nonzero()[0].astype(np.int32)
        self.ends = (_unpacked(layout.ends, len(raw)).nonzero()[0] + 1).astype(np.int32)

    @cached_property
    def _whole(self) -> Tokens:
        return self._read().tokens

    @property
    def normal(self) -> NormalText:
        return self._whole.normal

    @property
    def first(self) -> Offsets:
        return self._whole.first

    @property
    def last(self) -> Offsets:
        return self._whole.last

    @cached_property
    def keys(self) -> Keys:
        keys = self.folded.copy()
        keys[_unpacked(self._layout.cased, len(keys))] = self._capitals
        return keys

    def __len__(self) -> int:
        return len(self.folded)

    @cached_property
    def _plain(self) -> bytes:
        return _unpacked(self._layout.plain, len(self.folded)).tobytes()

    def _are_plain(self, i: int, j: int) -> bool:
        return b"\0" not in self._plain[i:j]

    def shown(self, low: int, high: int) -> tuple[Offsets, Offsets]:
        i, j = self.within(low, high)
        if not self._are_plain(i, j):
            return self._whole.shown(low, high)
        return self.starts[i:j], self.ends[
            i:j
        ]  # all of a plain token is shown, and nothing is between two of them

    def wording(self, i: int, j: int) -> Wording:
        if not self._are_plain(i, j):
            return self._whole.wording(i, j)
        starts, ends = self.starts[i:j], self.ends[i:j]
        text = folded_singly(self._raw[starts[0] : ends[-1]]) if i < j else ""
        return Wording.of(text, starts, ends)
