"""Which characters of a Markdown or HTML text are markup, and which labels and link targets it hides.

One pass per kind of mark, each led by a literal character, over the whole document: what a mark means
depends on what stands before it, so a quote is never read by itself. Where it is unsure whether something
is markup, it stays text: a false mark could hide a difference, a missed one only asks a person.
"""

import re
from html import unescape
from html.entities import html5

import numpy as np

from goldset.resolution.emphasis import mark_emphasis
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

_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_BACKTICKS = re.compile(r"`+")
_BLANK_LINE = re.compile(r"\n[ \t]*\n")
_LABEL = r"[^\[\]]{0,500}(?:\[[^\[\]]{0,300}\][^\[\]]{0,300}){0,4}"
_LINK = re.compile(
    rf"!?\[(?P<text>{_LABEL})\](?:\((?P<target>(?:[^()\n]|\([^()\n]{{0,300}}\)|\n(?![ \t]*\n)){{0,2000}})\)"
    r"|\[(?P<ref>[^\[\]\n]{0,300})\])"
)
_SHORTCUT = re.compile(r"!?\[(?P<text>[^\[\]\n]{1,300})\](?![\[(:])")
_DEFINITION = re.compile(r"^[ ]{0,3}\[(?P<label>[^\[\]\n]{1,300})\]:[ \t]+\S", re.MULTILINE)
_TAG = re.compile(
    r"</?(?P<name>[A-Za-z][A-Za-z0-9]*)"
    r"(?:\s+[A-Za-z_:@][-\w:.]*(?:\s*=\s*(?:\"[^\"]{0,2000}\"|'[^']{0,2000}'|[^\s\"'=<>`]{1,2000}))?)*\s*/?>"
)
_TARGET_ATTRIBUTE = re.compile(r"\b(?:href|src)\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s>]+))", re.IGNORECASE)
_AUTOLINK = re.compile(
    r"<(?P<url>[A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>]{1,2000}|[^\s<>@]{1,200}@[^\s<>@]{1,200})>"
)
_ESCAPE = re.compile(r"\\(?=[!-/:-@\[-`{-~])|\\(?=\n)")
_ENTITY = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9A-Fa-f]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
_KRAMDOWN = re.compile(r"\{:[^{}\n]{0,300}\}|\{#[-\w]{1,100}\}(?=[ \t]*$)", re.MULTILINE)


def read_markup(raw: str) -> Markup:
    """Return which characters of a document are markup."""
    drop, blank, code = (np.zeros(len(raw), dtype=np.bool_) for _ in range(3))
    found = Markup(drop, blank, code)
    mark_lines(raw, found)
    if "<!--" in raw:
        _comments(raw, found)
    if "`" in raw:
        _inline_code(raw, found)
    if "<" in raw:
        _tags(raw, found)
    if "[" in raw:
        _links(raw, found)
    if "*" in raw or "_" in raw:
        mark_emphasis(raw, found)
    if "\\" in raw:
        _escapes(raw, found)
    if "{" in raw:
        _attributes(raw, found)
    if "&" in raw:
        _entities(raw, found)
    found.marks.sort(key=lambda mark: (mark.start, mark.end))
    return found


def _comments(raw: str, found: Markup) -> None:
    for match in _COMMENT.finditer(raw):
        if found.free(match.start(), match.start() + 1):
            found.blank[match.start() : match.end()] = True


def _inline_code(raw: str, found: Markup) -> None:
    open_runs: dict[int, re.Match[str]] = {}
    paragraph_end = 0
    for run in _BACKTICKS.finditer(raw):
        if not found.free(run.start(), run.end()):
            continue
        if run.start() >= paragraph_end:
            open_runs.clear()
            blank = _BLANK_LINE.search(raw, run.start())
            paragraph_end = blank.start() if blank else len(raw)
        length = run.end() - run.start()
        opening = open_runs.pop(length, None)
        if opening is None:
            open_runs[length] = run
            continue
        open_runs.clear()
        found.drop[opening.start() : opening.end()] = True
        found.drop[run.start() : run.end()] = True
        found.code[opening.end() : run.start()] = True


def _tags(raw: str, found: Markup) -> None:
    for match in _TAG.finditer(raw):
        name = match["name"].lower()
        if name not in _ELEMENTS or name in _SPEAKING or not found.free(match.start(), match.end()):
            continue
        blank = (
            found.drop
            if name in {"b", "em", "i", "strong", "span", "font", "code", "wbr", "a"}
            else found.blank
        )
        blank[match.start() : match.end()] = True
        for groups in _TARGET_ATTRIBUTE.finditer(match[0]):
            target = next(part for part in groups.groups() if part is not None)
            found.marks.append(Mark(match.start(), match.end(), MarkKind.TARGET, target))
    for match in _AUTOLINK.finditer(raw):
        if found.free(match.start(), match.end()):
            found.drop[match.start()] = found.drop[match.end() - 1] = True


def _links(raw: str, found: Markup) -> None:
    for match in _LINK.finditer(raw):
        _link(match, found)
    # Links inside the text of an image link are seen by a second look at what is left.
    labels = {" ".join(match["label"].split()).lower() for match in _DEFINITION.finditer(raw)}
    if not labels:
        return
    for match in _SHORTCUT.finditer(raw):
        known = " ".join(match["text"].split()).lower() in labels
        if known and found.free(match.start(), match.end()):
            found.drop[match.start() : match.start("text")] = True
            found.drop[match.end() - 1] = True


def _link(match: re.Match[str], found: Markup) -> None:
    if not found.free(match.start(), match.start("text")) or not found.free(match.end("text"), match.end()):
        return
    if match["ref"] is not None and match["text"].isdigit():
        return  # `[1][2]` are two citations
    found.drop[match.start() : match.start("text")] = True
    found.drop[match.end("text") : match.end()] = True
    target = match["target"] if match["target"] is not None else match["ref"]
    if target:
        found.marks.append(Mark(match.end("text"), match.end(), MarkKind.TARGET, target))


def _escapes(raw: str, found: Markup) -> None:
    skip = -1
    for match in _ESCAPE.finditer(raw):
        if match.start() != skip and found.free(match.start(), match.end()):
            found.drop[match.start()] = True
            skip = match.start() + 1  # the second of two backslashes is text


def _attributes(raw: str, found: Markup) -> None:
    for match in _KRAMDOWN.finditer(raw):
        if found.free(match.start(), match.end()):
            found.blank[match.start() : match.end()] = True


def _entities(raw: str, found: Markup) -> None:
    for match in _ENTITY.finditer(raw):
        if found.free(match.start(), match.end()) and (text := _decoded(match[0])):
            found.swaps.append((match.start(), match.end(), text))


def _decoded(entity: str) -> str:
    if entity[1] != "#" and entity[1:] not in html5:
        return ""
    text = unescape(entity)
    return "" if text == entity or "\ufffd" in text else text
