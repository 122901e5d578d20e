"""Dangerous edits around the quote: its words stand, and mean something else or stand in another place."""

import re
from dataclasses import replace

from tests.bench.cases import ALL, TEXTS, Change, Scene, Verdict, kind
from tests.bench.edits_words import put
from tests.bench.material import BYSTANDERS, Cut, Document, blocks, body_start, is_prose

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
SIBLING = {**SCOPE_WORDS, "US": "UK", "£": "$", "excess": "deductible", "Wenbridge": "Tampa", "2026": "2027"}
SENTENCES = frozenset({"sentence", "pair"})


def swapped(text: str, words: dict[str, str], count: int = 0) -> str:
    """Return a text with every word of a table (or the first few found) replaced in one go."""
    pattern = "|".join(rf"(?<!\w){re.escape(w)}(?!\w)" if w[0].isalpha() else re.escape(w) for w in words)
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


def put_into(text: str, words: str, scene: Scene) -> Cut:
    """Return a page with words as a paragraph of its own, cut at them."""
    spots = [a for a, b in blocks(text) if is_prose(text[a:b])]
    at = scene.rng.choice(spots) if spots else len(text)
    return Cut(text[:at], words, "\n\n" + text[at:])


def other_page(scene: Scene) -> Document:
    names = sorted(
        d for d in scene.library if d != scene.document.doc_id and scene.quote not in scene.library[d].text
    )
    return scene.library[scene.rng.choice(names)]


@kind("heading scope, real page", Verdict.QUEUE, ALL)
def heading_scope(scene: Scene) -> Change | None:
    cut = scene.cut
    heads = list(re.finditer(r"^#{1,4} .*$", cut.left, re.MULTILINE))
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
    title = re.search(r"^# .*$", cut.left, re.MULTILINE)
    if title is None:
        return None
    old, new = scene.rng.choice(
        [("(UK)", "(US)"), ("in England", "in Scotland"), ("2026", "2027"), ("", " (draft)")]
    )
    lefts = [f"{cut.left[: title.end()]} {word}".rstrip() + cut.left[title.end() :] for word in (old, new)]
    return Change(replace(cut, left=lefts[1]), before=replace(cut, left=lefts[0]))


@kind("year in a heading", Verdict.QUEUE)
def heading_year(scene: Scene) -> Change | None:
    cut = scene.cut
    heads = list(re.finditer(r"^#{2,4} .*$", cut.left, re.MULTILINE))
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


@kind("deleted, the same words stood elsewhere", Verdict.QUEUE, SENTENCES)
def sibling_stays(scene: Scene) -> Change | None:
    page = other_page(scene)
    held = replace(page, text=put_into(page.text, scene.quote, scene).text)
    return Change(without(scene.cut), earlier={page.doc_id: held})


@kind("deleted, the same words came elsewhere", Verdict.QUEUE, SENTENCES)
def came_elsewhere(scene: Scene) -> Change | None:
    page = other_page(scene)
    return Change(
        without(scene.cut),
        others={page.doc_id: replace(page, text=put_into(page.text, scene.quote, scene).text)},
    )


@kind("edited in place, the same words came elsewhere", Verdict.QUEUE, SENTENCES)
def edited_and_copied(scene: Scene) -> Change | None:
    page = other_page(scene)
    changed = put(scene, re.sub(r"\b(is|are|must|may|will|can|do)\b", r"\1 not", scene.quote, count=1))
    if changed is None:
        return None
    return replace(
        changed, others={page.doc_id: replace(page, text=put_into(page.text, scene.quote, scene).text)}
    )


@kind("document gone, a sibling held the words", Verdict.QUEUE, TEXTS)
def gone_with_sibling(scene: Scene) -> Change | None:
    page = other_page(scene)
    held = replace(page, text=put_into(page.text, scene.quote, scene).text)
    return _moved_out(held, held)


@kind("document gone, another took the words", Verdict.QUEUE, TEXTS)
def gone_and_taken(scene: Scene) -> Change | None:
    page = other_page(scene)
    return _moved_out(page, replace(page, text=put_into(page.text, scene.quote, scene).text))


def _moved_out(was: Document, now: Document) -> Change:
    """Return the change in which the passage's document went, and another one was so and is so."""
    return Change(
        Cut(now.text, "", ""),
        doc_id=was.doc_id,
        metadata=was.metadata,
        earlier={was.doc_id: was},
        disturbed=False,
    )


@kind("document gone, a sibling page is new", Verdict.QUEUE, TEXTS)
def new_sibling(scene: Scene) -> Change | None:
    cut, words = scene.cut, SIBLING
    new = Cut(swapped(cut.left, words), cut.quote, swapped(cut.right, words))
    share = sum(a != b for a, b in zip(cut.text.split(), new.text.split(), strict=False))
    if share < 8 or not re.search(r"\b(UK|US|Florida)\b", cut.left):
        return None
    name = scene.document.doc_id.rpartition("/")[2]
    region = {"UK": "US", "US": "UK", "US-FL": "US-TX"}
    metadata = {**scene.document.metadata}
    metadata["jurisdiction"] = region.get(metadata.get("jurisdiction", ""), "US")
    return Change(replace(new, quote=new.quote), doc_id=f"pages/{name}", metadata=metadata)


@kind("path scope", Verdict.QUEUE, TEXTS)
def path_scope(scene: Scene) -> Change | None:
    doc_id = scene.document.doc_id
    new = re.sub(r"(?<![a-z])(uk|us)(?![a-z])", lambda m: {"uk": "us", "us": "uk"}[m.group()], doc_id)
    return Change(scene.cut, doc_id=new.replace(".md", "-2.md")) if new != doc_id else None


@kind("page replaced by another under its id", Verdict.QUEUE, SENTENCES)
def replaced(scene: Scene) -> Change | None:
    page = other_page(scene)
    held = replace(page, text=put_into(page.text, scene.quote, scene).text)
    return Change(
        Cut(held.text, "", ""),
        metadata=page.metadata,
        earlier={page.doc_id: held},
        others={page.doc_id: None},
        disturbed=False,
    )


@kind("pages exchanged their ids", Verdict.EITHER, TEXTS)
def exchanged(scene: Scene) -> Change | None:
    page = other_page(scene)
    both = replace(page, text=put_into(page.text, scene.quote, scene).text)
    there = Document(scene.document.doc_id, both.text, both.metadata)
    return Change(
        scene.cut,
        doc_id=page.doc_id,
        metadata=scene.document.metadata,
        earlier={page.doc_id: both},
        others={there.doc_id: there},
    )


@kind("link target named by the answer", Verdict.QUEUE)
def named_target(scene: Scene) -> Change | None:
    match = re.search(r"\]\(([^)\s]+)\)", scene.quote)
    if not match:
        return None
    new = scene.quote.replace(match[1], "withdrawn.md")
    return Change(replace(scene.cut, quote=new), answer=f"It is on the page {match[1]}, further down.")


@kind("page emptied", Verdict.QUEUE, TEXTS)
def emptied(scene: Scene) -> Change | None:
    return Change(Cut(f"# Moved\n\n{scene.rng.choice(BYSTANDERS)}\n", "", ""), disturbed=False)
