"""Workbooks (XLSX): the rows of one sheet as records, and records as a sheet. Formulas are text both ways."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from io import BytesIO
from typing import Any
from zipfile import ZIP_DEFLATED, BadZipFile, ZipFile, ZipInfo

from goldset.errors import GoldsetError
from goldset.stores.formats.cells import text_of
from goldset.stores.formats.headings import is_question
from goldset.stores.formats.reading import Reading, Row, misfit, named_columns

LONGEST = 32_767
_MERGED = "cells are merged: what stands in them counts for the first of their rows alone"
_INSTALL = '`pip install "git-goldset[xlsx]"`'
_ESCAPE = re.compile(r"_x([0-9A-Fa-f]{4})_")
# What XML cannot hold or changes, and what would be read as the escape of such a character.
_ESCAPED = re.compile(r"[\0-\x08\x0b-\x1f\ufffe\uffff]|x(?=[0-9A-Fa-f]{4}_)")
_MOMENT, _LONG_AGO = re.compile(rb"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}Z"), b"1980-01-01T00:00:00Z"

Cells = Sequence[Any]


@dataclass(slots=True)
class _Sheet:
    """The rows of a sheet that are not empty, with their numbers, and how many of their cells hold formulas."""

    rows: list[tuple[int, Cells]] = field(default_factory=list)
    formulas: int = 0

    def has_questions(self) -> bool:
        return any(is_question(str(cell or "")) for cell in self.rows[0][1])


def read_workbook(data: bytes, name: str, reading: Reading) -> None:
    """Read the rows of a sheet: the first visible one whose first row has a column of questions, else the first with rows.

    Raises:
        GoldsetError: openpyxl is missing, or the file is no workbook or holds no rows.
    """
    sheets = dict(_sheets(data, name))
    filled = {title: sheet for title, sheet in sheets.items() if sheet.rows}
    if not filled:
        raise GoldsetError(f"{name} has no sheet with rows", "check that the right file was saved")
    asking = [title for title, sheet in filled.items() if sheet.has_questions()]
    chosen = (asking or list(filled))[0]
    for title, sheet in filled.items():
        if title != chosen:
            reading.notices.append(
                f"sheet `{title}` with {_rows(len(sheet.rows) - 1)} is not read, only `{chosen}`"
            )
    if _has_merged_cells(data):
        reading.notices.append(_MERGED)
    if filled[chosen].formulas:
        reading.notices.append(
            f"{filled[chosen].formulas} cells hold formulas: they are read as text, and not evaluated"
        )
    (_, head), *rows = filled[chosen].rows
    columns = named_columns([text_of(cell) for cell in head], reading)
    for number, cells in rows:
        fault = misfit((*cells, *[None] * (len(columns) - len(cells))), columns)
        if fault:
            reading.refuse(number, fault)
        else:
            reading.rows.append(Row(number, dict(zip(columns, cells, strict=False))))


def _rows(number: int) -> str:
    return f"{number:,} row" if number == 1 else f"{number:,} rows"


def _sheets(data: bytes, name: str) -> Iterator[tuple[str, _Sheet]]:
    try:
        from openpyxl import load_workbook  # noqa: PLC0415 (an extra)
    except ImportError:
        raise GoldsetError(f"to read {name} goldset needs openpyxl", _INSTALL) from None
    try:
        book = load_workbook(BytesIO(data), read_only=True, data_only=False)
        for sheet in book.worksheets:
            if sheet.sheet_state == "visible":
                yield sheet.title, _filled(sheet)
    except (BadZipFile, KeyError, ValueError, OSError, TypeError, AttributeError) as error:
        raise GoldsetError(
            f"{name} is no workbook that can be read: {error}", "save it as .xlsx again"
        ) from None


def _filled(sheet: Any) -> _Sheet:
    found = _Sheet()
    sheet.reset_dimensions()  # some writers state a size that is too small
    for number, row in enumerate(sheet.iter_rows(), start=1):
        cells = [_shown(cell) for cell in row]
        if any(cell is not None for cell in cells):
            found.rows.append((number, cells))
            found.formulas += sum(cell.data_type == "f" for cell in row)
    return found


def _shown(cell: Any) -> Any:
    """Return what a cell shows: a whole number with the zeros in front that its form asks for."""
    if type(cell.value) is int and len(cell.number_format) > 1 and not cell.number_format.strip("0"):
        return str(cell.value).zfill(len(cell.number_format))
    return _cell(cell.value)


def _has_merged_cells(data: bytes) -> bool:
    with ZipFile(BytesIO(data)) as book:
        sheets = (name for name in book.namelist() if name.startswith("xl/worksheets/"))
        return any(b"<mergeCell " in book.read(name) for name in sheets)


def _cell(value: Any) -> Any:
    text = getattr(value, "text", value)  # an array formula
    if not isinstance(text, str):
        return text_of(text)
    text = _ESCAPE.sub(lambda match: chr(int(match[1], 16)), text) if "_x" in text else text
    return text_of(text)


def workbook_of(title: str, rows: Sequence[Sequence[str]]) -> bytes:
    """Return rows of texts, the heading first, as a workbook of one sheet.

    Raises:
        GoldsetError: openpyxl is missing, or a text is longer than a cell can hold.
    """
    try:
        from openpyxl import Workbook  # noqa: PLC0415 (an extra)
        from openpyxl.cell import WriteOnlyCell  # noqa: PLC0415 (an extra)
    except ImportError:
        raise GoldsetError("to write a workbook goldset needs openpyxl", _INSTALL) from None
    # All of them before the first is written: a writer of openpyxl that is left half-way is no clean end.
    escaped = [[_escaped(text, number) for text in row] for number, row in enumerate(rows, start=1)]
    book = Workbook(write_only=True)
    sheet = book.create_sheet(title)
    sheet.freeze_panes = "A2"
    for row in escaped:
        sheet.append([_text_cell(WriteOnlyCell(sheet), text) for text in row])
    file = BytesIO()
    book.save(file)
    return _timeless(file)


def _timeless(file: BytesIO) -> bytes:
    """Return a workbook without the time at which it was written: the same rows give the same bytes."""
    out = BytesIO()
    with ZipFile(file) as given, ZipFile(out, "w", ZIP_DEFLATED) as kept:
        for entry in given.infolist():
            data = given.read(entry)
            if entry.filename == "docProps/core.xml":
                data = _MOMENT.sub(_LONG_AGO, data)
            kept.writestr(ZipInfo(entry.filename), data, ZIP_DEFLATED)  # of 1980, as archives have it
    return out.getvalue()


def _escaped(text: str, number: int) -> str:
    escaped = _ESCAPED.sub(lambda match: f"_x{ord(match[0]):04X}_", text)
    if len(escaped) > LONGEST:
        raise GoldsetError(
            f"row {number}: a text of {len(escaped):,} characters does not fit into a cell, which holds {LONGEST:,}",
            "export it as CSV or JSON Lines",
        )
    return escaped


def _text_cell(cell: Any, text: str) -> Any:
    cell.value = text or None
    if text:
        cell.data_type = "s"  # never a formula
        cell.quotePrefix = True
    return cell
