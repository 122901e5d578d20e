"""What a passage is on its page: a heading, an entry that points to one, or text.

A table of contents repeats the headings. Its entry and the heading are no copies of each other: one says
nothing without the section that the other leads.
"""

import re
from bisect import bisect_right
from collections.abc import Sequence
from enum import Enum, auto

import numpy as np
from numpy.typing import NDArray

from goldset.resolution.mapping import Mapping
from goldset.resolution.reading import Passage, Reading, token_passage

# Longer lines are neither headings nor entries that point to one.
_LONGEST = 600
# So many tokens below a heading tell which section it heads.
_BELOW = 4
# So many passages are looked at one by one.
_FEW = 8
_SIGNS = ("](", "][", "</a", "</A")
_SIGN = re.compile("|".join(map(re.escape, _SIGNS)))
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
    if not any(raw.find(sign, start, end) >= 0 for sign in _SIGNS):
        return Role.TEXT
    return Role.POINTER if _POINTER.fullmatch(raw[start:end].rstrip()) else Role.TEXT


def roles_of(reading: Reading, at: NDArray[np.int64], size: int) -> list[Role]:
    """Return what the passages of `size` tokens are that begin at some tokens, as `role_of` does for each.

    Of many, most are seen at once to be text: those that end behind the last heading that begins before them, with
    no sign of a link so near that it could stand in a line of theirs. Only the others are looked at one by one.
    """
    count = len(at)
    asked = np.ones(count, dtype=np.bool_)
    if count > _FEW:
        first, last = reading.tokens.starts[at], reading.tokens.ends[at + size - 1]
        headings = reading.units.headings
        starts = np.array([-1, *(heading.start for heading in headings)], dtype=np.int32)
        ends = np.array([-1, *(heading.end for heading in headings)], dtype=np.int32)
        signs = np.array([sign.start() for sign in _SIGN.finditer(reading.raw)], dtype=np.int32)
        near = signs.searchsorted(first - _LONGEST) < signs.searchsorted(first + _LONGEST, side="right")
        asked = near | (last <= ends[starts.searchsorted(first, side="right") - 1])
    found = [Role.TEXT] * count
    for n in asked.nonzero()[0].tolist():
        i = int(at[n])
        found[n] = role_of(token_passage(reading, i, i + size))
    return found


def plays_same_part(old: Passage, place: Passage, mapped: Mapping) -> bool:
    """Return whether a place with the same words is the same thing on its page.

    A heading never becomes an entry that points to one. A heading becomes text only with the same text below
    it, or between the same neighbours; an entry becomes text only there.
    """
    return _same_part((role_of(old), role_of(place)), old, place, mapped)


def with_same_part(old: Passage, places: Sequence[Passage], mapped: Mapping) -> tuple[Passage, ...]:
    """Return those places of one document that play the same part as a passage with the same words."""
    if not places:
        return ()
    at = np.array([place.i for place in places], dtype=np.int64)
    before, roles = role_of(old), roles_of(places[0].reading, at, old.j - old.i)
    return tuple(
        place
        for place, after in zip(places, roles, strict=True)
        if _same_part((before, after), old, place, mapped)
    )


def _same_part(roles: tuple[Role, Role], old: Passage, place: Passage, mapped: Mapping) -> bool:
    before, after = roles
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
