"""Decide queued spans: on the queue branch that asks, or in the working folder."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from goldset.domain.decisions import Verb, decided_entry, rejected_entry, settles_pair, undecided
from goldset.domain.items import AbstainReason, GoldSpan, Item, OfferedCandidate, PendingSpan, Span
from goldset.domain.lines import waits
from goldset.domain.queue import Ask
from goldset.domain.queue_plan import QueueBranch
from goldset.domain.snapshots import newest
from goldset.domain.standing import void_reason
from goldset.errors import GoldsetError, WrongUsageError
from goldset.operations.accepting import accepted, text_in
from goldset.operations.base import Base
from goldset.operations.branches import HostState, read_host_state
from goldset.operations.hosts import Hosting, choose_hosting
from goldset.operations.retiring import retire_item
from goldset.reporting.quoting import one_line
from goldset.stores.entry_writes import put_entry
from goldset.stores.file_writes import write_file
from goldset.stores.git_commits import NewCommit, write_commits
from goldset.stores.git_repo import Repository, open_repository
from goldset.stores.item_files import FOLDER, ItemFile, read_item
from goldset.stores.set_folder import SetFolder, find_set
from goldset.stores.snapshot_files import read_manifest, read_resolutions, read_snapshots
from goldset.stores.trees import Tree

Entry = GoldSpan | PendingSpan


@dataclass(frozen=True, slots=True)
class DecisionRequest:
    """What a person decided.

    Attributes:
        verb: The decision.
        item: Id of the item.
        span: Id of the span; None for the only one that waits, or for all of them where the decision is one
        about
            the item.
        candidate: Number of the candidate, from 1, best first.
        reason: Why, in the person's words.
        abstain_reason: For `unanswerable`.
        base: The base branch; None for the default branch.
        now: The time of the decision.
        open_prs: Whether the queue branches are those of GitHub, not this clone's.
    """

    verb: Verb
    item: str
    span: str | None
    candidate: int
    reason: str | None
    abstain_reason: AbstainReason | None
    base: str | None
    now: datetime
    open_prs: bool = False


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
class _Spot:
    """Where an item can be decided: files, and their branch; no branch for the working folder."""

    tree: Tree
    file: ItemFile
    branch: str = ""
    tip: str = ""

    @property
    def item(self) -> Item:
        assert self.file.item is not None
        return self.file.item


@dataclass(frozen=True, slots=True)
class _Desk:
    """What decisions are made with."""

    repository: Repository
    found: SetFolder
    hosting: Hosting
    hosted: HostState

    @property
    def base(self) -> Base:
        return self.hosting.base


def decide(folder: Path, request: DecisionRequest) -> Decided:
    """Write a person's decision where the item is asked about.

    On an open queue branch a commit of the person's is added, without touching the working folder; where
    that branch is checked out here, or the item is on none, its file in the working folder is changed and
    left to be committed. There an item of which nothing waits can be retired too.

    Raises:
        GoldsetError: Nothing waits for a decision there, or the decision cannot be written; nothing was
        changed.
    """
    found = find_set(folder)
    with open_repository(found.root) as repository:
        desk = _desk(repository, found, request.base, open_prs=request.open_prs)
        try:
            spot = _spot(desk, request.item, hosted=request.open_prs)
        except _NothingWaitsError as error:
            if request.verb is not Verb.RETIRE or request.span is not None:
                raise
            retire_item(repository, found, error.file, request.reason, request.now)
            return Decided("", "", (error.file.path,), ((request.item, ""),), 0)
        spans = _chosen(desk, spot, request)
        made = {span.id: _entry(spot, span, request) for span in spans}
        return _write(desk, [(spot, made)], _message(request, spans), request.now)


@dataclass(frozen=True, slots=True)
class PairRequest:
    """A pair of documents that a person settles; base, now and open_prs as for one decision."""

    old: str
    new: str
    base: str | None
    now: datetime
    open_prs: bool = False


def settle_pair(folder: Path, request: PairRequest) -> list[Decided]:
    """Accept, on every open queue branch, the passages that moved as they are from one document to another.

    Raises:
        GoldsetError: No queued span moved so, or a decision cannot be written.
    """
    found = find_set(folder)
    with open_repository(found.root) as repository:
        desk = _desk(repository, found, request.base, open_prs=request.open_prs)
        old, new = request.old, request.new
        # Everything is read before anything is written: a decision is made everywhere or nowhere.
        plans = [_pair_plan(desk, branch, old, new) for branch in desk.hosted.queues]
        if not any(plans):
            raise GoldsetError(f"no queued span moved from {old} to {new} as it is", _where_to_look(desk))
        message = one_line(f"Accept what moved from {old} to {new}")
        return [_write(desk, plan, message, request.now) for plan in plans if plan]


def _pair_plan(desk: _Desk, branch: QueueBranch, old: str, new: str) -> list[tuple[_Spot, dict[str, Entry]]]:
    spots = [_on_branch(desk, branch.name, branch.tip, item) for item in sorted(branch.offered)]
    made = [(spot, _pair_entries(spot, old, new)) for spot in spots if spot]
    return [(spot, entries) for spot, entries in made if entries]


def _pair_entries(spot: _Spot, old: str, new: str) -> dict[str, Entry]:
    fits = [(span, settles_pair(span, old, new)) for span in spot.item.spans()]
    return {span.id: _accepted(spot, span, candidate) for span, candidate in fits if candidate}


def _desk(repository: Repository, found: SetFolder, branch: str | None, *, open_prs: bool) -> _Desk:
    hosting = choose_hosting(repository, found, branch, open_prs=open_prs)
    return _Desk(repository, found, hosting, read_host_state(repository, hosting))


def _where_to_look(desk: _Desk) -> str:
    return "; ".join(["`goldset relabel list` shows what waits", *desk.hosting.unseen])


def _spot(desk: _Desk, item: str, *, hosted: bool) -> _Spot:
    """Return where an item waits for a decision: a question that stands in the working folder alone goes first."""
    own = None if hosted else _asked_here(desk, item)
    if own is not None:
        return own
    for branch in desk.hosted.queues:
        spot = _on_branch(desk, branch.name, branch.tip, item) if item in branch.offered else None
        if spot is not None:
            return spot
    here = _in_folder(desk.found.tree, item)
    if here is None:
        raise GoldsetError(f"there is no item {item}", f"check the id; {_where_to_look(desk)}")
    if any(span.relabel for span in here.item.spans()):
        return here
    return _asked_by_line(desk, here)


def _asked_here(desk: _Desk, item: str) -> _Spot | None:
    """Return an item as the working folder has it, where it holds a question that the base does not hold."""
    read = (read_item(path, desk.found.tree.read(path) or b"") for path in _files_of(desk.found.tree, item))
    file = next(read, None)
    if file is None or file.item is None or not undecided(file.item.spans()):
        return None
    there = desk.base.tree.read(file.path)
    return None if there == file.text.encode() else _Spot(desk.found.tree, file)


def _files_of(tree: Tree, item: str) -> list[str]:
    return [path for path in tree.files(FOLDER) if path.endswith(f"/{item}.yaml")]


def _on_branch(desk: _Desk, branch: str, tip: str, item: str) -> _Spot | None:
    where = desk.repository.checked_out().get(branch)
    if where is not None:
        here = _in_folder(desk.found.tree, item) if Path(where) == desk.repository.root else None
        if here is None:
            raise GoldsetError(f"branch {branch} is checked out in {where}", "decide there")
        return here
    tree = desk.repository.tree(tip, desk.base.prefix)
    return _in_folder(tree, item, branch, tip)


def _in_folder(tree: Tree, item: str, branch: str = "", tip: str = "") -> _Spot | None:
    for path in _files_of(tree, item):
        file = read_item(path, tree.read(path) or b"")
        if file.item is None:
            where = f" on {branch}" if branch else ""
            raise GoldsetError(f"{path}{where} has errors", "`goldset validate` says which")
        return _Spot(tree, file, branch, tip)
    return None


def _asked_by_line(desk: _Desk, spot: _Spot) -> _Spot:
    """Return an item that no branch asks about with the newest snapshot's questions in it."""
    last = newest(read_snapshots(spot.tree))
    lines = {line.key: line for line in read_resolutions(spot.tree, last.id)} if last else {}
    text = spot.file.text
    for span in spot.item.spans():
        line = lines.get(span.key)
        if last and line and waits(line) and not void_reason(span, line):
            text = put_entry(text, span.id, Ask(span, line, last.id).entry())
    if text == spot.file.text:
        raise _NothingWaitsError(desk, spot.file)
    return _Spot(spot.tree, read_item(spot.file.path, text.encode()), spot.branch, spot.tip)


class _NothingWaitsError(GoldsetError):
    """No span of an item waits for a decision anywhere."""

    def __init__(self, desk: _Desk, file: ItemFile) -> None:
        super().__init__(f"nothing of {file.id} waits for a decision", _where_to_look(desk))
        self.file = file


def _chosen(desk: _Desk, spot: _Spot, request: DecisionRequest) -> list[Span]:
    item = spot.item
    pending = [span for span in item.spans() if span.relabel is not None]
    if request.span is not None:
        named = [span for span in pending if span.id == request.span]
        if not named:
            known = ", ".join(span.id for span in pending) or "none"
            raise WrongUsageError(
                f"span {request.span} of {item.id} waits for nothing", f"spans that do: {known}"
            )
        return named
    if not pending:
        raise _NothingWaitsError(desk, spot.file)
    waiting = undecided(pending) or pending
    about_item = request.verb in (Verb.RETIRE, Verb.UNANSWERABLE, Verb.LATER)
    if len(waiting) > 1 and not about_item:
        names = ", ".join(span.id for span in waiting)
        raise WrongUsageError(f"{len(waiting)} spans of {item.id} wait", f"name one of them: {names}")
    return waiting


def _entry(spot: _Spot, span: Span, request: DecisionRequest) -> Entry:
    if request.verb is Verb.ACCEPT:
        return _accepted(spot, span, _candidate(span, request.candidate))
    if request.verb is Verb.REJECT:
        return rejected_entry(span, _candidate(span, request.candidate))
    return decided_entry(span, request.verb, request.reason, request.abstain_reason)


def _candidate(span: Span, number: int) -> OfferedCandidate:
    offered = span.relabel.candidates if span.relabel else ()
    if not 1 <= number <= len(offered):
        raise WrongUsageError(
            f"span {span.id} of {span.item.id} has {len(offered)} candidates, not a number {number}",
            "write the right entry by hand, or decide `retire`, `unanswerable`, `drop` or `later`",
        )
    return offered[number - 1]


def _accepted(spot: _Spot, span: Span, candidate: OfferedCandidate) -> GoldSpan:
    snapshot = span.relabel.snapshot if span.relabel else None
    manifest = read_manifest(spot.tree, snapshot) if snapshot else None
    return accepted(span, candidate, text_in(spot.tree, manifest, candidate.doc_id) if manifest else None)


def _message(request: DecisionRequest, spans: Sequence[Span]) -> str:
    names = ", ".join(span.id for span in spans)
    what = one_line(f"{request.verb.capitalize()} {request.item}, span {names}")
    return f"{what}\n\n{request.reason}" if request.reason else what


def _write(
    desk: _Desk, made: Sequence[tuple[_Spot, dict[str, Entry]]], message: str, now: datetime
) -> Decided:
    """Write entries of items that stand in one place."""
    branch, tip = made[0][0].branch, made[0][0].tip
    files = {spot.file.path: _replaced(spot, entries) for spot, entries in made}
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
    spans = tuple((spot.item.id, span) for spot, entries in made for span in entries)
    reworded = tuple(
        (spot.item.id, spot.item.gold_answer or "") for spot, entries in made if _rewords(spot, entries)
    )
    notices = () if branch else desk.hosting.unseen
    return Decided(branch, commit, tuple(files), spans, left, reworded, notices)


def _rewords(spot: _Spot, entries: dict[str, Entry]) -> bool:
    """Return whether a passage was accepted whose words are not those that were confirmed."""
    before = {span.id: span.confirmed.text.split() for span in spot.item.spans()}
    return any(
        isinstance(made, GoldSpan) and made.text.split() != before[id_] for id_, made in entries.items()
    )


def _replaced(spot: _Spot, entries: dict[str, Entry]) -> bytes:
    text = spot.file.text
    for span, entry in entries.items():
        text = put_entry(text, span, entry)
    return text.encode()
