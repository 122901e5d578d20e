"""Run files in goldset's own form: JSON Lines, an optional first line for the whole run, then one an item and arm.

Lines end at LF alone: other characters that some readers take for a line's end may stand in a text. A line that
cannot be scored is kept as such, with its place and its field.
"""

import hashlib
import json
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from io import BytesIO
from operator import attrgetter, le
from pathlib import Path
from typing import Any, BinaryIO

import msgspec
from rapidfuzz import fuzz

from goldset.domain.runs import (
    Arm,
    BadLine,
    Chunk,
    Citation,
    Layout,
    Parts,
    Run,
    RunLine,
    RunMeta,
    RunSource,
    Stages,
    Status,
)
from goldset.errors import GoldsetError

FORM = "goldset"
STDIN = "-"
BOM = b"\xef\xbb\xbf"
# Of a large run, line by line, never all at once.
_BUFFER = 1 << 20
_UTF_16 = (b"\xff\xfe", b"\xfe\xff")
# A key this like one that goldset reads is a slip of the pen, and what it holds would be lost.
LIKE = 80
# No text is longer: a terabyte of code points.
MOST = 2**40
_KNOWN = frozenset(RunLine.__struct_fields__)
_META = frozenset(RunMeta.__struct_fields__)
_LINE = msgspec.json.Decoder(RunLine)
_HEAD = msgspec.json.Decoder(RunMeta)
_KEYS = msgspec.json.Decoder(dict[str, msgspec.Raw])
_AT = re.compile(r" - at `\$\.?(?P<field>[^`]*)`$")
_EXPECTED = re.compile(r"^Expected `(?P<wanted>[^`]+)`, got `(?P<found>[^`]+)`")
_MISSING = re.compile(r"^Object missing required field `(?P<field>[^`]+)`")
_ITEM = re.compile(rb'"item"\s*:\s*("(?:[^"\\\\]|\\\\.)*")')
_ARM = re.compile(rb'"arm"\s*:\s*"(gold|retrieved|none)"')
_ENUM = re.compile(r"^Invalid enum value (?P<value>'.*')")
_CHOICES = {"arm": tuple(Arm), "status": tuple(Status), "gold_layout": tuple(Layout)}
_FAULTS = (msgspec.DecodeError, ValueError, RecursionError)
_FIELDS = {
    "": _KNOWN,
    "retrieved": frozenset(Chunk.__struct_fields__),
    "citations": frozenset(Citation.__struct_fields__),
    "stages": frozenset(Stages.__struct_fields__),
    "parts": frozenset(Parts.__struct_fields__),
}
# In a text its quotation marks would be escaped.
_RANKING = re.compile(rb'"retrieved"\s*:\s*\[')
_DOC, _START, _END = attrgetter("doc_id"), attrgetter("start"), attrgetter("end")
_QUOTED = tuple(f'"{key}"'.encode() for key in sorted(_KNOWN))
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
    with opened(path) as file:
        return run_of(file, path)


def run_bytes(path: str) -> bytes:
    """Return what a run file holds; `-` is standard input.

    Raises:
        GoldsetError: It cannot be read, or is UTF-16.
    """
    with opened(path) as file:
        return file.read()


@contextmanager
def opened(path: str) -> Iterator[BinaryIO]:
    """Open a run file at its beginning; `-` is standard input, which is read as a whole.

    Raises:
        GoldsetError: It cannot be read, also while it is open, or is UTF-16.
    """
    try:
        if path == STDIN:
            yield _not_utf_16(path, BytesIO(sys.stdin.buffer.read()))
        else:
            with Path(path).open("rb", buffering=_BUFFER) as file:
                yield _not_utf_16(path, file)
    except OSError as error:
        raise GoldsetError(f"{path} cannot be read: {error.strerror}", "check the path of the run") from None


def _not_utf_16(path: str, file: BinaryIO) -> BinaryIO:
    if file.read(len(BOM)).startswith(_UTF_16):
        raise GoldsetError(
            f"{path} is UTF-16", "write it as UTF-8: some shells write UTF-16 where they redirect"
        )
    file.seek(0)
    return file


def run_of(file: Iterable[bytes], name: str) -> Run:
    """Return the run of a file's lines, each with its line end.

    Raises:
        GoldsetError: There is no line at all, the file is one list, or the first line is about the whole run and wrong.
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
        # Noted while a line is at hand: to go through a million chunks once more would take a while.
        self.documents: set[str | None] = set()
        self.number = 0

    def take(self, number: int, raw: bytes) -> None:
        """Take in a line."""
        self.digest.update(raw)
        line = raw.removeprefix(BOM) if number == 1 else raw
        if not line.strip():
            return
        self.number += 1
        if self.number == 1 and line.lstrip().startswith(b"["):
            raise GoldsetError(
                f"{self.name} is one list", "write each of its entries as a line: `jq -c '.[]'` does that"
            )
        if self.number == 1 and self._take_head(number, line):
            return
        try:
            read, unread = _line_of(line)
        except _FAULTS as error:
            self._bad(number, _said(error), *_named_in(line))
            return
        fault = _misspelled(unread) or _said_twice(line) or fault_of(read)
        if fault:
            self._bad(number, fault, read.item, read.arm)
            return
        self._note_unread(unread)
        self.documents.update(map(_DOC, read.retrieved or ()))
        arms = self.said.setdefault(read.item, {})
        if read.arm in arms:
            self._twice(number, read.item, read.arm)
        else:
            arms[read.arm] = read
            self.places[read.item, read.arm] = number

    def _take_head(self, number: int, line: bytes) -> bool:
        """Take in the first line where it is about the whole run; return whether it is."""
        try:
            keys = _KEYS.decode(line).keys()
        except _FAULTS:
            return False
        if "item" in keys or not keys & _META:
            return False
        self.meta = self._head(number, line)
        self._note_unread(keys - _META)
        return True

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
            head = _HEAD.decode(line)
            fault = f"`k` is {head.k}" if head.k is not None and not 1 <= head.k <= MOST else ""
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            fault = _said(error)
        if fault:
            raise GoldsetError(
                f"{self.name}:{number}: {fault}", "the first line says what holds for the whole run: mend it"
            )
        return head

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
        return Run(source, self.said, self.documents)


def fault_of(line: RunLine) -> str:
    """Return what is wrong with a line whose fields have the right types, naming the field; empty where nothing."""
    if not line.item:
        return "`item` is empty"
    if line.parts is not None and not 0 <= line.parts.answered <= line.parts.total:
        return f"`parts`: {line.parts.answered} of {line.parts.total} parts"
    return _chunks_fault(line.retrieved or ())


def _chunks_fault(chunks: Sequence[Chunk]) -> str:
    starts, ends = list(map(_START, chunks)), list(map(_END, chunks))
    # A run has a million chunks, and with nearly all of them nothing is wrong.
    with suppress(TypeError):  # of places that are not known
        if all(map(le, starts, ends)) and min(starts, default=0) >= 0 and max(ends, default=0) <= MOST:
            return ""
    for number, chunk in enumerate(chunks):
        start, end = chunk.start, chunk.end
        if start is None:
            if end is not None:
                return f"`retrieved[{number}].end` is there, and `start` is not"
        elif end is None:
            return f"`retrieved[{number}].start` is there, and `end` is not"
        elif not 0 <= start <= end <= MOST:
            return f"`retrieved[{number}]` goes from {start} to {end}"
    return ""


def _line_of(line: bytes) -> tuple[RunLine, frozenset[str]]:
    """Return a line, and the keys in it that are not read, such as `retrieved.node`.

    Raises:
        ValueError: It is no line of a run (see `_FAULTS` for all).
    """
    try:
        return _LINE.decode(line), frozenset()
    except msgspec.ValidationError as error:
        if "unknown field" not in str(error):
            raise
    unread: set[str] = set()
    kept = _pruned(json.loads(line, parse_constant=_no_constant), "", unread)
    return msgspec.convert(kept, RunLine), frozenset(unread)


def _no_constant(name: str) -> float:
    raise ValueError(f"{name} is no JSON")


def _pruned(value: Any, at: str, unread: set[str]) -> Any:
    """Return a value without the keys that are not read where it stands, and note them."""
    if isinstance(value, list):
        return [_pruned(part, at, unread) for part in value]
    if not isinstance(value, dict) or at not in _FIELDS:
        return value
    known = _FIELDS[at]
    inside = f"{at}." if at else ""
    unread |= {f"{inside}{key}" for key in value.keys() - known}
    return {key: _pruned(part, f"{inside}{key}", unread) for key, part in value.items() if key in known}


def _said_twice(line: bytes) -> str:
    """Return which key of a line stands twice: only one of the two could be scored, and which is chance."""
    rest = _without_ranking(line)
    if b"\\u" not in rest and all(rest.count(key) <= 1 for key in _QUOTED):
        return ""
    for key, number in Counter(key for key, _ in json.loads(rest, object_pairs_hook=list)).items():
        if number > 1:
            return f"`{key}` stands twice in the line"
    return ""


def _without_ranking(line: bytes) -> bytes:
    """Return a line with null in place of its ranking, where that is seen at once: what is left is short.

    What is taken out is a list, and no list holds a key of the line.
    """
    found = _RANKING.search(line)
    if found is None:
        return line
    start = found.end() - 1
    end = line.find(b"]", start) + 1
    # The list ends at some bracket: where only one follows, at that one. Without escapes a quotation mark begins or
    # ends a text: after an even number of them a bracket is in none.
    if end == line.rfind(b"]") + 1 or (
        line.find(b"\\", start, end) < 0
        and not line.count(b'"', start, end) % 2
        and line.count(b"[", start, end) == 1
    ):
        return b"%bnull%b" % (line[:start], line[end:])
    return line


def _misspelled(unknown: Iterable[str]) -> str:
    for key in sorted(unknown):
        field, _, name = key.rpartition(".")
        for known in sorted(_FIELDS[field]):
            if fuzz.ratio(name.casefold(), known) >= LIKE:
                return f"`{key}` is no field of a run; `{field}{'.' if field else ''}{known}` is"
    return ""


def _named_in(line: bytes) -> tuple[str, Arm | None]:
    """Return item and arm of a line that is no JSON, where it begins as runs do: the item ends as an error."""
    item, arm = _ITEM.search(line), _ARM.search(line)
    if item is None:
        return "", None
    try:
        name = json.loads(item[1])
    except ValueError:
        return "", None
    return name, Arm(arm[1].decode()) if arm else Arm.RETRIEVED


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
    is_text = not isinstance(error, UnicodeDecodeError) and "utf-8" not in text.casefold()
    return "the line is not JSON" if is_text else "the line is not UTF-8"
