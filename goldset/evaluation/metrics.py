"""The metrics: by name, what each is a share of. Reports print these sentences, gates name these names."""

from collections.abc import Iterable
from dataclasses import replace

from goldset.domain.metric_keys import key_of
from goldset.domain.scores import Better, Layer, Metric, ScoreRules

COARSE = "_coarse"
LOW = Better.LOWER


def _ranked(name: str, definition: str, better: Better = Better.HIGHER, *, is_binary: bool = False) -> Metric:
    return Metric(name, Layer.RETRIEVAL, definition, better, is_ranked=True, is_binary=is_binary)


_PASSAGES = (
    _ranked("hit", "items with any evidence group found in the first k chunks, over items", is_binary=True),
    _ranked("recall", "evidence groups found in the first k chunks, over the item's groups"),
    _ranked("complete", "items with every evidence group found in the first k, over items", is_binary=True),
    _ranked("precision", "relevant chunks among the first k, over k whatever was returned"),
    _ranked("mrr", "1 / rank of the first chunk at which anything is found; 0 beyond k"),
    _ranked(
        "ndcg", "discounted gain 2^grade - 1 of groups found in the first k, over that of the ideal order"
    ),
    _ranked("ndcg_linear", "the same as ndcg with the grade itself as gain"),
    _ranked("coverage", "mean over groups of the share of the best passage that the first k chunks cover"),
    _ranked(
        "intact", "evidence groups of which one of the first k chunks holds a passage whole, over the groups"
    ),
    _ranked("precision_chars", "gold characters over all characters that the first k different chunks cover"),
    _ranked("recall_within", "evidence groups found in the first N retrieved characters, over the groups"),
)

_CHUNKS = (
    _ranked("unjudged", "of the first k different chunks, those that touch no gold or near span", LOW),
    _ranked(
        "wrong_jurisdiction",
        "of the first k different chunks, those whose document does not hold where the item is asked",
        LOW,
    ),
)

_DOCUMENTS = (
    _ranked("doc_hit", "items with a gold document among the first k documents, over items", is_binary=True),
    _ranked("doc_recall", "gold documents among the first k documents, over the item's gold documents"),
    _ranked("doc_precision", "gold documents among the first k documents, over k"),
    _ranked("doc_mrr", "1 / rank of the first gold document; 0 beyond k"),
    _ranked("doc_ndcg", "discounted grade of gold documents in the first k, over that of the ideal order"),
    Metric(
        "doc_map",
        Layer.RETRIEVAL,
        "mean over gold documents of the precision at each one's rank, 0 if absent",
    ),
)


STAGES = ("candidates", "reranked", "context")
AT_STAGES = ("hit", "recall", "complete", "mrr", "ndcg")

_OF_STAGE = {
    "candidates": "chunks that the index returned",
    "reranked": "chunks left after reranking",
    "context": "chunks in the prompt",
}


def in_stage(name: str, stage: str) -> str:
    """Return the name of a passage measure over one stage of retrieval: `recall_in_context`."""
    return f"{name}_in_{stage}"


def _in_stage(metric: Metric, stage: str) -> Metric:
    definition = (
        f"{metric.definition}; of the {_OF_STAGE[stage]}, at k and, for recall and complete, of all of them"
    )
    return replace(metric, name=in_stage(metric.name, stage), definition=definition)


_STAGED = tuple(_in_stage(m, stage) for stage in STAGES for m in _PASSAGES if m.name in AT_STAGES)


def _coarse(metric: Metric) -> Metric:
    definition = f"{metric.definition}; items whose evidence is whole chunks or documents"
    return replace(metric, name=f"{metric.name}{COARSE}", definition=definition)


def _of(
    layer: Layer, name: str, definition: str, better: Better = Better.HIGHER, *, is_binary: bool = True
) -> Metric:
    return Metric(name, layer, definition, better, is_binary=is_binary)


_GENERATION = (
    _of(
        Layer.GENERATION,
        "correct",
        "answers that say every must_include text and no must_not_include text, over answerable items that have either",
    ),
    _of(
        Layer.JUDGED,
        "judged_correct",
        "mean verdict `correct`, over answerable items; without an answer 0",
        is_binary=False,
    ),
    _of(
        Layer.GENERATION,
        "parts",
        "parts of the question that a partial answer answers, over its parts",
        is_binary=False,
    ),
)

_ABSTENTION = (
    _of(Layer.ABSTENTION, "false_abstention", "abstained, over answerable items", LOW),
    _of(Layer.ABSTENTION, "false_answer", "answered in full or part, over unanswerable items", LOW),
    _of(Layer.ABSTENTION, "answer_coverage", "answered in full or part, over answerable items"),
    _of(
        Layer.ABSTENTION,
        "wrong_answer",
        "not correct, over answerable items that were answered and have texts to compare",
        LOW,
    ),
    _of(
        Layer.ABSTENTION,
        "judged_wrong_answer",
        "1 - verdict `correct`, over answerable items that were answered and judged",
        LOW,
        is_binary=False,
    ),
    _of(
        Layer.ABSTENTION,
        "reason_agreement",
        "the item's reason, over unanswerable items that abstained where both give a reason",
    ),
)

_CITATIONS = (
    _of(
        Layer.CITATIONS,
        "citation_resolves",
        "citations of a chunk or document that was retrieved (that stood in the prompt, where the run lists it),"
        " over the answer's citations; 0 without any",
        is_binary=False,
    ),
    _of(
        Layer.CITATIONS,
        "citation_verbatim",
        "citations whose quote stands in the cited chunk, white space and case aside, over the answer's citations;"
        " 0 without any",
        is_binary=False,
    ),
    _of(
        Layer.CITATIONS,
        "citation_figures",
        "figures of the answer whose value stands in a cited chunk, over its figures that the question does not say;"
        " answers with figures only",
        is_binary=False,
    ),
    _of(
        Layer.CITATIONS,
        "citation_eligible",
        "citations of documents that hold where and when the item is asked, over the answer's citations; 0 without"
        " any; items with a jurisdiction or as_of only",
        is_binary=False,
    ),
)

_JUDGED = tuple(
    _of(Layer.JUDGED, name, definition, is_binary=False)
    for name, definition in (
        (
            "faithfulness",
            "claims of the answer that its context supports, over its claims; answers with claims only",
        ),
        ("answer_relevance", "mean verdict of how much the answer is to the question, over judged answers"),
        ("context_precision", "mean verdict of how much of the context is of use, over judged items"),
        (
            "context_recall",
            "mean verdict of how much of the right answer the context holds, over judged items",
        ),
        ("context_relevance", "mean verdict of how much the context is to the question, over judged items"),
    )
)

METRICS: dict[str, Metric] = {
    metric.name: metric
    for metric in (
        *_PASSAGES,
        *map(_coarse, _PASSAGES),
        *_STAGED,
        *map(_coarse, _STAGED),
        *_CHUNKS,
        *_DOCUMENTS,
        *_GENERATION,
        *_ABSTENTION,
        *_CITATIONS,
        *_JUDGED,
    )
}


def metric_of(key: str) -> Metric:
    """Return the metric of a key such as `recall@5`, `faithfulness[ragas-0.3]` or the name of any verdict."""
    name = key.partition("@")[0].partition("[")[0]
    definition = f"mean verdict `{name}`, over items with one"
    return METRICS.get(name) or Metric(name, Layer.JUDGED, definition)


def passage_keys(rules: ScoreRules) -> list[str]:
    """Return the key of every passage measure that a score by these rules has."""
    return _keys(_PASSAGES, rules)


def document_keys(rules: ScoreRules) -> list[str]:
    """Return the key of every document measure that a score by these rules has."""
    return _keys(_DOCUMENTS, rules)


def _keys(metrics: Iterable[Metric], rules: ScoreRules) -> list[str]:
    keys = []
    for metric in metrics:
        cuts = rules.characters if metric.name == "recall_within" else rules.k
        keys += [key_of(metric.name, k) for k in cuts] if metric.is_ranked else [metric.name]
    return keys


_PLACE = {name: place for place, name in enumerate(METRICS)}


def ordered(metrics: Iterable[str]) -> list[str]:
    """Return keys of metrics in the order of the registry, those of other verdicts last."""
    return sorted(metrics, key=lambda key: (_PLACE.get(metric_of(key).name, len(_PLACE)), _cut(key), key))


def _cut(key: str) -> int:
    cut = key.partition("@")[2]
    return int(cut) if cut.isdigit() else 0
