"""What names a passage without being its heading: the term that it explains, and short labels in its block."""

import re

from goldset.domain.resolutions import Difference, DifferenceKind, Outcome
from goldset.resolution.changes import Change, changed, guarded, unknown
from goldset.resolution.differences import spoken
from goldset.resolution.harmless import AllowList
from goldset.resolution.reading import Passage, Reading, passage, token_passage
from goldset.resolution.scope import scope_words
from goldset.resolution.tags import term_in_tags

_EXPLAINS = re.compile(r"[ \t>]*:[ \t]+\S")
_LONGEST_TERM = 200
# … and in lines.
_LONGEST_DEFINITION = 100
# A sentence of more words than this is no label, one that negates of more than that.
_LABEL = 4
_LONGEST_LABEL = 6


def changed_term(old: Passage, place: Passage, allowed: AllowList) -> Change | None:
    """Compare the terms that two passages of definition lists explain."""
    before, after = term_of(old), term_of(place)
    if old.reading.partial and (before is None or before.start == 0) and after is not None:
        return unknown("the term that it explains")
    if before is None and after is None:
        return None
    reason = "the term that it explains changed"
    if before is not None and after is not None:
        return changed(before, after, allowed, reason)
    # A definition list that became headings and text, or the reverse, names the same term there.
    one, other = (before, place) if before is not None else (after, old)
    assert one is not None
    path = other.reading.units.path(other.start)
    if path and _folded(path[-1]) == _folded(spoken(one.words)):
        return None
    words = spoken(one.words)
    difference = Difference(DifferenceKind.ENTITY, words if before else "", words if after else "")
    return Change(Outcome.CONTEXT_CHANGED, "the term that it explains came or went", (difference,))


def _folded(text: str) -> str:
    return re.sub(r"[\W_]+", "", text).lower()


def term_of(place: Passage) -> Passage | None:
    """Return the term that a passage explains: `Term` above `: text`, or the same in tags."""
    raw = place.reading.raw
    start = raw.rfind("\n", 0, int(place.reading.tokens.starts[place.i])) + 1
    for _ in range(_LONGEST_DEFINITION):
        if _EXPLAINS.match(raw, start):
            return _term_above(place, start)
        start = _line_above(raw, start)
        if start < 0 or not _line(raw, start).strip():
            break
    return term_in_tags(place)


def _term_above(place: Passage, start: int) -> Passage | None:
    """Return the nearest line above that is neither empty nor indented nor an explanation."""
    raw = place.reading.raw
    while (start := _line_above(raw, start)) >= 0:
        line = _line(raw, start)
        if line.strip() and not line[:1].isspace() and not _EXPLAINS.match(line):
            term = passage(place.reading, start, start + len(line))
            return term if len(line) <= _LONGEST_TERM and term.i < term.j else None
    return None


def _line_above(raw: str, start: int) -> int:
    """Return where the line above the one that begins at an offset begins; -1 above the first."""
    return raw.rfind("\n", 0, start - 1) + 1 if start else -1


def _line(raw: str, start: int) -> str:
    end = raw.find("\n", start)
    return raw[start : end if end >= 0 else len(raw)]


def changed_labels(old: Passage, place: Passage, terms: frozenset[str]) -> Change | None:
    """Compare the short labels in the blocks of two passages: “Withdrawn.”, “UK only:”, “(Draft)”."""
    before, after = labels_of(old, terms), labels_of(place, terms)
    gone, new = sorted(before - after), sorted(after - before)
    if not gone and not new:
        return (
            unknown("a label at an end of its paragraph")
            if _is_cut(old.reading, *old.reading.units.block(old.i, old.j))
            else None
        )
    difference = Difference(DifferenceKind.JURISDICTION, " ".join(gone), " ".join(new))
    return Change(Outcome.SCOPE_CHANGED, "a label beside it came, went or changed", (difference,))


def _is_cut(reading: Reading, i: int, j: int) -> bool:
    """Return whether the document may go on where stored surroundings begin or end with these tokens."""
    raw, starts, ends = reading.raw, reading.tokens.starts, reading.tokens.ends
    before = not i and not reading.opens and "\n\n" not in raw[: int(starts[0])]
    return before or (j == len(reading.tokens) and not reading.ends and "\n\n" not in raw[int(ends[-1]) :])


def labels_of(place: Passage, terms: frozenset[str]) -> frozenset[str]:
    """Return the labels of a passage's block.

    They are short sentences with a guarded word, at the ends of the block or just beside the passage's own.
    """
    units = place.reading.units
    first, last = units.block(place.i, place.j)
    low, high = units.unit(place.i, place.j)
    found: set[str] = set()
    for at, inside in (
        (first, first < low),
        (low - 1, first < low),
        (high, high < last),
        (last - 1, high < last),
    ):
        i, j = units.unit(at, at + 1) if inside else (0, 0)
        if i < j and not _is_cut(place.reading, i, j):
            found |= _label(token_passage(place.reading, i, j), terms)
    return frozenset(found)


def _label(unit: Passage, terms: frozenset[str]) -> set[str]:
    """Return the words of a short sentence that says to whom or when something applies; else nothing."""
    words = [word.lower() for word in unit.words if word[:1].isalnum()]
    if len(words) > _LONGEST_LABEL:
        return set()
    # The number of a clause counts no label.
    kinds = set(guarded(unit.words)) - {DifferenceKind.NUMBER}
    if DifferenceKind.NEGATION in kinds:
        return {" ".join(words)}
    if len(words) > _LABEL or not (kinds or scope_words((unit.raw,), terms)):
        return set()
    return {" ".join(words)}
