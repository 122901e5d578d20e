"""Units of a document: blocks, sentences, list items, cells, headings; and the heading path of a place.

A border is a token before which a unit begins. What is accepted although its text changed begins and ends
on borders, so that nothing appended to a sentence passes with it.
"""

import re
from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from goldset.resolution.normalise import to_text
from goldset.resolution.tokens import Tokens

_LINE_START = re.compile(
    r"\n[ \t>]*\n|^[ \t>]*(?:[-*+•‣◦▪–][ \t]|\(?(?:\d{1,3}|[A-Za-z]|[ivxIVX]{2,5})[.)][ \t]|\||`{3}|~{3}"
    r"|(?:-[ \t]*){3,}$|(?:\*[ \t]*){3,}$|={3,}$)",
    re.MULTILINE,
)
_HEADING = re.compile(r"^[ ]{0,3}(#{1,6})[ \t]+([^\n]*?)(?:[ \t]+#+)?[ \t]*$", re.MULTILINE)
_UNDERLINED = re.compile(r"^(?![ \t]*[-*+>|#])([^\n]{1,200})\n(=+|-{2,})[ \t]*$", re.MULTILINE)
_HTML_HEADING = re.compile(r"<h([1-6])\b[^>]{0,300}>(.{0,500}?)</h\1>", re.IGNORECASE | re.DOTALL)
FRONT_MATTER = re.compile(r"\A---[ \t]*\n(?:.*\n){0,200}?(?:---|\.\.\.)[ \t]*(?:\n|\Z)")
_BOLD_LINE = re.compile(r"(?:\A|\n[ \t]*\n)[ ]{0,3}(\*\*[^*\n|]{1,120}\*\*)[ \t]*(?=\n[ \t]*\n|\Z)")
_BOLD_LEVEL = 7
_FIRST_LINES = re.compile(r"(?:\A|\n[ \t]*\n)(?=(?P<title>[^\n|]{1,30})\n(?P<next>[^\n]+))")
_FENCED = re.compile(r"^(?:`{3,}|~{3,})[^\n]*\n.*?^(?:`{3,}|~{3,})[ \t]*$", re.MULTILINE | re.DOTALL)
_HTML_BLOCK = re.compile(
    r"</?(?:p|li|ul|ol|td|th|tr|table|h[1-6]|div|dt|dd|blockquote|br)\b[^>]{0,300}>", re.IGNORECASE
)
_PIPED_LINE = re.compile(r"^[ \t>]*\|?[^|\n]*\|[^\n]*$", re.MULTILINE)
_SENTENCE_END = frozenset(".?!…؟۔।。！？｡")
_ALWAYS_END = frozenset("。！？；｡।")
_CLOSING = frozenset("\"')]}»”’」』）】*_")
_OPENING = frozenset("\"'([{«“‘「『（【")
# A full stop after these ends no sentence.
# The longest of them, in tokens.
_SHORT_TOKENS = 6
_SHORT_FORMS = (
    "mr mrs ms dr prof sr jr st vs etc eg ie e.g i.e cf al approx dept inc ltd co corp no nos art sec "
    "fig vol pp p ed u.s u.k usw z.b d.h bzw ca nr abs bspw ggf inkl m mme mm env "
)
_ABBREVIATIONS = frozenset(_SHORT_FORMS.split())
_THAI = ("\u0e01", "\u0ed0")


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading: its level from 1, its text without marks, and [start, end) of its line in the raw text."""

    level: int
    text: str
    start: int
    end: int


class Units:
    """Where the units of a document begin, in tokens, and which headings stand above a place."""

    def __init__(self, tokens: Tokens) -> None:
        self.tokens = tokens

    @cached_property
    def headings(self) -> list[Heading]:
        """All headings in order."""
        return find_headings(self.tokens.normal.raw)

    @cached_property
    def blocks(self) -> NDArray[np.bool_]:
        """For each token, and for the end, whether a block begins there: paragraph, item, cell, heading."""
        raw = self.tokens.normal.raw
        flags = np.zeros(len(self.tokens) + 1, dtype=np.bool_)
        flags[0] = flags[-1] = True
        places = [match.start() for match in _LINE_START.finditer(raw)]
        for heading in self.headings:
            places += [heading.start, heading.end]
        if "<" in raw:
            places += [match.end() for match in _HTML_BLOCK.finditer(raw)]
        if "|" in raw:
            places += [
                match.start() + at
                for match in _PIPED_LINE.finditer(raw)
                if match[0].lstrip(" \t>").startswith("|")
                or match[0].rstrip().endswith("|")
                or " | " in match[0]
                for at, char in enumerate(f"{match[0]}|")
                if char == "|" or not at
            ]
        places += self._front_matter_lines()
        places += _after_titles(raw)
        flags[np.searchsorted(self.tokens.starts, places, side="left")] = True
        return flags

    def _front_matter_lines(self) -> list[int]:
        """Return where the lines of the front matter begin: each is a field of its own."""
        raw = self.tokens.normal.raw
        match = FRONT_MATTER.match(raw)
        return [at + 1 for at in range(match.end()) if raw[at] == "\n"] if match else []

    @cached_property
    def borders(self) -> NDArray[np.bool_]:
        """For each token, and for the end, whether a unit begins there: a block or a sentence."""
        tokens = self.tokens
        flags = self.blocks.copy()
        codes, ends = tokens.normal.codes, np.fromiter(map(ord, _SENTENCE_END), dtype=np.uint32)
        single = np.flatnonzero(tokens.last - tokens.first == 1)
        stops = single[np.isin(codes[tokens.first[single]], ends)]
        sentences = _Sentences(tokens)
        for at in stops.tolist():
            begin = sentences.after_stop(at)
            if begin:
                flags[begin] = True
        flags |= self._thai_spaces()
        return flags

    def _thai_spaces(self) -> NDArray[np.bool_]:
        """Return where Thai or Lao goes on after a space: there a space is what a full stop is elsewhere."""
        tokens = self.tokens
        flags = np.zeros(len(tokens) + 1, dtype=np.bool_)
        if len(tokens.first) <= 1:
            return flags
        codes = tokens.normal.codes[tokens.first]
        thai = (codes >= ord(_THAI[0])) & (codes < ord(_THAI[1]))
        spaced = tokens.first[1:] > tokens.last[:-1]
        flags[1:-1] = spaced & thai[1:] & thai[:-1]
        return flags

    def unit(self, i: int, j: int) -> tuple[int, int]:
        """Return the tokens [i, j) widened to the borders around them."""
        return self._widen(self.borders, i, j)

    def block(self, i: int, j: int) -> tuple[int, int]:
        """Return the tokens [i, j) widened to the blocks around them."""
        return self._widen(self.blocks, i, j)

    @staticmethod
    def _widen(flags: NDArray[np.bool_], i: int, j: int) -> tuple[int, int]:
        edges = np.flatnonzero(flags)
        first = int(edges[max(int(np.searchsorted(edges, i, side="right")) - 1, 0)])
        last = int(edges[min(int(np.searchsorted(edges, max(j, i + 1), side="left")), len(edges) - 1)])
        return first, max(last, j)

    def on_borders(self, i: int, j: int) -> bool:
        """Return whether units begin at token i and end before token j."""
        return bool(self.borders[i] and self.borders[j])

    def path(self, start: int) -> tuple[str, ...]:
        """Return the headings above a raw offset, outermost first; a heading stands under its parents."""
        return heading_path(self.headings, start)


class _Sentences:
    """Where the next sentence begins after a stop, by the characters around it.

    It is asked for one stop at a time: text and lists answer that faster than arrays.
    """

    def __init__(self, tokens: Tokens) -> None:
        self._text = to_text(tokens.normal.codes)
        self._first: list[int] = tokens.first.tolist()
        self._last: list[int] = tokens.last.tolist()

    def after_stop(self, at: int) -> int:
        """Return the token where the next sentence begins after the stop `at`; 0 where the stop ends none."""
        text, begins = self._text, self._first
        following = at + 1
        while following < len(begins) and text[begins[following]] in _CLOSING and self._touches(following):
            following += 1
        if following >= len(begins):
            return following
        if text[begins[at]] in _ALWAYS_END:
            return following
        if self._touches(following):
            return 0
        first = text[begins[following]]
        if not (
            first.isupper()
            or first.isdigit()
            or first in _OPENING
            or not (first.islower() or first.isascii())
        ):
            return 0
        return 0 if self._abbreviated(at) else following

    def _abbreviated(self, at: int) -> bool:
        """Return whether the stop belongs to the word before it: an abbreviation or an initial."""
        if at == 0 or self._text[self._first[at]] != ".":
            return False
        i = at - 1
        while i > 0 and self._touches(i) and at - i < _SHORT_TOKENS:
            i -= 1
        word = "".join(self._word(n) for n in range(i, at)).lower().lstrip("(\"'")
        bare = self._word(at - 1)
        return (
            word in _ABBREVIATIONS
            or bare.lower() in _ABBREVIATIONS
            or (len(bare) == 1 and bare.isupper() and bare not in "IA")
        )

    def _touches(self, token: int) -> bool:
        """Return whether no white space stands before a token."""
        return self._first[token] == self._last[token - 1]

    def _word(self, token: int) -> str:
        return self._text[self._first[token] : self._last[token]]


def _after_titles(raw: str) -> list[int]:
    """Return where the text goes on after short first lines that are titles in all but their mark."""
    found = []
    for match in _FIRST_LINES.finditer(raw):
        title, following = match["title"].strip(), match["next"].strip()
        longer = 2 * len(following) >= 3 * len(title)
        ends = title[-1:].isalnum() and not title[:1].islower() and not following[:1].islower()
        if ends and longer:
            found.append(match.start("next"))
    return found


def find_headings(raw: str) -> list[Heading]:
    """Return the headings of a text in order; lines of fenced code are none."""
    found = (
        [Heading(len(m[1]), _plain(m[2]), *m.span()) for m in _HEADING.finditer(raw)] if "#" in raw else []
    )
    if "\n=" in raw or "\n--" in raw:
        found += [
            Heading(1 if m[2][0] == "=" else 2, _plain(m[1]), *m.span()) for m in _UNDERLINED.finditer(raw)
        ]
    if "**" in raw:
        # A line of its own in bold is a heading to whoever reads it.
        found += [Heading(_BOLD_LEVEL, _plain(m[1]), *m.span(1)) for m in _BOLD_LINE.finditer(raw)]
    if "<h" in raw or "<H" in raw:
        found += [
            Heading(int(m[1]), _plain(re.sub(r"<[^>]*>", "", m[2])), *m.span())
            for m in _HTML_HEADING.finditer(raw)
        ]
    if front := FRONT_MATTER.match(raw):
        found = [h for h in found if h.start >= front.end()]
    if "```" in raw or "~~~" in raw:
        fences = [match.span() for match in _FENCED.finditer(raw)]
        found = [h for h in found if not any(start <= h.start < end for start, end in fences)]
    return sorted((h for h in found if h.text), key=lambda h: h.start)


def _plain(text: str) -> str:
    """Return a heading without links, emphasis and attributes, for people."""
    text = re.sub(r"!?\[([^\[\]]*)\](?:\([^()]*\)|\[[^\[\]]*\])", r"\1", text)
    text = re.sub(r"\{[:#][^{}]*\}", "", text)
    return " ".join(re.sub(r"[*`]+|(?<!\w)_+|_+(?!\w)", "", text).split())


def heading_path(headings: list[Heading], start: int) -> tuple[str, ...]:
    """Return the texts of the headings above a raw offset, outermost first."""
    path: list[Heading] = []
    for heading in headings[: bisect_right([h.start for h in headings], start)]:
        if heading.end > start:
            break  # the place is in a heading: its parents are its path
        path = [h for h in path if h.level < heading.level] + [heading]
    inside = next((h for h in headings if h.start <= start < h.end), None)
    if inside:
        path = [h for h in path if h.level < inside.level]
    return tuple(h.text for h in path)
