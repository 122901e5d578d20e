"""The chunks of a ranking, each once: a chunk that repeats an earlier one keeps its rank and earns nothing."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from goldset.domain.runs import Chunk

Ranked = tuple[int, str, int, int]
"""Rank from 1, document (empty where it is not known), and start and end there (both 0 where not known)."""


@dataclass(frozen=True, slots=True)
class Ranking:
    """Chunks as a run lists them, best first.

    Attributes:
        chunks: All of them.
        distinct: Each once.
        near: Of these, the chunks of the documents that are looked for.
        documents: By document its rank among documents, from 1: that of its first chunk. A chunk of no known
            document takes the rank of a document of its own.
    """

    chunks: Sequence[Chunk] = ()
    distinct: Sequence[Ranked] = ()
    near: Sequence[Ranked] = ()
    documents: Mapping[str, int] = field(default_factory=dict)


def ranking_of(chunks: Sequence[Chunk], aliases: Mapping[str, str], wanted: Collection[str]) -> Ranking:
    """Return chunks as a ranking.

    Two chunks are the same where they stand at the same place; without offsets, where document, chunk id and
    text are the same.

    Args:
        chunks: The chunks, best first.
        aliases: Document id by what else a run may call it.
        wanted: The documents that are looked for: those that hold evidence of the item.
    """
    seen: set[tuple[object, ...]] = set()
    ranked: list[Ranked] = []
    near: list[Ranked] = []
    documents: dict[str, int] = {}
    unknown = 0
    note, append = seen.add, ranked.append  # looked up once: a run has a million chunks
    for rank, chunk in enumerate(chunks, start=1):
        doc = chunk.doc_id or ""
        if doc in aliases:
            doc = aliases[doc]
        start, end = chunk.start, chunk.end
        if start is None or end is None or not doc:
            key: tuple[object, ...] = (doc, chunk.chunk_id, chunk.text)
            start = end = 0
        else:
            key = (doc, start, end)
        if key in seen:
            continue
        note(key)
        one = (rank, doc, start, end)
        append(one)
        if doc not in documents:
            if doc:
                documents[doc] = len(documents) + unknown + 1
            else:
                unknown += 1
        if doc in wanted:
            near.append(one)
    return Ranking(chunks, ranked, near, documents)
