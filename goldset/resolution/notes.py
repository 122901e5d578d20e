"""What a passage hangs on outside of its block: its footnotes, a paragraph that leads on to it, what it answers."""

import re

from goldset.domain.resolutions import Outcome
from goldset.resolution.changes import LEADING, Change, came_or_went, changed, unknown
from goldset.resolution.differences import differences, exchanged
from goldset.resolution.harmless import AllowList
from goldset.resolution.lists import is_item
from goldset.resolution.reading import Passage, passage, token_passage

_QUESTION_MARKS = frozenset("?？؟")
# A question mark may stand before what closes a sentence.
_LAST = 2
_REFERENCE = re.compile(r"\[\^([^\]\s]{1,40})\](?!:)")
_NOTE = re.compile(r"^[ ]{0,3}\[\^([^\]\s]{1,40})\]:[ \t]*((?:.+\n?(?:[ \t]+\S.*\n?)*)?)", re.MULTILINE)


def changed_notes(old: Passage, place: Passage, allowed: AllowList) -> Change | None:
    """Compare the footnotes that two passages point to; marks that touch the end belong to a passage."""
    before, after = _references(old), _references(place)
    if not before or not after:
        return None
    notes, others = _notes(old), _notes(place)
    for one, two in zip(before, after, strict=False):
        if two not in others:
            continue
        if one not in notes:
            return unknown("the text of its footnote") if old.reading.partial else None
        if change := changed(notes[one], others[two], allowed, "the text of its footnote changed", LEADING):
            return change
    return None


def _references(place: Passage) -> list[str]:
    raw = place.reading.raw
    if raw.find("[^", place.start, place.end + 2) < 0:
        return []
    end = place.end
    while touching := _REFERENCE.match(raw, end):
        end = touching.end()
    return [match[1] for match in _REFERENCE.finditer(raw, place.start, end)]


def _notes(place: Passage) -> dict[str, Passage]:
    found = _NOTE.finditer(place.reading.raw)
    return {match[1]: passage(place.reading, *match.span(2)) for match in found if match[2].strip()}


def changed_announcement(old: Passage, place: Passage, allowed: AllowList) -> Change | None:
    """Compare the sentences with a colon that end just before the blocks of two passages that are no items."""
    if is_item(old) or is_item(place):
        return None
    before, after = _announcement(old), _announcement(place)
    reason = "the sentence that leads on to it"
    if before is None and after is not None and not old.reading.opens and not _block(old):
        return unknown(reason)
    if before is not None and after is not None:
        return changed(before, after, allowed, f"{reason} changed", LEADING)
    return came_or_went(before, after, f"{reason} came or went")


def _block(place: Passage) -> int:
    """Return the first token of the block that a passage begins in."""
    return place.reading.units.block(place.i, place.j)[0]


def _announcement(place: Passage) -> Passage | None:
    reading, units, first = place.reading, place.reading.units, _block(place)
    if not first or reading.tokens.words(first - 1, first) != [":"]:
        return None
    found = token_passage(reading, *units.unit(first - 1, first))
    return None if is_heading(found) or is_item(found) else found


def changed_question(old: Passage, place: Passage) -> Change | None:
    """Compare the questions right above two passages: the same answer to another one says something else."""
    before, after = _question(old), _question(place)
    if before is None or after is None:
        return None
    words = ([word.lower() for word in one.words if word[:1].isalnum()] for one in (before, after))
    if not any(exchanged(*words)):
        return None
    return Change(Outcome.CONTEXT_CHANGED, "the question that it answers changed", differences(before, after))


def _question(place: Passage) -> Passage | None:
    """Return the sentence right above a passage, if it asks something."""
    units = place.reading.units
    first = units.unit(place.i, place.j)[0]
    if not first:
        return None
    found = token_passage(place.reading, *units.unit(first - 1, first))
    asks = any(word in _QUESTION_MARKS for word in found.words[-_LAST:])
    return found if asks else None


def is_heading(place: Passage) -> bool:
    """Return whether a passage begins in a heading."""
    return any(h.start <= place.start < h.end for h in place.reading.units.headings)
