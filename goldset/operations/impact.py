"""Say which gold passages a change of the documents touches, where set and documents share a repository."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from goldset.domain.impact import DocumentChanges, Impact, TouchedSpan, document_changes, in_order
from goldset.domain.items import Span
from goldset.domain.lines import fresh_line, undone_in
from goldset.domain.progress import Progress, untold
from goldset.domain.resolutions import Resolution
from goldset.domain.settings import Settings
from goldset.domain.snapshots import Corpus, Manifest, newest
from goldset.errors import CorpusError
from goldset.operations.diff_sides import Side, Sides, read_sides
from goldset.resolution.resolve import resolve_spans
from goldset.stores.corpus_sides import as_known, kept_sources, object_at, open_side
from goldset.stores.git_repo import Repository, open_repository
from goldset.stores.item_files import ReadItems, read_items
from goldset.stores.past_corpus import PastCorpus
from goldset.stores.set_folder import SetFolder, find_set
from goldset.stores.settings_file import check_settings
from goldset.stores.snapshot_files import read_manifest, read_resolutions, read_snapshots
from goldset.stores.trees import Tree


@dataclass(frozen=True, slots=True)
class _Known:
    """What the set says of its spans.

    Attributes:
        manifests: Every snapshot in which a span was confirmed, and the newest, by id.
        homes: Documents that resolutions carried spans over to, by `Span.confirmed_key()`.
        undone: `Resolution.confirmed` of every line that a person took back.
    """

    manifests: dict[str, Manifest]
    homes: dict[str, set[str]]
    undone: frozenset[str]


def impact_of(folder: Path, change: str, progress: Progress = untold) -> Impact:
    """Return what a change of documents does to the gold spans of the set that a folder belongs to.

    Spans are those of the set as the change leaves it. Where their document differs they are resolved twice, in
    the documents before the change and after it, and always compared with what a person confirmed. Nothing is
    written.

    Args:
        folder: A folder of the set.
        change: As for `diff_set`.
        progress: Is told how far it is.

    Raises:
        CorpusError: No source of the set lies in its repository, or the documents cannot be read.
        WrongUsageError: The words name no change.
        GoldsetError: There is no set, no repository, or no such commit here.
    """
    found = find_set(folder)
    with open_repository(found.root) as repository:
        sides = read_sides(repository, found, change)
        return _impact(repository, found, sides, progress)


def _impact(repository: Repository, found: SetFolder, sides: Sides, progress: Progress) -> Impact:
    old, new = (check_settings(side.tree)[0] for side in (sides.old, sides.new))
    # Where the set is new, its documents may have been there before.
    old = old if old.corpus.sources else new
    notices = _notices(repository, found, new)
    read = read_items(sides.new.tree)
    spans = [span for item in read.items for span in item.spans()]
    documents, touched = DocumentChanges(), list[TouchedSpan]()
    if not _same(repository, found, sides, (old, new)):
        known = _known(sides.new.tree, spans)
        last = newest(manifest.snapshot for manifest in known.manifests.values())
        manifest = known.manifests[last.id] if last else None
        with open_side(repository, old, found.root, _commit(sides.old), manifest, progress) as before:
            earlier = as_known(before) or manifest
            with open_side(repository, new, found.root, _commit(sides.new), earlier, progress) as after:
                documents = document_changes(before.documents, after.documents)
                resolving = _Resolving(repository, sides.new.tree, new, known)
                touched = resolving.touched(read, spans, (before, after), documents)
                notices += resolving.notices()
    return Impact(
        name=new.set,
        base=sides.old.name,
        head=sides.new.name,
        documents=documents,
        spans=in_order(touched),
        untouched=len(spans) - len(touched),
        unreadable=tuple(file.path for file in read.unreadable),
        notices=tuple(notices),
    )


def _commit(side: Side) -> str | None:
    """Return the commit of a side; empty for the working folder, None where nothing is there."""
    return side.revision or (None if side.tree_id else "")


def _notices(repository: Repository, found: SetFolder, settings: Settings) -> list[str]:
    """Return which sources are not looked at.

    Raises:
        CorpusError: None is.
    """
    kept = {source.rules.name for source in kept_sources(settings, found.root, repository.root)}
    left = [source.name for source in settings.corpus.sources if source.name not in kept]
    if not kept:
        raise CorpusError(
            "no source of goldset.yaml lies in this repository, so no change of it touches a document",
            "`goldset reindex` says what became of the passages of a corpus that lies elsewhere",
        )
    return [
        f"source {name} lies outside of this repository: its documents are not looked at" for name in left
    ]


def _same(
    repository: Repository, found: SetFolder, sides: Sides, settings: tuple[Settings, Settings]
) -> bool:
    """Return whether both sides hold the same folders and files of documents, read in the same way."""
    commits = [_commit(side) for side in (sides.old, sides.new)]
    if not all(commits) or settings[0].corpus != settings[1].corpus:
        return False
    sources = kept_sources(settings[1], found.root, repository.root)
    ids = [[object_at(repository, commit or "", source.path) for source in sources] for commit in commits]
    return ids[0] == ids[1]


def _known(tree: Tree, spans: Iterable[Span]) -> _Known:
    snapshots = read_snapshots(tree)
    named = {span.snapshot for span in spans} | {s.id for s in snapshots[-1:]}
    lines = [line for snapshot in snapshots for line in read_resolutions(tree, snapshot.id)]
    homes: dict[str, set[str]] = defaultdict(set)
    for line in lines:
        if line.accepted and line.to and not line.undone:
            homes[line.confirmed].add(line.to.doc_id)
    manifests = {s.id: read_manifest(tree, s.id) for s in snapshots if s.id in named}
    return _Known(manifests, homes, undone_in(lines))


@dataclass(frozen=True)
class _Resolving:
    """What spans are resolved with."""

    repository: Repository
    tree: Tree
    settings: Settings
    known: _Known

    def touched(
        self, read: ReadItems, spans: Sequence[Span], sides: tuple[Corpus, Corpus], changes: DocumentChanges
    ) -> list[TouchedSpan]:
        """Return the spans that stand in a document which differs, or for which it makes a difference."""
        before, after = sides
        paths = {file.item.id: file.path for file in read.files if file.item}
        own = [bool(self._homes(span) & changes.touched) for span in spans]
        # One whose document was gone before may stand in any other.
        due = [
            (span, mine)
            for span, mine in zip(spans, own, strict=True)
            if mine or (changes.touched and span.confirmed.doc_id not in before.documents)
        ]
        listed = [span for span, _ in due]
        then, now = self._resolved(listed, before), self._resolved(listed, after)
        found = [
            (TouchedSpan(span, paths[span.item.id], one, other), mine)
            for (span, mine), one, other in zip(due, then, now, strict=True)
        ]
        return [span for span, mine in found if mine or not span.stays]

    def _homes(self, span: Span) -> set[str]:
        return {span.confirmed.doc_id, *self.known.homes.get(span.confirmed_key(), ())}

    def _resolved(self, spans: Sequence[Span], corpus: Corpus) -> list[Resolution]:
        confirmed = {
            name: PastCorpus(self.tree, manifest, self.repository, self.settings)
            for name, manifest in self.known.manifests.items()
        }
        lines = resolve_spans(spans, confirmed, corpus, (), self.settings.policy)
        return [fresh_line(line, self.known.undone) for line in lines]

    def notices(self) -> list[str]:
        """Return what a shallow clone hides: texts of old snapshots that were not kept."""
        if self.settings.corpus.keep_text or not self.repository.shallow:
            return []
        said = "the set keeps no text, and this clone may lack the commits that snapshots were made of"
        return [f"{said}: more passages than need be may wait for a person; {self.repository.remedy('')}"]
