"""The evidence of an item that the chunks of a ranking find, walked once and as far as anybody asks.

Cut-offs need the first chunks alone, and only the diagnosis of an item that failed needs the rest: it goes on where
the cut-offs stopped.
"""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from operator import itemgetter

from goldset.domain.gold import Evidence, GoldItem
from goldset.evaluation.distinct import Ranking
from goldset.evaluation.overlap import Union, is_relevant

_rank_of = itemgetter(0)


@dataclass(slots=True)
class Passage:
    """An evidence while a ranking is walked.

    Attributes:
        evidence: The evidence.
        covered: How many of its code points the chunks so far cover.
        rank: The rank at which it was found; None while it is not.
        intact: The rank of the first chunk that holds all of it; None while none does.
        pieces: The parts of it that are covered; None while no chunk covers a part alone.
    """

    evidence: Evidence
    covered: int = 0
    rank: int | None = None
    intact: int | None = None
    pieces: Union | None = None

    @property
    def share(self) -> float:
        """The share of its code points that is covered, 0–1."""
        return self.covered / (self.evidence.end - self.evidence.start)

    def cover(self, rank: int, start: int, end: int) -> None:
        """Cover a stretch inside it by a chunk."""
        length = self.evidence.end - self.evidence.start
        if end - start == length:
            self.covered = length
            if self.intact is None:
                self.intact = rank
        elif self.covered < length:
            if self.pieces is None:
                self.pieces = Union()
            self.covered += sum(stop - begin for begin, stop in self.pieces.add(start, end))


class Walk:
    """A ranking, walked from the best chunk on.

    Attributes:
        gold: The item.
        ranking: Its chunks.
        groups: Its evidence groups, with the passages that serve each.
        best: By group, the highest grade of its passages.
        relevant: Ranks of relevant chunks so far, rising.
    """

    __slots__ = ("_at", "_by_document", "_overlap", "best", "gold", "groups", "ranking", "relevant")

    def __init__(self, gold: GoldItem, ranking: Ranking, overlap: float) -> None:
        """Begin before the first chunk.

        Args:
            gold: The item; one without evidence has no groups.
            ranking: Its chunks; of those near, the ones of documents without evidence are passed over.
            overlap: Share of a passage, 0–1, that must be covered to have found it.
        """
        self.gold, self.ranking, self._overlap, self._at = gold, ranking, overlap, 0
        self._by_document: dict[str, list[Passage]] = defaultdict(list)
        self.groups: dict[str, list[Passage]] = defaultdict(list)
        self.relevant: list[int] = []
        for evidence in gold.evidence:
            passage = Passage(evidence)
            self._by_document[evidence.doc_id].append(passage)
            for group in evidence.groups:
                self.groups[group].append(passage)
        self.best = [max(p.evidence.grade for p in there) for there in self.groups.values()]

    def go_to(self, rank: int) -> bool:
        """Walk on to a rank, and return whether any chunk stood on the way."""
        reached = bisect_right(self.ranking.near, rank, self._at, key=_rank_of)
        return self._see(reached)

    def finish(self) -> None:
        """Walk on to the last chunk."""
        self._see(len(self.ranking.near))

    def missing(self) -> list[str]:
        """Return the groups that all chunks do not find together, whatever their ranks, sorted; finishes the walk."""
        self.finish()
        return sorted(
            group for group, there in self.groups.items() if all(passage.rank is None for passage in there)
        )

    def _see(self, reached: int) -> bool:
        before, self._at = self._at, reached
        for rank, doc, start, end in self.ranking.near[before:reached]:
            if doc in self._by_document:
                self._see_chunk(rank, self._by_document[doc], start, end)
        return reached > before

    def _see_chunk(self, rank: int, passages: Iterable[Passage], start: int, end: int) -> None:
        relevant = False
        for passage in passages:
            there = passage.evidence
            first, last = max(start, there.start), min(end, there.end)
            if first >= last:
                continue
            length = there.end - there.start
            relevant = relevant or is_relevant(last - first, end - start, length, self._overlap)
            passage.cover(rank, first, last)
            if passage.rank is None and passage.covered / length >= self._overlap:
                passage.rank = rank
        if relevant:
            self.relevant.append(rank)

    def coverage(self) -> float:
        """Return the mean over groups of the share of the best passage that is covered so far."""
        shares = [max([passage.share for passage in passages]) for passages in self.groups.values()]
        return sum(shares) / len(shares)

    def ranks(self) -> list[tuple[int, int]]:
        """Return for each group that was found the rank, and the highest grade found there first."""
        found = []
        for passages in self.groups.values():
            ranks = [passage.rank for passage in passages if passage.rank is not None]
            if ranks:
                first = min(ranks)
                found.append((first, max([p.evidence.grade for p in passages if p.rank == first])))
        return found

    def intact(self) -> list[int]:
        """Return for each group of which a chunk holds a passage whole the first rank of such a chunk."""
        ranks = (
            [passage.intact for passage in passages if passage.intact is not None]
            for passages in self.groups.values()
        )
        return [min(there) for there in ranks if there]
