"""The host's side of a re-index: what became of pull requests, and what they are to be, without a corpus."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from goldset.domain.branch_names import short
from goldset.domain.lines import waits
from goldset.domain.pulls import PullKind
from goldset.domain.steps import PutBranch, Step, branch_of
from goldset.operations.branches import HostState, read_host_state
from goldset.operations.hosts import Hosting, choose_hosting
from goldset.operations.resolving import resolve_target
from goldset.operations.settling import Desk, Planned, carry_out, plan, sort_waiting, to_account
from goldset.operations.target import standing_target
from goldset.reporting.reindexed import Account
from goldset.stores.git_repo import Repository, open_repository
from goldset.stores.past_corpus import PastCorpus
from goldset.stores.set_folder import find_set
from goldset.stores.trees import LayeredTree, Tree


@dataclass(frozen=True, slots=True)
class SyncRequest:
    """What a person asked for.

    Attributes:
        base: The base branch; None for the repository's default branch.
        dry_run: Whether to plan only.
        open_prs: Whether pull requests are those of GitHub, not files.
    """

    base: str | None = None
    dry_run: bool = False
    open_prs: bool = False


def sync(folder: Path, request: SyncRequest, progress: Callable[[Step], None]) -> Account:
    """Make branches and pull requests stand as the newest snapshot's resolutions demand; none is resolved anew.

    Raises:
        GoldsetError: There is no snapshot, or a branch moved meanwhile; what was done stands, and the next
            run goes on from there.
    """
    found = find_set(folder)
    with open_repository(found.root) as repository:
        hosting = choose_hosting(repository, found, request.base, open_prs=request.open_prs)
        base, hosted = hosting.base, read_host_state(repository, hosting)
        target, tree = standing_target(repository, base, hosted)
        corpus = PastCorpus(
            _kept(repository, hosting, hosted, tree), target.manifest, repository, base.settings
        )
        resolved = resolve_target(repository, base, hosted, target, None)
        desk = Desk(repository, hosting, hosted, corpus, target, resolved)
        waiting = sort_waiting(desk)
        planned, put_off = _possible(desk, plan(desk, waiting, fill=False))
        sent = carry_out(desk, waiting, planned, progress, dry_run=request.dry_run)
        return to_account(desk, planned, put_off, sent, dry_run=request.dry_run)


def _kept(repository: Repository, hosting: Hosting, hosted: HostState, tree: Tree) -> Tree:
    """Return the files in which texts may be kept: a queue branch keeps those of what it offers."""
    prefix = hosting.base.prefix
    queues = [repository.tree(queue.tip, prefix) for queue in hosted.queues]
    return LayeredTree((hosting.base.tree, tree, *queues))


def _possible(desk: Desk, planned: Planned) -> tuple[Planned, list[str]]:
    """Return the plan without the queue branches whose passages' texts only a re-index can keep beside them."""
    if not desk.hosting.base.settings.corpus.keep_text:
        return planned, []
    lacking = {
        step.proposal.branch
        for step in planned.steps
        if isinstance(step, PutBranch)
        and any(desk.corpus.text(name) is None for name in _offered(desk, step))
    }
    if not lacking:
        return planned, []
    steps = tuple(step for step in planned.steps if branch_of(step) not in lacking)
    names = ", ".join(short(branch) for branch in sorted(lacking))
    return replace(planned, steps=steps), [
        f"left for the next `goldset reindex`, which has the texts: {names}"
    ]


def _offered(desk: Desk, step: PutBranch) -> set[str]:
    """Return the documents that a queue branch offers candidates of."""
    if step.proposal.marker.kind is not PullKind.RELABEL:
        return set()
    items = step.proposal.marker.keys
    lines = [line for (item, _), line in desk.resolved.lines.items() if item in items and waits(line)]
    return {candidate.place.doc_id for line in lines for candidate in line.candidates}
