"""What is to be done about each row of a set that is imported: the item that it makes, and how it ends."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import NamedTuple

from goldset.checks.imported_names import free_ids, slice_names
from goldset.domain.imported import End, RowEnd, Why
from goldset.domain.imported_changes import changes
from goldset.domain.imported_items import Made, RowProofs, Terms, make_item, with_proofs_of
from goldset.domain.items import GoldSpan, Item, Status
from goldset.domain.progress import Progress
from goldset.domain.row_identity import loose
from goldset.domain.row_plan import Fate, KnownItem, PlannedRow
from goldset.domain.set_rows import Coarse, SetRow
from goldset.domain.settings import Settings
from goldset.domain.snapshots import Manifest
from goldset.errors import ItemFileError
from goldset.operations.import_checks import conflicts, ineligible_documents, question_key
from goldset.stores.chunk_texts import ChunkTexts
from goldset.stores.item_files import FOLDER, ReadItems
from goldset.stores.item_writes import ItemProofs
from goldset.stores.set_folder import SetFolder

FALLBACK_SLICE = "imported"
_SHOWN = 5
SHORT_HASH = 16  # hex digits of the file of chunks that an item names


@dataclass(frozen=True, slots=True)
class ImportRequest:
    """What a person asked for.

    Attributes:
        today: The day of the import.
        slice: Slice of rows that name none.
        source: Name of the set that the file is of; empty where nobody named it.
        snapshot: Snapshot in which evidence is looked for; None for the newest.
        corpus: As for `open_corpus`; None for kept texts and the sources of the settings.
        chunks: File of chunk texts, and how it was named; None without one.
        coarse: `chunk`: texts are whole chunks; `document`: documents that alone are named count whole.
        update: Whether items that no person changed follow their source.
        dry_run: Whether nothing is written.
        by: Who vouches for items whose row does not say it; None for nobody.
        jobs: Processes that share the work.
    """

    today: date
    slice: str = FALLBACK_SLICE
    source: str = ""
    snapshot: str | None = None
    corpus: str | None = None
    chunks: tuple[Path, str] | None = None
    coarse: Coarse | None = None
    update: bool = False
    dry_run: bool = False
    by: str | None = None
    jobs: int = 1


class OpenSet(NamedTuple):
    """The set that is imported into."""

    found: SetFolder
    settings: Settings
    read: ReadItems


class ImportDesk(NamedTuple):
    """What rows are made into items with: the set, the snapshot, the request, and what proves their files."""

    into: OpenSet
    request: ImportRequest
    manifest: Manifest | None
    chunks: ChunkTexts | None
    files: ItemProofs


@dataclass(frozen=True, slots=True)
class ItemWrite:
    """An item's file that is to be written. The item itself is not kept: of all of them it would fill the memory.

    Attributes:
        text: What it is to say.
        documents: The documents that its passages stand in.
        spans: How many gold spans it has.
        before: What it says now; None where it is a new one.
    """

    text: str
    documents: tuple[str, ...]
    spans: int
    before: str | None


@dataclass(frozen=True, slots=True)
class RowOutcome:
    """What is to be done about a row: how it ends, the file to write, if any, and whether it waits for `--update`."""

    end: RowEnd
    write: ItemWrite | None = None
    waits: bool = False


def decide_rows(
    rows: Sequence[PlannedRow], proofs: Mapping[int, RowProofs], desk: ImportDesk, progress: Progress
) -> list[RowOutcome]:
    """Return what is to be done about each row.

    Args:
        rows: The rows.
        proofs: By its number among the rows, what became of a row's evidence, where that matters.
        desk: What items are made with.
        progress: Is told how many rows are done.
    """
    terms = _terms(rows, proofs, desk)
    rows = _with_references(rows, terms, desk)
    proofs = {at: _eligible(rows[at], proofs[at], terms[at], desk) for at in proofs}
    doubts = _doubts(rows, proofs, terms, desk)
    outcomes = []
    for at, planned in enumerate(rows):
        made = None
        if at in proofs:
            doubt = (Why("conflict", doubts[at]),) if at in doubts else ()
            made = make_item(planned, proofs[at], terms[at], doubt)
        outcomes.append(_outcome(planned, made, desk))
        progress("rows", at + 1, len(rows))
    return outcomes


def _doubts(
    rows: Sequence[PlannedRow], proofs: Mapping[int, RowProofs], terms: Mapping[int, Terms], desk: ImportDesk
) -> dict[int, str]:
    """Return by row how its gold contradicts that of another item, imported now or there before."""
    there = {file.path: file.item for file in desk.into.read.files if file.item is not None}
    asked = {at: question_key(rows[at].row.question) for at in proofs}
    often = Counter([*asked.values(), *(question_key(item.question) for item in there.values())])
    made = {at: make_item(rows[at], proofs[at], terms[at]).item for at in proofs if often[asked[at]] > 1}
    paths = {at: _path(rows[at], item) for at, item in made.items() if item is not None}
    new = {path: item for at, path in paths.items() if (item := made[at]) is not None}
    others = ((path, item) for path, item in there.items() if path not in new)
    found = conflicts(new, others, desk.into.settings) if new else {}
    return {at: found[path] for at, path in paths.items() if path in found}


def _with_references(
    rows: Sequence[PlannedRow], terms: Mapping[int, Terms], desk: ImportDesk
) -> list[PlannedRow]:
    """Return the rows with the names of other rows in them as the ids of their items; unknown ones are left out."""
    ids = {file.id: file.id for file in desk.into.read.files if file.id is not None}
    ids |= {
        planned.row.ref: terms[at].id for at, planned in enumerate(rows) if at in terms and planned.row.ref
    }
    variants = {planned.row.ref for planned in rows if planned.row.details.get("variant_of")} - {None}
    return [_referring(planned, ids, variants) for planned in rows]


def _referring(planned: PlannedRow, ids: Mapping[str, str], variants: Collection[str | None]) -> PlannedRow:
    details = dict(planned.row.details)
    notes = []
    base = details.get("variant_of")
    if isinstance(base, str):  # anything else no item takes, which is said where it is made
        details["variant_of"] = None if base in variants else ids.get(str(base))
        if details["variant_of"] is None or base == planned.row.ref:
            del details["variant_of"]
            notes.append(f"`variant_of` is left out: {base} is no item that it could be a variant of")
    retired = details.get("retired")
    if isinstance(retired, dict) and retired.get("replaced_by"):
        successor = ids.get(str(retired["replaced_by"]))
        details["retired"] = {**retired, "replaced_by": successor}
        if successor is None:
            notes.append(f"`replaced_by` is left out: there is no item {retired['replaced_by']}")
    if details == planned.row.details:
        return planned
    row = replace(planned.row, details=details)
    return replace(planned, row=row, notes=(*planned.notes, *notes))


def _terms(rows: Sequence[PlannedRow], proofs: Mapping[int, RowProofs], desk: ImportDesk) -> dict[int, Terms]:
    """Return by row what an item gets that its row does not say: its id and slice before all."""
    request = desk.request
    new = [at for at in proofs if rows[at].fate is Fate.NEW]
    taken = [file.id for file in desk.into.read.files if file.id is not None]
    ids = free_ids({rows[at].key: (rows[at].row.ref, rows[at].row.question) for at in new}, taken)
    there = sorted({file.item.slice for file in desk.into.read.files if file.item is not None})
    named = {at: str(rows[at].row.details.get("slice") or request.slice) for at in new}
    slices = slice_names(named.values(), there, request.slice)
    found = {}
    for at in proofs:
        known = rows[at].known
        old = known.item if known else None
        found[at] = Terms(
            id=old.id if old else ids[rows[at].key],
            slice=old.slice if old else slices[named[at]],
            source=request.source,
            snapshot=desk.manifest.snapshot.id if desk.manifest else None,
            chunks=desk.chunks.sha256[:SHORT_HASH] if desk.chunks and _names_chunks(rows[at].row) else None,
            labelled_by=request.by or (old.labelled_by if old else None),
            today=old.labelled_at if old and not request.by else request.today,
        )
    return found


def _names_chunks(row: SetRow) -> bool:
    return any(one.chunk_id is not None for one in row.evidence)


def _eligible(planned: PlannedRow, proofs: RowProofs, terms: Terms, desk: ImportDesk) -> RowProofs:
    """Return what became of a row's evidence, without places in documents that cannot prove its answer."""
    item = make_item(planned, proofs, terms).item if _has_metadata(proofs, desk) else None
    outside = ineligible_documents(item, desk.into.settings, desk.manifest) if item is not None else {}
    return proofs.without(outside) if outside else proofs


def _has_metadata(proofs: RowProofs, desk: ImportDesk) -> bool:
    documents = desk.manifest.documents if desk.manifest else {}
    names = (proof.span["doc_id"] for proof in proofs.evidence if proof.span is not None)
    return any(documents[name].metadata for name in names if name in documents)


def _path(planned: PlannedRow, item: Item) -> str:
    return planned.known.path if planned.known is not None else path_of(item)


def path_of(item: Item) -> str:
    """Return the path of a new item's file below the set's folder."""
    return f"{FOLDER}/{item.slice}/{item.id}.yaml"


def _outcome(planned: PlannedRow, made: Made | None, desk: ImportDesk) -> RowOutcome:
    row, known = planned.row, planned.known
    end = RowEnd(row.number, End.REFUSED, row.where, row.ref, notes=(*row.notes, *planned.notes))
    if known is not None:
        end = replace(end, item=known.item.id, path=known.path)
    if planned.why is not None:
        ended = End.DUPLICATE if planned.fate is Fate.DUPLICATE else End.REFUSED
        return RowOutcome(replace(end, end=ended, reasons=(planned.why,)))
    if made is None:
        other = _other_chunks(planned, desk)
        if other is not None:
            return RowOutcome(replace(end, end=End.CHANGED, reasons=(other,)))
        return RowOutcome(replace(end, end=End.UNCHANGED, notes=()))
    end = replace(end, reasons=made.reasons, notes=made.notes)
    if made.item is None:
        return RowOutcome(end)
    if known is None:
        ended = End.DRAFT if made.item.status is Status.DRAFT else End.IMPORTED
        return _sound(replace(end, end=ended, item=made.item.id, path=path_of(made.item)), made.item, desk)
    decide = _same if planned.fate is Fate.SAME else _changed
    return decide(end, known, made.item, desk)


def _other_chunks(planned: PlannedRow, desk: ImportDesk) -> Why | None:
    """Return that chunks of a row hold other texts by now than those of which its item was made; None where they do not.

    The ids are the same, and so the row is: only the file of their texts is of another version.
    """
    known, chunks = planned.known, desk.chunks
    origin = known.item.origin if known else None
    if (
        known is None
        or chunks is None
        or origin is None
        or origin.chunks in (None, chunks.sha256[:SHORT_HASH])
    ):
        return None
    passages = [loose(span.confirmed.text) for span in known.item.spans()]
    named = [one.chunk_id for one in planned.row.evidence if one.chunk_id in chunks.texts and not one.text]
    texts = {chunk_id: loose(chunks.texts[chunk_id].text or "") for chunk_id in named if chunk_id is not None}
    others = [
        chunk_id
        for chunk_id, text in texts.items()
        if not any(passage in text or text in passage for passage in passages)
    ]
    if not others:
        return None
    shown = ", ".join(others[:_SHOWN]) + (f" and {len(others) - _SHOWN} more" if len(others) > _SHOWN else "")
    said = f"{chunks.name} has other texts than the item was made of, for {shown}: it stays as it is"
    return Why("other_chunks", said)


def _same(end: RowEnd, known: KnownItem, item: Item, desk: ImportDesk) -> RowOutcome:
    """Return what is to be done about an untouched draft: its evidence may be found by now."""
    better = len(item.gold_spans) > len(known.item.gold_spans) or item.status is not Status.DRAFT
    if better and desk.request.update:
        return _updated(end, known, item, desk)
    return RowOutcome(replace(end, end=End.UNCHANGED, reasons=(), notes=()), waits=better)


def _changed(end: RowEnd, known: KnownItem, item: Item, desk: ImportDesk) -> RowOutcome:
    """Return what is to be done about a row that its source changed: nothing, unless that was asked for."""
    differ = changes(known.item, item)
    if not differ:  # said in other fields, or a person made the same change here
        return RowOutcome(replace(end, end=End.UNCHANGED, reasons=(), notes=()))
    if known.untouched and desk.request.update:
        kept = with_proofs_of(known.item, item)
        if kept is not None:
            note = f"its passages stay as they were confirmed: {'; '.join(why.text for why in end.reasons)}"
            return _updated(replace(end, reasons=differ, notes=(*end.notes, note)), known, kept, desk)
        return _updated(replace(end, reasons=(*differ, *end.reasons)), known, item, desk)
    since = "people have changed the item since" if known.key else "the item is the set's own"
    edited = Why("edited_here", f"{since}: it stays as it is")
    reasons = differ if known.untouched else (edited, *differ)
    return RowOutcome(replace(end, end=End.CHANGED, reasons=reasons))


def _updated(end: RowEnd, known: KnownItem, item: Item, desk: ImportDesk) -> RowOutcome:
    """Return an outcome with the file of an untouched item as it follows its source; comments in it stay."""
    try:
        text = desk.files.changed_text(known.path, known.text, known.item, item)
    except ItemFileError as error:
        why = Why("edited_here", f"its file stays as it is: {error.message}")
        return RowOutcome(replace(end, end=End.CHANGED, reasons=(why, *end.reasons)))
    was_draft = known.item.status is Status.DRAFT
    ended = End.NOW_DRAFT if item.status is Status.DRAFT and not was_draft else End.UPDATED
    return RowOutcome(replace(end, end=ended), _write_of(item, text, known.text))


def _sound(end: RowEnd, item: Item, desk: ImportDesk) -> RowOutcome:
    """Return an outcome with the text to write, once it is proved that the file says what the item says."""
    try:
        _refuse_taken(end.path, desk.into.found)
        return RowOutcome(end, _write_of(item, desk.files.sound_text(end.path, item)))
    except ItemFileError as error:
        why = Why("unwritable", f"{error.message}; {error.hint}" if error.hint else error.message)
        return RowOutcome(replace(end, end=End.REFUSED, item=None, path="", reasons=(why,)))


def _write_of(item: Item, text: str, before: str | None = None) -> ItemWrite:
    gold = [entry.doc_id for entry in item.gold_spans if isinstance(entry, GoldSpan)]
    documents = dict.fromkeys([*gold, *(near.doc_id for near in item.near_spans)])
    return ItemWrite(text, tuple(documents), len(item.gold_spans), before)


def _refuse_taken(path: str, found: SetFolder) -> None:
    """Refuse a path that somebody has used since the set was read."""
    if found.tree.read(path) is not None:
        raise ItemFileError(f"there is a file {path} by now", "run it again")
