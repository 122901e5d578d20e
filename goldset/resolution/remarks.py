"""What is said of a passage by sentences beside it, and at the heads of its document and sections.

“Outdated.”, “The following is not true.”, “This page holds no more.”: a remark points to what stands beside or below it,
or is a paragraph of a few words, and takes it back or limits it.
"""

import re
from collections.abc import Container, Iterator, Sequence

from goldset.domain.resolutions import Difference, DifferenceKind, Outcome
from goldset.resolution import lexicon
from goldset.resolution.changes import Change, guarded, unknown
from goldset.resolution.differences import spoken
from goldset.resolution.heads import heads, stretches_above
from goldset.resolution.lists import is_item
from goldset.resolution.notes import is_heading
from goldset.resolution.reading import Passage, Reading, occurrences, token_passage
from goldset.resolution.remark_words import Sentence
from goldset.resolution.scope import scope_words

# So many sentences are looked at on either side.
_NEAREST = 3
# “No.”, “Not so.”
_ANSWER = 2
# What a template is told, as a whole: `{% if false %}`.
_CODE = re.compile(r"\{%[^%]*%\}|<%[^%]*%>")
_AT_HEAD = "at the head of its page or section"
# So many words of a sentence that is cut tell which one it is.
_TELLING = 4


def changed_remarks(old: Passage, place: Passage, terms: frozenset[str]) -> Change | None:
    """Compare the remarks on two passages; what stands beside list items, `lists` compares.

    A heading is what others are about.
    """
    if is_heading(old) or is_heading(place):
        return None
    listed = is_item(old) or is_item(place)
    near, others = ([] if listed else list(_remarks(one, terms)) for one in (old, place))
    contrasts = [] if listed else [_contrast(one) for one in (old, place)]
    if [] in contrasts:  # what goes on with “However” is reworded often: it counts where it came or went
        near, others = _each_once(near, contrasts[0]), _each_once(others, contrasts[1])
    # What the same head says on both sides matters only to what is said beside the passage.
    same = set() if near or others else {*_heads(old)} & {*_heads(place)}
    above, heads_now = (list(_head_remarks(one, same)) for one in (old, place))
    before, after = _each_once(near, above), _each_once(others, heads_now)
    gone = [one for one in before if not (_is_among(one, after) or _is_said(one, place, one in above))]
    new = [one for one in after if not (_is_among(one, before) or _is_said(one, old, one in heads_now))]
    if not gone and not new:
        return None
    of_heads = all(one in above for one in gone) and all(one in heads_now for one in new)
    if old.reading.partial and of_heads and not gone:
        return unknown(f"what is said {_AT_HEAD}")
    kinds = [kind for one in (*gone, *new) for kind in guarded(one.words)]
    said = (" ".join(spoken(one.words) for one in some) for some in (gone, new))
    difference = Difference(next(iter(kinds), DifferenceKind.WORDS), *said)
    return Change(
        Outcome.CONTEXT_CHANGED,
        f"a remark {_AT_HEAD if of_heads else 'beside it'} came, went or changed",
        (difference,),
    )


def _is_said(one: Passage, place: Passage, at_head: bool) -> bool:  # noqa: FBT001 (of the remark)
    """Return whether the document of the other passage says a remark, too, so that it means that passage.

    What speaks of all of it may stand anywhere; what stood at a head, farther down, where others came above it.
    """
    sentence, reading = Sentence.of(one), place.reading
    places = occurrences(reading.keys, one.keys)
    if sentence.speaks_of_all and not sentence.points_beside:
        return len(places) > 0
    if not at_head:
        return False
    units, at = reading.units, reading.tokens.starts[places[places < place.i]]
    above = stretches_above(reading.raw, units.headings, units.front_matter, place.start)
    return any(bool(((at >= top) & (at < end)).any()) for top, end in above)


def _is_among(one: Passage, others: Sequence[Passage]) -> bool:
    """Return whether a remark is one of others; where one of the two is cut, as far as it is stored."""
    words = Sentence.of(one).words
    return any(
        words == Sentence.of(other).words or _is_rest_of(one, other) or _is_rest_of(other, one)
        for other in others
    )


def _is_rest_of(cut: Passage, whole: Passage) -> bool:
    """Return whether a remark that may go on where stored surroundings end is as much of another one.

    The word at its cut end may be half a word. Too few words tell nothing.
    """
    reading, words, others = cut.reading, Sentence.of(cut).words, Sentence.of(whole).words
    if len(words) < _TELLING:
        return False
    begins_late = not cut.i and not reading.opens
    ends_early = cut.j == len(reading.tokens) and not reading.ends
    return (begins_late and others[-len(words) :][1:] == words[1:]) or (
        ends_early and others[: len(words)][:-1] == words[:-1]
    )


def _each_once(near: Sequence[Passage], above: Sequence[Passage]) -> list[Passage]:
    """Return remarks, those of heads last, without those of heads that stand beside the passage."""
    beside = {one.i for one in near}
    return [*near, *(one for one in above if one.i not in beside)]


def _heads(place: Passage) -> list[str]:
    """Return what stands at the heads of all that a passage stands in."""
    return [place.reading.raw[start:end] for start, end in _head_places(place)]


def _head_places(place: Passage) -> tuple[tuple[int, int], ...]:
    units = place.reading.units
    return heads(place.reading.raw, units.headings, units.front_matter, place.start)


def _head_remarks(place: Passage, but: Container[str]) -> Iterator[Passage]:
    """Yield what takes back a passage at the heads of its document and of the sections it stands in, but of some."""
    reading = place.reading
    for start, end in _head_places(place):
        if reading.raw[start:end] in but:
            continue
        at, last = reading.tokens.within(start, end)
        said = Sentence.of(token_passage(reading, at, last))
        if not (said.takes_back or said.says_over):
            continue
        while at < last:
            i, at = reading.units.unit(at, at + 1)
            unit = token_passage(reading, i, at)
            if (i >= place.j or at <= place.i) and _is_head_remark(unit):
                yield unit


def _is_head_remark(unit: Passage) -> bool:
    """Return whether a sentence at a head takes back all that stands below it."""
    said = Sentence.of(unit)
    if not said.is_remark or is_item(unit) or _CODE.fullmatch(unit.raw):
        return False
    of_all = said.speaks_of_all or said.speaks_of_section
    return ((of_all or _is_label(unit, said)) and said.takes_back) or (
        (of_all or said.speaks_of_subject) and said.says_over
    )


def _remarks(place: Passage, terms: frozenset[str]) -> Iterator[Passage]:
    """Yield the remarks beside a passage, those above it first."""
    own = place.reading.units.block(place.i, place.j)
    for i, j in _beside(place):
        unit = token_passage(place.reading, i, j)
        if _is_remark(unit, own, terms):
            yield unit


def _contrast(place: Passage) -> list[Passage]:
    """Return the sentence right behind a passage, if it opens as one that limits it."""
    units, end = place.reading.units, place.reading.units.unit(place.i, place.j)[1]
    if end >= len(place.reading.tokens):
        return []
    unit = token_passage(place.reading, *units.unit(end, end + 1))
    said = Sentence.of(unit)
    goes_on = said.contrasts or (
        said.words[:1] != ()
        and said.words[0] in lexicon.classes().anaphors
        and (said.takes_back or said.negates)
    )
    limits = goes_on and said.is_remark and not is_item(unit) and not is_heading(unit)
    return [unit] if limits else []


def _beside(place: Passage) -> Iterator[tuple[int, int]]:
    """Yield the tokens of the nearest sentences above a passage, then below: of its block and the one beside that."""
    units, count = place.reading.units, len(place.reading.tokens)
    low, high = units.unit(place.i, place.j)
    first, last = units.block(place.i, place.j)
    floor, ceiling = first, last
    for _ in range(_NEAREST):
        if floor and not _is_telling(place.reading, floor, first):
            floor = units.block(floor - 1, floor)[0]
        if ceiling < count and not _is_telling(place.reading, last, ceiling):
            ceiling = units.block(ceiling, ceiling + 1)[1]
    for _ in range(_NEAREST):
        if low > floor:
            low, end = units.unit(low - 1, low)
            yield low, end
    for _ in range(_NEAREST):
        if high < ceiling:
            start, high = units.unit(high, high + 1)
            yield start, high


def _is_telling(reading: Reading, i: int, j: int) -> bool:
    """Return whether tokens hold a word: “:::” and “***” stand between what is told."""
    return any(word[:1].isalnum() for word in reading.tokens.words(i, j))


def _is_remark(unit: Passage, own: tuple[int, int], terms: frozenset[str]) -> bool:
    """Return whether a sentence takes back or limits a passage beside it, of which the block is `own`."""
    said = Sentence.of(unit)
    if not said.is_remark or is_heading(unit) or _CODE.fullmatch(unit.raw):
        return False
    leads = unit.words[-1] == ":" and unit.i < own[0]
    points = leads or said.speaks_of_all or said.points_beside
    if is_item(unit):
        return points and said.takes_back
    if points:
        return (
            said.takes_back
            or said.doubts
            or said.negates
            or bool(scope_words((" ".join(unit.words),), terms))
        )
    if said.excepts or _corrects(unit):
        return True
    inside = said.is_label and own[0] <= unit.i < own[1]
    label = _is_label(unit, said)
    conditions = (
        label and unit.i < own[0] and said.words[:1] != () and said.words[0] in lexicon.remarks().conditioning
    )
    return (
        (inside or label) and (said.takes_back or (said.negates and len(said.words) <= _ANSWER))
    ) or conditions


def _corrects(unit: Passage) -> bool:
    """Return whether a sentence opens as what corrects the text beside it."""
    opening = unit.words[:2]
    return opening[0].lower() in lexicon.remarks().correcting and not opening[-1][:1].isalnum()


def _is_label(unit: Passage, said: Sentence) -> bool:
    """Return whether a sentence is a paragraph of a few words, or opens like “Deprecated since 2024, …”."""
    if said.is_label and unit.reading.units.block(unit.i, unit.j) == (unit.i, unit.j):
        return True
    opening = unit.words[:2]
    return opening[0].lower() in lexicon.scope().outright and (
        not opening[-1][:1].isalnum() or opening[-1] in lexicon.remarks().opening
    )
