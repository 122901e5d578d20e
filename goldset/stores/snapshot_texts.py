"""Texts of documents as a snapshot indexed them, from wherever they still can be had."""

from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from functools import lru_cache
from pathlib import Path

from goldset.domain.progress import Progress, untold
from goldset.domain.settings import Settings
from goldset.domain.snapshots import Corpus, DocumentRecord, Manifest, corpus_digest
from goldset.errors import GoldsetError, RepositoryError, SnapshotError
from goldset.stores.corpus import LiveCorpus, open_corpus
from goldset.stores.file_writes import write_file
from goldset.stores.git_repo import Repository, open_repository
from goldset.stores.past_corpus import PastCorpus
from goldset.stores.set_folder import SetFolder
from goldset.stores.snapshot_files import kept_text, read_manifest, text_path

_CACHED = 16


class SnapshotTexts:
    """The texts of a set's snapshots: kept ones, else those of a corpus whose hash is the same.

    A text is only ever handed out where its SHA-256 is that of the manifest. A corpus is opened when a text
    is asked for that was not kept: the one that was named, the settings' own, or the commit that the snapshot
    was made of.
    """

    def __init__(
        self, found: SetFolder, settings: Settings, spec: str | None, started_in: Path, progress: Progress
    ) -> None:
        self._found, self._settings, self._spec, self._started_in = found, settings, spec, started_in
        self._progress = progress
        self._stack = ExitStack()
        self._opened: dict[str | None, LiveCorpus | None] = {}
        self._manifests: dict[str, Manifest] = {}
        self._pasts: dict[str, PastCorpus] = {}
        self._repository: Repository | None = None
        self._read = lru_cache(maxsize=_CACHED)(self._text)

    def close(self) -> None:
        """Close every corpus."""
        self._stack.close()

    def manifest(self, snapshot: str) -> Manifest:
        """Return a snapshot's manifest.

        Raises:
            SnapshotError: There is none, or it is damaged.
        """
        if snapshot not in self._manifests:
            self._manifests[snapshot] = read_manifest(self._found.tree, snapshot)
        return self._manifests[snapshot]

    def has(self, snapshot: str) -> bool:
        """Return whether there is a sound snapshot of this id."""
        try:
            self.manifest(snapshot)
        except SnapshotError:
            return False
        return True

    def text(self, snapshot: str, doc_id: str) -> str | None:
        """Return a document's text as the snapshot indexed it; None where it cannot be had any more.

        Raises:
            SnapshotError: There is no such snapshot, or a kept text is not what it is named by.
        """
        record = self.manifest(snapshot).documents.get(doc_id)
        return None if record is None else self._read(snapshot, record.doc_id, record.text_sha256)

    def past_text(self, snapshot: str, doc_id: str) -> str | None:
        """Return a document's text as the snapshot's own commit has it, in a repository; None else.

        Raises:
            SnapshotError: There is no such snapshot, or a kept text is not what it is named by.
        """
        past = self._past(snapshot)
        return past.text(doc_id) if past else None

    def documents(self, snapshot: str) -> Mapping[str, DocumentRecord]:
        """Return the documents of a snapshot by id."""
        return self.manifest(snapshot).documents

    def keep(self, snapshot: str, doc_id: str) -> bool:
        """Keep a document's text in the set, where the settings allow it and it is not kept already.

        Returns:
            Whether it was written.

        Raises:
            GoldsetError: It cannot be read or written.
        """
        text = self.text(snapshot, doc_id) if self._settings.corpus.keep_text else None
        if text is None:
            return False
        path = text_path(self.documents(snapshot)[doc_id].text_sha256)
        if self._found.tree.read(path) is not None:
            return False
        write_file(self._found.root / path, text.encode())
        return True

    def whole_corpus(self, snapshot: str) -> Corpus | None:
        """Return the corpus that a person named, where it is all that the snapshot indexed; None else.

        Raises:
            CorpusError: The corpus cannot be used.
        """
        corpus = None if self._spec is None else self._corpus(self._spec, snapshot)
        same = corpus and corpus_digest(corpus.documents.values()) == self.manifest(snapshot).snapshot.digest
        return corpus if same else None

    def _text(self, snapshot: str, doc_id: str, sha256: str) -> str | None:
        kept = kept_text(self._found.tree, sha256)
        if kept is not None:
            return kept
        for spec in self._specs():
            corpus = self._corpus(spec, snapshot)
            record = corpus.documents.get(doc_id) if corpus else None
            if corpus and record and record.text_sha256 == sha256:
                return corpus.text(doc_id)
        past = self._past(snapshot)
        return past.text(doc_id) if past else None

    def _specs(self) -> Iterator[str | None]:
        if self._spec is not None:
            yield self._spec
        elif self._settings.corpus.sources:
            yield None

    def _past(self, snapshot: str) -> PastCorpus | None:
        """Return the snapshot as the repository's commits have it; None outside of Git."""
        if self._repository is None:
            try:
                self._repository = self._stack.enter_context(open_repository(self._found.root))
            except RepositoryError:
                return None
        if snapshot not in self._pasts:
            manifest = self.manifest(snapshot)
            self._pasts[snapshot] = PastCorpus(self._found.tree, manifest, self._repository, self._settings)
        return self._pasts[snapshot]

    def _corpus(self, spec: str | None, snapshot: str) -> LiveCorpus | None:
        """Return a corpus, opened once; None where one that nobody named cannot be read.

        What the snapshot for which it is opened holds just so is hashed, and not read again.
        """
        if spec not in self._opened:
            known = self.manifest(snapshot)
            opening = open_corpus(
                spec, self._settings, self._found.root, self._started_in, known, self._progress
            )
            try:
                self._opened[spec] = self._stack.enter_context(opening)
            except GoldsetError:
                if spec is not None and spec == self._spec:
                    raise
                self._opened[spec] = None
        return self._opened[spec]


@contextmanager
def open_texts(
    found: SetFolder, settings: Settings, spec: str | None, started_in: Path, progress: Progress = untold
) -> Iterator[SnapshotTexts]:
    """Open the texts of a set's snapshots (see `SnapshotTexts`).

    Args:
        found: The set.
        settings: Its settings.
        spec: A corpus that a person named, as for `open_corpus`; None where none was.
        started_in: What a relative `spec` is relative to.
        progress: Is told how far reading a corpus is.
    """
    texts = SnapshotTexts(found, settings, spec, started_in, progress)
    try:
        yield texts
    finally:
        texts.close()
