"""Run files in goldset's own form: JSON Lines, an optional first line for the whole run, then one an item and arm.

Lines end at LF alone: other characters that some readers take for a line's end may stand in a text. A line that
cannot be scored is kept as such, with its place and its field.
"""

import hashlib
import re
import sys
from collections.abc import Iterable
from io import BytesIO
from pathlib import Path

import msgspec
from rapidfuzz import fuzz

from goldset.domain.runs import Arm, BadLine, Chunk, Layout, Run, RunLine, RunMeta, RunSource, Status
from goldset.errors import GoldsetError

FORM = "goldset"
STDIN = "-"
BOM = b"\xef\xbb\xbf"
# A key this like one that goldset reads is a slip of the pen, and what it holds would be lost.
LIKE = 80
_KNOWN = frozenset(RunLine.__struct_fields__)
_META = frozenset(RunMeta.__struct_fields__)
_LINE = msgspec.json.Decoder(RunLine)
_HEAD = msgspec.json.Decoder(RunMeta)
_KEYS = msgspec.json.Decoder(dict[str, msgspec.Raw])
_AT = re.compile(r" - at `\$\.?(?P<field>[^`]*)`$")
_EXPECTED = re.compile(r"^Expected `(?P<wanted>[^`]+)`, got `(?P<found>[^`]+)`")
_MISSING = re.compile(r"^Object missing required field `(?P<field>[^`]+)`")
_ENUM = re.compile(r"^Invalid enum value (?P<value>'.*')")
_CHOICES = {"arm": tuple(Arm), "status": tuple(Status), "gold_layout": tuple(Layout)}
_TYPES = {
    "str": "a text",
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "null": "null",
    "array": "a list",
    "object": "an object",
}


def read_run(path: str) -> Run:
    """Read a run file.

    Args:
        path: The file; `-` for standard input.

    Raises:
        GoldsetError: It cannot be read, holds no line at all, or its first line is about the whole run and wrong.
    """
    return run_of(BytesIO(run_bytes(path)), path)


def run_bytes(path: str) -> bytes:
    """Return what a run file holds; `-` is standard input.

    Raises:
        GoldsetError: It cannot be read.
    """
    if path == STDIN:
        return sys.stdin.buffer.read()
    try:
        return Path(path).read_bytes()
    except OSError as error:
        raise GoldsetError(f"{path} cannot be read: {error.strerror}", "check the path of the run") from None


def run_of(file: Iterable[bytes], name: str) -> Run:
    """Return the run of a file's lines, each with its line end.

    Raises:
        GoldsetError: There is no line at all, or the first one is about the whole run and wrong.
    """
    reading = _Reading(name)
    for number, line in enumerate(file, start=1):
        reading.take(number, line)
    return reading.run()


class _Reading:
    """A run while it is read."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.digest = hashlib.sha256()
        self.meta = RunMeta()
        self.bad: list[BadLine] = []
        self.unread: dict[str, int] = {}
        self.said: dict[str, dict[Arm, RunLine | BadLine]] = {}
        self.places: dict[tuple[str, Arm], int] = {}
        self.number = 0

    def take(self, number: int, raw: bytes) -> None:
        """Take in a line."""
        self.digest.update(raw)
        line = raw.removeprefix(BOM) if number == 1 else raw
        if not line.strip():
            return
        self.number += 1
        try:
            keys = _KEYS.decode(line).keys()
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            self._bad(number, _said(error))
            return
        if "item" not in keys and self.number == 1 and keys & _META:
            self.meta = self._head(number, line)
            self._note_unread(keys - _META)
        else:
            self._take_line(number, line, keys - _KNOWN)

    def _take_line(self, number: int, line: bytes, unknown: Iterable[str]) -> None:
        try:
            read = _LINE.decode(line)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            self._bad(number, _said(error), *_who(line))
            return
        fault = _misspelled(unknown) or fault_of(read)
        if fault:
            self._bad(number, fault, read.item, read.arm)
            return
        self._note_unread(unknown)
        arms = self.said.setdefault(read.item, {})
        if read.arm in arms:
            self._twice(number, read.item, read.arm)
        else:
            arms[read.arm] = read
            self.places[read.item, read.arm] = number

    def _twice(self, number: int, item: str, arm: Arm) -> None:
        """There is no fair way to take one of two lines: neither is scored."""
        first = self.places.get((item, arm))
        if first is not None:
            self._bad(first, f"`item`: line {number} is of {item}, arm {arm}, too", item, arm)
            self._bad(number, f"`item`: line {first} is of {item}, arm {arm}, too", item, arm)
        else:
            self._bad(number, f"`item`: an earlier line is of {item}, arm {arm}, too", item, arm)

    def _bad(self, number: int, message: str, item: str = "", arm: Arm | None = None) -> None:
        fault = BadLine(number, message, item)
        self.bad.append(fault)
        if arm is not None:
            self.said.setdefault(item, {})[arm] = fault
            self.places.pop((item, arm), None)

    def _head(self, number: int, line: bytes) -> RunMeta:
        try:
            return _HEAD.decode(line)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise GoldsetError(
                f"{self.name}:{number}: {_said(error)}",
                "the first line says what holds for the whole run: mend it",
            ) from None

    def _note_unread(self, keys: Iterable[str]) -> None:
        for key in keys:
            self.unread[key] = self.unread.get(key, 0) + 1

    def run(self) -> Run:
        """Return the run."""
        if not self.number:
            raise GoldsetError(f"{self.name} holds no line", "check what writes the run")
        notices = [
            f"{self.name}: `{key}` stands in {lines} line{'' if lines == 1 else 's'} and is not read"
            for key, lines in sorted(self.unread.items())
        ]
        bad = tuple(sorted(self.bad, key=lambda line: line.line))
        source = RunSource(self.name, self.digest.hexdigest(), FORM, self.meta, bad, notices)
        return Run(source, self.said)


def fault_of(line: RunLine) -> str:
    """Return what is wrong with a line whose fields have the right types, naming the field; empty where nothing."""
    if not line.item:
        return "`item` is empty"
    if line.parts is not None and not 0 <= line.parts.answered <= line.parts.total:
        return f"`parts`: {line.parts.answered} of {line.parts.total} parts"
    return _chunks_fault(line.retrieved or ())


def _chunks_fault(chunks: Iterable[Chunk]) -> str:
    for number, chunk in enumerate(chunks):
        start, end = chunk.start, chunk.end
        if start is None:
            if end is not None:
                return f"`retrieved[{number}].end` is there, and `start` is not"
        elif end is None:
            return f"`retrieved[{number}].start` is there, and `end` is not"
        elif not 0 <= start <= end:
            return f"`retrieved[{number}]` goes from {start} to {end}"
    return ""


def _misspelled(unknown: Iterable[str]) -> str:
    for key in sorted(unknown):
        for known in sorted(_KNOWN):
            if fuzz.ratio(key.casefold(), known) >= LIKE:
                return f"`{key}` is no field of a run; `{known}` is"
    return ""


def _who(line: bytes) -> tuple[str, Arm | None]:
    """Return item and arm of a line that has another fault, where they can be read."""
    fields = _KEYS.decode(line)
    try:
        item = msgspec.json.decode(fields.get("item", msgspec.Raw(b"null")), type=str)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return "", None
    try:
        return item, msgspec.json.decode(fields.get("arm", msgspec.Raw(b'"retrieved"')), type=Arm)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return item, None


def _said(error: Exception) -> str:
    """Return in words of ours what is wrong with a line, naming its field."""
    text = str(error)
    at = _AT.search(text)
    field = f"`{at['field']}`" if at and at["field"] else "the line"
    if missing := _MISSING.match(text):
        return f"`{missing['field']}` is missing" + (f" in {field}" if at and at["field"] else "")
    if expected := _EXPECTED.match(text):
        wanted = " or ".join(_TYPES.get(name.strip(), name.strip()) for name in expected["wanted"].split("|"))
        found = _TYPES.get(expected["found"], expected["found"])
        return f"{field} is {found}, where {wanted} is expected"
    if (value := _ENUM.match(text)) and at:
        listed = ", ".join(_CHOICES.get(at["field"], ()))
        return f"{field} is {value['value']}, and none of {listed}" if listed else f"{field}: {text}"
    if isinstance(error, msgspec.ValidationError):
        return f"{field}: {text[: at.start()] if at else text}"
    return "the line is not JSON" if not isinstance(error, UnicodeDecodeError) else "the line is not UTF-8"
