"""Where the evidence of imported rows stands in a snapshot: what became of each piece, ready for an item."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import groupby

from goldset.checks.passages import SHORT, weight
from goldset.domain.imported import Why
from goldset.domain.imported_items import Proof, RowProofs
from goldset.domain.progress import Progress
from goldset.domain.resolutions import Outcome, Place, Resolution
from goldset.domain.set_rows import Coarse, Evidence, SetRow
from goldset.domain.settings import PolicySettings
from goldset.domain.snapshots import Corpus
from goldset.operations.placed_evidence import doubtful_names, is_too_short
from goldset.operations.row_evidence import as_item, describe_places, holds_answer, with_chunk
from goldset.resolution.batches import Workers
from goldset.resolution.cuts import why_cut
from goldset.resolution.doc_names import DocNames, without_local_folders
from goldset.resolution.exact_search import Quotes
from goldset.resolution.place_evidence import Wanted, place_evidence
from goldset.resolution.unsaid import Said
from goldset.stores.chunk_texts import ChunkTexts

# Characters of a document that may become one coarse span: an item is for people to read.
MOST_COARSE = 200_000
_SHOWN, _PLACES, _AROUND = 80, 3, 12
_ONLY_DOCUMENT = Why(
    "only_document",
    "only its document is named: quote the passage, or import with `--coarse document` and `--update`",
)
_NOT_FOUND = ("not_found", "it does not stand")
_LEFT_OUT = re.compile(r"\[ ?(?:…|\.{3}) ?\]|\.{3}|…")
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
    is_near: bool = False
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
    for row, of_row in zip(rows, asked, strict=True):
        for one in of_row[len(row.evidence) :]:
            one.is_near = True
    every = [one for of_row in asked for one in of_row]
    if terms.corpus is not None:
        quotes = Quotes(terms.corpus, terms.policy, terms.progress)
        _look_for([one for one in every if one.proof is None and one.place is None], quotes, terms)
        _describe([one for one in every if one.place is not None], quotes, terms.workers)
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
    bare = None if evidence.doc is None else without_local_folders(evidence.doc)
    return evidence if bare == evidence.doc else replace(evidence, doc=bare)


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


def _look_for(asked: Sequence[_Asked], quotes: Quotes, terms: PlacingTerms) -> None:
    wanted = [_wanted(one) for one in asked]
    found = place_evidence(wanted, quotes.corpus, terms.policy, terms.workers, terms.progress, quotes)
    for one, resolution in zip(asked, found, strict=True):
        if resolution.accepted and resolution.to is not None:
            one.place = resolution.to
            if one.doubt is not None and one.doubt.code == "no_document":
                one.doubt = replace(
                    one.doubt, text=f"{one.doubt.text}; the passage stands once, in {one.place.doc_id}"
                )
        else:
            one.proof = Proof(one.evidence, why=_why_not(one, resolution))
    several = [one for one in asked if one.place is not None and one.doubt is None and len(one.docs) > 1]
    _doubt_names(several, quotes.corpus, terms)


def _wanted(one: _Asked) -> Wanted:
    item = partial(as_item, one.row)
    return Wanted(item, one.evidence.text or "", one.docs, one.start, one.evidence.coarse)


def _doubt_names(asked: Sequence[_Asked], corpus: Corpus, terms: PlacingTerms) -> None:
    """Doubt what stands in one of several documents that its file may mean, where another one is as likely meant."""
    doubts = doubtful_names(
        [_wanted(one) for one in asked],
        [one.place for one in asked if one.place],
        corpus,
        terms.policy,
        terms.workers,
    )
    for one, why in zip(asked, doubts, strict=True):
        one.doubt = Why("several_documents", why) if why else None


def _doubt(one: _Asked, place: Place, text: str, said: Said, section: Sequence[str]) -> Why | None:
    """Return why a passage proves little although it stands: what is beside it, and where it stands."""
    language = one.row.details.get("language")
    spoken = language if isinstance(language, str) else None
    cut = why_cut(text, place.start, place.end, spoken, is_chunk=one.evidence.coarse is not None)
    if cut:
        stands = text[max(place.start - _AROUND, 0) : place.end + _AROUND]
        return Why("cut", f"it {cut} in {place.doc_id}: “…{_cut(stands, whole=True)}…”")
    if one.is_near:
        return None  # a passage that proves nothing may stand in the archive
    if is_too_short(one.evidence.text or place.text, one.start, place):
        return Why(
            "short", f"it is too short to prove anything by its place in {place.doc_id}: quote more of it"
        )
    unsaid = said.why_unsaid(place.start, place.end)
    if unsaid:
        return Why("not_said", f"it {unsaid} of {place.doc_id}: readers are not told it there")
    past = said.why_past(place.start, (one.row.question, one.row.gold_answer or ""), section)
    return Why("not_valid", f"it {past} ({place.doc_id}): does it hold?") if past else None


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
    if _LEFT_OUT.search(one.evidence.text or ""):
        code, said = "left_out", "it leaves something out (…), and does not stand so"
    return Why(code, f"{said} {where}{nearest and f'; {nearest}'}")


def _nearest(resolution: Resolution) -> str:
    if not resolution.candidates:
        return ""
    best = resolution.candidates[0]
    differences = best.differences or resolution.differences
    said = ", ".join(str(one) for one in differences[:_PLACES])
    return f"nearest: “{_cut(best.place.text)}” in {best.place.doc_id}" + (f" ({said})" if said else "")


def _describe(asked: Sequence[_Asked], quotes: Quotes, workers: Workers) -> None:
    """Give evidence that has a place all that an item stores about it."""
    placed = [(one, one.place) for one in asked if one.place is not None]
    spans, corpus = describe_places((place for _, place in placed), quotes, workers), quotes.corpus
    for doc_id, of_document in groupby(sorted(placed, key=_document), key=_document):
        text = corpus.text(doc_id) or ""
        said = Said(corpus.documents[doc_id], text)
        for one, place in of_document:
            span = spans[place]
            doubt = one.doubt or _doubt(one, place, text, said, span["section"] or ())
            one.proof = Proof(one.evidence, span, doubt)


def _document(placed: tuple[_Asked, Place]) -> str:
    return placed[1].doc_id


def _cut(text: str, *, whole: bool = False) -> str:
    line = " ".join(text.split())
    if whole and len(line) > _SHOWN:
        return f"{line[: _SHOWN // 2]} … {line[-_SHOWN // 2 :]}"
    return line if len(line) <= _SHOWN else f"{line[: _SHOWN - 1]}…"
