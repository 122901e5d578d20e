"""JSON Lines as goldset keeps them: the same records give the same bytes, faults name their line."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from goldset.errors import SnapshotError

# Characters that some readers take for a line end or that YAML does not allow in a quoted text.
_UNSAFE = re.compile("[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")
_ENCODER = json.JSONEncoder(ensure_ascii=False)
_DECODER = json.JSONDecoder()
_DAMAGED = "the file is written by goldset alone: take it back from Git"


def as_json(value: Any) -> str:
    """Return a value as one line of JSON that is YAML too, keys in the order given."""
    text = _ENCODER.encode(value)
    return (
        text
        if text.isascii() and "\x7f" not in text
        else _UNSAFE.sub(lambda match: f"\\u{ord(match[0]):04x}", text)
    )


def decoded(data: bytes, path: str) -> str:
    """Return a file of goldset's own as text, whatever line ends a checkout gave it.

    Raises:
        SnapshotError: It is not UTF-8; the message names the line.
    """
    try:
        return data.decode("utf-8").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise SnapshotError(f"{path}:{line}: the file is not UTF-8", _DAMAGED) from None


def damaged(path: str, line: int, what: str) -> SnapshotError:
    """Return the error for a fault of a file that only goldset writes."""
    return SnapshotError(f"{path}:{line}: {what}", _DAMAGED)


@dataclass(frozen=True, slots=True)
class Row:
    """The record of one line; its getters check types: a damaged line is named, never half used."""

    values: Mapping[str, Any]
    path: str
    line: int

    def fault(self, what: str) -> SnapshotError:
        """Return the error for this line."""
        return damaged(self.path, self.line, what)

    def text(self, key: str) -> str:
        """Return a text that must be there."""
        value = self.values.get(key)
        # The short way: a manifest may hold a hundred thousand lines.
        return value if type(value) is str else str(self._typed(key, str, "a text"))

    def optional_text(self, key: str) -> str | None:
        """Return a text, or None where the key is absent."""
        value = self.values.get(key)
        if type(value) is str:
            return value
        return self.text(key) if key in self.values else None

    def count(self, key: str) -> int:
        """Return a whole number from 0 that must be there."""
        number = self._typed(key, int, "a whole number")
        if isinstance(number, bool) or number < 0:
            raise self.fault(f"`{key}` is not a whole number from 0")
        return int(number)

    def share(self, key: str) -> float:
        """Return a number, 0 where the key is absent."""
        number = self.values.get(key, 0)
        if isinstance(number, bool) or not isinstance(number, int | float):
            raise self.fault(f"`{key}` is not a number")
        return float(number)

    def flag(self, key: str) -> bool:
        """Return a truth value, False where the key is absent."""
        value = self.values.get(key, False)
        if not isinstance(value, bool):
            raise self.fault(f"`{key}` is not true or false")
        return value

    def texts(self, key: str) -> tuple[str, ...]:
        """Return a list of texts, empty where the key is absent."""
        value = self.values.get(key, [])
        if not isinstance(value, list) or not all(isinstance(entry, str) for entry in value):
            raise self.fault(f"`{key}` is not a list of texts")
        return tuple(value)

    def rows(self, key: str) -> list["Row"]:
        """Return a list of records, empty where the key is absent."""
        value = self.values.get(key, [])
        if not isinstance(value, list) or not all(isinstance(entry, dict) for entry in value):
            raise self.fault(f"`{key}` is not a list of records")
        return [Row(entry, self.path, self.line) for entry in value]

    def only(self, known: frozenset[str]) -> "Row":
        """Return this row; a key that is not known may change what the rest means, so it is a fault."""
        if not self.values.keys() <= known:
            unknown = min(self.values.keys() - known)
            raise self.fault(f"unknown key `{unknown}`: written by a newer goldset, or damaged")
        return self

    def _typed(self, key: str, kind: type, what: str) -> Any:
        value = self.values.get(key)
        if not isinstance(value, kind):
            raise self.fault(f"`{key}` is not {what}" if key in self.values else f"`{key}` is missing")
        return value


def read_lines(data: bytes, path: str) -> Iterator[Row]:
    """Yield the record of each line.

    Raises:
        SnapshotError: A line is not a JSON object, or was cut off; the message names file and line.
    """
    text = decoded(data, path)
    lines = text.split("\n")
    if lines.pop():
        raise damaged(path, len(lines) + 1, "the last line has no end: the file was cut off")
    for number, line in enumerate(lines, start=1):
        try:
            values = _object_of(line)
        except (ValueError, RecursionError):
            raise damaged(path, number, "the line is not JSON") from None
        if not isinstance(values, dict):
            raise damaged(path, number, "the line is not a JSON object")
        yield Row(values, path, number)


def _object_of(line: str) -> Any:
    values, end = _DECODER.raw_decode(line)
    return values if end == len(line) else json.loads(line)  # white space after it is none of our business


def lines_of(rows: list[dict[str, Any]]) -> bytes:
    """Return records as JSON Lines, in the order given."""
    return "".join(f"{as_json(row)}\n" for row in rows).encode()
