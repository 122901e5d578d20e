"""Where the evidence of imported rows stands in a snapshot: what became of each piece, ready for an item."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from goldset.checks.passages import SHORT, weight
from goldset.domain.imported import Why
from goldset.domain.imported_items import Proof, RowProofs
from goldset.domain.progress import Progress
from goldset.domain.resolutions import Outcome, Place, Resolution
from goldset.domain.set_rows import Coarse, Evidence, SetRow
from goldset.domain.settings import PolicySettings
from goldset.domain.snapshots import Corpus
from goldset.operations.row_evidence import as_item, describe_places, holds_answer, with_chunk
from goldset.resolution.batches import Workers
from goldset.resolution.cuts import why_cut
from goldset.resolution.doc_names import DocNames, without_local_folders
from goldset.resolution.place_evidence import Wanted, place_evidence
from goldset.stores.chunk_texts import ChunkTexts

# Characters of a document that may become one coarse span: an item is for people to read.
MOST_COARSE = 200_000
_SHOWN, _PLACES, _AROUND = 80, 3, 12
_ONLY_DOCUMENT = Why(
    "only_document",
    "only its document is named: quote the passage, or import with `--coarse document` and `--update`",
)
_NOT_FOUND = ("not_found", "it does not stand")
_SAID = {
    Outcome.RELOCATED: ("other_document", "it does not stand"),
    Outcome.SPLIT: ("in_part", "it stands only in parts"),
    Outcome.FRAGMENT: ("in_part", "it stands only in part"),
    Outcome.EDITED: ("other_words", "it stands only in other words"),
    Outcome.CONTEXT_CHANGED: ("other_words", "it stands only in other words"),
}


@dataclass(frozen=True, slots=True)
class PlacingTerms:
    """By what evidence is placed.

    Attributes:
        corpus: The snapshot's documents; None where there is no snapshot.
        chunks: Texts of chunks by id; None where no file was named.
        coarse: `chunk`: texts are whole chunks; `document`: documents that alone are named count whole.
        policy: Additions to the word lists.
        workers: Who resolves what does not stand to the letter.
        progress: Is told how far the work is.
    """

    corpus: Corpus | None
    chunks: ChunkTexts | None
    coarse: Coarse | None
    policy: PolicySettings
    workers: Workers
    progress: Progress


@dataclass(slots=True)
class _Asked:
    """One piece of evidence while it is looked for."""

    row: SetRow
    evidence: Evidence
    docs: tuple[str, ...] = ()
    start: int | None = None
    doubt: Why | None = None
    proof: Proof | None = None
    place: Place | None = None


def place_rows(rows: Sequence[SetRow], terms: PlacingTerms) -> list[RowProofs]:
    """Return what became of the evidence of each row.

    Raises:
        GoldsetError: The text of a document cannot be had.
    """
    names = DocNames(terms.corpus.documents.values()) if terms.corpus else None
    asked = [[_asked(row, one, names, terms) for one in (*row.evidence, *row.near)] for row in rows]
    every = [one for of_row in asked for one in of_row]
    if terms.corpus is not None:
        _look_for([one for one in every if one.proof is None and one.place is None], terms.corpus, terms)
        _describe([one for one in every if one.place is not None], terms.corpus, terms.progress)
    found = []
    for row, of_row in zip(rows, asked, strict=True):
        proofs = [one.proof or Proof(one.evidence, why=one.doubt) for one in of_row]
        found.append(RowProofs(tuple(proofs[: len(row.evidence)]), tuple(proofs[len(row.evidence) :])))
    return found


def _asked(row: SetRow, evidence: Evidence, names: DocNames | None, terms: PlacingTerms) -> _Asked:
    """Return evidence with what is to be looked for, or with why it cannot be."""
    chunk = None
    if evidence.text is None and evidence.chunk_id is not None:
        chunk = terms.chunks.texts.get(evidence.chunk_id) if terms.chunks else None
        if chunk is None:
            why = _no_chunk(evidence.chunk_id, terms.chunks)
            return _settled(row, _without_local_folders(evidence), why)
        evidence = with_chunk(evidence, chunk)
    elif evidence.text is not None and evidence.coarse is None and terms.coarse == "chunk":
        evidence = replace(evidence, coarse="chunk")
    if names is None or terms.corpus is None:
        why = Why("no_snapshot", "there is no snapshot yet to find it in")
        return _settled(row, _without_local_folders(evidence), why)
    docs = () if evidence.doc is None else names.find(evidence.doc)
    evidence = _without_local_folders(evidence)
    asked = _Asked(row, evidence, start=evidence.start, docs=docs)
    if evidence.doc is not None and not docs:
        asked.doubt = Why("no_document", f"no document is called “{_cut(evidence.doc)}”")
    _judge(asked, terms, of_chunk=chunk is not None)
    return asked


def _without_local_folders(evidence: Evidence) -> Evidence:
    """Return evidence whose document is named as an item may name it."""
    return evidence if evidence.doc is None else replace(evidence, doc=without_local_folders(evidence.doc))


def _judge(asked: _Asked, terms: PlacingTerms, *, of_chunk: bool) -> None:
    """Settle what has no text to look for, and doubt what would prove little where it is found."""
    evidence = asked.evidence
    text = evidence.text if evidence.text and evidence.text.strip() else None
    if evidence.coarse == "document" and evidence.start is None and terms.coarse != "document":
        # Its text is not wanted where the corpus has the document: nobody said that all of it is the proof.
        asked.evidence = replace(evidence, text=None) if asked.docs else evidence
        asked.proof = Proof(asked.evidence, why=asked.doubt or _ONLY_DOCUMENT)
    elif text is None:
        _whole_or_part(asked, terms)
    elif asked.doubt is None and of_chunk and not holds_answer(asked.row, text):
        about = f"chunk {evidence.chunk_id} holds no figure or word of the answer"
        asked.doubt = Why("other_version", f"{about}: another version of the chunks?")
    elif asked.doubt is None and not asked.docs and weight(text) < SHORT:
        asked.doubt = Why("short", "it names no document, and is too short to tell its place from others")


def _settled(row: SetRow, evidence: Evidence, why: Why) -> _Asked:
    return _Asked(row, evidence, proof=Proof(evidence, why=why))


def _no_chunk(chunk_id: str, chunks: ChunkTexts | None) -> Why:
    if chunks is None:
        return Why(
            "no_chunk_file", "only a chunk id is named: import again with `--chunks FILE` and `--update`"
        )
    return Why("no_chunk", f"{chunks.name} holds no chunk {_cut(chunk_id)}")


def _whole_or_part(asked: _Asked, terms: PlacingTerms) -> None:
    """Settle evidence without a text: a whole document, or a stretch of one."""
    evidence, corpus = asked.evidence, terms.corpus
    assert corpus is not None
    doc_id = asked.docs[0] if len(asked.docs) == 1 else None
    if doc_id is None:
        why = asked.doubt or Why("several_documents", f"{len(asked.docs)} documents may be meant")
        asked.proof = Proof(evidence, why=why)
        return
    text = corpus.text(doc_id) or ""
    if (
        evidence.start is not None
        and evidence.end is not None
        and 0 <= evidence.start < evidence.end <= len(text)
    ):
        asked.doubt = Why("offsets_alone", "only its offsets are given: is this the passage that was meant?")
        start, end = evidence.start, evidence.end
    elif terms.coarse == "document":
        asked.evidence = replace(evidence, coarse="document")
        start, end = len(text) - len(text.lstrip()), len(text.rstrip())
    else:
        asked.proof = Proof(evidence, why=_ONLY_DOCUMENT)
        return
    if end - start > MOST_COARSE:
        why = Why("too_long", f"{doc_id} has {end - start:,} characters: quote the passage")
        asked.proof = Proof(evidence, why=why)
        return
    if not text[start:end].strip():
        why = Why("empty_document", f"{doc_id} is empty" if not text.strip() else f"{doc_id} is blank there")
        asked.proof = Proof(evidence, why=why)
        return
    asked.place = Place(doc_id, start, end, text[start:end])


def _look_for(asked: Sequence[_Asked], corpus: Corpus, terms: PlacingTerms) -> None:
    wanted = [
        Wanted(as_item(one.row), one.evidence.text or "", one.docs, one.start, one.evidence.coarse)
        for one in asked
    ]
    found = place_evidence(wanted, corpus, terms.policy, terms.workers, terms.progress)
    for one, resolution in zip(asked, found, strict=True):
        if resolution.accepted and resolution.to is not None:
            one.place = resolution.to
            if one.doubt is not None and one.doubt.code == "no_document":
                one.doubt = replace(
                    one.doubt, text=f"{one.doubt.text}; the passage stands once, in {one.place.doc_id}"
                )
        else:
            one.proof = Proof(one.evidence, why=_why_not(one, resolution))
    _doubt_cuts([one for one in asked if one.place is not None and one.doubt is None], corpus)


def _doubt_cuts(asked: Sequence[_Asked], corpus: Corpus) -> None:
    """Doubt what stands at a place only because more stands beside it: `$5` stands in `$500`."""
    for one in sorted(asked, key=lambda one: one.place.doc_id if one.place else ""):
        assert one.place is not None
        text, place = corpus.text(one.place.doc_id) or "", one.place
        language = one.row.details.get("language")
        why = why_cut(
            text,
            place.start,
            place.end,
            language if isinstance(language, str) else None,
            is_chunk=one.evidence.coarse is not None,
        )
        if why:
            stands = text[max(place.start - _AROUND, 0) : place.end + _AROUND]
            one.doubt = Why("cut", f"it {why} in {place.doc_id}: “…{_cut(stands, whole=True)}…”")


def _why_not(one: _Asked, resolution: Resolution) -> Why:
    """Return why evidence has no place, with the nearest thing to it."""
    outcome, nearest = resolution.outcome, _nearest(resolution)
    if one.doubt is not None and one.doubt.code == "no_document":
        return replace(one.doubt, text=f"{one.doubt.text}{nearest and f'; {nearest}'}")
    where = f"in {' or '.join(one.docs[:_PLACES])}" if one.docs else "in the corpus"
    if outcome is Outcome.AMBIGUOUS:
        places = ", ".join(f"{c.place.doc_id} at {c.place.start}" for c in resolution.candidates[:_PLACES])
        return Why("several_places", f"{resolution.reason}: {places}" if places else resolution.reason)
    if outcome is Outcome.UNRESOLVED:
        return Why("unresolved", resolution.reason or "it could not be looked for")
    code, said = _SAID.get(outcome, _NOT_FOUND) if nearest else _NOT_FOUND
    return Why(code, f"{said} {where}{nearest and f'; {nearest}'}")


def _nearest(resolution: Resolution) -> str:
    if not resolution.candidates:
        return ""
    best = resolution.candidates[0]
    differences = best.differences or resolution.differences
    said = ", ".join(str(one) for one in differences[:_PLACES])
    return f"nearest: “{_cut(best.place.text)}” in {best.place.doc_id}" + (f" ({said})" if said else "")


def _describe(asked: Sequence[_Asked], corpus: Corpus, progress: Progress) -> None:
    """Give evidence that has a place all that an item stores about it."""
    spans = describe_places((one.place for one in asked if one.place), corpus, progress)
    for one in asked:
        assert one.place is not None
        one.proof = Proof(one.evidence, spans[one.place], one.doubt)


def _cut(text: str, *, whole: bool = False) -> str:
    line = " ".join(text.split())
    if whole and len(line) > _SHOWN:
        return f"{line[: _SHOWN // 2]} … {line[-_SHOWN // 2 :]}"
    return line if len(line) <= _SHOWN else f"{line[: _SHOWN - 1]}…"
