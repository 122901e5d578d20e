"""Emphasis marks: runs of `*` and `_` that open and close around words of one paragraph."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from goldset.resolution.marks import Markup

# Each led by a literal, which is found at once. Lines between two letters or figures are letters (see `_faces`).
_STARS, _LINES = re.compile(r"\*\**"), re.compile(r"_(?<![A-Za-z0-9_]_)_*|__*(?![A-Za-z0-9_])")
_LONGEST = 3
_BLANK_LINE = re.compile(r"\n[ \t>]*\n")


@dataclass(slots=True)
class _Opener:
    """An opening run: its mark, and [start, end) of what is not used up."""

    mark: str
    start: int
    end: int


class _Openers:
    """The runs that are open, and where those of each mark stand among them: the nearest is found at once."""

    def __init__(self) -> None:
        self._all: list[_Opener] = []
        self._of: dict[str, list[int]] = {"*": [], "_": []}

    def add(self, opener: _Opener) -> None:
        self._of[opener.mark].append(len(self._all))
        self._all.append(opener)

    def nearest(self, mark: str) -> tuple[int, _Opener] | None:
        """Return the last one of a mark, with its place."""
        return (at := self._of[mark][-1], self._all[at]) if self._of[mark] else None

    def cut(self, count: int) -> None:
        """Keep only the first ones."""
        del self._all[count:]
        for places in self._of.values():
            while places and places[-1] >= count:
                places.pop()


def mark_emphasis(raw: str, found: Markup) -> None:
    """Drop the emphasis marks that pair up."""
    paragraph_end = 0
    openers = _Openers()
    for start, end in _runs(raw):
        if not found.free(start, end):
            continue
        if start >= paragraph_end:
            openers.cut(0)
            blank = _BLANK_LINE.search(raw, start)
            paragraph_end = blank.start() if blank else len(raw)
        opens, closes = _faces(raw, start, end)
        if closes:
            start = _close(openers, raw[start], start, end, found)  # noqa: PLW2901 (what is left of the run)
        if opens and start < end:
            openers.add(_Opener(raw[start], start, end))


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


def _close(openers: _Openers, mark: str, start: int, end: int, found: Markup) -> int:
    """Pair a closing run with the nearest openers; return where what is left of it starts."""
    while start < end and (nearest := openers.nearest(mark)):
        at, opener = nearest
        length = min(opener.end - opener.start, end - start)
        found.hide(opener.end - length, opener.end)
        found.hide(start, start + length)
        opener.end -= length
        start += length
        openers.cut(at + (opener.end > opener.start))
    return start
