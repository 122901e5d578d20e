"""What became of the evidence of foreign rows: what can be said without looking, and who looks for the rest."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace

from goldset.domain.audit import AuditedEvidence, Likeness, State
from goldset.domain.resolutions import Place
from goldset.domain.set_rows import SetRow
from goldset.domain.snapshots import Corpus, DocumentRecord
from goldset.operations.audit_places import look_for, resolve_from
from goldset.operations.audit_terms import Asked, AuditTerms
from goldset.operations.row_evidence import as_item, holds_answer, with_chunk
from goldset.resolution.doc_names import DocNames
from goldset.stores.chunk_texts import ChunkTexts
from goldset.stores.formats.cells import has_half_character


def audit_evidence(
    rows: Sequence[SetRow], terms: AuditTerms, near: Sequence[SetRow] = ()
) -> list[tuple[AuditedEvidence, ...]]:
    """Return what became of each piece of evidence of each row, then of the near passages of others; in their order.

    Args:
        rows: The rows whose evidence is looked for.
        terms: By what it is.
        near: The rows whose near passages are looked for as well.

    Raises:
        CorpusError: A document cannot be read.
    """
    names = _Names(terms)
    by_row = [_asked(row, names, terms) for row in rows]
    beside = [_asked(replace(row, evidence=row.near, gold_answer=None), names, terms) for row in near]
    for one in (one for of_row in beside for one in of_row):
        one.is_near = True
    by_row += beside
    every = [one for of_row in by_row for one in of_row]
    if not any(one.docs for one in every):
        for one in every:
            one.is_foreign = True
    if terms.was is not None:
        before = _Before(terms.was, terms.now)
        for one in _open(every):
            before.take(one)
        resolve_from(terms.was, before.names, _open(every), terms)
    look_for(_open(every), terms)
    return [tuple(map(_ended, of_row)) for of_row in by_row]


def _open(every: Iterable[Asked]) -> list[Asked]:
    return [one for one in every if one.end is None]


def _ended(one: Asked) -> AuditedEvidence:
    if one.end is None:
        raise AssertionError("a piece of evidence has no end")
    return one.end


class _Names:
    """The documents of the corpus by name, earlier names too."""

    def __init__(self, terms: AuditTerms) -> None:
        self._names, self._renamed = DocNames(terms.now.documents.values()), dict(terms.renames)

    def find(self, name: str) -> tuple[str, ...]:
        renamed = self._renamed.get(name)
        return self._names.find(name) or (self._names.find(renamed) if renamed else ())


def _asked(row: SetRow, names: _Names, terms: AuditTerms) -> list[Asked]:
    item = as_item(row)
    return [_asked_one(row, Asked(item, one), names, terms) for one in row.evidence]


def _asked_one(row: SetRow, one: Asked, names: _Names, terms: AuditTerms) -> Asked:
    """Return evidence ready to be looked for, or with what is known without looking."""
    chunk_id = one.evidence.chunk_id
    chunk = (
        terms.chunks.texts.get(chunk_id)
        if terms.chunks and chunk_id is not None and not one.has_text
        else None
    )
    if chunk is not None:
        one.evidence = with_chunk(one.evidence, chunk)
    if one.evidence.doc is not None:
        one.docs = names.find(one.evidence.doc)
    if has_half_character([one.evidence.text, one.evidence.doc]):
        one.settle(State.CANNOT_TELL, "it holds half of a surrogate pair, which is no character")
    elif one.has_text:
        if chunk is not None and not holds_answer(row, one.text):
            about = f"chunk {chunk_id} holds no figure or word of the answer"
            one.settle(State.CANNOT_TELL, f"{about}: another version of the chunks?")
    elif chunk_id is not None and chunk is None:
        one.settle(State.CANNOT_TELL, _no_chunk(chunk_id, terms.chunks))
    elif one.evidence.doc is None:
        one.settle(State.CANNOT_TELL, "it has neither a text nor a document")
    elif terms.was is None:
        _without_text(one)
    return one


def _no_chunk(chunk_id: str, chunks: ChunkTexts | None) -> str:
    if chunks is None:
        return "only a chunk id is named: `--chunks FILE` gives its text"
    return f"{chunks.name} holds no chunk {chunk_id}"


def _without_text(one: Asked) -> None:
    """Settle evidence of a document of which nobody knows what it said."""
    if one.evidence.start is not None:
        one.settle(State.CANNOT_TELL, "only offsets are given: `--was CORPUS` says what stood there")
    elif not one.docs:
        one.settle(State.GONE, f"no document is called {one.evidence.doc}")
    elif len(one.docs) > 1:
        one.settle(State.AMBIGUOUS, f"{len(one.docs)} documents are called {one.evidence.doc}")
    else:
        one.settle(
            State.CANNOT_TELL, "only the document is named: it is there, and `--was CORPUS` compares it"
        )


class _Before:
    """The corpus as it was when the file was labelled."""

    def __init__(self, was: Corpus, now: Corpus) -> None:
        self.names = DocNames(was.documents.values())
        self._was, self._now = was, now
        self._by_text: dict[str, list[str]] = defaultdict(list)
        for name, record in now.documents.items():
            self._by_text[record.text_sha256].append(name)

    def take(self, one: Asked) -> None:
        """Give evidence without a text the one that stood there; settle what names a document alone."""
        evidence = one.evidence
        if one.has_text or evidence.doc is None:
            return
        then = self.names.find(evidence.doc)
        if evidence.start is None or evidence.end is None:
            if len(then) == 1:
                self._compare(one, self._was.documents[then[0]])
            else:
                _without_text(one)
            return
        text = (self._was.text(then[0]) or "")[evidence.start : evidence.end] if len(then) == 1 else ""
        if text.strip() and len(text) == evidence.end - evidence.start:
            one.evidence = replace(evidence, text=text)
        else:
            reason = f"the corpus that was had no passage at {evidence.start} of {evidence.doc}"
            one.settle(State.CANNOT_TELL, reason)

    def _compare(self, one: Asked, old: DocumentRecord) -> None:
        """Settle evidence that names a document alone by whether the whole of it is as it was."""
        same = self._by_text.get(old.text_sha256, [])
        own = next((name for name in (old.doc_id, *one.docs) if name in same), None)
        if own is not None:
            one.settle(State.ALIVE, "the whole document is as it was", _whole(own, old), Likeness.DOCUMENT)
        elif old.doc_id in self._now.documents or one.docs:
            one.settle(State.CHANGED, "only the document is named, and its text is not the one that it was")
        elif len(same) == 1:
            reason = f"the document is called {same[0]} now"
            one.settle(State.MOVED, reason, _whole(same[0], old), Likeness.DOCUMENT)
        elif same:
            one.settle(State.AMBIGUOUS, f"the whole document stands {len(same)} times under other names")
        else:
            one.settle(State.GONE, f"no document is called {one.evidence.doc}")


def _whole(doc_id: str, record: DocumentRecord) -> Place:
    return Place(doc_id, 0, record.chars, "")
