"""A document that has been read before: where its tokens and units stand, packed, so that much fits into memory.

What a few of its tokens say is read from the raw text under them, and held against what all of them were found to
be: where markup or an entity is inside a token, the whole document is read again.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from goldset.resolution.normalise import Codes, NormalText, Offsets, fold_singly, to_text
from goldset.resolution.reading import Reading
from goldset.resolution.tokens import Keys, Tokens, folded_keys, token_keys
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
    """

    starts: bytes
    ends: bytes
    blocks: bytes
    borders: bytes


@dataclass(frozen=True, slots=True)
class Outline:
    """What a document is searched by.

    Attributes:
        folded: The token keys without regard to case.
        layout: Where they stand; None where several tokens stand for the same characters.
    """

    folded: Keys
    layout: Layout | None

    @classmethod
    def of(cls, reading: Reading) -> "Outline":
        """Return a document's outline."""
        tokens, size = reading.tokens, len(reading.raw)
        starts, ends = tokens.starts, tokens.ends
        if (starts[1:] < ends[:-1]).any():
            return cls(tokens.folded, None)
        where = _flags(starts, size), _flags(ends - 1, size), reading.units.blocks, reading.units.borders
        return cls(tokens.folded, Layout(*(np.packbits(flags).tobytes() for flags in where)))

    @property
    def nbytes(self) -> int:
        """How much memory it takes."""
        there = self.layout
        bits = (there.starts, there.ends, there.blocks, there.borders) if there is not None else ()
        return self.folded.nbytes + sum(map(len, bits))

    def open(self, doc_id: str, raw: str, read: Callable[[], Reading]) -> Reading:
        """Return the document as it was read: `read` reads it again where that must be."""
        if self.layout is None:
            return read()
        return _Outlined(doc_id, _Tokens(self.folded, self.layout, raw, read), text=raw, layout=self.layout)


def _flags(at: Offsets, size: int) -> Flags:
    flags = np.zeros(size, dtype=np.bool_)
    flags[at] = True
    return flags


def _unpacked(packed: bytes, size: int) -> Flags:
    return np.unpackbits(np.frombuffer(packed, dtype=np.uint8), count=size).view(np.bool_)


@dataclass(frozen=True)
class _Outlined(Reading):
    """A document of which the outline is known."""

    text: str = ""
    layout: Layout = Layout(b"", b"", b"", b"")

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

    def __init__(self, folded: Keys, layout: Layout, raw: str, read: Callable[[], Reading]) -> None:
        self._raw, self._read = raw, read
        self.folded = folded
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

    @property
    def keys(self) -> Keys:
        return self._whole.keys

    def __len__(self) -> int:
        return len(self.folded)

    def keys_of(self, i: int, j: int) -> Keys:
        return self._plain_keys[i:j] if self._is_plain(i, j) else self._whole.keys[i:j]

    def words(self, i: int, j: int) -> list[str]:
        if j <= i or not self._is_plain(i, j):
            return self._whole.words(i, j)
        base, starts, ends = int(self.starts[i]), self.starts[i:j], self.ends[i:j]
        text = to_text(self._codes[base : int(ends[-1])])
        return [text[a - base : b - base] for a, b in zip(starts.tolist(), ends.tolist(), strict=True)]

    def _is_plain(self, i: int, j: int) -> bool:
        """Return whether tokens say what the raw text under them says, read without its markup."""
        return bool(self._plain[i:j].all())

    @cached_property
    def _codes(self) -> Codes:
        return fold_singly(self._raw)

    @cached_property
    def _plain(self) -> Flags:
        plain: Flags = folded_keys(self._codes, self.starts, self.ends) == self.folded
        return plain

    @cached_property
    def _plain_keys(self) -> Keys:
        return token_keys(self._codes, self.starts, self.ends)
