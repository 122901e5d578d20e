"""Chunk maps: where each chunk of an index stands, so that runs may name chunks by id alone."""

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from typing import Any

import msgspec

from goldset.domain.runs import Chunk
from goldset.errors import GoldsetError

PARQUET = b"PAR1"
_FIELDS = ("chunk_id", "doc_id", "start", "end", "text")
_MEND = "a chunk map has `chunk_id, doc_id, start, end` and may have `text`, one chunk a line"


@dataclass(frozen=True, slots=True)
class ReadChunkMap:
    """A chunk map as it was read.

    Attributes:
        chunks: By chunk id, where the chunk stands.
        sha256: SHA-256 of the file; None where there is no map.
    """

    chunks: Mapping[str, Chunk] = field(default_factory=dict)
    sha256: str | None = None


def read_chunk_map(path: str) -> ReadChunkMap:
    """Read a chunk map, JSON Lines or Parquet as its first bytes say.

    Raises:
        GoldsetError: It cannot be read, a line of it is wrong, or one id names two different chunks: a map that
            is partly wrong would score chunks in the wrong place.
    """
    try:
        data = Path(path).read_bytes()
    except OSError as error:
        raise GoldsetError(f"{path} cannot be read: {error.strerror}", "check the path of the map") from None
    rows = parquet_rows(data, path, _FIELDS) if data.startswith(PARQUET) else _json_rows(data, path)
    chunks: dict[str, Chunk] = {}
    for number, row in rows:
        chunk = _chunk(row, f"{path}:{number}")
        name = chunk.chunk_id or ""
        if chunks.setdefault(name, chunk) != chunk:
            raise GoldsetError(f"{path}:{number}: `chunk_id` {name} names another chunk too", _MEND)
    return ReadChunkMap(chunks, hashlib.sha256(data).hexdigest())


def _json_rows(data: bytes, path: str) -> Iterator[tuple[int, Any]]:
    for number, line in enumerate(data.removeprefix(b"\xef\xbb\xbf").split(b"\n"), start=1):
        if line.strip():
            try:
                yield number, json.loads(line)
            except (ValueError, RecursionError):
                raise GoldsetError(f"{path}:{number}: the line is not JSON", _MEND) from None


def parquet_rows(data: bytes, path: str, fields: Sequence[str]) -> Iterator[tuple[int, Any]]:
    """Yield number, from 1, and named columns of each row of a Parquet file, as far as it has them.

    Raises:
        GoldsetError: It cannot be read, or pyarrow is missing.
    """
    try:
        from pyarrow import ArrowException  # noqa: PLC0415 (an extra)
        from pyarrow.parquet import ParquetFile  # noqa: PLC0415 (an extra)
    except ImportError:
        raise GoldsetError(
            f"to read {path} goldset needs pyarrow", '`pip install "git-goldset[parquet]"`'
        ) from None
    try:
        file = ParquetFile(BytesIO(data))
        columns = [name for name in fields if name in file.schema_arrow.names]
        rows = [row for batch in file.iter_batches(columns=columns) for row in batch.to_pylist()]
    except (ArrowException, OSError, ValueError) as error:
        raise GoldsetError(f"{path} is not Parquet that can be read: {error}", _MEND) from None
    yield from enumerate(rows, start=1)


def _chunk(row: Any, where: str) -> Chunk:
    try:
        chunk = msgspec.convert(row, Chunk)
    except msgspec.ValidationError as error:
        raise GoldsetError(f"{where}: {error}", _MEND) from None
    for name in ("chunk_id", "doc_id"):
        if not getattr(chunk, name):
            raise GoldsetError(f"{where}: `{name}` is missing", _MEND)
    if chunk.start is None or chunk.end is None or not 0 <= chunk.start <= chunk.end:
        raise GoldsetError(f"{where}: `start` and `end` go from {chunk.start} to {chunk.end}", _MEND)
    return msgspec.structs.replace(chunk, score=None)
