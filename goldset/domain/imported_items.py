"""From a row of a foreign set and what became of its evidence to an item: active where all is proved, else a draft."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any, NamedTuple

from pydantic import ValidationError

from goldset.domain.imported import Why
from goldset.domain.imported_changes import on_a_line
from goldset.domain.items import AbstainReason, GoldSpan, Item, PendingSpan, Status
from goldset.domain.mentions import unsaid
from goldset.domain.row_identity import loose, written_hashes
from goldset.domain.row_plan import PlannedRow
from goldset.domain.set_rows import Evidence, SetRow

# Characters of a text without a place that a draft keeps: an item is for people to read.
MOST_KEPT = 20_000
_MOST_NOTES, _LONGEST = 20, 500
_OWN = frozenset(
    {"id", "question", "slice", "answerable", "gold_answer", "corpus_snapshot", "gold_spans", "near_spans"}
    | {"unplaced", "draft_reasons", "origin", "status", "retired"}
)
_FIELDS = frozenset(Item.model_fields)
_SAID = _FIELDS - _OWN
# What programs and people write where there is no answer; some of it may be one.
_PLACEHOLDERS = frozenset(
    {"nan", "n/a", "#n/a", "<na>", "na", "nat", "none", "null", "-", "--", "?", "??", "tbd", "todo"}
)
_FORMULA = re.compile(r"\s*=(?:[A-Za-z.]+\(.*\)|[\w$!.:()]+(?:[-+*/^&][\w$!.:()%]+)*)\s*", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Proof:
    """What became of one piece of evidence.

    Attributes:
        evidence: The evidence, as the row has it or with the text of its chunk.
        span: Fields of the gold span that it became; None where it has no place.
        why: Why it has no place, or why a person must look at it although it has one.
    """

    evidence: Evidence
    span: Mapping[str, Any] | None = None
    why: Why | None = None


@dataclass(frozen=True, slots=True)
class RowProofs:
    """What became of the evidence of a row, and of its near passages; in their order."""

    evidence: tuple[Proof, ...] = ()
    near: tuple[Proof, ...] = ()

    def without(self, documents: Mapping[str, str]) -> "RowProofs":
        """Return the same without places in some documents, given why each of them can prove nothing."""
        return RowProofs(
            tuple(_out_of(proof, documents) for proof in self.evidence),
            self.near,
        )


def _out_of(proof: Proof, documents: Mapping[str, str]) -> Proof:
    why = documents.get(str(proof.span["doc_id"])) if proof.span else None
    return proof if why is None else replace(proof, span=None, why=Why("ineligible", why))


@dataclass(frozen=True, slots=True)
class Terms:
    """What an item gets that its row does not say.

    Attributes:
        id: Its id.
        slice: Its slice.
        source: Name of the set that it is of; empty where nobody named it.
        snapshot: The snapshot in which its evidence was looked for; None where there is none.
        chunks: Short SHA-256 of the file of chunk texts that was read; None without one.
        labelled_by: Who vouches for it; None where the row or nobody says.
        today: The day of the import.
    """

    id: str
    slice: str
    source: str = ""
    snapshot: str | None = None
    chunks: str | None = None
    labelled_by: str | None = None
    today: date | None = None


@dataclass(frozen=True, slots=True)
class Made:
    """The item that a row makes: None where it cannot be one, and then `reasons` say why."""

    item: Item | None
    reasons: tuple[Why, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class OpenRow:
    """A row that may become an item, or change one.

    Attributes:
        planned: The row and its key.
        proofs: What became of its evidence.
        terms: What an item gets that the row does not say.
        doubts: What a person has to settle beside its evidence.
    """

    planned: PlannedRow
    proofs: RowProofs
    terms: Terms
    doubts: tuple[Why, ...] = ()


class _Draft(NamedTuple):
    """An item before it is one: its fields, those of them that its row gives by name, and what is to be said of it."""

    fields: dict[str, Any]
    details: frozenset[str]
    reasons: Sequence[Why]
    notes: list[str]


def make_items(rows: Iterable[OpenRow]) -> list[Made]:
    """Return the item of each row: a draft wherever a person has to settle something first."""
    # One step after the other, each for all rows: what a step runs through stays in the processor's cache.
    drafts = [_draft(one.planned, one.proofs, one.terms, one.doubts) for one in rows]
    made = [_validated(*draft) for draft in drafts]
    signed = iter(_signed([one.item for one in made if one.item is not None]))
    return [one if one.item is None else Made(next(signed), one.reasons, one.notes) for one in made]


def _draft(planned: PlannedRow, proofs: RowProofs, terms: Terms, doubts: Sequence[Why]) -> _Draft:
    row = planned.row
    answerable = row.answerable is not False
    notes = [*row.notes, *planned.notes]
    details = _details(row, notes)
    forbidden = _forbidden(row, details)
    placed = _merged([proof for proof in proofs.evidence if proof.span is not None]) if answerable else []
    stray = [proof for proof in proofs.evidence if proof.span is None or not answerable]
    reasons = [*_reasons(row, proofs.evidence, answerable=answerable), *forbidden, *doubts]
    fields: dict[str, Any] = {
        "id": terms.id,
        "question": row.question,
        "slice": terms.slice,
        "answerable": answerable,
        **({"gold_answer": row.gold_answer} if row.gold_answer else {}),
        **({"gold_spans": _entries(placed)} if placed else {}),
        **({"near_spans": list(_near(proofs.near, notes))} if proofs.near else {}),
        **({"unplaced": [_unplaced(proof, answerable=answerable) for proof in stray]} if stray else {}),
        **details,
    }
    if terms.snapshot and (placed or fields.get("near_spans") or answerable):
        fields["corpus_snapshot"] = terms.snapshot
    if not answerable and "abstain_reason" not in details:
        fields["abstain_reason"] = AbstainReason.NOT_IN_CORPUS
        notes.append("nothing says why it has no answer: taken as not_in_corpus")
    if terms.labelled_by and "labelled_by" not in details:
        fields |= {"labelled_by": terms.labelled_by, "labelled_at": terms.today}
    fields |= _status(row, reasons)
    fields["origin"] = _origin(planned, terms)
    return _Draft(fields, frozenset(details), reasons, notes)


def _details(row: SetRow, notes: list[str]) -> dict[str, Any]:
    """Return the fields that the row gives by name, as far as items have them and its answer allows them."""
    found = {name: value for name, value in row.details.items() if name in _SAID}
    unknown = sorted(row.details.keys() - _FIELDS)
    notes += [f"`{name}` is left out: items have no such field" for name in unknown]
    if row.answerable is False:
        for name in ("must_include", "must_not_include"):
            if found.pop(name, None):
                notes.append(f"`{name}` is left out: the right answer is no answer")
    elif found.pop("abstain_reason", None):
        notes.append("`abstain_reason` is left out: the row has an answer")
    return {name: value for name, value in found.items() if value not in (None, "", [], ())}


def _forbidden(row: SetRow, details: dict[str, Any]) -> list[Why]:
    """Take away what a right answer must not hold where the row's own answer holds it; a person decides."""
    texts = details.get("must_not_include")
    if not row.gold_answer or not isinstance(texts, list | tuple):
        return []
    language = details.get("language")
    absent = unsaid(row.gold_answer, map(str, texts), language if isinstance(language, str) else None)
    held = [text for text in texts if text not in absent]
    if held:
        details["must_not_include"] = [text for text in texts if text in absent]
        if not details["must_not_include"]:
            del details["must_not_include"]
    return [
        Why("contradiction", f"“{text}” must not be in an answer, and is in the gold answer") for text in held
    ]


def _reasons(row: SetRow, proofs: Sequence[Proof], *, answerable: bool) -> list[Why]:
    if not answerable:
        why = Why("contradiction", "the source says that there is no answer, and names evidence for one")
        return [why] if proofs else []
    found = [proof.why for proof in proofs if proof.why is not None]
    if _FORMULA.fullmatch(row.question):
        found.append(Why("formula", "its question is a formula of a spreadsheet"))
    if row.gold_answer is None and row.answerable is None and not proofs:
        found.append(Why("unknown", "neither an answer nor evidence, and nothing says whether there is one"))
    else:
        found += _of_answer(row.gold_answer)
        if not proofs:
            found.append(Why("no_evidence", "the source does not say where the answer stands"))
    return found


def _of_answer(answer: str | None) -> list[Why]:
    """Return why an answer may be none: what stands in its place where a cell was empty, or was not evaluated."""
    if answer is None:
        return [Why("no_answer", "the source gives no answer")]
    if answer.strip().casefold() in _PLACEHOLDERS:
        return [Why("no_answer", f"the source says “{answer.strip()}” for an answer: is there one?")]
    if _FORMULA.fullmatch(answer):
        return [
            Why(
                "formula",
                f"the answer is a formula of a spreadsheet, “{on_a_line(answer)}”: what does it say?",
            )
        ]
    return []


def _status(row: SetRow, reasons: list[Why]) -> dict[str, Any]:
    """Return the fields that say where the item is in its life; a draft at its source stays one, with its reasons."""
    said, retired = row.details.get("status"), row.details.get("retired")
    if said == Status.DRAFT:
        given = row.details.get("draft_reasons")
        texts = [str(text) for text in given if text] if isinstance(given, list | tuple) else []
        reasons += [Why("draft_at_source", text) for text in texts or ["it is a draft at its source"]]
    if said == Status.RETIRED and (reasons or not retired):
        reasons.append(Why("retired_at_source", "it is retired at its source: retire it here, too"))
    if not reasons:
        return {"status": said, "retired": retired} if said == Status.RETIRED else {"status": Status.ACTIVE}
    return {"status": Status.DRAFT, "draft_reasons": tuple(dict.fromkeys(why.text for why in reasons))}


def _origin(planned: PlannedRow, terms: Terms) -> dict[str, Any]:
    before = planned.row.details.get("origin")
    kept = (
        {name: before[name] for name in ("kind", "ref") if before.get(name)}
        if isinstance(before, dict)
        else {}
    )
    return {
        "kind": "imported",
        **({"ref": planned.row.ref} if planned.row.ref is not None else {}),
        **kept,
        **({"source": terms.source} if terms.source else {}),
        "key": planned.key,
        "row": planned.hash,
        **({"notes": _kept(planned.row.notes)} if planned.row.notes else {}),
        **({"chunks": terms.chunks} if terms.chunks else {}),
    }


def _kept(notes: Sequence[str]) -> tuple[str, ...]:
    """Return as much of the notes of a row as an item is to hold; the report of the import has all of it."""
    lines = [" ".join(note.split()) for note in dict.fromkeys(notes)]
    return tuple(
        line if len(line) <= _LONGEST else f"{line[: _LONGEST - 1]}…" for line in lines[:_MOST_NOTES]
    )


def _merged(proofs: Sequence[Proof]) -> list[Proof]:
    """Return proofs with one for each place: evidence of two people may be the same sentence."""
    found: dict[tuple[Any, ...], Proof] = {}
    for proof in proofs:
        assert proof.span is not None
        place = (proof.span["doc_id"], proof.span["start"], proof.span["end"])
        twin = found.get(place)
        found[place] = proof if twin is None else replace(twin, evidence=_both(twin.evidence, proof.evidence))
    return list(found.values())


def _both(one: Evidence, other: Evidence) -> Evidence:
    return replace(
        one,
        grade=max(one.grade, other.grade),
        groups=tuple(dict.fromkeys((*one.groups, *other.groups))),
        coarse=one.coarse and other.coarse,
        span_id=one.span_id or other.span_id,
    )


def _entries(proofs: Sequence[Proof]) -> list[dict[str, Any]]:
    """Return gold spans; of several each has an id: a place in a list is no name that lasts."""
    named = [proof.evidence.span_id for proof in proofs]
    if len(proofs) > 1 and (None in named or len(set(named)) < len(named)):
        named = [f"s{number}" for number in range(1, len(proofs) + 1)]
    return [_entry(proof, name) for proof, name in zip(proofs, named, strict=True)]


def _entry(proof: Proof, name: str | None) -> dict[str, Any]:
    assert proof.span is not None
    return {**({"id": name} if name else {}), **proof.span, **_weight(proof.evidence)}


def _weight(evidence: Evidence) -> dict[str, Any]:
    group = evidence.groups[0] if len(evidence.groups) == 1 else evidence.groups
    return {
        **({"grade": evidence.grade} if evidence.grade != 1 else {}),
        **({"group": group} if group else {}),
        **({"coarse": evidence.coarse} if evidence.coarse else {}),
    }


def _unplaced(proof: Proof, *, answerable: bool) -> dict[str, Any]:
    evidence = proof.evidence
    why = proof.why.text if proof.why and answerable else "the source says that there is no answer"
    text = evidence.text
    if text is not None and len(text) > MOST_KEPT:
        why, text = f"{why}; its text of {len(text):,} characters is too long for an item", None
    return {
        "reason": why,
        **({"text": text} if text else {}),
        **({"doc_id": evidence.doc} if evidence.doc else {}),
        **({"chunk_id": evidence.chunk_id} if evidence.chunk_id else {}),
        **_weight(evidence),
    }


def _near(proofs: Sequence[Proof], notes: list[str]) -> Iterator[dict[str, Any]]:
    for proof in proofs:
        if proof.span is None or proof.why is not None:
            notes.append(f"a near passage is left out: {proof.why.text if proof.why else 'it has no place'}")
        else:
            yield {name: proof.span[name] for name in ("doc_id", "text", "start", "end")}


def _validated(
    fields: dict[str, Any], details: frozenset[str], reasons: Sequence[Why], notes: list[str]
) -> Made:
    """Return the item as yet unsigned; details that items cannot hold so are left out, and said."""
    while True:
        try:
            item = Item.model_validate(fields)
        except ValidationError as error:
            wrong = {str(fault["loc"][0]): fault["msg"] for fault in error.errors() if fault["loc"]}
            mine = {name: message for name, message in wrong.items() if name in details and name in fields}
            if not mine:
                first = error.errors()[0]
                where = ".".join(map(str, first["loc"])) or "the item"
                return Made(None, (Why("invalid", f"{where}: {first['msg']}"),), tuple(notes))
            for name, message in mine.items():
                notes.append(f"`{name}` is left out: {message[:1].lower()}{message[1:]}")
                del fields[name]
            continue
        return Made(item, tuple(reasons), tuple(notes))


def _signed(items: Sequence[Item]) -> list[Item]:
    """Return imported items that say what they were written as."""
    origins = [
        item.origin.model_copy(update={"written": written})
        for item, written in zip(items, written_hashes(items), strict=True)
        if item.origin is not None
    ]
    return [item.model_copy(update={"origin": origin}) for item, origin in zip(items, origins, strict=True)]


def with_proofs_of(before: Item, after: Item) -> Item | None:
    """Return what an item becomes with the passages that proved it, where only the corpus has left them.

    A source that changes a tag says nothing of the passages, and what became of them the resolver follows. None where
    the source names other evidence now, or something else has to be settled.
    """
    confirmed = [entry.text for entry in before.gold_spans if isinstance(entry, GoldSpan)]
    named = [
        entry.text for entry in (*after.gold_spans, *after.unplaced) if not isinstance(entry, PendingSpan)
    ]
    of_evidence = {one.reason for one in after.unplaced}
    if (
        before.status is not Status.ACTIVE
        or after.status is not Status.DRAFT
        or not of_evidence.issuperset(after.draft_reasons)
        or Counter(map(loose, confirmed)) != Counter(loose(text or "") for text in named)
    ):
        return None
    kept = ("status", "gold_spans", "unplaced", "draft_reasons", "corpus_snapshot")
    return _signed([after.model_copy(update={name: getattr(before, name) for name in kept})])[0]
