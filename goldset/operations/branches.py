"""How goldset's branches and pull requests stand, read from Git and the host as records to plan from."""

from collections.abc import Mapping
from dataclasses import dataclass

from goldset.domain.branch_names import kind_of
from goldset.domain.carry_plan import CarryBranch, unfinished
from goldset.domain.items import Item
from goldset.domain.pulls import PullKind, PullRequest, PullState
from goldset.domain.queue import block_key
from goldset.domain.queue_plan import QueueBranch
from goldset.domain.snapshots import Snapshot
from goldset.forge.port import Host
from goldset.operations.base import Base
from goldset.operations.hosts import Hosting
from goldset.stores.git_branches import ChangedTree, WorkBranch
from goldset.stores.git_repo import GitTree, Repository
from goldset.stores.item_files import FOLDER, read_item
from goldset.stores.snapshot_files import RESOLUTIONS, read_snapshot, snapshot_path


@dataclass(frozen=True, slots=True)
class HostState:
    """What stands besides the base.

    Attributes:
        host: Where pull requests are.
        pulls: Every pull request of the set, by branch.
        queues: The open queue branches.
        carries: The open carry-over branches.
        snapshots: Snapshots that open branches hold and the base does not, with a branch that holds each.
        used: Every branch that a pull request of this set ever had, and every one that stands.
        unfinished: Branches to delete, with their tips: goldset closed them and was stopped.
    """

    host: Host
    pulls: Mapping[str, PullRequest]
    queues: tuple[QueueBranch, ...]
    carries: tuple[CarryBranch, ...]
    snapshots: Mapping[Snapshot, str]
    used: frozenset[str]
    unfinished: Mapping[str, str]


def read_host_state(repository: Repository, hosting: Hosting) -> HostState:
    """Read branches and pull requests; nothing is written."""
    base, branches, host = hosting.base, hosting.branches, hosting.host
    tips = dict(host.branches())
    pulls = {pull.branch: pull for pull in host.pull_requests()}
    merged = branches.merged([tip for name, tip in tips.items() if name not in pulls])
    names = [name for name, tip in tips.items() if _is_open(pulls.get(name), tip in merged)]
    ended = unfinished(pulls, tips)
    untouched = {work.name for work in branches.read(list(ended)) if not work.touched}
    work = branches.read(names)
    trees = {one.name: ChangedTree(repository, one.changes, base.prefix) for one in work}
    kinds = {name: kind_of(base.settings.set, name) for name in names}
    return HostState(
        host=host,
        pulls=pulls,
        queues=tuple(
            _queue(repository, base, one, pulls.get(one.name))
            for one in work
            if kinds[one.name] is PullKind.RELABEL
        )
        + tuple(_moved(pull) for name, pull in sorted(pulls.items()) if _is_moved(pull, tips)),
        carries=tuple(
            _carry(one, trees[one.name], base, pulls.get(one.name))
            for one in work
            if kinds[one.name] is PullKind.SNAPSHOT
        ),
        snapshots={s: name for name, tree in trees.items() for s in _snapshots(tree)},
        used=frozenset(pulls) | frozenset(tips),
        unfinished={name: tip for name, tip in ended.items() if name in untouched},
    )


def _is_moved(pull: PullRequest, tips: Mapping[str, str]) -> bool:
    """Return whether people gave a pull request that still asks another branch than goldset made."""
    asks = pull.marker is not None and pull.marker.kind is PullKind.RELABEL
    return asks and pull.state is PullState.OPEN and pull.branch not in tips


def _moved(pull: PullRequest) -> QueueBranch:
    """Return a branch that belongs to its people, as the marker of its pull request tells it."""
    assert pull.marker is not None
    return QueueBranch(
        pull.branch, pull.head, touched=True, offered=pull.marker.keys, snapshot=pull.marker.snapshot
    )


def _is_open(pull: PullRequest | None, merged: bool) -> bool:  # noqa: FBT001 (two facts of one branch)
    return not merged if pull is None else pull.state is PullState.OPEN


def _snapshots(tree: ChangedTree) -> list[Snapshot]:
    heads = [path.split("/")[1] for path in tree.files("snapshots") if path.endswith("/snapshot.yaml")]
    return [read_snapshot(tree, name) for name in heads]


def _carry(work: WorkBranch, tree: ChangedTree, base: Base, pull: PullRequest | None) -> CarryBranch:
    folders = [
        path.split("/")[1] for path in tree.files("snapshots") if not path.startswith("snapshots/texts/")
    ]
    snapshot = pull.marker.snapshot if pull and pull.marker else next(iter(folders), "")
    path = snapshot_path(snapshot, RESOLUTIONS)
    lines = tree.read(path) or base.tree.read(path) or b""
    on_base = any(known.id == snapshot for known in base.snapshots)
    return CarryBranch(work.name, work.tip, work.touched, snapshot, lines, on_base)


def _queue(repository: Repository, base: Base, work: WorkBranch, pull: PullRequest | None) -> QueueBranch:
    own = ChangedTree(repository, work.own_changes, base.prefix)
    at_tip = ChangedTree(repository, work.changes, base.prefix)
    offered = _offered(own)
    paths = {_item_id(path): path for path in {*own.files(FOLDER), *at_tip.files(FOLDER)}}
    if work.touched:
        there = {_item_id(path) for path in at_tip.files(FOLDER)}
        offered = {item: offered.get(item, {}) for item in there}
    offered |= _already_on_base(base, pull, offered)
    cut = {change.path: change.old for change in (*work.own_changes, *work.changes)}
    outdated = {
        item for item in offered if item in paths and _blob(base, paths[item]) != cut[base.path(paths[item])]
    }
    snapshot = pull.marker.snapshot if pull and pull.marker else ""
    return QueueBranch(work.name, work.tip, work.touched, offered, frozenset(outdated), snapshot)


def _offered(tree: ChangedTree) -> dict[str, Mapping[str, str]]:
    """Return the span keys, by item and span, of the questions on goldset's own last commit of a branch."""
    read = [read_item(path, data) for path, data in tree.read_many(tree.files(FOLDER))]
    return {file.item.id: _asked(file.item) for file in read if file.item}


def _asked(item: Item) -> dict[str, str]:
    keys = {span.id: block_key(span) for span in item.spans() if span.relabel and not span.relabel.decision}
    return {span: key for span, key in keys.items() if key}


def _already_on_base(
    base: Base, pull: PullRequest | None, offered: Mapping[str, Mapping[str, str]]
) -> dict[str, Mapping[str, str]]:
    """Return questions that were merged undecided and asked again: their branch changes nothing of them."""
    names = [name for name in pull.marker.keys if name not in offered] if pull and pull.marker else []
    items = [base.files[name].item for name in names if name in base.files]
    found = {item.id: _asked(item) for item in items if item}
    return {name: keys for name, keys in found.items() if keys}


def _item_id(path: str) -> str:
    return path.rpartition("/")[2].removesuffix(".yaml")


def _blob(base: Base, path: str) -> str | None:
    return base.tree.blob(path).id if isinstance(base.tree, GitTree) and base.tree.has(path) else None
