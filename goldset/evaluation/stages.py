"""The stages of retrieval: what the index returned, what reranking left, what stood in the prompt."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence

from goldset.domain.gold import GoldItem
from goldset.domain.metric_keys import key_of
from goldset.domain.runs import Chunk, RunLine
from goldset.domain.scores import ScoreRules
from goldset.evaluation.distinct import Ranking, ranking_of
from goldset.evaluation.metrics import AT_STAGES, STAGES, in_stage
from goldset.evaluation.retrieval import retrieval_values, suffix_of
from goldset.evaluation.run_view import RunView
from goldset.evaluation.walk import Walk

RETRIEVED = "retrieved"


def by_chunk_id(line: RunLine) -> dict[str, list[Chunk]]:
    """Return the chunks that a line retrieved by id, each place once: an id may name several."""
    found: dict[str, list[Chunk]] = defaultdict(list)
    for chunk in line.retrieved or ():
        if chunk.chunk_id is not None and chunk not in found[chunk.chunk_id]:
            found[chunk.chunk_id].append(chunk)
    return dict(found)


def walks_of(
    gold: GoldItem, line: RunLine | None, view: RunView, rules: ScoreRules
) -> dict[str, Walk | None]:
    """Return what a line retrieved, under `retrieved`, and the chunks of each stage that it lists, by stage.

    Each is walked once, whoever asks. None for a stage of which a chunk's place is known neither from the ranking
    nor from a chunk map, or an id names several places: what it holds cannot be told.
    """
    aliases, wanted = view.gold.aliases, {evidence.doc_id for evidence in gold.evidence}

    def walk(chunks: Sequence[Chunk]) -> Walk:
        return Walk(gold, ranking_of(chunks, aliases, wanted), rules.overlap)

    found: dict[str, Walk | None] = {RETRIEVED: walk((line.retrieved if line else None) or ())}
    if line is None or line.stages is None:
        return found
    known = by_chunk_id(line)
    for name in STAGES:
        ids: Sequence[str] | None = getattr(line.stages, name)
        if ids is not None:
            chunks = [
                chunk for chunk_id in ids if (chunk := _chunk(chunk_id, known, view.chunks)) is not None
            ]
            found[name] = walk(chunks) if len(chunks) == len(ids) else None
    return found


def _chunk(chunk_id: str, known: Mapping[str, Sequence[Chunk]], mapped: Mapping[str, Chunk]) -> Chunk | None:
    there = known.get(chunk_id, ())
    if len(there) == 1:
        return there[0]
    return None if there else mapped.get(chunk_id)


def stage_values(
    gold: GoldItem, walks: Mapping[str, Walk | None], wanted: Collection[str], rules: ScoreRules
) -> dict[str, float]:
    """Return the measures of each stage by key, such as `recall_in_candidates@5` and `complete_in_context`.

    Args:
        gold: An item with evidence.
        walks: The stages that its line lists, by name.
        wanted: The stages that any line of the run lists: one that this line lacks holds nothing.
        rules: Cut-offs and overlap.
    """
    values: dict[str, float] = {}
    for name in (stage for stage in STAGES if stage in wanted):
        walk = walks[name] if name in walks else Walk(gold, Ranking(), rules.overlap)
        if walk is not None:
            values |= _of_stage(name, walk, rules)
    return values


def _of_stage(stage: str, walk: Walk, rules: ScoreRules) -> dict[str, float]:
    suffix = suffix_of(walk.gold)
    scored = retrieval_values(walk, rules)
    values = {
        key_of(in_stage(metric, stage) + suffix, k): scored[key_of(metric + suffix, k)]
        for metric in AT_STAGES
        for k in rules.k
    }
    missing = walk.missing()
    values[in_stage("recall", stage) + suffix] = 1 - len(missing) / len(walk.best)
    values[in_stage("complete", stage) + suffix] = float(not missing)
    return values
