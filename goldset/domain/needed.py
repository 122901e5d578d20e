"""How many items a slice needs: for an interval of a wanted width, or to pass a gate."""

from collections.abc import Callable

from goldset.domain.intervals import Z_95, wilson

MOST = 10_000_000


def needed_for_half_width(half_width: float, share: float = 0.5) -> int:
    """Return the least number of items whose 95 % Wilson interval is that narrow.

    Args:
        half_width: Wanted half of the interval, above 0 and below 0.5.
        share: Expected value, 0-1; half of them, the worst case, without it.

    Raises:
        ValueError: No number of items gives such an interval.
    """
    if not 0 < half_width < 0.5:  # noqa: PLR2004 (no interval of a share is wider)
        raise ValueError(f"no interval has a half-width of {half_width}")
    return _least(lambda number: wilson(share, number).half_width <= half_width)


def needed_for_floor(floor: float, share: float = 1.0) -> int | None:
    """Return the least number of items at which the lower 95 % bound of a share reaches a floor.

    None where no number does: the share is not above the floor.
    """
    if floor <= 0:
        return 1
    if share <= floor:
        return None
    if share == 1.0:  # the bound is n / (n + z²)
        return max(
            _least(lambda number: wilson(1.0, number).low >= floor, int(Z_95**2 * floor / (1 - floor))), 1
        )
    return _least(lambda number: wilson(share, number).low >= floor)


def needed_for_ceiling(ceiling: float, share: float = 0.0) -> int | None:
    """Return the least number of items at which the upper 95 % bound of a share is at most a ceiling."""
    return needed_for_floor(1 - ceiling, 1 - share)


def _least(holds: Callable[[int], bool], start: int = 1) -> int:
    """Return the least number from 1 on for which something holds that goes on holding for all above it."""
    high = max(start, 1)
    while not holds(high):
        high *= 2
        if high > MOST:
            raise ValueError(f"more than {MOST} items")
    low = 0
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if holds(middle) else (middle, high)
    return high
