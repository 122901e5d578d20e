"""Emphasis marks: runs of `*` and `_` that open and close around words of one paragraph."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from goldset.resolution.marks import Markup

_STARS, _LINES = re.compile(r"\*\**"), re.compile(r"__*")  # each led by a literal, which is found at once
_LONGEST = 3
_BLANK_LINE = re.compile(r"\n[ \t>]*\n")


@dataclass(slots=True)
class _Opener:
    """An opening run: its mark, and [start, end) of what is not used up."""

    mark: str
    start: int
    end: int


def mark_emphasis(raw: str, found: Markup) -> None:
    """Drop the emphasis marks that pair up."""
    paragraph_end = 0
    openers: list[_Opener] = []
    for start, end in _runs(raw):
        if not found.free(start, end):
            continue
        if start >= paragraph_end:
            openers.clear()
            blank = _BLANK_LINE.search(raw, start)
            paragraph_end = blank.start() if blank else len(raw)
        opens, closes = _faces(raw, start, end)
        if closes and openers:
            start = _close(openers, raw[start], start, end, found)  # noqa: PLW2901 (what is left of the run)
        if opens and start < end:
            openers.append(_Opener(raw[start], start, end))


def _runs(raw: str) -> Iterator[tuple[int, int]]:
    """Yield [start, end) of the runs of marks in order; a backslash takes away the first mark of a run."""
    spans = [run.span() for pattern in (_STARS, _LINES) for run in pattern.finditer(raw)]
    for start, end in sorted(spans):
        if end - start > _LONGEST:
            continue
        if start and raw[start - 1] == "\\" and not raw.endswith("\\\\", 0, start):
            start += 1  # noqa: PLW2901 (what is left of the run)
        if start < end:
            yield start, end


def _faces(raw: str, start: int, end: int) -> tuple[bool, bool]:
    """Return whether a run may open and may close, by the characters on both sides."""
    before = raw[start - 1] if start else " "
    after = raw[end] if end < len(raw) else " "
    opens, closes = not after.isspace(), not before.isspace()
    if not (_wordy(before) and _wordy(after)):
        return opens and not (_wordy(before) and raw[start] == "_"), closes and not (
            _wordy(after) and raw[start] == "_"
        )
    # Inside a word `_` is a letter (`retry_limit`); a lone `*`, or any between figures, is a sign (`a*b`,
    # `2**3`).
    inner = raw[start] == "*" and end - start > 1 and not (before.isdigit() and after.isdigit())
    return inner, inner


def _wordy(char: str) -> bool:
    return char.isalnum() and not "\u2e80" <= char <= "\U0003ffff"


def _close(openers: list[_Opener], mark: str, start: int, end: int, found: Markup) -> int:
    """Pair a closing run with the nearest openers; return where what is left of it starts."""
    while start < end:
        at = next((n for n in range(len(openers) - 1, -1, -1) if openers[n].mark == mark), None)
        if at is None:
            break
        opener = openers[at]
        length = min(opener.end - opener.start, end - start)
        found.hide(opener.end - length, opener.end)
        found.hide(start, start + length)
        opener.end -= length
        start += length
        del openers[at + (opener.end > opener.start) :]
    return start
