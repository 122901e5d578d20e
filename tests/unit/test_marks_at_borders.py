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


def test_the_bar_of_a_row_belongs_to_a_passage_as_far_as_it_did() -> None:
    head = "| What | For |\n|---|---|\n"
    row, now = "| **Fans** | years and *more* |", "| __Fans__ | years and _more_  |"
    assert place(f"{head}{row}\n", f"{head}{now}\n", row) == now
    assert place(f"{head}{row}\n", f"{head}{now}\n", row[2:-2]) == now[2:-3]


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


@pytest.mark.parametrize(
    ("quote", "now"),
    [
        ("fans are covered by the *plan*", "<kbd>fans</kbd> are covered by the plan"),
        ("fans are covered by the *plan*", "**fans are** covered by the *plan*"),
        ("*fans* are covered by the plan", "fans are covered by [the plan](plan.md)"),
        ("*fans* are covered by the plan", 'fans are covered by <a href="p" title="the plan">the plan</a>'),
        ("**fans** are covered by the plan", "[fans are](fans.md) covered by the `plan`"),
    ],
)
@pytest.mark.parametrize(
    ("before", "after"), [("Our ", " now."), ("- ", ""), ("", "."), ("*Our* ", " <b>now</b>.")]
)
def test_no_half_of_a_pair_is_left_out(quote: str, now: str, before: str, after: str) -> None:
    assert place(f"{before}{quote}{after}\n", f"{before}{now}{after}\n", quote) == now


def test_what_is_opened_for_more_than_a_passage_stays_outside() -> None:
    old = "Our *fans* are covered by the plan now.\n"
    new = "**Our fans are covered** by the plan now.\n"
    assert place(old, new, "*fans* are covered by the plan") == "fans are covered** by the plan"
