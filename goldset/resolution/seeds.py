"""Where in new and changed documents a passage may stand now: by the runs of tokens that it shares with them.

A rare run says more than a frequent one: each counts by how few documents hold it. What is found in one
document does not depend on any other, so documents can be looked through in any order and in batches.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from goldset.resolution.align import Scored, fitted, merged
from goldset.resolution.reading import Passage, Reading
from goldset.resolution.tokens import Keys, distinct, grams

# Runs of four find almost everything; runs of two find what was edited heavily.
_SIZES = (4, 2)
_WEIGHTS = {4: 4.0, 2: 1.0}
# So many places of one run in one document are looked at.
_PLACES = 8
_DOCUMENTS = 5
_MIN_SCORE = 2.0


@dataclass(frozen=True)
class Seeds:
    """The runs of all passages that are looked for: for each size, each run once, sorted."""

    runs: Mapping[int, Keys]


Found = dict[int, tuple[NDArray[np.int64], NDArray[np.int64]]]
"""What was found in a document: size → (numbers of runs, token positions), by position."""


class Folded(Protocol):
    """What can be looked for: a passage, or its token keys alone."""

    @property
    def folded(self) -> Keys:
        """The token keys without regard to case."""


@dataclass
class Hits:
    """What was found, by document."""

    by_document: dict[str, Found] = field(default_factory=dict)

    def merge(self, other: "Hits") -> "Hits":
        """Return both; associative and commutative, as no document is looked through twice."""
        return Hits(self.by_document | other.by_document)


def make_seeds(passages: Sequence[Folded]) -> Seeds:
    """Return the runs to look for."""
    runs = {}
    for size in _SIZES:
        found = [grams(passage.folded, size) for passage in passages]
        runs[size] = distinct(np.concatenate(found)) if found else np.zeros(0, dtype=np.uint64)
    return Seeds(runs)


def find_hits(seeds: Seeds, readings: Iterable[Reading]) -> Hits:
    """Return where the runs stand in a batch of documents."""
    hits = Hits()
    for reading in readings:
        found = {}
        for size, wanted in seeds.runs.items():
            own = grams(reading.folded, size)
            if not len(own) or not len(wanted):
                continue
            number = np.searchsorted(wanted, own)
            number[number == len(wanted)] = 0
            at = np.flatnonzero(wanted[number] == own)
            if len(at):
                found[size] = (number[at].astype(np.int64), at.astype(np.int64))
        if found:
            hits.by_document[reading.doc_id] = found
    return hits


class Index:
    """The hits of all documents, ready to be asked for one passage at a time."""

    def __init__(self, seeds: Seeds, hits: Hits) -> None:
        self._seeds = seeds
        self._documents = sorted(hits.by_document)
        self._frequency: dict[int, NDArray[np.int64]] = {}
        self._runs: dict[int, NDArray[np.int64]] = {}
        self._owner: dict[int, NDArray[np.int64]] = {}
        self._at: dict[int, NDArray[np.int64]] = {}
        for size, wanted in seeds.runs.items():
            self._collect(size, len(wanted), hits)

    def _collect(self, size: int, count: int, hits: Hits) -> None:
        """Sort the hits of one size by run; `_owner` is the number of the document."""
        rows = [
            (n, *hits.by_document[d][size])
            for n, d in enumerate(self._documents)
            if size in hits.by_document[d]
        ]
        empty = [np.zeros(0, dtype=np.int64)]
        runs = np.concatenate([run for _, run, _ in rows] or empty)
        owner = np.concatenate([np.full(len(run), n, dtype=np.int64) for n, run, _ in rows] or empty)
        at = np.concatenate([at for _, _, at in rows] or empty)
        order = np.lexsort((at, owner, runs))
        self._runs[size], self._owner[size], self._at[size] = runs[order], owner[order], at[order]
        pairs = np.unique(runs * (len(self._documents) + 1) + owner)
        self._frequency[size] = np.bincount(pairs // (len(self._documents) + 1), minlength=count)

    def documents(self, old: Passage) -> list[tuple[str, float, NDArray[np.int64], NDArray[np.float64]]]:
        """Return the documents that share most with a passage, best first.

        Id, score, token positions, weights.
        """
        owners, places, weights, numbers = [], [], [], []
        for size in _SIZES:
            wanted = distinct(grams(old.folded, size))
            if not len(wanted) or not len(self._runs[size]):
                continue
            number = np.searchsorted(self._seeds.runs[size], wanted)
            low = np.searchsorted(self._runs[size], number)
            high = np.searchsorted(self._runs[size], number, side="right")
            there = low < high
            number, low, lengths = number[there], low[there], (high - low)[there]
            if not len(number):
                continue
            # The hits of run after run: low, low + 1, … up to its last one.
            hits = np.arange(lengths.sum()) + np.repeat(low - np.cumsum(lengths) + lengths, lengths)
            owners.append(self._owner[size][hits])
            places.append(self._at[size][hits])
            weights.append(np.repeat(_WEIGHTS[size] / self._frequency[size][number], lengths))
            numbers.append(np.repeat(number * len(_SIZES) + _SIZES.index(size), lengths))
        if not owners:
            return []
        return self._ranked(
            np.concatenate(owners), np.concatenate(places), np.concatenate(weights), np.concatenate(numbers)
        )

    def _ranked(
        self,
        owner: NDArray[np.int64],
        at: NDArray[np.int64],
        weight: NDArray[np.float64],
        number: NDArray[np.int64],
    ) -> list[tuple[str, float, NDArray[np.int64], NDArray[np.float64]]]:
        # A run counts once in a document, however often it stands there.
        _, first = np.unique(owner * (int(number.max()) + 1) + number, return_index=True)
        scores = np.bincount(owner[first], weights=weight[first], minlength=len(self._documents))
        best = sorted(np.flatnonzero(scores > 0).tolist(), key=lambda n: (-round(float(scores[n]), 9), n))[
            :_DOCUMENTS
        ]
        found = []
        for n in best:
            mine = owner == n
            order = np.argsort(at[mine], kind="stable")
            found.append((self._documents[n], float(scores[n]), at[mine][order], weight[mine][order]))
        return found


def places_near(
    old: Passage, reading: Reading, at: NDArray[np.int64], weight: NDArray[np.float64]
) -> list[Scored]:
    """Return the places of a document around its hits, best first."""
    size = max(old.j - old.i, 1)
    sums = np.concatenate(([0.0], np.cumsum(weight)))
    ends = np.searchsorted(at, at + size + size // 2)
    scores = sums[ends] - sums[:-1]
    found = []
    for _ in range(2):
        best = int(scores.argmax())
        if scores[best] <= 0:
            break
        low, high = int(at[best]), int(at[ends[best] - 1])
        found.append(fitted(old, reading, (low, min(high + 2, low + 2 * size))))
        scores[(at >= low - size) & (at <= high)] = 0
    return merged(found)
