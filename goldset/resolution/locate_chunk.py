"""Where a retrieved text stands in its document, white space and what was put around it aside.

Chunkers put headings or a summary in front of a chunk, and trim or fold its white space. What counts is the part
that stands in the document to the letter; a text of which too little does is not located, never guessed.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from math import ceil

# At least this much of a chunk must stand in the document: less is as likely a chance as a place.
LEAST_CHARACTERS = 40
LEAST_SHARE = 0.5
# Below whole lines that were put in front, a whole short passage is enough.
LEAST_BELOW = 20
MOST_LINES_ABOVE = 3
# What stands at more places than these in one document tells none of them.
MOST_PLACES = 100


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
    whole = [(at, at + len(part)) for at in _occurrences(folded, part)] if part else []
    found = whole or _longest_parts(wanted, folded)
    return Located(tuple((offsets[start], offsets[end - 1] + 1) for start, end in found))


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


def _longest_parts(wanted: str, folded: str) -> list[tuple[int, int]]:
    """Return where the longest part of a text stands in a document: several places where several parts are longest.

    A part that is enough holds the middle of the text, and so many characters before or after it: these are looked
    for, and each of their places is grown to both sides.
    """
    least = max(LEAST_CHARACTERS, ceil(LEAST_SHARE * len(wanted)))
    middle, size = len(wanted) // 2, least // 2
    grown = set()
    for at in (middle - size, middle):
        places = _occurrences(folded, wanted[at : at + size])
        if len(places) > MOST_PLACES:
            return []
        grown |= {_grown(wanted, at, folded, place) for place in places}
    longest = max((end - start for start, end in grown), default=0)
    return sorted(place for place in grown if place[1] - place[0] == longest) if longest >= least else []


def _grown(wanted: str, at: int, folded: str, place: int) -> tuple[int, int]:
    """Return how far a text and a document are the same around a place at which both hold the same."""
    after = _longest(lambda size: folded.startswith(wanted[at : at + size], place), len(wanted) - at)
    before = _longest(lambda size: folded.endswith(wanted[at - size : at], 0, place), at)
    return place - before, place + after


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
