"""What a document holds and does not tell its readers: comments, struck-out text, what is hidden, scripts."""

import re
from collections.abc import Iterator
from functools import lru_cache

from goldset.resolution.markup import read_markup

_COMMENT_TAG = re.compile(r"\{%-?\s*(?P<end>end)?comment\b[^{}]*%\}")
_STRUCK = re.compile(r"~~(?=\S)(?:(?!\n[ \t]*\n).)+?~~", re.DOTALL)
_ELEMENT = re.compile(
    r"<(?:(?P<name>del|s|strike|script|style|template)\b[^<>]*"
    r"|(?P<other>[a-z][\w-]*)\b(?P<attributes>[^<>]*(?:hidden|display|visibility|d-none|line-through|v-if)[^<>]*))(?<!/)>",
    re.IGNORECASE,
)
_VALUE = re.compile(r"=\s*(?:\"[^\"]*\"|'[^']*')")
_HIDDEN = re.compile(r"(?:^|\s)hidden(?=[\s=]|$)", re.IGNORECASE)
_STYLE = re.compile(
    r"(?:^|\s)style\s*=\s*(?P<quote>[\"'])(?P<style>.*?)(?P=quote)", re.IGNORECASE | re.DOTALL
)
_UNSEEN = re.compile(r"(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)\b", re.IGNORECASE)
# By its class, or where a component is never shown.
_UNSEEN_BY_NAME = re.compile(
    r"""(?:^|\s)(?:class(?:Name)?\s*=\s*(["'])(?:[^"']*\s)?(?:hidden|is-hidden|d-none|line-through)(?:\s[^"']*)?\1|v-if\s*=\s*["']false["'])""",
    re.IGNORECASE,
)
_STRUCK_TAGS = frozenset({"del", "s", "strike"})

Silent = tuple[int, int, str]
"""[start, end) of what no reader is told, in code points of the text, and what it is in words."""


@lru_cache(maxsize=8)
def silent_stretches(text: str) -> tuple[Silent, ...]:
    """Return what of a text no reader is told, kind by kind; what stands in code is shown."""
    found: list[Silent] = [(start, end, "a comment") for start, end in _comments(text)]
    if "~~" in text:
        found += [(*match.span(), "struck-out text") for match in _STRUCK.finditer(text)]
    if "</" in text:
        found += _elements(text)
    code = read_markup(text).code if found else b""
    return tuple(one for one in found if not code[one[0]])


def silence_around(text: str, start: int, end: int) -> str:
    """Return what in words text[start:end] stands in, untold to readers; empty where it is told."""
    return next((name for first, last, name in silent_stretches(text) if first <= start and end <= last), "")


def is_silent_in_part(text: str, start: int, end: int) -> bool:
    """Return whether anything of text[start:end] is untold to readers."""
    return any(first < end and start < last for first, last, _ in silent_stretches(text))


def _comments(text: str) -> Iterator[tuple[int, int]]:
    for first, last in (("<!--", "-->"), ("{/*", "*/}")):
        start = text.find(first)
        while start >= 0 and (end := text.find(last, start + len(first))) >= 0:
            yield start, end + len(last)
            start = text.find(first, end)
    # A heading's id begins like a comment: `{#fees}`.
    done, end = 0, text.find("#}")
    while end >= 0:
        start = text.rfind("{#", done, end)
        done = end + len("#}")
        if start >= 0:
            yield start, done
        end = text.find("#}", done)
    opened = None
    for match in _COMMENT_TAG.finditer(text) if "endcomment" in text else ():
        if opened is None:
            opened = None if match["end"] else match.start()
        elif match["end"]:
            yield opened, match.end()
            opened = None


def _elements(text: str) -> Iterator[Silent]:
    """Yield the elements that no reader is told; one that is never closed is none."""
    done = 0
    ends = ElementEnds(text)
    for match in _ELEMENT.finditer(text):
        if match.start() < done:
            continue
        if match["name"]:
            tag = match["name"].lower()
            name = "struck-out text" if tag in _STRUCK_TAGS else f"a {tag}"
        elif _is_hidden(match["attributes"]):
            tag, name = match["other"], "hidden text"
        else:
            continue
        end = ends.of(tag, match.end())
        if end:
            yield match.start(), end, name
            done = end


def _is_hidden(attributes: str) -> bool:
    if _HIDDEN.search(_VALUE.sub("=", attributes)):
        return True
    if _UNSEEN_BY_NAME.search(attributes):
        return True
    style = _STYLE.search(attributes)
    return style is not None and _UNSEEN.search(style["style"]) is not None


class ElementEnds:
    """Where the elements of a text end; those of one name are looked for once."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._known: dict[str, dict[int, int]] = {}

    def of(self, name: str, at: int) -> int:
        """Return where an element ends whose opening tag ends at an offset; 0 where it is never closed."""
        name = name.lower()
        if name not in self._known:
            self._known[name] = dict(self._closed(name))
        return self._known[name].get(at, 0)

    def _closed(self, name: str) -> Iterator[tuple[int, int]]:
        tags = re.compile(rf"<(?P<close>/?){re.escape(name)}(?![\w.-])[^<>]*(?<!/)>", re.IGNORECASE)
        opened: list[int] = []
        for match in tags.finditer(self._text):
            if not match["close"]:
                opened.append(match.end())
            elif opened:
                yield opened.pop(), match.end()
