"""Retrieval by documents: a ranking of chunks read as a ranking of their documents, scored as trec_eval does.

A document stands at the place of its first chunk. Grades are the highest of its evidence. The measures are
trec_eval's success, recall, P, recip_rank (cut at k), ndcg_cut (gain = grade) and map.
"""

from collections.abc import Mapping
from functools import lru_cache

from goldset.domain.gold import GoldItem
from goldset.domain.metric_keys import keys_at
from goldset.domain.scores import ScoreRules
from goldset.evaluation import ranking

_AT_RANKS = ("doc_hit", "doc_recall", "doc_precision", "doc_mrr", "doc_ndcg")


def document_grades(gold: GoldItem) -> dict[str, int]:
    """Return by gold document the highest grade of its evidence."""
    grades: dict[str, int] = {}
    for evidence in gold.evidence:
        grades[evidence.doc_id] = max(evidence.grade, grades.get(evidence.doc_id, 0))
    return grades


def document_values(gold: GoldItem, ranks: Mapping[str, int], rules: ScoreRules) -> dict[str, float]:
    """Return the document measures of one ranking by key, each 0–1.

    Args:
        gold: An item with evidence.
        ranks: By document its rank among those retrieved, from 1 (see `Ranking.documents`).
        rules: Cut-offs.
    """
    relevant = document_grades(gold)
    found = sorted((ranks[doc], grade) for doc, grade in relevant.items() if doc in ranks)
    if not found:
        return dict.fromkeys(_all_keys(rules.k), 0.0)
    grades = tuple(sorted(relevant.values()))
    values: dict[str, float] = {}
    for k in rules.k:
        within = tuple([(rank, grade) for rank, grade in found if rank <= k])
        values.update(zip(keys_at(_AT_RANKS, k), _at_rank(k, within, grades), strict=True))
    precisions = (number / rank for number, (rank, _) in enumerate(found, start=1))
    values["doc_map"] = sum(precisions) / len(relevant)
    return values


@lru_cache(maxsize=4096)  # few items differ in what they find among the first documents
def _at_rank(k: int, within: tuple[tuple[int, int], ...], grades: tuple[int, ...]) -> tuple[float, ...]:
    """Return the measures of `_AT_RANKS` at a cut-off.

    Args:
        k: The cut-off.
        within: Rank and grade of each gold document that was found there, rising.
        grades: The grade of each gold document, rising.
    """
    if not within:
        return (0.0,) * len(_AT_RANKS)
    return (
        1.0,
        len(within) / len(grades),
        len(within) / k,
        1 / within[0][0],
        ranking.ndcg(within, grades, k, ranking.linear),
    )


@lru_cache(maxsize=64)
def _all_keys(cuts: tuple[int, ...]) -> tuple[str, ...]:
    return (*(key for k in cuts for key in keys_at(_AT_RANKS, k)), "doc_map")
