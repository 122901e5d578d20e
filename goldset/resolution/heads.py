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
    marked = _marked(headings)
    above, *others = stretches_above(raw, headings, front, start)
    title = [(marked[0].end, _next(raw, marked, marked[0].end))] if marked else []
    found = dict((above, *title, *others))
    return tuple((top, _end(raw, top, min(limit, top + _LONGEST))) for top, limit in found.items())


def stretches_above(
    raw: str, headings: Sequence[Heading], front: int, start: int
) -> tuple[tuple[int, int], ...]:
    """Return [start, end) of what stands between each heading above a raw offset and the next one of any level.

    First comes what stands above all headings.
    """
    marked = _marked(headings)
    tops = (front, *(heading.end for heading in headings_above(marked, start)))
    return tuple((top, _next(raw, marked, top)) for top in tops)


def _marked(headings: Sequence[Heading]) -> list[Heading]:
    return [heading for heading in headings if heading.level < BOLD_LEVEL]


def _next(raw: str, headings: Sequence[Heading], at: int) -> int:
    """Return where the next heading begins from an offset on, or the text ends."""
    following = bisect_left(headings, at, key=lambda heading: heading.start)
    return headings[following].start if following < len(headings) else len(raw)


def _end(raw: str, at: int, limit: int) -> int:
    """Return where the head ends that begins at an offset: with its paragraphs, or at a limit."""
    end = limit
    for _ in range(_PARAGRAPHS):
        filled = _FILLED.search(raw, at, limit)
        blank = _BLANK.search(raw, filled.end(), limit) if filled else None
        if blank is None:
            return limit
        at, end = blank.end(), blank.start()
    return end
