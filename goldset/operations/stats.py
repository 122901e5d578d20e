"""Say what a set is made of, and which documents and sections of the corpus no item asks about. Nothing is written."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from goldset.domain import rules
from goldset.domain.corpus_use import Section, Use, concentration, document_use, section_use, uses_of
from goldset.domain.findings import Severity
from goldset.domain.progress import Progress, untold
from goldset.domain.set_stats import SetStats, item_stats
from goldset.domain.snapshots import Corpus, DocumentRecord
from goldset.domain.standing import SetStanding
from goldset.errors import SnapshotError
from goldset.operations.absent_snapshot import require_snapshot
from goldset.operations.standings import read_standing
from goldset.resolution.sections import sections_of
from goldset.stores.item_files import ItemFile, ReadItems, read_items
from goldset.stores.set_folder import SetFolder, find_set
from goldset.stores.settings_file import read_settings
from goldset.stores.snapshot_files import read_snapshots
from goldset.stores.snapshot_texts import SnapshotTexts, open_texts


@dataclass(frozen=True, slots=True)
class StatsRequest:
    """What a person asked for.

    Attributes:
        at: Id of the snapshot; None for the newest.
        corpus: What that snapshot indexed, as for `open_corpus`; None for kept texts and the settings' own sources.
        most: How many documents and sections without an item are listed; the others are counted.
    """

    at: str | None = None
    corpus: str | None = None
    most: int = 10


def set_stats(folder: Path, request: StatsRequest, progress: Progress = untold) -> SetStats:
    """Count the set that a folder belongs to, and what it uses of a snapshot's corpus.

    Raises:
        SnapshotError: There is no such snapshot, one that is needed is damaged, or the corpus named is not what it
            indexed.
        CorpusError: The corpus that was named cannot be used.
        GoldsetError: There is no set.
    """
    found = find_set(folder)
    if request.at is not None:
        require_snapshot(found, request.at, request.corpus)
    read = read_items(found.tree)
    standing = read_standing(found.tree, read.items, request.at)
    stats = SetStats(
        name=read_settings(found.tree).set,
        snapshot=standing.snapshot if standing else None,
        files=len(read.files),
        unreadable=tuple((file.path, _why(file)) for file in read.unreadable),
        unread=tuple(finding.path for finding in read.findings if finding.code == rules.UNREAD_FILE.code),
        twice=_twice(read),
        items=item_stats(read.items, standing, [snapshot.id for snapshot in read_snapshots(found.tree)]),
    )
    if standing is None:
        return replace(stats, notices=("the set has no snapshot: where its items stand is not known",))
    return _with_corpus(stats, found, standing, folder, request, progress)


def _why(file: ItemFile) -> str:
    first = next(finding for finding in file.findings if finding.severity is Severity.ERROR)
    return f"line {first.line}: {first.message}"


def _twice(read: ReadItems) -> Mapping[str, tuple[str, ...]]:
    paths: dict[str, list[str]] = defaultdict(list)
    for file in read.files:
        if file.id is not None:
            paths[file.id].append(file.path)
    return {item: tuple(found) for item, found in sorted(paths.items()) if len(found) > 1}


def _with_corpus(
    stats: SetStats,
    found: SetFolder,
    standing: SetStanding,
    folder: Path,
    request: StatsRequest,
    progress: Progress,
) -> SetStats:
    uses = list(uses_of(standing.items))
    active = sum(row.active for row in stats.items.table("status").rows)
    stats = replace(stats, concentration=concentration(uses, active))
    with open_texts(found, read_settings(found.tree), request.corpus, folder, progress) as texts:
        whole = _whole(texts, standing.snapshot, request.corpus)
        manifest = texts.manifest(standing.snapshot)
        if manifest.snapshot.thinned and whole is None:
            said = f"snapshot {standing.snapshot} is thinned: which documents have no item is not known without --corpus"
            documents, notices = None, [said]
        else:
            listed = (whole or manifest).documents
            documents, notices = document_use(listed, uses, request.most), []
        known = whole.documents if whole else manifest.documents
        return replace(
            stats,
            documents=documents,
            sections=section_use(
                _sections(uses, known, texts, standing.snapshot, progress), uses, request.most
            ),
            notices=tuple(notices),
        )


def _whole(texts: SnapshotTexts, snapshot: str, corpus: str | None) -> Corpus | None:
    """Return the corpus that a person named; None where none was.

    Raises:
        SnapshotError: It is not what the snapshot indexed.
    """
    whole = texts.whole_corpus(snapshot)
    if corpus is not None and whole is None:
        raise SnapshotError(
            f"the corpus {corpus} is not what snapshot {snapshot} indexed",
            "name another snapshot with `--at`, or make one of this corpus",
        )
    return whole


def _sections(
    uses: Iterable[Use],
    documents: Mapping[str, DocumentRecord],
    texts: SnapshotTexts,
    snapshot: str,
    progress: Progress,
) -> Iterator[tuple[str, Sequence[Section] | None]]:
    """Yield the sections of every document with an item; None where its text is not at hand."""
    used = sorted({use.doc_id for use in uses} & documents.keys())
    for number, doc_id in enumerate(used, start=1):
        progress("reading sections", number, len(used))
        text = texts.text(snapshot, doc_id)
        yield doc_id, None if text is None else sections_of(text)
