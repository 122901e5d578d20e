"""Retrieval by documents: a ranking of chunks read as a ranking of their documents, scored as trec_eval does.

A document stands at the place of its first chunk. Grades are the highest of its evidence. The measures are
trec_eval's success, recall, P, recip_rank (cut at k), ndcg_cut (gain = grade) and map.
"""

from collections.abc import Mapping, Sequence

from goldset.domain.gold import GoldItem
from goldset.domain.scores import ScoreRules, key_of
from goldset.evaluation import ranking
from goldset.evaluation.distinct import Ranked


def document_grades(gold: GoldItem) -> dict[str, int]:
    """Return by gold document the highest grade of its evidence."""
    grades: dict[str, int] = {}
    for evidence in gold.evidence:
        grades[evidence.doc_id] = max(evidence.grade, grades.get(evidence.doc_id, 0))
    return grades


def document_values(gold: GoldItem, ranked: Sequence[Ranked], rules: ScoreRules) -> dict[str, float]:
    """Return the document measures of one ranking by key, each 0–1.

    Args:
        gold: An item with evidence.
        ranked: Its chunks, each once; a chunk of no known document counts as a document of its own.
        rules: Cut-offs.
    """
    relevant = document_grades(gold)
    found = _found(ranked, relevant)
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


def _found(ranked: Sequence[Ranked], relevant: Mapping[str, int]) -> list[tuple[int, int]]:
    """Return rank among documents and grade of each gold document that was retrieved."""
    seen: set[str] = set()
    rank = 0
    found = []
    for _, doc, _, _ in ranked:
        if doc:
            if doc in seen:
                continue
            seen.add(doc)
        rank += 1
        if doc in relevant:
            found.append((rank, relevant[doc]))
    return found
