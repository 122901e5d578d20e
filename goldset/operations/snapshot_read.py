"""List, show, compare and verify snapshots."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from goldset.domain import rules
from goldset.domain.findings import Fault, Finding, in_order
from goldset.domain.snapshot_diff import SnapshotDiff, snapshot_diff
from goldset.domain.snapshots import Manifest, Snapshot, corpus_digest
from goldset.errors import SnapshotError
from goldset.stores.corpus import LiveCorpus, open_corpus
from goldset.stores.set_folder import find_set
from goldset.stores.settings_file import read_settings
from goldset.stores.snapshot_files import (
    kept_text,
    kept_texts,
    read_manifest,
    read_resolutions,
    read_snapshots,
    snapshot_path,
    text_path,
)
from goldset.stores.trees import Tree

_NAMED = 5


@dataclass(frozen=True, slots=True)
class ShownSnapshot:
    """A snapshot, its documents, which of them are kept as text, and how many spans ended in each outcome."""

    manifest: Manifest
    kept: frozenset[str]
    outcomes: dict[str, int]


def list_snapshots(folder: Path) -> list[Snapshot]:
    """Return all snapshots of a set, the newest last.

    Raises:
        SnapshotError: One of them is damaged.
    """
    return read_snapshots(find_set(folder).tree)


def show_snapshot(folder: Path, snapshot_id: str) -> ShownSnapshot:
    """Return what a snapshot holds.

    Raises:
        SnapshotError: There is no such snapshot, or it is damaged.
    """
    tree = find_set(folder).tree
    manifest = read_manifest(tree, snapshot_id)
    texts = set(kept_texts(tree))
    kept = frozenset(d.doc_id for d in manifest.documents.values() if d.text_sha256 in texts)
    outcomes = Counter(str(line.outcome) for line in read_resolutions(tree, snapshot_id))
    return ShownSnapshot(manifest, kept, dict(sorted(outcomes.items())))


def diff_snapshots(folder: Path, first: str, second: str) -> SnapshotDiff:
    """Return what differs between two snapshots.

    Raises:
        SnapshotError: There is no such snapshot, or one is damaged.
    """
    tree = find_set(folder).tree
    return snapshot_diff(read_manifest(tree, first), read_manifest(tree, second))


def verify_snapshot(folder: Path, snapshot_id: str, corpus: str | None) -> list[Finding]:
    """Return what is wrong with a snapshot: its files, its kept texts, and its corpus if one is named.

    Raises:
        SnapshotError: There is no such snapshot.
        CorpusError: The corpus cannot be read.
    """
    found = find_set(folder)
    findings = [fault.finding() for fault in snapshot_faults(found.tree, snapshot_id)]
    if corpus is not None and not any(f.code == rules.SNAPSHOT.code for f in findings):
        with open_corpus(corpus, read_settings(found.tree), found.root, folder) as live:
            findings += [f.finding() for f in corpus_faults(read_manifest(found.tree, snapshot_id), live)]
    return in_order(findings)


def snapshot_faults(tree: Tree, snapshot_id: str) -> Iterator[Fault]:
    """Yield what is wrong with the files of a snapshot and the texts kept for it.

    Raises:
        SnapshotError: There is no such snapshot.
    """
    path = snapshot_path(snapshot_id, "snapshot.yaml")
    if tree.read(path) is None:
        raise SnapshotError(f"there is no snapshot {snapshot_id}", "`goldset snapshot list` shows them")
    try:
        manifest = read_manifest(tree, snapshot_id)
        read_resolutions(tree, snapshot_id)
    except SnapshotError as error:
        yield Fault(rules.SNAPSHOT, error.message, path, hint=error.hint)
        return
    for sha256 in sorted({document.text_sha256 for document in manifest.documents.values()}):
        try:
            kept_text(tree, sha256)
        except SnapshotError as error:
            yield Fault(rules.TEXT_DAMAGED, error.message, text_path(sha256), hint=error.hint)


def corpus_faults(manifest: Manifest, corpus: LiveCorpus) -> Iterator[Fault]:
    """Yield in what a corpus is not the one that a snapshot was made of."""
    head = manifest.snapshot
    if head.digest == corpus_digest(corpus.documents.values()):
        return
    now = Manifest(head, corpus.documents)
    diff = snapshot_diff(manifest, now)
    kinds = {
        "not in the snapshot": [*diff.added, *(new for _, new in diff.renamed)],
        "not in the corpus": [*diff.removed, *(old for old, _ in diff.renamed)],
        "with another text": [*diff.changed],
        "with other metadata": [*diff.metadata_changed],
    }
    path = snapshot_path(head.id, "documents.jsonl")
    for what, names in kinds.items():
        if names:
            listed = ", ".join(names[:_NAMED]) + (" …" if len(names) > _NAMED else "")
            yield Fault(rules.CORPUS_DIFFERS, f"{len(names)} documents {what}: {listed}", path)
    if not any(kinds.values()):
        yield Fault(
            rules.CORPUS_DIFFERS, "the corpus has other documents than the thinned snapshot had", path
        )
