"""Boxes around a passage whose title says to whom or when it applies: a warning “Deprecated”, a tab “Business”.

Containers of Markdown (`:::warning Deprecated`, `=== "Business"` and `!!! note "Archived"` with what is indented below),
components and elements (`<Tab label="Business">`, `<div class="uk-only">`, `<details>` with its summary) and shortcodes
(`{{< notice "Archived" >}}`). Boxes that say nothing of that kind are of no interest.
"""

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from goldset.domain.resolutions import Difference, DifferenceKind, Outcome
from goldset.resolution import lexicon
from goldset.resolution.changes import Change
from goldset.resolution.reading import Passage
from goldset.resolution.scope import scope_words
from goldset.resolution.silent import ElementEnds

_BOX = re.compile(
    r"^(?P<indent>[ \t>]*)(?:"
    r"(?P<colons>:{3,})[ \t]*(?P<title>(?!\w+-end\b)[^\s:][^\n]*)$"
    r"|(?P<opening><(?P<element>[A-Za-z][\w.-]*)\b(?P<attributes>[^<>]*)(?<!/)>)(?:\s*<summary[^<>]*>(?P<summary>(?:(?!</summary).){0,300}))?"
    r"|(?:!!!|\?\?\?\+?|===[+!]?)(?P<indented>[ \t]+[^\n]+)$"
    r"|\{\{[<%][ \t]*(?P<code>\w[\w/.-]*)(?P<parameters>[^{}]*?)[>%]\}\}"
    r")",
    re.MULTILINE | re.DOTALL,
)
_CLOSING = re.compile(
    r"^[ \t>]*(?P<colons>:{3,})[ \t]*(?:\w+-end[ \t]*)?$|\{\{[<%][ \t]*/[ \t]*(?P<code>\w[\w/.-]*)[ \t]*[>%]\}\}",
    re.MULTILINE,
)
_LINE = re.compile(r"\n(?P<indent>[ \t>]*)(?P<said>[^\n]?)[^\n]*")
_SAYING = ("title", "indented", "element", "attributes", "summary", "code", "parameters")
# Attributes that readers see, and those that say who sees the box.
_LABEL = re.compile(r"\b(label|title|name|value|summary)\s*=\s*[\"']?([^\"'>]*)")
_APPLIES = re.compile(
    r"\b(?:data-)?(when|audience|plan|product|region|country|platform|tier|edition|version)\s*=\s*[\"']?([^\"'>]*)"
)
_ONLY = re.compile(r"(?<![a-z])[a-z]+-only\b")
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
    if not any(sign in text for sign in (":::", "</", "{{", "!!!", "???", "===")):
        return ()
    return tuple(_found(text))


def _found(text: str) -> Iterator[Box]:
    ends, closings = ElementEnds(text), _closings(text)
    for match in _BOX.finditer(text):
        words = _telling(match)
        if not words:
            continue
        if match["element"]:
            end = ends.of(match["element"], match.end("opening"))
        elif match["indented"]:
            end = _dedented(text, match.end(), _width(match["indent"]))
        else:
            there = closings.get(match["colons"] or match["code"], [])
            end = next(iter(there[bisect_right(there, match.start()) :][:1]), 0)
        if end:
            yield match.end(), end, words


def _dedented(text: str, at: int, width: int) -> int:
    """Return where the lines end, from an offset on, that are indented by more than some columns, or empty."""
    end = at
    for line in _LINE.finditer(text, at):
        if line["said"] and _width(line["indent"]) <= width:
            break
        end = line.end()
    return end


def _width(indent: str) -> int:
    return len(indent.expandtabs(4))


def _closings(text: str) -> Mapping[str, list[int]]:
    """Return by the colons of a container, or the name of a shortcode, where its closing lines begin."""
    found: dict[str, list[int]] = defaultdict(list)
    for match in _CLOSING.finditer(text):
        found[match["colons"] or match["code"]].append(match.start())
    return found


def _telling(match: re.Match[str]) -> frozenset[str]:
    """Return the words of a box's opening line that say to whom or when what stands in it applies."""
    scope = lexicon.scope()
    title = _in_words(match[name] for name in _SAYING)
    named = _LABEL.findall(match["attributes"] or match["parameters"] or "")
    label = _in_words((match["title"], match["indented"], match["summary"], *(value for _, value in named)))
    attributes = match["attributes"] or ""
    title_words = (match["title"] or "").lower().split()
    named_tab = "tab" in (match["element"] or match["code"] or "").lower()
    return frozenset().union(
        label.lower().split()
        if named_tab or (match["indented"] and match[0].lstrip(" \t>").startswith("="))
        else (),
        scope_words((title,)),
        scope.outright & set(title.lower().split()),
        (scope.titles | scope.plan_words) & set(label.lower().split()),
        title_words if title_words[:1] in (["moniker"], ["zone"]) else (),
        _ONLY.findall(attributes.lower()),
        [name] if (name := (match["element"] or "").lower()).endswith("only") else (),
        (" ".join(value.lower().split()) for _, value in _APPLIES.findall(attributes)),
    )


def _in_words(parts: Iterable[str | None]) -> str:
    return " ".join(_SEPARATORS.sub(" ", part) for part in parts if part)
