"""What is to be done about the rows of a set that is imported: their ids, what they say of each other, how they end."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from goldset.checks.imported_names import free_ids, slice_names
from goldset.domain.imported import End, RowEnd, Why
from goldset.domain.imported_items import OpenRow, RowProofs, Terms, make_items
from goldset.domain.items import Item
from goldset.domain.row_identity import loose
from goldset.domain.row_plan import Fate, PlannedRow
from goldset.domain.set_rows import Coarse, SetRow
from goldset.domain.settings import Settings
from goldset.domain.snapshots import Manifest
from goldset.operations.import_checks import conflicts, question_key
from goldset.operations.import_rows import (
    DecideRows,
    Eligibility,
    RowOutcome,
    end_of,
    path_of,
)
from goldset.resolution.batches import Workers, cut
from goldset.resolution.library import ReadingRoom
from goldset.stores.chunk_texts import ChunkTexts
from goldset.stores.item_files import ReadItems
from goldset.stores.set_folder import SetFolder

FALLBACK_SLICE = "imported"
_SHOWN = 5
# What a row weighs in a batch: an item that is made takes as long as so many characters to read.
_ROW = 1_000
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
    """What rows are made into items with: the set, the request, the snapshot, and the texts of chunks."""

    into: OpenSet
    request: ImportRequest
    manifest: Manifest | None
    chunks: ChunkTexts | None


def decide_rows(
    rows: Sequence[PlannedRow], proofs: Mapping[int, RowProofs], desk: ImportDesk, workers: Workers
) -> list[RowOutcome]:
    """Return what is to be done about each row.

    Args:
        rows: The rows.
        proofs: By its number among the rows, what became of a row's evidence, where that matters.
        desk: What items are made with.
        workers: Who makes them, batch by batch.

    Raises:
        WorkerError: A process that shares the work ended or failed.
    """
    terms = _terms(rows, proofs, desk)
    rows = _with_references(rows, terms, desk)
    step = DecideRows(
        desk.into.found, Eligibility.of(desk.into.settings, desk.manifest), update=desk.request.update
    )
    asked = {at: OpenRow(rows[at], proofs[at], terms[at]) for at in proofs}
    for at, doubt in _doubts(asked, step.eligibility, desk).items():
        asked[at] = replace(asked[at], doubts=(Why("conflict", doubt),))
    batches = cut(asked.values(), lambda _: _ROW, workers.batch)
    decided = chain.from_iterable(workers.each("rows", step, batches, ReadingRoom(_no_text, frozenset())))
    outcomes = dict(zip(asked, decided, strict=True))
    return [outcomes[at] if at in outcomes else RowOutcome(_closed(row, desk)) for at, row in enumerate(rows)]


def _no_text(_snapshot: str | None, _doc_id: str) -> None:
    """Return that there is no text: of rows whose evidence has its places nobody asks for one."""


def _doubts(asked: Mapping[int, OpenRow], eligibility: Eligibility, desk: ImportDesk) -> dict[int, str]:
    """Return by row how its gold contradicts that of another item, imported now or there before."""
    there = {file.path: file.item for file in desk.into.read.files if file.item is not None}
    keys = {at: question_key(one.planned.row.question) for at, one in asked.items()}
    often = Counter([*keys.values(), *(question_key(item.question) for item in there.values())])
    made = {at: _alone(one, eligibility) for at, one in asked.items() if often[keys[at]] > 1}
    paths = {at: _path(asked[at].planned, item) for at, item in made.items() if item is not None}
    new = {path: item for at, path in paths.items() if (item := made[at]) is not None}
    others = ((path, item) for path, item in there.items() if path not in new)
    found = conflicts(new, others, desk.into.settings) if new else {}
    return {at: found[path] for at, path in paths.items() if path in found}


def _alone(row: OpenRow, eligibility: Eligibility) -> Item | None:
    """Return the item that a row makes where no other row speaks against it."""
    row, made = eligibility.held(row)
    return (made or make_items([row])[0]).item


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


def _path(planned: PlannedRow, item: Item) -> str:
    return planned.known.path if planned.known is not None else path_of(item)


def _closed(planned: PlannedRow, desk: ImportDesk) -> RowEnd:
    """Return how a row ends of which no item is made."""
    end = end_of(planned)
    if planned.why is not None:
        return replace(end, end=End.DUPLICATE) if planned.fate is Fate.DUPLICATE else end
    other = _other_chunks(planned, desk)
    if other is not None:
        return replace(end, end=End.CHANGED, reasons=(other,))
    return replace(end, end=End.UNCHANGED, notes=())


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
