"""Where all chunks of an index stand, so that evidence that no chunk holds is told from evidence not found."""

from collections import defaultdict
from collections.abc import Mapping

from goldset.domain.gold import Evidence
from goldset.domain.runs import Chunk
from goldset.evaluation.overlap import Stretch, merged, shared


class ChunkMap:
    """The stretches of each document that an index holds."""

    def __init__(self, chunks: Mapping[str, Chunk], aliases: Mapping[str, str]) -> None:
        """Take the chunks of an index by id, and document ids by what else the index may call them."""
        stretches: dict[str, list[Stretch]] = defaultdict(list)
        for chunk in chunks.values():
            if chunk.doc_id and chunk.start is not None and chunk.end is not None:
                doc = aliases.get(chunk.doc_id, chunk.doc_id)
                stretches[doc].append((chunk.start, chunk.end))
        self._stretches = {doc: merged(there) for doc, there in stretches.items()}

    def holds(self, evidence: Evidence, overlap: float) -> bool:
        """Return whether the index's chunks cover enough of a passage for it to be found at all."""
        there = self._stretches.get(evidence.doc_id, ())
        covered = sum(shared(*stretch, evidence.start, evidence.end) for stretch in there)
        return covered > 0 and covered / (evidence.end - evidence.start) >= overlap
