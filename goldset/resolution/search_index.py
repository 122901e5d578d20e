"""Which documents share most with a passage, and where in them: all passages are looked up together.

A rare run says more than a frequent one: each counts by how few documents hold it.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from goldset.resolution.reading import Sample
from goldset.resolution.seeds import Found, Hits, Seeds, passage_runs
from goldset.resolution.tokens import Keys, distinct

_WEIGHTS = {4: 4, 2: 1}
# What a run weighs is a share of this: a whole number, so that sums are exact, whatever stands beside them. All
# numbers up to 24 divide it: equal places of runs that few documents hold are equal.
_WHOLE = 5_354_228_880
_DOCUMENTS = 5
_WINDOWS = 2
# A run in more documents than this tells none of them from the others.
_COMMON = 100
# So many holders of runs, and places of them, are looked at together.
_TOGETHER = 1 << 20
# Bits of a whole number beside its sign.
_SIGNED = 63

Numbers = NDArray[np.int64]
Windows = tuple[tuple[int, int], ...]
"""Stretches [start, end) of a document in tokens, the one that holds most of a passage's runs first."""


@dataclass(frozen=True, slots=True)
class Near:
    """Where a document holds most of a passage's runs."""

    doc_id: str
    windows: Windows


@dataclass(frozen=True)
class _Runs:
    """The runs of passages: whose each is, and its number; passage after passage."""

    owner: Numbers
    number: Numbers

    def of(self, low: int, high: int) -> "_Runs":
        """Return the runs of passages [low, high), which are counted from 0."""
        i, j = np.searchsorted(self.owner, (low, high))
        return _Runs(self.owner[i:j] - low, self.number[i:j])


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
        order = order_of(numbers)
        pairs = numbers[order].astype(np.int64) * self._owners + owner[order]
        self._at = np.concatenate([found[1] for _, found in hits] or [np.zeros(0, dtype=np.int32)])[order]
        starts = np.flatnonzero(np.diff(pairs, prepend=-1))
        # Each run and document once: first all that hold run 0, …
        self._pairs = pairs[starts]
        self._hits = np.append(starts, len(pairs))
        self.frequency = np.bincount(self._pairs // self._owners, minlength=len(runs))
        self._first = np.append(0, np.cumsum(self.frequency))

    def runs_of(self, samples: Sequence[Sample], size: int) -> _Runs:
        """Return the passages' runs that stand anywhere, each once in a passage."""
        owner, runs = passage_runs(samples, size)
        number = np.searchsorted(self._runs, runs)
        there = self.frequency[number] > 0
        owner, number = np.divmod(distinct(owner[there] * len(self._runs) + number[there]), len(self._runs))
        return _Runs(owner, number)

    def holders(self, numbers: Numbers) -> tuple[Numbers, Numbers]:
        """Return the documents that hold runs, run after run, and how many hold each."""
        low, lengths = self._first[numbers], self._first[numbers + 1] - self._first[numbers]
        return self._pairs[_ranges(low, lengths)] % self._owners, lengths

    def hits(self, numbers: Numbers, documents: Numbers) -> tuple[Numbers, Numbers]:
        """Return where the places of runs begin, each in a document of its own, and how many there are."""
        wanted = numbers * self._owners + documents
        pair = np.searchsorted(self._pairs, wanted)
        pair[pair == len(self._pairs)] = 0
        low = self._hits[pair]
        return low, (self._hits[pair + 1] - low) * (self._pairs[pair] == wanted)

    def places(self, low: Numbers, lengths: Numbers) -> Numbers:
        """Return tokens at which runs stand (see `hits`), run after run."""
        return self._at[_ranges(low, lengths)].astype(np.int64)


def order_of(numbers: NDArray[Any]) -> Numbers:
    """Return the places of whole numbers, none of them negative, sorted by these and then by place.

    Several times as fast as a stable `argsort`: each number is sorted with its place, so that no two are equal.
    """
    bits = len(numbers).bit_length()
    if int(numbers.max(initial=0)).bit_length() + bits > _SIGNED:
        return np.argsort(numbers, kind="stable")
    packed = (numbers.astype(np.int64) << bits) | np.arange(len(numbers))
    packed.sort()
    packed &= (1 << bits) - 1
    return packed


def _ranges(low: Numbers, lengths: Numbers) -> Numbers:
    """Return low, low + 1, … as many as the lengths say, one range after the other."""
    return np.arange(lengths.sum()) + np.repeat(low - np.cumsum(lengths) + lengths, lengths)


def _cut(costs: Numbers) -> Iterator[tuple[int, int]]:
    """Yield stretches [low, high) that cost no more than `_TOGETHER`, or are one alone."""
    sums = np.concatenate(([0], np.cumsum(costs)))
    low = 0
    while low < len(costs):
        high = max(int(np.searchsorted(sums, sums[low] + _TOGETHER, side="right")) - 1, low + 1)
        yield low, high
        low = high


class _Groups:
    """Rows in groups, one group after the other."""

    def __init__(self, group: Numbers) -> None:
        """Take the group of each row."""
        begins = np.diff(group, prepend=-1) != 0
        self.starts = np.flatnonzero(begins)
        self.number = np.cumsum(begins) - 1

    def best(self, scores: NDArray[Any]) -> Numbers:
        """Return of each group the first row with the highest score."""
        most = np.maximum.reduceat(scores, self.starts)
        at = np.flatnonzero(scores == most[self.number])
        return at[np.searchsorted(self.number[at], np.arange(len(self.starts)))]


@dataclass(frozen=True)
class _Slots:
    """Passages and documents to look for them in: passage after passage, each one's documents best first."""

    owner: Numbers
    document: Numbers

    def of_each(self, owners: Numbers) -> tuple[Numbers, Numbers]:
        """Return where the slots of passages begin, and how many each has."""
        low = np.searchsorted(self.owner, owners)
        return low, np.searchsorted(self.owner, owners, side="right") - low


@dataclass(frozen=True)
class _Places:
    """Runs that stand in slots, in the order of these: where the places are listed, how many, what each weighs."""

    slot: Numbers
    low: Numbers
    lengths: Numbers
    weight: Numbers

    def of(self, low: int, high: int) -> "_Places":
        """Return those of slots [low, high), which are counted from 0."""
        i, j = np.searchsorted(self.slot, (low, high))
        return _Places(self.slot[i:j] - low, self.low[i:j], self.lengths[i:j], self.weight[i:j])


class Index:
    """The hits of all documents, ready to be asked."""

    def __init__(self, seeds: Seeds, hits: Hits) -> None:
        self._documents = sorted(hits.by_document)
        self._count = len(self._documents)
        self._postings = {}
        for size, wanted in seeds.runs.items():
            own = [(n, hits.by_document[d]) for n, d in enumerate(self._documents)]
            rows = [(n, found[size]) for n, found in own if size in found]
            self._postings[size] = _Postings(wanted, self._count, rows)

    def near(self, samples: Sequence[Sample]) -> Iterator[list[Near]]:
        """Yield for each passage where the documents that share most with it do so, best first."""
        if not self._count or not samples:
            yield from ([] for _ in samples)
            return
        runs = {size: own.runs_of(samples, size) for size, own in self._postings.items()}
        telling = self._telling(runs, len(samples))
        costs = np.zeros(len(samples), dtype=np.int64)
        for size, own in telling.items():
            np.add.at(costs, own.owner, self._postings[size].frequency[own.number])
        for low, high in _cut(costs):
            slots = self._best({size: own.of(low, high) for size, own in telling.items()})
            found: list[list[Near]] = [[] for _ in range(low, high)]
            windows = self._windows(
                {size: own.of(low, high) for size, own in runs.items()}, slots, samples[low:high]
            )
            for owner, document, there in zip(
                slots.owner.tolist(), slots.document.tolist(), windows, strict=True
            ):
                found[owner].append(Near(self._documents[document], there))
            yield from found

    def _telling(self, runs: Mapping[int, _Runs], count: int) -> dict[int, _Runs]:
        """Return the runs that documents are chosen by.

        One that stands in very many documents tells none of them from the others, and is asked only where a
        passage has no rarer ones.
        """
        rare = {size: self._postings[size].frequency[own.number] <= _COMMON for size, own in runs.items()}
        has_rare = np.zeros(count, dtype=np.bool_)
        for size, own in runs.items():
            has_rare[own.owner[rare[size]]] = True
        asked = {size: rare[size] | ~has_rare[own.owner] for size, own in runs.items()}
        return {size: _Runs(own.owner[asked[size]], own.number[asked[size]]) for size, own in runs.items()}

    def _best(self, telling: Mapping[int, _Runs]) -> _Slots:
        """Return the documents that hold the rarest of each passage's runs: each counts once in a document."""
        pairs, weights = [], []
        for size, own in telling.items():
            holders, lengths = self._postings[size].holders(own.number)
            pairs.append(np.repeat(own.owner, lengths) * self._count + holders)
            weights.append(np.repeat(_WEIGHTS[size] / lengths, lengths))
        every = np.concatenate(pairs)
        order = order_of(every)
        every = every[order]
        begins = np.diff(every, prepend=-1) != 0
        pair, at = every[begins], np.cumsum(begins) - 1
        weight = np.concatenate(weights)[order]
        scores = np.round(np.bincount(at, weights=weight, minlength=len(pair)), 9)
        chosen = [pair[:0]]
        groups = _Groups(pair // self._count)
        for _ in range(_DOCUMENTS if len(pair) else 0):
            best = groups.best(scores)
            best = best[scores[best] > 0]
            chosen.append(pair[best])
            scores[best] = 0
        found = np.concatenate(chosen)
        found = found[np.argsort(found // self._count, kind="stable")]
        return _Slots(found // self._count, found % self._count)

    def _windows(
        self, runs: Mapping[int, _Runs], slots: _Slots, samples: Sequence[Sample]
    ) -> Iterator[Windows]:
        """Yield for each slot where its document holds most of the passage's runs."""
        found = {size: self._places(size, own, slots) for size, own in runs.items()}
        costs = np.zeros(len(slots.owner), dtype=np.int64)
        for places in found.values():
            np.add.at(costs, places.slot, places.lengths)
        sizes = np.array([max(len(sample), 1) for sample in samples])[slots.owner]
        for low, high in _cut(costs):
            slot, at, weight = [], [], []
            for size, places in found.items():
                own = places.of(low, high)
                slot.append(np.repeat(own.slot, own.lengths))
                at.append(self._postings[size].places(own.low, own.lengths))
                weight.append(np.repeat(own.weight, own.lengths))
            slots_hit, tokens, weights = (np.concatenate(row) for row in (slot, at, weight))
            order = order_of(slots_hit * (tokens.max(initial=0) + 1) + tokens)
            yield from _densest(slots_hit[order], tokens[order], weights[order], sizes[low:high])

    def _places(self, size: int, runs: _Runs, slots: _Slots) -> _Places:
        """Return where runs of a size stand in the slots of their passages."""
        postings = self._postings[size]
        first, each = slots.of_each(runs.owner)
        slot, number = _ranges(first, each), np.repeat(runs.number, each)
        low, lengths = postings.hits(number, slots.document[slot])
        weight = np.rint(_WEIGHTS[size] * _WHOLE / postings.frequency[number]).astype(np.int64)
        order = np.flatnonzero(lengths)
        order = order[order_of(slot[order])]
        return _Places(slot[order], low[order], lengths[order], weight[order])


def _densest(slot: Numbers, at: Numbers, weight: Numbers, sizes: Numbers) -> Iterator[Windows]:
    """Yield for each slot the windows that weigh most.

    Args:
        slot: The slot of each hit, in order: each has one at least.
        at: Its token, in order within the slot.
        weight: What it weighs.
        sizes: Tokens of each slot's passage.
    """
    reach = (sizes + sizes // 2)[slot]
    # All slots on one line, each out of reach of the others.
    line = slot * int(at.max() + reach.max() + 1) + at
    ends = np.searchsorted(line, line + reach)
    sums = np.concatenate(([0], np.cumsum(weight)))
    scores = sums[ends] - sums[:-1]
    groups = _Groups(slot)
    found: list[list[tuple[int, int]]] = [[] for _ in sizes]
    for _ in range(_WINDOWS):
        best = groups.best(scores)
        low, last = at[best], at[ends[best] - 1]
        high = np.minimum(last + 2, low + 2 * sizes)
        for n in np.flatnonzero(scores[best] > 0).tolist():
            found[n].append((int(low[n]), int(high[n])))
        scores[(at >= (low - sizes)[slot]) & (at <= last[slot])] = 0
    yield from map(tuple, found)
