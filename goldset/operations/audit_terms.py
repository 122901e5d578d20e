"""What an audit is made by, and a piece of evidence while it is looked for."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from goldset.domain.audit import AuditedEvidence, Likeness, State
from goldset.domain.items import Item
from goldset.domain.progress import Progress
from goldset.domain.resolutions import Place, Resolution
from goldset.domain.set_rows import Evidence
from goldset.domain.settings import PolicySettings
from goldset.domain.snapshots import Corpus
from goldset.resolution.batches import Workers
from goldset.stores.chunk_texts import ChunkTexts


@dataclass(frozen=True, slots=True)
class AuditTerms:
    """By what evidence is audited.

    Attributes:
        now: The corpus.
        was: The corpus as it was when the file was labelled; None where nobody named it.
        chunks: Texts of chunks by id; None where no file was named.
        renames: (old id, new id) of documents that Git or a list of redirects says.
        policy: Additions to the word lists.
        workers: Who resolves what does not stand to the letter.
        progress: Is told how far the work is.
    """

    now: Corpus
    was: Corpus | None
    chunks: ChunkTexts | None
    renames: Sequence[tuple[str, str]]
    policy: PolicySettings
    workers: Workers
    progress: Progress


@dataclass(slots=True)
class Asked:
    """One piece of evidence while it is looked for.

    Attributes:
        item: As much of the item of its row as the resolver looks at.
        evidence: As the file has it, with the text of its chunk.
        end: What became of it, once that is known.
        docs: Documents of the corpus that it may name.
        is_near: Whether it only looks like an answer, and proves nothing.
        is_foreign: Whether its file has names of another system for all documents, so that they say nothing.
        siblings: Documents that held its text beside its own when it was labelled.
        notes: What a person should know of it besides.
    """

    item: Item
    evidence: Evidence
    end: AuditedEvidence | None = None
    docs: tuple[str, ...] = ()
    is_near: bool = False
    is_foreign: bool = False
    siblings: frozenset[str] = frozenset()
    notes: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        """Its text; empty where it has none."""
        return self.evidence.text or ""

    @property
    def has_text(self) -> bool:
        """Whether it says anything."""
        return bool(self.text.strip())

    @property
    def misses_document(self) -> bool:
        """Whether it names a document that the corpus does not have."""
        return self.evidence.doc is not None and not self.docs

    def settle(
        self,
        state: State,
        reason: str = "",
        place: Place | None = None,
        likeness: Likeness | None = None,
        found: Resolution | None = None,
    ) -> None:
        """Say what became of it."""
        notes = tuple(self.notes)
        self.end = AuditedEvidence(self.evidence, state, reason, place, likeness, found, notes)
