"""The chunks of a ranking, each once: a chunk that repeats an earlier one keeps its rank and earns nothing."""

from collections.abc import Collection, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from itertools import compress, islice
from operator import attrgetter

from goldset.domain.runs import Chunk

_DOC, _PLACE = attrgetter("doc_id"), attrgetter("doc_id", "start", "end")

Ranked = tuple[int, str, int, int]
"""Rank from 1, document (empty where it is not known), and start and end there (both 0 where not known)."""


@dataclass(frozen=True, slots=True)
class Ranking:
    """Chunks as a run lists them, best first.

    Attributes:
        chunks: All of them.
        ranks: Ranks from 1, rising, of those that repeat no earlier one.
        holders: Of these, the documents; empty where it is not known.
        near: Of these, the chunks of the documents that are looked for.
        documents: By document that is looked for its rank among all documents, from 1: that of its first chunk. A
            chunk of no known document takes the rank of a document of its own.
    """

    chunks: Sequence[Chunk] = ()
    ranks: Sequence[int] = ()
    holders: Sequence[str] = ()
    near: Sequence[Ranked] = ()
    documents: Mapping[str, int] = field(default_factory=dict)
    _first: dict[int, Sequence[Ranked]] = field(default_factory=dict, init=False, repr=False, compare=False)

    def first(self, number: int) -> Sequence[Ranked]:
        """Return the first different chunks, at most so many: those beyond the last cut-off are never built."""
        if number not in self._first:
            different = islice(zip(self.ranks, self.holders, strict=True), number)
            self._first[number] = [_ranked(rank, doc, self.chunks[rank - 1]) for rank, doc in different]
        return self._first[number]


def ranking_of(chunks: Sequence[Chunk], aliases: Mapping[str, str], wanted: Collection[str]) -> Ranking:
    """Return chunks as a ranking.

    Two chunks are the same where they stand at the same place; without offsets, where document, chunk id and
    text are the same.

    Args:
        chunks: The chunks, best first; each has both offsets or neither.
        aliases: Document id by what else a run may call it.
        wanted: The documents that are looked for: those that hold evidence of the item.
    """
    holders = list(map(_DOC, chunks))
    documents = dict.fromkeys(holders)
    if None in documents or "" in documents or not aliases.keys().isdisjoint(documents.keys()):
        return _with_repeats(chunks, aliases, wanted)
    if len(documents) < len(chunks) and len(set(map(_PLACE, chunks))) < len(chunks):
        return _with_repeats(chunks, aliases, wanted)
    # Most rankings are plain, and a run has a million chunks: all that is done with each of them is done above.
    there = {doc for doc in wanted if doc in documents}
    ranks = range(1, len(chunks) + 1)
    if not there:
        return Ranking(chunks, ranks, holders)
    return _ranking(chunks, ranks, holders, list(documents), there)


def _with_repeats(chunks: Sequence[Chunk], aliases: Mapping[str, str], wanted: Collection[str]) -> Ranking:
    """Return chunks of which some may repeat others, or name their document by an alias or not at all."""
    seen: set[tuple[object, ...]] = set()
    ranks: list[int] = []
    holders: list[str] = []
    documents: list[str] = []
    known: set[str] = set()
    for rank, chunk in enumerate(chunks, start=1):
        doc = aliases.get(chunk.doc_id or "", chunk.doc_id or "")
        is_placed = bool(doc) and chunk.start is not None
        key = (doc, chunk.start, chunk.end) if is_placed else (doc, chunk.chunk_id, chunk.text)
        if key in seen:
            continue
        seen.add(key)
        ranks.append(rank)
        holders.append(doc)
        if not doc or doc not in known:
            documents.append(doc)
            known.add(doc)
    return _ranking(chunks, ranks, holders, documents, known.intersection(wanted))


def _ranking(
    chunks: Sequence[Chunk],
    ranks: Sequence[int],
    holders: Sequence[str],
    documents: Sequence[str],
    there: AbstractSet[str],
) -> Ranking:
    """Return a ranking of which some of the documents that are looked for are there."""
    found = compress(zip(ranks, holders, strict=True), map(there.__contains__, holders))
    near = [_ranked(rank, doc, chunks[rank - 1]) for rank, doc in found]
    return Ranking(chunks, ranks, holders, near, {doc: documents.index(doc) + 1 for doc in there})


def _ranked(rank: int, doc: str, chunk: Chunk) -> Ranked:
    return (rank, doc, chunk.start or 0, chunk.end or 0) if doc else (rank, doc, 0, 0)
