import pytest

from goldset.domain.telling_words import holds_something_of, telling_words


@pytest.mark.parametrize(
    ("passage", "answer", "holds"),
    [
        ("Ferries rest at night.", "They rest.", True),
        ("Feed koi twice a day in summer.", "Feeding and pumping.", True),
        ("The pump runs all year.", "Feeding and pumping.", True),
        ("A wire keeps gulls off.", "They rest.", False),
        ("It costs 1,000 dollars.", "$1000", True),
        ("It costs 1,500 dollars.", "$1000", False),
        ("Thirty days after posting.", "30 days", True),
        ("See the case study.", "Studies.", True),
        ("Nobody is there.", "One moment.", False),
        ("The contract is void.", "Control it.", False),
        ("夜はフェリーが休む。", "フェリー", True),
        ("夜はフェリーが休む。", "針金です", False),
        ("Anything at all.", "It is what it can be.", True),
        ("Anything at all.", "", True),
    ],
)
def test_a_passage_of_another_version_holds_nothing_of_the_answer(
    passage: str, answer: str, *, holds: bool
) -> None:
    assert holds_something_of(passage, answer, "en") is holds


def test_articles_and_auxiliaries_tell_nothing() -> None:
    assert telling_words("What is the Fee of a Ferry?") == {"fee", "ferry"}
