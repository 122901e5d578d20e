"""What became of an item in words that two runs can be compared by: its outcome, one of a few classes."""

from enum import StrEnum

from goldset.domain.scores import End, ItemScore
from goldset.evaluation.metrics import COARSE

CORRECT = ("correct", "judged_correct")


class Outcome(StrEnum):
    """How an item came out: right, or one class of failure."""

    RIGHT = "right"
    PARTIAL = "partial"
    WRONG = "wrong"
    FALSE_ABSTENTION = "false_abstention"
    FALSE_ANSWER = "false_answer"
    NOT_RETRIEVED = "not_retrieved"
    PARTLY_RETRIEVED = "partly_retrieved"
    ERROR = "error"
    TIMEOUT = "timeout"
    MISSING = "missing"
    STALE = "stale"
    UNJUDGED = "unjudged"


FAILURES = frozenset(Outcome) - {Outcome.RIGHT, Outcome.STALE, Outcome.UNJUDGED}
IN_PART = frozenset({Outcome.PARTIAL, Outcome.PARTLY_RETRIEVED})
_OF_RANKINGS = frozenset({Outcome.NOT_RETRIEVED, Outcome.PARTLY_RETRIEVED})
_OF_ANSWERS = frozenset(
    {Outcome.PARTIAL, Outcome.WRONG, Outcome.FALSE_ABSTENTION, Outcome.FALSE_ANSWER}
)  # and an error, a timeout or no line may end either
_ENDS = {
    End.STALE: Outcome.STALE,
    End.MISSING: Outcome.MISSING,
    End.ERROR: Outcome.ERROR,
    End.TIMEOUT: Outcome.TIMEOUT,
}


def is_possible(outcome: str, *, answers: bool) -> bool:
    """Return whether an item of a run can come out so: a run of retrieval alone gives no false answer."""
    return outcome not in (_OF_RANKINGS if answers else _OF_ANSWERS)


def outcome_of(row: ItemScore, *, answers: bool, k: int) -> Outcome:
    """Return how an item came out.

    Args:
        row: What it scored in one arm.
        answers: Whether the run holds answers: they then decide, and what was retrieved does not.
        k: Cut-off at which evidence must be complete, for a run of retrieval alone.

    Returns:
        Its class; `unjudged` where nothing says whether the answer is right, which is no failure and no success.
    """
    if row.end in _ENDS:
        return _ENDS[row.end]
    if answers:
        return _answered(row) if row.is_answerable else _unanswerable(row)
    return _retrieved(row, k)


def _unanswerable(row: ItemScore) -> Outcome:
    return Outcome.RIGHT if row.end is End.ABSTAINED else Outcome.FALSE_ANSWER


def _answered(row: ItemScore) -> Outcome:
    if row.end is End.ABSTAINED:
        return Outcome.FALSE_ABSTENTION
    if row.end is End.PARTIAL:
        return Outcome.PARTIAL
    value = next((row.values[name] for name in CORRECT if row.values.get(name) is not None), None)
    if value is None:
        return Outcome.UNJUDGED
    return Outcome.RIGHT if value == 1 else Outcome.WRONG


def _retrieved(row: ItemScore, k: int) -> Outcome:
    # Items with coarse evidence are apart in every mean, and each is found or not as any other one.
    complete, hit = (
        next((row.values[key] for key in (f"{name}@{k}", f"{name}{COARSE}@{k}") if key in row.values), None)
        for name in ("complete", "hit")
    )
    if complete is None:
        return Outcome.UNJUDGED
    if complete == 1:
        return Outcome.RIGHT
    return Outcome.PARTLY_RETRIEVED if hit == 1 else Outcome.NOT_RETRIEVED
