"""Whether the surroundings of a passage still say what they said: verbatim words are not enough.

The rest of its sentence, the sentence that its "this" points to, the scope words of its headings, the lead-in of its list,
the header and the first cell of its table row.
"""

import re
from dataclasses import dataclass

from goldset.domain.resolutions import Difference, DifferenceKind, Outcome
from goldset.resolution import lexicon
from goldset.resolution.differences import differences
from goldset.resolution.harmless import AllowList, is_harmless
from goldset.resolution.reading import Passage, Reading, token_passage
from goldset.resolution.scope import scope_words

Kind = DifferenceKind
# What turns the meaning of a sentence that points back to another one.
_TURNING = frozenset(Kind) - {Kind.WORDS, Kind.ORDER, Kind.CONNECTIVE}
# Lead-ins and table headers are reworded often; these classes alone change what an item or a row says.
_LEADING = frozenset(
    {Kind.NEGATION, Kind.MODAL, Kind.NUMBER, Kind.DATE, Kind.UNIT, Kind.CURRENCY, Kind.JURISDICTION}
)
_LONG_LIST = 400
_PIPE_ROW = re.compile(r"^[ \t>]*\|", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Change:
    """A changed surrounding: the outcome that it means, why in words, and what differs."""

    outcome: Outcome
    reason: str
    differences: tuple[Difference, ...] = ()


def changed_context(
    old: Passage, place: Passage, allowed: AllowList, section: tuple[str, ...] | None, terms: frozenset[str]
) -> Change | None:
    """Return what changed around a passage whose words stand; None where nothing that matters did."""
    return (
        _sentence(old, place, allowed)
        or _antecedent(old, place, allowed)
        or _headings(old, place, section, terms)
        or _lead_in(old, place, allowed)
        or _table(old, place, allowed)
    )


def _sentence(old: Passage, place: Passage, allowed: AllowList) -> Change | None:
    """Compare the rest of the sentence on both sides."""
    before, after = _rest(old), _rest(place)
    for side in (0, 1):
        if _same_rest(before[side], after[side], side, allowed):
            continue
        found = differences(before[side], after[side])
        return Change(Outcome.CONTEXT_CHANGED, "the rest of its sentence changed", found)
    return None


def _rest(passage: Passage) -> tuple[Passage, Passage]:
    """Return the beginning and the end of the unit that a passage is cut out of; empty where it is whole."""
    first, last = passage.reading.units.unit(passage.i, passage.j)
    return token_passage(passage.reading, first, passage.i), token_passage(passage.reading, passage.j, last)


def _same_rest(before: Passage, after: Passage, side: int, allowed: AllowList) -> bool:
    """Return whether the rest reads the same, also where only the border of the sentence moved."""
    if is_harmless(before, after, allowed):
        return True
    for one, other in ((before, after), (after, before)):
        size = one.j - one.i
        i, j = (other.j - size, other.j) if side == 0 else (other.i, other.i + size)
        if size and i >= 0 and j <= len(other.reading.tokens):
            stretched = token_passage(other.reading, i, j)
            # Longer than its unit: the words beside it are the same, the sentence ends elsewhere.
            if other.j - other.i < size and is_harmless(one, stretched, allowed):
                return True
    return _is_edge(before, side) or _is_edge(after, side)


def _is_edge(rest: Passage, side: int) -> bool:
    """Return whether the rest may go on beyond what is known, as stored surroundings do."""
    if not rest.reading.partial:
        return False
    return rest.i == 0 if side == 0 else rest.j == len(rest.reading.tokens)


def _antecedent(old: Passage, place: Passage, allowed: AllowList) -> Change | None:
    """Compare the sentence before, where the passage opens with a word that points to it."""
    if not points_back(old.words[:4]):
        return None
    before, after = _previous(old), _previous(place)
    if before is None or after is None:
        return None
    if is_harmless(before, after, allowed) or (before.reading.partial and before.i == 0):
        return None
    found = differences(before, after)
    if not any(difference.kind in _TURNING for difference in found):
        return None
    return Change(Outcome.CONTEXT_CHANGED, f"the sentence that “{old.words[0]}” points to changed", found)


def points_back(words: list[str]) -> bool:
    """Return whether a passage that opens with these words points to the sentence before."""
    lowered = [word.lower() for word in words]
    table = lexicon.classes()
    if any(lowered[: len(phrase)] == list(phrase) for phrase in table.empty):
        return False
    return lowered[:1] != [] and (
        lowered[0] in table.anaphors
        or any(lowered[: len(phrase)] == list(phrase) for phrase in table.phrases)
    )


def _previous(passage: Passage) -> Passage | None:
    """Return the unit before the one that a passage begins in."""
    units = passage.reading.units
    first = units.unit(passage.i, passage.j)[0]
    if not first:
        return None
    return token_passage(passage.reading, *units.unit(first - 1, first))


def _headings(
    old: Passage, place: Passage, section: tuple[str, ...] | None, terms: frozenset[str]
) -> Change | None:
    """Compare the scope words of the headings above, and of a heading that the passage does not hold itself."""
    before = section if old.reading.partial else old.reading.units.path(old.start)
    if before is None:
        return None
    after = place.reading.units.path(place.start)
    one, two = scope_words(before, terms), scope_words(after, terms)
    if one == two:
        return None
    difference = Difference(Kind.JURISDICTION, " ".join(sorted(one - two)), " ".join(sorted(two - one)))
    return Change(
        Outcome.SCOPE_CHANGED,
        f"the headings above it changed from {_shown(before)} to {_shown(after)}",
        (difference,),
    )


def _shown(path: tuple[str, ...]) -> str:
    return "“" + " › ".join(path) + "”" if path else "none"


def _lead_in(old: Passage, place: Passage, allowed: AllowList) -> Change | None:
    """Compare the sentence that introduces the list which the passage is an item of."""
    before, after = lead_in(old), lead_in(place)
    if before is None or after is None:
        return None
    return _leading(before, after, allowed, "the sentence that introduces its list changed")


def _leading(before: Passage, after: Passage, allowed: AllowList, reason: str) -> Change | None:
    if is_harmless(before, after, allowed):
        return None
    found = tuple(d for d in differences(before, after) if d.kind in _LEADING)
    return Change(Outcome.CONTEXT_CHANGED, reason, found) if found else None


def lead_in(passage: Passage) -> Passage | None:
    """Return the sentence ending in a colon that stands before the list of a passage; None where there is none."""
    units, tokens = passage.reading.units, passage.reading.tokens
    first = units.block(passage.i, passage.j)[0]
    own = _item_indent(passage.reading, first)
    if own is None:
        return None
    for _ in range(_LONG_LIST):
        if not first:
            return None
        first, last = units.block(first - 1, first)
        if tokens.words(last - 1, last) == [":"]:
            indent = _item_indent(passage.reading, first)
            if indent is None or indent < own:
                return token_passage(passage.reading, *units.unit(last - 1, last))
        if _item_indent(passage.reading, first) is None:
            return None
    return None


def _item_indent(reading: Reading, token: int) -> int | None:
    """Return how far the list item at a token is indented; None where the token begins no item."""
    start = int(reading.tokens.starts[token])
    line = reading.raw[reading.raw.rfind("\n", 0, start) + 1 : start]
    marked = re.match(r"([ \t>]*)(?:[-*+•‣◦▪–]|\(?(?:\d{1,3}|[A-Za-z]|[ivxIVX]{2,5})[.)])[ \t]+", line)
    return len(marked[1]) if marked else None


def _table(old: Passage, place: Passage, allowed: AllowList) -> Change | None:
    """Compare the header of the table, and the first cell of the row, that a passage stands in."""
    before, after = _table_parts(old), _table_parts(place)
    if before is None or after is None:
        return None
    names = ("the header of its table changed", "the first cell of its row changed")
    for one, two, reason in zip(before, after, names, strict=True):
        change = _leading(one, two, allowed, reason)
        if change:
            return change
    return None


def _table_parts(passage: Passage) -> tuple[Passage, Passage] | None:
    """Return the first row of the table and the first cell of the row around a passage."""
    raw = passage.reading.raw
    line = raw.rfind("\n", 0, passage.start) + 1
    if not _PIPE_ROW.match(raw, line):
        return None
    top = line
    while top and _PIPE_ROW.match(raw, raw.rfind("\n", 0, top - 1) + 1):
        top = raw.rfind("\n", 0, top - 1) + 1
    end = raw.find("\n", top)
    header = passage.reading.tokens.within(top, end if end >= 0 else len(raw))
    cell_start = raw.index("|", line) + 1
    cell_end = raw.find("|", cell_start)
    cell = passage.reading.tokens.within(cell_start, cell_end if cell_end >= 0 else len(raw))
    if passage.i <= header[0] or cell[0] >= cell[1]:
        return None
    return token_passage(passage.reading, *header), token_passage(passage.reading, *cell)
