"""Parquet files as records, and records as Parquet."""

from collections.abc import Mapping, Sequence
from io import BytesIO
from typing import Any

from goldset.errors import GoldsetError
from goldset.stores.formats.reading import Reading

_INSTALL = '`pip install "git-goldset[parquet]"`'


def read_parquet(data: bytes, name: str, reading: Reading) -> None:
    """Read the rows of a Parquet file.

    Raises:
        GoldsetError: pyarrow is missing, or the file is damaged.
    """
    try:
        from pyarrow import ArrowException  # noqa: PLC0415 (an extra)
        from pyarrow.parquet import ParquetFile  # noqa: PLC0415 (an extra)
    except ImportError:
        raise GoldsetError(f"to read {name} goldset needs pyarrow", _INSTALL) from None
    try:
        file = ParquetFile(BytesIO(data))
        reading.columns.update(dict.fromkeys(file.schema_arrow.names))
        rows = [row for batch in file.iter_batches() for row in batch.to_pylist()]
    except (ArrowException, OSError, ValueError) as error:
        raise GoldsetError(f"{name} is not Parquet that can be read: {error}", "export it again") from None
    for number, row in enumerate(rows, start=1):
        reading.take(number, row)


def parquet_of(columns: Mapping[str, Any], rows: Sequence[Mapping[str, Any]]) -> bytes:
    """Return records as a Parquet file.

    Args:
        columns: By name, the type of pyarrow's factory that it has: see `parquet_types`.
        rows: The records.

    Raises:
        GoldsetError: pyarrow is missing.
    """
    try:
        import pyarrow  # noqa: PLC0415, ICN001 (an extra)
        from pyarrow.parquet import write_table  # noqa: PLC0415 (an extra)
    except ImportError:
        raise GoldsetError("to write Parquet goldset needs pyarrow", _INSTALL) from None
    schema = pyarrow.schema([(name, _type(kind, pyarrow)) for name, kind in columns.items()])
    table = pyarrow.Table.from_pylist(list(rows), schema=schema)
    file = BytesIO()
    write_table(table, file)
    return file.getvalue()


def _type(kind: Any, pyarrow: Any) -> Any:
    if isinstance(kind, list):
        return pyarrow.list_(_type(kind[0], pyarrow))
    if isinstance(kind, Mapping):
        return pyarrow.struct([(name, _type(child, pyarrow)) for name, child in kind.items()])
    return {"text": pyarrow.string(), "truth": pyarrow.bool_(), "number": pyarrow.int64()}[kind]
