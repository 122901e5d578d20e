"""Which queue pull request asks about which items: each item in one, whole, and there until it is settled."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from goldset.domain.branch_names import group_of, next_queue_branch, number_of
from goldset.domain.pulls import Marker
from goldset.domain.queue import Ask, in_reading_order, keys_of
from goldset.domain.steps import (
    NOTHING_MORE,
    Proposal,
    Pulls,
    Shows,
    Step,
    closing,
    is_open,
    keeping,
    leaving,
    putting,
)

Asks = Mapping[str, tuple[Ask, ...]]
Keys = Mapping[str, Mapping[str, str]]
# More keys than these would leave no room for anything else in a body that a host takes.
MOST_ITEMS = 300
SETTLED = "every span that it asked about is resolved or decided"


@dataclass(frozen=True, slots=True)
class QueueBranch:
    """An open queue branch as Git has it.

    Attributes:
        name: Full name of the branch.
        tip: Id of the commit at its tip.
        touched: Whether it holds a commit that goldset did not make of itself, or stands checked out.
        offered: By item id, the span keys by span id that goldset last offered on it; no keys for an item
        that only
            people put there.
        outdated: Items whose file on the base is no longer the one that the branch was cut from.
        snapshot: Id of the snapshot that it was last written for.
    """

    name: str
    tip: str
    touched: bool
    offered: Keys
    outdated: frozenset[str] = frozenset()
    snapshot: str = ""


class Change(StrEnum):
    """What happens to a queue branch."""

    CLOSE = "close"
    LEAVE = "leave"  # it belongs to its people
    KEEP = "keep"
    REBUILD = "rebuild"
    CREATE = "create"


@dataclass(frozen=True, slots=True)
class Queue:
    """One queue pull request as it is to be; `old` is the tip of its branch, None where there is none yet."""

    branch: str
    old: str | None
    change: Change
    keys: Keys


@dataclass(frozen=True, slots=True)
class QueueState:
    """What the queue is planned from.

    Attributes:
        set: Name of the golden set.
        asks: What is to be asked, by item id: no declined and no deferred spans.
        groups: Group by item id.
        branches: The open queue branches.
        pulls: The pull requests by branch, as the host has them.
        used: Every branch that a pull request of this set ever had, and every one that stands.
        items_per_pull: How many items a queue pull request may hold, 1 or more.
        open_pulls: How many queue pull requests may be open.
        shows: What people see of a pull request beside title and body.
        fills: Whether items that wait are given free places in this run.
    """

    set: str
    asks: Asks
    groups: Mapping[str, str]
    branches: tuple[QueueBranch, ...]
    pulls: Pulls
    used: frozenset[str]
    items_per_pull: int
    open_pulls: int
    shows: Shows = NOTHING_MORE
    fills: bool = True


@dataclass(frozen=True, slots=True)
class QueuePlan:
    """Every open queue pull request as it is to be, and the items that the limit holds back."""

    queues: tuple[Queue, ...]
    held: tuple[str, ...]

    def places(self) -> dict[str, str]:
        """Return the branch that asks about each item; the first where people brought it onto two."""
        found: dict[str, str] = {}
        for queue in self.queues:
            for item in queue.keys if queue.change is not Change.CLOSE else ():
                found.setdefault(item, queue.branch)
        return found


def plan_queue(state: QueueState) -> QueuePlan:
    """Give every item that waits for a person one place, without moving any that has one."""
    # Where two hold an item (a person reopened one), a touched one keeps it, else the older one.
    standing = sorted(state.branches, key=lambda b: (not b.touched, number_of(b.name), b.name))
    places: dict[str, str] = {}
    for branch in standing:
        for item in branch.offered:
            places.setdefault(item, branch.name)
    waiting = in_reading_order(state.asks, (item for item in state.asks if item not in places))
    queues = [_queue(state, branch, _members(state, branch, places, waiting)) for branch in standing]
    standing_open = sum(queue.change is not Change.CLOSE for queue in queues)
    room = max(state.open_pulls - standing_open, 0) if state.fills else 0
    new = _new_queues(state, waiting)
    held = [item for queue in new[room:] for item in queue.keys]
    return QueuePlan(tuple(queues + new[:room]), tuple(sorted(held)))


def _members(
    state: QueueState, branch: QueueBranch, places: Mapping[str, str], waiting: list[str]
) -> list[str]:
    """Return the items that a branch is to hold; an untouched one with room takes waiting ones in."""
    if branch.touched:
        return list(branch.offered)
    members = [item for item in branch.offered if places[item] == branch.name and item in state.asks]
    room = max(state.items_per_pull - len(members), 0) if members and state.fills else 0
    group = group_of(branch.name)
    taken = [item for item in waiting if state.groups[item] == group][:room]
    waiting[:] = [item for item in waiting if item not in taken]
    return members + taken


def _queue(state: QueueState, branch: QueueBranch, members: list[str]) -> Queue:
    if branch.touched:
        return Queue(branch.name, branch.tip, Change.LEAVE, branch.offered)
    keys = {item: keys_of(state.asks[item]) for item in sorted(members)}
    if not members:
        return Queue(branch.name, branch.tip, Change.CLOSE, keys)
    pull = state.pulls.get(branch.name)
    # A marker that says closed on one that a person opened again would hide that person's next closing.
    asks = pull and pull.marker and is_open(state.pulls, branch.name) and not pull.marker.closed
    said = pull.marker.keys if pull and pull.marker and asks else None
    same = keys == branch.offered == said and branch.outdated.isdisjoint(members)
    return Queue(branch.name, branch.tip, Change.KEEP if same else Change.REBUILD, keys)


def _new_queues(state: QueueState, waiting: list[str]) -> list[Queue]:
    groups: dict[str, list[str]] = {}
    for item in waiting:
        groups.setdefault(state.groups[item], []).append(item)
    used, queues = set(state.used), []
    for group, items in sorted(groups.items()):
        for start in range(0, len(items), state.items_per_pull):
            part = sorted(items[start : start + state.items_per_pull])
            branch = next_queue_branch(state.set, group, used)
            used.add(branch)
            queues.append(Queue(branch, None, Change.CREATE, {i: keys_of(state.asks[i]) for i in part}))
    return queues


def queue_steps(plan: QueuePlan, state: QueueState, marker: Marker) -> list[Step]:
    """Return what makes branches and pull requests as planned; what gives items up comes first.

    Args:
        plan: The queue as it is to be.
        state: What it was planned from.
        marker: Set, kind, snapshot and digest of what is written now; the keys are filled in.
    """
    branches = {branch.name: branch for branch in state.branches}
    order = list(Change)
    steps: list[Step] = []
    for queue in sorted(plan.queues, key=lambda queue: order.index(queue.change)):
        proposal = Proposal(queue.branch, replace(marker, keys=queue.keys))
        if queue.change is Change.CLOSE:
            steps += closing(queue.branch, queue.old or "", SETTLED, state.pulls)
        elif queue.change is Change.LEAVE:
            steps += leaving(
                proposal, complaint(branches[queue.branch], state.asks), state.pulls, state.shows
            )
        elif queue.change is Change.KEEP:
            steps += keeping(proposal, queue.old or "", state.pulls, state.shows)
        else:
            steps += putting(proposal, queue.old, state.pulls, state.shows)
    return steps


def complaint(branch: QueueBranch, asks: Asks) -> str:
    """Return what goldset would have changed on a branch that belongs to its people; empty where nothing."""
    lines = [
        line for item in sorted(branch.offered) for line in _complaints(branch, item, asks.get(item, ()))
    ]
    head = "This branch has commits of people, so goldset leaves it alone. Since it was written:"
    return "\n".join([head, "", *lines]) if lines else ""


def _complaints(branch: QueueBranch, item: str, asks: Iterable[Ask]) -> list[str]:
    changed = (
        [f"- `{item}` changed on the base; merge the base into this branch"]
        if item in branch.outdated
        else []
    )
    now = {ask.span.id: ask for ask in asks}
    for span, key in sorted(branch.offered[item].items()):
        if span not in now:
            changed.append(f"- `{item}`, span `{span}`: needs no decision any more")
        elif now[span].key != key:
            outcome, snapshot = now[span].line.outcome, now[span].snapshot
            changed.append(f"- `{item}`, span `{span}`: is `{outcome}` in snapshot {snapshot}")
    return changed
