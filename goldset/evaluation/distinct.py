"""The chunks of a ranking, each once: a chunk that repeats an earlier one keeps its rank and earns nothing."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from goldset.domain.runs import Chunk

Ranked = tuple[int, str, int, int]
"""Rank from 1, document (empty where it is not known), and start and end there (both 0 where not known)."""


@dataclass(frozen=True, slots=True)
class Ranking:
    """Chunks as a run lists them, best first.

    Attributes:
        chunks: All of them.
        distinct: Each once.
    """

    chunks: Sequence[Chunk]
    distinct: Sequence[Ranked]


def ranking_of(chunks: Sequence[Chunk], aliases: Mapping[str, str]) -> Ranking:
    """Return chunks as a ranking; document ids by what else a run may call them."""
    return Ranking(chunks, distinct(chunks, aliases))


def distinct(retrieved: Sequence[Chunk], aliases: Mapping[str, str]) -> list[Ranked]:
    """Return the chunks that repeat none before them, in the order listed.

    Two chunks are the same where they stand at the same place; without offsets, where document, chunk id and
    text are the same.

    Args:
        retrieved: The ranking, best first.
        aliases: Document id by what else a run may call it.
    """
    seen: set[tuple[object, ...]] = set()
    ranked: list[Ranked] = []
    note, append = seen.add, ranked.append  # looked up once: a run has a million chunks
    for rank, chunk in enumerate(retrieved, start=1):
        doc = chunk.doc_id or ""
        if doc in aliases:
            doc = aliases[doc]
        start, end = chunk.start, chunk.end
        if start is None or end is None or not doc:
            key: tuple[object, ...] = (doc, chunk.chunk_id, chunk.text)
            start = end = 0
        else:
            key = (doc, start, end)
        if key not in seen:
            note(key)
            append((rank, doc, start, end))
    return ranked
