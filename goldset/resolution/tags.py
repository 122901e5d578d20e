"""Lists, tables and definitions written in tags: which elements a place stands in."""

import re
from dataclasses import dataclass
from functools import lru_cache

from goldset.resolution.reading import Passage, Reading, token_passage

_TAG = re.compile(r"<(/?)(table|tr|td|th|ul|ol|li|dl|dt|dd)\b[^<>]{0,300}>", re.IGNORECASE)
# What an opening tag ends where its closing tag was left out, and what it never reaches out of.
_ENDS = {
    "td": {"td", "th"},
    "th": {"td", "th"},
    "tr": {"td", "th", "tr"},
    "li": {"li"},
    "dt": {"dt", "dd"},
    "dd": {"dt", "dd"},
}
_CELLS = frozenset({"td", "th"})


@dataclass(slots=True)
class Element:
    """An element: its name, where its opening tag begins, [inner, end) of what it holds, and what holds it."""

    name: str
    start: int
    inner: int
    end: int
    outer: "Element | None" = None

    def within(self, name: str) -> "Element | None":
        """Return the nearest element of a name that holds this one."""
        outer = self.outer
        while outer is not None and outer.name != name:
            outer = outer.outer
        return outer


@lru_cache(maxsize=8)
def _elements(raw: str) -> tuple[Element, ...]:
    """Return the elements of a text in order; one that is never closed ends with the text."""
    found: list[Element] = []
    open_elements: list[Element] = []

    def close(at: int) -> None:
        open_elements.pop().end = at

    for tag in _TAG.finditer(raw):
        name = tag[2].lower()
        if tag[1]:
            if any(element.name == name for element in open_elements):
                while open_elements[-1].name != name:
                    close(tag.start())
                close(tag.start())
            continue
        while open_elements and open_elements[-1].name in _ENDS.get(name, set()):
            close(tag.start())
        outer = open_elements[-1] if open_elements else None
        open_elements.append(Element(name, tag.start(), tag.end(), len(raw), outer))
        found.append(open_elements[-1])
    return tuple(found)


def enclosing(passage: Passage, *names: str) -> list[Element]:
    """Return the elements of some names that a passage begins in, the outermost first."""
    raw = passage.reading.raw
    if "<" not in raw:
        return []
    at = int(passage.reading.tokens.starts[passage.i])
    return [e for e in _elements(raw) if e.inner <= at < e.end and e.name in names]


def is_inside_elements(raw: str, start: int, end: int) -> bool:
    """Return whether an element holds a part of a stretch of text, or stands in it."""
    return any(e.inner <= end and e.end > start for e in _elements(raw))


def held(reading: Reading, element: Element) -> Passage:
    """Return what an element holds; without tokens where it is empty."""
    i, j = reading.tokens.within(element.inner, element.end)
    return token_passage(reading, i, max(i, j))


def rows_of(passage: Passage) -> list[tuple[Element, list[Element]]]:
    """Return the rows in tags that a passage stands in, the innermost first, each with all rows of its table.

    None where it is in none or in several.
    """
    found = []
    for row in reversed(enclosing(passage, "tr")):
        table = row.within("table")
        if table is not None and passage.reading.tokens.ends[passage.j - 1] <= row.end:
            rows = (e for e in _elements(passage.reading.raw) if e.name == "tr")
            found.append((row, [e for e in rows if e.within("table") is table]))
    return found


def cells_of(reading: Reading, row: Element) -> list[Passage]:
    """Return the cells of a row, those of tables inside it aside."""
    inside = (e for e in _elements(reading.raw) if e.name in _CELLS and row.inner <= e.start < row.end)
    return [held(reading, e) for e in inside if e.within("tr") is row]


def term_in_tags(passage: Passage) -> Passage | None:
    """Return the term that a passage of a definition list explains."""
    explained = next(reversed(enclosing(passage, "dd")), None)
    if explained is None:
        return None
    before = (e for e in _elements(passage.reading.raw) if e.name == "dt" and e.start < explained.start)
    term = next(reversed(list(before)), None)
    return held(passage.reading, term) if term is not None else None
