"""What markup hides from the reader of a text.

Marks, and the labels and link targets that a question may ask for.
"""

from dataclasses import dataclass, field
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray


class MarkKind(StrEnum):
    """What sort of mark it is."""

    LABEL = "label"
    TARGET = "target"


@dataclass(frozen=True, slots=True)
class Mark:
    """The number of a heading or list item, or where a link leads.

    Offsets are code points of the raw text.
    """

    start: int
    end: int
    kind: MarkKind
    text: str


@dataclass(slots=True)
class Markup:
    """What is to be done to the characters of a text; offsets are code points of the raw text.

    Attributes:
        drop: True where a character vanishes without a trace.
        blank: True where a character becomes a space.
        code: True where the text is code: nothing in it is markup.
        swaps: (start, end, replacement) of pieces that stand for other characters (entities).
        marks: Labels and link targets that vanish.
    """

    drop: NDArray[np.bool_]
    blank: NDArray[np.bool_]
    code: NDArray[np.bool_]
    swaps: list[tuple[int, int, str]] = field(default_factory=list)
    marks: list[Mark] = field(default_factory=list)

    def free(self, start: int, end: int) -> bool:
        """Return whether the first and the last character of [start, end) are still text."""
        drop, blank, code, last = self.drop, self.blank, self.code, end - 1
        taken = drop[start] or blank[start] or code[start] or drop[last] or blank[last] or code[last]
        return not taken
