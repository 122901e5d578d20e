"""Whether the surroundings of a passage still say what they said: verbatim words are not enough.

The rest of its sentence, the sentence that its "this" points to, the headings above it; for list items and
table rows see `lists` and `tables`. Where the old document was not kept and what is stored does not reach far
enough, nobody can say so, and a person is asked.
"""

from dataclasses import dataclass

import numpy as np

from goldset.domain.resolutions import DifferenceKind, Outcome
from goldset.resolution import lexicon
from goldset.resolution.beside import changed_labels, changed_term
from goldset.resolution.boxes import changed_boxes
from goldset.resolution.changes import Change, unknown
from goldset.resolution.conditions import conditions_around
from goldset.resolution.describe import MAX_CONTEXT, MIN_CONTEXT
from goldset.resolution.differences import differences, turns_round
from goldset.resolution.front_fields import changed_front
from goldset.resolution.harmless import AllowList, is_harmless
from goldset.resolution.headings import changed_headings
from goldset.resolution.lists import changed_connective, changed_exceptions, changed_lead_in
from goldset.resolution.notes import changed_announcement, changed_notes, changed_question
from goldset.resolution.reading import Passage, token_passage
from goldset.resolution.remarks import changed_remarks
from goldset.resolution.silent import silence_around
from goldset.resolution.tables import changed_rest, changed_table

Kind = DifferenceKind
# What turns the meaning of a sentence that points back to another one.
# Stored surroundings may end in a word or in white space: so many characters are not counted.
_CUT = 24
_TURNING = frozenset(Kind) - {Kind.WORDS, Kind.ORDER, Kind.CONNECTIVE}


@dataclass(frozen=True, slots=True)
class Known:
    """What else decides whether surroundings changed.

    Attributes:
        allowed: What may differ without a person.
        terms: A project's own scope words.
        section: The headings stored in the item, for where the old document was not kept.
        mapped: Whether the diff maps the passage to the place: else it moved.
    """

    allowed: AllowList
    terms: frozenset[str]
    section: tuple[str, ...] | None
    mapped: bool


def changed_context(old: Passage, place: Passage, known: Known) -> Change | None:
    """Return what changed around a passage whose words stand; None where nothing that matters did."""
    return (
        _not_stored(old)
        or _silenced(old, place)
        or _condition(old, place)
        or changed_boxes(old, place)
        or _sentence(old, place, known.allowed)
        or _antecedent(old, place, known.allowed)
        or _headings(old, place, known)
        or changed_front(old, place, known.terms)
        or changed_term(old, place, known.allowed)
        or changed_labels(old, place, known.terms)
        or changed_lead_in(old, place, known.allowed)
        or changed_connective(old, place)
        or changed_exceptions(old, place, known.allowed)
        or changed_announcement(old, place, known.allowed)
        or changed_remarks(old, place, known.terms)
        or changed_question(old, place)
        or changed_notes(old, place, known.allowed)
        or changed_table(old, place, known.allowed)
        or changed_rest(old, place, known.allowed)
    )


def _silenced(old: Passage, place: Passage) -> Change | None:
    """Return that a passage is no longer told to readers, or was not: it is struck out, or hidden."""
    before, after = (silence_around(p.reading.raw, p.start, p.end) for p in (old, place))
    if before == after:
        return None
    return Change(Outcome.CONTEXT_CHANGED, f"it stands in {after}" if after else f"it stood in {before}")


def _condition(old: Passage, place: Passage) -> Change | None:
    """Return that the template tells a passage under another condition than before."""
    before, after = (conditions_around(p.reading.raw, p.start, p.end) for p in (old, place))
    if before == after:
        return None
    came = next((name for name in after if name not in before), "")
    went = next((name for name in before if name not in after), "")
    if old.reading.partial and not went:
        return unknown(f"whether it was told under “{came}” alone")
    reason = f"it is told under “{came}” alone" if came else f"it was told under “{went}” alone"
    return Change(Outcome.SCOPE_CHANGED, reason)


def _not_stored(old: Passage) -> Change | None:
    """Return that what stood on a side is not known: next to nothing is stored, and the text went on there."""
    reading = old.reading
    before = reading.opens or old.start >= MIN_CONTEXT
    after = reading.ends or len(reading.raw) - old.end >= MIN_CONTEXT
    if before and after:
        return None
    return unknown(f"what stood {'after' if before else 'before' if after else 'around'} it")


def _sentence(old: Passage, place: Passage, allowed: AllowList) -> Change | None:
    """Compare the rest of the sentence on both sides."""
    before, after = _rest(old), _rest(place)
    for side in (0, 1):
        if _same_rest(before[side], after[side], side, allowed):
            continue
        if _is_cut(before[side], side):
            return unknown("the rest of its sentence")
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
    return False


def _is_cut(rest: Passage, side: int) -> bool:
    """Return whether as much as is ever stored ends in the sentence: how it goes on there nobody knows."""
    reading = rest.reading
    if rest.end - rest.start < MAX_CONTEXT - _CUT:
        return False
    return (
        not reading.opens and not rest.i if side == 0 else not reading.ends and rest.j == len(reading.tokens)
    )


def _antecedent(old: Passage, place: Passage, allowed: AllowList) -> Change | None:
    """Compare the sentence before, where the passage opens with a word that points to it."""
    if not points_back(old.words[:6]):
        return None
    before, after = _previous(old), _previous(place)
    if after is not None and old.reading.partial and (before is None or before.i == 0):
        return _half_known(before, after, old.words[0])
    if before is None or after is None or is_harmless(before, after, allowed):
        return None
    found = differences(before, after)
    if not any(difference.kind in _TURNING or turns_round(difference) for difference in found):
        return None
    return Change(Outcome.CONTEXT_CHANGED, f"the sentence that “{old.words[0]}” points to changed", found)


def _half_known(before: Passage | None, after: Passage, word: str) -> Change | None:
    """Compare the end of a sentence of which the beginning may not be stored."""
    if before is not None and before.end - before.start >= MIN_CONTEXT - _CUT:
        size = before.j - before.i
        same = size <= after.j - after.i and np.array_equal(
            before.keys[1:], after.keys[len(after.keys) - size + 1 :]
        )
        if same and after.words[-size].endswith(before.words[0]):  # it may be half a word
            return None
    return unknown(f"the sentence that “{word}” points to")


def points_back(words: list[str]) -> bool:
    """Return whether a passage that opens with these words points to the sentence before."""
    lowered = [word.lower() for word in words]
    table = lexicon.classes()
    if "".join(lowered).startswith(table.running_anaphors):
        return True
    if lowered[:1] and lowered[0] in table.prepositions:
        lowered = lowered[1:]  # "During this time"
        if not lowered or lowered[0] not in table.pointers:
            return False
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


def _headings(old: Passage, place: Passage, known: Known) -> Change | None:
    before = (known.section or ()) if old.reading.partial else old.reading.units.path(old.start)
    paths = before, place.reading.units.path(place.start)
    return changed_headings(old, place, paths, known.terms, mapped=known.mapped)
