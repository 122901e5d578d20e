"""Counts of outcomes that add up, as every report shows them."""

from collections.abc import Mapping

from goldset.domain.resolutions import CARRIED_OVER, QUEUED, Outcome

_SUMS = (("carried over", CARRIED_OVER), ("queued", QUEUED), ("skipped", frozenset({Outcome.SKIPPED})))


def total_lines(counts: Mapping[Outcome, int], spans: int) -> list[str]:
    """Return the sums of what is carried over, queued and skipped, with their parts, and the sum of all.

    Args:
        counts: How many spans had each outcome.
        spans: How many spans there are; the last line says it, for a reader to add up to.
    """
    lines = []
    for name, outcomes in _SUMS:
        parts = [(str(o), counts[o]) for o in Outcome if o in outcomes and counts.get(o)]
        lines.append(f"{sum(count for _, count in parts):>7}  {name}")
        if len(outcomes) > 1:
            lines += [f"{count:>14}  {part.replace('_', ' ')}" for part, count in parts]
    return [*lines, f"{spans:>7}  in all"]
