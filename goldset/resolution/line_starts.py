"""Patterns that are looked for at the start of lines."""

import re
from collections import defaultdict
from collections.abc import Iterable

# What leads a line, behind spaces and marks of block quotes, unless it is a word.
_LEAD = r"[ \t>]*([^\sA-Za-z]|[A-Za-z](?=[.)])|[ivxIVX](?=[ivxIVX]{1,4}[.)]))"
_FIRST_LEAD, _LATER_LEADS = re.compile(_LEAD), re.compile(rf"\n{_LEAD}")


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

    def at(self, raw: str, starts: Iterable[int]) -> list[re.Match[str]]:
        """Return the matches at some starts of lines."""
        return [match for start in starts if (match := self._first.match(raw, start))]


class Leads:
    """Where the lines of a text begin, by the character that leads them: lines that begin with a word aside."""

    def __init__(self, raw: str) -> None:
        self._starts: dict[str, list[int]] = defaultdict(list)
        first = _FIRST_LEAD.match(raw)
        if first:
            self._add(raw, 0, first)
        for match in _LATER_LEADS.finditer(raw):
            self._add(raw, match.start() + 1, match)

    def _add(self, raw: str, start: int, match: re.Match[str]) -> None:
        lead = match[1]
        self._starts[lead].append(start)
        if lead != ">" and match.start(1) > start and raw.find(">", start, match.start(1)) >= 0:
            self._starts[">"].append(start)

    def of(self, leads: str) -> list[int]:
        """Return the starts of the lines that one of some characters leads, or `>` before it, in order."""
        return sorted(start for lead in leads for start in self._starts.get(lead, ()))

    def counting(self) -> list[int]:
        """Return the starts of the lines that a figure or a short letter may lead, bare or behind a mark."""
        return self.of(
            "".join(
                lead
                for lead in self._starts
                if lead in "(-*+•" or lead.isdecimal() or (lead.isascii() and lead.isalpha())
            )
        )
