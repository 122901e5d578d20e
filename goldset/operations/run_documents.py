"""The documents that a run names, held against those of the snapshot that it is scored in."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from unicodedata import normalize

from goldset.domain.gold import GoldSet
from goldset.domain.runs import Chunk, RunLine


@dataclass(frozen=True, slots=True)
class RunDocuments:
    """The documents that a run names and its snapshot does not have under that name.

    Attributes:
        forms: Document id by what the run calls it: the same characters in another Unicode form, as some file
            systems write them.
        unknown: Names of no document of the snapshot, sorted.
        chunks: How many retrieved chunks these are of: they can find nothing.
    """

    forms: Mapping[str, str] = field(default_factory=dict)
    unknown: tuple[str, ...] = ()
    chunks: int = 0


def run_documents(lines: Iterable[RunLine], gold: GoldSet) -> RunDocuments:
    """Return which documents that a run names are not in its snapshot under that name.

    Of a set without a snapshot, or where it was thinned, nobody knows all documents: then there are none.
    """
    if not gold.documents or gold.is_thinned:
        return RunDocuments()
    rankings = [line.retrieved for line in lines if line.retrieved]
    named: set[str | None] = set()
    for chunks in rankings:
        named.update([chunk.doc_id for chunk in chunks])
    strange = {name for name in named if name} - gold.documents.keys() - gold.aliases.keys()
    known = {
        name: gold.aliases.get(form, form) for name in strange if (form := normalize("NFC", name)) != name
    }
    forms = {name: doc for name, doc in sorted(known.items()) if doc in gold.documents}
    unknown = tuple(sorted(strange - forms.keys()))
    return RunDocuments(forms, unknown, _chunks_of(rankings, {*unknown}))


def _chunks_of(rankings: Iterable[Sequence[Chunk]], names: set[str]) -> int:
    if not names:
        return 0
    return sum(chunk.doc_id in names for chunks in rankings for chunk in chunks)
