"""What the first chunks hold beside gold: passages that nobody judged, and documents of another place."""

from collections.abc import Mapping, Sequence

from goldset.domain.gold import GoldItem
from goldset.domain.places import covers
from goldset.domain.scores import ScoreRules, key_of
from goldset.evaluation.distinct import Ranked
from goldset.evaluation.overlap import shared


def stray_values(
    gold: GoldItem, ranked: Sequence[Ranked], rules: ScoreRules, scopes: Mapping[str, Mapping[str, str]]
) -> dict[str, float]:
    """Return `unjudged@k` and `wrong_jurisdiction@k` of one ranking, each 0–1.

    Both are shares of the chunks that are there; without any chunk there is neither.

    Args:
        gold: The item.
        ranked: Its chunks, each once.
        rules: Cut-offs.
        scopes: By document id, its scope metadata.
    """
    places = [(e.doc_id, e.start, e.end) for e in gold.evidence] + list(gold.near)
    first = ranked[: max(rules.k, default=0)]
    unjudged = [not _touches(chunk, places) for chunk in first]
    values = {key_of("unjudged", k): _share(unjudged[:k]) for k in rules.k if unjudged}
    asked = gold.item.jurisdiction
    if asked:
        wrong = [holds_elsewhere(scopes.get(doc, {}), asked) for _, doc, _, _ in first]
        values |= {key_of("wrong_jurisdiction", k): _share(wrong[:k]) for k in rules.k if wrong}
    return values


def holds_elsewhere(scope: Mapping[str, str], asked: str) -> bool:
    """Return whether a document is known not to hold where a question is asked: US holds in US-FL, not the reverse."""
    place = scope.get("jurisdiction")
    return bool(place) and covers(place or "", asked) is False


def _touches(chunk: Ranked, places: Sequence[tuple[str, int, int]]) -> bool:
    _, doc, start, end = chunk
    return any(doc == where and shared(start, end, begin, stop) > 0 for where, begin, stop in places)


def _share(marks: Sequence[bool]) -> float:
    return sum(marks) / len(marks)
