"""What one item scored: a row per arm, from its gold and what the run says. The one door to all measures."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from goldset.domain.gold import GoldItem
from goldset.domain.metric_keys import key_of
from goldset.domain.runs import Arm, RunLine
from goldset.domain.scores import End, ItemScore, ScoreRules
from goldset.evaluation import answers
from goldset.evaluation.abstention import abstention_values
from goldset.evaluation.citations import citation_values
from goldset.evaluation.diagnosis import Step, conflicting, context_of, step_of
from goldset.evaluation.distinct import Ranking
from goldset.evaluation.documents import document_values
from goldset.evaluation.judged import judged_values
from goldset.evaluation.metrics import document_keys, passage_keys
from goldset.evaluation.retrieval import retrieval_values, suffix_of
from goldset.evaluation.run_view import RunView, Shape
from goldset.evaluation.stages import RETRIEVED, stage_values, walks_of
from goldset.evaluation.states import ATTEMPTED, Said, end_of
from goldset.evaluation.strays import stray_values
from goldset.evaluation.walk import Walk

Walks = Mapping[str, Walk | None]


def score_item(gold: GoldItem, said: Mapping[Arm, Said], rules: ScoreRules, view: RunView) -> list[ItemScore]:
    """Return what an item scored, a row for each arm that the run has.

    Args:
        gold: The item and its evidence in the run's snapshot.
        said: By arm of the run, what it says of the item; None where it has no line for it.
        rules: How it is scored.
        view: What holds for all items of the run.
    """
    return [_row(gold, arm, line, rules, view) for arm, line in said.items()]


@dataclass(slots=True)
class _Scoring:
    """An item in one arm while it is scored.

    Attributes:
        gold: The item.
        end: How it ended.
        line: What the run says; None where it has no line that can be read.
        shape: What the lines of the arm hold.
        rules: How it is scored.
        view: What holds for all items of the run.
        values: By key, the measures so far.
        notes: By subject, what a person may want to know of it.
        counts: What was counted in its line.
    """

    gold: GoldItem
    end: End
    line: RunLine | None
    shape: Shape
    rules: ScoreRules
    view: RunView
    values: dict[str, float] = field(default_factory=dict)
    notes: dict[str, str] = field(default_factory=dict)
    counts: Counter[str] = field(default_factory=Counter)


def _row(gold: GoldItem, arm: Arm, said: Said, rules: ScoreRules, view: RunView) -> ItemScore:
    end, why = end_of(gold, said)
    line = said if isinstance(said, RunLine) else None
    scoring = _Scoring(gold, end, line, view.shapes.get(arm, Shape()), rules, view)
    is_retrieval = arm is Arm.RETRIEVED and scoring.shape.rankings
    walks = walks_of(gold, line, view, rules) if is_retrieval else {}
    if is_retrieval:
        _score_retrieval(scoring, walks)
    if scoring.shape.answers:
        _score_answer(scoring)
    if arm is Arm.RETRIEVED and scoring.shape.citations and line and end in ATTEMPTED:
        scoring.values |= citation_values(gold, line, view, scoring.counts)
    scoring.values |= judged_values(line, end, view, scoring.counts, is_answerable=gold.is_answerable)
    _compare(scoring)
    if is_retrieval and _has_failed(scoring):
        _diagnose(scoring, walks)
    values: dict[str, float | None] = {**scoring.values}
    return ItemScore(
        item=gold.id,
        arm=arm,
        end=end,
        values=dict.fromkeys(values) if end is End.STALE else values,
        facts=facts_of(gold),
        documents=tuple(sorted({evidence.doc_id for evidence in gold.evidence})),
        is_answerable=gold.is_answerable,
        notes=({end.value: why} if why else {}) | scoring.notes,
        confidence=line.confidence if line else None,
        counts={name: number for name, number in scoring.counts.items() if number},
    )


def _score_retrieval(scoring: _Scoring, walks: Walks) -> None:
    gold, rules, has_places = scoring.gold, scoring.rules, scoring.shape.places
    walk = walks[RETRIEVED]
    assert walk is not None
    ranking = walk.ranking
    scoring.counts["chunks"] = len(ranking.chunks)
    scoring.counts["duplicate_chunks"] = len(ranking.chunks) - len(ranking.ranks)
    scoring.counts["misplaced_chunks"] = _beyond_the_end(ranking, scoring.view.gold.documents)
    scoring.counts["stages_without_places"] = sum(stage is None for stage in walks.values())
    if gold.evidence:
        if has_places:
            scoring.values |= retrieval_values(walk, rules)
            scoring.values |= stage_values(gold, walks, scoring.shape.stages, rules)
        scoring.values |= document_values(gold, ranking.documents, rules)
    elif gold.is_answerable:  # a stale item of which nothing is known is still an item
        keys = [*(passage_keys(rules) if has_places else ()), *document_keys(rules)]
        scoring.values |= dict.fromkeys(keys, 0.0)
    if has_places:
        scoring.values |= stray_values(gold, ranking, rules, scoring.view.gold.scopes)


def _beyond_the_end(ranking: Ranking, lengths: Mapping[str, int]) -> int:
    """Return how many chunks of gold documents end beyond them: their offsets count in another text."""
    return sum(end > lengths.get(doc, end) for _, doc, _, end in ranking.near)


def _score_answer(scoring: _Scoring) -> None:
    gold, end, line = scoring.gold, scoring.end, scoring.line
    scoring.values |= abstention_values(gold, end, line)
    if end is End.ABSTAINED and line and line.abstain_reason:
        scoring.notes["abstained"] = line.abstain_reason
    if gold.is_answerable and scoring.shape.texts and answers.has_texts(gold):
        scoring.values["correct"], wrong = answers.correct(gold, end, line)
        if wrong:
            scoring.notes["wrong"] = wrong
    share = answers.parts(end, line)
    if share is not None:
        scoring.values["parts"] = share


def _compare(scoring: _Scoring) -> None:
    """Add what hangs on correctness: wrong answers among attempted, and where text and judge disagree."""
    values = scoring.values
    if scoring.end not in ATTEMPTED or not scoring.gold.is_answerable:
        return
    correct, judged = values.get("correct"), values.get("judged_correct")
    if correct is not None:
        values["wrong_answer"] = 1 - correct
    if judged is not None:
        values["judged_wrong_answer"] = 1 - judged
    if correct is not None and judged is not None and correct != judged:
        scoring.notes["disagreement"] = f"texts compared: {correct:g}, judged: {judged:g}"


def _has_failed(scoring: _Scoring) -> bool:
    """Return whether an answerable item that is current failed: by its answer, else by its evidence."""
    gold, values, end = scoring.gold, scoring.values, scoring.end
    if not gold.is_answerable or not gold.evidence or end is End.STALE:
        return False
    if scoring.shape.answers:
        known = (values.get(name) for name in ("correct", "judged_correct"))
        right = next((value for value in known if value is not None), None)
        return end is not End.ANSWERED or (right is not None and right < 1)
    complete = key_of(f"complete{suffix_of(gold)}", scoring.rules.k[-1]) if scoring.rules.k else ""
    return values.get(complete) == 0


def _diagnose(scoring: _Scoring, walks: Walks) -> None:
    gold, view = scoring.gold, scoring.view
    step = step_of(gold, scoring.end, scoring.line, walks, scoring.rules, view)
    scoring.notes["diagnosis"] = step.value
    if step is Step.SOURCES_CONFLICT:
        scoring.notes["conflict"] = ", ".join(conflicting(gold, context_of(walks), view))


def facts_of(gold: GoldItem) -> dict[str, tuple[str, ...]]:
    """Return by field what an item is grouped by; fields that it does not have are absent."""
    item = gold.item
    single = {
        "slice": item.slice,
        "kind": item.kind and item.kind.value,
        "jurisdiction": item.jurisdiction,
        "language": item.language,
        "tier": item.tier and item.tier.value,
        "split": item.split and item.split.value,
        "origin": item.origin and item.origin.kind.value,
        "variant_of": item.variant_of,
    }
    facts = {field: (value,) for field, value in single.items() if value}
    return facts | ({"tags": item.tags} if item.tags else {})
