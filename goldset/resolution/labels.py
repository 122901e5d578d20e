"""Labels and link targets that changed although the words did not: ignored, unless the item asks for them."""

from collections import Counter
from itertools import zip_longest

from goldset.domain.items import Item
from goldset.domain.naming import named_labels
from goldset.domain.resolutions import Difference, DifferenceKind
from goldset.resolution.marks import MarkKind
from goldset.resolution.reading import Passage


def compare_marks(old: Passage, place: Passage, item: Item) -> tuple[tuple[Difference, ...], tuple[str, ...]]:
    """Return the changed marks that count as text, and those that are ignored.

    A number or letter inside the passage counts: it is one of a list that the passage quotes. The passage's own number,
    and where a link leads, count where question, answer, must_include or must_not_include name them.
    """
    if old.raw == place.raw:
        return (), ()
    counted, ignored = _own_label(old, place, item)
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
