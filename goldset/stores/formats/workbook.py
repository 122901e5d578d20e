"""Workbooks (XLSX): the rows of one sheet as records, and records as a sheet. Formulas are text both ways."""

import re
from collections.abc import Iterator, Sequence
from io import BytesIO
from typing import Any
from zipfile import ZIP_DEFLATED, BadZipFile, ZipFile, ZipInfo

from goldset.errors import GoldsetError
from goldset.stores.formats.cells import text_of
from goldset.stores.formats.headings import is_question
from goldset.stores.formats.reading import Reading, Row, misfit, named_columns

LONGEST = 32_767
_INSTALL = '`pip install "git-goldset[xlsx]"`'
_ESCAPE = re.compile(r"_x([0-9A-Fa-f]{4})_")
# What XML cannot hold or changes, and what would be read as the escape of such a character.
_ESCAPED = re.compile(r"[\0-\x08\x0b-\x1f\ufffe\uffff]|x(?=[0-9A-Fa-f]{4}_)")
_MOMENT, _LONG_AGO = re.compile(rb"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}Z"), b"1980-01-01T00:00:00Z"

Cells = Sequence[Any]


def read_workbook(data: bytes, name: str, reading: Reading) -> None:
    """Read the rows of a sheet: the first visible one whose first row has a column of questions, else the first with rows.

    Raises:
        GoldsetError: openpyxl is missing, or the file is no workbook or holds no rows.
    """
    sheets = dict(_sheets(data, name))
    filled = {title: rows for title, rows in sheets.items() if rows}
    if not filled:
        raise GoldsetError(f"{name} has no sheet with rows", "check that the right file was saved")
    asking = [
        title for title, rows in filled.items() if any(is_question(str(cell or "")) for cell in rows[0][1])
    ]
    chosen = (asking or list(filled))[0]
    for title, rows in filled.items():
        if title != chosen:
            reading.notices.append(f"sheet `{title}` with {len(rows) - 1} rows is not read, only `{chosen}`")
    (_, head), *rows = filled[chosen]
    columns = named_columns([text_of(cell) for cell in head], reading)
    for number, cells in rows:
        fault = misfit((*cells, *[None] * (len(columns) - len(cells))), columns)
        if fault:
            reading.refuse(number, fault)
        else:
            reading.rows.append(Row(number, dict(zip(columns, cells, strict=False))))


def _sheets(data: bytes, name: str) -> Iterator[tuple[str, list[tuple[int, Cells]]]]:
    try:
        from openpyxl import load_workbook  # noqa: PLC0415 (an extra)
    except ImportError:
        raise GoldsetError(f"to read {name} goldset needs openpyxl", _INSTALL) from None
    try:
        book = load_workbook(BytesIO(data), read_only=True, data_only=False)
        for sheet in book.worksheets:
            if sheet.sheet_state == "visible":
                yield sheet.title, list(_filled_rows(sheet))
    except (BadZipFile, KeyError, ValueError, OSError, TypeError, AttributeError) as error:
        raise GoldsetError(
            f"{name} is no workbook that can be read: {error}", "save it as .xlsx again"
        ) from None


def _filled_rows(sheet: Any) -> Iterator[tuple[int, Cells]]:
    sheet.reset_dimensions()  # some writers state a size that is too small
    for number, row in enumerate(sheet.iter_rows(values_only=True), start=1):
        cells = [_cell(value) for value in row]
        if any(cell is not None for cell in cells):
            yield number, cells


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
    book = Workbook(write_only=True)
    sheet = book.create_sheet(title)
    sheet.freeze_panes = "A2"
    for number, row in enumerate(rows, start=1):
        sheet.append([_text_cell(WriteOnlyCell(sheet), text, number) for text in row])
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


def _text_cell(cell: Any, text: str, number: int) -> Any:
    escaped = _ESCAPED.sub(lambda match: f"_x{ord(match[0]):04X}_", text)
    if len(escaped) > LONGEST:
        raise GoldsetError(
            f"row {number}: a text of {len(escaped):,} characters does not fit into a cell, which holds {LONGEST:,}",
            "export it as CSV or JSON Lines",
        )
    cell.value = escaped or None
    if escaped:
        cell.data_type = "s"  # never a formula
        cell.quotePrefix = True
    return cell
