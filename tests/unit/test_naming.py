import pytest

from goldset.domain.items import Item, Status
from goldset.domain.naming import named_labels


def item(
    question: str = "?", answer: str | None = None, must: tuple[str, ...] = (), not_: tuple[str, ...] = ()
) -> Item:
    return Item(
        id="a",
        question=question,
        slice="s",
        answerable=True,
        status=Status.DRAFT,
        gold_answer=answer,
        must_include=must,
        must_not_include=not_,
    )


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("What does clause 7.2 say?", "7.2"),
        ("See 7.2.", "7.2."),
        ("Look at (b) first", "(b)"),
        ("read STEP   3 again", "Step 3:"),
        ("Go to example.org/claims today", "https://www.example.org/claims/"),
        ("Go to https://example.org/claims", "https://example.org/claims"),
        ("第七条怎么说", "第七条怎么说"),
    ],
)
def test_a_label_that_stands_in_the_question_is_named(text: str, label: str) -> None:
    assert named_labels(item(text), [label]) == [label]


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("What does 7.21 say?", "7.2"),
        ("What does 17.2 say?", "7.2"),
        ("What does 7.2.1 say?", "7.2"),
        ("It costs $1,000", "1."),
        ("It costs $1,000", "000"),
        ("A dash - here", "-"),
        ("abc", "b"),
    ],
)
def test_a_part_of_another_figure_or_word_is_not_named(text: str, label: str) -> None:
    assert named_labels(item(text), [label]) == []


def test_answer_and_must_lists_name_labels_too() -> None:
    named = named_labels(item("?", "Rule 4", ("5",), ("6",)), ["4.", "5.", "6.", "7."])
    assert named == ["4.", "5.", "6."]


def test_labels_do_not_run_together_across_fields() -> None:
    assert named_labels(item("Part", "3"), ["Part 3"]) == []
