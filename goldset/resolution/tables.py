"""Table rows: what a cell says hangs on the header above it and on the first cell of its row."""

import itertools
import re
from dataclasses import dataclass

from goldset.domain.resolutions import Outcome
from goldset.resolution.changes import LEADING, Change, came_or_went, changed, unknown
from goldset.resolution.harmless import AllowList, is_harmless
from goldset.resolution.reading import Passage, Reading, token_passage
from goldset.resolution.tags import Element, cells_of, rows_of

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
    before, after = rows_around(old), rows_around(place)
    if after and old.reading.partial and (not before or len(after) > 1 or not _reaches(old)):
        # Stored surroundings begin in the middle of the table, and their first row is no header; how far they
        # reach into a table around it nobody knows.
        return unknown("the header of its table")
    found = (_changed_row(one, two, allowed) for one, two in zip(before, after, strict=False))
    return next((change for change in found if change), None)


def _changed_row(before: Row, after: Row, allowed: AllowList) -> Change | None:
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
    """Compare the other cells of two rows, as the rest of a sentence.

    A passage that begins a row goes on in the cells after it. To one from its middle only what can turn a
    meaning matters: how much, how long, whether at all.
    """
    (before, columns), (after, others) = cells_around(old), cells_around(place)
    if not columns or not others:
        return None
    leads = not columns[0] and not others[0]
    kinds = None if leads else LEADING
    rest, other = (
        [cells[n] for n in _other(cells, at)] for cells, at in ((before, columns), (after, others))
    )
    if old.reading.partial and rest and rest[-1].j == len(old.reading.tokens):
        return unknown("the rest of its row")
    reason = "the rest of its row changed"
    if len(rest) != len(other):
        return Change(Outcome.CONTEXT_CHANGED, reason) if leads and rest and other else None
    found = (changed(one, two, allowed, reason, kinds) for one, two in zip(rest, other, strict=True))
    return next((change for change in found if change), None)


def _other(cells: list[Passage], columns: list[int]) -> list[int]:
    """Return the numbers of a row's cells that a passage does not touch, the first one aside."""
    return [n for n in range(1, len(cells)) if not columns[0] <= n <= columns[-1]]


def cells_around(passage: Passage) -> tuple[list[Passage], list[int]]:
    """Return the cells of the row that a passage stands in, and the numbers of those that it touches.

    None where it is in no row or in several.
    """
    reading = passage.reading
    first, last = int(reading.tokens.starts[passage.i]), int(reading.tokens.ends[passage.j - 1])
    line = reading.raw.rfind("\n", 0, first) + 1
    if rows := rows_of(passage):
        cells = cells_of(reading, rows[0][0])
    elif _ROW.match(reading.raw, line) and "\n" not in reading.raw[first:last]:
        cells = _cells(reading, line)
    else:
        return [], []
    return cells, _touched(cells, passage)


def _touched(cells: list[Passage], passage: Passage) -> list[int]:
    """Return the numbers of the cells that a passage touches."""
    filled = (n for n, cell in enumerate(cells) if cell.i < cell.j)
    return [n for n in filled if cells[n].i < passage.j and passage.i < cells[n].j]


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
    return next(iter(rows_around(passage)), None)


def rows_around(passage: Passage) -> list[Row]:
    """Return the table rows that a passage stands in, the innermost first: tables in tags hold tables."""
    reading = passage.reading
    if in_tags := rows_of(passage):
        found = [_row_in_tags(passage, own, rows) for own, rows in in_tags]
        return [row for row in found if row is not None]
    cells, columns = cells_around(passage)
    if not columns:
        return []
    line = reading.raw.rfind("\n", 0, int(reading.tokens.starts[passage.i])) + 1
    top = line
    while top and _ROW.match(reading.raw, reading.raw.rfind("\n", 0, top - 1) + 1):
        top = reading.raw.rfind("\n", 0, top - 1) + 1
    if top == line:
        return []
    header = tuple(_cells(reading, top))
    return [Row(header, tuple(cells), tuple(columns), _group(reading, top, line), _caption(reading, top))]


def _row_in_tags(passage: Passage, own: Element, rows: list[Element]) -> Row | None:
    """Return a row in tags that a passage stands in; None for the header, and where it touches no cell."""
    reading = passage.reading
    cells = cells_of(reading, own)
    columns = _touched(cells, passage)
    if own is rows[0] or not columns:
        return None
    caption = _caption(reading, rows[0].start)
    return Row(tuple(cells_of(reading, rows[0])), tuple(cells), tuple(columns), caption=caption)


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
    if rows_of(old):
        return True  # what is stored holds the tag that opens it
    line = raw.rfind("\n", 0, old.start) + 1
    while line and _ROW.match(raw, line):
        line = raw.rfind("\n", 0, line - 1) + 1
    return line > 0
