"""A table while it is read, and as it was read: records with their columns, broken ones beside them."""

import hashlib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from goldset.domain.set_rows import BadRow

CSV, TSV, XLSX, JSON, JSONL, PARQUET, YAML = "csv", "tsv", "xlsx", "json", "jsonl", "parquet", "yaml"
_HEAD = 20


@dataclass(frozen=True, slots=True)
class Row:
    """A record of a table.

    Attributes:
        number: Where it stands: the line in which it begins, the row of a sheet, else the record, from 1.
        values: By column, what stands in it.
        where: How people find it where a number does not say it; empty: by number.
    """

    number: int
    values: Mapping[str, Any]
    where: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    """A file as records. Every record of the file is in `rows` or in `bad`.

    Attributes:
        name: The file as it was named.
        sha256: SHA-256 of its bytes, in hex.
        kind: CSV, TSV, XLSX, JSON, JSONL, PARQUET or YAML.
        columns: Every column, in the order in which they come.
        rows: The records.
        bad: What could not be read, in order.
        notices: What a person should know of the file as a whole.
    """

    name: str
    sha256: str
    kind: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    bad: tuple[BadRow, ...] = ()
    notices: tuple[str, ...] = ()

    def first_keys(self) -> tuple[frozenset[str], ...]:
        """Return the names of the values of the first records."""
        return tuple(frozenset(row.values) for row in self.rows[:_HEAD])


class Reading:
    """A table while it is read."""

    def __init__(self) -> None:
        self.columns: dict[str, None] = {}
        self.rows: list[Row] = []
        self.bad: list[BadRow] = []
        self.notices: list[str] = []

    def take(self, number: int, values: Any, where: str = "") -> None:
        """Take in a record of named values, as JSON or YAML have them; what is none is a bad row."""
        if not isinstance(values, Mapping):
            self.bad.append(BadRow(number, f"{where + ': ' if where else ''}it is no object"))
            return
        self.columns.update(dict.fromkeys(values))
        self.rows.append(Row(number, values, where))

    def refuse(self, number: int, reason: str) -> None:
        """Take in a record that cannot be read."""
        self.bad.append(BadRow(number, reason))

    def table(self, name: str, data: bytes, kind: str) -> Table:
        """Return the table."""
        sha256 = hashlib.sha256(data).hexdigest()
        bad = tuple(sorted(self.bad, key=lambda bad: bad.number))
        return Table(name, sha256, kind, tuple(self.columns), tuple(self.rows), bad, tuple(self.notices))


def named_columns(cells: Sequence[Any], reading: Reading) -> tuple[str, ...]:
    """Return the names of the columns of a heading, white space in them single.

    A name that stands twice is numbered, and told; a column without a name is called by its place.
    """
    seen: Counter[str] = Counter()
    columns = []
    for place, cell in enumerate(cells, start=1):
        name = " ".join(str(cell or "").split()) or f"(column {place})"
        seen[name] += 1
        if seen[name] > 1:
            name = f"{name} ({seen[name]})"
            reading.notices.append(f"column {place} has the name of another one: it is read as `{name}`")
        columns.append(name)
    while columns and columns[-1].startswith("(column "):
        columns.pop()  # a heading that ends in separators
    reading.columns.update(dict.fromkeys(columns))
    return tuple(columns)


def misfit(cells: Sequence[Any], columns: Sequence[str]) -> str:
    """Return why cells do not fit the heading; empty where they do."""
    more = any(cell is not None and str(cell).strip() for cell in cells[len(columns) :])
    if len(cells) < len(columns) or more:
        return f"it has {len(cells)} cells, and the heading {len(columns)}"
    return ""
