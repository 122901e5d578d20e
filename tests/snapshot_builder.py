"""A snapshot with kept texts in a set's folder, in one call."""

from datetime import UTC, datetime
from pathlib import Path

from goldset.domain.snapshots import DocumentRecord, Manifest, Snapshot, corpus_digest
from goldset.stores.snapshot_files import snapshot_files, text_path, text_sha256
from tests.conftest import write_tree


def add_snapshot(
    folder: Path, snapshot: str, documents: dict[str, str], *, day: int = 1, kept: bool = True
) -> Path:
    """Write a snapshot of documents, with their texts where `kept`, and return the folder."""
    records = {name: DocumentRecord(name, text_sha256(text), len(text)) for name, text in documents.items()}
    head = Snapshot(
        id=snapshot,
        created=datetime(2026, 10, day, tzinfo=UTC),
        source="docs",
        reader="t/1",
        digest=corpus_digest(records.values()),
        documents=len(records),
        chars=sum(map(len, documents.values())),
    )
    write_tree(folder, {**snapshot_files(Manifest(head, records))})
    texts = {text_path(text_sha256(text)): text for text in documents.values()}
    return write_tree(folder, {**texts} if kept else {})
