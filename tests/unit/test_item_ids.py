import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goldset.checks.names import why_unusable
from goldset.domain.item_ids import item_id, slug


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("What is my windstorm deductible if I live near the coast?", "windstorm-deductible-live-near-coast"),
        ("Wie hoch ist die Selbstbeteiligung für Möbel?", "wie-hoch-ist-die-selbstbeteiligung-fur-mobel"),
        ("Where is it?", "where-is-it"),
        ("包裹丢失后多久可以索赔？", ""),
        ("What's the fee?", "whats-fee"),
    ],
)
def test_a_slug_keeps_the_telling_words(question: str, expected: str) -> None:
    assert slug(question) == expected


def test_a_question_in_another_script_still_gives_an_id() -> None:
    assert item_id("包裹丢失后多久可以索赔？", "7f3k2q") == "item-7f3k2q"


@pytest.mark.parametrize("token", ["", "ABCDEF", "7f3k2", "7f3k2q\n", "../../"])
def test_a_token_that_is_none_is_refused(token: str) -> None:
    with pytest.raises(ValueError, match="six lower-case"):
        item_id("x", token)


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=200))
def test_every_id_can_be_a_file_name_everywhere(question: str) -> None:
    made = item_id(question, "7f3k2q")
    assert why_unusable(made) is None
    assert len(made) <= 55
