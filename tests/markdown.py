"""Markdown of pull requests as GitHub renders it, taken apart into what is live and what stands in code."""

import re
from dataclasses import dataclass, field
from html.parser import HTMLParser

import cmarkgfm
from cmarkgfm.cmark import Options

from goldset.domain.live_text import hidden
from goldset.reporting.quoting import BREAK

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


LIVE = re.compile(
    r"@(?=\w)|#(?=\d)|\w://|\bGH-(?=\d)|\bwww\.(?=\w)|<!--(?! goldset \{)|\[(?:skip|no|ci)[ -]|\*\*\*NO_CI"
    r"|^[ \t]*(?:Co-authored-by|Signed-off-by|Goldset-Tree|skip-checks)\s*:",
    re.IGNORECASE | re.MULTILINE,
)
# A suggestion is exact but for escapes: addresses and links in it call nobody, and nothing here is a commit message.
CALLING = re.compile(r"(?<!\w)@(?=\w)|(?<!&)#(?=\d)|\bGH-(?=\d)|://\S*/(?:issues|pull)/\d", re.IGNORECASE)


def without_suggestions(text: str) -> str:
    return re.sub(r"^(`{3,})suggestion\n.*?^\1$", "", text, flags=re.MULTILINE | re.DOTALL)


def assert_harmless(text: str, quoted: str) -> Seen:
    """Hold a text against what GitHub, a mail reader, a commit and a person would make of it."""
    found = seen(text)
    assert set(found.tags) <= OURS
    assert found.comments == []
    plain = without_suggestions(text)
    assert LIVE.findall(re.sub(r"<!-- goldset \{.*?\} -->", "", plain)) == []
    assert [at for at in hidden(plain) if plain[at] != BREAK] == []
    for block in suggestions(text):
        assert CALLING.findall(block) == []
        assert list(hidden(block)) == []
    words = set(re.findall(r"[\w-]{4,}", quoted))
    assert (
        not words
        & {"octo-example", "example-org", "onerror", "head"}
        & set(re.findall(r"[\w-]{4,}", found.outside))
    )
    return found
