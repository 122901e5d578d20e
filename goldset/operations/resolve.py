"""Say where every gold span stands in a snapshot. Nothing is written."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from goldset.domain.items import GoldSpan, Item, Span
from goldset.domain.lines import fresh_line, undone_in
from goldset.domain.progress import Progress, untold
from goldset.domain.resolutions import (
    CARRIED_OVER,
    QUEUED,
    TAKEN_BACK,
    Outcome,
    Resolution,
    is_taken_back,
)
from goldset.domain.snapshots import DocumentRecord
from goldset.errors import SnapshotError, WrongUsageError
from goldset.operations.absent_snapshot import require_snapshot
from goldset.operations.workers import open_workers
from goldset.resolution.resolve import resolve_spans
from goldset.stores.item_files import read_items
from goldset.stores.renames_file import read_renames
from goldset.stores.set_folder import find_set
from goldset.stores.settings_file import read_settings
from goldset.stores.snapshot_files import read_resolutions, snapshot_ids
from goldset.stores.snapshot_texts import SnapshotTexts, open_texts


@dataclass(frozen=True, slots=True)
class ResolveRequest:
    """What a person asked for.

    Attributes:
        to: Id of the snapshot to resolve in.
        corpus: What that snapshot indexed, as for `open_corpus`; None for the settings' own sources.
        renames: File of renamed documents (see `read_renames`); None where there is none.
        item: Id of the one item to resolve; None for all.
        jobs: How many processes share the work; 0 for one a processor.
    """

    to: str
    corpus: str | None = None
    renames: Path | None = None
    item: str | None = None
    jobs: int = 1


@dataclass(frozen=True, slots=True)
class ResolvedSpan:
    """A span and where it stands."""

    span: Span
    resolution: Resolution


@dataclass(frozen=True, slots=True)
class ResolvedSet:
    """Where all spans stand in a snapshot.

    Attributes:
        to: The snapshot's id.
        items: Every item that was resolved, by id.
        spans: Every gold span of them, by item and place in the item.
        near: Every near span: reported, never queued.
        unreadable: Item files with errors, whose spans could not be resolved.
    """

    to: str
    items: tuple[Item, ...]
    spans: tuple[ResolvedSpan, ...]
    near: tuple[ResolvedSpan, ...]
    unreadable: tuple[str, ...]

    def totals(self) -> dict[str, int]:
        """Return counts of items and spans, and of spans by outcome; these add up to the spans.

        A span whose carry-over a person took back counts as that alone.
        """
        counted = Counter(
            TAKEN_BACK if is_taken_back(one.resolution) else str(one.resolution.outcome) for one in self.spans
        )
        by_outcome = {name: counted[name] for name in (*map(str, Outcome), TAKEN_BACK)}
        return {"items": len(self.items), "spans": len(self.spans), **by_outcome}

    def exit_code(self, *, queued_counts: bool) -> int:
        """Return 1 where something could not be resolved, or, if asked, where something is queued; else 0."""
        lines = [one.resolution for one in self.spans]
        unsolved = bool(self.unreadable) or any(line.outcome is Outcome.UNRESOLVED for line in lines)
        queued = any(line.outcome in QUEUED or is_taken_back(line) for line in lines)
        return int(unsolved or (queued_counts and queued))

    def carried_over(self) -> int:
        """Return how many spans need no person."""
        lines = [one.resolution for one in self.spans]
        return sum(line.outcome in CARRIED_OVER and not is_taken_back(line) for line in lines)


def resolve_set(folder: Path, request: ResolveRequest, progress: Progress = untold) -> ResolvedSet:
    """Resolve the set that a folder belongs to.

    Raises:
        SnapshotError: There is no such snapshot, or its corpus cannot be had.
        CorpusError: The corpus that was named cannot be used.
        WrongUsageError: There is no such item.
        GoldsetError: There is no set, or the list of renames cannot be read.
    """
    found = find_set(folder)
    settings, read = read_settings(found.tree), read_items(found.tree)
    items = _chosen(read.items, request.item)
    renames = read_renames(request.renames) if request.renames else []
    require_snapshot(found, request.to, request.corpus)
    with (
        open_texts(found, settings, request.corpus, folder, progress) as texts,
        open_workers(request.jobs, progress) as workers,
    ):
        after = whole_snapshot(texts, request.to, request.corpus)
        before = {name: SnapshotCorpus(texts, name) for name in snapshot_ids(found.tree)}
        gold = [span for item in items for span in item.spans()]
        near = [span for item in items for span in _near(item)]
        found_now = resolve_spans([*gold, *near], before, after, renames, settings.policy, workers)
    undone = undone_in(line for name in before for line in read_resolutions(found.tree, name))
    resolved = [
        one if span.snapshot == request.to else fresh_line(one, undone)
        for span, one in zip([*gold, *near], found_now, strict=True)
    ]
    pairs = [ResolvedSpan(span, one) for span, one in zip([*gold, *near], resolved, strict=True)]
    unreadable = tuple(file.path for file in read.unreadable) if request.item is None else ()
    return ResolvedSet(request.to, items, tuple(pairs[: len(gold)]), tuple(pairs[len(gold) :]), unreadable)


def _chosen(items: Iterable[Item], wanted: str | None) -> tuple[Item, ...]:
    chosen = sorted((item for item in items if wanted in (None, item.id)), key=lambda item: item.id)
    if wanted is not None and not chosen:
        raise WrongUsageError(
            f"there is no readable item {wanted}", "`goldset validate` lists faults of items"
        )
    return tuple(chosen)


def _near(item: Item) -> Sequence[Span]:
    """Return an item's near spans in the shape of spans."""
    return [
        Span(
            item=item,
            id=f"near-{number}",
            confirmed=GoldSpan(doc_id=near.doc_id, text=near.text, start=near.start, end=near.end),
            snapshot=item.corpus_snapshot,
        )
        for number, near in enumerate(item.near_spans, start=1)
    ]


def whole_snapshot(texts: SnapshotTexts, snapshot: str, corpus: str | None) -> "SnapshotCorpus":
    """Return a snapshot, every text of which can be had, or reading it says so.

    Args:
        texts: The texts of the set's snapshots.
        snapshot: Its id.
        corpus: The corpus that a person named.

    Raises:
        SnapshotError: There is no such snapshot, or the corpus named is not what it indexed.
    """
    texts.manifest(snapshot)
    if corpus is not None and texts.whole_corpus(snapshot) is None:
        raise SnapshotError(
            f"the corpus {corpus} is not what snapshot {snapshot} indexed",
            "name the corpus as it was then, or make a snapshot of this one",
        )
    return SnapshotCorpus(texts, snapshot, needed=True)


class SnapshotCorpus:
    """A snapshot's documents, with the texts that can be had (satisfies `Corpus`); all of them where `needed`."""

    def __init__(self, texts: SnapshotTexts, snapshot: str, *, needed: bool = False) -> None:
        self._texts, self._snapshot, self._needed = texts, snapshot, needed

    @property
    def documents(self) -> Mapping[str, DocumentRecord]:
        """The snapshot's documents by id."""
        return self._texts.documents(self._snapshot)

    def text(self, doc_id: str) -> str | None:
        """Return a document's text, or None where it cannot be had any more.

        Raises:
            SnapshotError: It cannot be had, and nothing can be resolved without it.
        """
        text = self._texts.text(self._snapshot, doc_id)
        if text is None and self._needed and doc_id in self.documents:
            raise SnapshotError(
                f"the text of {doc_id} in snapshot {self._snapshot} cannot be had",
                "name the corpus that it indexed with `--corpus PATH`",
            )
        return text
