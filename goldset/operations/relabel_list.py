"""What waits for people, where, and how the pull requests stand; needs no corpus."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from goldset.domain.items import Item
from goldset.domain.queue import Ask, declined_keys, is_deferred
from goldset.domain.queue_plan import QueueBranch
from goldset.domain.snapshots import newest
from goldset.operations.base import Base
from goldset.operations.branches import HostState, read_host_state
from goldset.operations.hosts import choose_hosting
from goldset.operations.proposals import waiting_asks
from goldset.operations.resolving import resolve_target
from goldset.operations.target import standing_target
from goldset.operations.work_base import HERE, questions
from goldset.stores.git_repo import Repository, open_repository
from goldset.stores.item_files import FOLDER, read_item, read_items
from goldset.stores.set_folder import SetFolder, find_set


@dataclass(frozen=True, slots=True)
class WaitingSpan:
    """A span that waits, or that was decided and is not merged.

    Attributes:
        item: Id of the item.
        span: Id of the span.
        state: `undecided`, `accepted`, a decision, or why it is not asked: `declined`, `deferred`, `held`.
        outcome: What became of its passage.
        where: The queue branch, the pull request that a person closed, or the working folder; empty where none.
    """

    item: str
    span: str
    state: str
    outcome: str
    where: str


@dataclass(frozen=True, slots=True)
class PullRow:
    """An open pull request: its name, whether people have touched it, how many spans wait in it."""

    name: str
    branch: str
    touched: bool
    undecided: int


@dataclass(frozen=True, slots=True)
class QueueList:
    """All spans that wait or are decided on open branches, and the pull requests that are open."""

    spans: tuple[WaitingSpan, ...]
    pulls: tuple[PullRow, ...]
    notices: tuple[str, ...] = ()


def list_queue(folder: Path, base_branch: str | None, *, open_prs: bool = False) -> QueueList:
    """Return what waits for people, on GitHub where that is asked for; nothing is written."""
    found = find_set(folder)
    with open_repository(found.root) as repository:
        hosting = choose_hosting(repository, found, base_branch, open_prs=open_prs)
        hosted = read_host_state(repository, hosting)
        listed = listed_queue(repository, hosting.base, hosted)
        unseen = () if listed.pulls else hosting.unseen
        here = list(_here(found, hosting.base))
        asked = {(row.item, row.span) for row in here}
        others = [row for row in listed.spans if row.where or (row.item, row.span) not in asked]
        return replace(listed, spans=_in_order([*others, *here]), notices=(*hosting.notices, *unseen))


def listed_queue(repository: Repository, base: Base, hosted: HostState) -> QueueList:
    """Return what waits for people, by branches and host as they stand."""
    spans = [row for branch in hosted.queues for row in _on_branch(repository, base, branch)]
    asked = {row.item for row in spans}
    others = [row for row in _elsewhere(repository, base, hosted) if row.item not in asked]
    touched = {queue.name: queue.touched for queue in hosted.queues}
    touched |= {carry.name: carry.touched for carry in hosted.carries}
    pulls = [
        PullRow(
            name=hosted.pulls[name].name if name in hosted.pulls else name,
            branch=name,
            touched=touched[name],
            undecided=sum(row.where == name and row.state == "undecided" for row in spans),
        )
        for name in sorted(touched)
    ]
    return QueueList(_in_order([*spans, *others]), tuple(pulls))


def _in_order(rows: Iterable[WaitingSpan]) -> tuple[WaitingSpan, ...]:
    return tuple(sorted(rows, key=lambda row: (row.where, row.item, row.span)))


def _here(found: SetFolder, base: Base) -> Iterator[WaitingSpan]:
    """Yield the questions that stand in the working folder and not on the base: `reindex --in-place` puts them there."""
    for item in read_items(found.tree).items:
        there = base.files.get(item.id)
        known = questions(there.item) if there and there.item else {}
        asked = questions(item)
        for span in item.spans():
            if span.relabel and asked.get(span.id, known.get(span.id)) != known.get(span.id):
                yield WaitingSpan(item.id, span.id, "undecided", span.relabel.outcome or "", HERE)


def _on_branch(repository: Repository, base: Base, branch: QueueBranch) -> Iterator[WaitingSpan]:
    tree = repository.tree(branch.tip, base.prefix)
    paths = {path.rpartition("/")[2].removesuffix(".yaml"): path for path in tree.files(FOLDER)}
    for name in sorted(branch.offered):
        file = read_item(paths[name], tree.read(paths[name]) or b"") if name in paths else None
        if file is None or file.item is None:
            yield WaitingSpan(name, "", "unreadable", "", branch.name)
            continue
        yield from _spans(file.item, branch)


def _spans(item: Item, branch: QueueBranch) -> Iterator[WaitingSpan]:
    offered = branch.offered[item.id]
    for span in item.spans():
        block = span.relabel
        if block is not None:
            state = block.decision or "undecided"
            yield WaitingSpan(item.id, span.id, str(state), block.outcome or "", branch.name)
        elif span.id in offered:
            yield WaitingSpan(item.id, span.id, "accepted", "", branch.name)


def _elsewhere(repository: Repository, base: Base, hosted: HostState) -> Iterator[WaitingSpan]:
    """Yield spans that wait by the lines of the newest snapshot that stands and that no branch asks about."""
    if newest([*base.snapshots, *hosted.snapshots]) is None:
        return
    target, _ = standing_target(repository, base, hosted)
    declined = declined_keys(hosted.pulls.values())
    for ask in waiting_asks(resolve_target(repository, base, hosted, target, None), target.id):
        state, where = _why(ask, hosted, declined)
        yield WaitingSpan(*ask.span.key, state, str(ask.line.outcome), where)


def _why(ask: Ask, hosted: HostState, declined: dict[str, str]) -> tuple[str, str]:
    if ask.key in declined:
        return "declined", declined[ask.key]
    if is_deferred(ask, hosted.pulls.values()):
        return "deferred", ""
    return "held", ""
