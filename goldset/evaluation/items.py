"""What one item scored: a row per arm, from its gold and what the run says. The one door to all measures."""

from collections import Counter
from collections.abc import Mapping

from goldset.domain.gold import GoldItem
from goldset.domain.runs import Arm, RunLine
from goldset.domain.scores import End, ItemScore, ScoreRules
from goldset.evaluation.distinct import distinct
from goldset.evaluation.documents import document_values
from goldset.evaluation.metrics import document_keys, passage_keys
from goldset.evaluation.retrieval import retrieval_values
from goldset.evaluation.run_view import RunView, Shape
from goldset.evaluation.states import Said, end_of
from goldset.evaluation.strays import stray_values

Values = dict[str, float]


def score_item(gold: GoldItem, said: Mapping[Arm, Said], rules: ScoreRules, view: RunView) -> list[ItemScore]:
    """Return what an item scored, a row for each arm that the run has.

    Args:
        gold: The item and its evidence in the run's snapshot.
        said: By arm of the run, what it says of the item; None where it has no line for it.
        rules: How it is scored.
        view: What holds for all items of the run.
    """
    return [_row(gold, arm, line, rules, view) for arm, line in said.items()]


def _row(gold: GoldItem, arm: Arm, said: Said, rules: ScoreRules, view: RunView) -> ItemScore:
    end, why = end_of(gold, said)
    shape = view.shapes.get(arm, Shape())
    counts: Counter[str] = Counter()
    line = said if isinstance(said, RunLine) else None
    values: dict[str, float | None] = {}
    if arm is Arm.RETRIEVED and shape.rankings:
        values |= _retrieval(gold, line, rules, view, counts)
    if end is End.STALE:
        values = dict.fromkeys(values)
    return ItemScore(
        item=gold.id,
        arm=arm,
        end=end,
        values=values,
        facts=facts_of(gold),
        documents=tuple(sorted({evidence.doc_id for evidence in gold.evidence})),
        is_answerable=gold.is_answerable,
        notes={end.value: why} if why else {},
        counts=counts,
    )


def _retrieval(
    gold: GoldItem, line: RunLine | None, rules: ScoreRules, view: RunView, counts: Counter[str]
) -> Values:
    retrieved = (line.retrieved if line else None) or ()
    ranked = distinct(retrieved, view.gold.aliases)
    counts["chunks"] = len(retrieved)
    counts["duplicate_chunks"] = len(retrieved) - len(ranked)
    values: Values = {}
    has_places = view.shapes[Arm.RETRIEVED].places
    if gold.evidence:
        if has_places:
            values |= retrieval_values(gold, retrieved, ranked, rules)
        values |= document_values(gold, ranked, rules)
    elif gold.is_answerable:  # a stale item of which nothing is known still counts as an item
        values |= dict.fromkeys([*(passage_keys(rules) if has_places else ()), *document_keys(rules)], 0.0)
    if has_places:
        values |= stray_values(gold, ranked, rules, view.gold.scopes)
    return values


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
    }
    facts = {field: (value,) for field, value in single.items() if value}
    return facts | ({"tags": item.tags} if item.tags else {})
