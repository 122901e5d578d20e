"""Harmless edits of real pages: the passage stands as it was, and something beside it changed."""

import re
from dataclasses import replace

from tests.bench.cases import ALL, TEXTS, Change, Scene, Verdict, kind
from tests.bench.edits_harmless import SENTENCES, rewrite
from tests.bench.material import BYSTANDERS, OPEN, Cut, Document, blocks


@kind("paragraph put before", Verdict.ACCEPT, TEXTS)
def paragraph_before(scene: Scene) -> Change | None:
    if re.match(
        r"(This|That|These|Those|It|They|Such|Both|Neither|Either|He|She|So|Then|The same)\b", scene.quote
    ):
        return None
    low, _ = scene.cut.block()
    left = f"{scene.cut.left[:low]}{scene.rng.choice(BYSTANDERS)}\n\n{scene.cut.left[low:]}"
    before = scene.cut.left[low:].strip() == "" and scene.piece.kind != "item"
    return Change(replace(scene.cut, left=left)) if before else None


@kind("paragraph put after", Verdict.ACCEPT, ALL)
def paragraph_after(scene: Scene) -> Change | None:
    return rewrite(scene, lambda block: f"{block.rstrip()}\n\n{scene.rng.choice(BYSTANDERS)}\n\n")


@kind("item added", Verdict.ACCEPT, frozenset({"item"}))
def item_added(scene: Scene) -> Change | None:
    return rewrite(
        scene,
        lambda block: (
            f"{block.rstrip()}\n- a note of the weather on that day\n\n" if block.startswith("- ") else block
        ),
    )


@kind("section moved", Verdict.ACCEPT, TEXTS)
def section_moved(scene: Scene) -> Change | None:
    page = scene.cut.marked
    sections = re.split(r"^(?=## )", page, flags=re.MULTILINE)
    own = next((n for n, s in enumerate(sections) if OPEN in s), 0)
    if own == 0 or len(sections) < 4:
        return None
    sections = [s.rstrip() + "\n\n" for s in sections]
    moved = sections.pop(own)
    targets = [n for n in range(1, len(sections) + 1) if n != own]
    sections.insert(scene.rng.choice(targets), moved)
    return Change(Cut.unmarked("".join(sections).rstrip() + "\n"))


@kind("document renamed", Verdict.ACCEPT, ALL)
def renamed(scene: Scene) -> Change | None:
    doc_id = scene.document.doc_id.replace(".md", scene.rng.choice(["-page.md", "/index.md", ".markdown"]))
    return Change(scene.cut, doc_id=doc_id, disturbed=False)


@kind("document renamed and edited elsewhere", Verdict.ACCEPT, ALL)
def renamed_and_edited(scene: Scene) -> Change | None:
    return Change(scene.cut, doc_id=scene.document.doc_id.replace(".md", "-guide.md"))


@kind("front matter changed", Verdict.ACCEPT, ALL)
def front_matter(scene: Scene) -> Change | None:
    cut = scene.cut
    left = re.sub(
        r"^updated: .*$", "updated: 2026-10-30\nreviewed_by: desk", cut.left, count=1, flags=re.MULTILINE
    )
    return Change(replace(cut, left=left)) if left != cut.left else None


@kind("same words came elsewhere", Verdict.ACCEPT, SENTENCES)
def twin_elsewhere(scene: Scene) -> Change | None:
    new = Document("pages/new.md", f"# New page\n\n{scene.rng.choice(BYSTANDERS)}\n\n{scene.quote}\n")
    return Change(scene.cut, others={new.doc_id: new})


@kind("twin in the page, edits elsewhere", Verdict.ACCEPT, SENTENCES)
def twin_in_page(scene: Scene) -> Change | None:
    old = replace(
        scene.cut, right=f"{scene.cut.right.rstrip()}\n\n## More\n\n{BYSTANDERS[0]} {scene.quote}\n"
    )
    return Change(old, before=old)


@kind("only other paragraphs changed", Verdict.ACCEPT, ALL)
def bystanders(scene: Scene) -> Change | None:
    return Change(scene.cut) if len(blocks(scene.cut.text)) > 8 else None
