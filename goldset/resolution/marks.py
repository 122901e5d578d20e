"""What markup hides from the reader of a text.

Marks, and the labels and link targets that a question may ask for.
"""

from enum import StrEnum
from typing import NamedTuple


class MarkKind(StrEnum):
    """What sort of mark it is."""

    LABEL = "label"
    TARGET = "target"


class Mark(NamedTuple):
    """The number of a heading or list item, or where a link leads.

    Offsets are code points of the raw text.
    """

    start: int
    end: int
    kind: MarkKind
    text: str


class Markup:
    """What is to be done to the characters of a text; offsets are code points of the raw text.

    It is filled one short stretch at a time, for which bytes are several times as fast as arrays.

    Attributes:
        drop: 1 where a character vanishes without a trace.
        blank: 1 where a character becomes a space; that wins over `drop`.
        code: 1 where the text is code: nothing in it is markup.
        swaps: (start, end, replacement) of pieces that stand for other characters (entities).
        marks: Labels and link targets that vanish.
    """

    __slots__ = ("_taken", "blank", "code", "drop", "marks", "swaps")

    def __init__(self, size: int) -> None:
        self.drop, self.blank, self.code, self._taken = (bytearray(size) for _ in range(4))
        self.swaps: list[tuple[int, int, str]] = []
        self.marks: list[Mark] = []

    def free(self, start: int, end: int) -> bool:
        """Return whether the first and the last character of [start, end) are still text."""
        return not (self._taken[start] or self._taken[end - 1])

    def hide(self, start: int, end: int) -> None:
        """Let the characters [start, end) vanish."""
        self.drop[start:end] = self._taken[start:end] = b"\1" * (end - start)

    def space(self, start: int, end: int) -> None:
        """Turn the characters [start, end) into spaces."""
        self.blank[start:end] = self._taken[start:end] = b"\1" * (end - start)

    def keep(self, start: int, end: int) -> None:
        """Take the characters [start, end) as code."""
        self.code[start:end] = self._taken[start:end] = b"\1" * (end - start)
