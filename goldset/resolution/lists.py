"""What a list item hangs on: the sentence that introduces its list, and the exceptions right below it."""

import re

from goldset.domain.resolutions import Difference, DifferenceKind, Outcome
from goldset.resolution import lexicon
from goldset.resolution.changes import LEADING, Change, came_or_went, changed, unknown
from goldset.resolution.differences import is_of, spoken
from goldset.resolution.harmless import AllowList, is_harmless
from goldset.resolution.reading import Passage, Reading, token_passage
from goldset.resolution.tags import enclosing

_ITEM = re.compile(r"([ \t>]*)(?:[-*+•‣◦▪–]|\(?(?:\d{1,3}|[A-Za-z]|[ivxIVX]{2,5})[.)])[ \t]+")
_LONGEST = 400
# Negates nothing.
_EMPTY = ("without", "limiting", "the", "foregoing", ",")
# “This does not apply …” says so within so many words.
_OPENING = 6
# What opens with one of these takes back or limits what stands before it.
_LIMITING = (DifferenceKind.NEGATION, DifferenceKind.CONNECTIVE, DifferenceKind.QUANTIFIER)


def changed_lead_in(old: Passage, place: Passage, allowed: AllowList) -> Change | None:
    """Compare the sentences that introduce the lists of two passages, the outermost first."""
    before, after = lead_ins(old), lead_ins(place)
    if after and old.reading.partial and (len(before) < len(after) or before[0].i == 0):
        return unknown("the sentence that introduced its list")
    if old.reading.partial and is_item(old) and not before and not is_item(place):
        return unknown("the sentence that introduced its list")
    if len(before) != len(after) and _opens_block(old) and _opens_block(place):
        change = _came_or_went(before, after, allowed)
        if change:
            return change
    reason = "the sentence that introduces its list changed"
    found = (changed(one, two, allowed, reason, LEADING) for one, two in zip(before, after, strict=False))
    return next((change for change in found if change), None)


def _opens_block(passage: Passage) -> bool:
    """Return whether a passage begins its item or paragraph: what follows there stands by itself."""
    return passage.reading.units.block(passage.i, passage.j)[0] == passage.i


def _came_or_went(before: list[Passage], after: list[Passage], allowed: AllowList) -> Change | None:
    """Return the lead-in that only one of two passages hangs on, where it can turn what they say.

    An item above that ends in a full stop says something of its own.
    """
    reason = "the sentence that introduces its list came or went"
    before, after = ([one for one in some if _leads_on(one.reading, one.j)] for some in (before, after))
    for one in _without(before, after, allowed):
        if change := came_or_went(one, None, reason):
            return change
    for one in _without(after, before, allowed):
        if change := came_or_went(None, one, reason):
            return change
    return None


def _without(some: list[Passage], others: list[Passage], allowed: AllowList) -> list[Passage]:
    return [one for one in some if not any(is_harmless(one, other, allowed) for other in others)]


def changed_connective(old: Passage, place: Passage) -> Change | None:
    """Compare how the items above two passages go on to them: “; and”, “; or”."""
    before, after = _connective(old), _connective(place)
    if not before or not after or before == after:
        return None
    difference = Difference(DifferenceKind.CONNECTIVE, before, after)
    return Change(Outcome.CONTEXT_CHANGED, "the word that joins it to the item above changed", (difference,))


def _connective(passage: Passage) -> str:
    """Return the connective that ends the block above a list item; empty without."""
    first = passage.reading.units.block(passage.i, passage.j)[0]
    word = "".join(passage.reading.tokens.words(first - 1, first)).lower() if first else ""
    return word if is_item(passage) and is_of(DifferenceKind.CONNECTIVE, word) else ""


def changed_exceptions(old: Passage, place: Passage, allowed: AllowList) -> Change | None:
    """Compare what stands right below two list items and opens as an exception or a condition."""
    before, cut = _below(old)
    after, _ = _below(place)
    if old.reading.partial and cut and (before or after):
        return unknown("what stood below it")
    for one in _without(_exceptions(before), _exceptions(after), allowed):
        return _exception(spoken(one.words), "")
    for one in _without(_exceptions(after), _exceptions(before), allowed):
        return _exception("", spoken(one.words))
    return None


def _exception(before: str, after: str) -> Change:
    difference = Difference(DifferenceKind.NEGATION, before, after)
    return Change(Outcome.CONTEXT_CHANGED, "an exception right below it came, went or changed", (difference,))


def _exceptions(below: list[Passage]) -> list[Passage]:
    """Return the blocks that open with a word that takes back or limits what stands above.

    “Do not …” and “Don't …” go on with it.
    """
    return [one for one in below if _limits([word.lower() for word in one.words if word[:1].isalnum()])]


def _limits(words: list[str]) -> bool:
    if not words or words[0].endswith(("n't", "n’t")):
        return False
    if words[0] in lexicon.classes().anaphors:
        return any(is_of(DifferenceKind.NEGATION, word) for word in words[:_OPENING])
    return any(is_of(kind, words[0]) for kind in _LIMITING)


def _below(passage: Passage) -> tuple[list[Passage], bool]:
    """Return the blocks below a list item that belong to it, and whether the text ends in them."""
    reading, tokens = passage.reading, passage.reading.tokens
    first, last = reading.units.block(passage.i, passage.j)
    own = _indent(reading, first)
    if in_tags := enclosing(passage, "li"):
        end, cut = in_tags[-1].end, in_tags[-1].end == len(reading.raw)
    elif own is not None:
        end, cut = _end_of_item(reading.raw, int(tokens.ends[last - 1]), own)
    else:
        return [], False
    found = []
    stop = int(tokens.within(end, end)[0])
    while last < stop:
        first, last = reading.units.block(last, last + 1)
        found.append(token_passage(reading, first, last))
    return found, cut


def _end_of_item(raw: str, end: int, indent: int) -> tuple[int, bool]:
    """Return where the lines below a place that are indented deeper end, and whether the text ends there."""
    at = raw.find("\n", end) + 1
    while at:
        stop = raw.find("\n", at)
        line = raw[at : stop if stop >= 0 else len(raw)]
        if line.strip() and len(line) - len(line.lstrip(" \t>")) <= indent:
            return at, False
        at = raw.find("\n", at) + 1
    return len(raw), True


def lead_ins(passage: Passage) -> list[Passage]:
    """Return what a list item hangs on, the outermost first.

    A sentence with a colon or without an end, and the items it is part of.
    """
    units = passage.reading.units
    first = units.block(passage.i, passage.j)[0]
    own = _indent(passage.reading, first)
    found: list[Passage] = []
    if own is None:
        return _lead_ins_in_tags(passage)
    for _ in range(_LONGEST):
        if not first:
            break
        first, last = units.block(first - 1, first)
        indent = _indent(passage.reading, first)
        if indent is None:
            if _leads_on(passage.reading, last):
                found.append(_sentence(passage.reading, last))
            break
        if indent < own:
            found.append(token_passage(passage.reading, *units.unit(last - 1, last)))
            own = indent
    return found[::-1]


def _sentence(reading: Reading, last: int) -> Passage:
    """Return the sentence that ends before a token, without an opening that says nothing."""
    first, last = reading.units.unit(last - 1, last)
    opening = tuple(word.lower() for word in reading.tokens.words(first, last)[: len(_EMPTY)])
    return token_passage(reading, first + len(_EMPTY) if opening == _EMPTY else first, last)


def _leads_on(reading: Reading, last: int) -> bool:
    """Return whether the block that ends before a token goes on in the list: with a colon, or no mark."""
    word = reading.tokens.words(last - 1, last)[0]
    if word == ":":
        return True
    at = int(reading.tokens.starts[last - 1])
    heading = any(one.start <= at < one.end for one in reading.units.headings)
    return word[-1:].isalnum() and not heading


def _lead_ins_in_tags(passage: Passage) -> list[Passage]:
    """Return what stands just before each list in tags that a passage stands in."""
    reading = passage.reading
    found = []
    for element in enclosing(passage, "ul", "ol"):
        first = reading.tokens.within(element.inner, len(reading.raw))[0]
        if first:
            found.append(token_passage(reading, *reading.units.unit(first - 1, first)))
    return found


def is_item(passage: Passage) -> bool:
    """Return whether a passage stands in a list item."""
    first = passage.reading.units.block(passage.i, passage.j)[0]
    return _indent(passage.reading, first) is not None or bool(enclosing(passage, "li"))


def _indent(reading: Reading, token: int) -> int | None:
    """Return how far the list item at a token is indented; None where the token begins no item."""
    start = int(reading.tokens.starts[token])
    line = reading.raw[reading.raw.rfind("\n", 0, start) + 1 : start]
    marked = _ITEM.match(line)
    return len(marked[1]) if marked else None
