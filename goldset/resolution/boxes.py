"""Boxes around a passage whose title says to whom or when it applies: a warning “Deprecated”, a tab “Business”.

Containers of Markdown (`:::warning Deprecated`), components and elements (`<Tab label="Business">`, `<details>` with its
summary) and shortcodes (`{{< notice "Archived" >}}`). Boxes that say nothing of that kind are of no interest.
"""

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import lru_cache

from goldset.domain.resolutions import Difference, DifferenceKind, Outcome
from goldset.resolution import lexicon
from goldset.resolution.changes import Change
from goldset.resolution.reading import Passage
from goldset.resolution.scope import scope_words
from goldset.resolution.silent import ElementEnds

_BOX = re.compile(
    r"^[ \t>]*(?:"
    r"(?P<colons>:{3,})[ \t]*(?P<title>[^\s:][^\n]*)$"
    r"|(?P<opening><(?P<element>[A-Za-z][\w.-]*)\b(?P<attributes>[^<>]*)(?<!/)>)(?:\s*<summary[^<>]*>(?P<summary>(?:(?!</summary).){0,300}))?"
    r"|\{\{[<%][ \t]*(?P<code>\w[\w/.-]*)(?P<parameters>[^{}]*?)[>%]\}\}"
    r")",
    re.MULTILINE | re.DOTALL,
)
_CLOSING = re.compile(
    r"^[ \t>]*(?P<colons>:{3,})[ \t]*$|\{\{[<%][ \t]*/[ \t]*(?P<code>\w[\w/.-]*)[ \t]*[>%]\}\}", re.MULTILINE
)
_SEPARATORS = re.compile(r"[-_/.=\"'{}()\[\],:;]+|(?<=[a-z])(?=[A-Z])")

Box = tuple[int, int, frozenset[str]]
"""[start, end) of what stands in a box, in code points of the text, and the scope words of its title."""


def changed_boxes(old: Passage, place: Passage) -> Change | None:
    """Compare what the titles of all boxes around two passages say of whom or when they apply."""
    before, after = (_words_around(one.reading.raw, one.start, one.end) for one in (old, place))
    if before == after:
        return None
    difference = Difference(
        DifferenceKind.JURISDICTION, " ".join(sorted(before - after)), " ".join(sorted(after - before))
    )
    return Change(Outcome.SCOPE_CHANGED, "the title of a box around it came, went or changed", (difference,))


def is_boxed_in_part(text: str, start: int, end: int) -> bool:
    """Return whether a box with a telling title holds anything of text[start:end]."""
    return any(first < end and start < last for first, last, _ in _boxes(text))


def _words_around(text: str, start: int, end: int) -> frozenset[str]:
    around = (words for first, last, words in _boxes(text) if first <= start and end <= last)
    return frozenset().union(*around)


@lru_cache(maxsize=8)
def _boxes(text: str) -> tuple[Box, ...]:
    if not any(sign in text for sign in (":::", "</", "{{")):
        return ()
    return tuple(_found(text))


def _found(text: str) -> Iterator[Box]:
    ends, closings = ElementEnds(text), _closings(text)
    for match in _BOX.finditer(text):
        title = _title(match)
        words = scope_words((title,)) | (lexicon.scope().outright & set(title.lower().split()))
        if not words:
            continue
        if match["element"]:
            end = ends.of(match["element"], match.end("opening"))
        else:
            there = closings.get(match["colons"] or match["code"], [])
            end = next(iter(there[bisect_right(there, match.start()) :][:1]), 0)
        if end:
            yield match.end(), end, words


def _closings(text: str) -> Mapping[str, list[int]]:
    """Return by the colons of a container, or the name of a shortcode, where its closing lines begin."""
    found: dict[str, list[int]] = defaultdict(list)
    for match in _CLOSING.finditer(text):
        found[match["colons"] or match["code"]].append(match.start())
    return found


def _title(match: re.Match[str]) -> str:
    """Return what the opening line of a box says, in words."""
    said = ("title", "element", "attributes", "summary", "code", "parameters")
    return " ".join(_SEPARATORS.sub(" ", match[name]) for name in said if match[name])
