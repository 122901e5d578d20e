"""What the first chunks hold beside gold: passages that nobody judged, and documents of another place."""

from collections import defaultdict
from collections.abc import Mapping, Sequence

from goldset.domain.gold import GoldItem
from goldset.domain.metric_keys import key_of
from goldset.domain.places import covers
from goldset.domain.scores import ScoreRules
from goldset.evaluation.distinct import Ranked, Ranking
from goldset.evaluation.overlap import Stretch, shared


def stray_values(
    gold: GoldItem, ranking: Ranking, rules: ScoreRules, scopes: Mapping[str, Mapping[str, str]]
) -> dict[str, float]:
    """Return `unjudged@k` and `wrong_jurisdiction@k` of one ranking, each 0–1.

    Both are shares of the chunks that are there; without any chunk there is neither.

    Args:
        gold: The item.
        ranking: Its chunks.
        rules: Cut-offs.
        scopes: By document id, its scope metadata.
    """
    first = ranking.first(max(rules.k, default=0))
    unjudged = unjudged_of(gold, first)
    values = {key_of("unjudged", k): _share(unjudged[:k]) for k in rules.k if unjudged}
    asked = gold.item.jurisdiction
    if asked:
        wrong = [holds_elsewhere(scopes.get(doc, {}), asked) for _, doc, _, _ in first]
        values |= {key_of("wrong_jurisdiction", k): _share(wrong[:k]) for k in rules.k if wrong}
    return values


def unjudged_of(gold: GoldItem, ranked: Sequence[Ranked]) -> list[bool]:
    """Return for each chunk whether nobody judged it: it touches neither evidence nor a near span."""
    places: dict[str, list[Stretch]] = defaultdict(list)
    for doc, *place in [*((e.doc_id, e.start, e.end) for e in gold.evidence), *gold.near]:
        places[doc].append((place[0], place[1]))
    return [doc not in places or not _touches(start, end, places[doc]) for _, doc, start, end in ranked]


def holds_elsewhere(scope: Mapping[str, str], asked: str) -> bool:
    """Return whether a document is known not to hold where a question is asked: US holds in US-FL, not the reverse."""
    place = scope.get("jurisdiction")
    return bool(place) and covers(place or "", asked) is False


def _touches(start: int, end: int, places: Sequence[Stretch]) -> bool:
    return any(shared(start, end, *place) > 0 for place in places)


def _share(marks: Sequence[bool]) -> float:
    return sum(marks) / len(marks)
