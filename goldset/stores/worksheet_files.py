"""Worksheets as files, by the end of their name: Excel or CSV."""

from pathlib import Path

from goldset.domain.worksheet import KEY, Filled, Worksheet
from goldset.errors import GoldsetError, WrongUsageError
from goldset.stores.file_writes import write_file
from goldset.stores.worksheet_csv import csv_bytes, read_csv

_FORMS = (".xlsx", ".csv")
_MOST_BYTES = 100_000_000


def refuse_form(path: Path) -> None:
    """Do nothing where a file's name says a form that there is.

    Raises:
        WrongUsageError: It does not.
    """
    if path.suffix.lower() not in _FORMS:
        raise WrongUsageError(f"{path}: a worksheet is an .xlsx or a .csv file", "name it so")


def write_worksheet(path: Path, sheet: Worksheet) -> None:
    """Write a worksheet, whole or not at all; never over a file that is there, which may hold a person's answers.

    Raises:
        WrongUsageError: The file's name says no form that there is.
        GoldsetError: There is such a file, or it cannot be written.
    """
    refuse_form(path)
    if path.exists():
        raise GoldsetError(f"there is a file {path} already", "name another one with --out, or move it away")
    write_file(path, csv_bytes(sheet) if path.suffix.lower() == ".csv" else _xlsx_bytes(sheet))


def _xlsx_bytes(sheet: Worksheet) -> bytes:
    # CSV works without the extra that brings openpyxl.
    from goldset.stores.worksheet_xlsx import xlsx_bytes  # noqa: PLC0415

    return xlsx_bytes(sheet)


def read_worksheet(path: Path) -> Filled:
    """Read a worksheet that came back.

    Raises:
        WrongUsageError: The file's name says no form that there is.
        GoldsetError: It cannot be read, or is none of goldset's.
    """
    refuse_form(path)
    if not path.is_file():
        raise GoldsetError(f"there is no file {path}", "name the worksheet that came back")
    if path.stat().st_size > _MOST_BYTES:
        raise GoldsetError(f"{path} is too large for a worksheet", "name the worksheet that came back")
    data = path.read_bytes()
    if path.suffix.lower() == ".csv":
        table = read_csv(path.name, data)
    else:
        from goldset.stores.worksheet_xlsx import read_xlsx  # noqa: PLC0415 (as above)

        table = read_xlsx(path.name, data)
    found = table.worksheet()
    if found is None:
        hint = f"the hidden column “{KEY}” tells what each row is about: put it back, or make a new worksheet"
        raise GoldsetError(f"{path.name} has no row with a key of goldset", hint)
    if found.lacking:
        hint = "put it back under its title, or make a new worksheet"
        raise GoldsetError(f"{path.name} lacks the column “{found.lacking}”", hint)
    return found
