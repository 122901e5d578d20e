"""The metrics: by name, what each is a share of. Reports print these sentences, gates name these names."""

from collections.abc import Iterable

from goldset.domain.scores import Better, Layer, Metric, ScoreRules, key_of

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


def _coarse(metric: Metric) -> Metric:
    return Metric(
        name=f"{metric.name}{COARSE}",
        layer=metric.layer,
        definition=f"{metric.definition}; items whose evidence is whole chunks or documents",
        better=metric.better,
        is_ranked=metric.is_ranked,
        is_binary=metric.is_binary,
    )


METRICS: dict[str, Metric] = {
    metric.name: metric for metric in (*_PASSAGES, *map(_coarse, _PASSAGES), *_CHUNKS, *_DOCUMENTS)
}


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
