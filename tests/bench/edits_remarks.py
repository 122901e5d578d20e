"""Edits of what a page says about itself: its words stand, and it holds no more, or for others alone."""

import re
from dataclasses import replace

from tests.bench.cases import ALL, Change, Scene, Verdict, kind
from tests.bench.edits_places import SENTENCES, headings
from tests.bench.material import Cut, body_start

TEXT_KINDS = ALL - {"heading"}
OF_PAGES = (
    "This page is out of date.",
    "This page is no longer maintained.",
    "> **Note:** This page is deprecated.",
    "> [!WARNING]\n> This document is obsolete.",
    "**Archived**",
    "Outdated.",
    "Superseded since May 2024, please ask at the desk.",
    "This policy applies to business customers only.",
    '<p class="note">The rules on this page are no longer valid.</p>',
)
OF_SECTIONS = ("This section is obsolete.", "This chapter no longer applies.", "What follows was abolished.")
OF_NOTHING = ("This page lists what you need.", "Last updated: 7 May 2020", "> **Note:** This page is short.")
WITHDRAWING = ("status: archived", "draft: true", "deprecated: true", "superseded_by: another-page")
BOOKKEEPING = ("weight: 3", "draft: false", "date: 2024-05-01", "reviewed: false")


def under(cut: Cut, at: int, words: str) -> Cut:
    """Return a text with a paragraph at an offset before its quote."""
    rest = cut.left[at:].lstrip("\n")
    return replace(cut, left=f"{cut.left[:at].rstrip()}\n\n{words}\n\n{rest}".lstrip("\n"))


def head_of_page(cut: Cut) -> int:
    titles = headings(cut, "#{1,6}")
    return titles[0].end() if titles else body_start(cut.left)


@kind("page taken back at its head", Verdict.QUEUE, TEXT_KINDS)
def page_taken_back(scene: Scene) -> Change | None:
    if scene.piece.start < body_start(scene.cut.text):
        return None
    return Change(under(scene.cut, head_of_page(scene.cut), scene.rng.choice(OF_PAGES)))


@kind("section taken back at its head", Verdict.QUEUE, SENTENCES)
def section_taken_back(scene: Scene) -> Change | None:
    found = headings(scene.cut, "#{1,6}")
    if not found:
        return None
    return Change(under(scene.cut, found[-1].end(), scene.rng.choice(OF_SECTIONS)))


@kind("front matter withdraws the page", Verdict.QUEUE, ALL)
def withdrawn_in_front(scene: Scene) -> Change | None:
    return _with_field(scene, scene.rng.choice(WITHDRAWING))


@kind("front matter keeps its books", Verdict.ACCEPT, ALL)
def booked_in_front(scene: Scene) -> Change | None:
    return _with_field(scene, scene.rng.choice(BOOKKEEPING))


@kind("page says at its head what takes nothing back", Verdict.ACCEPT, TEXT_KINDS)
def page_introduced(scene: Scene) -> Change | None:
    at = head_of_page(scene.cut)
    if scene.piece.start < body_start(scene.cut.text) or at > len(scene.cut.left) - 400:
        return None  # it would stand beside the passage
    return Change(under(scene.cut, at, scene.rng.choice(OF_NOTHING)))


def _with_field(scene: Scene, field: str) -> Change | None:
    """Return the change in which a line came into the front matter, which the page gets where it has none."""
    cut = scene.cut
    if scene.piece.start < body_start(cut.text):
        return None
    if not body_start(cut.left):
        cut = replace(cut, left=f"---\nauthor: somebody\n---\n\n{cut.left}")
    return Change(replace(cut, left=re.sub(r"\A---\n", f"---\n{field}\n", cut.left)), before=cut)
