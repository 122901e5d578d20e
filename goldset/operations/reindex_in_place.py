"""Take in a new corpus in the working folder: for documents that are changed together with their items."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from goldset.domain.account import Ends, account
from goldset.domain.brakes import paused, stop_at
from goldset.domain.progress import Progress, untold
from goldset.domain.queue import Ask, asks_by_item, declined_keys, is_deferred, keys_of
from goldset.domain.queue_plan import QueueBranch
from goldset.domain.snapshots import newest
from goldset.errors import ItemFileError
from goldset.forge.local import LocalHost
from goldset.operations.branches import HostState, read_host_state
from goldset.operations.hosts import Hosting
from goldset.operations.proposals import Proposing, waiting_asks
from goldset.operations.reindex import ReindexRequest, brakes_of, id_notices, take_in
from goldset.operations.resolving import Resolved
from goldset.operations.target import Target
from goldset.operations.work_base import HERE, WorkBase, read_work_base
from goldset.reporting.counting import count
from goldset.reporting.in_place import InPlace
from goldset.reporting.pull_request import CarryReport
from goldset.stores.corpus import LiveCorpus, open_corpus
from goldset.stores.file_writes import staged_files, write_file
from goldset.stores.git_branches import SetBranches
from goldset.stores.git_repo import UNKNOWN, Repository, open_repository
from goldset.stores.set_folder import SetFolder, find_set
from goldset.stores.snapshot_files import RESOLUTIONS, TEXTS, read_manifest, snapshot_path
from goldset.stores.snapshot_writes import delete_snapshots, write_snapshot

_SHOWN = 5


@dataclass(frozen=True, slots=True)
class _Plan:
    """What the working folder is to hold.

    Attributes:
        target: The snapshot.
        resolved: Where all spans stand in it.
        asks: What is asked, by item id.
        waiting: Every span that waits for a person.
        declined: By span key, the pull request by which a person refused to be asked.
        files: Every file that is to change, by path below the set's folder.
    """

    target: Target
    resolved: Resolved
    asks: Mapping[str, tuple[Ask, ...]]
    waiting: tuple[Ask, ...]
    declined: Mapping[str, str]
    files: Mapping[str, bytes]


def reindex_in_place(folder: Path, request: ReindexRequest, progress: Progress = untold) -> InPlace:
    """Resolve every span in a corpus, and put snapshot and questions into the working folder.

    The bytes are those that branches would hold; page and item then change in one pull request. All files are
    changed or none; what was put there before is brought up to date.

    Raises:
        BrakeError: The change is so large that a person must agree first; nothing was written.
        ItemFileError: Items that would get a question hold changes that are not committed; nothing was written.
        GoldsetError: Something cannot be read or written; nothing was changed.
    """
    found = find_set(folder)
    with open_repository(found.root) as repository:
        work = read_work_base(repository, found)
        base = work.base
        last = newest(base.snapshots)
        known = read_manifest(base.tree, last.id) if last else None
        with open_corpus(request.corpus, base.settings, found.root, folder, known, progress) as corpus:
            hosted = _hosted(repository, found, work)
            target, resolved = take_in(repository, base, _without_branches(hosted), corpus, request, progress)
            declined = declined_keys(hosted.pulls.values())
            plan = _plan(found, work, corpus, (target, resolved), declined)
            if not request.accept_change:
                fresh = sum(ask.key not in _keys(work, ask) for asks in plan.asks.values() for ask in asks)
                stop_at(brakes_of(base, target, resolved, fresh))
            if not request.dry_run:
                stop_at([paused(base.settings.relabel)])
                _write(found.root, plan)
            notices = (*corpus.notices, *id_notices(request.id, target), *_asked_twice(plan, hosted.queues))
            return _told(work, plan, request, notices)


def _hosted(repository: Repository, found: SetFolder, work: WorkBase) -> HostState:
    """Return what stands on branches of this clone and in its pull requests; GitHub is not asked."""
    name = work.base.settings.set
    branches = SetBranches(repository, name, work.base.commit)
    host = LocalHost(found.root, name, branches, write_file)
    if not work.base.commit:  # before the first commit there is no branch
        return HostState(host, {}, (), (), {}, frozenset(), {})
    return read_host_state(repository, Hosting(work.base, branches, host))


def _without_branches(hosted: HostState) -> HostState:
    """Return a host on which nothing stands: the working folder has no part in what branches hold."""
    return HostState(hosted.host, {}, (), (), {}, frozenset(), {})


def _asked_twice(plan: "_Plan", queues: Iterable[QueueBranch]) -> Iterator[str]:
    """Yield which of the questions open branches ask too."""
    keys = {ask.key for asks in plan.asks.values() for ask in asks}
    for queue in queues:
        both = keys & {key for spans in queue.offered.values() for key in spans.values()}
        if both:
            yield (
                f"{count(len(both), 'question')} asked here {'stands' if len(both) == 1 else 'stand'} on"
                f" {queue.name} too: decide in one place, or close that pull request"
            )


def _keys(work: WorkBase, ask: Ask) -> set[str]:
    return set(work.asked.get(ask.span.item.id, {}).values())


def _plan(
    found: SetFolder,
    work: WorkBase,
    corpus: LiveCorpus,
    resolving: tuple[Target, Resolved],
    refused: Mapping[str, str],
) -> _Plan:
    target, resolved = resolving
    waiting = waiting_asks(resolved, target.id)
    # What stands in the working folder is asked there, whatever was refused elsewhere.
    declined = {ask.key: refused[ask.key] for ask in waiting if ask.key in refused.keys() - _keys(work, ask)}
    asks = asks_by_item(ask for ask in waiting if not is_deferred(ask, ()) and ask.key not in declined)
    nothing = CarryReport((), {}, 0)
    making = Proposing(work.base, target, resolved, asks, corpus, nothing, lambda: UNKNOWN, {})
    # With the same questions nothing of an item is written, whatever snapshot asked them.
    due = [item for item, its in asks.items() if keys_of(its) != work.asked.get(item, {})]
    files = {**making.carried(), **making.asked(asks)}
    kept = {work.base.files[item].path for item in asks.keys() - set(due)}
    files = {path: data for path, data in files.items() if path not in kept}
    # An item that has questions of goldset's and is asked nothing any more is as it was.
    free = [file for item, file in work.base.files.items() if item not in asks and work.asked.get(item)]
    files |= {file.path: file.text.encode() for file in free}
    if not resolved.due:  # a line that nobody needs any more is no reason to write
        files.pop(snapshot_path(target.id, RESOLUTIONS), None)
    changed = {path: data for path, data in files.items() if found.tree.read(path) != data}
    _refuse_dirty(sorted(changed.keys() & work.dirty))
    return _Plan(target, resolved, asks, tuple(waiting), declined, changed)


def _refuse_dirty(paths: list[str]) -> None:
    if paths:
        more = f" and {len(paths) - _SHOWN} more" if len(paths) > _SHOWN else ""
        raise ItemFileError(
            f"these items would get a question, and hold changes that are not committed:"
            f" {', '.join(paths[:_SHOWN])}{more}; nothing was written",
            "commit or stash the changes, then run the command again",
        )


def _write(root: Path, plan: _Plan) -> None:
    """Write all files, or none: what can fail is tried before the first one changes."""
    texts = {path: data for path, data in plan.files.items() if path.startswith(f"{TEXTS}/")}
    own = set(plan.target.files) | {snapshot_path(plan.target.id, RESOLUTIONS)}
    is_new = plan.target.is_new
    rest = {
        root / path: data
        for path, data in sorted(plan.files.items())
        if path not in texts and not (is_new and path in own)
    }
    with staged_files(rest) as put:
        for path, data in sorted(texts.items()):
            write_file(root / path, data)
        if not is_new:
            put()
            return
        # Snapshot first: an item never names one that is not there.
        write_snapshot(root, plan.target.manifest, {}, plan.resolved.content)
        try:
            put()
        except BaseException:
            delete_snapshots(root, [plan.target.id])
            raise


def _told(work: WorkBase, plan: _Plan, request: ReindexRequest, notices: tuple[str, ...]) -> InPlace:
    resolved, target = plan.resolved, plan.target
    ends = Ends(
        lines=resolved.lines,
        base=resolved.on_base() if target.on_base else frozenset(),
        asks={ask.span.key: ask for ask in plan.waiting},
        declined=plan.declined,
        deferred=frozenset(ask.span.key for ask in plan.waiting if is_deferred(ask, ())),
        places={item: work.base.files[item].path for item in plan.asks},
        carry=HERE,
        refused="",
    )
    return InPlace(
        snapshot=target.manifest.snapshot,
        is_new=target.is_new,
        ends=tuple(account(resolved.standings, ends)),
        files=tuple(sorted(plan.files)),
        dry_run=request.dry_run,
        notices=notices,
    )
