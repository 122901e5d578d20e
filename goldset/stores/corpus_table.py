"""Documents that are rows of one file, JSON Lines or Parquet; their text is taken as given."""

import hashlib
import json
import unicodedata
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from datetime import date
from typing import Any, BinaryIO

from goldset.domain.settings import SourceSettings
from goldset.domain.snapshots import DocumentRecord
from goldset.errors import CorpusError, SettingsError
from goldset.stores.corpus_faults import Fault, Faults, is_pointer
from goldset.stores.corpus_readers import TEXT_READER, one_line
from goldset.stores.corpus_source import Origin, metadata_keys

_BOM = b"\xef\xbb\xbf"
_BATCH = 512
_BEIR_ID = "_id"

Opener = Callable[[], BinaryIO]
Row = Mapping[str, Any]


class RowError(Exception):
    """A row that holds no document; the message says why."""


class Columns:
    """Which column holds what, as mapped in the settings, else those named like the fields."""

    def __init__(self, rules: SourceSettings) -> None:
        self.doc_id = rules.doc_id or "doc_id"
        self._is_mapped = rules.doc_id is not None
        self.text = rules.text or "text"
        self.title = rules.title or "title"
        self.metadata = metadata_keys(rules)
        wrong = [key for key in sorted(self.names()) if key.startswith("front_matter.")]
        if wrong:
            raise SettingsError(
                f"goldset.yaml: source {rules.name}: `{wrong[0]}` names no column",
                "a table has columns: write the column's name alone",
            )

    def names(self) -> set[str]:
        """Return every column that may be used, the stated hash and length among them."""
        return {self.doc_id, self.text, self.title, "text_sha256", "chars", *self.metadata.values()}

    def record(self, row: Row) -> DocumentRecord:
        """Return the record of a row.

        Raises:
            RowError: The row holds no document.
        """
        text = row.get(self.text)
        if not isinstance(text, str):
            raise RowError(f"`{self.text}` is {'missing' if text is None else 'not a text'}")
        try:
            sha256 = hashlib.sha256(text.encode("utf-8")).hexdigest()
        except UnicodeEncodeError:
            raise RowError(f"`{self.text}` holds half of a surrogate pair, which is no character") from None
        if row.get("text_sha256", sha256) not in (sha256, None):
            raise RowError("`text_sha256` is not the SHA-256 of the text")
        return self.described(row, sha256, len(text))

    def described(self, row: Row, sha256: str, chars: int) -> DocumentRecord:
        """Return the record of a row whose text is known by hash and length.

        Raises:
            RowError: The row has no usable id, or its metadata is no text.
        """
        doc_id = _as_text(self._id_of(row), self.doc_id)
        if not doc_id:
            raise RowError(f"`{self.doc_id}` is missing")
        values = {name: _as_text(row.get(key), key) for name, key in self.metadata.items()}
        return DocumentRecord(
            doc_id=unicodedata.normalize("NFC", doc_id),
            text_sha256=sha256,
            chars=chars,
            title=one_line(_as_text(row.get(self.title), self.title)),
            metadata={name: value for name, value in values.items() if value},
        )

    def _id_of(self, row: Row) -> object:
        """Return a row's id: without a mapping also in the column that BEIR has for it."""
        value = row.get(self.doc_id)
        return row.get(_BEIR_ID) if value is None and not self._is_mapped else value


def _as_text(value: object, column: str) -> str:
    """Return a cell as text; a whole number and a date have one obvious spelling, a fraction has not."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str | int):
        text = str(value)
    elif isinstance(value, date):
        text = value.isoformat()
    elif isinstance(value, list):
        return ", ".join(_as_text(entry, column) for entry in value)
    else:
        raise RowError(f"`{column}` is not a text")
    if any("\ud800" <= character <= "\udfff" for character in text):
        raise RowError(f"`{column}` holds half of a surrogate pair, which is no character")
    return text


class TableSource(ABC):
    """What JSON Lines and Parquet have in common (satisfies `Source`); a handle says where a row stands."""

    def __init__(self, name: str, opener: Opener, rules: SourceSettings, origin: Origin) -> None:
        self.name = name
        self.rules = rules
        self.origin = origin
        self._open = opener
        self._columns = Columns(rules)

    @abstractmethod
    def documents(self, faults: Faults) -> Iterator[tuple[DocumentRecord, Any]]:
        """Yield each document with its handle."""

    @abstractmethod
    def text(self, handle: Any) -> str:
        """Read a row's text again.

        Raises:
            CorpusError: The file has changed.
        """

    def readers(self) -> set[str]:
        """Return what made text of the rows: nothing but their being read."""
        return {TEXT_READER}

    def notices(self) -> list[str]:
        """Return what a person should know."""
        return []

    def emptiness(self) -> tuple[str, str]:
        """Return why there may be no documents, and what to do."""
        return f"{self.name} has no rows", "check that the export was written to its end"

    def _is_pointer(self, faults: Faults) -> bool:
        with self._open() as file:
            found = is_pointer(file.read(1024))
        if found:
            faults.add(Fault.POINTER, self.name)
        return found

    def _gone(self, handle: object) -> CorpusError:
        return CorpusError(
            f"{self.name} has changed: row {handle} holds no document", "run the command again"
        )


class JsonLinesSource(TableSource):
    """A JSON Lines file; a handle is where a line starts, in bytes."""

    def documents(self, faults: Faults) -> Iterator[tuple[DocumentRecord, int]]:
        """Yield each document; the file is read once, line by line."""
        if self._is_pointer(faults):
            return
        with self._open() as file:
            start = 0
            for number, line in enumerate(file, start=1):
                try:
                    if line.strip():
                        yield self._columns.record(_object(line)), start
                except RowError as error:
                    faults.add(Fault.BAD_ROW, f"{self.name}:{number} ({error})")
                start += len(line)

    def text(self, handle: int) -> str:
        """Read a row's text again.

        Raises:
            CorpusError: The file has changed.
        """
        try:
            with self._open() as file:
                file.seek(handle)
                text = _object(file.readline()).get(self._columns.text)
        except (RowError, OSError):
            raise self._gone(f"at byte {handle}") from None
        if not isinstance(text, str):
            raise self._gone(f"at byte {handle}")
        return text


def _object(line: bytes) -> Row:
    try:
        row = json.loads(line.removeprefix(_BOM).decode("utf-8"))
    except UnicodeDecodeError:
        raise RowError("not UTF-8") from None
    except (ValueError, RecursionError):
        raise RowError("not JSON") from None
    if not isinstance(row, dict):
        raise RowError("not a JSON object")
    return row


class ParquetSource(TableSource):
    """A Parquet file; a handle is a row group and the row in it.

    Where the file has `text_sha256` and `chars` for a row, its text is not read until somebody asks for it,
    and is held against the hash then.
    """

    def __init__(self, name: str, opener: Opener, rules: SourceSettings, origin: Origin) -> None:
        super().__init__(name, opener, rules, origin)
        self._group: tuple[int, Any] = (-1, None)

    def documents(self, faults: Faults) -> Iterator[tuple[DocumentRecord, tuple[int, int]]]:
        """Yield each document, a batch of rows in memory at a time.

        Raises:
            CorpusError: The file is not Parquet, or lacks a column.
        """
        if self._is_pointer(faults):
            return
        with self._open() as file:
            parquet = self._parquet(file)
            columns = set(parquet.schema_arrow.names)
            self._stop_at_missing(columns)
            stated = {"text_sha256", "chars"} <= columns
            unread = {self._columns.text} if stated else set()
            wanted = sorted((self._columns.names() - unread) & columns)
            record = self._stated if stated else self._columns.record
            for group in range(parquet.num_row_groups):
                batches = parquet.iter_batches(_BATCH, row_groups=[group], columns=wanted)
                rows = (cells for batch in batches for cells in batch.to_pylist())
                for row, cells in enumerate(rows):
                    try:
                        yield record(cells), (group, row)
                    except RowError as error:
                        faults.add(Fault.BAD_ROW, f"{self.name}, row {row} of group {group} ({error})")

    def _stop_at_missing(self, columns: set[str]) -> None:
        # A mapped metadata column too: its absence would go unseen.
        for needed in (self._columns.doc_id, self._columns.text, *self.rules.metadata.values()):
            if needed not in columns:
                raise CorpusError(
                    f"{self.name} has no column `{needed}`, only {', '.join(sorted(columns))}",
                    "map its columns in goldset.yaml",
                )

    def _stated(self, cells: Row) -> DocumentRecord:
        sha256, chars = cells.get("text_sha256"), cells.get("chars")
        if isinstance(sha256, str) and isinstance(chars, int) and _is_sha256(sha256):
            return self._columns.described(cells, sha256, chars)
        raise RowError("`text_sha256` or `chars` is missing or damaged")

    def text(self, handle: tuple[int, int]) -> str:
        """Read a row's text again; its row group stays in memory until another is asked for.

        Raises:
            CorpusError: The file has changed.
        """
        group, row = handle
        if self._group[0] != group:
            with self._open() as file:
                table = self._parquet(file).read_row_group(group, [self._columns.text])
            self._group = (group, table.column(0))
        text = self._group[1][row].as_py()
        if not isinstance(text, str):
            raise self._gone(f"{row} of row group {group}")
        return text

    def _parquet(self, file: BinaryIO) -> Any:
        try:
            from pyarrow import ArrowException  # noqa: PLC0415 (an extra)
            from pyarrow.parquet import ParquetFile  # noqa: PLC0415 (an extra)
        except ImportError:
            raise CorpusError(
                f"to read {self.name} goldset needs pyarrow", '`pip install "git-goldset[parquet]"`'
            ) from None
        try:
            return ParquetFile(file)
        except (ArrowException, OSError) as error:
            raise CorpusError(f"{self.name} is not a Parquet file: {error}", "export it again") from None


def _is_sha256(text: str) -> bool:
    return len(text) == 64 and not text.strip("0123456789abcdef")  # noqa: PLR2004 (hex digits of a SHA-256)
