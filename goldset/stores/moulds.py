"""A quick way to read many files of one make: what a YAML reader has read once tells how to read its like.

Most files of a large set differ in their scalars alone. A mould is made of a file in canonical form that was read: a
pattern that takes the same lines, with scalars that no YAML reader can mistake in the places of its own. What it takes
says the same in those places; anything else is for the YAML reader.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from goldset.domain.items import Item
from goldset.stores.canonical import STEP, item_page
from goldset.stores.yaml_scalars import PLAIN, PLAIN_WORD, QUOTED

# To make a mould takes as long as to read some files: it is made where it will be of use.
_OFTEN = 8
# Moulds of files with the same keys; more are tried for each file than would be of use.
_MOST = 4

_HEADS = re.compile(r"\n *(?:(?:- )?[a-z_]+:(?=[ \n])|-(?= ))")
_WORDS = re.compile(rf"{PLAIN_WORD}|{QUOTED}")
_ESCAPE = re.compile(r'\\([nt"\\])')
_MEANS = {"n": "\n", "t": "\t", '"': '"', "\\": "\\"}
_TEXT = rf"({PLAIN}|{QUOTED})"
_FLOW_TEXT = rf"({PLAIN_WORD}|{QUOTED})"
_SCALARS = {"N": r"(0|[1-9][0-9]{0,17})", "B": "(true|false)"}
_SCALARS["D"] = "([0-9]{4}-[0-9]{2}-[0-9]{2})"
_FLOW_SCALARS = {**_SCALARS, "P": _FLOW_TEXT, "Q": _FLOW_TEXT}
_LIST = rf"(\[(?:(?:{PLAIN_WORD}|{QUOTED})(?:, (?:{PLAIN_WORD}|{QUOTED}))*)?\])"
_IS_LIST, _PARTS = re.compile(r"\[[PQ](?:,[PQ])*\]"), re.compile(r"[a-z_]+:|[\[\]{},]|[PQNBD]")
_CONTENT = r"[^\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff\ud800-\udfff]"

Scalars = Iterator[str]
Cast = Callable[[Scalars], Any]


class Moulds:
    """The makes of the files that were read so far."""

    def __init__(self) -> None:
        self._seen: Counter[str] = Counter()
        self._moulds: dict[str, list[Mould]] = defaultdict(list)

    def data(self, text: str) -> dict[str, Any] | None:
        """Return the plain data of an item's text, if it is of a known make; dates stay text."""
        for mould in self._moulds.get(_heads(text), ()):
            data = mould.data(text)
            if data is not None:
                return data
        return None

    def learn(self, text: str, item: Item) -> None:
        """Take note of a file that was read, and in which nothing is wrong."""
        heads = _heads(text)
        self._seen[heads] += 1
        if self._seen[heads] % _OFTEN == 0 and len(self._moulds[heads]) < _MOST:
            mould = mould_of(text, item)
            if mould is not None:
                self._moulds[heads].append(mould)


class Mould:
    """What texts of one make have in common, and how their scalars become plain data."""

    def __init__(self, pattern: str, cast: Cast) -> None:
        self._pattern, self._cast = re.compile(pattern, re.MULTILINE), cast

    def data(self, text: str) -> dict[str, Any] | None:
        """Return the plain data of a text; None where it is of another make."""
        found = self._pattern.fullmatch(text)
        data: dict[str, Any] | None = None if found is None else self._cast(iter(found.groups()))
        return data


def mould_of(text: str, item: Item) -> Mould | None:
    """Return the mould of a text that a YAML reader has read as an item; None where it is not in canonical form.

    It is one only if it reads that text as the reader did.
    """
    head = text.partition("\n")[0] if text.startswith("# ") else None
    page = item_page(item, head.count("../") if head else None)
    if page.text != text or page.skeleton is None:
        return None
    lines = [line for line in map(_line, page.marks[::2], page.marks[1::2]) if line is not None]
    if 2 * len(lines) < len(page.marks):
        return None
    mould = Mould("".join(lines), _cast(item.model_dump(exclude_unset=True, exclude_none=True)))
    data = mould.data(text)
    return mould if data is not None and Item.model_validate(data) == item else None


def _heads(text: str) -> str:
    return "".join(_HEADS.findall(text))


def _line(head: str, sort: str) -> str | None:
    """Return the pattern of a line; None where it holds what has none."""
    begin = re.escape(head)
    if not sort:
        return f"{begin}\n"
    if sort in "PQL":
        return f"{begin} ({PLAIN}|{QUOTED}|{_block(head)})\n" if head.endswith(":") else f"{begin} {_TEXT}\n"
    if sort in _SCALARS:
        return f"{begin} {_SCALARS[sort]}\n"
    if _IS_LIST.fullmatch(sort):
        return f"{begin} {_LIST}\n"
    if sort[0] in "[{":
        return f"{begin} {''.join(map(_part, _PARTS.findall(sort)))}\n"
    return None


def _block(head: str) -> str:
    """Return the pattern of a literal block below a key, without what ends its last line."""
    pad = " " * (len(head) - len(head.lstrip(" -")) + STEP)
    return rf"\|-?\n{pad}(?!\s){_CONTENT}+(?:\n(?:{pad}{_CONTENT}+)?)*(?<!\n)"


def _part(part: str) -> str:
    """Return the pattern of a part of what stands in brackets: a key, a scalar, or a sign."""
    return _FLOW_SCALARS.get(part) or (re.escape(part) if part in "[]{}" else f"{part} ")


def _cast(value: Any) -> Cast:
    """Return how scalars, in the order of a text, become what a value of an item is."""
    if isinstance(value, dict):
        casts = {key: _cast(one) for key, one in value.items()}
        return lambda scalars: {key: cast(scalars) for key, cast in casts.items()}
    if isinstance(value, list | tuple):
        if value and isinstance(value[0], str):
            return partial(_texts, len(value))
        entries = [_cast(one) for one in value]
        return lambda scalars: [cast(scalars) for cast in entries]
    if isinstance(value, str):
        return _next_text
    if isinstance(value, bool):
        return lambda scalars: next(scalars) == "true"
    return (lambda scalars: int(next(scalars))) if isinstance(value, int) else next


def _next_text(scalars: Scalars) -> str:
    return _text(next(scalars))


def _texts(count: int, scalars: Scalars) -> list[str]:
    """Return a list of texts: in brackets one scalar, whatever it holds; else as many as there were."""
    first = next(scalars)
    if first[0] == "[":
        return list(map(_text, _WORDS.findall(first, 1)))
    return [_text(first), *(_text(next(scalars)) for _ in range(count - 1))]


def _text(scalar: str) -> str:
    """Return what a plain or quoted scalar or a literal block says."""
    if scalar[0] == '"':
        return _ESCAPE.sub(lambda escape: _MEANS[escape[1]], scalar[1:-1])
    if scalar[0] == "|":
        mark, first, *rest = scalar.split("\n")
        pad = len(first) - len(first.lstrip(" "))
        return "\n".join([first[pad:], *(line[pad:] for line in rest)]) + ("\n" if mark == "|" else "")
    return scalar
