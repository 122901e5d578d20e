"""Make a worksheet: what waits for people, as rows of a spreadsheet."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from goldset.domain.decisions import undecided
from goldset.domain.items import GoldSpan, Item, Span, Status
from goldset.domain.owners import all_owners, is_owner
from goldset.domain.settings import Settings
from goldset.domain.worksheet import LETTERS, Kind, SheetRow
from goldset.domain.worksheet_ends import MadeSheet
from goldset.domain.worksheet_keys import is_retired, is_to_label
from goldset.errors import GoldsetError, SnapshotError, WrongUsageError
from goldset.operations.accepting import accepted
from goldset.operations.deciding import Desk, Manifests, Spot, asked_in_folder, in_folder, open_desk
from goldset.operations.relabel_list import listed_queue
from goldset.reporting.worksheet_cells import label_rows, queue_row, review_row, worksheet
from goldset.stores.git_repo import open_repository
from goldset.stores.item_files import read_items
from goldset.stores.set_folder import SetFolder, find_set
from goldset.stores.settings_file import read_settings
from goldset.stores.worksheet_files import refuse_form, write_worksheet

_WIDE = 800  # code points on either side: as far as a sentence's change may reach beyond what was confirmed


@dataclass(frozen=True, slots=True)
class WorksheetRequest:
    """What is to stand in a worksheet.

    Attributes:
        kind: What it asks.
        out: The file to write; its name ends in .xlsx or .csv.
        owner: The person or team whose slices it is about, by name or account; None for all.
        base: The base branch; None for the default branch.
        open_prs: Whether the queue branches are those of GitHub, not this clone's.
    """

    kind: Kind
    out: Path
    owner: str | None
    base: str | None = None
    open_prs: bool = False


@dataclass(frozen=True, slots=True)
class _Found:
    """Rows with the item that each is about, what was left out, and what a person should know."""

    settings: Settings
    rows: tuple[tuple[Item, SheetRow], ...]
    elsewhere: Mapping[str, int]
    notices: tuple[str, ...] = ()


def make_worksheet(folder: Path, request: WorksheetRequest) -> MadeSheet:
    """Write a worksheet; where there is nothing to ask, none.

    Raises:
        WrongUsageError: Nobody is called so, or the file's name says no form that there is.
        GoldsetError: The set cannot be read, or the file is there already or cannot be written.
    """
    refuse_form(request.out)
    found_set = find_set(folder)
    found = _FINDERS[request.kind](found_set, request)
    settings, owner = found.settings, request.owner
    if owner is not None:
        _refuse_stranger(owner, settings)
    mine = [(item, row) for item, row in found.rows if owner is None or is_owner(owner, item.slice, settings)]
    if mine:
        rows = (row for _, row in mine)
        write_worksheet(request.out, worksheet(settings.set, request.kind, rows, owner))
    return MadeSheet(
        path=str(request.out) if mine else "",
        set=settings.set,
        kind=request.kind,
        owner=owner,
        rows=len(mine),
        items=len({item.id for item, _ in mine}),
        others=len(found.rows) - len(mine),
        elsewhere=found.elsewhere,
        notices=found.notices,
    )


def _refuse_stranger(owner: str, settings: Settings) -> None:
    named = all_owners(settings)
    slices = {*settings.owners.slices, ""}
    if not any(is_owner(owner, name, settings) for name in slices):
        known = f"owners are {', '.join(named)}" if named else "name some in goldset.yaml (`owners`)"
        raise WrongUsageError(
            f"{owner} owns no slice", f"{known}; without --owner the worksheet is about all"
        )


def _queue(found: SetFolder, request: WorksheetRequest) -> _Found:
    """Return the open decisions of the queue, by slice and item."""
    with open_repository(found.root) as repository:
        desk = open_desk(repository, found, request.base, open_prs=request.open_prs)
        settings = desk.base.settings
        unreadable = Counter[str]()
        rows = sorted(
            _waiting(desk, unreadable, hosted=request.open_prs), key=lambda pair: (pair[0].slice, pair[0].id)
        )
        listed = listed_queue(repository, desk.base, desk.hosted)
        states = Counter(_ELSEWHERE[span.state] for span in listed.spans if span.state in _ELSEWHERE)
        decided = Counter("decided, and not merged yet" for span in listed.spans if span.state in _DECIDED)
        unseen = () if rows else desk.hosting.unseen
        notices = (*desk.hosting.notices, *unseen)
    return _Found(settings, tuple(rows), states + decided + unreadable, notices)


_ELSEWHERE = {
    "declined": "declined: a person closed the pull request",
    "deferred": "put off until their question changes",
    "held": "held back: no pull request asks about them yet",
}
_DECIDED = frozenset({"accepted", "retire", "unanswerable", "drop", "later"})


def _waiting(desk: Desk, unreadable: Counter[str], *, hosted: bool) -> Iterator[tuple[Item, SheetRow]]:
    """Yield a row for each span that is asked about here or on an open queue branch, each item at one place."""
    texts = Manifests()
    for spot in _spots(desk, unreadable, hosted=hosted):
        for span in undecided(spot.item.spans()):
            yield spot.item, queue_row(desk.base.settings.set, span, _entries(spot, span, texts))


def _spots(desk: Desk, unreadable: Counter[str], *, hosted: bool) -> Iterator[Spot]:
    here = {} if hosted else asked_in_folder(desk)
    yield from here.values()
    seen = set(here)
    for branch in desk.hosted.queues:
        for name in sorted(branch.offered.keys() - seen):
            seen.add(name)
            try:
                spot = in_folder(desk.tree_at(branch.tip), name, branch.name, branch.tip)
            except GoldsetError:
                unreadable[f"item files with errors on {branch.name}"] += 1
                continue
            if spot is not None:
                yield spot


def _entries(spot: Spot, span: Span, texts: Manifests) -> list[GoldSpan]:
    """Return what accepting each candidate makes of a span, with more than usual of what stands around it."""
    assert span.relabel is not None
    entries = []
    for candidate in span.relabel.candidates[: len(LETTERS)]:
        text = texts.text(spot, span.relabel.snapshot, candidate.doc_id)
        try:
            entry = accepted(span, candidate, text)
        except SnapshotError:  # a person edited the block; accepting it says so
            text, entry = None, accepted(span, candidate, None)
        around = _around(text, candidate.start, candidate.end) if text else {}
        entries.append(entry.model_copy(update=around))
    return entries


def _around(text: str, start: int, end: int) -> dict[str, str]:
    return {"prefix": text[max(start - _WIDE, 0) : start], "suffix": text[end : end + _WIDE]}


def _label(found: SetFolder, _request: WorksheetRequest) -> _Found:
    settings, items, left = _items(found)
    rows = [(item, row) for item in items if is_to_label(item) for row in label_rows(settings.set, item)]
    ready = sum(item.status is Status.DRAFT and not is_to_label(item) for item in items)
    left["labelled drafts, which wait to be made active"] += ready
    return _Found(settings, tuple(rows), +left)


def _review(found: SetFolder, _request: WorksheetRequest) -> _Found:
    settings, items, left = _items(found)
    live = [item for item in items if item.status is Status.ACTIVE and not is_retired(item)]
    return _Found(settings, tuple((item, review_row(settings.set, item)) for item in live), +left)


def _items(found: SetFolder) -> tuple[Settings, list[Item], Counter[str]]:
    """Return settings, items by slice and id, and how many files could not be read."""
    read = read_items(found.tree)
    settings = read_settings(found.tree)
    left = Counter({"item files with errors: `goldset validate` lists them": len(read.unreadable)})
    return settings, sorted(read.items, key=lambda item: (item.slice, item.id)), left


_FINDERS: Mapping[Kind, Callable[[SetFolder, WorksheetRequest], _Found]] = {
    Kind.QUEUE: _queue,
    Kind.LABEL: _label,
    Kind.REVIEW: _review,
}
