"""Markdown of pull requests as GitHub renders it, taken apart into what is live and what stands in code."""

from dataclasses import dataclass, field
from html.parser import HTMLParser

import cmarkgfm
from cmarkgfm.cmark import Options

# What goldset itself writes: headings, emphasis, lists, tables, code, folded parts.
OURS = {"h3", "p", "strong", "em", "ul", "li", "code", "pre", "details", "summary", "table", "thead", "tbody"}
OURS |= {"tr", "th", "td"}


def rendered(text: str) -> str:
    """Return the HTML that GitHub's own parser makes of a text, raw HTML left in."""
    html: str = cmarkgfm.github_flavored_markdown_to_html(text, Options.CMARK_OPT_UNSAFE)
    return html


@dataclass
class Seen(HTMLParser):
    """What a reader of the HTML meets.

    Attributes:
        tags: Every element.
        outside: Text outside of code.
        code: Text of each code span and block.
        blocks: Language and text of each block.
        comments: HTML comments, without goldset's own marker.
    """

    tags: list[str] = field(default_factory=list)
    outside: str = ""
    code: list[str] = field(default_factory=list)
    blocks: list[tuple[str, str]] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self._in_code = False
        self._language = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        if tag == "pre":
            self._language = dict(attrs).get("lang") or ""
        if tag == "code":
            self._in_code = True
            self.code.append("")

    def handle_endtag(self, tag: str) -> None:
        if tag == "code":
            self._in_code = False
        if tag == "pre":
            self.blocks.append((self._language, self.code[-1]))

    def handle_data(self, data: str) -> None:
        if self._in_code:
            self.code[-1] += data
        else:
            self.outside += data

    def handle_comment(self, data: str) -> None:
        if not data.startswith(" goldset {"):
            self.comments.append(data)


def seen(text: str) -> Seen:
    found = Seen()
    found.feed(rendered(text))
    found.close()
    return found


def suggestions(text: str) -> list[str]:
    """Return the content of each suggestion block of a comment, as GitHub takes it."""
    return [content.removesuffix("\n") for language, content in seen(text).blocks if language == "suggestion"]
