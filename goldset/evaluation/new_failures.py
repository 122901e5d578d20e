"""Failures that a run has and the baseline had not, and of how many items nothing tells whether they are one."""

from collections.abc import Sequence
from dataclasses import dataclass

from goldset.domain.scores import ItemScore
from goldset.evaluation.compare import ANY_FAILURE, Comparison
from goldset.evaluation.outcomes import Outcome, is_possible

# Classes of failure that nothing tells of an answer that nobody judged, or of a ranking of documents alone.
_NEED_JUDGEMENT = frozenset({ANY_FAILURE, Outcome.WRONG, Outcome.NOT_RETRIEVED, Outcome.PARTLY_RETRIEVED})


@dataclass(frozen=True, slots=True)
class NewFailures:
    """The items of a slice beside the baseline; each is measured, stale, lost, never known, or not in the baseline.

    Attributes:
        found: Ids of those that newly fail in the class that is asked about.
        measured: Of how many it is known whether they do.
        stale: Ids of those that are stale now, sorted.
        lost: Ids of those that were known and are not any more, such as answers that a judge failed on.
        unknown: How many were not known before and are not now.
        absent: How many are not in the baseline.
        impossible: What the run holds, where it is such that no item of it can come out so.
    """

    found: tuple[str, ...]
    measured: int
    stale: tuple[str, ...]
    lost: tuple[str, ...]
    unknown: int
    absent: int
    impossible: str

    @property
    def apart(self) -> str:
        """In words, how many items the number says nothing about; empty where none."""
        parts = {
            "not in the baseline": self.absent,
            "of which nothing says how they came out": self.unknown,
            "of which nothing says so any more": len(self.lost),
        }
        return "".join(f"; {number} {what}" for what, number in parts.items() if number)

    @property
    def why_nothing(self) -> str:
        """Why no item is measured."""
        if self.impossible:
            return f"the run holds {self.impossible}, of which none can come out so"
        parts = f"{len(self.stale)} of its items stale now" if self.stale else ""
        return f"no item of it can be held against the baseline: {parts}{self.apart}".replace(": ; ", ": ")


def new_failures(outcome: str, rows: Sequence[ItemScore], comparison: Comparison) -> NewFailures:
    """Return what became of items since the baseline.

    Args:
        outcome: The class of failure that is asked about, or `failure` for any.
        rows: The items of a slice in the run that is judged.
        comparison: That run beside the baseline.
    """
    asked = {row.item for row in rows}
    ends = {item: pair for item, pair in comparison.outcomes.items() if item in asked}
    # An answer that nobody judged is at least an answer: of other classes than these it tells enough.
    needs_judge = outcome in _NEED_JUDGEMENT
    unjudged = {item for item, (_, now) in ends.items() if needs_judge and now is Outcome.UNJUDGED}
    unknown = {item for item in unjudged if ends[item][0] is Outcome.UNJUDGED}
    stale = {item for item, (_, now) in ends.items() if now is Outcome.STALE}
    can = not ends or is_possible(outcome, answers=comparison.holds_answers)
    return NewFailures(
        found=tuple(t.item for t in comparison.newly(outcome) if t.item in asked),
        measured=len(ends.keys() - unjudged - stale) if can else 0,
        stale=tuple(sorted(stale)),
        lost=tuple(sorted(unjudged - unknown)),
        unknown=len(unknown),
        absent=len(asked - ends.keys()),
        impossible="" if can else ("answers" if comparison.holds_answers else "rankings alone"),
    )
