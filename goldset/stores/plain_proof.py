"""A quick proof that the text of an item's file says what the item says, for texts that no reader can mistake.

The full proof reads each file with two YAML readers, one of them slow: of a hundred thousand files it takes an hour.
Here a text is read line by line as the few shapes of the canonical form, with scalars that mean one thing in every
version of YAML: words that begin with a letter and hold no sign that YAML knows, names, quoted text with the four escapes
that all readers share, literal blocks, digits, days, `true` and `false`. Anything else is no plain text, and takes the
full proof. What the values are is compared with the item. What the lines around them mean, the skeleton, is left to
the full proof of the first item that has it; the scalars of another one cannot change it.
"""

import re
from collections.abc import Iterator
from datetime import date, datetime
from enum import Enum
from functools import lru_cache
from typing import Any

# A word that YAML 1.1 or 1.2 takes for no text by itself.
_TYPED = frozenset({"null", "true", "false", "yes", "no", "on", "off", "y", "n"})
_SIGNS = r"\w ,.'’?!()%$/&+;“”…–—-"
_PLAIN = rf"[^\W\d_][{_SIGNS}]*(?<! )|[$€£][0-9][{_SIGNS}]*(?<! )"
_WORD = r"[^\W\d_][\w .&/'()$%+-]*(?<! )"  # in brackets, where a comma ends it
_QUOTED = r'"(?:[^"\\]|\\[nt"\\])*"'
# They begin with a digit, and hold a letter that no number, day or time has: names of files, hashes, "2 days".
_LETTER = "[acdf-np-su-wyACDF-NP-SU-WY]"
_NAME = rf"(?!0[xXbBoO])[0-9][\w./-]*{_LETTER}[\w./-]*"
_FIGURE = rf"(?!0[xXbBoO])[0-9][{_SIGNS}]*{_LETTER}[{_SIGNS}]*(?<! )"
_OTHER = r"[0-9]{4}-[0-9]{2}-[0-9]{2}(?![\w./-])|[0-9]+(?![\w./-])"
_BLOCK_SCALAR = re.compile(f"(?P<plain>{_PLAIN}|{_FIGURE})|(?P<quoted>{_QUOTED})|(?P<other>{_OTHER})")
_FLOW_SCALAR = re.compile(f"(?P<plain>{_WORD}|{_NAME})|(?P<quoted>{_QUOTED})|(?P<other>{_OTHER})")
_LINE = re.compile(r"(?P<lead> *(?:- )?)(?:(?P<key>[a-z_]+):(?: (?P<value>.+))?|(?P<entry>.+))")
_FLOW_KEY = re.compile(r"[a-z_]+: ")
_ESCAPE = re.compile(r'\\([nt"\\])')
_MEANS = {"n": "\n", "t": "\t", '"': '"', "\\": "\\"}

Value = tuple[str, str]  # sort and text


class NotPlainError(ValueError):
    """The text holds something that has to be proved in full."""


def said(text: str) -> tuple[str, list[Value]]:
    """Return the skeleton of an item's text, and its keys and values in order.

    Raises:
        NotPlainError: A line of it is none of the plain shapes.
    """
    if not text.replace("\n", "").isprintable():
        raise NotPlainError
    skeleton: list[str] = []
    values: list[Value] = []
    lines = iter(text.removesuffix("\n").split("\n"))
    held: str | None = next(lines)
    if held is not None and held.startswith("# "):
        skeleton.append(held)
        held = next(lines, None)
    while held is not None:
        parts, read, block = _line(held)
        skeleton += parts
        values += read
        held = _literal(*block, lines, values) if block else None
        if held is None:
            held = next(lines, None)
    return "\n".join(skeleton), values


@lru_cache(maxsize=4096)  # half of the lines are the same in all items of a set
def _line(line: str) -> tuple[tuple[str, ...], tuple[Value, ...], tuple[str, int] | None]:
    """Return skeleton and values of a line, and the mark and indentation of a literal block that begins there."""
    found = _LINE.fullmatch(line)
    if found is None:
        raise NotPlainError
    values: list[Value] = []
    lead, key, value = found["lead"], found["key"], found["value"] or found["entry"]
    if key is not None:
        values.append(("key", key))
    elif not lead.endswith("- "):
        raise NotPlainError
    head = f"{lead}{key}:" if key else lead
    if value in ("|", "|-"):
        return (head, "L"), tuple(values), (value, len(lead) + 2)
    shape = () if value is None else (_value(value, values),)
    return (head, *shape), tuple(values), None


def values_of(data: Any) -> list[Value]:
    """Return the keys and values of an item's plain data in order, as `said` returns them; empty lists, too.

    Raises:
        NotPlainError: It holds a value that `said` reads in no text.
    """
    found: list[Value] = []
    _collect(data, found)
    return found


def _collect(data: Any, found: list[Value]) -> None:
    if isinstance(data, str):
        found.append(("text", str(data.value) if isinstance(data, Enum) else data))
    elif isinstance(data, dict):
        for key, value in data.items():
            found.append(("key", key))
            _collect(value, found)
    elif isinstance(data, list | tuple):
        for value in data:
            _collect(value, found)
    else:
        found.append(_scalar_value(data))
    if isinstance(data, dict | list | tuple) and not data:
        found.append(("empty", ""))


def _scalar_value(value: Any) -> Value:
    if isinstance(value, bool):
        return "truth", "true" if value else "false"
    if isinstance(value, date) and not isinstance(value, datetime):
        return "day", value.isoformat()
    if isinstance(value, int):
        return "number", str(value)
    raise NotPlainError


def _literal(mark: str, indent: int, lines: Iterator[str], values: list[Value]) -> str | None:
    """Read a literal block, and return the line after it; None at the end."""
    pad, block, after = " " * indent, [], None
    for line in lines:
        if line and not line.startswith(pad):
            after = line
            break
        block.append(line[indent:])
    if not block or not block[0] or not block[-1] or block[0][0] == " ":
        raise NotPlainError
    values.append(("text", "\n".join(block) + ("\n" if mark == "|" else "")))
    return after


def _value(text: str, values: list[Value]) -> str:
    """Read what stands behind a key or dash on its line, and return its skeleton."""
    if text[0] in "[{":
        return _flow(text, values)
    found = _BLOCK_SCALAR.fullmatch(text)
    if found is None:
        raise NotPlainError
    return _scalar(found, values)


def _flow(text: str, values: list[Value]) -> str:
    """Read a list or mapping of scalars in brackets."""
    close = {"[": "]", "{": "}"}[text[0]]
    at, parts, end = 1, [text[0]], len(text) - 1
    if text[-1] != close or end == 1:
        raise NotPlainError
    while at < end:
        if close == "}":
            key = _FLOW_KEY.match(text, at)
            if key is None:
                raise NotPlainError
            parts.append(key[0])
            values.append(("key", key[0][:-2]))
            at = key.end()
        found = _FLOW_SCALAR.match(text, at)
        if found is None:
            raise NotPlainError
        parts.append(_scalar(found, values))
        at = found.end()
        if at < end and not text.startswith(", ", at):
            raise NotPlainError
        at += 2 if at < end else 0
    return "".join(parts) + close


def _scalar(found: re.Match[str], values: list[Value]) -> str:
    text = found[0]
    if found.lastgroup == "quoted":
        values.append(("text", _ESCAPE.sub(lambda escape: _MEANS[escape[1]], text[1:-1])))
        return "Q"
    if found.lastgroup == "other":
        values.append(("day", text) if "-" in text else ("number", text))
        return "D" if "-" in text else "N"
    if text in ("true", "false"):
        values.append(("truth", text))
        return "B"
    if text.lower() in _TYPED:
        raise NotPlainError
    values.append(("text", text))
    return "P"
