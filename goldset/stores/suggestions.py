"""What a click would make of a span's entry: the lines that it replaces, and those that take their place."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

from goldset.checks.relabel_blocks import relabel_faults
from goldset.domain.items import GoldSpan, PendingSpan
from goldset.domain.live_text import CALLS, hidden
from goldset.domain.rules import UNDECIDED
from goldset.errors import ItemFileError
from goldset.stores.canonical import STEP, Verbatim, element_lines, span_entry_lines
from goldset.stores.item_files import ItemFile, read_item
from goldset.stores.span_entries import entry_lines, replace_entry
from goldset.stores.yaml_scalars import quoted

_HUNK = re.compile(r"^@@ -\S+ \+(\d+)(?:,(\d+))? @@", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Suggestion:
    """Lines of a file, counted from 1 and both included, and the lines that are to replace them."""

    first: int
    last: int
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Unfit:
    """Why an entry cannot be replaced by a click, in words."""

    reason: str


def suggestion(file: ItemFile, span_id: str, entry: GoldSpan | PendingSpan) -> Suggestion | Unfit:
    """Return what replaces a span's entry in an item's file by a new one; tried out before it is returned.

    The result says what `entry_writes.put_entry` says, with the same bytes, but for one thing: text that would
    mention people, refer to issues or hide something where the suggestion is shown is written with YAML
    escapes, which `goldset fmt` undoes.
    """
    text = file.text
    if "\r" in text or text.startswith("\ufeff"):
        return Unfit("the file has CR LF line ends or a byte order mark, which a click may change")
    try:
        place = entry_lines(text, span_id)
        new_text = replace_entry(text, span_id, _lines(entry))
    except ItemFileError as error:
        return Unfit(error.message)
    made = _changed_lines(text, new_text, place.first, place.last)
    if made is None:
        return Unfit("the entry shares a line with something else")
    return _fault(file, made, span_id, entry, new_text) or made


def applied(text: str, click: Suggestion) -> str:
    """Return a file's text once a suggestion for it is committed."""
    lines = text.split("\n")
    return "\n".join([*lines[: click.first - 1], *click.lines, *lines[click.last :]])


def right_hunks(diff: str) -> list[range]:
    """Return, for each hunk of one file's diff, the lines (from 1) of the new file that it shows."""
    return [
        range(int(start), int(start) + int("1" if length == "" else length))
        for start, length in _HUNK.findall(diff)
    ]


def _changed_lines(text: str, new_text: str, first: int, last: int) -> Suggestion | None:
    """Return the lines that stand where the entry stood; None where others changed, too."""
    old, new = text.split("\n"), new_text.split("\n")
    end = len(new) - (len(old) - last)
    if old[: first - 1] != new[: first - 1] or old[last:] != new[end:] or end < first:
        return None
    return Suggestion(first, last, tuple(new[first - 1 : end]))


def _fault(
    file: ItemFile, made: Suggestion, span_id: str, entry: GoldSpan | PendingSpan, wanted: str
) -> Unfit | None:
    """Return what is wrong with a suggestion once it is applied; None where nothing is."""
    lines = made.lines
    if made.last == file.text.count("\n") + 1:
        return Unfit("the file does not end with a line feed")
    if not lines[0].strip() or not lines[-1].strip() or any(line != line.rstrip() for line in lines):
        return Unfit("a line of the entry ends with a blank, which a click may change")
    if any(CALLS.search(line) or next(hidden(line), None) is not None for line in lines):
        return Unfit("a comment in the entry mentions or hides something")
    after = read_item(file.path, applied(file.text, made).encode())
    if applied(file.text, made) != wanted or after.item is None:
        return Unfit("the changed item could not be read")
    number = [span.id for span in after.item.spans()].index(span_id)
    if after.item.gold_spans[number].model_dump() != entry.model_dump():
        return Unfit("the changed item would say something else")
    left = [
        fault
        for fault in relabel_faults(file.path, after.item)
        if fault.rule is not UNDECIDED or fault.loc[1] == number
    ]
    return Unfit(left[0].message) if left else None


def _lines(entry: GoldSpan | PendingSpan) -> Sequence[str]:
    """Return the lines of an entry; text that is not harmless where it is shown is escaped."""
    lines = span_entry_lines(entry)
    if not any(_risks(line) for line in lines):
        return lines
    return element_lines(_escaped(entry.model_dump(exclude_unset=True, exclude_none=True)), STEP)


def _risks(text: str) -> set[int]:
    return {*hidden(text), *(found.end() - 1 for found in CALLS.finditer(text))}


def _escaped(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _escaped(child) for key, child in value.items()}
    if isinstance(value, list | tuple):
        return [_escaped(child) for child in value]
    return _escaped_text(value) if isinstance(value, str) and _risks(value) else value


def _escaped_text(text: str) -> Verbatim:
    risks = sorted(_risks(text))
    starts = [0, *(at + 1 for at in risks)]
    kept = [quoted(text[start:end])[1:-1] for start, end in zip(starts, [*risks, len(text)], strict=True)]
    marks = [_escape(text[at]) for at in risks]
    return Verbatim('"' + "".join(chain.from_iterable(zip(kept, [*marks, ""], strict=True))) + '"')


def _escape(character: str) -> str:
    wide = len(character.encode("utf-16-le")) > 2  # noqa: PLR2004 (bytes of a character of the basic plane)
    return f"\\U{ord(character):08X}" if wide else f"\\u{ord(character):04X}"
