"""Where a retrieved text stands in its document, white space and what was put around it aside.

Chunkers put headings or a summary in front of a chunk, and trim or fold its white space. What counts is the part
that stands in the document to the letter; a text of which too little does is not located, never guessed.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

# At least this much of a chunk must stand in the document: less is as likely a chance as a place.
LEAST_CHARACTERS = 40
LEAST_SHARE = 0.5
# Below whole lines that were put in front, a whole short passage is enough.
LEAST_BELOW = 20
MOST_LINES_ABOVE = 3


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
    part = below or _longest_part(wanted, folded)
    if not part or (part != below and not _is_enough(part, wanted)):
        return Located(())
    return Located(tuple((offsets[at], offsets[at + len(part) - 1] + 1) for at in _occurrences(folded, part)))


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


def _longest_part(wanted: str, folded: str) -> str:
    """Return the longer of the longest end and the longest beginning of a text that stand in a document."""
    end = wanted[len(wanted) - _longest(lambda size: wanted[len(wanted) - size :] in folded, len(wanted)) :]
    begin = wanted[: _longest(lambda size: wanted[:size] in folded, len(wanted))]
    return max(end, begin, key=len)


def _longest(stands: Callable[[int], bool], most: int) -> int:
    """Return the greatest size that stands; where one stands, so does every smaller one."""
    low, high = 0, most
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if stands(middle) else (low, middle - 1)
    return low


def _is_enough(part: str, wanted: str) -> bool:
    if len(part) == len(wanted):
        return True
    return len(part) >= LEAST_CHARACTERS and len(part) >= LEAST_SHARE * len(wanted)


def _occurrences(text: str, part: str) -> list[int]:
    found, at = [], text.find(part)
    while at >= 0:
        found.append(at)
        at = text.find(part, at + 1)
    return found
