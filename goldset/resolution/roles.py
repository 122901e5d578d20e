"""What a passage is on its page: a heading, an entry that points to one, or text.

A table of contents repeats the headings. Its entry and the heading are no copies of each other: one says
nothing without the section that the other leads.
"""

import re
from bisect import bisect_right
from enum import Enum, auto

import numpy as np

from goldset.resolution.mapping import Mapping
from goldset.resolution.reading import Passage

# Longer lines are neither headings nor entries that point to one.
_LONGEST = 600
# So many tokens below a heading tell which section it heads.
_BELOW = 4
_LINK = r"(?:\[[^\[\]]*\](?:\([^()]*\)|\[[^\[\]]*\])|<a\b[^<>]*>[^<>]*</a>)"
_POINTER = re.compile(
    rf"(?:[ \t>]|<(?:li|p|ul|ol|nav)\b[^<>]*>|[-*+•‣◦▪–]|\(?\w{{1,3}}[.)])*(?:\*\*|__)?(?:\d[\d.]*[ \t]+)?{_LINK}"
    r"(?:\*\*|__)?[.,;]?(?:[ \t]|</?(?:li|p|ul|ol|nav|br)\b[^<>]*>)*",
    re.IGNORECASE,
)


class Role(Enum):
    """What a passage is on its page."""

    HEADING = auto()
    POINTER = auto()
    TEXT = auto()


def role_of(passage: Passage) -> Role:
    """Return what a passage is: an entry that points elsewhere is a line that holds nothing but a link."""
    reading = passage.reading
    first, last = int(reading.tokens.starts[passage.i]), int(reading.tokens.ends[passage.j - 1])
    if last - first > _LONGEST:
        return Role.TEXT
    headings = reading.units.headings
    at = bisect_right(headings, first, key=lambda heading: heading.start) - 1
    if at >= 0 and last <= headings[at].end:
        return Role.HEADING
    raw = reading.raw
    start, end = raw.rfind("\n", 0, first) + 1, raw.find("\n", first)
    end = end if end >= 0 else len(raw)
    if last > end or end - start > _LONGEST:
        return Role.TEXT
    if not any(raw.find(sign, start, end) >= 0 for sign in ("](", "][", "</a", "</A")):
        return Role.TEXT
    return Role.POINTER if _POINTER.fullmatch(raw[start:end].rstrip()) else Role.TEXT


def plays_same_part(old: Passage, place: Passage, mapped: Mapping) -> bool:
    """Return whether a place with the same words is the same thing on its page.

    A heading never becomes an entry that points to one. A heading becomes text only with the same text below
    it, or between the same neighbours; an entry becomes text only there.
    """
    before, after = role_of(old), role_of(place)
    if before is after:
        return True
    if Role.TEXT not in {before, after}:
        return False
    if Role.HEADING in {before, after} and _same_below(old, place):
        return True
    left = mapped[old.i - 1] == place.i - 1 if old.i else place.i == 0
    right = mapped[old.j] == place.j if old.j < len(mapped) else place.j == len(place.reading.tokens)
    inside = bool((mapped[old.i : old.j] >= 0).any())
    return bool(left and right and inside)


def _same_below(old: Passage, place: Passage) -> bool:
    before = old.reading.keys[old.j : old.j + _BELOW]
    after = place.reading.keys[place.j : place.j + _BELOW]
    return len(before) == _BELOW and np.array_equal(before, after)


def is_title(passage: Passage) -> bool:
    """Return whether a passage is the first heading of its document, whole: its title."""
    headings = passage.reading.units.headings
    if not headings or passage.reading.partial or role_of(passage) is not Role.HEADING:
        return False
    first = headings[0]
    i, j = passage.reading.tokens.within(first.start, first.end)
    return (passage.i, passage.j) == (i, j)
