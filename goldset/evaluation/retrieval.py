"""Retrieval by passages: the shares made of what a ranking finds of an item's evidence.

One walk over the ranking serves every cut-off. Only chunks of documents that hold evidence are looked at closely.
"""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import lru_cache

from goldset.domain.gold import GoldItem
from goldset.domain.metric_keys import key_of, keys_at
from goldset.domain.scores import ScoreRules
from goldset.evaluation import ranking as gains
from goldset.evaluation.distinct import Ranked, Ranking
from goldset.evaluation.metrics import COARSE
from goldset.evaluation.overlap import Stretch, Union, merged, shared
from goldset.evaluation.walk import Walk

_AT_RANKS = ("hit", "recall", "complete", "mrr", "ndcg", "ndcg_linear", "intact", "precision", "coverage")


def retrieval_values(walk: Walk, rules: ScoreRules) -> dict[str, float]:
    """Return the passage measures of one ranking by key, such as `recall@5`, each 0–1.

    Args:
        walk: A walk at its beginning, for an item with evidence; it goes on to the last cut-off.
        rules: Cut-offs, overlap, and budgets in characters.
    """
    gold, ranking = walk.gold, walk.ranking
    suffix = suffix_of(gold)
    values = _at_ranks(walk, rules.k)
    characters = precision_chars(gold, ranking, rules.k)
    values |= {key_of("precision_chars", k): share for k, share in characters.items()}
    for budget in rules.characters:
        within = Walk(gold, Ranking(near=list(cut(ranking, budget))), rules.overlap)
        within.finish()
        values[key_of("recall_within", budget)] = len(within.ranks()) / len(within.best)
    if not suffix:
        return values
    return {key.replace("@", f"{suffix}@"): value for key, value in values.items()}


def suffix_of(gold: GoldItem) -> str:
    """Return what the names of an item's passage measures end with: items with coarse evidence are apart."""
    return COARSE if any(evidence.coarse for evidence in gold.evidence) else ""


def _at_ranks(walk: Walk, cuts: Sequence[int]) -> dict[str, float]:
    covered = []
    coverage = 0.0
    for k in cuts:
        if walk.go_to(k):
            coverage = walk.coverage()
        covered.append(coverage)
    if not coverage:
        return dict.fromkeys(_all_keys(tuple(cuts)), 0.0)
    found, intact, best = walk.ranks(), walk.intact(), tuple(sorted(walk.best))
    values: dict[str, float] = {}
    for k, share in zip(cuts, covered, strict=True):
        whole = sum([rank <= k for rank in intact]) / len(best)
        precision = bisect_right(walk.relevant, k) / k
        within = tuple([(rank, grade) for rank, grade in found if rank <= k])
        at_k = (*_shares(k, within, best), whole, precision, share)
        values.update(zip(keys_at(_AT_RANKS, k), at_k, strict=True))
    return values


@lru_cache(maxsize=64)
def _all_keys(cuts: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(key for k in cuts for key in keys_at(_AT_RANKS, k))


@lru_cache(maxsize=4096)  # few items differ in what they find among the first chunks
def _shares(k: int, within: tuple[tuple[int, int], ...], best: tuple[int, ...]) -> tuple[float, ...]:
    """Return the measures that hang on the ranks at which groups are found: the first six of `_AT_RANKS`.

    Args:
        k: The cut-off.
        within: Rank and grade of each group that was found there.
        best: The best grade of each group of the item, rising.
    """
    if not within:
        return (0.0,) * 6
    earned = gains.credited(within)
    return (
        1.0,
        len(within) / len(best),
        float(len(within) == len(best)),
        1 / min(within)[0],
        gains.ndcg(earned, best, k, gains.exponential),
        gains.ndcg(earned, best, k, gains.linear),
    )


def precision_chars(gold: GoldItem, ranking: Ranking, cuts: Sequence[int]) -> dict[int, float]:
    """Return by cut-off the gold characters over all characters that the first k different chunks cover.

    A repeated chunk is passed over, and so does not push another one beyond the cut-off.
    """
    gold_places: dict[str, list[Stretch]] = defaultdict(list)
    for evidence in gold.evidence:
        gold_places[evidence.doc_id].append((evidence.start, evidence.end))
    wanted = {doc: merged(places) for doc, places in gold_places.items()}
    first: dict[str, Stretch] = {}
    unions: dict[str, Union] = {}  # of documents with several chunks
    ranked = ranking.first(max(cuts, default=0))
    right = in_all = at = 0
    shares = {}
    for k in cuts:
        for _, doc, start, end in ranked[at:k]:
            new = [(start, end)]
            if doc not in first:
                first[doc] = start, end
            else:
                if doc not in unions:
                    unions[doc] = Union(*first[doc])
                new = unions[doc].add(start, end)
            for begin, stop in new:
                in_all += stop - begin
                if doc in wanted:
                    right += sum([shared(begin, stop, *place) for place in wanted[doc]])
        shares[k] = right / in_all if in_all else 0.0
        at = k
    return shares


def cut(ranking: Ranking, budget: int) -> Iterator[Ranked]:
    """Yield the chunks within the first characters of a ranking; the one that crosses the border is cut there.

    A repeated chunk costs its characters again: whoever reads the list reads it again. A chunk with neither
    offsets nor text may have any length: nothing after it is within the budget.
    """
    different = {chunk[0]: chunk for chunk in ranking.first(len(ranking.chunks))}
    left = budget
    for rank, chunk in enumerate(ranking.chunks, start=1):
        if left <= 0:
            return
        if chunk.start is not None and chunk.end is not None:
            length = chunk.end - chunk.start
        else:
            length = len(chunk.text) if chunk.text is not None else left
        if rank in different:
            _, doc, start, end = different[rank]
            yield rank, doc, start, min(end, start + left)
        left -= length
