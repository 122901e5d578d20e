"""One text of a pair, and what of it may reach into a window from outside (see `untouched`)."""

import re
from bisect import bisect_left
from functools import cached_property

from goldset.resolution.boxes import is_boxed_in_part
from goldset.resolution.conditions import is_conditional_in_part
from goldset.resolution.front_fields import said_of_all
from goldset.resolution.heads import heads
from goldset.resolution.markup import find_definitions, long_tags
from goldset.resolution.remark_words import Sentence
from goldset.resolution.silent import is_silent_in_part
from goldset.resolution.tags import is_inside_elements
from goldset.resolution.units import Heading, find_headings, front_matter_end

BLANK = "\n\n"
"""What stands between two paragraphs."""

# A link's label is no longer than this (`markup`), nor is a tag of a block (`units`).
_LONGEST_LABEL = 4_000
_LONGEST_TAG = 400
# What is no text itself, and what may hide some of it beside these.
_MARKS = re.compile(r"\]\([^()\n]*\)|\]\[[^\[\]\n]*\]|<[^<>]*>|[*_~`\[\]]")
_UNCLEAR = re.compile(r"[<&\\{}]")
_WORD = re.compile(r"[^\W_]+")
_BRACKET = re.compile(r"[\[\]]")


class Side:
    """A text, with what of it may reach into a window; looked for when it is needed."""

    def __init__(self, raw: str) -> None:
        self.raw = raw
        self.has_tags = "<" in raw
        self.has_labels = "[" in raw
        self.has_html_headings = "<h" in raw or "<H" in raw

    @cached_property
    def fences(self) -> tuple[list[int], int]:
        """Where fences of code open and close in turn, and from where on it is not that simple."""
        raw, found = self.raw, list[int]()
        tilde = raw.find("~~~")
        unclear = len(raw) + 1 if tilde < 0 else tilde
        at = raw.find("```")
        while 0 <= at < unclear:
            start = raw.rfind("\n", 0, at) + 1
            end = raw.find("\n", at)
            info = raw[at + 3 : end if end >= 0 else len(raw)]
            if start != at or "`" in info or (len(found) % 2 and info.strip(" \t")):
                unclear = start
                break
            found.append(start)
            at = raw.find("```", at + 3)
        return found, unclear

    @cached_property
    def front(self) -> int:
        """Where the front matter ends; 0 without."""
        return front_matter_end(self.raw)

    @cached_property
    def said_of_all(self) -> str:
        """What it says of itself in fields."""
        return said_of_all(self.raw, self.front)

    @cached_property
    def long_tags(self) -> list[tuple[int, int]]:
        """The tags that reach over a line's end."""
        return long_tags(self.raw) if self.has_tags else []

    @cached_property
    def definitions(self) -> frozenset[str]:
        """The labels that link definitions name."""
        return find_definitions(self.raw)

    @cached_property
    def headings(self) -> tuple[Heading, ...]:
        """All headings."""
        return find_headings(self.raw)

    def heads(self, at: int) -> list[str]:
        """Return what stands at the heads of all that an offset stands in and may take back what stands below."""
        texts = (self.raw[i:j] for i, j in heads(self.raw, self.headings, self.front, at))
        return [text for text in texts if _may_take_back(text)]

    def closes_off(self, low: int, high: int) -> bool:
        """Return whether nothing of the text reaches into [low, high) from outside."""
        return (
            self._is_border(low)
            and self._is_plain(low)
            and not self._is_crossed(low, high)
            and not is_silent_in_part(self.raw, low, high)
            and not is_conditional_in_part(self.raw, low, high)
            and not is_boxed_in_part(self.raw, low, high)
        )

    def _is_border(self, at: int) -> bool:
        """Return whether one blank line, and text above it, stands before an offset; or nothing does."""
        raw = self.raw
        if at == 0:
            return not raw.startswith(("---", "+++"))
        blank = at - len(BLANK)
        above = raw[blank - 1 : blank]
        return raw.startswith(BLANK, blank) and bool(above.strip()) and above != ">"

    def _is_plain(self, at: int) -> bool:
        """Return whether an offset is in no fence, no comment and no front matter."""
        fences, unclear = self.fences
        comment = self.raw.rfind("<!--", 0, at) if self.has_tags else -1
        return (
            at <= unclear
            and bisect_left(fences, at) % 2 == 0
            and self.front <= at
            and (comment < 0 or self.raw.find("-->", comment + 4, at) >= 0)
        )

    def _is_crossed(self, low: int, high: int) -> bool:
        """Return whether a link, a tag, a heading or an element may reach over a border of [low, high)."""
        raw = self.raw
        if self.has_labels and is_open(raw[max(low - _LONGEST_LABEL, 0) : low]):
            return True
        if not self.has_tags:
            return False
        before = raw[max(low - _LONGEST_TAG, 0) : low]
        if before.rfind("<") > before.rfind(">") or is_inside_elements(raw, low, high):
            return True
        spans = list(self.long_tags)
        if self.has_html_headings:
            spans += [(h.start, h.end) for h in self.headings]
        return any(start < edge < end for start, end in spans for edge in (low, high))


def is_open(text: str) -> bool:
    """Return whether a square bracket opens that is not closed in a text."""
    closed = 0
    for bracket in reversed(_BRACKET.findall(text)):
        closed += 1 if bracket == "]" else -1
        if closed < 0:
            return True
    return False


def _may_take_back(text: str) -> bool:
    """Return whether a head may take back what stands below it, in whatever of its words that readers see.

    A mark may stand inside of a word, or part two.
    """
    if not text.isascii():
        return True
    for instead in ("", " "):
        seen = _MARKS.sub(instead, text)
        said = Sentence.saying(_WORD.findall(seen))
        if said.takes_back or said.says_over or _UNCLEAR.search(seen):
            return True
    return False
