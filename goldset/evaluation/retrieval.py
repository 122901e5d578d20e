"""Retrieval by passages: which evidence the chunks of a ranking cover, and the shares made of that.

One pass over the ranking serves every cut-off. Only chunks of documents that hold evidence are looked at closely.
"""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from operator import itemgetter

from goldset.domain.gold import Evidence, GoldItem
from goldset.domain.metric_keys import key_of, keys_at
from goldset.domain.scores import ScoreRules
from goldset.evaluation import ranking as gains
from goldset.evaluation.distinct import Ranked, Ranking
from goldset.evaluation.metrics import COARSE
from goldset.evaluation.overlap import Stretch, Union, is_relevant, merged, shared

_AT_RANKS = ("hit", "recall", "complete", "mrr", "ndcg", "ndcg_linear", "intact", "precision", "coverage")


@dataclass(slots=True)
class Passage:
    """An evidence while a ranking is walked.

    Attributes:
        evidence: The evidence.
        covered: How many of its code points the chunks so far cover.
        rank: The rank at which it was found; None while it is not.
        intact: The rank of the first chunk that holds all of it; None while none does.
    """

    evidence: Evidence
    covered: int = 0
    rank: int | None = None
    intact: int | None = None

    @property
    def share(self) -> float:
        """The share of its code points that is covered, 0–1."""
        return self.covered / (self.evidence.end - self.evidence.start)


@dataclass(slots=True)
class Walk:
    """What the first chunks of a ranking cover.

    Attributes:
        by_document: The passages to find, by document.
        overlap: Share of a passage that must be covered to have found it.
        relevant: Ranks of relevant chunks.
    """

    by_document: Mapping[str, Sequence[Passage]]
    overlap: float
    relevant: list[int] = field(default_factory=list)
    unions: dict[str, Union] = field(default_factory=lambda: defaultdict(Union))

    def see(self, chunk: Ranked) -> None:
        """Walk over the next chunk of a document that holds evidence."""
        rank, doc, start, end = chunk
        touched = [p for p in self.by_document[doc] if start < p.evidence.end and p.evidence.start < end]
        if not touched or start == end:
            return  # what it covers of the document covers none of a passage, now and later
        new = self.unions[doc].add(start, end)
        relevant = False
        for passage in touched:
            there = passage.evidence
            length = there.end - there.start
            common = shared(start, end, there.start, there.end)
            if is_relevant(common, end - start, length, self.overlap):
                relevant = True
            if passage.intact is None and common == length:
                passage.intact = rank
            for stretch in new:
                passage.covered += shared(*stretch, there.start, there.end)
            if passage.rank is None and passage.covered / length >= self.overlap:
                passage.rank = rank
        if relevant:
            self.relevant.append(rank)


def walk_of(gold: GoldItem, overlap: float) -> Walk:
    """Return a walk that has seen no chunk yet."""
    by_document: dict[str, list[Passage]] = defaultdict(list)
    for evidence in gold.evidence:
        by_document[evidence.doc_id].append(Passage(evidence))
    return Walk(dict(by_document), overlap)


@dataclass(frozen=True, slots=True)
class Groups:
    """The evidence groups of an item, with the passages that serve each.

    Attributes:
        passages: By group.
        best: By group, the highest grade of its passages.
    """

    passages: Mapping[str, Sequence[Passage]]
    best: Sequence[int]

    def coverage(self) -> float:
        """Return the mean over groups of the share of the best passage that is covered."""
        shares = [max(passage.share for passage in passages) for passages in self.passages.values()]
        return sum(shares) / len(shares)

    def ranks(self) -> list[tuple[int, int]]:
        """Return for each group that was found the rank, and the highest grade found there first."""
        found = []
        for passages in self.passages.values():
            ranks = [passage.rank for passage in passages if passage.rank is not None]
            if ranks:
                first = min(ranks)
                found.append((first, max(p.evidence.grade for p in passages if p.rank == first)))
        return found

    def intact(self) -> list[int]:
        """Return for each group of which a chunk holds a passage whole the first rank of such a chunk."""
        ranks = (
            [passage.intact for passage in passages if passage.intact is not None]
            for passages in self.passages.values()
        )
        return [min(there) for there in ranks if there]


def groups_of(walk: Walk) -> Groups:
    """Return the evidence groups that a walk looks for."""
    passages: dict[str, list[Passage]] = defaultdict(list)
    for there in walk.by_document.values():
        for passage in there:
            for group in passage.evidence.groups:
                passages[group].append(passage)
    return Groups(passages, [max(p.evidence.grade for p in there) for there in passages.values()])


def retrieval_values(gold: GoldItem, ranking: Ranking, rules: ScoreRules) -> dict[str, float]:
    """Return the passage measures of one ranking by key, such as `recall@5`, each 0–1.

    Args:
        gold: An item with evidence.
        ranking: Its chunks; empty where the run has none.
        rules: Cut-offs, overlap, and budgets in characters.
    """
    suffix = suffix_of(gold)
    values = _at_ranks(walk_of(gold, rules.overlap), ranking.near, rules.k)
    characters = precision_chars(gold, ranking, rules.k)
    values |= {key_of("precision_chars", k): share for k, share in characters.items()}
    for budget in rules.characters:
        within = walk_of(gold, rules.overlap)
        _walk(within, cut(ranking, budget))
        groups = groups_of(within)
        values[key_of("recall_within", budget)] = len(groups.ranks()) / len(groups.best)
    if not suffix:
        return values
    return {key.replace("@", f"{suffix}@"): value for key, value in values.items()}


def suffix_of(gold: GoldItem) -> str:
    """Return what the names of an item's passage measures end with: items with coarse evidence are apart."""
    return COARSE if any(evidence.coarse for evidence in gold.evidence) else ""


def missing_groups(gold: GoldItem, near: Iterable[Ranked], overlap: float) -> list[str]:
    """Return the evidence groups that chunks of gold documents do not find together, whatever their ranks, sorted."""
    walk = walk_of(gold, overlap)
    _walk(walk, near)
    groups = groups_of(walk).passages
    return sorted(group for group, there in groups.items() if all(passage.rank is None for passage in there))


def _walk(walk: Walk, chunks: Iterable[Ranked]) -> None:
    for chunk in chunks:
        if chunk[1] in walk.by_document:
            walk.see(chunk)


def _at_ranks(walk: Walk, near: Sequence[Ranked], cuts: Sequence[int]) -> dict[str, float]:
    groups = groups_of(walk)
    covered = []
    at, coverage = 0, 0.0
    for k in cuts:
        reached = bisect_right(near, k, at, key=itemgetter(0))
        if reached > at:
            _walk(walk, near[at:reached])
            coverage = groups.coverage()
        covered.append(coverage)
        at = reached
    found, intact = groups.ranks(), groups.intact()
    values: dict[str, float] = {}
    for k, share in zip(cuts, covered, strict=True):
        whole = sum(rank <= k for rank in intact) / len(groups.best)
        precision = bisect_right(walk.relevant, k) / k
        at_k = (*_shares(k, found, groups.best), whole, precision, share)
        values.update(zip(keys_at(_AT_RANKS, k), at_k, strict=True))
    return values


def _shares(k: int, found: Sequence[tuple[int, int]], best: Sequence[int]) -> tuple[float, ...]:
    """Return the measures that hang on the ranks at which groups are found: the first six of `_AT_RANKS`.

    Args:
        k: The cut-off.
        found: Rank and grade of each group that was found.
        best: The best grade of each group of the item.
    """
    within = [(rank, grade) for rank, grade in found if rank <= k]
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
    unions: dict[str, Union] = defaultdict(Union)
    ranked = ranking.first(max(cuts, default=0))
    right = in_all = at = 0
    shares = {}
    for k in cuts:
        for _, doc, start, end in ranked[at:k]:
            for new_start, new_end in unions[doc].add(start, end):
                in_all += new_end - new_start
                for place in wanted.get(doc, ()):
                    right += shared(new_start, new_end, *place)
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
