"""Dangerous edits around the quote: its words stand, and mean something else or stand in another place."""

import re
from dataclasses import replace

from tests.bench.cases import ALL, TEXTS, Change, Scene, Verdict, kind
from tests.bench.edits_words import put
from tests.bench.material import BYSTANDERS, Cut, blocks, body_start, is_prose

SCOPE_WORDS = {
    "UK": "US",
    "United Kingdom": "United States",
    "Florida": "Texas",
    "Harbour Plus": "Harbour Essential",
    "Harbour Essential": "Harbour Plus",
    "Harbour Home": "Harbour Motor",
    "Harbour Motor": "Harbour Home",
    "England": "Scotland",
}
SENTENCES = frozenset({"sentence", "pair"})


def swapped(text: str, words: dict[str, str], count: int = 0) -> str:
    """Return a text with every word of a table (or the first few found) replaced in one go."""
    pattern = "|".join(rf"(?<![\w.]){re.escape(w)}(?!\w)" if w[0].isalpha() else re.escape(w) for w in words)
    return re.sub(pattern, lambda m: words[m.group()], text, count=count)


def without(cut: Cut) -> Cut:
    """Return the text without its quote, and without what is left of its line when nothing is."""
    left, right = cut.left, cut.right
    line = left[left.rfind("\n") + 1 :] + right.split("\n", 1)[0]
    if not re.search(r"[^\W_]", re.sub(r"^\s*\d+[.)]", "", line)):
        left = left[: left.rfind("\n") + 1]
        right = right.partition("\n")[2]
    else:
        right = right.lstrip(" ")
    return Cut(left + right, "", "")


def headings(cut: Cut, mark: str) -> list[re.Match[str]]:
    """Return the headings before the passage whose mark fits a pattern; a comment in front matter is none."""
    found = re.finditer(rf"^{mark} .*$", cut.left, re.MULTILINE)
    return [m for m in found if m.start() >= body_start(cut.text)]


def put_into(text: str, words: str, scene: Scene) -> Cut:
    """Return a page with words as a paragraph of its own, cut at them."""
    spots = [a for a, b in blocks(text) if is_prose(text[a:b])]
    at = scene.rng.choice(spots) if spots else len(text)
    return Cut(text[:at], words, "\n\n" + text[at:])


@kind("heading scope, real page", Verdict.QUEUE, ALL)
def heading_scope(scene: Scene) -> Change | None:
    cut = scene.cut
    heads = headings(cut, "#{1,4}")
    if scene.piece.kind == "heading" or not heads:
        return None
    head = heads[-1]
    new = swapped(head.group(), SCOPE_WORDS, count=1)
    if new == head.group():
        return None
    return Change(replace(cut, left=cut.left[: head.start()] + new + cut.left[head.end() :]))


@kind("page title scope", Verdict.QUEUE, TEXTS | {"row"})
def title_scope(scene: Scene) -> Change | None:
    cut = scene.cut
    titles = headings(cut, "#")
    if not titles:
        return None
    title = titles[-1]
    old, new = scene.rng.choice(
        [("(UK)", "(US)"), ("in England", "in Scotland"), ("2026", "2027"), ("", " (draft)")]
    )
    lefts = [f"{cut.left[: title.end()]} {word}".rstrip() + cut.left[title.end() :] for word in (old, new)]
    return Change(replace(cut, left=lefts[1]), before=replace(cut, left=lefts[0]))


@kind("year in a heading", Verdict.QUEUE)
def heading_year(scene: Scene) -> Change | None:
    cut = scene.cut
    heads = headings(cut, "#{2,4}")
    if not heads:
        return None
    old, new = (
        f"{cut.left[: heads[-1].end()]} {year}{cut.left[heads[-1].end() :]}" for year in ("2026", "2027")
    )
    return Change(replace(cut, left=new), before=replace(cut, left=old))


def _metadata(name: str, old: str, new: str) -> None:
    """Register the kind in which only mapped metadata of the document changed."""

    @kind(f"metadata: {name}", Verdict.QUEUE, ALL)
    def edit(scene: Scene) -> Change | None:
        document = scene.document
        if scene.piece.start < body_start(document.text):
            return None
        was, now = {**document.metadata, name: old}, {**document.metadata, name: new}
        earlier = {document.doc_id: replace(document, metadata=was)}
        return Change(scene.cut, earlier=earlier, metadata=now, disturbed=scene.rng.random() < 0.5)


for _row in (
    ("jurisdiction", "UK", "US"),
    ("edition", "2026", "2027"),
    ("language", "en-GB", "en-US"),
    ("version", "3", "4"),
    ("effective_from", "2026-01-01", "2027-01-01"),
    ("effective_to", "2027-01-01", "2026-06-01"),
):
    _metadata(*_row)


@kind("sentence gains an exception after the quote", Verdict.QUEUE, frozenset({"sentence"}))
def exception_after(scene: Scene) -> Change | None:
    cut = scene.cut
    if not cut.quote.endswith(".") or cut.quote[-2:-1].isupper():
        return None
    end = scene.rng.choice(
        [", except in the first year.", ", unless the house is let.", ", but not in winter."]
    )
    short = Cut(cut.left, cut.quote[:-1], cut.quote[-1] + cut.right)
    return Change(replace(short, right=end + short.right[1:]), before=short)


@kind("sentence gains a condition before the quote", Verdict.QUEUE, frozenset({"sentence"}))
def condition_before(scene: Scene) -> Change | None:
    cut = scene.cut
    if not re.match(r"[A-Z][a-z]+ [a-z]", cut.quote):
        return None
    start = scene.rng.choice(["If the house is let, ", "Except in Florida, ", "Until 2025, "])
    first, rest = cut.quote[0].lower(), cut.quote[1:]
    old = Cut(f"{cut.left}In such a case ", first + rest, cut.right)
    return Change(replace(old, left=cut.left + start), before=old)


@kind("rest of the sentence changes", Verdict.QUEUE, frozenset({"sentence"}))
def rest_changes(scene: Scene) -> Change | None:
    """The quote is what stands before or after a comma; a figure or a small word of the rest changes."""
    match = re.match(r"([^,;]{25,}), ([^;]{25,})$", scene.quote)
    if not match:
        return None
    cut, (one, other) = scene.cut, match.groups()
    if scene.rng.random() < 0.5:
        old = Cut(cut.left, one, f", {other}{cut.right}")
        new = replace(old, right=f", {_turned(other)}{cut.right}")
    else:
        old = Cut(f"{cut.left}{one}, ", other, cut.right)
        new = replace(old, left=f"{cut.left}{_turned(one)}, ")
    return Change(new, before=old) if new != old else None


def _turned(text: str) -> str:
    """Return a text that says something else: another figure, or a negation."""
    if found := re.search(r"(?<!\w)\d+(?![\w.])", text):
        return f"{text[: found.start()]}{int(found.group()) + 4}{text[found.end() :]}"
    return re.sub(r"\b(is|are|must|may|will|can|do|has)\b", r"\1 not", text, count=1)


@kind("antecedent of This", Verdict.QUEUE, frozenset({"sentence"}))
def antecedent(scene: Scene) -> Change | None:
    cut = scene.cut
    if not re.match(r"(This|That|These|It|They|Such|Those|In that case|Both)\b", cut.quote):
        return None
    if re.match(r"(This|These) (page|document|section|guide|policy|agreement|terms)\b", cut.quote):
        return None  # what it points to is the text that it stands in
    line = cut.left[cut.left.rfind("\n") + 1 :]
    previous = re.split(r"(?<=[.!?]) (?=[A-Z])", line.rstrip())[-1]
    new = re.sub(r"\b(is|are|must|may|will|can|do)\b", r"\1 not", previous, count=1)
    if new == previous or previous.startswith(("-", "*", "|")):
        return None
    at = cut.left.rfind(previous)
    return Change(replace(cut, left=cut.left[:at] + new + cut.left[at + len(previous) :]))


@kind("lead-in of a list item", Verdict.QUEUE, frozenset({"item"}))
def lead_in(scene: Scene) -> Change | None:
    old, new = scene.rng.choice(
        [
            ("You must do this within 24 hours:", "You must do this within 5 days:"),
            ("We pay for the following:", "We do not pay for the following:"),
            ("You must do the following:", "You may do the following:"),
            ("The following applies in England:", "The following applies in Scotland:"),
            ("All of the following must be true:", "Any of the following must be true:"),
        ]
    )
    low, _ = scene.cut.block()
    head, tail = scene.cut.left[:low], scene.cut.left[low:]
    return Change(
        replace(scene.cut, left=f"{head}{new}\n\n{tail}"),
        before=replace(scene.cut, left=f"{head}{old}\n\n{tail}"),
    )


@kind("labelled copy deleted", Verdict.QUEUE, SENTENCES)
def copy_deleted(scene: Scene) -> Change | None:
    old = _with_copy(scene)
    return Change(without(old), before=old)


@kind("labelled copy edited, twin remains", Verdict.QUEUE, SENTENCES)
def copy_edited(scene: Scene) -> Change | None:
    old = _with_copy(scene)
    changed = put(scene, re.sub(r"\b(is|are|must|may|will|can|do)\b", r"\1 not", scene.quote, count=1))
    return Change(replace(old, quote=changed.cut.quote), before=old) if changed else None


def _with_copy(scene: Scene) -> Cut:
    """Return the passage with the same words once more in its document, paragraphs away from it."""
    cut = scene.cut
    spots = [a for a, b in blocks(cut.left)[:-4] if is_prose(cut.left[a:b])]
    if spots and scene.rng.random() < 0.5:
        at = scene.rng.choice(spots)
        return replace(cut, left=f"{cut.left[:at]}{scene.quote}\n\n{cut.left[at:]}")
    return replace(cut, right=f"{cut.right.rstrip()}\n\n## More\n\n{BYSTANDERS[0]}\n\n{scene.quote}\n")


@kind("labelled copy deleted, another added", Verdict.QUEUE, SENTENCES)
def copy_exchanged(scene: Scene) -> Change | None:
    if len(blocks(scene.cut.right)) < 5:  # the added copy would stand where the labelled one stood
        return None
    old = _with_copy(scene)
    page = without(old).text.rstrip()
    return Change(Cut(f"{page}\n\n{BYSTANDERS[2]} {scene.quote}\n", "", ""), before=old)


@kind("near-copy remains", Verdict.QUEUE, SENTENCES)
def near_copy(scene: Scene) -> Change | None:
    near = re.sub(r"\d(?!.*\d)", lambda m: str((int(m.group()) + 3) % 10), scene.quote)
    near = near if near != scene.quote else re.sub(r"\b(the|a) (\w+)", r"\1 other \2", scene.quote, count=1)
    if near == scene.quote:
        return None
    old = replace(scene.cut, right=f"{scene.cut.right.rstrip()}\n\n{near}\n")
    return Change(without(old), before=old)


@kind("link target named by the answer", Verdict.QUEUE)
def named_target(scene: Scene) -> Change | None:
    match = re.search(r"\]\(([^)\s]+)\)", scene.quote)
    if not match:
        return None
    new = scene.quote.replace(match[1], "withdrawn.md")
    return Change(replace(scene.cut, quote=new), answer=f"It is on the page {match[1]}, further down.")
