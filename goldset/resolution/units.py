"""Units of a document: blocks, sentences, list items, cells, headings; and the heading path of a place.

A border is a token before which a unit begins. What is accepted although its text changed begins and ends
on borders, so that nothing appended to a sentence passes with it.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from goldset.resolution.line_starts import LineStarts
from goldset.resolution.normalise import Codes, to_text
from goldset.resolution.tokens import Tokens

# A line that is empty, or that begins with what begins a block.
_BLOCK_LINE = LineStarts(
    r"[ \t>]*(?:(?=\n)|[-*+•‣◦▪–][ \t]|\(?(?:\d{1,3}|[A-Za-z]|[ivxIVX]{2,5})[.)][ \t]|\||`{3}|~{3}"
    r"|(?:-[ \t]*){3,}$|(?:\*[ \t]*){3,}$|={3,}$)"
)
_HEADING = LineStarts(r"[ ]{0,3}(?P<marks>#{1,6})[ \t]+(?P<text>[^\n]*?)(?:[ \t]+#+)?[ \t]*$")
_UNDERLINE = re.compile(r"\n(=+|-{2,})[ \t]*$", re.MULTILINE)
_NOT_UNDERLINED = re.compile(r"[ \t]*[-*+>|#]")
_LONGEST_UNDERLINED = 200
_HTML_HEADING = re.compile(r"<h([1-6])\b[^>]{0,300}>(.{0,500}?)</h\1>", re.IGNORECASE | re.DOTALL)
_FRONT_MATTER = re.compile(
    r"\A(?:---[ \t]*\n(?:.*\n){0,200}?(?:---|\.\.\.)|\+{3}[ \t]*\n(?:.*\n){0,200}?\+{3})[ \t]*(?:\n|\Z)"
)
_BOLD_LINE = r"[ ]{0,3}(\*\*[^*\n|]{1,120}\*\*)[ \t]*(?=\n[ \t]*\n|\Z)"
BOLD_LEVEL = 7
"""The level of a line in bold, which is a heading to whoever reads it: below all others."""
# Each at the beginning of the text, and after an empty line.
_AFTER_EMPTY = r"\n[ \t]*\n"
_FIRST_LINES = r"(?=(?P<title>[^\n|]{1,30})\n(?P<next>[^\n]+))"
_BOLD_LINES, _TITLES = (
    (re.compile(pattern), re.compile(_AFTER_EMPTY + pattern)) for pattern in (_BOLD_LINE, _FIRST_LINES)
)
_FENCE = LineStarts(r"(?:`{3,}|~{3,})(?P<more>[^\n]*)$")
_HTML_BLOCK = re.compile(
    r"</?(?:p|li|ul|ol|td|th|tr|table|h[1-6]|div|dt|dd|blockquote|br)\b[^>]{0,300}>", re.IGNORECASE
)
_LINK = re.compile(r"!?\[([^\[\]]*)\](?:\([^()]*\)|\[[^\[\]]*\])")
_ATTRIBUTES = re.compile(r"\{[:#][^{}]*\}")
_EMPHASIS = re.compile(r"[*`]+|(?<!\w)_+|_+(?!\w)")
_BAR = re.compile(r"\|")
_SENTENCE_END = frozenset(".?!…؟۔।。！？｡")
_ALWAYS_END = frozenset("。！？；｡।")
_CLOSING = frozenset("\"')]}»”’」』）】*_")
_OPENING = frozenset("\"'([{«“‘「『（【")
# A full stop after these ends no sentence. The longest of them, in tokens, and in letters of the last one.
_SHORT_TOKENS = 6
_LONGEST_SHORT_FORM = 6
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
    def headings(self) -> tuple[Heading, ...]:
        """All headings in order."""
        return find_headings(self.tokens.normal.raw)

    @cached_property
    def blocks(self) -> NDArray[np.bool_]:
        """For each token, and for the end, whether a block begins there: paragraph, item, cell, heading."""
        raw = self.tokens.normal.raw
        flags = np.zeros(len(self.tokens) + 1, dtype=np.bool_)
        flags[0] = flags[-1] = True
        places = [match.start(1) for match in _BLOCK_LINE.find(raw)]
        for heading in self.headings:
            places += [heading.start, heading.end]
        if "<" in raw:
            places += [match.end() for match in _HTML_BLOCK.finditer(raw)]
        if "|" in raw:
            places += _cells(raw)
        places += self._front_matter_lines()
        places += _after_titles(raw)
        flags[self.tokens.starts.searchsorted(np.array(places, dtype=np.int32))] = True
        return flags

    def _front_matter_lines(self) -> list[int]:
        """Return where the lines of the front matter begin: each is a field of its own."""
        raw = self.tokens.normal.raw
        return [at + 1 for at in range(self.front_matter) if raw[at] == "\n"]

    @cached_property
    def borders(self) -> NDArray[np.bool_]:
        """For each token, and for the end, whether a unit begins there: a block or a sentence."""
        flags = self.blocks.copy()
        flags[_sentence_starts(self.tokens)] = True
        flags[_thai_spaces(self.tokens)] = True
        return flags

    @cached_property
    def block_counts(self) -> NDArray[np.int64]:
        """For each token, and for the end, how many blocks begin there or before."""
        return np.cumsum(self.blocks)

    @cached_property
    def edges(self) -> NDArray[np.int64]:
        """The tokens at which a unit begins, in order, and the end."""
        return self.borders.nonzero()[0]

    @cached_property
    def _unit_list(self) -> list[int]:
        edges: list[int] = self.edges.tolist()
        return edges

    @cached_property
    def _block_list(self) -> list[int]:
        """The tokens at which a block begins, in order, and the end."""
        edges: list[int] = self.blocks.nonzero()[0].tolist()
        return edges

    def unit(self, i: int, j: int) -> tuple[int, int]:
        """Return the tokens [i, j) widened to the borders around them."""
        return _widened(self._unit_list, i, j)

    def block(self, i: int, j: int) -> tuple[int, int]:
        """Return the tokens [i, j) widened to the blocks around them."""
        return _widened(self._block_list, i, j)

    def on_borders(self, i: int, j: int) -> bool:
        """Return whether units begin at token i and end before token j."""
        return bool(self.borders[i] and self.borders[j])

    @cached_property
    def front_matter(self) -> int:
        """Where the front matter ends in the raw text; 0 where there is none."""
        return front_matter_end(self.tokens.normal.raw)

    def path(self, start: int) -> tuple[str, ...]:
        """Return the headings above a raw offset, outermost first; a heading stands under its parents."""
        return heading_path(self.headings, start)


def _widened(edges: list[int], i: int, j: int) -> tuple[int, int]:
    """Return the tokens [i, j) widened to the edges around them."""
    first = edges[max(bisect_right(edges, i) - 1, 0)]
    last = edges[min(bisect_left(edges, max(j, i + 1)), len(edges) - 1)]
    return first, max(last, j)


def _thai_spaces(tokens: Tokens) -> NDArray[np.int64]:
    """Return the tokens at which Thai or Lao goes on after a space: there it is what a full stop is elsewhere."""
    lead = tokens.normal.codes[tokens.first]
    if not len(lead) or lead.max() < ord(_THAI[0]):
        return np.zeros(0, dtype=np.int64)
    thai = (lead >= ord(_THAI[0])) & (lead < ord(_THAI[1]))
    spaced = tokens.first[1:] > tokens.last[:-1]
    return (spaced & thai[1:] & thai[:-1]).nonzero()[0] + 1


def _sentence_starts(tokens: Tokens) -> NDArray[np.int64]:
    """Return the tokens at which a sentence begins after another one has ended, and the end if it ends there."""
    count = len(tokens)
    lead = tokens.normal.codes[tokens.first]
    stops = _among(lead, _SENTENCE_END).nonzero()[0]
    stops = stops[tokens.last[stops] - tokens.first[stops] == 1]
    begins = _behind_closing(tokens, lead, stops + 1)
    ends = begins == count
    ends |= _among(lead[stops], _ALWAYS_END)
    asked = (~(ends | _touches(tokens, begins))).nonzero()[0]
    firsts = to_text(lead[begins[asked]])
    asked = asked[np.fromiter(map(_begins_sentence, firsts), dtype=np.bool_, count=len(firsts))]
    short = _abbreviated(tokens, stops[asked])
    return np.concatenate((begins[ends], begins[asked[~short]]))


def _behind_closing(tokens: Tokens, lead: Codes, at: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return for each token the first one from there on that is no closing mark which follows without a space."""
    if not (_touches(tokens, at) & _among(lead.take(at, mode="clip"), _CLOSING)).any():
        return at
    closes = _among(lead, _CLOSING)
    closes[1:] &= tokens.first[1:] == tokens.last[:-1]
    others = np.append((~closes).nonzero()[0], len(tokens))
    return others[others.searchsorted(at)]


def _touches(tokens: Tokens, at: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Return which tokens, none of them the first, follow the one before without a space; the end does not."""
    inside = at < len(tokens)
    there = at - ~inside  # the end has no token
    follows: NDArray[np.bool_] = inside & (tokens.first[there] == tokens.last[there - 1])
    return follows


def _among(codes: Codes, chars: frozenset[str]) -> NDArray[np.bool_]:
    """Return which codes stand for one of some characters, none of them beyond the first plane."""
    return _flags(chars).take(codes, mode="clip")


@cache
def _flags(chars: frozenset[str]) -> NDArray[np.bool_]:
    table = np.zeros(1 << 16, dtype=np.bool_)
    table[[ord(char) for char in chars]] = True
    return table


@lru_cache(maxsize=4096)
def _begins_sentence(char: str) -> bool:
    """Return whether a sentence may begin with a character."""
    letter = char.islower() or char.isascii()
    return char.isupper() or char.isdigit() or char in _OPENING or not letter


def _abbreviated(tokens: Tokens, stops: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Return which stops belong to the word before them: an abbreviation or an initial."""
    found = np.zeros(len(stops), dtype=np.bool_)
    codes, first, last = tokens.normal.codes, tokens.first, tokens.last
    before = np.maximum(stops - 1, 0)
    starts, ends = first[before], last[before]
    short = (ends - starts <= _LONGEST_SHORT_FORM) & (stops > 0) & (codes[first[stops]] == ord("."))
    asked = short.nonzero()[0]
    text = to_text(codes) if len(asked) else ""
    for n, start, end in zip(asked.tolist(), starts[asked].tolist(), ends[asked].tolist(), strict=True):
        bare = text[start:end]
        if bare.lower() in _ABBREVIATIONS:
            found[n] = True
        elif len(bare) == 1:
            i = at = int(before[n])
            while i > 0 and first[i] == last[i - 1] and at + 1 - i < _SHORT_TOKENS:
                i -= 1
            word = text[int(first[i]) : end].lower().lstrip("(\"'")
            found[n] = word in _ABBREVIATIONS or (bare.isupper() and bare not in "IA")
    return found


def _cells(raw: str) -> list[int]:
    """Return where lines that may be rows of a table begin and end, and where their bars stand."""
    found = []
    at = raw.find("|")
    while at >= 0:
        start, end = raw.rfind("\n", 0, at) + 1, raw.find("\n", at)
        end = end if end >= 0 else len(raw)
        line = raw[start:end]
        if line.lstrip(" \t>").startswith("|") or line.rstrip().endswith("|") or " | " in line:
            found += [start, *(start + bar.start() for bar in _BAR.finditer(line)), end]
        at = raw.find("|", end)
    return found


def _after_titles(raw: str) -> list[int]:
    """Return where the text goes on after short first lines that are titles in all but their mark."""
    found = []
    for match in _after_empty(_TITLES, raw):
        title, following = match["title"].strip(), match["next"].strip()
        longer = 2 * len(following) >= 3 * len(title)
        ends = title[-1:].isalnum() and not title[:1].islower() and not following[:1].islower()
        if ends and longer:
            found.append(match.start("next"))
    return found


def front_matter_end(raw: str) -> int:
    """Return where the front matter of a text ends, which lines `---` or `+++` enclose; 0 without."""
    found = _FRONT_MATTER.match(raw) if raw.startswith(("---", "+++")) else None
    return found.end() if found else 0


@lru_cache(maxsize=4)  # the two texts at hand are asked about several times
def find_headings(raw: str) -> tuple[Heading, ...]:
    """Return the headings of a text in order; lines of fenced code are none."""
    found = []
    if "#" in raw:
        found = [Heading(len(m["marks"]), _plain(m["text"]), *m.span(1)) for m in _HEADING.find(raw)]
    if "\n=" in raw or "\n--" in raw:
        found += _underlined(raw)
    if "**" in raw:
        # A line of its own in bold is a heading to whoever reads it.
        found += [Heading(BOLD_LEVEL, _plain(m[1]), *m.span(1)) for m in _after_empty(_BOLD_LINES, raw)]
    if "<h" in raw or "<H" in raw:
        found += [
            Heading(int(m[1]), _plain(re.sub(r"<[^>]*>", "", m[2])), *m.span())
            for m in _HTML_HEADING.finditer(raw)
        ]
    if front := front_matter_end(raw):
        found = [h for h in found if h.start >= front]
    if "```" in raw or "~~~" in raw:
        fences = _fenced(raw)
        found = [h for h in found if not any(start <= h.start < end for start, end in fences)]
    return tuple(sorted((h for h in found if h.text), key=lambda h: h.start))


def _after_empty(patterns: tuple[re.Pattern[str], re.Pattern[str]], raw: str) -> list[re.Match[str]]:
    """Return where a text begins with something, or goes on with it after an empty line."""
    first = patterns[0].match(raw)
    later = patterns[1].finditer(raw, first.end() if first else 0)
    return [first, *later] if first else [*later]


def _fenced(raw: str) -> list[tuple[int, int]]:
    """Return [start, end) of the blocks of code between two fences."""
    found = []
    start = -1
    for line in _FENCE.find(raw):
        if start < 0:
            start = line.start(1)
        elif not line["more"].strip(" \t"):
            found.append((start, line.end()))
            start = -1
    return found


def _underlined(raw: str) -> list[Heading]:
    """Return the headings that a line of `=` or `-` underlines."""
    found: list[Heading] = []
    free = 0  # a line that underlines one is none itself
    for line in _UNDERLINE.finditer(raw):
        start = raw.rfind("\n", 0, line.start()) + 1
        long = not 0 < line.start() - start <= _LONGEST_UNDERLINED
        if start < free or long or _NOT_UNDERLINED.match(raw, start, line.start()):
            continue
        level = 1 if line[1][0] == "=" else 2
        found.append(Heading(level, _plain(raw[start : line.start()]), start, line.end()))
        free = line.end()
    return found


def _plain(text: str) -> str:
    """Return a heading without links, emphasis and attributes, for people."""
    if "[" in text:
        text = _LINK.sub(r"\1", text)
    if "{" in text:
        text = _ATTRIBUTES.sub("", text)
    if "_" in text or "*" in text or "`" in text:
        text = _EMPHASIS.sub("", text)
    return " ".join(text.split())


class Outline:
    """The headings of a document, where many places are asked for theirs (see `heading_path`)."""

    def __init__(self, headings: Sequence[Heading]) -> None:
        self._headings = headings
        self._starts = [heading.start for heading in headings]
        self._paths: list[list[Heading]] = [[]]
        self._ends = [0]  # how far the headings up to each of them reach
        for heading in headings:
            above = [other for other in self._paths[-1] if other.level < heading.level]
            self._paths.append([*above, heading])
            self._ends.append(max(self._ends[-1], heading.end))

    def path(self, start: int) -> tuple[str, ...]:
        """Return the texts of the headings above a raw offset, outermost first."""
        at = bisect_right(self._starts, start)
        if self._ends[at] > start:  # it is in a heading
            return heading_path(self._headings, start)
        return tuple(heading.text for heading in self._paths[at])


def heading_path(headings: Sequence[Heading], start: int) -> tuple[str, ...]:
    """Return the texts of the headings above a raw offset, outermost first."""
    return tuple(heading.text for heading in headings_above(headings, start))


def headings_above(headings: Sequence[Heading], start: int) -> list[Heading]:
    """Return the headings above a raw offset, outermost first."""
    path: list[Heading] = []
    for heading in headings[: bisect_right([h.start for h in headings], start)]:
        if heading.end > start:
            break  # the place is in a heading: its parents are its path
        path = [h for h in path if h.level < heading.level] + [heading]
    inside = next((h for h in headings if h.start <= start < h.end), None)
    return [h for h in path if h.level < inside.level] if inside else path
