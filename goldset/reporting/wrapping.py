"""Lines of a width, for terminals and for blocks that do not wrap; no word is broken that fits on a line."""

import re
import textwrap
import unicodedata

_WORD = re.compile(r"\S+\s*|\s+")


def wrapped(text: str, indent: str, width: int, hanging: str = "") -> list[str]:
    """Return a text as lines of at most `width` columns where words allow it, all indented."""
    return textwrap.wrap(
        text,
        max(width, len(indent) + 20),
        initial_indent=indent,
        subsequent_indent=indent + hanging,
        break_long_words=False,
        break_on_hyphens=False,
    ) or [indent.rstrip()]


def rows(line: str, width: int) -> list[str]:
    """Return a line as rows of at most `width` columns; wide characters take two. Nothing is left out."""
    found, row, taken = [], "", 0
    for piece in _pieces(line, width):
        room = columns(piece.rstrip())
        if row and taken + room > width:
            found.append(row)
            row, taken = "", 0
        row += piece
        taken += columns(piece)
    return [*found, row]


def columns(text: str) -> int:
    """Return how many columns of a terminal a text takes."""
    if text.isascii():
        return len(text)
    return sum(
        0 if unicodedata.combining(char) else 2 if unicodedata.east_asian_width(char) in "WF" else 1
        for char in text
    )


def _pieces(line: str, width: int) -> list[str]:
    """Return the words of a line, each with the blanks behind it; characters of a word longer than a row."""
    words = _WORD.findall(line)
    return [piece for word in words for piece in ([word] if columns(word.rstrip()) <= width else word)]
