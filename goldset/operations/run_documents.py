"""The documents that a run names, held against those of the snapshot that it is scored in."""

from collections import Counter
from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from unicodedata import normalize

from goldset.domain.gold import GoldSet
from goldset.domain.runs import Run


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


def run_documents(run: Run, gold: GoldSet) -> RunDocuments:
    """Return which documents that a run names are not in its snapshot under that name.

    Of a set without a snapshot, or where it was thinned, nobody knows all documents: then there are none.
    """
    if not gold.documents or gold.is_thinned or not (run.documents is None or _strange(run.documents, gold)):
        return RunDocuments()
    named = Counter(chunk.doc_id for line in run.lines for chunk in line.retrieved or ())
    strange = _strange(named.keys(), gold)
    known = {
        name: gold.aliases.get(form, form) for name in strange if (form := normalize("NFC", name)) != name
    }
    forms = {name: doc for name, doc in sorted(known.items()) if doc in gold.documents}
    unknown = tuple(sorted(strange - forms.keys()))
    return RunDocuments(forms, unknown, sum(named[name] for name in unknown))


def _strange(named: AbstractSet[str | None], gold: GoldSet) -> set[str]:
    return {name for name in named - gold.documents.keys() - gold.aliases.keys() if name}
