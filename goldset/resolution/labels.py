"""Labels and link targets that changed although the words did not: ignored, unless the item asks for them."""

import unicodedata
from collections import Counter
from itertools import zip_longest

from goldset.domain.items import Item
from goldset.domain.naming import named_labels
from goldset.domain.resolutions import Difference, DifferenceKind
from goldset.resolution.characters import VOWEL_MARKS
from goldset.resolution.marks import MarkKind
from goldset.resolution.reading import Passage


def compare_marks(old: Passage, place: Passage, item: Item) -> tuple[tuple[Difference, ...], tuple[str, ...]]:
    """Return the changed marks that count as text, and those that are ignored.

    A number or letter inside the passage counts: it is one of a list that the passage quotes. The passage's
    own number, and where a link leads, count where question, answer, must_include or must_not_include name
    them.
    """
    if old.raw == place.raw:
        return (), ()
    counted, ignored = _own_label(old, place, item)
    if vowels_differ(old.raw, place.raw):
        counted.append(Difference(DifferenceKind.WORDS, old.raw, place.raw))
    inner, other = _inner(old), _inner(place)
    if inner != other:
        counted += [
            Difference(DifferenceKind.NUMBER, one, two)
            for one, two in zip_longest(inner, other, fillvalue="")
            if one != two
        ]
    before, after = Counter(_targets(old)), Counter(_targets(place))
    for target in sorted((before - after) | (after - before)):
        if named_labels(item, [target]):
            counted.append(
                Difference(DifferenceKind.ENTITY, *((target, "") if before[target] else ("", target)))
            )
        elif before[target]:
            ignored.append(target)
    return tuple(counted), tuple(ignored)


def _own_label(old: Passage, place: Passage, item: Item) -> tuple[list[Difference], list[str]]:
    before, after = _leading(old), _leading(place)
    if before == after:
        return [], []
    if named_labels(item, [before, after]):
        return [Difference(DifferenceKind.NUMBER, before, after)], []
    return [], [label for label in (before,) if label]


def _leading(passage: Passage) -> str:
    first = int(passage.reading.tokens.starts[passage.i])
    return next((m.text for m in passage.marks() if m.kind is MarkKind.LABEL and m.end <= first), "")


def _inner(passage: Passage) -> list[str]:
    first = int(passage.reading.tokens.starts[passage.i])
    return [m.text for m in passage.marks() if m.kind is MarkKind.LABEL and m.start > first]


def _targets(passage: Passage) -> list[str]:
    return [m.text for m in passage.marks() if m.kind is MarkKind.TARGET]


def vowels_differ(before: str, after: str) -> bool:
    """Return whether two texts carry different Arabic vowel marks on one letter; a mark may be left out."""
    one, two = _vowelled(before), _vowelled(after)
    if [letter for letter, _ in one] != [letter for letter, _ in two]:
        return False
    return any(not (left <= right or right <= left) for (_, left), (_, right) in zip(one, two, strict=True))


def _vowelled(text: str) -> list[tuple[str, frozenset[str]]]:
    """Return each Arabic letter with the marks that it carries."""
    found: list[tuple[str, frozenset[str]]] = []
    for char in unicodedata.normalize("NFKC", text):
        if char in VOWEL_MARKS and found:
            found[-1] = (found[-1][0], found[-1][1] | {char})
        elif "\u0620" <= char <= "\u06ff" and char.isalpha() and char != "\u0640":
            found.append((char, frozenset()))
    return found
