"""A corpus as it is now: one or several sources, read once, made ready to become a snapshot."""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import datetime
from io import BytesIO
from pathlib import Path
from types import MappingProxyType
from typing import Any, BinaryIO

from goldset.domain.progress import Progress, untold
from goldset.domain.settings import Settings, SourceSettings
from goldset.domain.snapshots import DocumentRecord, Manifest
from goldset.errors import CorpusError, RepositoryError, SettingsError, WrongUsageError
from goldset.stores.corpus_faults import Fault, Faults, shown
from goldset.stores.corpus_files import FileSource
from goldset.stores.corpus_folder import OWN_NAMES, FolderFiles
from goldset.stores.corpus_git import GitFiles, commit_date, origin_of
from goldset.stores.corpus_paths import Selection, suffix
from goldset.stores.corpus_source import Known, Origin, Source, known_from, options_token
from goldset.stores.corpus_table import JsonLinesSource, Opener, ParquetSource
from goldset.stores.git_repo import Repository, open_repository

_GIT = "git:"
_TOLD = 50  # documents after which it is told how many there are
_TABLES = {".jsonl": JsonLinesSource, ".ndjson": JsonLinesSource, ".parquet": ParquetSource}


@dataclass(frozen=True)
class LiveCorpus:
    """A corpus that can be read now (satisfies `Corpus`; see `open_corpus`).

    Attributes:
        documents: The documents by id.
        source: Where they came from, never a local absolute path.
        reader: Name and version of what made text of them.
        committed: When the corpus was committed; None where no commit says so.
        notices: What a person should know: files left out, ids that differ only in case.
    """

    documents: Mapping[str, DocumentRecord]
    source: str
    reader: str
    committed: datetime | None
    notices: tuple[str, ...]
    _places: Mapping[str, tuple[Source, Any]]

    def text(self, doc_id: str) -> str | None:
        """Return a document's text, read again and held against its hash; None for no such document.

        Raises:
            CorpusError: The document has changed since it was indexed.
        """
        document = self.documents.get(doc_id)
        if document is None:
            return None
        source, handle = self._places[doc_id]
        text = source.text(handle)
        if hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest() != document.text_sha256:
            raise CorpusError(
                f"the text of {shown(doc_id)} is not the one whose hash the corpus has stated",
                "let nothing write to the corpus, and run the command again",
            )
        return text


@contextmanager
def open_corpus(
    spec: str | None,
    settings: Settings,
    set_root: Path | None,
    started_in: Path,
    known: Manifest | None = None,
    progress: Progress = untold,
) -> Iterator[LiveCorpus]:
    """Index a corpus and keep it open for reading.

    Args:
        spec: A folder, a JSON Lines or Parquet file, or `git:REV:PATH` with a path from the repository's
            root; None for the sources of the settings. With one source in the settings its rules hold for
            `spec`; of several, `NAME=PATH` says which one's path is meant.
        settings: The set's settings.
        set_root: The set's folder: paths of the settings are relative to it, and its own files are no
            documents; None where there is no set.
        started_in: What a relative `spec` is relative to.
        known: An earlier snapshot, the newest best: files that it holds unchanged are not read, or not
            decoded, again.
        progress: Is told how many documents were read.

    Raises:
        CorpusError: The corpus is not there, is empty, or must not be trusted: Git LFS pointers, a submodule
            that was not fetched, files that are not UTF-8, two documents with one id. All faults are named at
            once.
        SettingsError: The settings of a source make no sense.
        WrongUsageError: There is no source, or `spec` fits several.
    """
    rules = _chosen(spec, settings.corpus.sources, started_in)
    with ExitStack() as stack:
        opening = _Opening(stack, set_root, set_root or started_in, known_from(known, rules))
        yield _indexed([opening.source(rule) for rule in rules], rules, progress)


def _chosen(spec: str | None, sources: Sequence[SourceSettings], started_in: Path) -> list[SourceSettings]:
    names = [source.name for source in sources]
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise SettingsError(f"goldset.yaml: two sources are named {twice}", "give each a `name` of its own")
    if spec is None:
        if not sources:
            raise WrongUsageError(
                "no corpus is named", "give `--corpus PATH`, or list `corpus: sources:` in goldset.yaml"
            )
        return list(sources)
    name, equals, path = spec.partition("=")
    if equals and any(source.name == name for source in sources):
        return [_moved(source, path, started_in) if source.name == name else source for source in sources]
    if len(sources) > 1:
        raise WrongUsageError(
            f"goldset.yaml lists {len(sources)} sources, and `--corpus {spec}` does not say which it means",
            f"write `--corpus NAME=PATH` with one of {', '.join(source.name for source in sources)}",
        )
    return [_moved(sources[0] if sources else SourceSettings(path="."), spec, started_in)]


def _moved(rules: SourceSettings, path: str, started_in: Path) -> SourceSettings:
    where = path if path.startswith(_GIT) else str((started_in / path).absolute())
    return rules.model_copy(update={"path": where})


@dataclass(frozen=True)
class _Opening:
    """What sources are opened with."""

    stack: ExitStack
    set_root: Path | None
    home: Path
    known: Known

    def source(self, rules: SourceSettings) -> Source:
        if rules.path.startswith(_GIT):
            return self._of_git(rules)
        path = self.home / rules.path
        if path.is_file():
            return _table(rules, path.name, lambda: path.open("rb"), origin_of(path, self.home, None))
        if not path.exists() and suffix(rules.path) in _TABLES:
            raise CorpusError(f"there is no file {path.name} to index", "check the path")
        selection = Selection(rules)
        origin = origin_of(path, self.home, selection)
        return FileSource(FolderFiles(path, origin, selection, self.set_root), rules, self.known)

    def _of_git(self, rules: SourceSettings) -> Source:
        revision, colon, path = rules.path.removeprefix(_GIT).partition(":")
        names = [name for name in path.split("/") if name not in ("", ".")]
        if not colon or not revision or ".." in names:
            raise WrongUsageError(
                f"`{rules.path}` is no Git tree", "write git:REV:PATH, such as git:HEAD:docs"
            )
        repository = self.stack.enter_context(open_repository(self.home))
        commit, path = repository.commit(revision), "/".join(names)
        kind = repository.ask("cat-file", "-t", f"{commit}:{path}")
        if kind is None:
            raise CorpusError(
                f"commit {commit[:12]} has no {path}", "the path is counted from the repository's root"
            )
        if kind == "blob":
            return _table(rules, names[-1], *_git_file(repository, commit, path))
        own = _own_paths(repository, self.set_root, path) if self.set_root else frozenset[str]()
        files = GitFiles(repository, (commit, path), Selection(rules), own, self.known.source)
        return FileSource(files, rules, self.known)


def _git_file(repository: Repository, commit: str, path: str) -> tuple[Opener, Origin]:
    blob = repository.ask("rev-parse", f"{commit}:{path}") or ""

    def opened() -> BinaryIO:
        return BytesIO(repository.read(blob))

    return opened, Origin(f"{_GIT}{commit}:{path}", commit_date(repository, commit))


def _own_paths(repository: Repository, set_root: Path, folder: str) -> frozenset[str]:
    """Return what of a folder of a commit is the golden set's own, relative to the folder."""
    try:
        own = repository.prefix(set_root)
    except RepositoryError:
        return frozenset()
    inside = own.removeprefix(f"{folder}/") if folder else own
    if own != folder and (not folder or own.startswith(f"{folder}/")):
        return frozenset({inside})
    names = [f"{own}/{name}" if own else name for name in OWN_NAMES]
    below = f"{folder}/" if folder else ""
    return frozenset(name.removeprefix(below) for name in names if name.startswith(below))


def _table(rules: SourceSettings, name: str, opener: Opener, origin: Origin) -> Source:
    make = _TABLES.get(suffix(name))
    if make is None:
        raise CorpusError(
            f"{name} is not a corpus",
            "give a folder of documents, or a .jsonl or .parquet file of `doc_id, text`",
        )
    return make(name, opener, rules, origin)


def _indexed(sources: Sequence[Source], rules: Sequence[SourceSettings], progress: Progress) -> LiveCorpus:
    faults = Faults()
    documents: dict[str, DocumentRecord] = {}
    places: dict[str, tuple[Source, Any]] = {}
    for source in sources:
        found = 0
        for found, (document, handle) in enumerate(source.documents(faults), start=1):  # noqa: B007 (counts)
            if document.doc_id in places:
                faults.add(Fault.SAME_ID, _pair(document.doc_id, places[document.doc_id], (source, handle)))
            documents[document.doc_id], places[document.doc_id] = document, (source, handle)
            if not len(documents) % _TOLD:
                progress("documents indexed", len(documents), 0)
        if not found and not faults:
            why, hint = source.emptiness()
            raise CorpusError(f"the corpus is empty: source {source.rules.name}: {why}", hint)
    faults.stop()
    readers = set[str]().union(*(source.readers() for source in sources)) | options_token(rules)
    dates = [source.origin.committed for source in sources]
    return LiveCorpus(
        documents=MappingProxyType(dict(sorted(documents.items()))),
        source=_sources(sources),
        reader=" ".join(sorted(readers)),
        committed=None if None in dates else max(filter(None, dates)),
        notices=tuple(notice for source in sources for notice in source.notices()) + _case_twins(documents),
        _places=places,
    )


def _sources(sources: Sequence[Source]) -> str:
    if len(sources) == 1:
        return sources[0].origin.description
    return "; ".join(f"{source.rules.name}={source.origin.description}" for source in sources)


def _pair(doc_id: str, first: tuple[Source, Any], second: tuple[Source, Any]) -> str:
    places = " and ".join(f"{source.rules.name}: {_handle(handle)}" for source, handle in (first, second))
    return f"{shown(doc_id)} ({places})"


def _handle(handle: Any) -> str:
    return shown(handle) if isinstance(handle, str) else str(handle)


def _case_twins(documents: Mapping[str, DocumentRecord]) -> tuple[str, ...]:
    """Return a notice for ids that one system takes for the same file name and another does not."""
    folded: dict[str, str] = {}
    twins = []
    for doc_id in sorted(documents):
        other = folded.setdefault(doc_id.casefold(), doc_id)
        if other != doc_id:
            twins.append(f"document ids differ only in case: {shown(other)} and {shown(doc_id)}")
    return tuple(twins)
