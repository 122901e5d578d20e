"""Where a retrieved text stands in its document, white space and what was put around it aside.

Chunkers put headings or a summary in front of a chunk, and trim or fold its white space. What counts is the part
that stands in the document to the letter; a text of which too little does is not located, never guessed. White space
that parts a word or a figure is no white space that was folded: `12 3` is not `123`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import ceil

from goldset.domain.word_ends import is_joined

# At least this much of a chunk must stand in the document: less is as likely a chance as a place.
LEAST_CHARACTERS = 40
LEAST_SHARE = 0.5
# Below whole lines that were put in front, a whole short passage is enough.
LEAST_BELOW = 20
MOST_LINES_ABOVE = 3
# What stands at more places than these in one document tells none of them.
MOST_PLACES = 100
# Marks inside of a figure.
_IN_FIGURES = ".,:'’"


@dataclass(frozen=True, slots=True)
class Located:
    """Where a text stands.

    Attributes:
        places: (start, end) in code points of the document, half open: one; several where it stands more than
            once; none where it does not stand there.
    """

    places: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Searched:
    """A document in which chunks are looked for."""

    text: str

    @cached_property
    def folded(self) -> tuple[str, list[int]]:
        """The text without white space, and the offset of each of its characters."""
        offsets = [at for at, char in enumerate(self.text) if not char.isspace()]
        return "".join(self.text.split()), offsets


def locate_chunk(text: str, document: Searched) -> Located:
    """Return where a chunk's text stands in a document.

    Args:
        text: The chunk's text, as the run has it.
        document: The document; kept by the caller for as long as chunks of it are asked for.
    """
    exact = _occurrences(document.text, text.strip()) if text.strip() else []
    if exact:
        return Located(tuple((at, at + len(text.strip())) for at in exact))
    wanted = "".join(text.split())
    if not wanted:
        return Located(())
    folded, offsets = document.folded
    below = _below_first_lines(text, folded)
    part = below or (wanted if wanted in folded else "")
    skipped = len(wanted) - len(part)
    whole = [(skipped, at, at + len(part)) for at in _occurrences(folded, part)] if part else []
    chunk = Searched(text)
    alike = [_alike(chunk, document, found) for found in whole or _longest_parts(wanted, folded)]
    longest = max((end - start for start, end in alike), default=0)
    return Located(
        tuple(
            (offsets[start], offsets[end - 1] + 1)
            for start, end in alike
            if end > start and end - start == longest
        )
    )


def _alike(chunk: Searched, document: Searched, found: tuple[int, int, int]) -> tuple[int, int]:
    """Return the longest stretch in which no word or figure is parted in a chunk or its document alone.

    Empty where that is too little of the chunk.

    Args:
        chunk: The chunk.
        document: The document.
        found: Where the part begins in the chunk, and [start, end) of it in the document, without white space.
    """
    at, start, end = found
    (wanted, ours), (folded, theirs) = chunk.folded, document.folded
    size = end - start
    own = chunk.text[ours[at] : ours[at + size - 1] + 1]
    if document.text[theirs[start] : theirs[end - 1] + 1].split() == own.split():
        return start, end
    breaks = [
        step
        for step in range(1, size)
        if (ours[at + step] - ours[at + step - 1] > 1)
        != (theirs[start + step] - theirs[start + step - 1] > 1)
        and _is_within(folded, start + step)
    ]
    if not breaks:
        return start, end
    first, last = max(pairwise([0, *breaks, size]), key=lambda pair: pair[1] - pair[0])
    return (start + first, start + last) if last - first >= _least(wanted) else (start, start)


def _is_within(folded: str, at: int) -> bool:
    """Return whether an offset lies inside of a word or a figure."""
    left, right = folded[at - 1], folded[at]
    if right.isdigit() and left in _IN_FIGURES:
        return folded[at - 2 : at - 1].isdigit()
    if left.isdigit() and right in _IN_FIGURES:
        return folded[at + 1 : at + 2].isdigit()
    return is_joined(left, right)


def _least(wanted: str) -> int:
    """Return how many characters of a chunk have to stand in a document."""
    return max(LEAST_CHARACTERS, ceil(LEAST_SHARE * len(wanted)))


def _below_first_lines(text: str, folded: str) -> str:
    """Return what a chunk holds below its first lines, without white space, where all of it stands in a document.

    Empty where it does not, or is too short to be no chance.
    """
    lines = text.strip().split("\n")
    for above in range(1, min(MOST_LINES_ABOVE, len(lines) - 1) + 1):
        rest = "".join("".join(lines[above:]).split())
        if len(rest) >= LEAST_BELOW and rest in folded:
            return rest
    return ""


def _longest_parts(wanted: str, folded: str) -> list[tuple[int, int, int]]:
    """Return where the longest part of a text begins in it, and where it stands in a document.

    Several places where several parts are longest.

    A part that is enough holds the middle of the text, and so many characters before or after it: these are looked
    for, and each of their places is grown to both sides.
    """
    least = _least(wanted)
    middle, size = len(wanted) // 2, least // 2
    grown = set()
    for at in (middle - size, middle):
        places = _occurrences(folded, wanted[at : at + size])
        if len(places) > MOST_PLACES:
            return []
        grown |= {_grown(wanted, at, folded, place) for place in places}
    longest = max((end - start for _, start, end in grown), default=0)
    if longest < least:
        return []
    return sorted((one for one in grown if one[2] - one[1] == longest), key=lambda one: one[1:])


def _grown(wanted: str, at: int, folded: str, place: int) -> tuple[int, int, int]:
    """Return how far a text and a document are the same around a place at which both hold the same.

    As where that begins in the text, and [start, end) of it in the document.
    """
    after = _longest(lambda size: folded.startswith(wanted[at : at + size], place), len(wanted) - at)
    before = _longest(lambda size: folded.endswith(wanted[at - size : at], 0, place), at)
    return at - before, place - before, place + after


def _longest(stands: Callable[[int], bool], most: int) -> int:
    """Return the greatest size that stands; where one stands, so does every smaller one."""
    low, high = 0, most
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if stands(middle) else (low, middle - 1)
    return low


def _occurrences(text: str, part: str) -> list[int]:
    found, at = [], text.find(part)
    while at >= 0:
        found.append(at)
        at = text.find(part, at + 1)
    return found
