"""The sentence that introduces a list: what an item says hangs on it."""

import re

from goldset.resolution.changes import LEADING, Change, changed, unknown
from goldset.resolution.harmless import AllowList
from goldset.resolution.reading import Passage, Reading, token_passage

_ITEM = re.compile(r"([ \t>]*)(?:[-*+•‣◦▪–]|\(?(?:\d{1,3}|[A-Za-z]|[ivxIVX]{2,5})[.)])[ \t]+")
_LONGEST = 400


def changed_lead_in(old: Passage, place: Passage, allowed: AllowList) -> Change | None:
    """Compare the sentences that introduce the lists of two passages."""
    before, after = lead_in(old), lead_in(place)
    if after is not None and old.reading.partial and (before is None or before.i == 0):
        return unknown("the sentence that introduced its list")
    if before is None or after is None:
        return None
    return changed(before, after, allowed, "the sentence that introduces its list changed", LEADING)


def lead_in(passage: Passage) -> Passage | None:
    """Return the sentence ending in a colon before the list of a passage; None where there is none."""
    units, tokens = passage.reading.units, passage.reading.tokens
    first = units.block(passage.i, passage.j)[0]
    own = _indent(passage.reading, first)
    if own is None:
        return None
    for _ in range(_LONGEST):
        if not first:
            return None
        first, last = units.block(first - 1, first)
        indent = _indent(passage.reading, first)
        if tokens.words(last - 1, last) == [":"] and (indent is None or indent < own):
            return token_passage(passage.reading, *units.unit(last - 1, last))
        if indent is None:
            return None
    return None


def is_item(passage: Passage) -> bool:
    """Return whether a passage stands in a list item."""
    return _indent(passage.reading, passage.reading.units.block(passage.i, passage.j)[0]) is not None


def _indent(reading: Reading, token: int) -> int | None:
    """Return how far the list item at a token is indented; None where the token begins no item."""
    start = int(reading.tokens.starts[token])
    line = reading.raw[reading.raw.rfind("\n", 0, start) + 1 : start]
    marked = _ITEM.match(line)
    return len(marked[1]) if marked else None
