"""What a labeller's answer makes of a draft: its evidence found in the newest snapshot, and the fields that change."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, Self

from goldset.domain.findings import Loc
from goldset.domain.items import GoldSpan, Item, Status, Unplaced
from goldset.domain.resolutions import Place
from goldset.domain.worksheet_answers import LabelAnswer
from goldset.domain.worksheet_keys import Evidence, label_parts
from goldset.errors import GoldsetError
from goldset.operations.new import ItemDesk
from goldset.stores.yaml_edit import REMOVED

# What a passage's entry says of its place: it goes with the place.
_OF_PLACE = ("prefix", "suffix", "section", "occurrences", "also_in")
_KEPT = ("grade", "group")
# An item without an answer has none of these; the history of the file keeps them.
_ANSWER_FIELDS = ("gold_answer", "must_include", "gold_spans", "unplaced")


@dataclass(frozen=True, slots=True)
class Label:
    """An answer, with the place of its quote; None for an item without answer."""

    answer: LabelAnswer
    evidence: Evidence
    place: Place | None

    @classmethod
    def found(cls, desk: ItemDesk, item: Item, answer: LabelAnswer) -> Self:
        """Return an answer with its quote found in the newest snapshot.

        Raises:
            GoldsetError: The quote stands nowhere, in several places, or in a document that is not there.
        """
        evidence = dict(label_parts(item))[answer.key.part]
        if not answer.answerable:
            return cls(answer, evidence, None)
        quote = answer.quote or (evidence.text if evidence else None) or ""
        doc_id = answer.document if answer.document is not None else (evidence.doc_id if evidence else None)
        places = desk.search(quote, doc_id or None).places
        where = doc_id or "any document"
        if not places:
            hint = "copy it from the document to the letter, and name that document"
            raise GoldsetError(f"the quote does not stand in {where} of snapshot {desk.snapshot}", hint)
        if len(places) > 1:
            documents = sorted({place.doc_id for place in places})
            hint = "quote more of it" + ("; or name the document" if len(documents) > 1 else "")
            shown = ", ".join(documents[:3]) + (", …" if len(documents) > 3 else "")  # noqa: PLR2004 (shown)
            raise GoldsetError(f"the quote stands in {len(places)} places, in {shown}", hint)
        return cls(answer, evidence, places[0])


@dataclass(frozen=True, slots=True)
class Signature:
    """Who labelled an item and when, and what else follows.

    Attributes:
        by: The labeller.
        at: The day.
        whole: Whether nothing of the item is left to be labelled.
        activate: Whether a draft of which nothing is left becomes active.
    """

    by: str
    at: date
    whole: bool
    activate: bool


def labelled_changes(
    desk: ItemDesk, item: Item, labels: Sequence[Label], signed: Signature
) -> dict[Loc, Any]:
    """Return the changes that labels make of an item, in order (see `change_fields`)."""
    changes: dict[Loc, Any] = {}
    if labels:
        changes |= (
            _with_evidence(desk, item, labels)
            if labels[0].answer.answerable
            else _without(desk, item, labels)
        )
        changes |= {("labelled_by",): signed.by, ("labelled_at",): signed.at}
    if signed.whole:
        changes |= {("draft_reasons",): REMOVED} if item.draft_reasons else {}
        if signed.activate and item.status is Status.DRAFT:
            changes["status",] = str(Status.ACTIVE)
    return changes


def _without(desk: ItemDesk, item: Item, labels: Sequence[Label]) -> dict[Loc, Any]:
    changes: dict[Loc, Any] = {
        ("answerable",): False,
        ("abstain_reason",): str(labels[0].answer.abstain),
    }
    changes |= {(name,): REMOVED for name in _ANSWER_FIELDS if name in item.model_fields_set}
    return changes | ({("corpus_snapshot",): desk.snapshot} if desk.snapshot else {})


def _with_evidence(desk: ItemDesk, item: Item, labels: Sequence[Label]) -> dict[Loc, Any]:
    changes: dict[Loc, Any] = {}
    if not item.answerable:
        changes["answerable",] = True
        changes |= {("abstain_reason",): REMOVED} if "abstain_reason" in item.model_fields_set else {}
    answer = next((label.answer.answer for label in labels if label.answer.answer), None)
    changes |= {("gold_answer",): answer} if answer else {}
    new = [label for label in labels if not isinstance(label.evidence, GoldSpan)]
    every = len(labels) == len(item.gold_spans) + len(new)
    if every or item.corpus_snapshot is None:
        changes["corpus_snapshot",] = desk.snapshot
    own = {} if every or item.corpus_snapshot in (None, desk.snapshot) else {"corpus_snapshot": desk.snapshot}
    for label in labels:
        if isinstance(label.evidence, GoldSpan):
            changes |= _mended(desk, item, label, own)
    changes |= _added(
        item, [_entry(desk, item, number, label, own) for number, label in enumerate(new, start=1)]
    )
    return changes | _placed(item, new)


def _mended(desk: ItemDesk, item: Item, label: Label, own: Mapping[str, Any]) -> dict[Loc, Any]:
    """Return the changes of a span that is there already."""
    span = label.evidence
    assert isinstance(span, GoldSpan)
    number = next(n for n, entry in enumerate(item.gold_spans) if entry is span)
    fields = {**_fields(desk, label), **own}
    gone = [
        *_OF_PLACE,
        *([] if fields["text"] == span.text else ["coarse"]),
        *([] if own else ["corpus_snapshot"]),
    ]
    gone = [name for name in gone if name in span.model_fields_set and name not in fields]
    said = {name: value for name, value in fields.items() if getattr(span, name) != value}
    return {
        **{("gold_spans", number, name): value for name, value in said.items()},
        **{("gold_spans", number, name): REMOVED for name in gone},
    }


def _fields(desk: ItemDesk, label: Label) -> dict[str, Any]:
    assert label.place is not None
    return {name: value for name, value in desk.span_fields(label.place).items() if value is not None}


def _entry(desk: ItemDesk, item: Item, number: int, label: Label, own: Mapping[str, Any]) -> dict[str, Any]:
    """Return the entry of a span that is not there yet; among several it has a name."""
    fields, old = _fields(desk, label), label.evidence
    total = len(item.gold_spans) + number
    taken = {span.id for span in item.spans()}
    name = next(f"s{n}" for n in range(total, total + len(taken) + 1) if f"s{n}" not in taken)
    known = {}
    if isinstance(old, Unplaced):
        same = " ".join((old.text or "").split()) == " ".join(fields["text"].split())
        kept = [*_KEPT, *(["coarse"] if same else [])]
        known = {key: getattr(old, key) for key in kept if key in old.model_fields_set}
    return {**({"id": name} if total > 1 else {}), **fields, **known, **own}


def _added(item: Item, entries: Sequence[dict[str, Any]]) -> dict[Loc, Any]:
    if not entries:
        return {}
    if not item.gold_spans:
        return {("gold_spans",): list(entries)}
    return {("gold_spans", len(item.gold_spans) + n): entry for n, entry in enumerate(entries)}


def _placed(item: Item, new: Sequence[Label]) -> dict[Loc, Any]:
    """Return the changes by which evidence that has its place now is among the unplaced no more."""
    numbers = [n for n, one in enumerate(item.unplaced) if any(label.evidence is one for label in new)]
    if numbers and len(numbers) == len(item.unplaced):
        return {("unplaced",): REMOVED}
    return {("unplaced", number): REMOVED for number in reversed(numbers)}
