"""Which runs of tokens of the passages that are looked for stand in new and changed documents.

What is found in one document does not depend on any other, so documents can be looked through in any order and
in batches.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from goldset.resolution.reading import Sample
from goldset.resolution.tokens import Keys, distinct, grams

# Runs of four find almost everything; runs of two find what was edited heavily.
_SIZES = (4, 2)
# A sieve has 2 ** _SIEVE times the entries that are set, so that few others pass.
_SIEVE = 3
_LARGEST_SIEVE = 24


Found = tuple[NDArray[np.int32], NDArray[np.int32]]
"""What was found in a document: numbers of runs, and where each stands in tokens, by position."""


@dataclass(frozen=True)
class Seeds:
    """The runs of all passages that are looked for: for each size, each run once, sorted."""

    runs: Mapping[int, Keys]

    @cached_property
    def sieves(self) -> dict[int, NDArray[np.bool_]]:
        """For each size, a table that tells most runs that are not looked for by their last bits alone."""
        sieves = {}
        for size, wanted in self.runs.items():
            bits = min(max(len(wanted).bit_length() + _SIEVE, 10), _LARGEST_SIEVE)
            sieves[size] = np.zeros(1 << bits, dtype=np.bool_)
            sieves[size][_last_bits(wanted, bits)] = True
        return sieves

    def find(self, size: int, folded: Keys) -> Found:
        """Return where runs of a size stand in a document."""
        wanted, sieve, own = self.runs[size], self.sieves[size], grams(folded, size)
        at = np.flatnonzero(sieve[_last_bits(own, len(sieve).bit_length() - 1)])
        own = own[at]
        number = np.searchsorted(wanted, own)
        number[number == len(wanted)] = 0
        there = np.flatnonzero(wanted[number] == own) if len(wanted) else at[:0]
        return number[there].astype(np.int32), at[there].astype(np.int32)


def _last_bits(runs: Keys, bits: int) -> NDArray[np.intp]:
    return (runs & np.uint64((1 << bits) - 1)).astype(np.intp)


@dataclass
class Hits:
    """What was found, by document and size of runs."""

    by_document: dict[str, dict[int, Found]] = field(default_factory=dict)

    def merge(self, other: "Hits") -> "Hits":
        """Return both; associative and commutative, as no document is looked through twice."""
        return Hits(self.by_document | other.by_document)


def make_seeds(samples: Sequence[Sample]) -> Seeds:
    """Return the runs to look for."""
    runs = {}
    for size in _SIZES:
        found = [grams(sample.folded, size) for sample in samples]
        runs[size] = distinct(np.concatenate(found)) if found else np.zeros(0, dtype=np.uint64)
    return Seeds(runs)


def find_hits(seeds: Seeds, documents: Iterable[tuple[str, Keys]]) -> Hits:
    """Return where the runs stand in a batch of documents: (id, tokens without regard to case) of each."""
    hits = Hits()
    for doc_id, folded in documents:
        found = {size: seeds.find(size, folded) for size in seeds.runs}
        found = {size: hit for size, hit in found.items() if len(hit[0])}
        if found:
            hits.by_document[doc_id] = found
    return hits
