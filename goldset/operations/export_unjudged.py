"""Take out what a run retrieved and nobody judged, for people to label."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from goldset.domain.exported import Exported
from goldset.domain.gold import GoldItem
from goldset.domain.runs import Arm, Chunk, RunLine
from goldset.domain.standing import State
from goldset.evaluation.distinct import Ranking, ranking_of
from goldset.evaluation.strays import unjudged_of
from goldset.operations.export import UNJUDGED, Export, ExportRequest, check_out, put
from goldset.operations.gold_choice import choose_gold
from goldset.operations.score import PlacedRun, ScoreRequest, place_run, read_run_file
from goldset.reporting.counting import count
from goldset.stores.formats.cells import guarded
from goldset.stores.formats.delimited import written
from goldset.stores.run_forms import AUTO

ABOUT = "retrieved chunks of a run that touch no gold or near span, to label"
COLUMNS = ("item", "question", "gold_answer", "rank", "chunk_id", "doc_id", "start", "end", "text", "verdict")
_NAMED = 10
NO_RANKING, ALL_JUDGED = "no ranking in the run", "every chunk is judged"


@dataclass(frozen=True, slots=True)
class Retrieved:
    """The run whose results are to be labelled.

    Attributes:
        run: Its file; `-` for standard input.
        form: Its form; `auto`: as it shows.
        chunks: Path of a chunk map; None where the run says where its chunks stand.
        k: How many different chunks of each item are looked at.
        system: Which system's run, where the file holds several; None where it holds one.
    """

    run: str
    form: str = AUTO
    chunks: str | None = None
    k: int = 10
    system: str | None = None


def export_unjudged(folder: Path, request: ExportRequest, retrieved: Retrieved) -> Export:
    """Export the chunks of a run that touch neither evidence nor a near span, by item and rank.

    They are written as CSV where the name of the file says so, else as JSON Lines.

    Raises:
        WrongUsageError: Items are stale and nobody said what becomes of them.
        GoldsetError: The set or the run cannot be read, or the target cannot or must not be written.
    """
    check_out(request, is_folder=False)
    how = ScoreRequest(at=request.at, form=retrieved.form, chunks=retrieved.chunks, system=retrieved.system)
    placed = place_run(folder, read_run_file(folder, retrieved.run, how), how)
    rankings = dict(_rankings(placed))
    unranked = dict.fromkeys(placed.read.gold.items.keys() - rankings.keys(), NO_RANKING)
    choice = choose_gold(placed.read.gold, request.wanted, request.stale, unranked)
    found = {one.id: list(_rows(one, rankings[one.id], placed, retrieved.k)) for one in choice.items}
    rows = [row for there in found.values() for row in there]
    judged = tuple(item for item, there in found.items() if not there)
    is_csv = (request.out or "").lower().endswith(".csv")
    data = put(request, {"": _csv(rows) if is_csv else _json_lines(rows)})
    account = Exported(
        form=UNJUDGED,
        out=request.out,
        set_name=placed.read.gold.name,
        snapshot=placed.read.gold.snapshot,
        items=tuple(item for item, there in found.items() if there),
        left_out={**choice.left_out, **({ALL_JUDGED: judged} if judged else {})},
        stale={one.id: one.reason for one in choice.items if one.state is State.STALE and found[one.id]},
        notes=tuple(_notes(placed, rows, request)),
        rows=len(rows),
    )
    return Export(account, data, is_flawed=bool(placed.run.source.bad or placed.unknown))


def _rankings(placed: PlacedRun) -> Iterator[tuple[str, Ranking]]:
    gold = placed.read.gold
    for item, one in gold.items.items():
        line = placed.run.said.get(item, {}).get(Arm.RETRIEVED)
        if isinstance(line, RunLine) and line.retrieved is not None:
            wanted = {evidence.doc_id for evidence in one.evidence}
            yield item, ranking_of(line.retrieved, gold.aliases, wanted)


def _rows(gold: GoldItem, ranking: Ranking, placed: PlacedRun, k: int) -> Iterator[dict[str, object]]:
    first = ranking.first(k)
    for ranked, is_unjudged in zip(first, unjudged_of(gold, first), strict=True):
        if is_unjudged:
            rank, doc, start, end = ranked
            chunk = ranking.chunks[rank - 1]
            has_place = start < end
            values = (
                gold.id,
                gold.item.question,
                gold.item.gold_answer,
                rank,
                chunk.chunk_id,
                doc or None,
                start if has_place else None,
                end if has_place else None,
                _text(chunk, doc, placed),
                None,
            )
            yield dict(zip(COLUMNS, values, strict=True))


def _text(chunk: Chunk, doc: str, placed: PlacedRun) -> str | None:
    """Return what a chunk says: by the run, the chunk map, or the text that is kept; None where none knows."""
    if chunk.text:
        return chunk.text
    known = placed.index.chunks.get(chunk.chunk_id or "")
    if known is not None and known.text:
        return known.text
    text = placed.read.text(doc) if doc and chunk.start is not None else None
    return text[chunk.start : chunk.end] if text is not None else None


def _notes(placed: PlacedRun, rows: Sequence[dict[str, object]], request: ExportRequest) -> Iterator[str]:
    source = placed.run.source
    if placed.read.gold.snapshot and (request.at or source.meta.snapshot) is None:
        yield "the run names no snapshot: the newest is taken"
    for bad in source.bad:
        yield f"line {bad.line} of {source.name} cannot be read: {bad.message}"
    if placed.unknown:
        ids = f"{count(len(placed.unknown), 'id')} of {source.name}"
        yield f"{ids} stand for no item of the set: {', '.join(placed.unknown[:_NAMED])}"
    without = sum(row["text"] is None for row in rows)
    if without:
        yield (
            f"{without} of {count(len(rows), 'row')} have no text, because neither the run nor a chunk map has it "
            "and the document's text is not kept"
        )
    yield from source.notices


def _json_lines(rows: Sequence[dict[str, object]]) -> bytes:
    # Half a character, which a run may hold, stands as JSON writes it.
    lines = (json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    return "".join(lines).encode("utf-8", "backslashreplace")


def _csv(rows: Sequence[dict[str, object]]) -> bytes:
    return written([COLUMNS, *([_cell(value) for value in row.values()] for row in rows)], ",")


def _cell(value: object) -> str:
    return "" if value is None else guarded(str(value)).encode("utf-8", "backslashreplace").decode()
