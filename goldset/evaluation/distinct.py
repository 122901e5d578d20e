"""The chunks of a ranking, each once: a chunk that repeats an earlier one keeps its rank and earns nothing."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from operator import attrgetter, itemgetter

from goldset.domain.runs import Chunk

Ranked = tuple[int, str, int, int]
"""Rank from 1, document (empty where it is not known), and start and end there (both 0 where not known)."""

_Place = tuple[str | None, int | None, int | None]
_place_of = attrgetter("doc_id", "start", "end")


@dataclass(frozen=True, slots=True)
class Ranking:
    """Chunks as a run lists them, best first.

    Attributes:
        chunks: All of them.
        ranks: Ranks from 1, rising, of those that repeat no earlier one.
        places: Of these, document, start and end, as far as they are known.
        near: Of these, the chunks of the documents that are looked for.
        documents: By document its rank among documents, from 1: that of its first chunk. A chunk of no known
            document takes the rank of a document of its own.
    """

    chunks: Sequence[Chunk] = ()
    ranks: Sequence[int] = ()
    places: Sequence[_Place] = ()
    near: Sequence[Ranked] = ()
    documents: Mapping[str, int] = field(default_factory=dict)

    def first(self, number: int) -> list[Ranked]:
        """Return the first different chunks, at most so many: those beyond the last cut-off are never built."""
        return [
            _ranked(rank, place) for rank, place in islice(zip(self.ranks, self.places, strict=True), number)
        ]


def ranking_of(chunks: Sequence[Chunk], aliases: Mapping[str, str], wanted: Collection[str]) -> Ranking:
    """Return chunks as a ranking.

    Two chunks are the same where they stand at the same place; without offsets, where document, chunk id and
    text are the same.

    Args:
        chunks: The chunks, best first; each has both offsets or neither.
        aliases: Document id by what else a run may call it.
        wanted: The documents that are looked for: those that hold evidence of the item.
    """
    places: list[_Place] = list(map(_place_of, chunks))
    documents = dict.fromkeys(map(itemgetter(0), places))
    has_odd = None in documents or "" in documents or not aliases.keys().isdisjoint(documents)
    if has_odd or len(set(places)) < len(places):
        return _with_repeats(chunks, aliases, wanted)
    # Most rankings are plain, and a run has a million chunks: all that is done with each of them is done above.
    near = [_ranked(n, place) for n, place in enumerate(places, start=1) if place[0] in wanted]
    ranks = dict(zip(documents, range(1, len(documents) + 1), strict=True))
    return Ranking(chunks, range(1, len(places) + 1), places, near, ranks)


def _with_repeats(chunks: Sequence[Chunk], aliases: Mapping[str, str], wanted: Collection[str]) -> Ranking:
    """Return chunks of which some may repeat others, or name their document by an alias or not at all."""
    seen: set[tuple[object, ...]] = set()
    ranks: list[int] = []
    places: list[_Place] = []
    near: list[Ranked] = []
    documents: dict[str, int] = {}
    unknown = 0
    for rank, chunk in enumerate(chunks, start=1):
        doc = aliases.get(chunk.doc_id or "", chunk.doc_id or "")
        is_placed = bool(doc) and chunk.start is not None
        place: _Place = (doc, chunk.start, chunk.end) if is_placed else (doc, None, None)
        key = place if is_placed else (doc, chunk.chunk_id, chunk.text)
        if key in seen:
            continue
        seen.add(key)
        ranks.append(rank)
        places.append(place)
        if doc in wanted:
            near.append(_ranked(rank, place))
        if not doc:
            unknown += 1
        elif doc not in documents:
            documents[doc] = len(documents) + unknown + 1
    return Ranking(chunks, ranks, places, near, documents)


def _ranked(rank: int, place: _Place) -> Ranked:
    doc, start, end = place
    return rank, doc or "", start or 0, end or 0
