"""Patterns that are looked for at the start of lines."""

import re


class LineStarts:
    """A pattern at the start of lines, as `^` with MULTILINE finds it.

    A search for `^` tries every character; one that a line break leads skips from line to line. No match
    may hold a line break.
    """

    def __init__(self, pattern: str) -> None:
        self._first = re.compile(f"({pattern})", re.MULTILINE)
        self._later = re.compile(f"\n({pattern})", re.MULTILINE)

    def find(self, raw: str) -> list[re.Match[str]]:
        """Return the matches in order; group 1 of each is what the pattern matches."""
        first = self._first.match(raw)
        later = self._later.finditer(raw)
        return [first, *later] if first else [*later]

    def begins(self, line: str) -> bool:
        """Return whether a text begins with the pattern."""
        return self._first.match(line) is not None
