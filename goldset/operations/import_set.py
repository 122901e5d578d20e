"""Bring a set of any form in: its rows become items, their evidence is looked for, and every row is counted."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from os.path import lexists
from pathlib import Path

from goldset.checks.names import why_unusable
from goldset.domain.collector import without_collector
from goldset.domain.imported import WRITTEN, BadLine, End, Gone, ImportReport, RowEnd, Why
from goldset.domain.imported_items import RowProofs
from goldset.domain.items import Item, Status
from goldset.domain.progress import Progress, untold
from goldset.domain.row_plan import Fate, KnownItem, PlannedRow, plan_rows, same_in_set
from goldset.domain.set_rows import Evidence, ReadSet, SetRow
from goldset.domain.snapshots import newest
from goldset.errors import GoldsetError, ItemFileError, SnapshotError, WorkerError, WrongUsageError
from goldset.operations.import_outcomes import (
    SHORT_HASH,
    ImportDesk,
    ImportRequest,
    OpenSet,
    decide_rows,
)
from goldset.operations.import_places import PlacingTerms, place_rows
from goldset.operations.import_rows import ItemWrite, RowOutcome
from goldset.operations.resolve import whole_snapshot
from goldset.operations.workers import open_workers
from goldset.resolution.batches import Workers
from goldset.stores.chunk_texts import read_chunk_texts
from goldset.stores.file_writes import settle, write_one_of_many
from goldset.stores.item_files import FOLDER, ReadItems, read_items
from goldset.stores.set_folder import SetFolder, find_set
from goldset.stores.settings_file import read_settings
from goldset.stores.snapshot_files import read_snapshots
from goldset.stores.snapshot_texts import SnapshotTexts, open_texts
from goldset.stores.trees import FolderTree

# More files than these are seen onto the disk all at once.
_MANY = 64
_NAMED = 5
# Why evidence was settled without a look at the document that it names.
_UNLOOKED = frozenset({"no_document", "no_chunk", "no_chunk_file", "no_snapshot"})
_GO_ON = "run it again, it goes on from there"


def import_set(
    folder: Path, read: ReadSet, request: ImportRequest, progress: Progress = untold
) -> ImportReport:
    """Import a set that was read. What is written is written whole, and running it again goes on.

    Args:
        folder: A folder of the set to import into.
        read: The set to import.
        request: What a person asked for.
        progress: Is told how far the work is.

    Raises:
        GoldsetError: Nothing could be done, or a file cannot be written; then it says how many were.
        KeyboardInterrupt: A person stopped it; its argument says how many files were written.
    """
    with without_collector():
        return _import(folder, read, request, progress)


def _import(folder: Path, read: ReadSet, request: ImportRequest, progress: Progress) -> ImportReport:
    into = _opened(folder, request)
    chunks = read_chunk_texts(*request.chunks) if request.chunks else None
    known, others = _items_of(into.read, request.source)
    own = {one.item.id: one for one in others if not one.key and not request.source}
    plan = plan_rows(read.rows, request.source, known, own)
    rows = same_in_set(plan.rows, others)
    with ExitStack() as stack:
        texts = stack.enter_context(open_texts(into.found, into.settings, request.corpus, folder, progress))
        snapshot = _snapshot(into.found, request)
        manifest = texts.manifest(snapshot) if snapshot else None
        desk = ImportDesk(into, request, manifest, chunks)
        with _nothing_written():
            workers = stack.enter_context(open_workers(request.jobs, progress))
            proofs = _placed(rows, desk, texts, workers, progress)
            outcomes = decide_rows(rows, proofs, desk, workers)
        if not request.dry_run:
            _write(outcomes, desk, texts, progress)
    gone, notices = _gone(plan.gone, rows)
    return _report(
        read,
        desk,
        outcomes,
        gone,
        (
            *read.notices,
            *_notices(desk, read, rows, gone),
            *_foreign(proofs.values()),
            *_copies(plan.copies),
            *notices,
        ),
    )


@contextmanager
def _nothing_written() -> Iterator[None]:
    """Say that no item was written where the work ends before the first of them is."""
    try:
        yield
    except WorkerError as error:
        raise WorkerError(f"{error.message}; no item is written", error.hint) from error
    except KeyboardInterrupt:
        raise KeyboardInterrupt("no item is written: run it again") from None


def _opened(folder: Path, request: ImportRequest) -> OpenSet:
    """Return the set, if items can be added to it without harm."""
    reason = why_unusable(request.slice) if request.slice else "is empty"
    if reason:
        raise WrongUsageError(f"the slice {reason}", "use letters, digits, dashes and underscores")
    found = find_set(folder)
    settings, read = read_settings(found.tree), read_items(found.tree)
    if read.unreadable:
        paths = ", ".join(file.path for file in read.unreadable[:3])
        many = len(read.unreadable)
        raise ItemFileError(
            f"{many} item files have errors: {paths}" if many > 1 else f"an item file has errors: {paths}",
            "nobody can say which rows they hold already: mend what `goldset validate` lists, then import",
        )
    if found.tree.is_link(FOLDER):
        raise ItemFileError(
            f"{FOLDER} is a symbolic link, which is never followed", "put a folder in its place"
        )
    return OpenSet(found, settings, read)


def _items_of(read: ReadItems, source: str) -> tuple[list[KnownItem], list[KnownItem]]:
    """Return the items that earlier imports of a source made, and all others."""
    known: list[KnownItem] = []
    others: list[KnownItem] = []
    for file in read.files:
        if file.item is not None:
            origin = file.item.origin
            mine = origin is not None and origin.key is not None and (origin.source or "") == source
            (known if mine else others).append(KnownItem(file.path, file.item, file.text))
    return known, others


def _snapshot(found: SetFolder, request: ImportRequest) -> str | None:
    """Return the id of the snapshot to look into; None where the set has none.

    Raises:
        SnapshotError: There is none, and a corpus was named to look into.
    """
    if request.snapshot is not None:
        return request.snapshot
    head = newest(read_snapshots(found.tree))
    if head is None and request.corpus is not None:
        raise SnapshotError(
            "there is no snapshot yet to find evidence in",
            f"make one with `goldset snapshot create --corpus {request.corpus}`, then import",
        )
    return head.id if head else None


def _placed(
    rows: Sequence[PlannedRow], desk: ImportDesk, texts: SnapshotTexts, workers: Workers, progress: Progress
) -> dict[int, RowProofs]:
    """Return by its number among the rows what became of a row's evidence, where that matters."""
    todo = [at for at, planned in enumerate(rows) if _is_open(planned, desk)]
    asked = [_with_sound_names(rows[at].row) for at in todo]
    corpus = None
    if desk.manifest is not None and any(row.evidence or row.near for row in asked):
        corpus = whole_snapshot(texts, desk.manifest.snapshot.id, desk.request.corpus)
    terms = PlacingTerms(
        corpus=corpus,
        chunks=desk.chunks,
        coarse=desk.request.coarse,
        policy=desk.into.settings.policy,
        workers=workers,
        progress=progress,
    )
    return dict(zip(todo, place_rows(asked, terms), strict=True))


def _is_open(planned: PlannedRow, desk: ImportDesk) -> bool:
    """Return whether a row may become an item, or make another one of an untouched draft."""
    if planned.fate is Fate.SAME:
        assert planned.known is not None
        item = planned.known.item
        return item.status is Status.DRAFT and _looks_elsewhere(item, desk) and planned.known.untouched
    return planned.fate in (Fate.NEW, Fate.CHANGED)


def _looks_elsewhere(item: Item, desk: ImportDesk) -> bool:
    """Return whether evidence is looked for where it was not when the item was written."""
    snapshot = desk.manifest.snapshot.id if desk.manifest else None
    chunks = desk.chunks.sha256[:SHORT_HASH] if desk.chunks else None
    read = item.origin.chunks if item.origin else None
    return (
        bool(desk.request.coarse)
        or item.corpus_snapshot != snapshot
        or (chunks is not None and chunks != read)
    )


def _with_sound_names(row: SetRow) -> SetRow:
    """Return a row without names of spans that no file could have."""
    if all(one.span_id is None or why_unusable(one.span_id) is None for one in row.evidence):
        return row
    return replace(row, evidence=tuple(map(_with_sound_name, row.evidence)))


def _with_sound_name(one: Evidence) -> Evidence:
    sound = one.span_id is None or why_unusable(one.span_id) is None
    return one if sound else replace(one, span_id=None)


def _write(
    outcomes: Sequence[RowOutcome], desk: ImportDesk, texts: SnapshotTexts, progress: Progress
) -> None:
    """Write the texts of documents with gold, then the items, each file whole.

    Raises:
        GoldsetError: A file cannot be written; it says how many items were.
        KeyboardInterrupt: A person stopped it; its argument says how many items were written.
    """
    todo = [(one.end.path, one.write) for one in outcomes if one.write is not None]
    found, one_by_one = FolderTree(desk.into.found.root), len(todo) <= _MANY
    done = 0
    try:
        if desk.manifest is not None:
            for doc_id in sorted({doc_id for _, write in todo for doc_id in write.documents}):
                texts.keep(desk.manifest.snapshot.id, doc_id)
        for path, write in todo:
            _refuse_changed(path, write, found)
            data, is_new = write.text.encode(), write.before is None
            write_one_of_many(f"{found.root}/{path}", data, durable=one_by_one, is_new=is_new)
            done += 1
            progress("items written", done, len(todo))
    except GoldsetError as error:
        raise GoldsetError(
            f"{error.message}; {_written(done, len(todo))}", f"{error.hint}, then {_GO_ON}"
        ) from error
    except KeyboardInterrupt:
        raise KeyboardInterrupt(f"{_written(done, len(todo))}: {_GO_ON}") from None
    finally:
        if done and not one_by_one:
            settle()


def _refuse_changed(path: str, write: ItemWrite, found: FolderTree) -> None:
    """Refuse to write over what somebody wrote since the set was read."""
    if write.before is None:
        is_changed = lexists(f"{found.root}/{path}")
    else:
        there = found.read(path)
        is_changed = there is None or there.decode(errors="replace") != write.before
    if is_changed:
        raise ItemFileError(f"{path} was changed while its row was imported", "see what was written there")


def _written(done: int, count: int) -> str:
    return f"{done:,} of {count:,} items are written"


def _gone(gone: Sequence[KnownItem], rows: Sequence[PlannedRow]) -> tuple[tuple[Gone, ...], tuple[str, ...]]:
    """Return the items that the file does not hold any more; none where it seems to be another set."""
    active = [item for item in gone if item.item.status is not Status.RETIRED]
    if active and not any(planned.known for planned in rows):
        before = f"{len(active):,} items" if len(active) > 1 else "the item"
        said = (
            f"no row is of {before} that came in before: if this is another set, name it with `--source NAME`"
        )
        return (), (said,)
    return tuple(Gone(one.item.id, one.path, not one.untouched) for one in active), ()


def _notices(
    desk: ImportDesk, read: ReadSet, rows: Sequence[PlannedRow], gone: Sequence[Gone]
) -> tuple[str, ...]:
    found = []
    if desk.manifest is None and any(planned.row.evidence for planned in rows):
        found.append(
            "the set has no snapshot, so no evidence has a place: make one with `goldset snapshot create`, then "
            "import again with `--update`"
        )
    if any(bad.is_row for bad in read.bad) and gone:
        found.append("an item that seems gone may be of a row that could not be read")
    return tuple(found)


def _copies(copies: Sequence[KnownItem]) -> Iterator[str]:
    """Yield that items are of a row that another item is of, too, and so follow no source."""
    if copies:
        paths = ", ".join(one.path for one in copies[:_NAMED])
        more = f" and {len(copies) - _NAMED:,} more" if len(copies) > _NAMED else ""
        are = "items are copies of some" if len(copies) > 1 else "item is a copy of one"
        follow = "follow" if len(copies) > 1 else "follows"
        yield f"{len(copies):,} {are} that came in before, and {follow} no source: {paths}{more}"


def _foreign(proofs: Iterable[RowProofs]) -> tuple[str, ...]:
    """Return a notice where no document that the file names is one of the corpus."""
    named = [proof for of_row in proofs for proof in of_row.evidence if proof.evidence.doc is not None]
    known = [proof for proof in named if proof.why is None or proof.why.code not in _UNLOOKED]
    if not named or known or all(proof.why and proof.why.code != "no_document" for proof in named):
        return ()
    said = (
        "no document that the file names is in the corpus, so all of it is drafts; where these are names of another "
        "system, and the quotes alone tell the place, leave the documents out of its `--mapping`"
    )
    return (said,)


def _report(
    read: ReadSet,
    desk: ImportDesk,
    outcomes: Sequence[RowOutcome],
    gone: tuple[Gone, ...],
    notices: tuple[str, ...],
) -> ImportReport:
    bad = [
        RowEnd(
            one.number,
            End.REFUSED,
            one.file and f"{one.file}:{one.number}",
            reasons=(Why("unreadable", one.reason),),
        )
        for one in read.bad
        if one.is_row
    ]
    ends = sorted([*(one.end for one in outcomes), *bad], key=lambda end: end.number)
    written = [one.write for one in outcomes if one.write is not None and one.end.end in WRITTEN]
    return ImportReport(
        form=read.form,
        name=read.name,
        sha256=read.sha256,
        rows=tuple(ends),
        source=desk.request.source,
        snapshot=desk.manifest.snapshot.id if desk.manifest else None,
        chunks=desk.chunks.name if desk.chunks else "",
        chunks_sha256=desk.chunks.sha256 if desk.chunks else None,
        lines=tuple(BadLine(one.number, one.reason, one.file) for one in read.bad if not one.is_row),
        gone=gone,
        not_read=dict(sorted(read.not_read.items())),
        spans=sum(write.spans for write in written),
        waiting=sum(one.waits for one in outcomes),
        notices=notices,
        dry_run=desk.request.dry_run,
    )
