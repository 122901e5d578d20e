"""Gold passages as judgements of the chunks of one index, by the rule that runs are scored by."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from goldset.domain.gold import GoldItem
from goldset.evaluation.overlap import Stretch, Union, is_relevant, shared

NOT_RELEVANT = 0
Place = tuple[str, int, int]


@dataclass(frozen=True, slots=True)
class JudgedChunks:
    """What an item says of the chunks of an index.

    Attributes:
        grades: By chunk id, in the order of the index: how relevant it is, 1–3; 0 where it holds a near span alone.
        uncovered: Ids of spans that no run over this index can find: its chunks together cover too little of them.
    """

    grades: Mapping[str, int]
    uncovered: tuple[str, ...]


class ChunkIndex:
    """The chunks of an index, by document.

    Args:
        places: By chunk id, (document id, start, end) in code points, half open.
    """

    def __init__(self, places: Mapping[str, Place]) -> None:
        self._by_document: dict[str, list[tuple[int, str, Stretch]]] = defaultdict(list)
        for number, (chunk_id, (doc_id, start, end)) in enumerate(places.items()):
            if start < end:
                self._by_document[doc_id].append((number, chunk_id, (start, end)))

    def judge(self, gold: GoldItem, overlap: float) -> JudgedChunks:
        """Return what an item says of the chunks.

        Args:
            gold: The item, where it stands in the text that was cut into chunks.
            overlap: Share of the shorter, 0–1, that chunk and passage must share; and of a passage that all chunks
                must cover together.
        """
        found: dict[tuple[int, str], int] = {}
        uncovered: list[str] = []
        for one in gold.evidence:
            touching = list(self._touching((one.doc_id, one.start, one.end)))
            for name in _relevant(touching, one.end - one.start, overlap):
                found[name] = max(one.grade, found.get(name, NOT_RELEVANT))
            if _covered(touching, (one.start, one.end)) < overlap * (one.end - one.start) or not touching:
                uncovered += one.spans
        for place in gold.near:
            for name in _relevant(self._touching(place), place[2] - place[1], overlap):
                found.setdefault(name, NOT_RELEVANT)
        return JudgedChunks({name: grade for (_, name), grade in sorted(found.items())}, tuple(uncovered))

    def _touching(self, place: Place) -> Iterator[tuple[tuple[int, str], Stretch, int]]:
        """Yield the chunks that share code points with a passage, and how many."""
        doc_id, start, end = place
        for number, chunk_id, stretch in self._by_document.get(doc_id, ()):
            common = shared(*stretch, start, end)
            if common:
                yield (number, chunk_id), stretch, common


def _relevant(
    touching: Iterable[tuple[tuple[int, str], Stretch, int]], length: int, overlap: float
) -> Iterator[tuple[int, str]]:
    for name, (start, end), common in touching:
        if is_relevant(common, end - start, length, overlap):
            yield name


def _covered(touching: Sequence[tuple[tuple[int, str], Stretch, int]], passage: Stretch) -> int:
    union = Union()
    return sum(shared(*new, *passage) for _, stretch, _ in touching for new in union.add(*stretch))
