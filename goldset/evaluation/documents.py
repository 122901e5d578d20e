"""Retrieval by documents: a ranking of chunks read as a ranking of their documents, scored as trec_eval does.

A document stands at the place of its first chunk. Grades are the highest of its evidence. The measures are
trec_eval's success, recall, P, recip_rank (cut at k), ndcg_cut (gain = grade) and map.
"""

from collections.abc import Mapping

from goldset.domain.gold import GoldItem
from goldset.domain.scores import ScoreRules, key_of
from goldset.evaluation import ranking


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
    values = {}
    for k in rules.k:
        within = [(rank, grade) for rank, grade in found if rank <= k]
        values[key_of("doc_hit", k)] = float(bool(within))
        values[key_of("doc_recall", k)] = len(within) / len(relevant)
        values[key_of("doc_precision", k)] = len(within) / k
        values[key_of("doc_mrr", k)] = 1 / within[0][0] if within else 0.0
        values[key_of("doc_ndcg", k)] = ranking.ndcg(within, relevant.values(), k, ranking.linear)
    precisions = (number / rank for number, (rank, _) in enumerate(found, start=1))
    values["doc_map"] = sum(precisions) / len(relevant)
    return values
