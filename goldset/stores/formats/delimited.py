"""Tables whose cells are parted by a comma, a semicolon, a tab or a bar: the cells of each row, faults by line."""

import csv
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from io import StringIO

DELIMITERS = ",;\t|"


@dataclass(frozen=True, slots=True)
class Line:
    """A row of a delimited file.

    Attributes:
        number: The line in which it begins, from 1.
        cells: Its cells; none where it is broken.
        fault: What is wrong with it; empty where nothing is.
        end: The line in which it ends.
    """

    number: int
    cells: Sequence[str] = ()
    fault: str = ""
    end: int = 0


def lines_of(text: str, delimiter: str = "") -> Iterator[Line]:
    """Yield the rows of a delimited file that are not blank, the heading first.

    Without a delimiter it is the one that parts the first row into the most cells, of equals the first of
    comma, semicolon, tab and bar; a first line `sep=;` names it. After a broken row reading goes on with the line
    below the one in which it began.

    Args:
        text: What the file says.
        delimiter: What parts its cells.
    """
    csv.field_size_limit(2**31 - 1)
    lines = list(StringIO(text, newline=""))
    at = 0
    if lines and lines[0].startswith("sep=") and len(lines[0].rstrip("\r\n")) == len("sep=;"):
        delimiter, at = lines[0][4], 1
    delimiter = delimiter or delimiter_of(lines)
    while at < len(lines):
        broken = 0
        for line in _until_broken(lines, at, delimiter):
            yield line
            broken = line.number if line.fault else 0
        if not broken:
            return
        at = broken


_OPEN = "the quoted text that begins here does not end"
_BEHIND = "text stands behind a closing quote: a quote inside of a quoted text is written twice"


def _until_broken(lines: Sequence[str], at: int, delimiter: str) -> Iterator[Line]:
    reader = csv.reader((lines[n] for n in range(at, len(lines))), delimiter=delimiter, strict=True)
    while True:
        number = at + reader.line_num + 1
        try:
            cells = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            yield Line(number, fault=_OPEN if "end of data" in str(error) else _BEHIND)
            return
        if any(cell and not cell.isspace() for cell in cells):
            yield Line(number, cells, end=at + reader.line_num)


def delimiter_of(lines: Sequence[str]) -> str:
    """Return what parts the cells of the first row that is not blank: see `lines_of`."""
    first = next((n for n, line in enumerate(lines) if line.strip()), 0)
    head = lines[first : first + 100]  # a heading may run on in quotes

    def cells(delimiter: str) -> int:
        return next((len(line.cells) for line in _until_broken(head, 0, delimiter)), 0)

    return max(DELIMITERS, key=cells)


def written(rows: Sequence[Sequence[str]], delimiter: str) -> bytes:
    """Return rows of cells as a delimited file: UTF-8, lines that end with LF, quotes where they are needed."""
    lines = (delimiter.join(_cell(cell, delimiter) for cell in row) or '""' for row in rows)
    return "".join(f"{line}\n" for line in lines).encode()


def _cell(cell: str, delimiter: str) -> str:
    # The library leaves a lone carriage return without quotes, and then takes it for the end of a row.
    needs_quotes = any(mark in cell for mark in ('"', "\n", "\r", delimiter))
    return '"' + cell.replace('"', '""') + '"' if needs_quotes else cell
