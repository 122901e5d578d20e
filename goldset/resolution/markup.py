"""Which characters of a Markdown or HTML text are markup, and which labels and link targets it hides.

One pass per kind of mark, each led by a literal character, over the whole document: what a mark means
depends on what stands before it, so a quote is never read by itself. Where it is unsure whether something
is markup, it stays text: a false mark could hide a difference, a missed one only asks a person.
"""

import re
from functools import lru_cache
from html import unescape
from html.entities import html5
from operator import itemgetter

from goldset.resolution.emphasis import mark_emphasis
from goldset.resolution.line_starts import LineStarts
from goldset.resolution.lines import mark_lines
from goldset.resolution.marks import Mark, MarkKind, Markup

# Elements whose tags are markup. Anything else in angle brackets (`<your-name>`, `<https://…>`) is text.
_ELEMENT_NAMES = (
    "a abbr address article aside b blockquote body br button caption center cite code col colgroup "
    "dd del details dfn div dl dt em figcaption figure font footer form h1 h2 h3 h4 h5 h6 head header "
    "hr html i iframe img input ins kbd label li link main mark meta nav ol option p pre q s samp "
    "script section select small span strong style sub summary sup table tbody td textarea tfoot th "
    "thead time title tr tt u ul var video wbr "
)
_ELEMENTS = frozenset(_ELEMENT_NAMES.split())
# Struck-out and inserted text says something by its tag, and so do raised and lowered figures.
_SPEAKING = frozenset({"del", "ins", "s", "sub", "sup"})
# A word goes on through them.
_INLINE = frozenset({"b", "em", "i", "strong", "span", "font", "code", "wbr", "a"})

_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_BACKTICKS = re.compile(r"``*")  # led by a literal, which a search finds at once
_BLANK_LINE = re.compile(r"\n[ \t]*\n")
_LABEL = r"[^\[\]]{0,500}(?:\[[^\[\]]{0,300}\][^\[\]]{0,300}){0,4}"
# Most targets hold neither brackets nor line breaks, and those are found in one go.
_TARGET = r"(?:(?P<target>[^()\n]{0,2000})|(?P<odd>(?:[^()\n]|\([^()\n]{0,300}\)|\n(?![ \t]*\n)){0,2000}))"
_LINK = re.compile(rf"\[(?P<text>{_LABEL})\](?:\({_TARGET}\)|\[(?P<ref>[^\[\]\n]{{0,300}})\])")
_SHORTCUT = re.compile(r"\[(?P<text>[^\[\]\n]{1,300})\](?![\[(:])")
_DEFINITION = LineStarts(r"[ ]{0,3}\[(?P<label>[^\[\]\n]{1,300})\]:[ \t]+\S")
_TAG = re.compile(
    r"</?(?P<name>[A-Za-z][A-Za-z0-9]*)"
    r"(?:\s+[A-Za-z_:@][-\w:.]*(?:\s*=\s*(?:\"[^\"]{0,2000}\"|'[^']{0,2000}'|[^\s\"'=<>`]{1,2000}))?)*\s*/?>"
)
_TARGET_ATTRIBUTE = re.compile(r"\b(?:href|src)\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s>]+))", re.IGNORECASE)
_AUTOLINK = re.compile(
    r"<(?P<url>[A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>]{1,2000}|[^\s<>@]{1,200}@[^\s<>@]{1,200})>"
)
_ESCAPE = re.compile(r"\\(?=[!-/:-@\[-`{-~\n])")
_ENTITY = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9A-Fa-f]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
_KRAMDOWN = re.compile(r"\{:[^{}\n]{0,300}\}|\{#[-\w]{1,100}\}(?=[ \t]*$)", re.MULTILINE)


def read_markup(raw: str) -> Markup:
    """Return which characters of a document are markup."""
    found = Markup(len(raw))
    mark_lines(raw, found)
    if "<!--" in raw:
        _comments(raw, found)
    if "`" in raw:
        _inline_code(raw, found)
    if "<" in raw:
        _tags(raw, found)
    if "](" in raw or "][" in raw:
        _links(raw, found)
    if "]:" in raw:
        _shortcuts(raw, found)
    if "*" in raw or "_" in raw:
        mark_emphasis(raw, found)
    if "\\" in raw:
        _escapes(raw, found)
    if "{:" in raw or "{#" in raw:
        _attributes(raw, found)
    if "&" in raw:
        _entities(raw, found)
    found.marks.sort(key=itemgetter(0, 1))  # by place
    return found


def _comments(raw: str, found: Markup) -> None:
    for match in _COMMENT.finditer(raw):
        if found.free(match.start(), match.start() + 1):
            found.space(*match.span())


def _inline_code(raw: str, found: Markup) -> None:
    open_runs: dict[int, re.Match[str]] = {}
    paragraph_end = 0
    for run in _BACKTICKS.finditer(raw):
        start, end = run.span()
        if not found.free(start, end):
            continue
        if start >= paragraph_end:
            open_runs.clear()
            blank = _BLANK_LINE.search(raw, start)
            paragraph_end = blank.start() if blank else len(raw)
        opening = open_runs.pop(end - start, None)
        if opening is None:
            open_runs[end - start] = run
            continue
        open_runs.clear()
        found.hide(*opening.span())
        found.hide(start, end)
        found.keep(opening.end(), start)


def _tags(raw: str, found: Markup) -> None:
    for match in _TAG.finditer(raw):
        name = match["name"].lower()
        if name not in _ELEMENTS or name in _SPEAKING or not found.free(*match.span()):
            continue
        if name in _INLINE:
            found.hide(*match.span())
        else:
            found.space(*match.span())
        for groups in _TARGET_ATTRIBUTE.finditer(match[0]):
            target = next(part for part in groups.groups() if part is not None)
            found.marks.append(Mark(*match.span(), MarkKind.TARGET, target))
    for match in _AUTOLINK.finditer(raw):
        start, end = match.span()
        if found.free(start, end):
            found.hide(start, start + 1)
            found.hide(end - 1, end)


def _links(raw: str, found: Markup) -> None:
    for match in _LINK.finditer(raw):
        _link(raw, match, found)


def _link(raw: str, match: re.Match[str], found: Markup) -> None:
    start, end = _with_bang(raw, match.start()), match.end()
    text_start, text_end = match.span("text")
    if not found.free(start, text_start) or not found.free(text_end, end):
        return
    ref = match["ref"]
    if ref is not None and match["text"].isdigit():
        return  # `[1][2]` are two citations
    found.hide(start, text_start)
    found.hide(text_end, end)
    if target := match["target"] or match["odd"] or ref:
        found.marks.append(Mark(text_end, end, MarkKind.TARGET, target))


def _shortcuts(raw: str, found: Markup) -> None:
    """Find the links that are a label and nothing else; their targets stand elsewhere.

    Links inside the text of an image link are seen by this second look at what is left.
    """
    labels = find_definitions(raw)
    for match in _SHORTCUT.finditer(raw) if labels else ():
        start, end = _with_bang(raw, match.start()), match.end()
        if _label(match["text"]) in labels and found.free(start, end):
            found.hide(start, match.start("text"))
            found.hide(end - 1, end)


def find_definitions(raw: str) -> frozenset[str]:
    """Return the labels, in lower case, that the link definitions of a text name."""
    return (
        frozenset(_label(match["label"]) for match in _DEFINITION.find(raw)) if "]:" in raw else frozenset()
    )


def long_tags(raw: str) -> list[tuple[int, int]]:
    """Return [start, end) of each tag that goes on in another line."""
    return [match.span() for match in _TAG.finditer(raw) if "\n" in match[0]]


def _with_bang(raw: str, start: int) -> int:
    """Return where a link begins, with the mark of an image before it."""
    return start - 1 if start and raw[start - 1] == "!" else start


def _label(text: str) -> str:
    return " ".join(text.split()).lower()


def _escapes(raw: str, found: Markup) -> None:
    skip = -1
    for match in _ESCAPE.finditer(raw):
        at = match.start()
        if at != skip and found.free(at, at + 1):
            found.hide(at, at + 1)
            skip = at + 1  # the second of two backslashes is text


def _attributes(raw: str, found: Markup) -> None:
    for match in _KRAMDOWN.finditer(raw):
        if found.free(*match.span()):
            found.space(*match.span())


def _entities(raw: str, found: Markup) -> None:
    for match in _ENTITY.finditer(raw):
        if found.free(*match.span()) and (text := _decoded(match[0])):
            found.swaps.append((*match.span(), text))


@lru_cache(maxsize=1024)
def _decoded(entity: str) -> str:
    if entity[1] != "#" and entity[1:] not in html5:
        return ""
    text = unescape(entity)
    return "" if text == entity or "\ufffd" in text else text
