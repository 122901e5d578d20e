"""Harmless edits of real passages: the same words in another dress, or in another place of the same kind."""

import html
import re
import unicodedata
from collections.abc import Callable
from dataclasses import replace

from tests.bench.cases import ALL, TEXTS, Change, Scene, Verdict, kind
from tests.bench.material import CLOSE, OPEN, Cut, body_start

SENTENCES = frozenset({"sentence", "pair"})
MARKS = str.maketrans("", "", OPEN + CLOSE)
STARTS_A_BLOCK = re.compile(r"[-+*#>|=~]|\d+[.)]|[a-zA-Z][.)]")


def rewrite(scene: Scene, change: Callable[[str], str], *, whole: bool = False) -> Change | None:
    """Return the change of the passage's block (or the whole page) by a function of its marked text."""
    cut = scene.cut
    low, high = (body_start(cut.text), len(cut.text)) if whole else cut.block()
    marked = cut.marked
    block = marked[low : high + 2]
    new = change(block)
    return Change(Cut.unmarked(marked[:low] + new + marked[high + 2 :])) if new != block else None


def substitute(scene: Scene, pattern: str, new: str, count: int = 0) -> Change | None:
    """Return the change of matches inside the quote."""
    quote = re.sub(pattern, new, scene.quote, count=count)
    return Change(replace(scene.cut, quote=quote)) if quote != scene.quote else None


def wrapped(block: str, width: int) -> str:
    """Return prose wrapped at a width, no line beginning with what could be read as a mark."""
    lines: list[str] = []
    for word in block.split():
        line = f"{lines[-1]} {word}" if lines else ""
        if lines and (len(line.translate(MARKS)) <= width or STARTS_A_BLOCK.match(word.translate(MARKS))):
            lines[-1] = line
        else:
            lines.append(word)
    return "\n".join(lines)


@kind("re-wrapped", Verdict.ACCEPT, SENTENCES)
def rewrapped(scene: Scene) -> Change | None:
    return rewrite(scene, lambda block: wrapped(block, scene.rng.choice([40, 60, 72, 100, 10_000])))


@kind("list item re-wrapped", Verdict.ACCEPT, frozenset({"item"}))
def item_rewrapped(scene: Scene) -> Change | None:
    words = scene.quote.split()
    at = scene.rng.randrange(2, len(words) - 1) if len(words) > 3 else 0
    if not at or STARTS_A_BLOCK.match(words[at]):
        return None
    return Change(replace(scene.cut, quote=f"{' '.join(words[:at])}\n  {' '.join(words[at:])}"))


@kind("CRLF", Verdict.ACCEPT, ALL)
def crlf(scene: Scene) -> Change | None:
    return Change(Cut.unmarked(scene.cut.marked.replace("\n", "\r\n")), disturbed=False)


@kind("byte order mark", Verdict.ACCEPT, ALL)
def bom(scene: Scene) -> Change | None:
    return Change(replace(scene.cut, left="\ufeff" + scene.cut.left))


@kind("quote style", Verdict.ACCEPT)
def quotes(scene: Scene) -> Change | None:
    quote = re.sub(r'"([^"]*)"', r"“\1”", scene.quote)
    quote = re.sub(r"(?<=\w)'(?=\w)", "’", quote)
    return Change(replace(scene.cut, quote=quote)) if quote != scene.quote else None


@kind("dash style", Verdict.ACCEPT, ALL)
def dashes(scene: Scene) -> Change | None:
    return substitute(scene, r"(?<=\w )[–—](?= \w)", "--") or substitute(scene, r"(?<=\w )--?(?= \w)", "—")


def _spaces(name: str, space: str) -> None:
    @kind(f"space: {name}", Verdict.ACCEPT, ALL)
    def edit(scene: Scene) -> Change | None:
        return substitute(scene, r"(?<=[\w,]) (?=[\w£$])", space, scene.rng.randrange(1, 4))


for _name, _space in (
    ("no-break", "\u00a0"),
    ("narrow no-break", "\u202f"),
    ("thin", "\u2009"),
    ("doubled", "  "),
    ("tab", "\t"),
    ("ideographic", "\u3000"),
):
    _spaces(_name, _space)


def _invisible(name: str, mark: str) -> None:
    @kind(name, Verdict.ACCEPT)
    def edit(scene: Scene) -> Change | None:
        return substitute(scene, r"\b([a-z]{3})([a-z]{3})", rf"\1{mark}\2", scene.rng.randrange(1, 4))


for _name, _mark in (
    ("soft hyphen", "\u00ad"),
    ("zero-width space", "\u200b"),
    ("word joiner", "\u2060"),
):
    _invisible(_name, _mark)


@kind("line-end hyphenation", Verdict.ACCEPT)
def hyphenated(scene: Scene) -> Change | None:
    return substitute(scene, r"(?<=[a-z] )([a-z]{3})([a-z]{4,})(?= [a-z])", r"\1-\n\2", 1)


def _around_words(name: str, opening: str, closing: str) -> None:
    @kind(name, Verdict.ACCEPT)
    def edit(scene: Scene) -> Change | None:
        if re.search(r"[*_`\[<]", scene.quote):
            return None
        return substitute(scene, r"(?<=[a-z] )([a-z]+(?: [a-z]+)?)(?= [a-z])", rf"{opening}\1{closing}", 1)


for _name, _opening, _closing in (
    ("emphasis", "*", "*"),
    ("strong emphasis", "**", "**"),
    ("emphasis by underscores", "_", "_"),
    ("code marks", "`", "`"),
    ("span tags", '<span class="a">', "</span>"),
    ("bold tags", "<b>", "</b>"),
    ("link put around", "[", "](more.md)"),
):
    _around_words(_name, _opening, _closing)


@kind("emphasis around the quote", Verdict.ACCEPT)
def emphasis_around(scene: Scene) -> Change | None:
    if re.search(r"[*_`\[]", scene.quote):
        return None
    cut = scene.cut
    return Change(replace(cut, left=f"{cut.left}**", right=f"**{cut.right}"))


@kind("emphasis taken off", Verdict.ACCEPT, ALL)
def emphasis_off(scene: Scene) -> Change | None:
    return substitute(scene, r"\*\*([^*]+)\*\*", r"\1") or substitute(scene, r"`([^`]+)`", r"\1")


@kind("tags around the block", Verdict.ACCEPT, SENTENCES)
def tags_around(scene: Scene) -> Change | None:
    name = scene.rng.choice(["p", "div", "section"])
    return rewrite(scene, lambda block: f"<{name}>\n\n{block.rstrip()}\n\n</{name}>\n\n")


@kind("block quote", Verdict.ACCEPT, SENTENCES)
def block_quote(scene: Scene) -> Change | None:
    return rewrite(scene, lambda block: re.sub(r"^(?=[^\n])", "> ", block, flags=re.MULTILINE))


@kind("entity", Verdict.ACCEPT, ALL)
def entities(scene: Scene) -> Change | None:
    named = {
        "£": "&pound;",
        "–": "&ndash;",
        "’": "&rsquo;",
        "'": "&#39;",
        '"': "&quot;",
        "é": "&eacute;",
        "%": "&#x25;",
    }
    quote = html.escape(scene.quote, quote=False) if "<" not in scene.quote else scene.quote
    quote = "".join(named.get(c, c) for c in quote)
    return Change(replace(scene.cut, quote=quote)) if quote != scene.quote else None


@kind("ligature", Verdict.ACCEPT, ALL)
def ligatures(scene: Scene) -> Change | None:
    quote = scene.quote.replace("ffi", "ﬃ").replace("fi", "ﬁ").replace("fl", "ﬂ").replace("ff", "ﬀ")
    return Change(replace(scene.cut, quote=quote)) if quote != scene.quote else None


@kind("decomposed letters", Verdict.ACCEPT, ALL)
def decomposed(scene: Scene) -> Change | None:
    old = scene.quote.replace("cafe", "café").replace("facade", "façade").replace("role", "rôle")
    new = unicodedata.normalize("NFD", old)
    return Change(replace(scene.cut, quote=new), before=replace(scene.cut, quote=old)) if new != old else None


@kind("heading level", Verdict.ACCEPT, ALL)
def heading_level(scene: Scene) -> Change | None:
    return rewrite(scene, lambda page: re.sub(r"^#(?=#+ )", "##", page, flags=re.MULTILINE), whole=True)


@kind("heading numbers", Verdict.ACCEPT, ALL)
def heading_numbers(scene: Scene) -> Change | None:
    count = iter(range(1, 1000))
    return rewrite(
        scene,
        lambda page: re.sub(r"^(## )", lambda m: f"{m[1]}{next(count)}. ", page, flags=re.MULTILINE),
        whole=True,
    )


@kind("list marks", Verdict.ACCEPT, frozenset({"item"}))
def list_marks(scene: Scene) -> Change | None:
    mark = scene.rng.choice("*+")
    return rewrite(scene, lambda block: re.sub(r"^- ", f"{mark} ", block, flags=re.MULTILINE))


@kind("list indent", Verdict.ACCEPT, frozenset({"item"}))
def list_indent(scene: Scene) -> Change | None:
    return rewrite(scene, lambda block: re.sub(r"^([-*] |\d+\. )", r"  \1", block, flags=re.MULTILINE))


@kind("item number", Verdict.ACCEPT, frozenset({"item"}))
def item_numbers(scene: Scene) -> Change | None:
    return rewrite(
        scene, lambda block: re.sub(r"^(\d+)\. ", lambda m: f"{int(m[1]) + 1}. ", block, flags=re.MULTILINE)
    )


@kind("numbers for list marks", Verdict.ACCEPT, frozenset({"item"}))
def numbered(scene: Scene) -> Change | None:
    count = iter(range(1, 1000))
    return rewrite(
        scene, lambda block: re.sub(r"^- ", lambda _: f"{next(count)}. ", block, flags=re.MULTILINE)
    )


@kind("table padding", Verdict.ACCEPT, frozenset({"row"}))
def table_padding(scene: Scene) -> Change | None:
    return rewrite(scene, lambda block: re.sub(r" \|", "    |", block))


@kind("table without spaces", Verdict.ACCEPT, frozenset({"row"}))
def table_tight(scene: Scene) -> Change | None:
    return rewrite(scene, lambda block: re.sub(r" *\| *", "|", block))


@kind("table rule", Verdict.ACCEPT, frozenset({"row"}))
def table_rule(scene: Scene) -> Change | None:
    return rewrite(scene, lambda block: re.sub(r"-{3,}", ":-----:", block))


@kind("row added", Verdict.ACCEPT, frozenset({"row"}))
def row_added(scene: Scene) -> Change | None:
    cells = scene.quote.count("|") + 1
    row = f"| Meteorite{' | as above' * (cells - 1)} |\n"
    line = scene.cut.left.rfind("\n") + 1
    return Change(replace(scene.cut, left=scene.cut.left[:line] + row + scene.cut.left[line:]))


@kind("link target", Verdict.ACCEPT)
def link_target(scene: Scene) -> Change | None:
    return substitute(scene, r"\]\(([^)#]+)\)", r"](../moved/\1#top)")


@kind("reference link", Verdict.ACCEPT)
def reference_link(scene: Scene) -> Change | None:
    match = re.search(r"\]\(([^)]+)\)", scene.quote)
    if not match:
        return None
    cut = scene.cut
    quote = cut.quote[: match.start()] + "][ref]" + cut.quote[match.end() :]
    return Change(replace(cut, quote=quote, right=f"{cut.right.rstrip()}\n\n[ref]: {match[1]}\n"))


@kind("backslash escape", Verdict.ACCEPT, TEXTS)
def escapes(scene: Scene) -> Change | None:
    return substitute(scene, r"(?<=\w)([.()])(?=\s|$)", r"\\\1", 1)


@kind("hard break", Verdict.ACCEPT, SENTENCES)
def hard_break(scene: Scene) -> Change | None:
    return substitute(
        scene, r"(?<=[a-z]) (?=[a-z])", scene.rng.choice(["<br>", "<br/>\n", "  \n", "\\\\\n"]), 1
    )


@kind("spelling pair", Verdict.ACCEPT)
def spelling(scene: Scene) -> Change | None:
    pairs = {
        "colour": "color",
        "centre": "center",
        "neighbour": "neighbor",
        "organise": "organize",
        "mould": "mold",
    }
    pairs |= {
        "jewellery": "jewelry",
        "instalment": "installment",
        "favour": "favor",
        "honour": "honor",
        "tyre": "tire",
    }
    for british, american in pairs.items():
        for old, new in ((british, american), (american, british)):
            if change := substitute(scene, rf"\b{old}", new, 1):
                return change
    return None


@kind("Oxford comma", Verdict.ACCEPT)
def oxford(scene: Scene) -> Change | None:
    return substitute(scene, r"\b([a-z]+, [a-z]+s)(?= and [a-z]+s[.,;])", r"\1,", 1)


@kind("trailing spaces", Verdict.ACCEPT, ALL)
def trailing(scene: Scene) -> Change | None:
    return rewrite(scene, lambda page: page.replace("\n", " \n"), whole=True)


@kind("blank lines doubled", Verdict.ACCEPT, ALL)
def blank_lines(scene: Scene) -> Change | None:
    return rewrite(scene, lambda page: page.replace("\n\n", "\n\n\n"), whole=True)


@kind("comment inside the block", Verdict.ACCEPT, SENTENCES)
def comment(scene: Scene) -> Change | None:
    return substitute(scene, r"(?<=[a-z]) (?=[a-z])", " <!-- read again in spring --> ", 1)
