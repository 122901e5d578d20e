"""Which snapshot a re-index is about: one that stands already, byte for byte, or a new one."""

from collections.abc import Mapping
from dataclasses import dataclass

from goldset.domain.snapshots import Manifest, Snapshot, corpus_digest, newest, refuse_unusable
from goldset.errors import SnapshotError
from goldset.operations.base import Base
from goldset.operations.branches import HostState
from goldset.operations.snapshot_create import SnapshotRequest, manifest_of
from goldset.stores.corpus import LiveCorpus
from goldset.stores.git_repo import Repository
from goldset.stores.snapshot_files import read_manifest, snapshot_files
from goldset.stores.trees import Tree


@dataclass(frozen=True, slots=True)
class Target:
    """The snapshot of the corpus at hand.

    Attributes:
        manifest: The snapshot with its documents.
        files: Its `snapshot.yaml` and `documents.jsonl` by path below the set's folder, the same bytes
        everywhere. on_base: Whether the base has it. is_new: Whether it stands nowhere yet.
    """

    manifest: Manifest
    files: Mapping[str, bytes]
    on_base: bool
    is_new: bool

    @property
    def id(self) -> str:
        """Id of the snapshot."""
        return self.manifest.snapshot.id


def choose_target(
    repository: Repository, base: Base, hosted: HostState, corpus: LiveCorpus, request: SnapshotRequest
) -> Target:
    """Return the snapshot with this corpus: the base's newest, a later one of an open branch, or a new one.

    Raises:
        SnapshotError: The id that was asked for cannot be one, or is that of another corpus.
    """
    refuse_unusable(request.id)
    digest = corpus_digest(corpus.documents.values())
    last = newest(base.snapshots)
    if last is not None and last.digest == digest:
        return _standing(base.tree, last, on_base=True)
    later = [s for s in hosted.snapshots if last is None or (s.created, s.id) > (last.created, last.id)]
    same = newest(s for s in later if s.digest == digest)
    if same is not None:
        tip = hosted.host.branches()[hosted.snapshots[same]]
        return _standing(repository.tree(tip, base.prefix), same, on_base=False)
    _check_id(request.id, digest, hosted)
    # Later than what branches hold, too: whichever is merged last, the newest corpus is the newest snapshot.
    manifest = manifest_of(corpus, request, [*base.snapshots, *hosted.snapshots])
    return Target(manifest, snapshot_files(manifest), on_base=False, is_new=True)


def standing_target(repository: Repository, base: Base, hosted: HostState) -> tuple[Target, Tree]:
    """Return the newest snapshot that stands, and the files of the branch that holds it.

    Raises:
        SnapshotError: There is none.
    """
    last = newest([*base.snapshots, *hosted.snapshots])
    if last is None:
        raise SnapshotError("there is no snapshot yet", "make one: goldset reindex --corpus PATH")
    if last in base.snapshots:
        return _standing(base.tree, last, on_base=True), base.tree
    tree = repository.tree(hosted.host.branches()[hosted.snapshots[last]], base.prefix)
    return _standing(tree, last, on_base=False), tree


def _standing(tree: Tree, snapshot: Snapshot, *, on_base: bool) -> Target:
    manifest = read_manifest(tree, snapshot.id)
    files = {path: tree.read(path) for path in snapshot_files(manifest)}
    return Target(
        manifest, {path: data for path, data in files.items() if data}, on_base=on_base, is_new=False
    )


def _check_id(wanted: str | None, digest: str, hosted: HostState) -> None:
    for snapshot, branch in hosted.snapshots.items():
        if snapshot.id == wanted and snapshot.digest != digest:
            raise SnapshotError(
                f"branch {branch} holds a snapshot {wanted} of another corpus",
                "choose another id for this one",
            )
