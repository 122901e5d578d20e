"""The resolutions of a snapshot: those that stand, and those that this run adds."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from goldset.domain.items import Span
from goldset.domain.lines import Key, fresh_line, sort_lines, undone_in
from goldset.domain.resolutions import Outcome, Resolution
from goldset.domain.snapshots import Corpus, Manifest
from goldset.domain.standing import SpanStanding, stand, standpoint
from goldset.operations.base import Base
from goldset.operations.branches import HostState
from goldset.operations.target import Target
from goldset.stores.git_repo import Repository
from goldset.stores.past_corpus import PastCorpus
from goldset.stores.snapshot_files import (
    RESOLUTIONS,
    read_manifest,
    read_resolutions,
    resolution_lines,
    snapshot_path,
)
from goldset.stores.trees import FilesTree

Resolve = Callable[[Sequence[Span], Mapping[str, Corpus]], list[Resolution]]
"""Resolves spans in the target, given the corpora that they were confirmed in by snapshot id."""


@dataclass(frozen=True, slots=True)
class Resolved:
    """Where all spans stand in the target.

    Attributes:
        standings: Every span of the set.
        lines: Every line of the snapshot that holds, by item and span.
        base_lines: The lines that the base has.
        fresh: Lines that this run made.
        content: The snapshot's `resolutions.jsonl` as it is to be.
        due: Whether the base lacks the snapshot or one of the lines.
    """

    standings: tuple[SpanStanding, ...]
    lines: Mapping[Key, Resolution]
    base_lines: Mapping[Key, Resolution]
    fresh: tuple[Resolution, ...]
    content: bytes
    due: bool

    def on_base(self) -> frozenset[Key]:
        """Return the spans whose line the base has."""
        return frozenset(key for key, line in self.lines.items() if self.base_lines.get(key) == line)


def resolve_target(
    repository: Repository,
    base: Base,
    hosted: HostState,
    target: Target,
    resolve: Resolve | None,
) -> Resolved:
    """Resolve what has no line that holds, and only that.

    Without `resolve`, for want of a corpus, nothing is: such spans are unresolved, in this run's account alone.
    """
    manifests = _manifests(base, target)
    stored = {snapshot.id: read_resolutions(base.tree, snapshot.id) for snapshot in base.snapshots}
    carried = [(c.snapshot, _parsed(c.snapshot, c.lines)) for c in hosted.carries]
    undone = undone_in(
        line for lines in (*stored.values(), *(lines for _, lines in carried)) for line in lines
    )
    base_lines = {line.key: line for line in stored.get(target.id, ())}
    lines = base_lines | {line.key: line for name, some in carried if name == target.id for line in some}
    at = standpoint(target.id, manifests.values(), {**stored, target.id: lines.values()})
    standings = stand(base.items, at).spans
    sorted_lines = sort_lines(standings, lines, undone)
    before = {
        name: PastCorpus(base.tree, manifest, repository, base.settings)
        for name, manifest in manifests.items()
    }
    due = sorted_lines.due
    found = resolve(due, before) if resolve else []
    texts = {s.span.key: s.span.confirmed.text for s in standings}
    fresh = _parsed(target.id, resolution_lines((fresh_line(line, undone) for line in found), texts))
    every = dict(sorted({**sorted_lines.held, **{line.key: line for line in fresh}}.items()))
    lacking = any(base_lines.get(key) != line for key, line in every.items())
    content = resolution_lines(every.values(), texts)
    if resolve is None:
        every |= {span.key: _not_looked_for(span) for span in due}
    return Resolved(standings, every, base_lines, tuple(fresh), content, lacking or not target.on_base)


def _not_looked_for(span: Span) -> Resolution:
    reason = "not looked for yet: `goldset reindex` does"
    return Resolution(
        span.item.id, span.id, span.confirmed_key(), Outcome.UNRESOLVED, accepted=False, reason=reason
    )


def _manifests(base: Base, target: Target) -> dict[str, Manifest]:
    """Return the target's manifest and that of every snapshot in which a span was confirmed."""
    named = {span.snapshot for item in base.items for span in item.spans()}
    found = {s.id: read_manifest(base.tree, s.id) for s in base.snapshots if s.id in named}
    return {**found, target.id: target.manifest}


def _parsed(snapshot: str, lines: bytes) -> list[Resolution]:
    """Return lines as a file holds them, so that new and stored ones compare."""
    return read_resolutions(FilesTree({snapshot_path(snapshot, RESOLUTIONS): lines}), snapshot)
