"""Take back what a snapshot carried over: its spans wait for a person from then on."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from goldset.domain.branch_names import next_carry_over_branch
from goldset.domain.items import Item
from goldset.domain.lines import Key, taken_back, with_texts
from goldset.domain.pulls import Marker, PullKind
from goldset.domain.resolutions import Resolution
from goldset.domain.snapshots import Snapshot
from goldset.errors import SnapshotError
from goldset.forge.port import PullText
from goldset.operations.base import Base
from goldset.operations.branches import HostState, read_host_state
from goldset.operations.hosts import Hosting, choose_hosting
from goldset.reporting.pull_request import undo_body
from goldset.stores.file_writes import write_file
from goldset.stores.git_commits import NewCommit, write_commits
from goldset.stores.git_repo import Repository, open_repository
from goldset.stores.item_files import read_items
from goldset.stores.set_folder import SetFolder, find_set
from goldset.stores.snapshot_files import (
    RESOLUTIONS,
    read_resolutions,
    resolution_lines,
    snapshot_ids,
    snapshot_path,
)
from goldset.stores.trees import FilesTree


@dataclass(frozen=True, slots=True)
class Undone:
    """What became of it.

    Attributes:
        snapshot: Id of the snapshot.
        spans: (item, span) that were taken back, in order; none where there was nothing to take back.
        branch: The branch that says so; empty where nothing was done, or the working folder says so.
        notices: What a person should know.
    """

    snapshot: str
    spans: tuple[Key, ...]
    branch: str
    notices: tuple[str, ...] = ()


def undo(
    folder: Path, snapshot_id: str, branch: str | None, now: datetime, *, open_prs: bool = False
) -> Undone:
    """Mark the accepted lines of a snapshot as undone, on a branch of their own or on its open carry-over.

    Those of a snapshot that stands in the working folder alone are marked there.

    Raises:
        SnapshotError: Neither the base nor an open branch nor the working folder has such a snapshot.
    """
    found = find_set(folder)
    with open_repository(found.root) as repository:
        hosting = choose_hosting(repository, found, branch, open_prs=open_prs)
        base = hosting.base
        hosted = read_host_state(repository, hosting)
        known = {known.id for known in (*hosted.snapshots, *base.snapshots)}
        if snapshot_id not in known and snapshot_id in snapshot_ids(found.tree):
            return _undo_here(found, snapshot_id)
        snapshot = _snapshot(hosting, hosted, snapshot_id)
        open_branch = next((c for c in hosted.carries if c.snapshot == snapshot_id), None)
        stored = base.tree.read(snapshot_path(snapshot_id, RESOLUTIONS)) or b""
        lines = _lines(base.items, snapshot_id, open_branch.lines if open_branch else stored)
        back = _accepted(lines)
        if not back:
            if open_branch and open_branch.name not in hosted.pulls:
                hosting.prepare([open_branch.name])
                _open(base, hosted, snapshot, open_branch.name, lines)  # an earlier run was stopped before it
            return Undone(snapshot_id, (), "", hosting.unseen)
        name = open_branch.name if open_branch else _new_name(base, hosted, snapshot_id)
        tip = open_branch.tip if open_branch else None
        hosting.prepare([name])
        _write(repository, hosting, hosted, _Change(snapshot, name, tip, tuple(lines), len(back)), now)
        return Undone(snapshot_id, tuple(back), name, hosting.unseen)


def _snapshot(hosting: Hosting, hosted: HostState, snapshot_id: str) -> Snapshot:
    known = {snapshot.id: snapshot for snapshot in (*hosted.snapshots, *hosting.base.snapshots)}
    if snapshot_id not in known:
        names = ", ".join(sorted(known)) or "none yet"
        hint = "; ".join([f"snapshots that there are: {names}", *hosting.unseen])
        raise SnapshotError(f"there is no snapshot {snapshot_id}", hint)
    return known[snapshot_id]


def _undo_here(found: SetFolder, snapshot_id: str) -> Undone:
    path = snapshot_path(snapshot_id, RESOLUTIONS)
    lines = _lines(read_items(found.tree).items, snapshot_id, found.tree.read(path) or b"")
    back = _accepted(lines)
    if back:
        write_file(found.root / path, resolution_lines(_marked(lines)))
    return Undone(snapshot_id, tuple(back), "")


def _accepted(lines: Iterable[Resolution]) -> list[Key]:
    return [line.key for line in lines if line.accepted and not line.undone]


def _marked(lines: Iterable[Resolution]) -> list[Resolution]:
    return [replace(taken_back(x), undone=True) if x.accepted and not x.undone else x for x in lines]


def _lines(items: Iterable[Item], snapshot_id: str, content: bytes) -> list[Resolution]:
    spans = {span.key: span for item in items for span in item.spans()}
    path = snapshot_path(snapshot_id, RESOLUTIONS)
    return with_texts(read_resolutions(FilesTree({path: content}), snapshot_id), spans)


def _new_name(base: Base, hosted: HostState, snapshot_id: str) -> str:
    return next_carry_over_branch(base.settings.set, snapshot_id, hosted.used)


@dataclass(frozen=True, slots=True)
class _Change:
    snapshot: Snapshot
    branch: str
    tip: str | None
    lines: tuple[Resolution, ...]
    taken: int


def _write(
    repository: Repository, hosting: Hosting, hosted: HostState, change: _Change, now: datetime
) -> None:
    base = hosting.base
    marked = _marked(change.lines)
    path = base.path(snapshot_path(change.snapshot.id, RESOLUTIONS))
    title = base.titled(_title(change.snapshot, change.taken))
    parent = change.tip or base.commit
    # A person's decision: goldset never rebuilds or closes the branch that holds it.
    new = NewCommit(parent, {path: resolution_lines(marked)}, title, own=False)
    (commit,) = write_commits(repository, [new], hosting.identity(), now)
    hosted.host.put_branch(change.branch, commit, change.tip)
    if change.tip is None:
        _open(base, hosted, change.snapshot, change.branch, marked)


def _open(
    base: Base, hosted: HostState, snapshot: Snapshot, branch: str, lines: Sequence[Resolution]
) -> None:
    marker = Marker(base.settings.set, PullKind.SNAPSHOT, snapshot.id, snapshot.digest)
    undone = [line.key for line in lines if line.undone]
    hosted.host.open(branch, PullText(base.titled(_title(snapshot, len(undone))), undo_body(marker, undone)))


def _title(snapshot: Snapshot, spans: int) -> str:
    return f"Take back {spans} carried-over spans of snapshot {snapshot.id}"
