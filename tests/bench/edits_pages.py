"""Dangerous edits of whole pages: the passage goes, and its words stand or come elsewhere."""

import re
from dataclasses import replace

from tests.bench.cases import TEXTS, Change, Scene, Verdict, kind
from tests.bench.edits_places import SCOPE_WORDS, SENTENCES, put_into, swapped, without
from tests.bench.edits_words import put
from tests.bench.material import BYSTANDERS, Cut, Document

SIBLING = {**SCOPE_WORDS, "US": "UK", "£": "$", "excess": "deductible", "Wenbridge": "Tampa", "2026": "2027"}


def other_page(scene: Scene) -> Document:
    names = sorted(
        d for d in scene.library if d != scene.document.doc_id and scene.quote not in scene.library[d].text
    )
    return scene.library[scene.rng.choice(names)]


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


@kind("page moved into another status or year", Verdict.QUEUE, TEXTS)
def path_status(scene: Scene) -> Change | None:
    old, new = scene.rng.choice(
        [
            ("", "archive/"),
            ("", "draft/"),
            ("", "deprecated/"),
            ("2026/", "2027/"),
            ("v1/", "v2/"),
            ("uk/", "us/"),
        ]
    )
    name = scene.document.doc_id.rpartition("/")[2]
    metadata = {k: v for k, v in scene.document.metadata.items() if k == "language"}
    document = Document(f"{old}{name}", scene.document.text, metadata)
    return Change(scene.cut, doc_id=f"{new}{name}", metadata=metadata, origin=document)


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


@kind("page emptied", Verdict.QUEUE, TEXTS)
def emptied(scene: Scene) -> Change | None:
    return Change(Cut(f"# Moved\n\n{scene.rng.choice(BYSTANDERS)}\n", "", ""), disturbed=False)
