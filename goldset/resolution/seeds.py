"""Which runs of tokens of the passages that are looked for stand in new and changed documents.

What is found in one document does not depend on any other, so documents can be looked through in any order and
in batches.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from goldset.resolution.batches import cut
from goldset.resolution.reading import Sample
from goldset.resolution.tokens import Keys, distinct, grams, lengthened

# Runs of four find almost everything; runs of two find what was edited heavily.
_SIZES = (4, 2)
# A sieve has 2 ** _SIEVE times the entries that are set, so that few others pass.
_SIEVE = 3
_LARGEST_SIEVE = 24
# Documents of so many tokens are looked through at once.
_TOGETHER = 1 << 15


Found = tuple[NDArray[np.int32], NDArray[np.int32]]
"""What was found in a document: numbers of runs, and where each stands in tokens, by position."""


@dataclass(frozen=True)
class Seeds:
    """The runs of all passages that are looked for: for each size, each run once, sorted."""

    runs: Mapping[int, Keys]

    @cached_property
    def sieves(self) -> dict[int, "_Sieve"]:
        """For each size, what tells by a run's last bits whether it may be looked for, and which it may be."""
        return {size: _Sieve.of(wanted) for size, wanted in self.runs.items()}

    def find(self, size: int, own: Keys) -> Found:
        """Return which of some runs of a size are looked for: the number of each, and where it stands among them."""
        wanted, sieve = self.runs[size], self.sieves[size]
        last = _last_bits(own, sieve.bits)
        at = np.flatnonzero(sieve.there[last])
        own, number = own[at], sieve.number[last[at]]
        # Several runs may end in the same bits: where the one that is known by them is another, all are asked.
        others = np.flatnonzero(wanted[number] != own) if len(wanted) else at[:0]
        number[others] = np.searchsorted(wanted, own[others])
        number[number == len(wanted)] = 0
        there = np.flatnonzero(wanted[number] == own) if len(wanted) else at[:0]
        return number[there], at[there].astype(np.int32)


@dataclass(frozen=True)
class _Sieve:
    """What the last bits of a run tell.

    Attributes:
        there: For all that these bits can be, whether a run that is looked for ends in them.
        number: … and the number of one that does.
    """

    there: NDArray[np.bool_]
    number: NDArray[np.int32]

    @classmethod
    def of(cls, wanted: Keys) -> "_Sieve":
        bits = min(max(len(wanted).bit_length() + _SIEVE, 10), _LARGEST_SIEVE)
        there, number = np.zeros(1 << bits, dtype=np.bool_), np.zeros(1 << bits, dtype=np.int32)
        last = _last_bits(wanted, bits)
        there[last], number[last] = True, np.arange(len(wanted))
        return cls(there, number)

    @property
    def bits(self) -> int:
        return len(self.there).bit_length() - 1


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
    return Seeds({size: distinct(passage_runs(samples, size)[1]) for size in _SIZES})


def passage_runs(samples: Sequence[Sample], size: int) -> tuple[NDArray[np.int64], Keys]:
    """Return the runs of a size that passages hold, passage after passage, and whose each is."""
    keys = np.concatenate([np.zeros(0, dtype=np.uint64), *(sample.folded for sample in samples)])
    owner = np.repeat(np.arange(len(samples), dtype=np.int64), [len(sample) for sample in samples])
    owner, last = owner[: max(len(owner) - size + 1, 0)], owner[size - 1 :]
    inside = owner == last
    return owner[inside], grams(keys, size)[inside]


def find_hits(seeds: Seeds, documents: Iterable[tuple[str, Keys]]) -> Hits:
    """Return where the runs stand in a batch of documents: (id, tokens without regard to case) of each."""
    hits = Hits()
    for some in cut(documents, lambda document: len(document[1]), _TOGETHER):
        names, folded = [name for name, _ in some], [keys for _, keys in some]
        bounds = np.cumsum([0, *map(len, folded)])
        found = [_found(seeds, size, runs, bounds) for size, runs in _all_runs(np.concatenate(folded))]
        for number, name in enumerate(names):
            own = {size: hit for size, each in found if len((hit := each[number])[0])}
            if own:
                hits.by_document[name] = own
    return hits


def _all_runs(keys: Keys) -> list[tuple[int, Keys]]:
    """Return the runs of each size: those of a larger one begin with those of a smaller one."""
    found, size, runs = list[tuple[int, Keys]](), 1, grams(keys, 1)
    for longer in sorted(_SIZES):
        size, runs = longer, lengthened(runs, size, keys, longer)
        found.append((size, runs))
    return found


def _found(seeds: Seeds, size: int, runs: Keys, bounds: NDArray[np.int64]) -> tuple[int, list[Found]]:
    """Return what of the runs stands in each of the documents that begin and end at bounds, one behind the other."""
    number, at = seeds.find(size, runs)
    document = np.searchsorted(bounds, at, side="right") - 1
    inside = at + size <= bounds[document + 1]  # no run goes on in the next document
    number, at, document = number[inside], at[inside] - bounds[document[inside]], document[inside]
    cuts = np.searchsorted(document, np.arange(1, len(bounds) - 1))
    at = at.astype(np.int32)
    return size, list(zip(np.split(number, cuts), np.split(at, cuts), strict=True))
