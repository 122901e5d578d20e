"""A passage that nobody touched, in a document that changed elsewhere: found without reading either text.

Most passages of a changed document stand in lines that both texts have in common (`stretches`). The answer for
such a passage is known before anything is normalised, tokenised or compared word by word, provided that
everything that the checks of the long way would look at is the same, too. What is answered here is what the
long way answers, to the letter; whatever is not beyond doubt goes the long way. It is sound because of four
things, each of which must be seen to hold:

1. The quote stands once in each raw text, in one and the same stretch. The diff of the long way maps equal
   tokens of a stretch onto each other (`mapping`), so copies in other dress decide nothing.
2. A window around it lies in the stretch: the paragraphs of the quote, and one with words on either side, which may
   speak of it; above them paragraphs up to one that holds words and no list mark (an antecedent, the lead-in of a
   list, the caption of a table stand in it, or above no list); below a list item all that is indented under it. No
   check reaches farther but those of the headings and heads. Above paragraphs of plain lines (no item, row, explanation or
   quotation) none reaches beyond that one, if the quote opens with no word that points back and what stands
   above does not end in a colon, then or now.
3. The window reads the same on both sides: blank lines close it off from paragraph marks, and no mark that
   reaches over blank lines (fence, comment, tag, link label, front matter, an element around it) crosses its
   borders; what depends on other places (numbers of items and headings that go on with others, definitions of
   links) is not in it, or the same.
4. The headings above it have the same texts, and so has what stands at the heads of the document and of its sections.
"""

import re
import unicodedata
from bisect import bisect_right
from dataclasses import replace
from functools import cache, cached_property

from goldset.domain.items import Span
from goldset.domain.resolutions import Outcome, Place, Resolution
from goldset.resolution import lexicon
from goldset.resolution.documents import Fate
from goldset.resolution.exact import ONCE
from goldset.resolution.front_fields import says_the_same
from goldset.resolution.sides import BLANK, Side, is_open
from goldset.resolution.stretches import Stretch, common_stretches
from goldset.resolution.units import heading_path

# Paragraphs looked through for the end of a window.
_FARTHEST = 60
# … and for the next one that says something.
_NEAREST = 3
_ITEM = re.compile(r"^[ \t>]*(?:[-*+•‣◦▪–]|\(?(?:\d{1,3}|[A-Za-z]|[ivxIVX]{2,5})[.)])(?=[ \t])", re.MULTILINE)
_COUNTED = re.compile(
    r"^[ \t>]*(?:[-*+•][ \t]+)?\(?(?:\d{1,3}|(?P<letter>[A-Za-z])|[ivxIVX]{2,5})(?P<tail>[.)])(?=[ \t])",
    re.MULTILINE,
)
_NUMBERED_HEADING = re.compile(
    r"^[ \t]{0,3}#{1,6}[ \t]+(?:\*\*|__)?(?:\d{1,3}(?:\.\d{1,3})*[.)]?|[A-Z][.)])[ \t]", re.MULTILINE
)
_EXPLAINS = re.compile(r"^[ \t>]*:[ \t]", re.MULTILINE)
# A paragraph that opens like this holds a word that no mark can hide: no label, no link, no tag stands first.
_WORDS = re.compile(r"[ \t>]*(?:#{1,6}[ \t]+)?[*_`(\"'“‘]{0,4}[^\W\d_\u0640]{2,}[ \t\n,:;]")
_WORD = re.compile(r"[^\W\d_\u0640]{2,}(?:[ \t\n,:;]|(?<=[^\W\d_]{6}))")
# What a paragraph hides of its letters: targets, tags, attributes; and what is left of one that is not whole.
_HIDDEN = re.compile(r"\]\([^()\n]*\)|\]\[[^\[\]\n]*\]|<[^<>]*>|\{[^{}\n]*\}|&[#\w]*;")
_HALF_HIDDEN = re.compile(r"\][(\[]|[<{]")
_HEADING_SIGN = re.compile(r"^[ ]{0,3}#|^=|^--|\*\*|```|~~~", re.MULTILINE)
# A line that may hang on one above it.
_HANGING = re.compile(
    r"^(?:[ \t>:|]|[-*+•‣◦▪–]|\(?(?:\d{1,3}|[A-Za-z]|[ivxIVX]{2,5})[.)](?=[ \t]))", re.MULTILINE
)
_OPENING_WORD = re.compile(r"[*_\"'(“‘]{0,4}([A-Za-z]+)[ \n,]")
_NEXT_WORD = re.compile(r"[ \n]([A-Za-z]+)[ \n,]")
# No mark that hides something ends with one of these, and none of them is a colon.
_PLAIN_END = re.compile(r"[A-Za-z0-9.!?]")
_FILLED = re.compile(r"[^\n]")
_INDENT = " \t>"


class TextPair:
    """The old and the new text of a document that changed; `terms` are a project's own scope words."""

    def __init__(self, old: str, new: str, terms: frozenset[str] = frozenset()) -> None:
        self._terms = terms
        self._old = Side(old)
        self._new = Side(new)

    @cached_property
    def _stretches(self) -> tuple[Stretch, ...]:
        return common_stretches(self._old.raw, self._new.raw)

    def find(self, quote: str) -> tuple[int, int] | None:
        """Return where a quote stands, then and now, if nobody touched it or what is around it.

        None where that is not beyond doubt.
        """
        old, new = self._old, self._new
        at, there = _only(old.raw, quote), _only(new.raw, quote)
        if at < 0 or there < 0:
            return None
        end = at + len(quote)
        number = bisect_right([s.start for s in self._stretches], at) - 1
        stretch = self._stretches[number] if number >= 0 else None
        if stretch is None or end > stretch.end or there - at != stretch.shift:
            return None
        window = self._window(stretch, at, end)
        beside = self._beside(stretch, at, end)
        if window is None or beside is None:
            return None
        low, high = min(window[0], beside[0]), max(window[1], beside[1])
        same = (
            self._reads_alone(old.raw[low:high])
            and self._says_something(at, end)
            and old.closes_off(low, high)
            and new.closes_off(low + stretch.shift, high + stretch.shift)
            and self._same_headings(stretch, at)
            and old.heads(at) == new.heads(there)
            and says_the_same(old.said_of_all, new.said_of_all, self._terms)
        )
        return (at, there) if same else None

    def _window(self, stretch: Stretch, at: int, end: int) -> tuple[int, int] | None:
        """Return [low, high) of the old text: all that the checks look at; None where it is not all common."""
        raw = self._old.raw
        top = self._start_of(at)
        bottom = self._below(stretch, end, listed=False)
        if bottom is not None and self._hangs_on_nothing(stretch, top, at, bottom):
            return top, bottom
        low = self._above(stretch, at)
        first = max(top - len(BLANK), 0)
        high = self._below(stretch, end, listed=_ITEM.search(raw, first, end) is not None)
        return None if low is None or high is None else (low, high)

    def _hangs_on_nothing(self, stretch: Stretch, low: int, at: int, high: int) -> bool:
        """Return whether no check looks above the paragraphs [low, high) of a quote that begins at an offset.

        Those of list items, table rows and explanations do, that of a word which points back, and that of a
        sentence which ends in a colon just above.
        """
        raw = self._old.raw
        if low < stretch.start or (not low and stretch.other):
            return False
        window = raw[low:high]
        if "|" in window or _HANGING.search(window) or _may_point_back(raw, low, at):
            return False
        sides = (raw, low), (self._new.raw, low + stretch.shift)
        return all(_PLAIN_END.match(text, top - len(BLANK) - 1) for text, top in sides if top)

    def _beside(self, stretch: Stretch, at: int, end: int) -> tuple[int, int] | None:
        """Return [low, high): the quote's paragraphs with the nearest on either side that say something."""
        raw = self._old.raw
        low = self._start_of(at)
        for _ in range(_NEAREST):
            if not low:
                break
            below, low = low, self._start_of(low - len(BLANK))
            if _is_telling(raw[low:below]):
                break
        else:
            return None
        if low < stretch.start or (not low and stretch.other):
            return None
        top = end
        for _ in range(_NEAREST + 1):
            bottom = self._below(stretch, top, listed=False)
            if bottom is None:
                return None
            if bottom == len(raw) or (top > end and _is_telling(raw[top:bottom])):
                return low, bottom
            filled = _FILLED.search(raw, bottom)
            top = filled.start() if filled else len(raw)
        return None

    def _start_of(self, at: int) -> int:
        """Return where the old text's paragraph begins that goes up to an offset."""
        blank = self._old.raw.rfind(BLANK, 0, at)
        return blank + len(BLANK) if blank >= 0 else 0

    def _above(self, stretch: Stretch, at: int) -> int | None:
        """Return where the window begins: with a paragraph of words without a list mark, or with the text."""
        raw, paragraph = self._old.raw, at
        for number in range(_FARTHEST):
            low = self._start_of(paragraph)
            if low < stretch.start or (not low and stretch.other):
                return None
            if not low or (number and _WORDS.match(raw, low) and not _ITEM.search(raw, low, paragraph)):
                return low
            paragraph = low - len(BLANK)
        return None

    def _below(self, stretch: Stretch, end: int, *, listed: bool) -> int | None:
        """Return where the window ends: with the paragraph, or with all that is indented under a list item."""
        raw = self._old.raw
        ends_both = stretch.end == len(raw) and stretch.other_end == len(self._new.raw)
        for _ in range(_FARTHEST):
            blank = raw.find(BLANK, end)
            filled = _FILLED.search(raw, blank) if blank >= 0 else None
            if blank < 0 or (listed and filled is None):
                return len(raw) if ends_both else None
            if blank + len(BLANK) > stretch.end:
                return None
            if not listed or filled is None:
                return blank
            end = filled.start()
            if end >= stretch.end:
                return None
            if raw[end] not in _INDENT:
                return None if raw[end].isspace() else blank
        return None

    def _reads_alone(self, window: str) -> bool:
        """Return whether how a window reads depends on nothing outside it."""
        if "```" in window or "~~~" in window or "<!--" in window or window.rfind("<") > window.rfind(">"):
            return False
        if "[^" in window or not unicodedata.is_normalized("NFC", window):
            return False  # the text of a footnote stands elsewhere
        if "[" in window and (is_open(window) or self._old.definitions != self._new.definitions):
            return False
        return not (_NUMBERED_HEADING.search(window) or _EXPLAINS.search(window) or _goes_on_counting(window))

    def _says_something(self, start: int, end: int) -> bool:
        """Return whether a stretch of the old text holds a word that no mark hides, and explains no term."""
        raw = self._old.raw
        top = max(raw.rfind(BLANK, 0, start), 0)
        if _EXPLAINS.search(raw, top, end):
            return False
        return _is_telling(raw[top:end], start - top)

    def _same_headings(self, stretch: Stretch, at: int) -> bool:
        """Return whether the headings above an old offset and the new one that it became are the same."""
        old, new = self._old, self._new
        if stretch.start <= self._same_sections and not (old.has_html_headings or new.has_html_headings):
            return True
        return heading_path(old.headings, at) == heading_path(new.headings, at + stretch.shift)

    @cached_property
    def _same_sections(self) -> int:
        """Where the last stretch begins above which both texts have the same headings; -1 for none.

        What changed above it, and two lines on either side, holds nothing that makes a heading or unmakes one.
        """
        found, a, b = -1, 0, 0
        front = max(self._old.front, self._new.front)
        for stretch in self._stretches:
            if a < stretch.start or b < stretch.other:
                one = _with_neighbours(self._old.raw, a, stretch.start)
                two = _with_neighbours(self._new.raw, b, stretch.other)
                if (front and found < 0) or front > a or _HEADING_SIGN.search(f"{one}\n{two}"):
                    break
            found, a, b = stretch.start, stretch.end, stretch.other_end
        return found


def _is_telling(text: str, start: int = 0) -> bool:
    """Return whether a text holds a word from an offset on that no mark hides."""
    seen = _HIDDEN.sub(lambda m: " " * len(m[0]), text)
    return not _HALF_HIDDEN.search(seen) and _WORD.search(seen, start) is not None


def _only(raw: str, quote: str) -> int:
    """Return where a quote stands; -1 where it does not, or more than once."""
    at = raw.find(quote) if quote else -1
    return at if at >= 0 and raw.find(quote, at + 1) < 0 else -1


def _may_point_back(raw: str, low: int, at: int) -> bool:
    """Return whether what begins at an offset of a paragraph may open with a word that points to what is above.

    Only a plain word that cannot be part of another one is known not to.
    """
    if at > low and not raw[at - 1].isspace():
        return True
    opening = _OPENING_WORD.match(raw, at)
    if opening is None:
        return True
    pointing, leading, following = _pointing_words()
    word = opening[1].lower()
    if word in pointing or word not in leading:
        return word in pointing
    following_word = _NEXT_WORD.match(raw, opening.end() - 1)
    return following_word is None or following_word[1].lower() in following


@cache
def _pointing_words() -> tuple[frozenset[str], frozenset[str], frozenset[str]]:
    """Return the words that point back by themselves, those that do with another one behind, and the others."""
    table = lexicon.classes()
    leading = table.prepositions | {phrase[0] for phrase in table.phrases}
    return table.anaphors, leading, table.pointers | {phrase[1] for phrase in table.phrases}


def _with_neighbours(raw: str, start: int, end: int) -> str:
    """Return whole lines with two more on either side."""
    for _ in range(2):
        start = raw.rfind("\n", 0, max(start - 1, 0)) + 1
        end = (raw.find("\n", end) + 1) or len(raw)
    return raw[start:end]


def _goes_on_counting(window: str) -> bool:
    """Return whether a number or letter at a line's start may be an item's only because of another one.

    That is so for one that may go on with running text, and for a letter with a full stop, which may be an
    initial.
    """
    for match in _COUNTED.finditer(window):
        above = window[window.rfind("\n", 0, max(match.start() - 1, 0)) + 1 : match.start()]
        if (match["letter"] and match["tail"] == ".") or (above.strip() and not _ITEM.match(above)):
            return True
    return False


def carry_untouched(span: Span, pair: TextPair, blank: Resolution) -> Resolution | None:
    """Return the resolution of a span that nobody touched, in its own document; None for any other.

    Args:
        span: The span.
        pair: The texts of its document, which applies to the same people, places and times.
        blank: The span's resolution with its names alone.
    """
    quote, doc_id = span.confirmed.text, span.confirmed.doc_id
    places = pair.find(quote)
    if places is None:
        return None
    at, there = places
    return replace(
        blank,
        outcome=Outcome.UNCHANGED if at == there else Outcome.MOVED,
        accepted=True,
        to=Place(doc_id, there, there + len(quote), quote),
        reason=ONCE,
        note={"document": Fate.CHANGED.name.lower(), "words": ONCE},
    )
