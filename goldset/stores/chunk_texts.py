"""Texts of chunks by id: what a set that names chunks alone needs, so that its gold can become passages."""

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from goldset.errors import GoldsetError
from goldset.stores.chunk_maps import PARQUET, parquet_rows

_NAMES = {
    "chunk_id": ("chunk_id", "id", "_id", "node_id", "id_"),
    "text": ("text", "content", "page_content", "chunk_text", "chunk"),
    "doc_id": ("doc_id", "document_id", "doc", "document", "source", "file_name"),
    "start": ("start", "start_char", "start_char_idx"),
    "end": ("end", "end_char", "end_char_idx"),
}
_MEND = "a file of chunks has `chunk_id, text` and may have `doc_id, start, end`, one chunk a line, or is one JSON object"


@dataclass(frozen=True, slots=True)
class ChunkText:
    """A chunk.

    Attributes:
        text: Its text; None where the file has offsets alone.
        doc_id: Its document as the file names it; None where it names none.
        start: Where it begins in the document, in code points from 0; None where unknown.
        end: Where it ends, half open.
    """

    text: str | None
    doc_id: str | None = None
    start: int | None = None
    end: int | None = None


@dataclass(frozen=True, slots=True)
class ChunkTexts:
    """A file of chunks.

    Attributes:
        name: The file as it was named.
        sha256: SHA-256 of its bytes: nothing else tells which version of the chunks was read.
        texts: The chunks by id.
    """

    name: str
    sha256: str
    texts: Mapping[str, ChunkText]


def read_chunk_texts(path: Path, name: str) -> ChunkTexts:
    """Read a file of chunks: JSON Lines, Parquet, or a JSON object of id to text.

    Args:
        path: The file.
        name: The path as it was given.

    Raises:
        GoldsetError: It cannot be read, holds no chunk, a chunk of it is wrong, or one id names two chunks.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise GoldsetError(
            f"{name} cannot be read: {error.strerror}", "check the path of the chunks"
        ) from None
    columns = [column for names in _NAMES.values() for column in names]
    rows = parquet_rows(data, name, columns) if data.startswith(PARQUET) else _json_rows(data, name)
    found: dict[str, ChunkText] = {}
    for number, row in rows:
        chunk_id, chunk = _chunk(row, f"{name}:{number}")
        if found.setdefault(chunk_id, chunk) != chunk:
            raise GoldsetError(f"{name}:{number}: chunk {chunk_id} is another one already", _MEND)
    if not found:
        raise GoldsetError(f"{name} holds no chunk", _MEND)
    return ChunkTexts(name, hashlib.sha256(data).hexdigest(), found)


def _json_rows(data: bytes, name: str) -> Iterator[tuple[int, Any]]:
    """Yield chunks with their lines; of one JSON value, with their numbers."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise GoldsetError(f"{name} is not UTF-8 at byte {error.start}", "save it as UTF-8") from None
    whole = _json(text)
    if isinstance(whole, list):
        yield from enumerate(whole, start=1)
    elif isinstance(whole, dict) and not _first(whole, "chunk_id"):
        for number, (chunk_id, value) in enumerate(whole.items(), start=1):
            row = value if isinstance(value, dict) else {"text": value}
            yield number, {**row, "chunk_id": chunk_id}
    else:
        for number, line in enumerate(text.split("\n"), start=1):
            if line.strip():
                row = whole if isinstance(whole, dict) else _json(line)
                if row is None:
                    raise GoldsetError(f"{name}:{number}: the line is not JSON", _MEND)
                yield number, row
                if whole is not None:
                    return


def _json(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _first(row: Mapping[str, Any], field: str) -> Any:
    return next((row[name] for name in _NAMES[field] if row.get(name) not in (None, "")), None)


def _chunk(row: Any, where: str) -> tuple[str, ChunkText]:
    if not isinstance(row, dict):
        raise GoldsetError(f"{where}: a chunk is an object", _MEND)
    chunk_id, text, doc_id = (_first(row, field) for field in ("chunk_id", "text", "doc_id"))
    start, end = (_first(row, field) for field in ("start", "end"))
    if not isinstance(chunk_id, str | int) or isinstance(chunk_id, bool):
        raise GoldsetError(f"{where}: `chunk_id` is missing", _MEND)
    if text is not None and not isinstance(text, str):
        raise GoldsetError(f"{where}: the text of chunk {chunk_id} is no text", _MEND)
    has_place = _is_offset(start) and _is_offset(end) and start < end
    if text is None and not (has_place and doc_id is not None):
        raise GoldsetError(f"{where}: chunk {chunk_id} has neither a text nor a place", _MEND)
    return str(chunk_id), ChunkText(
        text,
        None if doc_id is None else str(doc_id),
        start if has_place else None,
        end if has_place else None,
    )


def _is_offset(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0
