"""Take in a new corpus: carry over what is provably the same, and queue the rest for people."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from pathlib import Path

from goldset.domain.brakes import Brake, documents_gone, spans_queued, stop_at
from goldset.domain.lines import lost_documents
from goldset.domain.progress import Progress, untold
from goldset.domain.snapshots import newest
from goldset.domain.standing import State
from goldset.domain.steps import Step
from goldset.operations.base import Base
from goldset.operations.branches import HostState, read_host_state
from goldset.operations.hosts import choose_hosting
from goldset.operations.resolving import Resolved, resolve_target
from goldset.operations.settling import Desk, Waiting, carry_out, plan, sort_waiting, to_account
from goldset.operations.snapshot_create import SnapshotRequest
from goldset.operations.target import Target, choose_target
from goldset.operations.workers import open_workers
from goldset.reporting.reindexed import Account
from goldset.resolution.resolve import resolve_spans
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
        open_prs: Whether pull requests are those of GitHub, not files.
        accept_change: Whether the brakes are released.
        jobs: How many processes share the work; 0 for one a processor.
    """

    corpus: str | None
    id: str | None
    created: datetime | None
    now: datetime
    base: str | None = None
    renames: tuple[tuple[str, str], ...] = ()
    dry_run: bool = False
    open_prs: bool = False
    accept_change: bool = False
    jobs: int = 1


def reindex(
    folder: Path, request: ReindexRequest, told: Callable[[Step], None], progress: Progress = untold
) -> Account:
    """Resolve every span in a corpus, and make branches and pull requests stand as that demands.

    Raises:
        BrakeError: The change is so large that a person must agree first; nothing was written.
        GoldsetError: Something cannot be read, or a branch moved meanwhile; what was done stands, and the
        next
            run goes on from there.
    """
    found = find_set(folder)
    with open_repository(found.root) as repository:
        hosting = choose_hosting(repository, found, request.base, open_prs=request.open_prs)
        base = hosting.base
        hosted = read_host_state(repository, hosting)
        last = newest(base.snapshots)
        known = read_manifest(base.tree, last.id) if last else None
        with open_corpus(request.corpus, base.settings, found.root, folder, known, progress) as corpus:
            target, resolved = take_in(repository, base, hosted, corpus, request, progress)
            desk = Desk(repository, hosting, hosted, corpus, target, resolved)
            notices = (*corpus.notices, *id_notices(request.id, target))
            return _settled(desk, request, notices, told)


def take_in(
    repository: Repository,
    base: Base,
    hosted: HostState,
    corpus: LiveCorpus,
    request: ReindexRequest,
    progress: Progress,
) -> tuple[Target, Resolved]:
    """Return the snapshot of a corpus, and where all spans stand in it; nothing is written.

    Raises:
        GoldsetError: The id that was asked for cannot be the snapshot's, or something cannot be read.
    """
    wanted = SnapshotRequest(request.corpus, request.id, request.created, request.now)
    target = choose_target(repository, base, hosted, corpus, wanted)
    with open_workers(request.jobs, progress) as workers:
        resolve = partial(
            resolve_spans,
            after=corpus,
            renames=request.renames,
            policy=base.settings.policy,
            workers=workers,
        )
        return target, resolve_target(repository, base, hosted, target, resolve)


def _settled(
    desk: Desk, request: ReindexRequest, notices: Sequence[str], told: Callable[[Step], None]
) -> Account:
    waiting = sort_waiting(desk)
    brakes = [] if request.accept_change else _brakes(desk, waiting)
    stop_at(brakes)
    planned = plan(desk, waiting)
    sent = carry_out(desk, waiting, planned, told, dry_run=request.dry_run)
    return to_account(desk, planned, notices, sent, dry_run=request.dry_run)


def id_notices(wanted: str | None, target: Target) -> list[str]:
    """Return that a snapshot has the corpus already, where a person asked for one of another id."""
    if wanted is None or wanted == target.id:
        return []
    return [f"snapshot {target.id} has this corpus already: worked on it, and made no snapshot {wanted}"]


def _brakes(desk: Desk, waiting: Waiting) -> list[Brake | None]:
    """Return the brakes that hold. A corpus that was let through once is not stopped again."""
    target, resolved, hosted = desk.target, desk.resolved, desk.hosted
    digest = target.manifest.snapshot.digest
    seen = any(pull.marker and pull.marker.digest == digest for pull in hosted.pulls.values())
    if seen:
        return []
    offered = {key for b in hosted.queues for keys in b.offered.values() for key in keys.values()}
    fresh = sum(ask.key not in offered for ask in waiting.live)
    return brakes_of(desk.hosting.base, target, resolved, fresh)


def brakes_of(base: Base, target: Target, resolved: Resolved, fresh: int) -> list[Brake | None]:
    """Return the brakes that a new snapshot puts on, where so many spans would be newly queued."""
    if not target.is_new:
        return []
    spans = [s.span for s in resolved.standings if s.state is not State.SKIPPED]
    gone = lost_documents(spans, target.manifest.documents, resolved.lines.values())
    policy = base.settings.policy
    gold = len({span.confirmed.doc_id for span in spans})
    return [documents_gone(gone, gold, policy), spans_queued(fresh, len(spans), policy)]
