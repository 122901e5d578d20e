"""Score a run against the set: read it, locate what is text alone, and score every item in every arm."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter
from pathlib import Path

import msgspec

from goldset.domain.collector import without_collector
from goldset.domain.gold import GoldItem
from goldset.domain.runs import Arm, BadLine, Chunk, Run, RunLine
from goldset.domain.scores import ItemScore, Scored, ScoreRules
from goldset.domain.settings import ScoreSettings
from goldset.evaluation.items import facts_of, score_item
from goldset.evaluation.judged import label_of
from goldset.evaluation.run_view import RunView, shapes_of
from goldset.operations.gold import ReadGold, read_gold
from goldset.operations.placing import placed
from goldset.operations.run_documents import run_documents
from goldset.resolution.locate_chunk import Searched, locate_chunk
from goldset.stores.asked_questions import Asked, asked_of
from goldset.stores.chunk_maps import ReadChunkMap, read_chunk_map
from goldset.stores.item_files import read_items
from goldset.stores.run_forms import AUTO, read_any_run
from goldset.stores.set_folder import find_set
from goldset.stores.settings_file import read_settings

# Chunks that are text alone: not in the document that they name, in one whose text is not kept, at several
# places, and, where they name no document, in none that holds evidence of the item.
NOT_LOCATABLE, NOT_KEPT = "not_locatable", "chunks_of_unkept_text"
# Chunks with a text and offsets, where the text stands in the document, and not there; `score_item` counts more.
MISPLACED = "misplaced_chunks"
# Chunks of a document that the snapshot does not have.
UNKNOWN_DOCUMENT = "chunks_of_unknown_documents"
Places = tuple[tuple[int, int], ...]
_TEXT = attrgetter("text")
AMBIGUOUS, ELSEWHERE = "ambiguous_chunks", "chunks_of_no_gold_document"


@dataclass(frozen=True, slots=True)
class ScoreRequest:
    """How a person wants a run scored; None leaves it to goldset.yaml, and the snapshot to the run.

    Attributes:
        k: Cut-offs.
        overlap: Share of a passage, 0–1, that chunks must cover.
        characters: Budgets of `recall_within`, in code points.
        at: Snapshot in which gold is taken, whatever the run says.
        form: Form of the run file; `auto`: as it shows.
        system: Which system's run is taken, where the file holds several.
        only: Fields and values: only items that have one of the values of each field are scored.
        chunks: Path of a chunk map, which says where chunks stand that a run names by id alone.
    """

    k: tuple[int, ...] | None = None
    overlap: float | None = None
    characters: tuple[int, ...] = ()
    at: str | None = None
    form: str = AUTO
    system: str | None = None
    chunks: str | None = None
    only: tuple[tuple[str, str], ...] = ()


def score_run(folder: Path, path: str, request: ScoreRequest | None = None) -> Scored:
    """Score a run file against the set that a folder belongs to. Nothing is written.

    Args:
        folder: A folder of the set.
        path: The run file; `-` for standard input.
        request: How to score it.

    Raises:
        GoldsetError: The run cannot be read at all, an item file has errors, or the run's snapshot is not there.
    """
    request = request or ScoreRequest()
    with without_collector():
        return score_read(folder, read_run_file(folder, path, request), request)


def read_run_file(folder: Path, path: str, request: ScoreRequest) -> Run:
    """Return a run file of any form, its items matched with those of the set that a folder belongs to.

    Raises:
        GoldsetError: The run cannot be read at all.
    """
    return read_any_run(
        path,
        request.form,
        is_chunks=request.chunks is not None,
        asked=lambda: _asked(folder),
        system=request.system,
    )


def _asked(folder: Path) -> Asked:
    tree = find_set(folder).tree
    metrics = [gate.metric for gate in read_settings(tree).gates if gate.metric is not None]
    return asked_of(((item.id, item.question) for item in read_items(tree).items), metrics)


def score_read(folder: Path, run: Run, request: ScoreRequest) -> Scored:
    """Score a run that was read.

    Raises:
        GoldsetError: An item file has errors, or the run's snapshot is not there.
    """
    at = place_run(folder, run, request)
    rules = rules_of(read_settings(find_set(folder).tree).score, request)
    view = RunView(at.read.gold, run.source.meta, shapes_of(at.run.lines), at.index.chunks, at.read.text)
    rows = list(_rows(at.run, rules, view))
    for row in rows:
        at.counts.update(row.counts)
    gold = at.read.gold
    return Scored(
        source=run.source,
        set_name=gold.name,
        snapshot=gold.snapshot,
        snapshot_assumed=(request.at or run.source.meta.snapshot) is None and gold.snapshot is not None,
        rules=rules,
        rows=rows,
        left_out=gold.left_out,
        unknown=at.unknown,
        unknown_documents=at.unknown_documents,
        counts=at.counts,
        chunk_map=at.index.sha256,
        judges={name: tuple(sorted(map(label_of, judges))) for name, judges in view.judges.items()},
    )


@dataclass(frozen=True, slots=True)
class PlacedRun:
    """A run beside the gold of its snapshot.

    Attributes:
        run: The run, its chunks having the places that are known.
        read: The gold.
        index: The chunk map; empty without one.
        counts: What was counted of chunks while their places were looked for.
        unknown_documents: Documents that it names and the snapshot does not have, sorted.
    """

    run: Run
    read: ReadGold
    index: ReadChunkMap
    counts: Counter[str]
    unknown_documents: tuple[str, ...]

    @property
    def unknown(self) -> tuple[str, ...]:
        """The ids of the run that name no item of the set, sorted."""
        return tuple(sorted(self.run.said.keys() - _ids(self.read)))


def place_run(folder: Path, run: Run, request: ScoreRequest) -> PlacedRun:
    """Return a run that was read, beside the gold of its snapshot.

    Raises:
        GoldsetError: An item file has errors, the run's snapshot is not there, or the chunk map cannot be read.
    """
    read = _only(read_gold(find_set(folder), request.at or run.source.meta.snapshot), request.only)
    counts: Counter[str] = Counter()
    index = read_chunk_map(request.chunks) if request.chunks else ReadChunkMap()
    if index.chunks:
        run = replace(run, said=placed(run.said, index.chunks, counts), documents=None)
    named = run_documents(run, read.gold)
    if named.chunks:
        counts[UNKNOWN_DOCUMENT] = named.chunks
    read = replace(read, gold=replace(read.gold, aliases={**read.gold.aliases, **named.forms}))
    return PlacedRun(replace(run, said=_located(run, read, counts)), read, index, counts, named.unknown)


def rules_of(settings: ScoreSettings, request: ScoreRequest) -> ScoreRules:
    """Return the rules of the settings with what a person asked for in their place."""
    k = request.k or settings.k
    return ScoreRules(
        overlap=settings.overlap if request.overlap is None else request.overlap,
        k=tuple(sorted(set(k))),
        characters=tuple(sorted(set(request.characters))),
    )


def _only(read: ReadGold, wanted: Sequence[tuple[str, str]]) -> ReadGold:
    """Return gold without the items that a person did not ask about: they are left out by name."""
    if not wanted:
        return read
    asked: dict[str, set[str]] = defaultdict(set)
    for field, value in wanted:
        asked[field].add(value)
    kept = {
        item_id: gold
        for item_id, gold in read.gold.items.items()
        if all(values & {*facts_of(gold).get(field, ())} for field, values in asked.items())
    }
    said = ", ".join(f"{field}={value}" for field, value in wanted)
    others = tuple(sorted(read.gold.items.keys() - kept.keys()))
    left_out = {**read.gold.left_out, **({f"not {said}": others} if others else {})}
    return replace(read, gold=replace(read.gold, items=kept, left_out=left_out))


def _ids(read: ReadGold) -> set[str]:
    return {*read.gold.items, *(item for ids in read.gold.left_out.values() for item in ids)}


def _rows(run: Run, rules: ScoreRules, view: RunView) -> Iterator[ItemScore]:
    arms = run.arms or (Arm.RETRIEVED,)
    for item_id, gold in view.gold.items.items():
        lines = run.said.get(item_id, {})
        yield from score_item(gold, {arm: lines.get(arm) for arm in arms}, rules, view)


def _located(run: Run, read: ReadGold, counts: Counter[str]) -> Mapping[str, Mapping[Arm, RunLine | BadLine]]:
    """Return what a run says, chunks that are text alone having their place where they have one."""
    searched: dict[str, Searched | None] = {}
    places: dict[tuple[str, str], Places] = {}
    said: dict[str, Mapping[Arm, RunLine | BadLine]] = {}
    for item_id, lines in run.said.items():
        gold = read.gold.items.get(item_id)
        if gold is None or not any(_has_texts(line) for line in lines.values()):
            said[item_id] = lines
            continue
        chunks = _Locating(gold, read, searched, places, counts)
        said[item_id] = {arm: chunks.line(line) for arm, line in lines.items()}
    return said


def _has_texts(line: RunLine | BadLine) -> bool:
    if isinstance(line, BadLine):
        return False
    return any(map(_TEXT, line.retrieved or ()))


@dataclass(frozen=True, slots=True)
class _Locating:
    """Locates the chunks of one item: only in documents that its evidence or near spans stand in."""

    gold: GoldItem
    read: ReadGold
    searched: dict[str, Searched | None]
    places: dict[tuple[str, str], Places]
    counts: Counter[str]

    def line(self, line: RunLine | BadLine) -> RunLine | BadLine:
        """Return a line with its chunks located."""
        if isinstance(line, BadLine) or line.retrieved is None:
            return line
        return msgspec.structs.replace(line, retrieved=tuple(self._chunk(chunk) for chunk in line.retrieved))

    def _chunk(self, chunk: Chunk) -> Chunk:
        if not chunk.text:
            return chunk
        if chunk.start is not None:
            self._compare(chunk)
            return chunk
        known = self.read.gold
        named = known.aliases.get(chunk.doc_id, chunk.doc_id) if chunk.doc_id else None
        if named is not None and named not in self._documents():
            return chunk  # another document holds no evidence of this item, wherever the chunk stands in it
        places = [
            (doc_id, start, end)
            for doc_id in ([named] if named else sorted(self._documents()))
            for start, end in self._places(chunk.text, doc_id)
        ]
        if len(places) != 1:
            self.counts[AMBIGUOUS if places else self._why_nowhere(named)] += 1
            return chunk
        (doc_id, start, end) = places[0]
        return msgspec.structs.replace(chunk, doc_id=doc_id, start=start, end=end)

    def _compare(self, chunk: Chunk) -> None:
        """Count a chunk whose text does not stand at its offsets: they count in another text than goldset's."""
        named = self.read.gold.aliases.get(chunk.doc_id or "", chunk.doc_id or "")
        found = self._document(named) if named in self._documents() else None
        if found is None or (chunk.end or 0) > len(found.text):
            return  # what ends beyond the document is counted whether it has a text or not
        if found.text[chunk.start : chunk.end].split() != (chunk.text or "").split():
            places = self._places(chunk.text or "", named)
            self.counts[MISPLACED] += bool(places) and (chunk.start, chunk.end) not in places

    def _document(self, doc_id: str) -> Searched | None:
        if doc_id not in self.searched:
            document = self.read.text(doc_id)
            self.searched[doc_id] = None if document is None else Searched(document)
        return self.searched[doc_id]

    def _places(self, text: str, doc_id: str) -> Places:
        """Return where a text stands in a document; the same chunk is retrieved for many items."""
        if (doc_id, text) not in self.places:
            found = self._document(doc_id)
            self.places[doc_id, text] = () if found is None else locate_chunk(text, found).places
        return self.places[doc_id, text]

    def _why_nowhere(self, named: str | None) -> str:
        if named is None:
            return ELSEWHERE
        return NOT_KEPT if self.searched[named] is None else NOT_LOCATABLE

    def _documents(self) -> set[str]:
        near = {doc_id for doc_id, _, _ in self.gold.near}
        return near | {evidence.doc_id for evidence in self.gold.evidence}
