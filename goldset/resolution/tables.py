"""Table rows: what a cell says hangs on the header above it and on the first cell of its row."""

import itertools
import re
from dataclasses import dataclass

from goldset.domain.resolutions import Outcome
from goldset.resolution.changes import LEADING, Change, came_or_went, changed, unknown
from goldset.resolution.harmless import AllowList, is_harmless
from goldset.resolution.reading import Passage, Reading, token_passage
from goldset.resolution.tags import cells_of, rows_of

_ROW = re.compile(r"^[ \t>]*\|", re.MULTILINE)
_PIPE = re.compile(r"(?<!\\)\|")


@dataclass(frozen=True)
class Row:
    """A table row that a passage stands in.

    Attributes:
        header: Cells of the table's first row.
        cells: All cells of the own row.
        columns: Numbers of the columns that the passage touches, from 0, one a cell.
        group: The nearest row above that has but one filled cell, and heads the rows below; None where none
            is.
        caption: The sentence just before the table; None where a heading or nothing stands there.
    """

    header: tuple[Passage, ...]
    cells: tuple[Passage, ...]
    columns: tuple[int, ...]
    group: Passage | None = None
    caption: Passage | None = None


def changed_table(old: Passage, place: Passage, allowed: AllowList) -> Change | None:
    """Compare the headers and the first cells of the rows that two passages stand in."""
    before, after = row_of(old), row_of(place)
    if after is not None and old.reading.partial and (before is None or not _reaches(old)):
        # Stored surroundings begin in the middle of the table, and their first row is no header.
        return unknown("the header of its table")
    if before is None or after is None:
        return None
    reason = "the first cell of its row changed"
    subjects = before.cells[0], after.cells[0]
    if before.columns[0] and after.columns[0] and not is_harmless(*subjects, allowed):
        return changed(*subjects, allowed, reason)
    for one, two, name, kinds in (
        (before.group, after.group, "the row that heads its group", None),
        (before.caption, after.caption, "the sentence before its table", LEADING),
    ):
        if (one is None) != (two is None) and kinds is None:
            return Change(Outcome.CONTEXT_CHANGED, f"{name} came or went")
        change = (
            changed(one, two, allowed, f"{name} changed", kinds)
            if one is not None and two is not None
            else None
        )
        change = change or came_or_went(one, two, f"{name} came or went")
        if change:
            return change
    return _headers(before, after, allowed)


def changed_rest(old: Passage, place: Passage, allowed: AllowList) -> Change | None:
    """Compare the cells of a row after a passage that holds its first cells, as the rest of a sentence."""
    before, after = _rest(old), _rest(place)
    if not before or not after:
        return None
    if old.reading.partial and before[-1].j == len(old.reading.tokens):
        return unknown("the rest of its row")
    reason = "the rest of its row changed"
    if len(before) != len(after):
        return Change(Outcome.CONTEXT_CHANGED, reason)
    found = (changed(one, two, allowed, reason) for one, two in zip(before, after, strict=True))
    return next((change for change in found if change), None)


def _rest(passage: Passage) -> list[Passage]:
    """Return the cells after a passage that begins in the first cell of a row and ends in a later one."""
    cells, columns = cells_around(passage)
    return cells[columns[-1] + 1 :] if columns and not columns[0] else []


def cells_around(passage: Passage) -> tuple[list[Passage], list[int]]:
    """Return the cells of the row that a passage stands in, and the numbers of those that it touches.

    None where it is in no row or in several.
    """
    reading = passage.reading
    first, last = int(reading.tokens.starts[passage.i]), int(reading.tokens.ends[passage.j - 1])
    line = reading.raw.rfind("\n", 0, first) + 1
    if (rows := rows_of(passage)) is not None:
        cells = cells_of(reading, rows[0])
    elif _ROW.match(reading.raw, line) and "\n" not in reading.raw[first:last]:
        cells = _cells(reading, line)
    else:
        return [], []
    touched = [
        n for n, cell in enumerate(cells) if cell.i < cell.j and cell.i < passage.j and passage.i < cell.j
    ]
    return cells, touched


def _headers(before: Row, after: Row, allowed: AllowList) -> Change | None:
    """Compare the headers of the columns that two passages touch: a header says what its cells are about."""
    if len(before.columns) != len(after.columns):
        return None
    for old, new in zip(before.columns, after.columns, strict=True):
        one, two = _cell(before, old), _cell(after, new)
        if one is not None and two is not None:
            change = changed(one, two, allowed, "the header of its column changed")
            if change:
                return change
    return None


def _cell(row: Row, column: int) -> Passage | None:
    return row.header[column] if column < len(row.header) else None


def row_of(passage: Passage) -> Row | None:
    """Return the table row that a passage stands in.

    None where it is in none, in the header or in several.
    """
    reading = passage.reading
    cells, columns = cells_around(passage)
    if not columns:
        return None
    if (rows := rows_of(passage)) is not None:
        own, every = rows
        if own is every[0]:
            return None
        header = tuple(cells_of(reading, every[0]))
        return Row(header, tuple(cells), tuple(columns), caption=_caption(reading, every[0].start))
    line = reading.raw.rfind("\n", 0, int(reading.tokens.starts[passage.i])) + 1
    top = line
    while top and _ROW.match(reading.raw, reading.raw.rfind("\n", 0, top - 1) + 1):
        top = reading.raw.rfind("\n", 0, top - 1) + 1
    if top == line:
        return None
    header = tuple(_cells(reading, top))
    return Row(header, tuple(cells), tuple(columns), _group(reading, top, line), _caption(reading, top))


def _group(reading: Reading, top: int, line: int) -> Passage | None:
    """Return the filled cell of the nearest row above that has only one, below the header."""
    at = reading.raw.rfind("\n", 0, line - 1) + 1 if line else 0
    while at > top:
        cells = _cells(reading, at)
        filled = [cell for cell in cells if cell.i < cell.j]
        if len(filled) == 1 and len(cells) > 1:
            return filled[0]
        at = reading.raw.rfind("\n", 0, at - 1) + 1
    return None


def _caption(reading: Reading, top: int) -> Passage | None:
    """Return the sentence just before a table, headings aside."""
    first = reading.tokens.within(top, len(reading.raw))[0]
    if not first:
        return None
    i, j = reading.units.unit(first - 1, first)
    start = int(reading.tokens.starts[i])
    if any(heading.start <= start < heading.end for heading in reading.units.headings):
        return None
    return token_passage(reading, i, j)


def _cells(reading: Reading, line: int) -> list[Passage]:
    """Return the cells of the row that begins at a raw offset; an empty one has no tokens."""
    end = reading.raw.find("\n", line)
    end = len(reading.raw) if end < 0 else end
    pipes = [match.start() for match in _PIPE.finditer(reading.raw, line, end)]
    edges = pipes if pipes and not reading.raw[pipes[-1] + 1 : end].strip() else [*pipes, end]
    found = []
    for start, stop in itertools.pairwise(edges):
        found.append(token_passage(reading, *_within(reading, start + 1, stop)))
    return found


def _within(reading: Reading, start: int, end: int) -> tuple[int, int]:
    i, j = reading.tokens.within(start, end)
    return i, max(i, j)


def _reaches(old: Passage) -> bool:
    """Return whether what is stored begins before the table."""
    raw = old.reading.raw
    if rows_of(old) is not None:
        return True  # what is stored holds the tag that opens it
    line = raw.rfind("\n", 0, old.start) + 1
    while line and _ROW.match(raw, line):
        line = raw.rfind("\n", 0, line - 1) + 1
    return line > 0
