"""A set's corpus as a commit has it, where the documents are kept in the set's own repository."""

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from goldset.domain.progress import Progress, untold
from goldset.domain.settings import Settings, SourceSettings
from goldset.domain.snapshots import Corpus, DocumentRecord, Manifest, Snapshot, corpus_digest
from goldset.stores.corpus import LiveCorpus, open_corpus
from goldset.stores.git_repo import Repository

_GIT, _HEAD = "git:", "git:HEAD:"


@dataclass(frozen=True)
class NoCorpus:
    """A corpus without documents (satisfies `Corpus`)."""

    documents: Mapping[str, DocumentRecord] = field(default_factory=dict)

    def text(self, doc_id: str) -> str | None:  # noqa: ARG002 (a protocol's signature)
        """Return None: there is no document."""
        return None


@dataclass(frozen=True, slots=True)
class KeptSource:
    """A source inside the repository: its rules, and its path from the repository's root (empty for the root)."""

    rules: SourceSettings
    path: str

    def at(self, commit: str) -> SourceSettings:
        """Return rules that read it at a commit."""
        return self.rules.model_copy(update={"path": f"{_GIT}{commit}:{self.path}"})


def kept_sources(settings: Settings, set_root: Path, repository: Path) -> list[KeptSource]:
    """Return the sources of a set that its repository holds, as far as they follow what is checked out.

    Args:
        settings: The set's settings.
        set_root: The set's folder.
        repository: The folder of the repository.
    """
    found = (
        (rules, path_in_repository(rules.path, set_root, repository)) for rules in settings.corpus.sources
    )
    return [KeptSource(rules, path) for rules, path in found if path is not None]


def path_in_repository(path: str, set_root: Path, repository: Path) -> str | None:
    """Return a source's path from the root of the repository, empty for the root; None for one that lies elsewhere."""
    if path.startswith(_HEAD):
        return "/".join(name for name in path.removeprefix(_HEAD).split("/") if name not in ("", "."))
    if path.startswith(_GIT):
        return None  # always that one commit, or another branch
    whole = Path(os.path.normpath(set_root.resolve() / path))
    root = repository.resolve()
    if not whole.is_relative_to(root):
        return None
    inside = whole.relative_to(root).as_posix()
    return "" if inside == "." else inside


def object_at(repository: Repository, commit: str, path: str) -> str | None:
    """Return the id of a folder or file of a commit; None where it is not there."""
    return repository.ask("rev-parse", "--verify", "--quiet", "--end-of-options", f"{commit}:{path}")


@contextmanager
def open_side(
    repository: Repository,
    settings: Settings,
    set_root: Path,
    commit: str | None,
    known: Manifest | None = None,
    progress: Progress = untold,
) -> Iterator[Corpus]:
    """Open the documents that the repository holds, as a commit has them; without any, an empty corpus.

    Args:
        repository: The repository that holds the set.
        settings: The settings of that side.
        set_root: The set's folder.
        commit: Id of the commit; empty for the working folder, None for a side on which nothing is.
        known: An earlier state of the corpus, to spare reading it again.
        progress: Is told how many documents were read.

    Raises:
        CorpusError: The documents cannot be read, or must not be trusted.
    """
    rules = [] if commit is None else _rules(repository, settings, set_root, commit)
    if not rules:
        yield NoCorpus()
        return
    corpus = settings.corpus.model_copy(update={"sources": tuple(rules)})
    here = settings.model_copy(update={"corpus": corpus})
    with open_corpus(None, here, set_root, set_root, known, progress) as opened:
        yield opened


def _rules(repository: Repository, settings: Settings, set_root: Path, commit: str) -> list[SourceSettings]:
    sources = kept_sources(settings, set_root, repository.root)
    if not commit:
        return [s.rules for s in sources if (repository.root / s.path).exists()]
    return [s.at(commit) for s in sources if object_at(repository, commit, s.path)]


def as_known(corpus: Corpus) -> Manifest | None:
    """Return what spares reading the files of a corpus again that stand in a later one unchanged."""
    if not isinstance(corpus, LiveCorpus):
        return None
    documents = corpus.documents
    never = datetime(1970, 1, 1, tzinfo=UTC)
    snapshot = Snapshot(
        id="before",
        created=never,
        source=corpus.source,
        reader=corpus.reader,
        digest=corpus_digest(documents.values()),
        documents=len(documents),
        chars=sum(document.chars for document in documents.values()),
    )
    return Manifest(snapshot, documents)
