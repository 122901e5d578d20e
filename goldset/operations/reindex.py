"""Take in a new corpus: carry over what is provably the same, and queue the rest for people."""

import hashlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from goldset.domain.account import End, Ends, SpanEnd, account
from goldset.domain.brakes import Brake, documents_gone, paused, spans_queued, stop_at
from goldset.domain.carry_plan import CarryState, carry_over_branch, carry_steps, refusal
from goldset.domain.lines import lost_documents, renames_in
from goldset.domain.pulls import Marker, PullKind
from goldset.domain.queue import KEY_LENGTH, Ask, asks_by_item, declined_keys, group_name, is_deferred
from goldset.domain.queue_plan import MOST_ITEMS, QueueState, plan_queue, queue_steps
from goldset.domain.snapshots import newest
from goldset.domain.standing import State
from goldset.domain.steps import DeleteBranch, PutBranch, Step
from goldset.operations.base import Base, read_base
from goldset.operations.branches import HostState, local_host, read_host_state
from goldset.operations.proposals import Proposing, perform, waiting_asks
from goldset.operations.resolving import Resolved, resolve_target
from goldset.operations.snapshot_create import SnapshotRequest
from goldset.operations.target import Target, choose_target
from goldset.reporting.pull_request import CarryReport
from goldset.reporting.reindexed import Account
from goldset.stores.corpus import LiveCorpus, open_corpus
from goldset.stores.git_repo import Repository, open_repository
from goldset.stores.set_folder import find_set
from goldset.stores.snapshot_files import read_manifest


@dataclass(frozen=True, slots=True)
class ReindexRequest:
    """What a person asked for.

    Attributes:
        corpus: As for `open_corpus`; None for the sources of the settings.
        id: Id of the snapshot; None for the default one.
        created: When the corpus was built; None for its commit, or now.
        now: The time of the run.
        base: The base branch; None for the repository's default branch.
        renames: (old id, new id) of documents that were renamed.
        dry_run: Whether to plan only.
        accept_change: Whether the brakes are released.
    """

    corpus: str | None
    id: str | None
    created: datetime | None
    now: datetime
    base: str | None = None
    renames: tuple[tuple[str, str], ...] = ()
    dry_run: bool = False
    accept_change: bool = False


def reindex(folder: Path, request: ReindexRequest, progress: Callable[[Step], None]) -> Account:
    """Resolve every span in a corpus, and make branches and pull requests stand as that demands.

    Raises:
        BrakeError: The change is so large that a person must agree first; nothing was written.
        GoldsetError: Something cannot be read, or a branch moved meanwhile; what was done stands, and the
        next
            run goes on from there.
    """
    found = find_set(folder)
    with open_repository(found.root) as repository:
        base = read_base(repository, found, request.base)
        hosted = read_host_state(repository, base, local_host(repository, found, base))
        last = newest(base.snapshots)
        known = read_manifest(base.tree, last.id) if last else None
        with open_corpus(request.corpus, base.settings, found.root, folder, known) as corpus:
            return _reindex(_Run(repository, base, hosted, corpus, request), progress)


@dataclass(frozen=True, slots=True)
class _Run:
    repository: Repository
    base: Base
    hosted: HostState
    corpus: LiveCorpus
    request: ReindexRequest


@dataclass(frozen=True, slots=True)
class _Planned:
    steps: tuple[Step, ...]
    ends: tuple[SpanEnd, ...]


def _reindex(run: _Run, progress: Callable[[Step], None]) -> Account:
    request, settings = run.request, run.base.settings
    wanted = SnapshotRequest(request.corpus, request.id, request.created, request.now)
    target = choose_target(run.repository, run.base, run.hosted, run.corpus, wanted)
    resolved = resolve_target(run.repository, run.base, run.hosted, target, run.corpus, request.renames)
    sorting = _sort_asks(run.hosted, waiting_asks(resolved, target.id))
    brakes = [] if request.accept_change else _brakes(run, target, resolved, sorting)
    stop_at([*brakes, None if request.dry_run else paused(settings.relabel)])
    planned = _plan(run, target, resolved, sorting)
    if not request.dry_run:
        run.hosted.host.remember()
        asks = asks_by_item(sorting.live)
        proposing = Proposing(
            run.base, target, resolved, asks, run.corpus, _report(resolved, planned, target)
        )
        perform(planned.steps, run.hosted.host, run.repository, proposing, progress)
    return Account(
        snapshot=target.manifest.snapshot,
        is_new=target.is_new,
        base=run.base.branch,
        ends=planned.ends,
        steps=planned.steps,
        dry_run=request.dry_run,
        notices=(
            *run.corpus.notices,
            *_id_notices(request.id, target),
            *_closed_notices(run.hosted, planned),
        ),
    )


def _id_notices(wanted: str | None, target: Target) -> list[str]:
    """Return that a snapshot has the corpus already, where a person asked for one of another id."""
    if wanted is None or wanted == target.id:
        return []
    return [f"snapshot {target.id} has this corpus already: worked on it, and made no snapshot {wanted}"]


def _closed_notices(hosted: HostState, planned: _Planned) -> list[str]:
    """Return how to be asked again about what a person refused."""
    named = {end.where for end in planned.ends if end.end in (End.DECLINED, End.REFUSED)}
    return [
        f"{pull.name} was closed by a person; to be asked again: git branch {pull.branch} {pull.head[:12]}"
        for pull in hosted.pulls.values()
        if pull.name in named
    ]


@dataclass(frozen=True, slots=True)
class _Sorted:
    """Spans that wait for a person; `live` are those to be asked about."""

    every: tuple[Ask, ...]
    live: tuple[Ask, ...]
    declined: Mapping[str, str]
    deferred: frozenset[tuple[str, str]]


def _sort_asks(hosted: HostState, asks: list[Ask]) -> _Sorted:
    declined = declined_keys(hosted.pulls.values())
    deferred = frozenset(ask.span.key for ask in asks if is_deferred(ask, hosted.pulls.values()))
    live = tuple(ask for ask in asks if ask.key not in declined and ask.span.key not in deferred)
    return _Sorted(tuple(asks), live, declined, deferred)


def _brakes(run: _Run, target: Target, resolved: Resolved, sorting: _Sorted) -> list[Brake | None]:
    """Return the brakes that hold. A corpus that was let through once is not stopped again."""
    digest = target.manifest.snapshot.digest
    seen = any(pull.marker and pull.marker.digest == digest for pull in run.hosted.pulls.values())
    if seen or not target.is_new:
        return []
    spans = [s.span for s in resolved.standings if s.state is not State.SKIPPED]
    gone = lost_documents(spans, target.manifest.documents, resolved.lines.values())
    offered = {key for b in run.hosted.queues for keys in b.offered.values() for key in keys.values()}
    fresh = sum(ask.key not in offered for ask in sorting.live)
    policy = run.base.settings.policy
    gold = len({span.confirmed.doc_id for span in spans})
    return [documents_gone(gone, gold, policy), spans_queued(fresh, len(spans), policy)]


def _plan(run: _Run, target: Target, resolved: Resolved, sorting: _Sorted) -> _Planned:
    """Return every step, and where every span ends once they are done."""
    carry, queue = _carry_state(run, target, resolved), _queue_state(run, sorting)
    queue_plan = plan_queue(queue)
    carrying = carry_steps(carry)
    unfinished = [DeleteBranch(name, tip) for name, tip in sorted(run.hosted.unfinished.items())]
    marker = replace(carry.marker, kind=PullKind.RELABEL, content="")
    refused = refusal(carry.pulls.values(), carry.marker.digest)
    name = refused.name if refused else ""
    ends = Ends(
        lines=resolved.lines,
        base=resolved.on_base() if target.on_base else frozenset(),
        asks={ask.span.key: ask for ask in sorting.every},
        declined=sorting.declined,
        deferred=sorting.deferred,
        places=queue_plan.places(),
        carry=_carrying(carry, carrying),
        refused=name,
    )
    steps = (*unfinished, *carrying, *queue_steps(queue_plan, queue, marker))
    return _Planned(steps, tuple(account(resolved.standings, ends)))


def _carry_state(run: _Run, target: Target, resolved: Resolved) -> CarryState:
    snapshot, hosted = target.manifest.snapshot, run.hosted
    return CarryState(
        marker=Marker(
            run.base.settings.set,
            PullKind.SNAPSHOT,
            snapshot.id,
            snapshot.digest,
            content=hashlib.sha256(resolved.content).hexdigest()[:KEY_LENGTH],
        ),
        lines=resolved.content,
        due=resolved.due,
        branches=hosted.carries,
        pulls=hosted.pulls,
        used=hosted.used,
    )


def _carrying(state: CarryState, steps: Iterable[Step]) -> str:
    """Return the branch that carries the snapshot once the steps are done; empty where none does."""
    mine = carry_over_branch(state)
    puts = [step.proposal.branch for step in steps if isinstance(step, PutBranch)]
    if mine is not None and (mine.touched or state.due):
        return mine.name if mine.lines == state.lines or puts else ""
    return puts[0] if puts else ""


def _queue_state(run: _Run, sorting: _Sorted) -> QueueState:
    settings, hosted = run.base.settings, run.hosted
    return QueueState(
        set=settings.set,
        asks=asks_by_item(sorting.live),
        groups={ask.span.item.id: group_name(ask.span.item, settings) for ask in sorting.live},
        branches=hosted.queues,
        pulls=hosted.pulls,
        used=hosted.used,
        items_per_pull=min(settings.relabel.items_per_pull_request, MOST_ITEMS),
        open_pulls=settings.relabel.open_pull_requests,
    )


def _report(resolved: Resolved, planned: _Planned, target: Target) -> CarryReport:
    spans = [standing.span for standing in resolved.standings]
    return CarryReport(
        ends=planned.ends,
        renames=renames_in(spans, resolved.lines),
        documents=len(target.manifest.documents),
    )
