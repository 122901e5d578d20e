"""Where the confirmed words stand verbatim: raw first, then in normal form, counted in both documents."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from goldset.resolution.describe import find_exact
from goldset.resolution.mapping import Mapping
from goldset.resolution.reading import Passage, Reading, occurrences, passage, read, token_passage
from goldset.resolution.roles import is_title, plays_same_part, role_of, roles_of, with_same_part

# Fewer letters and figures than this identify no place by themselves: the surroundings must agree.
_FEW_LETTERS = 20
_FEW_TOKENS = 4
# So many tokens beside a quote, mapped in one piece with it, tell it from its like.
_NEIGHBOURS = 3
_FAR = 24
ONCE = "stands exactly once, then and now"


@dataclass(frozen=True)
class Verbatim:
    """What exact search found.

    Attributes:
        place: The one place that is the confirmed passage; None where none or several may be.
        places: Every place of the new document with the same words, in order.
        before: How often the words stood in the old document.
        how: Which rule decided, for people.
    """

    place: Passage | None
    places: tuple[Passage, ...]
    before: int
    how: str


def locate(reading: Reading, quote: str, start: int | None) -> tuple[Passage | None, int]:
    """Return the confirmed passage in the document it was confirmed in, and how many places would do.

    The quote wins over the offset: it must stand there word for word, or stand exactly once.
    """
    if start is not None and quote and reading.raw.startswith(quote, start):
        return passage(reading, start, start + len(quote)), 1
    raw = find_exact(reading.raw, quote)
    if raw:
        return (passage(reading, raw[0], raw[0] + len(quote)) if len(raw) == 1 else None), len(raw)
    wanted = read("", quote).keys
    at = occurrences(reading.keys, wanted)
    if len(at) == 1:
        return token_passage(reading, int(at[0]), int(at[0]) + len(wanted)), 1
    return None, len(at)


def find_verbatim(old: Passage, new: Reading, mapped: Mapping, known: int | None) -> Verbatim:
    """Find the confirmed passage word for word in a new text.

    Args:
        old: The confirmed passage.
        new: The text to look in.
        mapped: Old token → new token.
        known: How often the words stood in the old document where that text is not kept; None where it is.
    """
    raw_places = find_exact(new.raw, old.raw)
    if len(raw_places) == 1 == _count(old, known):
        place = passage(new, raw_places[0], raw_places[0] + len(old.raw))
        alone = len(old.copies) <= 1  # no copy in other dress
        same = _same_edges(old, place) and plays_same_part(old, place, mapped)
        if same and (alone or is_mapped(old, place, mapped)):
            return _judged(old, place, mapped, ONCE)
    places = with_same_part(old, _equal_places(old, new), mapped)
    before = _copies(old) if known is None else known
    if not places or not old.whole:
        return Verbatim(None, places, before, "does not stand word for word")
    if before == 1 == len(places):
        return _judged(old, places[0], mapped, "same words, exactly once, then and now")
    # Copies that vanished from a text nobody kept may have been the confirmed one.
    certain = not old.reading.partial or 0 < before <= len(places)
    to = mapped[old.i]
    chosen = [place for place in places if certain and to == place.i and told_apart(old, place, mapped)]
    how = f"stood {before} times and stands {len(places)} times; the diff "
    how += "maps it" if chosen else "does not tell which is meant"
    return Verbatim(chosen[0] if chosen else None, places, before, how)


def _count(old: Passage, known: int | None) -> int:
    """Return how often the raw quote stood in its document; 2 where nobody knows."""
    if old.reading.partial:
        return known or 2
    return len(find_exact(old.reading.raw, old.raw))


def _copies(old: Passage) -> int:
    """Return how often the confirmed words stood in the old document as what the passage is there."""
    at = old.copies
    if len(at) <= 1:
        return len(at)
    return roles_of(old.reading, at, old.j - old.i).count(role_of(old))


def _same_edges(old: Passage, place: Passage) -> bool:
    """Return whether a quote's ends cut the same words: a figure inside a longer one is another figure."""
    return old.whole == place.whole and np.array_equal(place.keys, old.keys)


def _equal_places(old: Passage, new: Reading) -> list[Passage]:
    """Return all tokens that equal the confirmed ones, in order, each with the raw text verbatim where it is."""
    at = occurrences(new.keys, old.keys)
    raw, text, size = old.raw, new.raw, old.j - old.i
    lead = int(old.reading.tokens.starts[old.i]) - old.start if len(at) else 0
    return [
        Passage(new, start, start + len(raw), i, i + size)
        if start >= 0 and text.startswith(raw, start)
        else token_passage(new, i, i + size, like=old)
        for i, start in zip(at.tolist(), (new.tokens.starts[at] - lead).tolist(), strict=True)
    ]


def _judged(old: Passage, place: Passage, mapped: Mapping, how: str) -> Verbatim:
    """Accept the only place, unless the quote is short or the diff shows that its own place was rewritten."""
    if is_mapped(old, place, mapped):
        return Verbatim(place, (place,), 1, how)
    if _is_short(old) and not _beside(old, place) and not (is_title(old) and is_title(place)):
        return Verbatim(None, (place,), 1, "too short to tell without its surroundings, which changed")
    if _rewritten_in_place(old, place, mapped):
        return Verbatim(
            None, (place,), 1, "its own place holds other words now, and the same words stand elsewhere"
        )
    return Verbatim(place, (place,), 1, how)


def is_mapped(old: Passage, place: Passage, mapped: Mapping) -> bool:
    """Return whether the diff maps the whole passage to the place."""
    own = mapped[old.i : old.j]
    return bool(len(own) == place.j - place.i and (own == np.arange(place.i, place.j)).all())


def _is_short(old: Passage) -> bool:
    letters = sum(char.isalnum() for char in old.raw)
    return letters < _FEW_LETTERS or old.j - old.i < _FEW_TOKENS


def _beside(old: Passage, place: Passage) -> bool:
    """Return whether the tokens on one side are the same, then and now."""
    before, after = old.reading.keys, place.reading.keys
    left = (
        old.i >= _NEIGHBOURS
        and place.i >= _NEIGHBOURS
        and np.array_equal(before[old.i - _NEIGHBOURS : old.i], after[place.i - _NEIGHBOURS : place.i])
    )
    right = np.array_equal(before[old.j : old.j + _NEIGHBOURS], after[place.j : place.j + _NEIGHBOURS])
    return bool(left or (right and old.j + _NEIGHBOURS <= len(before)))


def _rewritten_in_place(old: Passage, place: Passage, mapped: Mapping) -> bool:
    """Return whether both neighbours still stand, with something like the passage between them."""
    if not old.i > 0 or old.j >= len(mapped):
        return False
    low, high = int(mapped[old.i - 1]), int(mapped[old.j])
    if low < 0 or high < 0 or high - low <= 1 or low < place.i < high:
        return False
    between = place.reading.keys[low + 1 : high]
    size = old.j - old.i
    shared = int(np.isin(old.keys, between).sum())
    return len(between) <= 2 * size + _FEW_TOKENS and 2 * shared >= size


def told_apart(old: Passage, place: Passage, mapped: Mapping) -> bool:
    """Return whether the diff maps the passage whole to the place, and its neighbours tell it from its like.

    Together with the neighbours that moved along it must be unique on both sides. Where copies have
    vanished, each side by itself must tell it apart: a deleted copy and a kept one look the same from one
    side.
    """
    if not is_mapped(old, place, mapped):
        return False
    left, right = _mapped_along(old, place, mapped)
    before, after = old.reading.keys, place.reading.keys
    wanted = before[old.i - left : old.j + right]
    if (not left and not right) or not len(occurrences(before, wanted)) == 1 == len(
        occurrences(after, wanted)
    ):
        return False
    if old.reading.partial:
        # Only what is stored can tell it from copies that nobody kept.
        return left >= _NEIGHBOURS and right >= _NEIGHBOURS
    if len(occurrences(after, old.keys)) >= len(old.copies):
        return True
    return _told_by_left(old, place, left) and _told_by_right(old, place, right)


def _told_by_left(old: Passage, place: Passage, left: int) -> bool:
    """Return whether the tokens just before the passage stand before no other copy of it."""
    if old.i < _NEIGHBOURS:
        return old.i == place.i == left
    keys = old.reading.keys
    return left >= _NEIGHBOURS and len(occurrences(keys, keys[old.i - _NEIGHBOURS : old.j])) == 1


def _told_by_right(old: Passage, place: Passage, right: int) -> bool:
    """Return whether the tokens just after the passage stand after no other copy of it."""
    keys = old.reading.keys
    rest = len(keys) - old.j
    if rest < _NEIGHBOURS:
        return rest == right == len(place.reading.keys) - place.j
    return right >= _NEIGHBOURS and len(occurrences(keys, keys[old.i : old.j + _NEIGHBOURS])) == 1


def _mapped_along(old: Passage, place: Passage, mapped: Mapping) -> tuple[int, int]:
    """Return how many tokens before and after moved along with the passage in one piece, up to a bound."""
    left = right = 0
    while left < _FAR and left < old.i and mapped[old.i - left - 1] == place.i - left - 1 >= 0:
        left += 1
    while right < _FAR and old.j + right < len(mapped) and mapped[old.j + right] == place.j + right:
        right += 1
    return left, right


def mapped_window(old: Passage, mapped: Mapping, size: int) -> tuple[int, int] | None:
    """Return the new tokens [i, j) between the nearest mapped neighbours of a passage.

    None where one is missing.
    """
    before: NDArray[np.int64] = np.flatnonzero(mapped[max(old.i - size, 0) : old.i] >= 0)
    after: NDArray[np.int64] = np.flatnonzero(mapped[old.j : old.j + size] >= 0)
    if not len(before) or not len(after):
        return None
    low = int(mapped[max(old.i - size, 0) + int(before[-1])]) + 1
    high = int(mapped[old.j + int(after[0])])
    return (low, high) if low <= high else None
