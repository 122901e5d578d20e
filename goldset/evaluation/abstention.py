"""Whether the system answered where it should and abstained where it should: each a count over a count.

Errors, timeouts and missing items are in every denominator and are never abstentions.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from goldset.domain.gold import GoldItem
from goldset.domain.runs import RunLine
from goldset.domain.scores import End, ItemScore
from goldset.evaluation.states import ATTEMPTED


def abstention_values(gold: GoldItem, end: End, line: RunLine | None) -> dict[str, float]:
    """Return the abstention measures of an item in one arm, each 0 or 1."""
    attempted = float(end in ATTEMPTED)
    if gold.is_answerable:
        return {"false_abstention": float(end is End.ABSTAINED), "answer_coverage": attempted}
    values = {"false_answer": attempted}
    wanted, given = gold.item.abstain_reason, line.abstain_reason if line else None
    if end is End.ABSTAINED and wanted and given:
        values["reason_agreement"] = float(_folded(given) == wanted.value)
    return values


def _folded(reason: str) -> str:
    return reason.strip().casefold().replace(" ", "_").replace("-", "_")


@dataclass(frozen=True, slots=True)
class Confusion:
    """How many answerable and unanswerable items ended how: the numbers of both add up to all items.

    Attributes:
        answerable: By end, ids of answerable items, sorted; every end is there.
        unanswerable: The same of unanswerable items.
    """

    answerable: dict[End, tuple[str, ...]]
    unanswerable: dict[End, tuple[str, ...]]


def confusion(rows: Iterable[ItemScore]) -> Confusion:
    """Return how the items of one arm ended."""
    listed = list(rows)
    return Confusion(
        *(
            {
                end: tuple(sorted(r.item for r in listed if r.end is end and r.is_answerable is answerable))
                for end in End
            }
            for answerable in (True, False)
        )
    )


@dataclass(frozen=True, slots=True)
class RiskPoint:
    """What answering only where the system is at least so sure would mean.

    Attributes:
        confidence: Least confidence that is answered.
        answered: Items answered then.
        wrong: How many of them are wrong; between whole numbers where judges give shares.
        coverage: Answered over all items with known correctness, 0–1.
        risk: Wrong over answered, 0–1.
    """

    confidence: float
    answered: int
    wrong: float
    coverage: float
    risk: float


@dataclass(frozen=True, slots=True)
class RiskCurve:
    """Risk against coverage, the surest answers first, and what is not in it.

    R. El-Yaniv and Y. Wiener, "On the Foundations of Noise-free Selective Classification", Journal of Machine
    Learning Research 11 (2010) 1605–1641.

    Attributes:
        points: One for each confidence that occurs, falling: equal ones are answered together.
        items: Items that could be answered: all but stale ones and answers that nothing tells right from wrong.
        without_confidence: Ids of items that were answered without a confidence, which no point can hold.
        unknown: Ids of items that were answered, of which nothing says whether they are right.
    """

    points: Sequence[RiskPoint]
    items: int
    without_confidence: tuple[str, ...]
    unknown: tuple[str, ...]


def risk_curve(rows: Iterable[ItemScore], metric: str = "correct") -> RiskCurve:
    """Return risk against coverage of one arm; an answer to an unanswerable item is wrong.

    Args:
        rows: Rows of one arm.
        metric: What says whether an answer is right: `correct` or `judged_correct`.
    """
    listed = [row for row in rows if row.end is not End.STALE]
    attempted = [row for row in listed if row.end in ATTEMPTED]
    unknown = [r for r in attempted if r.is_answerable and r.values.get(metric) is None]
    known = [row for row in attempted if row not in unknown]
    unsure = [row.item for row in known if row.confidence is None]
    items = len(listed) - len(unknown)
    return RiskCurve(
        _points([row for row in known if row.confidence is not None], metric, items),
        items,
        tuple(sorted(unsure)),
        tuple(sorted(row.item for row in unknown)),
    )


def _points(rows: Sequence[ItemScore], metric: str, items: int) -> list[RiskPoint]:
    points: list[RiskPoint] = []
    wrong = 0.0
    ordered = sorted(rows, key=lambda row: -(row.confidence or 0.0))
    for answered, row in enumerate(ordered, start=1):
        wrong += 1 - (row.values[metric] or 0.0) if row.is_answerable else 1.0
        if answered == len(ordered) or ordered[answered].confidence != row.confidence:
            points.append(
                RiskPoint(row.confidence or 0.0, answered, wrong, answered / items, wrong / answered)
            )
    return points
