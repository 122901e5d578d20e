"""Worksheets filled in as people would, for tests."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from openpyxl import load_workbook
from openpyxl.worksheet.worksheet import Worksheet as Page

ROWS = ("Decisions", "Labels", "Reviews")


def page_of(book: Any) -> Page:
    """Return the sheet of a workbook that holds the rows."""
    page = next(page for page in book.worksheets if page.title in ROWS)
    assert isinstance(page, Page)
    return page


def columns_of(page: Page) -> dict[str, int]:
    """Return the number of each column, from 1, by title."""
    return {str(cell.value).partition("\n")[0]: cell.column for cell in page[1] if cell.value}


def edit(path: Path, change: Callable[[Page], None], out: Path | None = None) -> Path:
    """Open a worksheet, change the sheet with its rows, and save it."""
    book = load_workbook(path, rich_text=True)
    change(page_of(book))
    book.save(out or path)
    return out or path


def fill(path: Path, answers: Mapping[str, Mapping[str, Any]], out: Path | None = None) -> Path:
    """Fill cells in: by the first line of the item's cell and, behind a blank, the part; by title."""

    def change(page: Page) -> None:
        columns = columns_of(page)
        found = {name_of(str(row[columns["Item"] - 1].value)): row for row in page.iter_rows(min_row=2)}
        for name, cells in answers.items():
            for title, value in cells.items():
                found[name][columns[title] - 1].value = value

    return edit(path, change, out)


def name_of(cell: str) -> str:
    """Return how a row is called by the tests: `item-1 s1`, or `item-1`."""
    item, _, part = cell.partition("\n")
    return f"{item} {part.removeprefix('passage ')}".strip()


def cells_of(path: Path) -> dict[str, dict[str, str]]:
    """Return the text of every cell by row and title."""
    page = page_of(load_workbook(path))
    columns = columns_of(page)
    return {
        name_of(str(row[columns["Item"] - 1].value)): {
            title: str(row[at - 1].value) for title, at in columns.items() if row[at - 1].value is not None
        }
        for row in page.iter_rows(min_row=2)
    }
