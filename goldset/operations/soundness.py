"""Check a set beyond each file: passages against kept texts, items against settings and each other."""

from collections.abc import Iterator

from goldset.checks.all_checks import check_set
from goldset.checks.base import CheckedSet, Entry
from goldset.domain import rules
from goldset.domain.findings import Fault
from goldset.domain.settings import Settings
from goldset.domain.snapshots import DocumentRecord, Manifest
from goldset.errors import SnapshotError
from goldset.stores.item_files import ReadItems
from goldset.stores.set_folder import SetFolder
from goldset.stores.snapshot_files import FOLDER, kept_text, read_manifest, snapshot_ids
from goldset.stores.snapshot_texts import SnapshotTexts, open_texts
from goldset.stores.trees import Tree


def soundness_faults(found: SetFolder, settings: Settings, read: ReadItems) -> Iterator[Fault]:
    """Yield what is wrong with a set whose files can be read one by one.

    A snapshot that cannot be read is a fault by itself, and what stands in it is left unchecked.
    """
    faults: list[Fault] = []
    tree = found.tree
    ids = _snapshot_ids(tree, faults)
    entries = [Entry(file.path, file.item) for file in read.files if file.item is not None]
    named = {span.snapshot or "" for entry in entries for span in entry.spans}
    named |= {entry.item.corpus_snapshot or "" for entry in entries if entry.item.near_spans}
    manifests = {name: _manifest(tree, name, faults) for name in sorted(named & set(ids))}
    if named - {""} and not ids:
        faults.append(Fault(rules.NO_SNAPSHOT, "no snapshot says what the documents are", FOLDER))
    with open_texts(found, settings, None, found.root) as texts:
        checked = CheckedSet(
            entries=entries,
            settings=settings,
            item_ids=frozenset(file.id for file in read.files if file.id is not None),
            snapshots=frozenset(ids),
            manifests={name: manifest for name, manifest in manifests.items() if manifest},
            text=lambda snapshot, record: _text(tree, texts, snapshot, record),
        )
        yield from check_set(checked)
    yield from faults


def _snapshot_ids(tree: Tree, faults: list[Fault]) -> list[str]:
    try:
        return snapshot_ids(tree)
    except SnapshotError as error:
        faults.append(Fault(rules.SNAPSHOT, error.message, FOLDER, hint=error.hint))
        return []


def _manifest(tree: Tree, name: str, faults: list[Fault]) -> Manifest | None:
    try:
        return read_manifest(tree, name)
    except SnapshotError as error:
        faults.append(Fault(rules.SNAPSHOT, error.message, f"{FOLDER}/{name}", hint=error.hint))
        return None


def _text(tree: Tree, texts: SnapshotTexts, snapshot: str, record: DocumentRecord) -> str | Fault | None:
    try:
        kept = kept_text(tree, record.text_sha256)
        return texts.past_text(snapshot, record.doc_id) if kept is None else kept
    except SnapshotError as error:
        return Fault(rules.SNAPSHOT, error.message, FOLDER, hint=error.hint)
