"""Texts of an earlier snapshot: the kept ones, else those of the commit that the snapshot was made of."""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from goldset.domain.settings import Settings, SourceSettings
from goldset.domain.snapshots import DocumentRecord, Manifest
from goldset.errors import RepositoryError, SettingsError
from goldset.stores.corpus_paths import Selection
from goldset.stores.corpus_readers import UnreadableError, read_document
from goldset.stores.git_repo import GitTree, Repository
from goldset.stores.snapshot_files import kept_text, text_sha256
from goldset.stores.trees import Tree

# What `Origin.description` says of a commit, with the source's name in front where there are several.
_NAMED = r"(?:(?P<name>[\w-]+)=)?"
_SOURCE = re.compile(
    _NAMED
    + r"(?:git:(?P<commit>[0-9a-f]{40,64}):(?P<path>.*)|folder:(?P<folder>.*)@(?P<at>[0-9a-f]{40,64}))",
    re.DOTALL,
)


@dataclass(frozen=True)
class PastCorpus:
    """A snapshot whose texts were kept, or can be read from Git again (satisfies `Corpus`).

    A text is only ever handed out where its SHA-256 is that of the manifest, whatever the settings and the
    readers have become since.

    Attributes:
        tree: The set's files.
        manifest: The snapshot.
        repository: The repository that holds the set.
        settings: The set's settings, which say how files are read.
    """

    tree: Tree
    manifest: Manifest
    repository: Repository
    settings: Settings

    @property
    def documents(self) -> Mapping[str, DocumentRecord]:
        """The documents by id."""
        return self.manifest.documents

    def text(self, doc_id: str) -> str | None:
        """Return a document's text; None where it was not kept and no commit has it.

        Raises:
            SnapshotError: The kept text is not the one whose hash it is named by.
        """
        document = self.manifest.documents.get(doc_id)
        if document is None:
            return None
        kept = kept_text(self.tree, document.text_sha256)
        return kept if kept is not None else self._committed(document)

    def _committed(self, document: DocumentRecord) -> str | None:
        for tree, rules in self._trees:
            for text in _texts(tree, rules, document.path or document.doc_id):
                if text_sha256(text) == document.text_sha256:
                    return text
        return None

    @cached_property
    def _trees(self) -> list[tuple[GitTree, SourceSettings]]:
        """The commits that the sources came from, those that the repository has, and how they are read."""
        rules = {source.name: source for source in self.settings.corpus.sources}
        found = []
        for part in self.manifest.snapshot.source.split("; "):
            source = _SOURCE.fullmatch(part)
            if source is None:
                continue
            folder = source["path"] or source["folder"] or ""
            folder = "" if folder == "." else folder
            chosen = rules.get(source["name"] or "") or next(iter(rules.values()), SourceSettings(path="."))
            try:
                found.append((self.repository.tree(source["commit"] or source["at"], folder), chosen))
            except RepositoryError:
                continue  # a commit of another repository, or one that a shallow clone lacks
        return found


def _texts(tree: GitTree, rules: SourceSettings, path: str) -> Iterator[str]:
    """Yield what may be the text of a document; its name may be committed in decomposed form."""
    for name in dict.fromkeys((path, unicodedata.normalize("NFD", path))):
        data = tree.read(name)
        try:
            kind = Selection(rules).kind(name) or Selection(SourceSettings(path=".")).kind(name)
            if data is not None and kind is not None:
                yield read_document(data, kind, rules.ignore_front_matter).text
        except (UnreadableError, SettingsError):
            continue
