"""The desk that decisions about queued spans are made at: where an item is asked about, and how it is written there."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

from goldset.domain.decisions import undecided
from goldset.domain.findings import Loc
from goldset.domain.items import GoldSpan, Item, OfferedCandidate, PendingSpan, Span
from goldset.domain.lines import waits
from goldset.domain.queue import Ask
from goldset.domain.snapshots import Manifest, newest
from goldset.domain.standing import void_reason
from goldset.errors import GoldsetError
from goldset.operations.accepting import accepted, text_in
from goldset.operations.base import Base
from goldset.operations.branches import HostState, read_host_state
from goldset.operations.hosts import Hosting, choose_hosting
from goldset.stores.entry_writes import put_entry
from goldset.stores.file_writes import write_file
from goldset.stores.git_commits import NewCommit, write_commits
from goldset.stores.git_repo import Repository
from goldset.stores.item_files import FOLDER, SUFFIX, ItemFile, read_item
from goldset.stores.set_folder import SetFolder
from goldset.stores.snapshot_files import read_manifest, read_resolutions, read_snapshots
from goldset.stores.trees import Tree
from goldset.stores.yaml_edit import change_fields

Entry = GoldSpan | PendingSpan
_ASKS = b"relabel"  # a file without it holds no question, and need not be read


@dataclass(frozen=True, slots=True)
class Decided:
    """What became of decisions in one place.

    Attributes:
        where: The branch that they were committed to; empty where a file of the working folder was changed.
        commit: Id of that commit; empty likewise.
        path: The item's file, or the files, below the set's folder.
        spans: (item, span) that were decided.
        left: How many other spans of these items still wait.
        reworded: (item, gold answer) of items whose answer now rests on other words than it was checked against.
        notices: What a person should know.
    """

    where: str
    commit: str
    paths: tuple[str, ...]
    spans: tuple[tuple[str, str], ...]
    left: int
    reworded: tuple[tuple[str, str], ...] = ()
    notices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Spot:
    """Where an item can be decided: files, and their branch; no branch for the working folder."""

    tree: Tree
    file: ItemFile
    branch: str = ""
    tip: str = ""

    @property
    def item(self) -> Item:
        """The item, which has no error."""
        assert self.file.item is not None
        return self.file.item


@dataclass(frozen=True, slots=True)
class Made:
    """What a person's decisions make of an item.

    Attributes:
        spot: Where it is decided.
        entries: The new entries by span id.
        fields: Other fields of the item that the same decisions change, as for `change_fields`.
    """

    spot: Spot
    entries: Mapping[str, Entry]
    fields: Mapping[Loc, Any] = field(default_factory=dict)

    def text(self) -> bytes:
        """Return what the item's file says then; nothing else of it changes.

        Raises:
            ItemFileError: It cannot be changed so.
        """
        text = self.spot.file.text
        for span, entry in self.entries.items():
            text = put_entry(text, span, entry)
        return change_fields(text, self.fields).encode()


@dataclass(frozen=True)
class Desk:
    """What decisions are made with."""

    repository: Repository
    found: SetFolder
    hosting: Hosting
    hosted: HostState

    @property
    def base(self) -> Base:
        """The set on its base branch."""
        return self.hosting.base

    @cached_property
    def checked_out(self) -> Mapping[str, str]:
        """The folder that each checked-out branch stands in, by branch."""
        return self.repository.checked_out()

    @cached_property
    def tree_at(self) -> Callable[[str], Tree]:
        """The set's files at a commit; each commit is listed once."""
        return lru_cache(maxsize=None)(lambda commit: self.repository.tree(commit, self.base.prefix))


def open_desk(repository: Repository, found: SetFolder, branch: str | None, *, open_prs: bool) -> Desk:
    """Read what decisions are made with; nothing is written.

    Args:
        repository: The repository that holds the set.
        found: The set's folder.
        branch: Name of the base branch; None for the repository's default branch.
        open_prs: Whether the queue branches are those of GitHub, not this clone's.
    """
    hosting = choose_hosting(repository, found, branch, open_prs=open_prs)
    return Desk(repository, found, hosting, read_host_state(repository, hosting))


def where_to_look(desk: Desk) -> str:
    """Return where a person sees what waits."""
    return "; ".join(["`goldset relabel list` shows what waits", *desk.hosting.unseen])


def find_spot(desk: Desk, item: str, *, hosted: bool) -> Spot:
    """Return where an item waits for a decision: a question that stands in the working folder alone goes first."""
    own = None if hosted else asked_here(desk, item)
    if own is not None:
        return own
    for branch in desk.hosted.queues:
        spot = on_branch(desk, branch.name, branch.tip, item) if item in branch.offered else None
        if spot is not None:
            return spot
    here = in_folder(desk.found.tree, item)
    if here is None:
        raise GoldsetError(f"there is no item {item}", f"check the id; {where_to_look(desk)}")
    if any(span.relabel for span in here.item.spans()):
        return here
    return _asked_by_line(desk, here)


def asked_here(desk: Desk, item: str) -> Spot | None:
    """Return an item as the working folder has it, where it holds a question that the base does not hold."""
    path = next(iter(_files_of(desk.found.tree, item)), None)
    return _own_question(desk, path) if path else None


def asked_in_folder(desk: Desk) -> dict[str, Spot]:
    """Return every item of the working folder that holds a question which the base does not hold, by id."""
    spots = (_own_question(desk, path) for path in desk.found.tree.files(FOLDER) if path.endswith(SUFFIX))
    return {spot.item.id: spot for spot in spots if spot}


def _own_question(desk: Desk, path: str) -> Spot | None:
    data = desk.found.tree.read(path) or b""
    if _ASKS not in data or data == desk.base.tree.read(path):
        return None
    file = read_item(path, data)
    asks = file.item is not None and undecided(file.item.spans())
    return Spot(desk.found.tree, file) if asks else None


def _files_of(tree: Tree, item: str) -> list[str]:
    return [path for path in tree.files(FOLDER) if path.endswith(f"/{item}.yaml")]


def on_branch(desk: Desk, branch: str, tip: str, item: str) -> Spot | None:
    """Return an item on a branch: its file in the working folder where the branch is checked out there.

    Raises:
        GoldsetError: The branch is checked out elsewhere, or the file has errors.
    """
    where = desk.checked_out.get(branch)
    if where is not None:
        here = in_folder(desk.found.tree, item) if Path(where) == desk.repository.root else None
        if here is None:
            raise GoldsetError(f"branch {branch} is checked out in {where}", "decide there")
        return here
    return in_folder(desk.tree_at(tip), item, branch, tip)


def in_folder(tree: Tree, item: str, branch: str = "", tip: str = "") -> Spot | None:
    """Return an item in a tree; None where it is not there.

    Raises:
        GoldsetError: Its file has errors.
    """
    for path in _files_of(tree, item):
        file = read_item(path, tree.read(path) or b"")
        if file.item is None:
            where = f" on {branch}" if branch else ""
            raise GoldsetError(f"{path}{where} has errors", "`goldset validate` says which")
        return Spot(tree, file, branch, tip)
    return None


def _asked_by_line(desk: Desk, spot: Spot) -> Spot:
    """Return an item that no branch asks about with the newest snapshot's questions in it."""
    last = newest(read_snapshots(spot.tree))
    lines = {line.key: line for line in read_resolutions(spot.tree, last.id)} if last else {}
    text = spot.file.text
    for span in spot.item.spans():
        line = lines.get(span.key)
        if last and line and waits(line) and not void_reason(span, line):
            text = put_entry(text, span.id, Ask(span, line, last.id).entry())
    if text == spot.file.text:
        raise NothingWaitsError(desk, spot.file)
    return Spot(spot.tree, read_item(spot.file.path, text.encode()), spot.branch, spot.tip)


class NothingWaitsError(GoldsetError):
    """No span of an item waits for a decision anywhere."""

    def __init__(self, desk: Desk, file: ItemFile) -> None:
        super().__init__(f"nothing of {file.id} waits for a decision", where_to_look(desk))
        self.file = file


class Manifests:
    """Manifests that places of decisions hold, each read once: a snapshot of a large corpus takes its time."""

    def __init__(self) -> None:
        self._read: dict[tuple[str, str], Manifest] = {}

    def text(self, spot: Spot, snapshot: str | None, doc_id: str) -> str | None:
        """Return the text that a snapshot has of a document; None where it is not kept beside the item."""
        if snapshot is None:
            return None
        if (spot.tip, snapshot) not in self._read:
            self._read[spot.tip, snapshot] = read_manifest(spot.tree, snapshot)
        return text_in(spot.tree, self._read[spot.tip, snapshot], doc_id)


def accept_candidate(
    spot: Spot, span: Span, candidate: OfferedCandidate, manifests: Manifests | None = None
) -> GoldSpan:
    """Return the entry by which a person confirms a candidate of a queued span.

    Raises:
        SnapshotError: The text kept beside the item does not hold the candidate.
    """
    snapshot = span.relabel.snapshot if span.relabel else None
    return accepted(span, candidate, (manifests or Manifests()).text(spot, snapshot, candidate.doc_id))


def write_decisions(desk: Desk, made: Sequence[Made], message: str, now: datetime) -> Decided:
    """Write decisions about items that stand in one place: as one commit of a person's, or into their files.

    Raises:
        GoldsetError: The branch has moved, or something cannot be written.
    """
    branch, tip = made[0].spot.branch, made[0].spot.tip
    files = {one.spot.file.path: one.text() for one in made}
    items = [read_item(path, data).item for path, data in files.items()]
    commit = ""
    if branch:
        changes: dict[str, bytes | None] = {desk.base.path(path): data for path, data in files.items()}
        new = NewCommit(tip, changes, message, own=False)
        (commit,) = write_commits(desk.repository, [new], desk.hosting.identity(), now)
        desk.hosting.prepare([branch])
        desk.hosted.host.put_branch(branch, commit, tip)
        commit = desk.hosted.host.branches().get(branch, commit)  # a host may have made it anew
    else:
        for path, data in files.items():
            write_file(desk.found.root / path, data)
    left = sum(len(undecided(item.spans())) for item in items if item)
    spans = tuple((one.spot.item.id, span) for one in made for span in one.entries)
    reworded = tuple((one.spot.item.id, one.spot.item.gold_answer or "") for one in made if _rewords(one))
    notices = () if branch else desk.hosting.unseen
    return Decided(branch, commit, tuple(files), spans, left, reworded, notices)


def _rewords(made: Made) -> bool:
    """Return whether a passage was accepted whose words are not those that the answer was checked against."""
    before = {span.id: span.confirmed.text.split() for span in made.spot.item.spans()}
    return ("gold_answer",) not in made.fields and any(
        isinstance(entry, GoldSpan) and entry.text.split() != before[id_]
        for id_, entry in made.entries.items()
    )
