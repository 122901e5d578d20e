"""Shares, differences and probabilities as every score report writes them."""

from goldset.domain.intervals import Interval

NOTHING = "–"


def percent(share: float | None) -> str:
    """Return a share, 0–1, in per cent with one decimal: `85.0`; a dash for None."""
    return NOTHING if share is None else f"{100 * share:.1f}"


def signed(difference: float | None) -> str:
    """Return a difference of shares in points with its sign: `+2.9`, `-0.3`, `0.0`."""
    if difference is None:
        return NOTHING
    text = f"{100 * difference:+.1f}"
    return "0.0" if text in ("+0.0", "-0.0") else text


def bounds(interval: Interval | None) -> str:
    """Return an interval of shares: `7.7–18.2`."""
    return NOTHING if interval is None else f"{100 * interval.low:.1f}–{100 * interval.high:.1f}"


def signed_bounds(interval: Interval | None) -> str:
    """Return an interval of differences: `-1.0 to +6.8`."""
    return NOTHING if interval is None else f"{signed(interval.low)} to {signed(interval.high)}"


def probability(p: float | None) -> str:
    """Return a probability with three decimals, or `<0.001`."""
    if p is None:
        return NOTHING
    return "<0.001" if p < 0.001 else f"{p:.3f}"  # noqa: PLR2004 (the last that three decimals show)


def names(items: tuple[str, ...] | list[str], most: int = 5) -> str:
    """Return the first names of a list and how many more there are."""
    more = f" and {len(items) - most} more" if len(items) > most else ""
    return ", ".join(items[:most]) + more
