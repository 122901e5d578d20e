"""Make branches and pull requests stand as the resolutions of a snapshot demand: plan, then carry out."""

import hashlib
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from goldset.domain.account import End, Ends, SpanEnd, account
from goldset.domain.brakes import paused, stop_at
from goldset.domain.carry_plan import CarryState, carry_over_branch, carry_steps, refusal
from goldset.domain.lines import renames_in
from goldset.domain.pulls import Marker, PullKind
from goldset.domain.queue import KEY_LENGTH, Ask, asks_by_item, declined_keys, group_name, is_deferred
from goldset.domain.queue_plan import MOST_ITEMS, QueueState, plan_queue, queue_steps
from goldset.domain.snapshots import Corpus
from goldset.domain.steps import DeleteBranch, PutBranch, Shows, Step, branch_of
from goldset.forge.dry_run import Sent
from goldset.operations.branches import HostState
from goldset.operations.hosts import Hosting
from goldset.operations.proposals import Proposing, perform, rehearse, waiting_asks
from goldset.operations.resolving import Resolved
from goldset.operations.target import Target
from goldset.reporting.pull_request import CarryReport
from goldset.reporting.reindexed import Account
from goldset.stores.git_repo import Repository


@dataclass(frozen=True, slots=True)
class Desk:
    """What is on the table.

    Attributes:
        repository: The repository that holds the set.
        hosting: Base, branches and host.
        hosted: Branches and pull requests as they stand.
        corpus: The snapshot's documents, to keep texts of.
        target: The snapshot at hand.
        resolved: Where all spans stand in it.
    """

    repository: Repository
    hosting: Hosting
    hosted: HostState
    corpus: Corpus
    target: Target
    resolved: Resolved


@dataclass(frozen=True, slots=True)
class Waiting:
    """Spans that wait for a person.

    Attributes:
        every: All of them.
        live: Those to be asked about.
        declined: Name of the pull request by which a person refused to be asked, by span key.
        deferred: Spans that a person put off.
    """

    every: tuple[Ask, ...]
    live: tuple[Ask, ...]
    declined: Mapping[str, str]
    deferred: frozenset[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Planned:
    """Every step, and where every span ends once they are done."""

    steps: tuple[Step, ...]
    ends: tuple[SpanEnd, ...]


def sort_waiting(desk: Desk) -> Waiting:
    """Return which spans wait for a person, and which of them are to be asked about."""
    asks, pulls = waiting_asks(desk.resolved, desk.target.id), desk.hosted.pulls.values()
    declined = declined_keys(pulls)
    deferred = frozenset(ask.span.key for ask in asks if is_deferred(ask, pulls))
    live = tuple(ask for ask in asks if ask.key not in declined and ask.span.key not in deferred)
    return Waiting(tuple(asks), live, declined, deferred)


def plan(desk: Desk, waiting: Waiting, *, fill: bool = True) -> Planned:
    """Return every step, and where every span ends once they are done; nothing is written.

    Args:
        desk: What is on the table.
        waiting: The spans that wait for a person.
        fill: Whether items that wait are given free places.
    """
    carry, queue = _carry_state(desk), _queue_state(desk, waiting)
    if not fill:
        queue = replace(queue, fills=False)
    queue_plan = plan_queue(queue)
    carrying = carry_steps(carry)
    unfinished = [DeleteBranch(name, tip) for name, tip in sorted(desk.hosted.unfinished.items())]
    marker = replace(carry.marker, kind=PullKind.RELABEL, content="")
    refused = refusal(carry.pulls.values(), carry.marker.digest)
    ends = Ends(
        lines=desk.resolved.lines,
        base=desk.resolved.on_base() if desk.target.on_base else frozenset(),
        asks={ask.span.key: ask for ask in waiting.every},
        declined=waiting.declined,
        deferred=waiting.deferred,
        places=queue_plan.places(),
        carry=_carrying(carry, carrying),
        refused=refused.name if refused else "",
    )
    steps = (*unfinished, *carrying, *queue_steps(queue_plan, queue, marker))
    return Planned(steps, tuple(account(desk.resolved.standings, ends)))


def carry_out(
    desk: Desk, waiting: Waiting, planned: Planned, progress: Callable[[Step], None], *, dry_run: bool
) -> tuple[Sent, ...]:
    """Carry the steps out, one after the other.

    Returns:
        In a dry run, which writes nothing, the words that would be written; else none.

    Raises:
        BrakeError: The settings or a person on the host have paused it; nothing was written.
        GoldsetError: Something is in the way, and nothing was written; or a step could not be made: those
            before it stand, and the next run goes on from there.
    """
    hosting = desk.hosting
    report = CarryReport(
        ends=planned.ends,
        renames=renames_in([s.span for s in desk.resolved.standings], desk.resolved.lines),
        documents=len(desk.target.manifest.documents),
    )
    proposing = Proposing(
        base=hosting.base,
        target=desk.target,
        resolved=desk.resolved,
        asks=asks_by_item(waiting.live),
        corpus=desk.corpus,
        report=report,
        identity=hosting.identity,
        declined=_declined(desk, waiting),
    )
    if dry_run:
        return rehearse(planned.steps, hosting.host, desk.repository, proposing)
    stop_at([paused(hosting.base.settings.relabel, hosting.paused)])
    if planned.steps:
        hosting.prepare([branch_of(step) for step in planned.steps])
    hosting.host.remember()
    perform(planned.steps, hosting.host, desk.repository, proposing, progress)
    return ()


def _declined(desk: Desk, waiting: Waiting) -> dict[str, Counter[str]]:
    """Return how many spans are not asked about, by group and the pull request that a person closed."""
    found: dict[str, Counter[str]] = defaultdict(Counter)
    for ask in waiting.every:
        if ask.key in waiting.declined:
            found[group_name(ask.span.item, desk.hosting.base.settings)][waiting.declined[ask.key]] += 1
    return found


def to_account(
    desk: Desk, planned: Planned, notices: Sequence[str], sent: tuple[Sent, ...], *, dry_run: bool
) -> Account:
    """Return what is to be reported."""
    return Account(
        snapshot=desk.target.manifest.snapshot,
        is_new=desk.target.is_new,
        base=desk.hosting.base.branch,
        ends=planned.ends,
        steps=planned.steps,
        dry_run=dry_run,
        notices=(
            *notices,
            *desk.hosting.notices,
            *_closed_notices(desk, planned),
            *desk.hosting.host.notices,
        ),
        drafts=tuple((one.branch, one.title, one.body) for one in sent),
    )


def _closed_notices(desk: Desk, planned: Planned) -> list[str]:
    """Return how to be asked again about what a person refused."""
    named = {end.where for end in planned.ends if end.end in (End.DECLINED, End.REFUSED)}
    closed = [pull for pull in desk.hosted.pulls.values() if pull.name in named]
    how = desk.hosting.host.how_to_reopen
    return [f"{pull.name} was closed by a person; to be asked again: {how(pull)}" for pull in closed]


def _carry_state(desk: Desk) -> CarryState:
    snapshot, hosted, content = desk.target.manifest.snapshot, desk.hosted, desk.resolved.content
    return CarryState(
        marker=Marker(
            desk.hosting.base.settings.set,
            PullKind.SNAPSHOT,
            snapshot.id,
            snapshot.digest,
            content=hashlib.sha256(content).hexdigest()[:KEY_LENGTH],
        ),
        lines=content,
        due=desk.resolved.due,
        branches=hosted.carries,
        pulls=hosted.pulls,
        used=hosted.used,
        shows=Shows(dress=desk.hosting.host.shows_reviews),
    )


def _carrying(state: CarryState, steps: Iterable[Step]) -> str:
    """Return the branch that carries the snapshot once the steps are done; empty where none does."""
    mine = carry_over_branch(state)
    puts = [step.proposal.branch for step in steps if isinstance(step, PutBranch)]
    if mine is not None and (mine.touched or state.due):
        return mine.name if mine.lines == state.lines or puts else ""
    return puts[0] if puts else ""


def _queue_state(desk: Desk, waiting: Waiting) -> QueueState:
    settings, hosted = desk.hosting.base.settings, desk.hosted
    shown = desk.hosting.host.shows_reviews
    return QueueState(
        set=settings.set,
        asks=asks_by_item(waiting.live),
        groups={ask.span.item.id: group_name(ask.span.item, settings) for ask in waiting.live},
        branches=hosted.queues,
        pulls=hosted.pulls,
        used=hosted.used,
        items_per_pull=min(settings.relabel.items_per_pull_request, MOST_ITEMS),
        open_pulls=settings.relabel.open_pull_requests,
        # A suggestion holds the passage that it puts in place: where bodies show ids only there is none.
        shows=Shows(dress=shown, reviews=shown and settings.relabel.body != "ids"),
    )
