"""A mutation case: a passage as it was confirmed, the corpus after an edit, and the verdict that is right.

The verdict comes from the kind of edit alone, never from what the resolver says.
"""

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from tests.bench.material import Cut, Document, Library, Piece, disturb


class Verdict(StrEnum):
    """What a resolver must do with a case."""

    QUEUE = "queue"  # the meaning changed or the passage went: accepting it is a silent wrong re-anchor
    ACCEPT = "accept"  # the same words: accepting them elsewhere is wrong, asking a person is only a pity
    EITHER = "either"  # accepted at the right place or queued, both are right
    WATCHED = "watched"  # people can argue about it: counted, and no fault


@dataclass(frozen=True)
class Case:
    """One case.

    Attributes:
        before: Documents of the old snapshot that differ from the library's.
        after: Documents of the new snapshot that differ from the old one's; None where one went.
        doc_id: Document of the quote.
        cut: The quote in its document, before.
        right: Document and borders of the right place, after; None where there is none.
        answer: The item's gold answer.
    """

    kind: str
    verdict: Verdict
    doc_id: str
    cut: Cut
    before: Mapping[str, Document]
    after: Mapping[str, Document | None]
    right: tuple[str, int, int] | None
    answer: str = "See the page."

    def libraries(self, library: Library) -> tuple[dict[str, Document], dict[str, Document]]:
        """Return all documents of the old and of the new snapshot."""
        before = {**library, **self.before}
        after = {d: document for d, document in {**before, **self.after}.items() if document is not None}
        return before, after


@dataclass(frozen=True)
class Scene:
    """What an edit is made of: a passage of a document, the other documents, and a source of chance."""

    library: Library
    document: Document
    piece: Piece
    rng: random.Random

    @property
    def cut(self) -> Cut:
        return Cut.of(self.document.text, self.piece.start, self.piece.end)

    @property
    def quote(self) -> str:
        return self.cut.quote


@dataclass(frozen=True)
class Change:
    """What an edit did: the document after it, and where that is not all, the rest.

    Attributes:
        cut: The edited document, cut where the passage now stands; its quote is empty where it went.
        before: The document before, where the edit needed another one than it found.
        doc_id: New id of the document.
        metadata: New metadata of the document.
        others: Other documents that changed; None where one went.
        earlier: Other documents that the old snapshot holds already.
        origin: The document before under another id, with its metadata.
        disturbed: Whether unrelated paragraphs are edited too.
    """

    cut: Cut
    before: Cut | None = None
    doc_id: str | None = None
    metadata: Mapping[str, str] | None = None
    others: Mapping[str, Document | None] = field(default_factory=dict)
    earlier: Mapping[str, Document] = field(default_factory=dict)
    origin: Document | None = None
    disturbed: bool = True
    answer: str = "See the page."


Edit = Callable[[Scene], Change | None]


@dataclass(frozen=True)
class Kind:
    """A kind of edit: its verdict, the passages it takes, and what it does to them."""

    name: str
    verdict: Verdict
    edit: Edit
    takes: frozenset[str]


REGISTRY: list[Kind] = []
TEXTS = frozenset({"sentence", "pair", "item"})
ALL = TEXTS | {"row", "heading"}


def kind(name: str, verdict: Verdict, takes: frozenset[str] = TEXTS) -> Callable[[Edit], Edit]:
    """Register an edit of real passages."""

    def register(edit: Edit) -> Edit:
        REGISTRY.append(Kind(name, verdict, edit, takes))
        return edit

    return register


def build(kind: Kind, scene: Scene, noise: int) -> Case | None:
    """Return the case that an edit makes of a scene, beside some unrelated edits; None: it makes none."""
    if scene.document.text.count(scene.quote) != 1:
        return None
    change = kind.edit(scene)
    if change is None:
        return None
    old = change.before or scene.cut
    document = replace(change.origin or scene.document, text=old.text)
    edits = scene.rng.randint(0, noise) if change.disturbed else 0
    new = disturb(change.cut, scene.rng, edits)
    doc_id = change.doc_id or document.doc_id
    metadata = document.metadata if change.metadata is None else change.metadata
    after: dict[str, Document | None] = {document.doc_id: None, doc_id: Document(doc_id, new.text, metadata)}
    after.update(change.others)
    return Case(
        kind=kind.name,
        verdict=kind.verdict,
        doc_id=document.doc_id,
        cut=old,
        before={document.doc_id: document, **change.earlier},
        after=after,
        right=(doc_id, new.start, new.end) if new.quote else None,
        answer=change.answer,
    )
