"""What stands at the head of a document and of the sections around a passage, and may speak of all below it."""

import re
from bisect import bisect_left
from collections.abc import Sequence

from goldset.resolution.units import BOLD_LEVEL, Heading, headings_above

# So many paragraphs are a head, and no more characters.
_PARAGRAPHS = 2
_LONGEST = 2_000
_FILLED = re.compile(r"\S")
_BLANK = re.compile(r"\n[ \t>]*\n")


def heads(raw: str, headings: Sequence[Heading], front: int, start: int) -> tuple[tuple[int, int], ...]:
    """Return [start, end) of the heads of all that a raw offset stands in, the document's own first.

    A head is what stands below a heading, or where the document begins, of the first paragraphs there. A line in bold
    ends none: “**Outdated**” may be all that a head says.

    Args:
        raw: The text.
        headings: All its headings in order.
        front: Where its front matter ends; 0 without.
        start: The offset.
    """
    marked = [heading for heading in headings if heading.level < BOLD_LEVEL]
    tops = (front, *(h.end for h in marked[:1]), *(h.end for h in headings_above(marked, start)))
    return tuple((top, _end(raw, top, marked)) for top in dict.fromkeys(tops))


def _end(raw: str, top: int, headings: Sequence[Heading]) -> int:
    """Return where the head ends that begins at an offset: with its paragraphs, or before the next heading."""
    following = bisect_left(headings, top, key=lambda heading: heading.start)
    limit = headings[following].start if following < len(headings) else len(raw)
    limit = end = min(limit, top + _LONGEST)
    at = top
    for _ in range(_PARAGRAPHS):
        filled = _FILLED.search(raw, at, limit)
        blank = _BLANK.search(raw, filled.end(), limit) if filled else None
        if blank is None:
            return limit
        at, end = blank.end(), blank.start()
    return end
