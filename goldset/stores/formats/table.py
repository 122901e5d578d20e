"""Tables of any kind: read by a mapping of their columns, guessed from their names; written a row an item."""

from collections.abc import Callable, Sequence

from goldset.domain.set_rows import ReadSet, SetRow
from goldset.errors import GoldsetError
from goldset.stores.canonical import element_lines
from goldset.stores.formats.cells import guarded
from goldset.stores.formats.columns import flat, nested, typed, typed_columns
from goldset.stores.formats.delimited import written
from goldset.stores.formats.form import Files, Form
from goldset.stores.formats.guess import guess_for
from goldset.stores.formats.item_fields import ALL
from goldset.stores.formats.mapped_rows import apply
from goldset.stores.formats.mapping import ColumnMapping
from goldset.stores.formats.parquet_table import parquet_of
from goldset.stores.formats.reading import CSV, JSON, PARQUET, TSV, XLSX, YAML
from goldset.stores.formats.source import Source
from goldset.stores.formats.workbook import workbook_of
from goldset.stores.json_lines import as_json

SHEET = "golden set"


def read_mapped(source: Source, mapping: ColumnMapping) -> ReadSet:
    """Read a table by a mapping that a person has written or confirmed.

    Raises:
        GoldsetError: It is no table, or has not a column that the mapping names.
    """
    return apply(mapping, source.as_table())


def _read(source: Source) -> ReadSet:
    table = source.as_table()
    return apply(guess_for(table), table)


def _reads(kind: str) -> Callable[[Source], ReadSet]:
    def read(source: Source) -> ReadSet:
        table = source.as_table()
        if table.kind != kind:
            raise GoldsetError(
                f"{source.name} is no {kind.upper()}, but {table.kind.upper()}", "name its own form"
            )
        return apply(guess_for(table), table)

    return read


def _shows(kind: str) -> Callable[[Source], bool]:
    return lambda source: source.table is not None and source.table.kind == kind


def _write_csv(rows: Sequence[SetRow]) -> Files:
    return {"": written([list(map(guarded, row)) for row in flat(rows)], ",")}


def _write_tsv(rows: Sequence[SetRow]) -> Files:
    return {"": written([list(map(guarded, row)) for row in flat(rows)], "\t")}


def _write_xlsx(rows: Sequence[SetRow]) -> Files:
    return {"": workbook_of(SHEET, flat(rows))}


def _write_json(rows: Sequence[SetRow]) -> Files:
    lines = ",\n".join(f" {as_json(nested(row))}" for row in rows)
    return {"": f"[\n{lines}\n]\n".encode()}


def _write_parquet(rows: Sequence[SetRow]) -> Files:
    return {"": parquet_of(typed_columns(rows), [typed(row) for row in rows])}


def _write_yaml(rows: Sequence[SetRow]) -> Files:
    lines = [line for row in rows for line in element_lines(nested(row), 0)]
    return {"": ("\n".join(lines) + "\n").encode()}


def _form(kind: str, about: str, suffix: str, write: Callable[[Sequence[SetRow]], Files] | None) -> Form:
    return Form(kind, about, suffix, ALL, _shows(kind), _reads(kind), write)


FORMS = (
    _form(CSV, "CSV, a row an item", ".csv", _write_csv),
    _form(TSV, "CSV parted by tabs", ".tsv", _write_tsv),
    _form(XLSX, "a workbook, a row an item", ".xlsx", _write_xlsx),
    _form(JSON, "a JSON list of records", ".json", _write_json),
    _form(PARQUET, "Parquet, a row an item", ".parquet", _write_parquet),
    _form(YAML, "a YAML list of records", ".yaml", _write_yaml),
)
# Whatever else is a table; the last that is asked, so that it says what is wrong with a file that is none.
TABLE = Form(
    "table", "any table with a column of questions", "", ALL, lambda source: not source.is_folder, _read
)
