"""The sentence that introduces a list: what an item says hangs on it."""

import re

from goldset.resolution.changes import LEADING, Change, changed, unknown
from goldset.resolution.harmless import AllowList
from goldset.resolution.reading import Passage, Reading, token_passage

_ITEM = re.compile(r"([ \t>]*)(?:[-*+•‣◦▪–]|\(?(?:\d{1,3}|[A-Za-z]|[ivxIVX]{2,5})[.)])[ \t]+")
_LONGEST = 400


def changed_lead_in(old: Passage, place: Passage, allowed: AllowList) -> Change | None:
    """Compare the sentences that introduce the lists of two passages, the outermost first."""
    before, after = lead_ins(old), lead_ins(place)
    if after and old.reading.partial and (len(before) < len(after) or before[0].i == 0):
        return unknown("the sentence that introduced its list")
    reason = "the sentence that introduces its list changed"
    found = (changed(one, two, allowed, reason, LEADING) for one, two in zip(before, after, strict=False))
    return next((change for change in found if change), None)


def lead_ins(passage: Passage) -> list[Passage]:
    """Return what a list item hangs on, the outermost first.

    A sentence with a colon, and the items it is part of.
    """
    units, tokens = passage.reading.units, passage.reading.tokens
    first = units.block(passage.i, passage.j)[0]
    own = _indent(passage.reading, first)
    found: list[Passage] = []
    for _ in range(_LONGEST if own is not None else 0):
        if not first:
            break
        first, last = units.block(first - 1, first)
        indent = _indent(passage.reading, first)
        if indent is None:
            if tokens.words(last - 1, last) == [":"]:
                found.append(token_passage(passage.reading, *units.unit(last - 1, last)))
            break
        if own is not None and indent < own:
            found.append(token_passage(passage.reading, *units.unit(last - 1, last)))
            own = indent
    return found[::-1]


def is_item(passage: Passage) -> bool:
    """Return whether a passage stands in a list item."""
    return _indent(passage.reading, passage.reading.units.block(passage.i, passage.j)[0]) is not None


def _indent(reading: Reading, token: int) -> int | None:
    """Return how far the list item at a token is indented; None where the token begins no item."""
    start = int(reading.tokens.starts[token])
    line = reading.raw[reading.raw.rfind("\n", 0, start) + 1 : start]
    marked = _ITEM.match(line)
    return len(marked[1]) if marked else None
