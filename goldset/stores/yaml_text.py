"""From the bytes of a YAML file to text that can be parsed, with the faults of bytes and characters."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from goldset.domain import rules
from goldset.domain.findings import Loc, Rule

# Two hundred times an ordinary item; below it no file can make the parser slow.
MAX_BYTES = 1_000_000
# Enough of a kind to see what is wrong; a file that is no text would have a million.
MAX_FAULTS = 10
MANY = 1000

_LFS = b"version https://git-lfs.github.com/spec/"
_CONTROL = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]")
_UNUSUAL = re.compile(
    "[^\n\x20-\x7e\xa0-\u2027\u202a-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]|^[<>]{7}", re.MULTILINE
)
_ORDINARY = bytes([10, *range(0x20, 0x7F)])
_CONFLICT = re.compile(r"^(?:(?:<{7}|>{7}|\|{7})(?: .*)?|={7})\r?$", re.MULTILINE)
_WIDE = "\xa0\u1680\u2000-\u200b\u202f\u205f\u3000"
_TAB_INDENT = re.compile(r"^ *\t[ \t]*(?=[^\s#])", re.MULTILINE)
_WIDE_INDENT = re.compile(f"^[ \t]*([{_WIDE}])[ \t{_WIDE}]*(?=[^\\s#])", re.MULTILINE)
_SEPARATOR = re.compile("[\x85\u2028\u2029]")
_BARE_CR = re.compile(r"\r(?!\n)")


@dataclass(frozen=True, slots=True)
class TextFault:
    """A fault at an offset of the text, in code points; `loc` is the field's path where known."""

    rule: Rule
    at: int
    message: str
    hint: str = ""
    loc: Loc | None = None


@dataclass(frozen=True, slots=True)
class SourceText:
    """The text of a file, without byte order mark, and what is wrong with its characters.

    Attributes:
        text: What the file says; characters that are not UTF-8 stand as U+FFFD.
        faults: What is wrong with its bytes and characters.
        parseable: Whether it is worth looking for faults of its YAML.
        ordinary: Whether it is known to hold no character that is unusual in YAML.
    """

    text: str
    faults: tuple[TextFault, ...]
    parseable: bool = True
    ordinary: bool = False


def decode(data: bytes) -> SourceText:
    """Return the text of a file with the faults of its bytes and characters."""
    refusal = _refusal(data)
    if refusal:
        return SourceText("", (refusal,), parseable=False)
    faults: list[TextFault] = []
    if data.startswith(b"\xef\xbb\xbf"):
        data = data[3:]
        faults.append(TextFault(rules.BYTE_ORDER_MARK, 0, "the file begins with a byte order mark", loc=()))
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        text = data.decode(errors="replace")
        before = len(data[: error.start].decode(errors="replace"))
        faults.append(TextFault(rules.NOT_UTF8, before, f"byte 0x{data[error.start]:02x} is not UTF-8"))
    if _is_ordinary(data) or not _UNUSUAL.search(text):
        return SourceText(text, tuple(faults), ordinary=True)
    conflicts = list(_conflict_faults(text))
    faults += [*_line_end_faults(text), *_control_faults(text), *_separator_faults(text), *conflicts]
    return SourceText(text, tuple(faults), parseable=not conflicts)


def indent_faults(text: str, content: Sequence[tuple[int, int]]) -> list[TextFault]:
    """Return the tabs and wide spaces that stand where indentation stands.

    Args:
        text: The file's text.
        content: Where block scalars stand, in which such characters are content; half open, sorted.
    """
    if "\t" not in text and text.isascii():
        return []
    starts = [start for start, _ in content]
    faults = []
    for rule, pattern in ((rules.TAB_INDENT, _TAB_INDENT), (rules.SPACE_INDENT, _WIDE_INDENT)):
        for match in islice(pattern.finditer(text), MANY):
            block = bisect_right(starts, match.start()) - 1
            if block < 0 or match.start() >= content[block][1]:
                what = (
                    f"U+{ord(match.group(1)):04X}, which YAML takes for text" if match.lastindex else "a tab"
                )
                faults.append(TextFault(rule, match.start(), f"the line is indented with {what}", loc=()))
    return faults


def parseable(text: str) -> tuple[str, dict[int, str]]:
    """Return the text with a stand-in for every character that PyYAML refuses or ends a line at, one for one.

    The second value maps the stand-ins of line separators back (as for `str.translate`).
    """
    if not _UNUSUAL.search(text):
        return text, {}
    text = _CONTROL.sub("\ufffd", text)
    stand_ins: dict[int, str] = {}
    free = (
        code for code in range(0xE000, 0xF8FF) if chr(code) not in text and f"{code:04x}" not in text.lower()
    )
    for separator in sorted(set(_SEPARATOR.findall(text))):
        code = next(free)
        text = text.replace(separator, chr(code))
        stand_ins[code] = separator
    return text, stand_ins


def with_plain_indent(text: str) -> str:
    """Return the text with every wrong indentation made of spaces, one for one."""
    for pattern in (_TAB_INDENT, _WIDE_INDENT):
        text = pattern.sub(lambda match: " " * len(match.group()), text)
    return text


def place(text: str, at: int) -> tuple[int, int]:
    """Return line and column, both from 1, of an offset; only line feeds end lines, as in editors and Git."""
    return text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)


def _is_ordinary(data: bytes) -> bool:
    """Whether a file surely has no fault: the short way for nearly all files of nearly all sets."""
    return not data.translate(None, _ORDINARY) and b"<<<<<<<" not in data and b">>>>>>>" not in data


def _refusal(data: bytes) -> TextFault | None:
    if len(data) > MAX_BYTES:
        size = f"{len(data) / 1_000_000:,.1f} MB"
        return TextFault(
            rules.TOO_LARGE,
            0,
            f"the file has {size}, more than the {MAX_BYTES // 1_000_000} MB an item may have",
        )
    if data.startswith(_LFS):
        return TextFault(rules.LFS_POINTER, 0, "the file is a Git LFS pointer, not the item itself")
    if data.startswith((b"\xff\xfe", b"\xfe\xff")) or b"\0" in data[:4]:
        return TextFault(rules.NOT_UTF8, 0, "the file is UTF-16 or UTF-32, not UTF-8")
    return None


def _line_end_faults(text: str) -> Iterator[TextFault]:
    at = text.find("\r")
    if at < 0:
        return
    bare = _BARE_CR.search(text)
    what, at = ("a carriage return", bare.start()) if bare else ("CR LF", at)
    yield TextFault(rules.LINE_ENDS, at, f"lines end with {what} instead of LF", loc=())


def _control_faults(text: str) -> Iterator[TextFault]:
    for match in islice(_CONTROL.finditer(text), MANY):
        code = f"U+{ord(match.group()):04X}"
        yield TextFault(rules.CONTROL_CHARACTER, match.start(), f"the invisible character {code} stands here")


def _separator_faults(text: str) -> Iterator[TextFault]:
    for match in islice(_SEPARATOR.finditer(text), MANY):
        message = f"U+{ord(match.group()):04X} stands here, which some YAML readers take for a line end"
        yield TextFault(rules.LINE_SEPARATOR, match.start(), message)


def _conflict_faults(text: str) -> Iterator[TextFault]:
    marks = list(islice(_CONFLICT.finditer(text), MANY))
    if any(mark.group()[0] in "<>" for mark in marks):  # a row of equals signs alone is no conflict
        for mark in marks:
            message = f"the merge-conflict marker {mark.group()[:7]} stands here"
            yield TextFault(rules.CONFLICT_MARKER, mark.start(), message, loc=())
