import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goldset.domain import word_ends
from goldset.domain.word_ends import cuts_figure, cuts_word


@pytest.mark.parametrize(
    ("document", "passage", "cut"),
    [
        ("The fee is $5 a day.", "The fee is $5", False),
        ("The fee is $500 a day.", "The fee is $5", True),
        ("The fee is $5,000 a day.", "The fee is $5", True),
        ("The fee is $5.50 a day.", "The fee is $5.", True),
        ("The fee is $5 million a day.", "The fee is $5", True),
        ("The fee is $5. It is due.", "The fee is $5.", False),
        ("The fee is $5.", "The fee is $5", False),
        ("It lasts 15 days.", "5 days.", True),
        ("It lasts 1,005 days.", "005 days.", True),
        ("It lasts 2.5 days.", "5 days.", True),
        ("It lasts 5 days.", "5 days.", False),
        ("Thirty-five days.", "five days.", True),
        ("In 2024, 500 people came.", "500 people came.", False),
        ("A wire keeps gulls off.", "A wire", False),
        ("It costs $500 a day.", "500 a day.", True),
        ("It costs 500 € a day.", "500 € a day.", False),
        ("It costs 500€ a day.", "It costs 500", True),
        ("The rate is 5 % a year.", "The rate is 5", True),
        ("It takes 3–5 days.", "It takes 3", True),
        ("It takes 3-5 days.", "5 days.", True),
        ("Pay 1 000 euro.", "000 euro.", True),
        ("", "", False),
    ],
)
def test_a_figure_that_goes_on_beyond_the_passage_is_another_one(
    document: str, passage: str, *, cut: bool
) -> None:
    start = document.index(passage)
    assert cuts_figure(document, start, start + len(passage), "en") is cut


@pytest.mark.parametrize(
    ("document", "passage", "cut"),
    [
        ("Many networks.", "networks", False),
        ("Many networks.", "network", True),
        ("Many networks.", "works", True),
        ("Non-refundable.", "refundable.", True),
        ("Non-refundable.", "-refundable.", True),
        ("Non-refundable.", "Non", True),
        ("Many - or all - networks.", "or all", False),
        ("- Many", "Many", False),
        ("船は夜に休む。", "夜に", False),
        ("cafe\u0301s", "cafe", True),
        ("Many", "Many", False),
    ],
)
def test_a_word_that_goes_on_beyond_the_passage_is_cut(document: str, passage: str, *, cut: bool) -> None:
    start = document.index(passage)
    assert cuts_word(document, start, start + len(passage)) is cut


@given(
    st.text("5 0,.-%\n$x", max_size=6),
    st.text("5 0,.-%\nxm", max_size=8),
    st.sampled_from(["", "twenty-", "five", " million"]),
)
@settings(max_examples=400, deadline=None)
def test_no_figure_that_goes_on_is_overlooked(before: str, after: str, words: str) -> None:
    passage, rest = f"costs {before}{words}", f"{words[:4]}{after}" if words == "twenty-" else after
    for text, tail in ((passage + rest, passage), (passage + words + rest, passage)):
        if word_ends._differs(tail[-20:], (tail[-20:] + text[len(tail) :])[:40], 0, "en", last=True):
            assert cuts_figure(text, 0, len(tail), "en")
