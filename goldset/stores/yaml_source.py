"""The text of an item file with its tree and data, as the editor and the formatter work on it."""

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable
from functools import cached_property
from typing import Any, NamedTuple

from goldset.domain.findings import Severity
from goldset.domain.items import Item
from goldset.errors import ItemFileError
from goldset.stores.field_types import record_type
from goldset.stores.plain_data import plain_data
from goldset.stores.yaml_comments import Comment, comments
from goldset.stores.yaml_nodes import Mapping, Sequence
from goldset.stores.yaml_reader import read_yaml
from goldset.stores.yaml_text import SourceText, place

TAKES = record_type(Item)
BYTE_ORDER_MARK = "\ufeff"

_DASH = re.compile(r"^ *-(?=\s|$)", re.MULTILINE)


class Splice(NamedTuple):
    """Text to put in the place of what stands from `start` to `end`, in code points of the body."""

    start: int
    end: int
    text: str


class Source:
    """An item's text that can be changed: sound YAML, a mapping at its top.

    Attributes:
        body: The text without byte order mark.
        root: Its tree.
        data: Its plain data.
        line_end: How its lines end.

    Raises:
        ItemFileError: The text is not sound; its faults must be mended first.
    """

    def __init__(self, text: str) -> None:
        self.body = text.removeprefix(BYTE_ORDER_MARK)
        self._mark = BYTE_ORDER_MARK if text.startswith(BYTE_ORDER_MARK) else ""
        reading = read_yaml(SourceText(self.body, ()))
        faults = [fault for fault in reading.faults if fault.rule.severity is Severity.ERROR]
        if faults or not isinstance(reading.root, Mapping):
            message = faults[0].message if faults else "it is no mapping of `key: value` lines"
            line, _ = place(self.body, faults[0].at if faults else 0)
            raise ItemFileError(f"the text cannot be changed: line {line}: {message}", "mend it first")
        self.root = reading.root
        self.data: dict[str, Any] = plain_data(self.body, self.root, TAKES)[0]
        crlf = self.body.count("\r\n")
        self.line_end = "\r\n" if crlf * 2 > self.body.count("\n") else "\n"

    @cached_property
    def all_comments(self) -> list[Comment]:
        """The comments of the body, in order."""
        return comments(self.body, self.root) if "#" in self.body else []

    @cached_property
    def _comment_starts(self) -> list[int]:
        return [comment.start for comment in self.all_comments]

    def comments(self, start: int, end: int) -> list[Comment]:
        """Return the comments that begin in a part of the body."""
        starts = self._comment_starts
        return self.all_comments[bisect_left(starts, start) : bisect_left(starts, end)]

    def line_start(self, at: int) -> int:
        """Return where the line of an offset begins."""
        return self.body.rfind("\n", 0, at) + 1

    def line_stop(self, at: int) -> int:
        """Return where the line of an offset ends, before its line end."""
        stop = self.body.find("\n", at)
        stop = len(self.body) if stop < 0 else stop
        return stop - 1 if stop and self.body[stop - 1] == "\r" else stop

    def value_stop(self, end: int) -> int:
        """Return where the last line of a value ends; block scalars end behind a line end."""
        return self.line_stop(end - 1 if end and self.body[end - 1] == "\n" else end)

    def past_line_end(self, at: int) -> int:
        """Return where the line after that of an offset begins."""
        stop = self.body.find("\n", at)
        return len(self.body) if stop < 0 else stop + 1

    def column(self, at: int) -> int:
        """Return the column of an offset, from 0."""
        return at - self.line_start(at)

    def dash(self, sequence: Sequence, number: int) -> int:
        """Return where the dash of an entry of a block list stands."""
        if number == 0:
            return sequence.start
        match = _DASH.search(self.body, self.value_stop(sequence.elements[number - 1].end))
        assert match is not None  # every entry of a block list has one
        return match.end() - 1

    def spliced(self, splices: Iterable[Splice], wanted: Any) -> str:
        """Return the whole text with splices made, once it is proved to say what is wanted.

        Raises:
            ItemFileError: It would say something else, or lose a comment.
        """
        body = self.body
        for splice in sorted(splices, reverse=True):
            body = body[: splice.start] + splice.text + body[splice.end :]
        text = self._mark + body
        self.prove(text, wanted)
        return text

    def prove(self, text: str, wanted: Any) -> None:
        """Hold a new text against what it must say.

        Raises:
            ItemFileError: It says something else, or lacks a comment of this one.
        """
        try:
            new = Source(text)
        except ItemFileError as error:
            raise _cannot("the text would not be sound YAML") from error
        if new.data != wanted:
            raise _cannot("another field would change its meaning")
        if Counter(c.text for c in new.all_comments) != Counter(c.text for c in self.all_comments):
            raise _cannot("a comment would be lost")


def _cannot(reason: str) -> ItemFileError:
    return ItemFileError(
        f"the change cannot be made without harm: {reason}", "make it by hand, or run `goldset fmt` first"
    )
