"""Chunks that a run names by id alone, put where a chunk map says that they stand."""

from collections import Counter
from collections.abc import Mapping

import msgspec

from goldset.domain.runs import Arm, BadLine, Chunk, RunLine

NOT_IN_MAP = "chunks_not_in_map"

Said = Mapping[str, Mapping[Arm, RunLine | BadLine]]


def placed(said: Said, chunks: Mapping[str, Chunk], counts: Counter[str]) -> Said:
    """Return what a run says, its chunks having the places that a map knows.

    Args:
        said: By item and arm.
        chunks: The map; empty where there is none, and then nothing is changed.
        counts: Takes how many chunks have neither a place nor an entry of the map.
    """
    if not chunks:
        return said
    return {
        item: {arm: _line(line, chunks, counts) for arm, line in lines.items()}
        for item, lines in said.items()
    }


def _line(line: RunLine | BadLine, chunks: Mapping[str, Chunk], counts: Counter[str]) -> RunLine | BadLine:
    if isinstance(line, BadLine) or not line.retrieved:
        return line
    return msgspec.structs.replace(
        line, retrieved=tuple(_chunk(chunk, chunks, counts) for chunk in line.retrieved)
    )


def _chunk(chunk: Chunk, chunks: Mapping[str, Chunk], counts: Counter[str]) -> Chunk:
    if chunk.start is not None or chunk.chunk_id is None:
        return chunk
    known = chunks.get(chunk.chunk_id)
    if known is None or chunk.doc_id not in (None, known.doc_id):
        counts[NOT_IN_MAP] += not chunk.text
        return chunk
    return msgspec.structs.replace(chunk, doc_id=known.doc_id, start=known.start, end=known.end)
