"""Worksheets as Excel files: what is written is text in every cell, and what is read is never worked out."""

import re
import warnings
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from io import BytesIO
from itertools import groupby
from math import ceil
from typing import Any
from unicodedata import east_asian_width
from zipfile import ZipFile

from openpyxl import Workbook, load_workbook
from openpyxl.cell import Cell as SheetCell
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.cell.text import InlineFont
from openpyxl.styles import Alignment, Border, Font, NamedStyle, PatternFill, Side
from openpyxl.styles.colors import Color
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.properties import PageSetupProperties
from openpyxl.worksheet.worksheet import Worksheet as Sheet

from goldset.domain.worksheet import (
    ITEM,
    KEY,
    TITLES,
    Cell,
    Column,
    FilledRow,
    Kind,
    Mark,
    Run,
    SheetRow,
    Table,
    Worksheet,
    cell_text,
    header_of,
)
from goldset.errors import GoldsetError

NAMES = {Kind.QUEUE: "Decisions", Kind.LABEL: "Labels", Kind.REVIEW: "Reviews"}
_META = "goldset"
_HEADER_WITHIN = 30  # a person may have put lines above the header
_MOST_BYTES = 400_000_000  # unpacked; a worksheet of 10,000 rows has 40 million
_FONT, _SIZE = "Calibri", 10
_LONG = 15  # a word of this length has a line of its own in a header
_BOLD = 0.8  # the share of letters that a bold text has room for
_HIGHEST = 409  # points; Excel takes no more
_SHOWN, _FILLED = "goldset for reading", "goldset to fill in"
_RED, _GREEN, _GREY, _INK = "FFC00000", "FF00682F", "FF6B6B6B", "FF1F3864"
# What no XML can hold, and what Excel would read as the code of a character.
_UNHELD = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_CODE = re.compile(r"_(?=x[0-9A-Fa-f]{4}_)")
_CODED = re.compile(r"_x005F_(?=x[0-9A-Fa-f]{4}_)")
_FORMULA = re.compile(r"[=+\-@\t\r']")
_DOCTYPE = b"<!DOCTYPE"
_ANEW = "ask for the file as it was saved by the spreadsheet, or make a new worksheet"


def xlsx_bytes(sheet: Worksheet) -> bytes:
    """Return a worksheet as an Excel file: instructions, the rows, and a hidden sheet that says what it is."""
    book = Workbook()
    book.properties.creator = "goldset"
    for style in _styles():
        book.add_named_style(style)
    first = book.active
    assert isinstance(first, Sheet)
    _write_instructions(first, sheet.instructions)
    _write_rows(book.create_sheet(NAMES[sheet.kind]), sheet)
    meta = book.create_sheet(_META)
    for number, pair in enumerate((("set", sheet.set), ("kind", str(sheet.kind))), start=1):
        for column, text in enumerate(pair, start=1):
            _put(_cell(meta, number, column), (Run(text),))
    meta.sheet_state = "veryHidden"
    out = BytesIO()
    book.save(out)
    return out.getvalue()


def _write_instructions(page: Sheet, paragraphs: Sequence[str]) -> None:
    page.title = "Instructions"
    page.column_dimensions["A"].width = 100
    page.sheet_view.showGridLines = False
    for number, text in enumerate(paragraphs, start=1):
        cell = _cell(page, number, 1)
        _put(cell, (Run(text),))
        size = 15 if number == 1 else 11
        cell.font = Font(name=_FONT, size=size, bold=number == 1, color=_INK)
        cell.alignment = Alignment(wrap_text=True, vertical="top", indent=text.startswith("•"))
        page.row_dimensions[number].height = _height([(100, text)], size) + 4
    _print_wide(page, high=1)


def _write_rows(page: Sheet, sheet: Worksheet) -> None:
    visible = sheet.columns
    columns = (*visible, Column(KEY, 10))
    for number, column in enumerate(columns, start=1):
        page.column_dimensions[get_column_letter(number)].width = column.width
        _put_header(_cell(page, 1, number), _header(column, sheet.rows))
    heads = [(int(column.width * _BOLD), _header(column, sheet.rows)) for column in visible]
    page.row_dimensions[1].height = _height(heads, _SIZE)
    for number, row in enumerate(sheet.rows, start=2):
        for at, column in enumerate(columns, start=1):
            said = (Run(row.key.text()),) if column.title == KEY else row.cells.get(column.title, ())
            _put_text(_cell(page, number, at), said, filled=column.filled)
        shown = [(column.width, cell_text(row.cells.get(column.title, ()))) for column in visible]
        page.row_dimensions[number].height = _height(shown, _SIZE)
    page.column_dimensions[get_column_letter(len(columns))].hidden = True
    for number, column in enumerate(columns, start=1):
        _write_choices(page, number, column, sheet.rows)
    page.freeze_panes = "B2" if columns[0].title == ITEM else "A2"
    page.auto_filter.ref = f"A1:{get_column_letter(len(columns) - 1)}{len(sheet.rows) + 1}"
    page.print_title_rows = "1:1"
    _print_wide(page)


def _height(cells: Sequence[tuple[int, str]], size: int) -> float:
    """Return how high a row must be, in points, for texts in cells of so many characters: nobody else works it out."""
    lines = max((_lines(width, text) for width, text in cells), default=1)
    return min(lines * size * 1.28 + 6, _HIGHEST)


def _lines(width: int, text: str) -> int:
    """Return about how many lines a text takes; letters are narrower than the figures that widths count."""
    room = max(width * 1.05, 1)
    return sum(max(ceil(_columns(line) / room), 1) for line in text.split("\n"))


def _columns(line: str) -> int:
    return len(line) + (0 if line.isascii() else sum(east_asian_width(char) in "WF" for char in line))


def _cell(page: Sheet, row: int, column: int) -> SheetCell:
    cell = page.cell(row, column)
    assert isinstance(cell, SheetCell)  # none is merged
    return cell


def _print_wide(page: Sheet, high: int = 0) -> None:
    """Let a sheet be printed one page wide and so many high; 0 for any number."""
    page.page_setup.orientation = "landscape"
    page.page_setup.paperSize = 9  # A4
    page.page_setup.fitToWidth, page.page_setup.fitToHeight = 1, high
    page.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=True)
    page.page_margins.left = page.page_margins.right = 0.4
    page.page_margins.top = page.page_margins.bottom = 0.5
    footer = page.oddFooter
    assert footer is not None
    footer.center.text = "&A, &P of &N"


_LINE = Side(style="thin", color="BFBFBF")
_BOX = Border(left=_LINE, right=_LINE, top=_LINE, bottom=_LINE)
_TOP = Alignment(wrap_text=True, vertical="top")
_YELLOW, _DARK = PatternFill("solid", fgColor="FFF7D6"), PatternFill("solid", fgColor=_INK)
_PLAIN, _WHITE = Font(name=_FONT, size=_SIZE), Font(name=_FONT, size=_SIZE, bold=True, color="FFFFFF")


def _header(column: Column, rows: Sequence[SheetRow]) -> str:
    """Return what a column's header says: its title, and the words of its drop-down, which paper does not show."""
    lists = {row.choices.get(column.title, column.choices) for row in rows}
    words = max(lists, key=len, default=())
    between = "\n" if any(len(word) > _LONG for word in words) else ", "
    return f"{column.title}\n{between.join(words)}" if words else column.title


def _put_header(cell: SheetCell, said: str) -> None:
    _put(cell, (Run(said),))
    cell.font, cell.fill, cell.border, cell.alignment = _WHITE, _DARK, _BOX, _TOP


def _put_text(cell: SheetCell, said: Cell, *, filled: bool) -> None:
    cell.style = _FILLED if filled else _SHOWN
    _put(cell, said)


def _styles() -> tuple[NamedStyle, NamedStyle]:
    """Return how cells for reading and cells to be filled in look: named once, not worked out for each cell."""
    shown = NamedStyle(_SHOWN, font=_PLAIN, border=_BOX, alignment=_TOP)
    # What a person types there stays a text.
    filled = NamedStyle(_FILLED, font=_PLAIN, border=_BOX, alignment=_TOP, fill=_YELLOW, number_format="@")
    return shown, filled


def _put(cell: SheetCell, said: Cell) -> None:
    """Put a text into a cell, as a text whatever it begins with."""
    runs = [Run(_held(run.text), run.mark) for run in said if run.text]
    if not runs:
        return
    if all(run.mark is Mark.PLAIN for run in runs):
        cell.value = "".join(run.text for run in runs)
        cell.data_type = "s"  # whatever openpyxl took it for
    else:
        cell.value = CellRichText(*(TextBlock(_font(run.mark), run.text) for run in runs))
    if _FORMULA.match(cell_text(said)):
        cell.quotePrefix = True


def _held(text: str) -> str:
    """Return a text as an Excel file holds it: no character that XML lacks, and no code that is none."""
    plain = _UNHELD.sub(lambda found: f"⟨U+{ord(found[0]):04X}⟩", text)
    return _CODE.sub("_x005F_", plain)


def _font(mark: Mark) -> InlineFont:
    font = InlineFont(rFont=_FONT, sz=_SIZE)
    if mark is Mark.REMOVED:
        return InlineFont(rFont=_FONT, sz=_SIZE, color=Color(rgb=_RED), strike=True)
    if mark is Mark.ADDED:
        return InlineFont(rFont=_FONT, sz=_SIZE, color=Color(rgb=_GREEN), b=True)
    return InlineFont(rFont=_FONT, sz=_SIZE, color=Color(rgb=_GREY)) if mark is Mark.NOTE else font


def _write_choices(page: Sheet, number: int, column: Column, rows: Sequence[SheetRow]) -> None:
    """Give the cells of a column their drop-downs, and what is said on standing there."""
    words = [row.choices.get(column.title, column.choices) for row in rows]
    letter = get_column_letter(number)
    lists: dict[tuple[str, ...], DataValidation] = {}
    for choice, run in groupby(enumerate(words, start=2), key=lambda pair: pair[1]):
        numbers = [at for at, _ in run]
        if column.filled:
            lists.setdefault(choice, _validation(column, choice)).add(
                f"{letter}{numbers[0]}:{letter}{numbers[-1]}"
            )
    for one in lists.values():
        page.add_data_validation(one)


def _validation(column: Column, words: Sequence[str]) -> DataValidation:
    one = DataValidation(
        allow_blank=True, promptTitle=column.title, prompt=column.prompt, showInputMessage=True
    )
    if words:
        one.type, one.formula1 = "list", f'"{",".join(words)}"'
        one.showErrorMessage, one.errorTitle = True, column.title
        one.error = f"Choose one of: {', '.join(words)}"
        # Sorting rows leaves these lists where they are: a word of another row's list must not be locked out.
        one.errorStyle = "stop" if words == column.choices else "warning"
    return one


def read_xlsx(name: str, data: bytes) -> Table:
    """Return the rows of a worksheet, and its set and kind where its hidden sheet says them.

    Raises:
        GoldsetError: The file is broken, locked, or none of goldset's.
    """
    _refuse_unreadable(name, data)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # what openpyxl would lose on writing: nothing is written
            book = load_workbook(BytesIO(data), read_only=True, data_only=False)
            tables = {page.title: list(_table(page)) for page in book.worksheets}
    except Exception as error:  # a damaged file breaks the library in any way
        raise GoldsetError(f"{name} cannot be read as an Excel file: it is damaged", _ANEW) from error
    said = dict(pair for row in tables.get(_META, ()) if len(pair := _texts(row)[:2]) == 2)  # noqa: PLR2004 (a pair)
    known = (said["set"], said["kind"]) if {"set", "kind"} <= said.keys() else None
    found = {title: read for title, table in tables.items() if (read := _rows_of(name, title, table))}
    if not found:
        raise GoldsetError(f"{name} is no worksheet of goldset: no sheet has the column “{KEY}”", _ANEW)
    several = sum(bool(rows) for rows, _ in found.values()) > 1
    rows = [
        replace(row, sheet=title) if several else row for title, (rows, _) in found.items() for row in rows
    ]
    titles = frozenset.intersection(*(frozenset(columns) for _, columns in found.values()))
    return Table(tuple(rows), titles, known)


def _refuse_unreadable(name: str, data: bytes) -> None:
    if data.startswith(b"\xd0\xcf\x11\xe0"):
        raise GoldsetError(
            f"{name} is locked with a password, or an .xls file of old",
            "save it as .xlsx without a password, and apply that",
        )
    try:
        with ZipFile(BytesIO(data)) as parts:
            unpacked = sum(part.file_size for part in parts.infolist())
            declared = [] if unpacked > _MOST_BYTES else [n for n in parts.namelist() if _declares(parts, n)]
    except Exception as error:  # a damaged archive breaks its library in any way
        raise GoldsetError(
            f"{name} is no whole Excel file: it is cut short, or something else", _ANEW
        ) from error
    if unpacked > _MOST_BYTES:
        raise GoldsetError(f"{name} would unpack to {unpacked:,} bytes: it is no worksheet", _ANEW)
    if declared:
        raise GoldsetError(
            f"{name} declares a document type in {declared[0]}, which no spreadsheet does", _ANEW
        )


def _declares(parts: ZipFile, name: str) -> bool:
    """Return whether a part declares a type of document: with one it could grow without bounds while it is read."""
    if not name.endswith((".xml", ".rels")):
        return False
    with parts.open(name) as stream:
        return _DOCTYPE in stream.read(4096)


def _table(page: Any) -> Iterator[list[SheetCell]]:
    yield from (list(row) for row in page.iter_rows())


def _texts(row: Iterable[SheetCell]) -> list[str]:
    return [str(cell.value) for cell in row if cell.value is not None]


def _rows_of(
    name: str, title: str, table: Sequence[Sequence[SheetCell]]
) -> tuple[list[FilledRow], dict[str, int]] | None:
    """Return the rows below the header of a sheet, and its columns; None where it has none of goldset's."""
    for at, header in enumerate(table[:_HEADER_WITHIN]):
        try:
            columns = header_of([str(cell.value or "") for cell in header])
        except ValueError as error:
            raise GoldsetError(
                f"{name} has the column “{error}” twice in {title}", "keep one of them, under its title"
            ) from None
        if columns is not None:
            below = (
                _filled_row(number, row, columns) for number, row in enumerate(table[at + 1 :], start=at + 2)
            )
            return [row for row in below if row is not None], columns
    return None


def _filled_row(number: int, row: Sequence[SheetCell], columns: dict[str, int]) -> FilledRow | None:
    """Return a row; None where nothing stands in it."""
    if all(cell.value is None or not str(cell.value).strip() for cell in row):
        return None
    cells, faults = {}, {}
    for title in TITLES & columns.keys():
        cell = row[columns[title]] if columns[title] < len(row) else None
        if cell is None or cell.value is None:
            continue
        if isinstance(cell.value, str) and cell.data_type not in ("f", "e"):
            cells[title] = _read(cell.value)
        else:
            faults[title] = _FAULTS.get(cell.data_type, "no text")
    return FilledRow(number, cells, faults)


def _read(text: str) -> str:
    """Return a text as its author sees it: Excel writes a pasted line end as a code."""
    return _CODED.sub("_", text).replace("_x000D_\n", "\n")


_FAULTS = {
    "f": "a formula",
    "n": "a number",
    "d": "a date",
    "b": "a truth value",
    "e": "an error of the spreadsheet",
}
