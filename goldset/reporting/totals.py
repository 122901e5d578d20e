"""Counts of outcomes that add up, as every report shows them."""

from collections.abc import Iterator, Mapping

from goldset.domain.resolutions import CARRIED_OVER, QUEUED, TAKEN_BACK, Outcome

SKIPPED = "skipped"
_SUMS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("carried over", tuple(str(outcome) for outcome in Outcome if outcome in CARRIED_OVER)),
    ("queued", (*(str(outcome) for outcome in Outcome if outcome in QUEUED), TAKEN_BACK)),
    (SKIPPED, (str(Outcome.SKIPPED),)),
)


def sums(counts: Mapping[str, int]) -> dict[str, int]:
    """Return how many spans are carried over, queued and skipped, of counts by outcome."""
    return {name: sum(counts.get(part, 0) for part in parts) for name, parts in _SUMS}


def in_groups(counts: Mapping[str, int]) -> Iterator[tuple[str, int]]:
    """Yield the outcomes that there are with their counts: carried over, then queued, then skipped."""
    yield from ((part, counts[part]) for _, parts in _SUMS for part in parts if counts.get(part))


def total_lines(counts: Mapping[str, int], spans: int) -> list[str]:
    """Return the sums of what is carried over, queued and skipped, with their parts, and the sum of all.

    Args:
        counts: How many spans had each outcome (see `outcome_counts`).
        spans: How many spans there are; the last line says it, for a reader to add up to.
    """
    lines = []
    for name, parts in _SUMS:
        found = [(part, counts[part]) for part in parts if counts.get(part)]
        lines.append(f"{sums(counts)[name]:>7}  {name}")
        if len(parts) > 1:
            lines += [f"{count:>14}  {part.replace('_', ' ')}" for part, count in found]
    return [*lines, f"{spans:>7}  in all"]
