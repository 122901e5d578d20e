"""Make a snapshot of a corpus: what was indexed, and the texts of documents that hold gold."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from goldset.domain.progress import Progress, untold
from goldset.domain.retention import gold_documents
from goldset.domain.snapshots import (
    Corpus,
    Manifest,
    Snapshot,
    corpus_digest,
    free_id,
    newest,
    raised,
    refuse_unusable,
)
from goldset.stores.corpus import LiveCorpus, open_corpus
from goldset.stores.item_files import read_items
from goldset.stores.set_folder import find_set
from goldset.stores.settings_file import read_settings
from goldset.stores.snapshot_files import read_manifest, read_snapshots
from goldset.stores.snapshot_writes import write_snapshot


@dataclass(frozen=True, slots=True)
class SnapshotRequest:
    """What a person asked for.

    Attributes:
        corpus: As for `open_corpus`; None for the sources of the settings.
        id: The snapshot's id; None for the default one.
        created: When the corpus was built; None for its commit, or now.
        now: The time of the run.
    """

    corpus: str | None
    id: str | None
    created: datetime | None
    now: datetime


@dataclass(frozen=True, slots=True)
class CreatedSnapshot:
    """What became of it.

    Attributes:
        snapshot: The new snapshot, or the newest one, which has the same corpus.
        is_new: Whether anything was written.
        texts: How many texts are kept for it.
        notices: What a person should know.
    """

    snapshot: Snapshot
    is_new: bool
    texts: int
    notices: tuple[str, ...]


def create_snapshot(folder: Path, request: SnapshotRequest, progress: Progress = untold) -> CreatedSnapshot:
    """Make a snapshot, unless the newest one has the same corpus.

    Raises:
        CorpusError: The corpus cannot be read or must not be trusted; nothing was written.
        SnapshotError: The id is taken or cannot be one, or an earlier snapshot is damaged; nothing was
            written.
    """
    refuse_unusable(request.id)
    found = find_set(folder)
    settings, read = read_settings(found.tree), read_items(found.tree)
    base = read_snapshots(found.tree)
    last = newest(base)
    known = read_manifest(found.tree, last.id) if last else None
    with open_corpus(request.corpus, settings, found.root, folder, known, progress) as corpus:
        if last is not None and corpus_digest(corpus.documents.values()) == last.digest:
            return CreatedSnapshot(last, is_new=False, texts=0, notices=corpus.notices)
        manifest = manifest_of(corpus, request, base)
        gold = gold_documents(read.items) if settings.corpus.keep_text else frozenset[str]()
        texts = texts_of(corpus, gold)
        write_snapshot(found.root, manifest, texts)
    broken = [file.path for file in read.files if file.item is None]
    unread = [f"{path} has errors: no text was kept for its documents" for path in broken]
    notices = (*corpus.notices, *unread, *_date_notices(manifest.snapshot, request, last))
    return CreatedSnapshot(manifest.snapshot, is_new=True, texts=len(texts), notices=notices)


def _date_notices(new: Snapshot, request: SnapshotRequest, last: Snapshot | None) -> list[str]:
    """Return what is odd about a snapshot's date: the newest snapshot is the one with the latest date."""
    if last is not None and new.created == last.created + timedelta(seconds=1):
        return [f"snapshot {last.id} is dated later than this corpus, so this one is dated a second after it"]
    if new.created > request.now + timedelta(days=1):
        return [f"snapshot {new.id} is dated in the future: until then it is newer than every later one"]
    return []


def manifest_of(corpus: LiveCorpus, request: SnapshotRequest, base: Collection[Snapshot]) -> Manifest:
    """Return the manifest of a corpus as a new snapshot.

    Raises:
        SnapshotError: The id is taken or cannot be one.
    """
    documents = corpus.documents.values()
    digest = corpus_digest(documents)
    created = raised(request.created or corpus.committed or request.now, base)
    snapshot = Snapshot(
        id=free_id(request.id, created, digest, base),
        created=created,
        source=corpus.source,
        reader=corpus.reader,
        digest=digest,
        documents=len(documents),
        chars=sum(document.chars for document in documents),
    )
    return Manifest(snapshot, corpus.documents)


def texts_of(corpus: Corpus, doc_ids: Collection[str]) -> dict[str, str]:
    """Return the texts of documents by SHA-256; documents that the corpus has not are left out.

    Raises:
        CorpusError: A document has changed since the corpus was indexed.
    """
    there = [doc_id for doc_id in sorted(doc_ids) if doc_id in corpus.documents]
    read = ((corpus.documents[doc_id].text_sha256, corpus.text(doc_id)) for doc_id in there)
    return {sha256: text for sha256, text in read if text is not None}
