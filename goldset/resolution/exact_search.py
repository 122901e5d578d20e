"""Where many quotes stand to the letter in many documents: each document is passed over once, for all of them.

Windows of 8, 16, 32 or 64 characters are hashed at every offset of a document, each length from the one half as
long; a quote is looked for by the longest window that it fills. What its hash finds is compared letter by letter,
so a collision costs time and is never an answer.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from goldset.domain.progress import Progress, untold
from goldset.domain.resolutions import Place
from goldset.domain.settings import PolicySettings
from goldset.domain.snapshots import Corpus
from goldset.resolution.describe import find_exact
from goldset.resolution.library import ReadingRoom, scope_terms

# Lengths of windows; each is twice the one before it.
_WINDOWS = (8, 16, 32, 64)
# Odd, so that no information is lost, and without a pattern in its bits.
_FACTOR = 0x9E3779B97F4A7C15
_BITS = 64
# A quote that stands at more places than these is told from nothing by any of them.
MOST_PLACES = 200
# A table that tells most windows apart by their first bits has so many times the entries that are set, as a power of 2.
_ROOM, _SMALLEST, _LARGEST = 4, 10, 24

Hashes = NDArray[np.uint64]


@dataclass(frozen=True)
class _Sought:
    """The quotes that are looked for by windows of one length.

    Attributes:
        hashes: Each hash once, sorted.
        sieve: By the first bits of a hash, whether any quote's begins so.
        quotes: By hash, the quotes whose window has it.
    """

    hashes: Hashes
    sieve: NDArray[np.bool_]
    quotes: Mapping[int, tuple[str, ...]]

    def offsets(self, windows: Hashes) -> Iterable[tuple[int, int]]:
        """Yield offset and hash of each window that may be a quote's."""
        shift = np.uint64(_BITS - (len(self.sieve).bit_length() - 1))
        at = np.flatnonzero(self.sieve[(windows >> shift).astype(np.intp)])
        found = windows[at]
        number = np.minimum(np.searchsorted(self.hashes, found), len(self.hashes) - 1)
        there = np.flatnonzero(self.hashes[number] == found)
        return zip(at[there].tolist(), found[there].tolist(), strict=True)


class Quotes:
    """Where quotes stand to the letter in a corpus; what was looked for once is known, and what was read of it.

    Args:
        corpus: The corpus; every document of it can be read.
        policy: Additions to the word lists, by which it is read.
        progress: Is told how many documents were looked through.
    """

    def __init__(self, corpus: Corpus, policy: PolicySettings, progress: Progress = untold) -> None:
        self.corpus, self.policy, self._progress = corpus, policy, progress
        self._found: dict[str, list[Place]] = {}

    @cached_property
    def room(self) -> ReadingRoom:
        """Where the corpus is read; of no earlier snapshot a text is known there."""
        return ReadingRoom(self._text, scope_terms(self.policy))

    def _text(self, snapshot: str | None, doc_id: str) -> str | None:
        return self.corpus.text(doc_id) if snapshot is None else None

    def find(self, quotes: Iterable[str]) -> Mapping[str, Sequence[Place]]:
        """Return the places of quotes (see `find_quotes`), and of those that were looked for before.

        Raises:
            CorpusError: A document cannot be read.
        """
        new = {quote for quote in quotes if quote not in self._found}
        if new - {""}:
            self._found |= find_quotes(new, self._texts())
        return self._found

    def _texts(self) -> Iterator[tuple[str, str]]:
        total = len(self.corpus.documents)
        for done, doc_id in enumerate(sorted(self.corpus.documents), start=1):
            yield doc_id, self.corpus.text(doc_id) or ""
            self._progress("documents", done, total)


def find_quotes(quotes: Iterable[str], texts: Iterable[tuple[str, str]]) -> dict[str, list[Place]]:
    """Return the places at which each quote stands, in the order of the (doc_id, text) pairs and their offsets.

    All of them, or the first `MOST_PLACES`.

    Args:
        quotes: What is looked for; an empty one stands nowhere.
        texts: The documents.
    """
    wanted = sorted({quote for quote in quotes if quote})
    found: dict[str, list[Place]] = {quote: [] for quote in wanted}
    short = [quote for quote in wanted if len(quote) < _WINDOWS[0]]
    sought = _sought([quote for quote in wanted if len(quote) >= _WINDOWS[0]])
    for doc_id, text in texts:
        for quote in short:
            if len(found[quote]) < MOST_PLACES:
                places = [_place(doc_id, at, quote) for at in find_exact(text, quote)]
                found[quote] = [*found[quote], *places][:MOST_PLACES]
        for size, windows in _windows(text, max(sought, default=0)):
            if size in sought:
                for at, hashed in sought[size].offsets(windows):
                    for quote in sought[size].quotes[hashed]:
                        if len(found[quote]) < MOST_PLACES and text.startswith(quote, at):
                            found[quote].append(_place(doc_id, at, quote))
    return found


def _place(doc_id: str, at: int, quote: str) -> Place:
    return Place(doc_id, at, at + len(quote), quote)


def _sought(quotes: Sequence[str]) -> dict[int, _Sought]:
    by_size: dict[int, list[str]] = defaultdict(list)
    for quote in quotes:
        by_size[max(size for size in _WINDOWS if size <= len(quote))].append(quote)
    return {size: _of_size(size, group) for size, group in by_size.items()}


def _of_size(size: int, quotes: Sequence[str]) -> _Sought:
    # The heads of all quotes as one text: the window at each head's start is the quote's own.
    joined = _hashed(_codes("".join(quote[:size] for quote in quotes)), size)[::size]
    by_hash: dict[int, list[str]] = defaultdict(list)
    for hashed, quote in zip(joined.tolist(), quotes, strict=True):
        by_hash[hashed].append(quote)
    hashes = np.array(sorted(by_hash), dtype=np.uint64)
    bits = min(max(len(hashes).bit_length() + _ROOM, _SMALLEST), _LARGEST)
    sieve = np.zeros(1 << bits, dtype=np.bool_)
    sieve[(hashes >> np.uint64(_BITS - bits)).astype(np.intp)] = True
    return _Sought(hashes, sieve, {hashed: tuple(group) for hashed, group in by_hash.items()})


def _hashed(codes: Hashes, size: int) -> Hashes:
    return next(hashes for length, hashes in _doubled(codes) if length == size)


def _windows(text: str, most: int) -> Iterable[tuple[int, Hashes]]:
    """Yield length and hashes of a text's windows, up to the greatest length that is looked for."""
    if most and len(text) >= _WINDOWS[0]:
        for size, hashes in _doubled(_codes(text)):
            if size >= _WINDOWS[0] and len(hashes):
                yield size, hashes
            if size >= most or not len(hashes):
                return


def _doubled(codes: Hashes) -> Iterable[tuple[int, Hashes]]:
    """Yield the hashes of windows of 1, 2, 4, … characters; a window's hash is that of its halves."""
    size, hashes, factor = 1, codes, np.uint64(_FACTOR)
    while True:
        yield size, hashes
        hashes = hashes[:0] if len(hashes) <= size else hashes[:-size] * factor + hashes[size:]
        size *= 2
        factor = np.uint64((int(factor) * int(factor) + 2 * size) & ((1 << _BITS) - 1) | 1)


def _codes(text: str) -> Hashes:
    # Scattered over all bits: letters differ in their last bits alone, and the sieve looks at the first.
    codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32).astype(np.uint64)
    return (codes + np.uint64(1)) * np.uint64(_FACTOR)
