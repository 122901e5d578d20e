"""Where an item was lost: the first step of the pipeline that explains its failure, and tables over all items."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from goldset.domain.gold import GoldItem
from goldset.domain.mentions import unsaid
from goldset.domain.runs import Chunk, RunLine
from goldset.domain.scores import End, ItemScore, ScoreRules
from goldset.evaluation.overlap import shared
from goldset.evaluation.run_view import RunView
from goldset.evaluation.stages import RETRIEVED
from goldset.evaluation.states import ATTEMPTED, FAILED
from goldset.evaluation.walk import Walk


class Step(StrEnum):
    """Why an answerable item failed: the first that applies, in the order of the pipeline."""

    NO_RESULT = "no result"
    NOT_IN_CORPUS = "not in corpus"
    NOT_INDEXED = "not indexed"
    NOT_A_CANDIDATE = "not among candidates"
    NOT_IN_RANKING = "not in the ranking"
    LOST_IN_RERANKING = "lost in reranking"
    CUT_FROM_CONTEXT = "cut from context"
    RANKED_LOW = "ranked below the cut-off"
    ABSTAINED = "in context, and abstained"
    SOURCES_CONFLICT = "in context, and sources conflict"
    MISREAD = "in context, and misread"


def step_of(
    gold: GoldItem,
    end: End,
    line: RunLine | None,
    walks: Mapping[str, Walk | None],
    rules: ScoreRules,
    view: RunView,
) -> Step:
    """Return where a failing answerable item was lost in the arm `retrieved`.

    Without candidates the ranking stands for them: then nobody knows whether what it lacks ever was one. Without
    a context it stands for that too. A stage whose chunks cannot be placed is passed over.

    Args:
        gold: The item, current in the snapshot.
        end: How it ended.
        line: What the run says.
        walks: What it retrieved, and the stages that it lists (see `stages.walks_of`).
        rules: The overlap that finds a passage.
        view: What holds for the whole run.
    """
    if end in FAILED or line is None:
        return Step.NO_RESULT
    before = _before_search(gold, rules, view)
    if before:
        return before
    first = Step.NOT_A_CANDIDATE if "candidates" in walks else Step.NOT_IN_RANKING
    path = (
        (first, walks.get("candidates", walks[RETRIEVED])),
        (Step.LOST_IN_RERANKING, walks.get("reranked")),
        (Step.CUT_FROM_CONTEXT, walks.get("context")),
    )
    for step, walk in path:
        if walk is not None and walk.missing():
            return step
    if not view.shapes[line.arm].answers:
        return Step.RANKED_LOW
    if end is End.ABSTAINED:
        return Step.ABSTAINED
    return Step.SOURCES_CONFLICT if conflicting(gold, context_of(walks), view) else Step.MISREAD


def context_of(walks: Mapping[str, Walk | None]) -> Sequence[Chunk]:
    """Return the chunks in the prompt, as far as their places are known; else what was retrieved."""
    walk = walks.get("context") or walks[RETRIEVED]
    return walk.ranking.chunks if walk else ()


def _before_search(gold: GoldItem, rules: ScoreRules, view: RunView) -> Step | None:
    documents = view.gold.documents
    if documents and any(evidence.doc_id not in documents for evidence in gold.evidence):
        return Step.NOT_IN_CORPUS
    return Step.NOT_INDEXED if view.chunks and not _is_indexed(gold, rules, view) else None


def _is_indexed(gold: GoldItem, rules: ScoreRules, view: RunView) -> bool:
    held = {group for e in gold.evidence if view.index.holds(e, rules.overlap) for group in e.groups}
    return held == set(gold.groups)


def conflicting(gold: GoldItem, context: Iterable[Chunk], view: RunView) -> list[str]:
    """Return what stands in the context against the evidence: near spans, and texts that an answer must not say.

    A near span counts where a chunk holds all of it. A text counts where a chunk says it, and no evidence does.
    """
    proof = " ".join(evidence.text for evidence in gold.evidence)
    item = gold.item
    forbidden = unsaid(proof, item.must_not_include, item.language)
    found = []
    for chunk in context:
        doc = view.gold.aliases.get(chunk.doc_id or "", chunk.doc_id or "")
        start, end = chunk.start or 0, chunk.end or 0
        for where, begin, stop in gold.near:
            if where == doc and shared(start, end, begin, stop) == stop - begin > 0:
                found.append(f"near span {where}:{begin}-{stop}")
        text = chunk.text if chunk.text is not None else (view.text(doc) or "")[start:end] if doc else ""
        absent = unsaid(text, forbidden, item.language)
        found += [f"“{one}” in {doc or chunk.chunk_id}" for one in forbidden if one not in absent]
    return list(dict.fromkeys(found))


@dataclass(frozen=True, slots=True)
class Table:
    """Two questions about each item, and the items of each pair of answers; with `left_out` they are all items.

    Attributes:
        rows: What the rows say, in order.
        columns: What the columns say, in order.
        cells: By row and column, the diagnosis in words and the ids, sorted.
        left_out: By reason, ids of items of which a question has no answer, sorted.
    """

    rows: tuple[str, ...]
    columns: tuple[str, ...]
    cells: Mapping[tuple[str, str], tuple[str, tuple[str, ...]]]
    left_out: Mapping[str, tuple[str, ...]]


_RETRIEVED_AND_RIGHT = {
    ("evidence", "right"): "works",
    ("evidence", "wrong"): "the generator lost it",
    ("no evidence", "right"): "known anyway, lucky, or not in gold",
    ("no evidence", "wrong"): "retrieval lost it",
}
_EVIDENCE_AND_END = {
    ("evidence", "answered"): "as it should be",
    ("evidence", "abstained"): "over-caution",
    ("no evidence", "answered"): "fabrication, or known anyway",
    ("no evidence", "abstained"): "as it should be: evidence was missing",
}


def retrieved_and_right(rows: Iterable[ItemScore], complete: str, correct: str) -> Table:
    """Return the items of one arm by whether all evidence was there and whether the answer was right.

    Args:
        rows: Rows of one arm.
        complete: Key of what says that all evidence was there: `complete_in_context`, `complete@10`.
        correct: Key of what says that the answer was right: `correct`, `judged_correct`.
    """
    return _table(rows, complete, _RETRIEVED_AND_RIGHT, lambda row: _rightness(row, correct))


def evidence_and_end(rows: Iterable[ItemScore], complete: str) -> Table:
    """Return the answerable items of one arm by whether all evidence was there and whether they were answered."""
    return _table(rows, complete, _EVIDENCE_AND_END, _attempt)


def _rightness(row: ItemScore, correct: str) -> str:
    value = row.values.get(correct)
    if value is None:
        return "?nothing says whether the answer is right"
    return "right" if value == 1 else "wrong"


def _attempt(row: ItemScore) -> str:
    if row.end in ATTEMPTED:
        return "answered"
    return "abstained" if row.end is End.ABSTAINED else f"?{row.end.value}"


def _table(
    rows: Iterable[ItemScore],
    complete: str,
    diagnoses: Mapping[tuple[str, str], str],
    column_of: Callable[[ItemScore], str],
) -> Table:
    cells: dict[tuple[str, str], list[str]] = {pair: [] for pair in diagnoses}
    left_out: dict[str, list[str]] = defaultdict(list)
    for row in rows:
        column = column_of(row)
        value = row.values.get(complete)
        if row.end is End.STALE:
            left_out["stale"].append(row.item)
        elif not row.is_answerable:
            left_out["unanswerable"].append(row.item)
        elif value is None:
            left_out["nothing says whether its evidence was there"].append(row.item)
        elif column.startswith("?"):
            left_out[column[1:]].append(row.item)
        else:
            cells["evidence" if value == 1 else "no evidence", column].append(row.item)
    return Table(
        tuple(dict.fromkeys(row for row, _ in diagnoses)),
        tuple(dict.fromkeys(column for _, column in diagnoses)),
        {pair: (diagnoses[pair], tuple(sorted(items))) for pair, items in cells.items()},
        {reason: tuple(sorted(items)) for reason, items in sorted(left_out.items())},
    )
