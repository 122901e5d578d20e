"""How many items a slice needs: for an interval of a wanted width, or to pass a gate."""

from collections.abc import Callable, Iterable

from goldset.domain.balance import ItemFacts
from goldset.domain.intervals import Z_95, wilson
from goldset.domain.items import Status
from goldset.domain.settings import GateSettings

WHOLE, EACH = "all", "*"
# Beyond it no set is made; what only more items would prove, no number proves.
MOST = 2**40
# What is measured on items without an answer; every other metric is measured on those with one.
_OF_UNANSWERABLE = frozenset({"false_answer", "reason_agreement"})


def needed_for_half_width(half_width: float, share: float = 0.5) -> int | None:
    """Return the least number of items whose 95 % Wilson interval is that narrow; None where none is.

    Args:
        half_width: Wanted half of the interval, above 0 and below 0.5.
        share: Expected value, 0–1; half of them, the worst case, without it.

    Raises:
        ValueError: No interval of a share has such a half-width.
    """
    if not 0 < half_width < 0.5:  # noqa: PLR2004 (no interval of a share is wider)
        raise ValueError(f"no interval has a half-width of {half_width}")
    return _least(lambda number: wilson(share, number).half_width <= half_width)


def needed_for_floor(floor: float, share: float = 1.0) -> int | None:
    """Return the least number of items at which the lower 95 % bound of a share reaches a floor; None if none."""
    if share <= floor and floor > 0:
        return None
    # Of a perfect share of n items the bound is n / (n + z²): the search begins there.
    start = int(Z_95**2 * floor / (1 - floor)) if share == 1 else 1
    return _least(lambda number: wilson(share, number).low >= floor, start)


def needed_for_ceiling(ceiling: float, share: float = 0.0) -> int | None:
    """Return the least number of items at which the upper 95 % bound of a share keeps a ceiling; None if none."""
    if share >= ceiling and ceiling < 1:
        return None
    start = int(Z_95**2 * (1 - ceiling) / ceiling) if share == 0 else 1
    return _least(lambda number: wilson(share, number).high <= ceiling, start)


def needed_to_pass(gate: GateSettings, expected: float | None = None) -> int | None:
    """Return the least number of items at which a run passes a gate of a metric; None where no number is enough.

    Args:
        gate: The gate; one that compares the value alone needs a single item.
        expected: The value that the run has, 0-1; None for a perfect run.
    """
    needs = (
        1 if gate.floor is None else _of_floor(gate.floor, gate.on, 1.0 if expected is None else expected),
        1 if gate.ceiling is None else _of_ceiling(gate.ceiling, gate.on, expected or 0.0),
    )
    known = [number for number in needs if number is not None]
    return max(known) if len(known) == len(needs) else None


def _of_floor(floor: float, on: str, share: float) -> int | None:
    if on == "low":
        return needed_for_floor(floor, share)
    return 1 if share >= floor or on == "high" else None


def _of_ceiling(ceiling: float, on: str, share: float) -> int | None:
    if on == "high":
        return needed_for_ceiling(ceiling, share)
    return 1 if share <= ceiling or on == "low" else None


def counted_by_gate(gate: GateSettings, facts: Iterable[ItemFacts]) -> dict[str, int]:
    """Return by slice that a gate is about how many active items its metric counts; `all` for the whole set.

    A slice of which it counts none has 0. New failures are counted of every item.
    """
    found: dict[str, int] = {WHOLE: 0} if gate.slice == WHOLE else {}
    for fact in facts:
        name = WHOLE if gate.slice == WHOLE else fact.slice
        of_tier = gate.tier is None or fact.tier == gate.tier
        if fact.status is not Status.ACTIVE or not of_tier or gate.slice not in (EACH, name):
            continue
        counts = gate.metric is None or fact.answerable is (gate.metric not in _OF_UNANSWERABLE)
        found[name] = found.get(name, 0) + counts
    return dict(sorted(found.items()))


def _least(holds: Callable[[int], bool], start: int = 1) -> int | None:
    """Return the least number from 1 on for which something holds that goes on holding for all above it."""
    high = max(start, 1)
    while not holds(high):
        high *= 2
        if high > MOST:
            return None
    low = 0
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if holds(middle) else (middle, high)
    return high
