"""What is said of a passage by sentences beside it.

“Outdated.”, “The following is not true.”, “This page holds no more.”: a remark points to what stands beside it, or is a
paragraph of a few words, and takes it back or limits it.
"""

from collections.abc import Iterable, Iterator, Sequence

from goldset.domain.resolutions import Difference, DifferenceKind, Outcome
from goldset.resolution import lexicon
from goldset.resolution.changes import Change, guarded
from goldset.resolution.differences import is_of, spoken
from goldset.resolution.lists import is_item
from goldset.resolution.notes import is_heading
from goldset.resolution.reading import Passage, Reading, occurrences, token_passage
from goldset.resolution.scope import scope_words

# So many sentences are looked at on either side.
_NEAREST = 3
# A sentence of more words than this is no label, and one of more than that no remark.
_LABEL = 6
_LONGEST = 24
# So many words of a sentence that is cut tell which one it is.
_TELLING = 4


def changed_remarks(old: Passage, place: Passage, terms: frozenset[str]) -> Change | None:
    """Compare the remarks beside two passages; what stands beside list items, `lists` compares.

    A heading is what others are about.
    """
    if any(is_item(one) or is_heading(one) for one in (old, place)):
        return None
    before, after = (list(_remarks(one, terms)) for one in (old, place))
    gone = [one for one in before if not (_is_among(one, after) or _is_said(one, place.reading))]
    new = [one for one in after if not (_is_among(one, before) or _is_said(one, old.reading))]
    if not gone and not new:
        return None
    kinds = [kind for one in (*gone, *new) for kind in guarded(one.words)]
    said = (" ".join(spoken(one.words) for one in some) for some in (gone, new))
    difference = Difference(next(iter(kinds), DifferenceKind.WORDS), *said)
    return Change(Outcome.CONTEXT_CHANGED, "a remark beside it came, went or changed", (difference,))


def _is_said(one: Passage, reading: Reading) -> bool:
    """Return whether a document says a remark, too, which speaks of all of it, wherever it stands."""
    words = _words(one)
    text = _spaced(words)
    of_all = any(phrase in text for phrase in lexicon.remarks().whole) and not _points_beside(words, text)
    return of_all and len(occurrences(reading.keys, one.keys)) > 0


def _is_among(one: Passage, others: Sequence[Passage]) -> bool:
    """Return whether a remark is one of others; where one of the two is cut, as far as it is stored."""
    words = _words(one)
    return any(
        words == _words(other) or _is_rest_of(one, other) or _is_rest_of(other, one) for other in others
    )


def _is_rest_of(cut: Passage, whole: Passage) -> bool:
    """Return whether a remark that may go on where stored surroundings end is as much of another one.

    The word at its cut end may be half a word. Too few words tell nothing.
    """
    reading, words, others = cut.reading, _words(cut), _words(whole)
    if len(words) < _TELLING:
        return False
    begins_late = not cut.i and not reading.opens
    ends_early = cut.j == len(reading.tokens) and not reading.ends
    return (begins_late and others[-len(words) :][1:] == words[1:]) or (
        ends_early and others[: len(words)][:-1] == words[:-1]
    )


def _words(unit: Passage) -> list[str]:
    return [word.lower() for word in unit.words if word[:1].isalnum()]


def _spaced(words: Iterable[str]) -> str:
    """Return words with a space on either side of each, so that no phrase is found inside of one."""
    return f" {' '.join(words)} "


def _remarks(place: Passage, terms: frozenset[str]) -> Iterator[Passage]:
    """Yield the remarks beside a passage, those above it first."""
    own = place.reading.units.block(place.i, place.j)
    for i, j in _beside(place):
        unit = token_passage(place.reading, i, j)
        if _is_remark(unit, own, terms):
            yield unit


def _beside(place: Passage) -> Iterator[tuple[int, int]]:
    """Yield the tokens of the nearest sentences above a passage, then below: of its block and the one beside that."""
    units, count = place.reading.units, len(place.reading.tokens)
    low, high = units.unit(place.i, place.j)
    first, last = units.block(place.i, place.j)
    floor = units.block(first - 1, first)[0] if first else 0
    ceiling = units.block(last, last + 1)[1] if last < count else count
    for _ in range(_NEAREST):
        if low > floor:
            low, end = units.unit(low - 1, low)
            yield low, end
    for _ in range(_NEAREST):
        if high < ceiling:
            start, high = units.unit(high, high + 1)
            yield start, high


def _is_remark(unit: Passage, own: tuple[int, int], terms: frozenset[str]) -> bool:
    """Return whether a sentence takes back or limits a passage beside it, of which the block is `own`."""
    words = _words(unit)
    if len(words) > _LONGEST or is_item(unit) or is_heading(unit):
        return False
    text = _spaced(words)
    if _points(words, text):
        return _takes_back(words, text) or _negates(words, text) or bool(scope_words((unit.raw,), terms))
    return _is_label(unit, own, words) and _takes_back(words, text)


def _is_label(unit: Passage, own: tuple[int, int], words: Sequence[str]) -> bool:
    """Return whether a sentence of a few words stands in the passage's block, or is a paragraph."""
    if len(words) > _LABEL:
        return False
    return own[0] <= unit.i < own[1] or unit.reading.units.block(unit.i, unit.j) == (unit.i, unit.j)


def _points(words: Sequence[str], text: str) -> bool:
    """Return whether words point to what stands beside them, or to all of the document."""
    return any(phrase in text for phrase in lexicon.remarks().whole) or _points_beside(words, text)


def _points_beside(words: Sequence[str], text: str) -> bool:
    """Return whether words point to what stands beside them."""
    table = lexicon.remarks()
    return (
        not table.pointers.isdisjoint(words)
        or any(phrase in text for phrase in table.pointing)
        or any(part in text.replace(" ", "") for part in table.running)
    )


def _takes_back(words: Sequence[str], text: str) -> bool:
    """Return whether words call something wrong or past, or limit it."""
    table = lexicon.remarks()
    return not (table.turning | lexicon.scope().withdrawn | lexicon.classes().limits).isdisjoint(
        words
    ) or any(phrase in text for phrase in table.turns)


def _negates(words: Sequence[str], text: str) -> bool:
    return any(is_of(DifferenceKind.NEGATION, word) for word in words) or any(
        part in text for part in lexicon.scope().negating_parts
    )
