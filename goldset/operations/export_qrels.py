"""Take the set out as judgements of the chunks of one index, in the form of TREC."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from goldset.domain.exported import Exported
from goldset.domain.gold import GoldItem, GoldSet
from goldset.domain.standing import State
from goldset.errors import GoldsetError, WrongUsageError
from goldset.evaluation.chunk_judgements import ChunkIndex, JudgedChunks, Place
from goldset.operations.export import QRELS, Export, ExportRequest, check_out, put
from goldset.operations.gold import read_gold
from goldset.operations.gold_choice import choose_gold
from goldset.reporting.counting import count
from goldset.stores.chunk_maps import read_chunk_map
from goldset.stores.set_folder import find_set
from goldset.stores.settings_file import read_settings

ABOUT = "TREC judgements of the chunks that --chunks names"
_NAMED = 10


def export_qrels(folder: Path, request: ExportRequest, chunks: str | None) -> Export:
    """Export which chunks of an index are relevant to which item, by the overlap that runs are scored by.

    Args:
        folder: A folder of the set.
        request: What to export, and where to.
        chunks: Path of a chunk map: where each chunk of the index stands.

    Raises:
        WrongUsageError: No chunk map is named, or items are stale and nobody said what becomes of them.
        GoldsetError: The set or the chunk map cannot be read, or the target cannot or must not be written.
    """
    if chunks is None:
        raise WrongUsageError(
            "qrels are about the chunks of an index", "name its chunk map with `--chunks MAP`"
        )
    check_out(request, is_folder=False)
    found = find_set(folder)
    gold = read_gold(found, request.at).gold
    choice = choose_gold(gold, request.wanted, request.stale)
    mapped = read_chunk_map(chunks)
    places = {
        name: (gold.aliases.get(chunk.doc_id or "", chunk.doc_id or ""), chunk.start or 0, chunk.end or 0)
        for name, chunk in mapped.chunks.items()
    }
    index, overlap = ChunkIndex(places), read_settings(found.tree).score.overlap
    judged = {one.id: index.judge(one, overlap) for one in choice.items}
    lines = [f"{item} 0 {name} {grade}" for item, one in judged.items() for name, grade in one.grades.items()]
    _refuse_white_space(judged)
    data = put(request, {"": "".join(f"{line}\n" for line in lines).encode()})
    account = Exported(
        form=QRELS,
        out=request.out,
        set_name=gold.name,
        snapshot=gold.snapshot,
        items=tuple(item for item, one in judged.items() if one.grades),
        left_out=choice.left_out,
        stale={one.id: one.reason for one in choice.items if one.state is State.STALE},
        not_held=tuple(item for item, one in judged.items() if not one.grades),
        notes=(
            f"chunks {chunks}, SHA-256 {mapped.sha256}",
            f"a chunk counts where it shares {overlap:g} of the shorter of both with a passage",
            *_notes(choice.items, judged, places, gold),
        ),
        rows=len(lines),
    )
    return Export(account, data)


def _refuse_white_space(judged: Mapping[str, JudgedChunks]) -> None:
    names = {*judged, *(name for one in judged.values() for name in one.grades)}
    odd = sorted(name for name in names if not name or name.split() != [name])
    if odd:
        raise GoldsetError(
            f"{odd[0]!r} holds white space, which parts the columns of TREC files",
            "name chunks without it",
        )


def _notes(
    items: Sequence[GoldItem],
    judged: Mapping[str, JudgedChunks],
    places: Mapping[str, Place],
    gold: GoldSet,
) -> Iterator[str]:
    uncovered = [f"{item} {span}" for item, one in judged.items() for span in one.uncovered]
    if uncovered:
        more = f" and {len(uncovered) - _NAMED} more" if len(uncovered) > _NAMED else ""
        named = ", ".join(uncovered[:_NAMED]) + more
        yield f"no run over these chunks can find {count(len(uncovered), 'span')}: {named}"
    strange = sorted({doc for doc, _, _ in places.values()} - gold.documents.keys())
    if strange:
        where = f"snapshot {gold.snapshot}" if gold.snapshot else "the set"
        yield f"{count(len(strange), 'document')} of the chunk map {where} does not have, such as {strange[0]}"
    unknown = [one.id for one in items if one.is_answerable and not one.evidence]
    if unknown:
        yield f"of {count(len(unknown), 'stale item')} no passage has a place: {', '.join(unknown[:_NAMED])}"
