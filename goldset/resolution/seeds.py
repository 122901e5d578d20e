"""Where in new and changed documents a passage may stand now: by the runs of tokens that it shares with them.

A rare run says more than a frequent one: each counts by how few documents hold it. What is found in one
document does not depend on any other, so documents can be looked through in any order and in batches.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from goldset.resolution.align import fitted, merged
from goldset.resolution.excerpts import Excerpt
from goldset.resolution.reading import Passage, Reading, Sample
from goldset.resolution.tokens import Keys, distinct, grams

# Runs of four find almost everything; runs of two find what was edited heavily.
_SIZES = (4, 2)
_WEIGHTS = {4: 4.0, 2: 1.0}
# So many places of one run in one document are looked at.
_PLACES = 8
_DOCUMENTS = 5
# A run in more documents than this tells none of them from the others.
_COMMON = 100
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


@dataclass(frozen=True, slots=True)
class Near:
    """Where a document holds runs of a passage: token positions in order, and what each weighs."""

    doc_id: str
    at: NDArray[np.int32]
    weight: NDArray[np.float64]


class _Postings:
    """The hits of runs of one size, sorted by run, then document, then position."""

    def __init__(self, runs: Keys, owners: int, hits: Sequence[tuple[int, Found]]) -> None:
        """Sort the hits.

        Args:
            runs: The runs that were looked for, sorted.
            owners: How many documents there are.
            hits: Number of a document and what was found in it, by number.
        """
        self._runs, self._owners = runs, max(owners, 1)
        numbers = np.concatenate([found[0] for _, found in hits] or [np.zeros(0, dtype=np.int32)])
        owner = np.repeat(
            np.array([n for n, _ in hits], dtype=np.int64), [len(found[0]) for _, found in hits]
        )
        order = np.argsort(numbers, kind="stable")
        pairs = numbers[order].astype(np.int64) * self._owners + owner[order]
        self._at = np.concatenate([found[1] for _, found in hits] or [np.zeros(0, dtype=np.int32)])[order]
        starts = np.flatnonzero(np.diff(pairs, prepend=-1))
        # Each run and document once: first all that hold run 0, …
        self._pairs = pairs[starts]
        self._hits = np.append(starts, len(pairs))
        self.frequency = np.bincount(self._pairs // self._owners, minlength=len(runs))
        self._first = np.append(0, np.cumsum(self.frequency))

    def numbers(self, folded: Keys, size: int) -> NDArray[np.int64]:
        """Return the numbers of a passage's runs that stand anywhere."""
        number = np.searchsorted(self._runs, distinct(grams(folded, size)))
        return number[self.frequency[number] > 0]

    def holders(self, numbers: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return the documents that hold runs, run after run, and how many hold each."""
        low, lengths = self._first[numbers], self._first[numbers + 1] - self._first[numbers]
        return self._pairs[_ranges(low, lengths)] % self._owners, lengths

    def places(
        self, numbers: NDArray[np.int64], documents: NDArray[np.int64]
    ) -> tuple[NDArray[np.int64], NDArray[np.int32], NDArray[np.int64]]:
        """Return every place at which one of a few documents holds one of some runs.

        Which of the documents, the token, and which of the runs; run after run.
        """
        wanted = (numbers[:, None] * self._owners + documents).ravel()
        pair = np.searchsorted(self._pairs, wanted)
        pair[pair == len(self._pairs)] = 0
        there = np.flatnonzero(self._pairs[pair] == wanted)
        low = self._hits[pair[there]]
        lengths = self._hits[pair[there] + 1] - low
        which = np.repeat(there, lengths)
        return which % len(documents), self._at[_ranges(low, lengths)], which // len(documents)


def _ranges(low: NDArray[np.int64], lengths: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return low, low + 1, … as many as the lengths say, one range after the other."""
    return np.arange(lengths.sum()) + np.repeat(low - np.cumsum(lengths) + lengths, lengths)


class Index:
    """The hits of all documents, ready to be asked for one passage at a time."""

    def __init__(self, seeds: Seeds, hits: Hits) -> None:
        self._documents = sorted(hits.by_document)
        self._postings = {}
        for size, wanted in seeds.runs.items():
            own = [(n, hits.by_document[d]) for n, d in enumerate(self._documents)]
            rows = [(n, found[size]) for n, found in own if size in found]
            self._postings[size] = _Postings(wanted, len(self._documents), rows)

    def documents(self, sample: Sample, but: str | None = None) -> list[Near]:
        """Return where the documents that share most with a passage do so, best first.

        Args:
            sample: The passage.
            but: A document that is left out.
        """
        if not self._documents:
            return []
        numbers = {size: own.numbers(sample.folded, size) for size, own in self._postings.items()}
        best = self._best(numbers)
        owners, places, weights = [], [], []
        for size, postings in self._postings.items():
            which, at, run = postings.places(numbers[size], best)
            owners.append(which)
            places.append(at)
            weights.append(_WEIGHTS[size] / postings.frequency[numbers[size]][run])
        owner, at, weight = np.concatenate(owners), np.concatenate(places), np.concatenate(weights)
        order = np.argsort(at, kind="stable")
        owner, at, weight = owner[order], at[order], weight[order]
        found = [(self._documents[n], owner == k) for k, n in enumerate(best.tolist())]
        return [Near(doc_id, at[mine], weight[mine]) for doc_id, mine in found if doc_id != but]

    def _best(self, numbers: Mapping[int, NDArray[np.int64]]) -> NDArray[np.int64]:
        """Return the documents that hold the rarest of the runs, best first.

        A run counts once in a document, however often it stands there. One that stands in very many
        documents tells none of them from the others, and is asked only where there are no rarer ones.
        """
        owners, weights = [], []
        for rare in (True, False):
            for size, own in self._postings.items():
                counts = own.frequency[numbers[size]]
                holders, lengths = own.holders(numbers[size][(counts <= _COMMON) == rare])
                owners.append(holders)
                weights.append(np.repeat(_WEIGHTS[size] / lengths, lengths))
            if sum(map(len, owners)):
                break
        owner, at = np.unique(np.concatenate(owners), return_inverse=True)
        scores = np.round(np.bincount(at, weights=np.concatenate(weights), minlength=len(owner)), 9)
        return owner[np.lexsort((owner, -scores))[:_DOCUMENTS]]


@dataclass(frozen=True, slots=True)
class Spot:
    """A place in a document, cut out of it, and how like the passage it is (0–1; satisfies `Offered`)."""

    place: Excerpt
    similarity: float

    @property
    def bonus(self) -> float:
        """No diff speaks for a place in another document."""
        return 0.0

    @property
    def rank(self) -> float:
        """What the place is ranked by."""
        return round(self.similarity, 6)

    def passage(self, reading: Reading) -> Passage:
        """Return the place with its document's text."""
        place = self.place
        return Passage(reading, place.start, place.end, place.i, place.j)


def spots_near(old: Sample, reading: Reading, near: Near, floor: float = 0.0) -> list[Spot]:
    """Return the places of a document around its hits, best first; none that is less like than `floor`."""
    at, weight, size = near.at, near.weight, max(len(old), 1)
    sums = np.concatenate(([0.0], np.cumsum(weight)))
    ends = np.searchsorted(at, at + (size + size // 2))
    scores = sums[ends] - sums[:-1]
    windows = []
    for _ in range(2):
        best = int(scores.argmax())
        if scores[best] <= 0:
            break
        low, high = int(at[best]), int(at[ends[best] - 1])
        windows.append((low, min(high + 2, low + 2 * size)))
        scores[(at >= low - size) & (at <= high)] = 0
    found = merged(fitted(old, reading, windows))
    return [Spot(Excerpt.of(s.place), s.similarity) for s in found if s.similarity >= floor]
