"""Where a passage in another dress begins and ends: with its own marks, and with no half of one."""

import pytest

from tests.resolving import label, resolve

HEAD = "# Pumps\n\nIntroduction of pumps.\n\n"
BLANKS = (" ", "\t", "\u00a0", "\u2009", "\u3000")


def place(before: str, after: str, quote: str) -> str | None:
    pages = {"page.md": HEAD + before}
    found = resolve(pages, {"page.md": HEAD + after}, label(pages, "page.md", quote))
    assert found.accepted, found
    return found.to.text if found.to else None


@pytest.mark.parametrize("blank", BLANKS)
@pytest.mark.parametrize("before", ["Note:", "Old", "4.", ">"])
def test_white_space_of_any_kind_ends_the_marks_of_a_passage(before: str, blank: str) -> None:
    old = f"{before} **Fans** are covered by the *plan* now . More.\n"
    new = f"{before}{blank}__Fans__ are covered by the _plan_{blank}**now** .  More.\n"
    assert place(old, new, "**Fans** are covered by the *plan*") == "__Fans__ are covered by the _plan_"


@pytest.mark.parametrize("mark", ["- ", "* ", "4. ", "> ", "## "])
def test_the_mark_of_an_item_belongs_to_a_passage_as_far_as_it_did(mark: str) -> None:
    quote, moved = (
        "**Fans** are covered by the *plan* for years.",
        "__Fans__ are covered by the _plan_ for years.",
    )
    old, new = f"{mark}{quote}\n", f"{mark}{moved}\n"
    assert place(old, new, quote) == moved
    assert place(old, new, mark + quote) == mark + moved


@pytest.mark.parametrize("before", ["", "Note: ", "- ", "See **this** "])
def test_a_tag_is_not_cut_at_a_blank_inside_it(before: str) -> None:
    rest = "Fans</b> are covered by the plan for two years."
    found = place(f"{before}<b>{rest}\n", f'{before}<b class="big wide">{rest}\n', f"<b>{rest}")
    assert found == f'<b class="big wide">{rest}'


@pytest.mark.parametrize("title", ['"all of it"', "'all of it'", "(all of it)"])
def test_a_target_is_not_cut_at_a_blank_inside_it(title: str) -> None:
    old = "We say that [fans are covered by the *plan*](plan.md).\n"
    new = f"We say that [fans are covered by the _plan_](plan.md {title}).\n"
    found = place(old, new, "[fans are covered by the *plan*](plan.md)")
    assert found == f"[fans are covered by the _plan_](plan.md {title})"
