"""From a row with what became of its evidence to its outcome: the item that it makes, and the file that says so.

What becomes of a row hangs on that row alone, so that any process can see to a batch of them.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from os.path import lexists
from pathlib import Path

from goldset.domain.collector import without_collector
from goldset.domain.imported import End, RowEnd, Why
from goldset.domain.imported_changes import changes
from goldset.domain.imported_items import Made, OpenRow, RowProofs, make_items, with_proofs_of
from goldset.domain.items import GoldSpan, Item, Status
from goldset.domain.row_plan import Fate, KnownItem, PlannedRow
from goldset.domain.settings import Settings
from goldset.domain.snapshots import Manifest
from goldset.errors import ItemFileError
from goldset.operations.import_checks import ineligible_documents
from goldset.resolution.library import ReadingRoom
from goldset.stores.item_files import FOLDER
from goldset.stores.item_writes import ItemProofs
from goldset.stores.set_folder import SetFolder


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


@dataclass(frozen=True, slots=True)
class Eligibility:
    """Which documents may prove an item's answer, by where and when they hold.

    Attributes:
        settings: The set's settings.
        manifest: The documents with metadata; None where there are none.
    """

    settings: Settings
    manifest: Manifest | None

    @classmethod
    def of(cls, settings: Settings, manifest: Manifest | None) -> "Eligibility":
        """Return the eligibility of a snapshot's documents."""
        documents = manifest.documents if manifest else {}
        telling = {name: record for name, record in documents.items() if record.metadata}
        return cls(settings, replace(manifest, documents=telling) if manifest and telling else None)

    def held(self, row: OpenRow) -> tuple[OpenRow, Made | None]:
        """Return a row without places in documents that cannot prove its answer.

        And what it makes, where that had to be found out and still is so: it has no doubts.
        """
        if not self._concerns(row.proofs):
            return row, None
        [made] = make_items([replace(row, doubts=())])
        outside = ineligible_documents(made.item, self.settings, self.manifest) if made.item else {}
        if outside:
            return replace(row, proofs=row.proofs.without(outside)), None
        return row, None if row.doubts else made

    def _concerns(self, proofs: RowProofs) -> bool:
        if self.manifest is None:
            return False
        names = (proof.span["doc_id"] for proof in proofs.evidence if proof.span is not None)
        return any(name in self.manifest.documents for name in names)


@dataclass(frozen=True, slots=True)
class DecideRows:
    """Make the items of rows, and prove their files (a `Step`).

    Attributes:
        found: The set.
        eligibility: Which documents may prove an answer.
        update: Whether items that no person changed follow their source.
    """

    found: SetFolder
    eligibility: Eligibility
    update: bool

    def __call__(self, room: ReadingRoom, rows: Sequence[OpenRow]) -> list[RowOutcome]:
        """Return what is to be done about each row."""
        root, update = self.found.root, self.update
        proving = room.kept((DecideRows, root, update), _Proving, partial(_Proving, _Names(root), update))
        with without_collector():  # in whichever process
            held = [self.eligibility.held(row) for row in rows]
            made = iter(make_items([row for row, known in held if known is None]))
            return [self._outcome(row, known or next(made), proving) for row, known in held]

    def _outcome(self, row: OpenRow, made: Made, proving: "_Proving") -> RowOutcome:
        known = row.planned.known
        if made.item is None:
            return RowOutcome(end_of(row.planned, made))
        if known is None:
            return proving.new(row.planned, made, made.item)
        follow = proving.same if row.planned.fate is Fate.SAME else proving.changed
        return follow(end_of(row.planned, made), known, made.item)


def end_of(
    planned: PlannedRow, made: Made | None = None, end: End = End.REFUSED, *, item: str = "", path: str = ""
) -> RowEnd:
    """Return how a row ends: refused where no more is known of it, for the reasons that there are.

    Args:
        planned: The row.
        made: What it makes; None where nothing was made of it.
        end: How it ends.
        item: Id of the new item that it becomes; empty where it becomes none.
        path: Path of that item below the set's folder.
    """
    row, known = planned.row, planned.known
    reasons = (planned.why,) if planned.why else ()
    return RowEnd(
        number=row.number,
        end=end,
        where=row.where,
        ref=row.ref,
        item=item or (known.item.id if known else None),
        path=path or (known.path if known else ""),
        reasons=made.reasons if made else reasons,
        notes=made.notes if made else (*row.notes, *planned.notes),
    )


def path_of(item: Item) -> str:
    """Return the path of a new item's file below the set's folder."""
    return f"{FOLDER}/{item.slice}/{item.id}.yaml"


class _Names:
    """Whether names are free in the folders of a set, each of which is listed once: nearly all new names are."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._folders: dict[str, frozenset[str]] = {}

    def has(self, path: str) -> bool:
        """Return whether anything is called so."""
        folder, _, name = path.rpartition("/")
        if folder not in self._folders:
            self._folders[folder] = self._listed(folder)
        # Some disks take names for one that differ in case.
        return name.casefold() in self._folders[folder] and lexists(f"{self._root}/{path}")

    def _listed(self, folder: str) -> frozenset[str]:
        try:
            return frozenset(path.name.casefold() for path in (self._root / folder).iterdir())
        except OSError:  # not there, or nothing that could be written into, which is said then
            return frozenset()


@dataclass(frozen=True, slots=True)
class _Proving:
    """What makes outcomes of items.

    Attributes:
        names: The names that are there.
        update: Whether untouched items follow their source.
        files: What proves the files of items.
    """

    names: _Names
    update: bool
    files: ItemProofs = field(default_factory=ItemProofs)

    def new(self, planned: PlannedRow, made: Made, item: Item) -> RowOutcome:
        """Return an outcome with the text to write, once it is proved that the file says what the item says."""
        path, why = path_of(item), ""
        try:
            text = self.files.sound_text(path, item)
        except ItemFileError as error:
            why = f"{error.message}; {error.hint}" if error.hint else error.message
        if not why and self.names.has(path):  # somebody has used it since the set was read
            why = f"there is a file {path} by now; run it again"
        if why:
            return RowOutcome(replace(end_of(planned, made), reasons=(Why("unwritable", why),)))
        ended = End.DRAFT if item.status is Status.DRAFT else End.IMPORTED
        return RowOutcome(end_of(planned, made, ended, item=item.id, path=path), _write_of(item, text))

    def same(self, end: RowEnd, known: KnownItem, item: Item) -> RowOutcome:
        """Return what is to be done about an untouched draft: its evidence may be found by now."""
        better = len(item.gold_spans) > len(known.item.gold_spans) or item.status is not Status.DRAFT
        if better and self.update:
            return self._updated(end, known, item)
        return RowOutcome(replace(end, end=End.UNCHANGED, reasons=(), notes=()), waits=better)

    def changed(self, end: RowEnd, known: KnownItem, item: Item) -> RowOutcome:
        """Return what is to be done about a row that its source changed: nothing, unless that was asked for."""
        differ = changes(known.item, item)
        if not differ:  # said in other fields, or a person made the same change here
            return RowOutcome(replace(end, end=End.UNCHANGED, reasons=(), notes=()))
        if known.untouched and self.update:
            kept = with_proofs_of(known.item, item)
            if kept is not None:
                note = (
                    f"its passages stay as they were confirmed: {'; '.join(why.text for why in end.reasons)}"
                )
                return self._updated(replace(end, reasons=differ, notes=(*end.notes, note)), known, kept)
            return self._updated(replace(end, reasons=(*differ, *end.reasons)), known, item)
        since = "people have changed the item since" if known.key else "the item is the set's own"
        edited = Why("edited_here", f"{since}: it stays as it is")
        return RowOutcome(
            replace(end, end=End.CHANGED, reasons=differ if known.untouched else (edited, *differ))
        )

    def _updated(self, end: RowEnd, known: KnownItem, item: Item) -> RowOutcome:
        """Return an outcome with the file of an untouched item as it follows its source; comments in it stay."""
        try:
            text = self.files.changed_text(known.path, known.text, known.item, item)
        except ItemFileError as error:
            why = Why("edited_here", f"its file stays as it is: {error.message}")
            return RowOutcome(replace(end, end=End.CHANGED, reasons=(why, *end.reasons)))
        was_draft = known.item.status is Status.DRAFT
        ended = End.NOW_DRAFT if item.status is Status.DRAFT and not was_draft else End.UPDATED
        return RowOutcome(replace(end, end=ended), _write_of(item, text, known.text))


def _write_of(item: Item, text: str, before: str | None = None) -> ItemWrite:
    gold = [entry.doc_id for entry in item.gold_spans if isinstance(entry, GoldSpan)]
    documents = dict.fromkeys([*gold, *(near.doc_id for near in item.near_spans)])
    return ItemWrite(text, tuple(documents), len(item.gold_spans), before)
