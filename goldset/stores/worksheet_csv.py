"""Worksheets as CSV: every cell is text, and none is a formula for the spreadsheet that opens it.

A text that a spreadsheet would work out (it begins with = + - @, a tab or a line end, also behind apostrophes) is
written with an apostrophe before it, which reading takes away again: whatever was written comes back.
"""

import csv
import io
import re

from goldset.domain.worksheet import (
    KEY,
    TITLES,
    Cell,
    FilledRow,
    Mark,
    Table,
    Worksheet,
    header_of,
)
from goldset.errors import GoldsetError

_WORKED_OUT = re.compile("'*[=+\\-@\t\r\n＝＋－＠]")
_DELIMITERS = ",;\t"
_ANEW = "save it as “CSV UTF-8”, or make a new worksheet"


def csv_bytes(sheet: Worksheet) -> bytes:
    """Return a worksheet as CSV: UTF-8 with its mark, so that Excel knows it; differences between ⟦ and ⟧."""
    out = io.StringIO(newline="")
    table = csv.writer(out, lineterminator="\r\n")
    titles = [column.title for column in sheet.columns]
    table.writerow([*titles, KEY])
    for row in sheet.rows:
        texts = [_marked(row.cells.get(title, ())) for title in titles]
        table.writerow([protected(text) for text in [*texts, row.key.text()]])
    return b"\xef\xbb\xbf" + out.getvalue().encode("utf-8", "backslashreplace")


def _marked(cell: Cell) -> str:
    return "".join(f"⟦{run.text}⟧" if run.mark in (Mark.REMOVED, Mark.ADDED) else run.text for run in cell)


def protected(text: str) -> str:
    """Return a text as it stands in a cell, where no spreadsheet works it out."""
    return f"'{text}" if _WORKED_OUT.match(text) else text


def unprotected(text: str) -> str:
    """Return the text of a cell, as it was before it was protected."""
    return text[1:] if text.startswith("'") and _WORKED_OUT.match(text) else text


def read_csv(name: str, data: bytes) -> Table:
    """Return the rows of a worksheet that came back as CSV, separated by commas, semicolons or tabs.

    Raises:
        GoldsetError: It is no UTF-8, broken, or none of goldset's.
    """
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise GoldsetError(f"{name} is not UTF-8", _ANEW) from error
    broken = ""
    for delimiter in _DELIMITERS:
        rows, fault = _table(text, delimiter)
        found = _header(name, rows)
        if found is not None and not fault:
            at, columns = found
            below = (
                FilledRow(number, _cells(row, columns))
                for number, row in enumerate(rows[at + 1 :], start=at + 2)
                if any(cell.strip() for cell in row)
            )
            return Table(tuple(below), frozenset(columns))
        broken = broken or (fault if found else "")
    if broken:
        raise GoldsetError(f"{name} is no whole CSV file: {broken}", _ANEW)
    raise GoldsetError(f"{name} is no worksheet of goldset: it has no column “{KEY}”", _ANEW)


def _table(text: str, delimiter: str) -> tuple[list[list[str]], str]:
    """Return the rows of a text up to where it breaks, and how it does; nothing where it is whole."""
    limit = csv.field_size_limit(max(len(text), 131_072))
    rows: list[list[str]] = []
    try:
        rows.extend(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True))
    except csv.Error as error:
        return rows, str(error)
    finally:
        csv.field_size_limit(limit)
    return rows, ""


def _header(name: str, rows: list[list[str]]) -> tuple[int, dict[str, int]] | None:
    for at, row in enumerate(rows[:30]):
        try:
            columns = header_of([unprotected(cell) for cell in row])
        except ValueError as error:
            raise GoldsetError(
                f"{name} has the column “{error}” twice", "keep one of them, under its title"
            ) from None
        if columns is not None:
            return at, columns
    return None


def _cells(row: list[str], columns: dict[str, int]) -> dict[str, str]:
    return {
        title: unprotected(row[columns[title]])
        for title in TITLES & columns.keys()
        if columns[title] < len(row) and row[columns[title]]
    }
