import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldset.checks.question_words import question_words, split_words, stem
from goldset.checks.wording import repeated_wording
from tests.unit.checked_set import a_set, item, span


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("what's mine", ["what", "mine"]),
        ("can't won’t isn't cannot", ["can", "not", "will", "not", "is", "not", "not"]),
        ("l'assurance d’habitation", ["l", "assurance", "d", "habitation"]),
        ("o'brien’s", ["o'brien"]),
        ("öffnet das bad", ["öffnet", "das", "bad"]),
        ("ab三c", ["ab", "三", "c"]),
    ],
)
def test_a_text_is_split_into_words(text: str, words: list[str]) -> None:
    assert list(split_words(text)) == words


def test_a_question_is_what_it_asks_about() -> None:
    words = question_words("Is my Harbour Plus boat covered for $1,000 in two places?", "en", frozenset())
    assert words.content == ("boat", "cover", "harbour", "plac", "plus")
    assert words.figures == ("1000", "2")
    assert words.names == ("harbour", "plus")
    assert not words.is_unspaced
    assert question_words("包裹丢失后可以索赔吗", "zh", frozenset()).is_unspaced


@pytest.mark.parametrize(
    ("word", "expected"), [("claims", "claim"), ("covered", "cover"), ("loss", "loss"), ("is", "is")]
)
def test_common_endings_are_left_out(word: str, expected: str) -> None:
    assert stem(word) == expected


@given(st.text(max_size=40), st.text(min_size=1, max_size=40), st.sampled_from([None, "de", "zh"]))
def test_no_text_is_too_odd(question: str, passage: str, language: str | None) -> None:
    question_words(question, language, frozenset())
    assert len(list(repeated_wording(a_set(item(question=question or "?", **span(text=passage)))))) <= 1
