"""Any file that holds a table, as records: what stands in which column, and where the record stands."""

import re
from collections.abc import Callable
from typing import Any

from goldset.errors import GoldsetError
from goldset.stores.formats.cells import has_half_character, unguarded
from goldset.stores.formats.delimited import lines_of
from goldset.stores.formats.json_shapes import records_in
from goldset.stores.formats.json_text import fault_of, parsed
from goldset.stores.formats.parquet_table import read_parquet
from goldset.stores.formats.reading import (
    CSV,
    JSON,
    JSONL,
    PARQUET,
    TSV,
    XLSX,
    YAML,
    Reading,
    Row,
    Table,
    misfit,
    named_columns,
)
from goldset.stores.formats.workbook import read_workbook
from goldset.stores.formats.yaml_list import read_yaml_list

_SUFFIXES = {
    ".csv": CSV, ".tsv": TSV, ".tab": TSV, ".xlsx": XLSX, ".xlsm": XLSX, ".json": JSON, ".jsonl": JSONL,
    ".ndjson": JSONL, ".parquet": PARQUET, ".yaml": YAML, ".yml": YAML,
}  # fmt: skip
_MARKS = (
    (b"\xff\xfe\0\0", "utf-32"),
    (b"\0\0\xfe\xff", "utf-32"),
    (b"\xff\xfe", "utf-16"),
    (b"\xfe\xff", "utf-16"),
    (b"\xef\xbb\xbf", "utf-8-sig"),
)
_BINARY = {
    b"\xd0\xcf\x11\xe0": "a workbook of the old form: save it as .xlsx",
    b"\x1f\x8b": "packed: unpack it first",
    b"%PDF": "a PDF: save the table in it as .xlsx or .csv",
}
_CONTROL = re.compile("[\0-\x08\x0e-\x1f]")
_READERS = {XLSX: read_workbook, PARQUET: read_parquet, YAML: read_yaml_list}
_NO_TEXT = "a cell holds bytes that are no UTF-8: save the file as UTF-8"


def table_of(name: str, data: bytes, whole: Callable[[], Any]) -> Table:
    """Return what a file holds as a table.

    Its first bytes say what it is where they can, then the end of its name, then its first character.

    Args:
        name: Its path as it was given.
        data: Its bytes.
        whole: Gives what it says as JSON; None where it is no JSON.

    Raises:
        GoldsetError: It is no table, or nothing of it can be read.
    """
    kind = kind_of(name, data)
    reading = Reading()
    if kind == JSON and (said := whole()) is not None:
        _read_json(said, name, reading)
    elif kind in (JSON, JSONL):
        kind = _read_lines(data, name, kind, reading)
    elif kind in (CSV, TSV):
        read_delimited(decoded(data), name, "\t" if kind == TSV else "", reading)
    else:
        _READERS[kind](data, name, reading)
    return reading.table(name, data, kind)


def kind_of(name: str, data: bytes) -> str:
    """Return which kind of table a file is (see `table_of`).

    Raises:
        GoldsetError: It is surely none.
    """
    for mark, what in _BINARY.items():
        if data.startswith(mark):
            raise GoldsetError(f"{name} is {what.partition(':')[0]}", what.partition(": ")[2])
    if data.startswith(b"PAR1"):
        return PARQUET
    if data.startswith(b"PK\x03\x04"):
        return XLSX
    if not data.strip():
        raise GoldsetError(f"{name} is empty", "check that the export was written to its end")
    kind = _SUFFIXES.get(f".{name.rpartition('.')[2].lower()}" if "." in name else "", "")
    if kind in (XLSX, PARQUET):
        raise GoldsetError(f"{name} is no {kind.upper()} file, whatever its name says", "export it again")
    return kind or (JSON if decoded(data[:100]).lstrip()[:1] in ("{", "[") else CSV)


def decoded(data: bytes) -> str:
    """Return bytes as text, by their byte order mark, else as UTF-8; other bytes stand as lone surrogates."""
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            errors = "surrogateescape" if encoding == "utf-8-sig" else "replace"
            return data.decode(encoding, errors)
    return data.decode("utf-8", "surrogateescape")


def read_delimited(text: str, name: str, delimiter: str, reading: Reading) -> None:
    """Read the rows of a delimited file.

    Raises:
        GoldsetError: Its heading cannot be read.
    """
    lines = lines_of(text, delimiter)
    head = next(lines, None)
    if head is None:
        raise GoldsetError(f"{name} is empty", "check that the export was written to its end")
    if head.fault or _CONTROL.search("".join(head.cells)) or has_half_character("".join(head.cells)):
        what = head.fault or "it holds bytes that are no text"
        raise GoldsetError(
            f"{name}:{head.number}: the heading cannot be read: {what}", "save it as CSV in UTF-8"
        )
    columns = named_columns(head.cells, reading)
    is_plain = text.isascii() or not has_half_character(text)
    for line in lines:
        fault = line.fault or misfit(line.cells, columns)
        if fault and line.end > line.number:  # other rows may be in it: a quote that ends far below
            fault = f"{fault}: its quotes reach to line {line.end}"
        if not fault and not is_plain and has_half_character(line.cells):
            fault = _NO_TEXT
        if fault:
            reading.refuse(line.number, fault)
        else:
            cells = map(unguarded, line.cells)
            reading.rows.append(Row(line.number, dict(zip(columns, cells, strict=False))))


def _read_json(said: Any, name: str, reading: Reading) -> None:
    for number, (record, where) in enumerate(records_in(said, name, reading.notices), start=1):
        fault = fault_of(record)
        if fault:
            reading.refuse(number, f"{where + ': ' if where else ''}{fault}")
        else:
            reading.take(number, record, where)


def _read_lines(data: bytes, name: str, kind: str, reading: Reading) -> str:
    """Read JSON Lines; only LF ends a line. A file of the name .json that is neither is an error."""
    for number, line in enumerate(decoded(data).split("\n"), start=1):
        if not line or line.isspace():
            continue
        if number == 1 and kind == JSON:
            _stop_at_broken_json(line, data, name)
        try:
            record = parsed(line)
        except (ValueError, RecursionError):
            reading.refuse(number, "the line is no JSON")
            continue
        fault = fault_of(record)
        if fault:
            reading.refuse(number, fault)
        else:
            reading.take(number, record)
    return JSONL


def _stop_at_broken_json(line: str, data: bytes, name: str) -> None:
    try:
        parsed(line)
    except (ValueError, RecursionError):
        try:
            parsed(data)
        except (ValueError, RecursionError) as error:
            raise GoldsetError(f"{name} is no JSON: {error}", "export it again") from None
