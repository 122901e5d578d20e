import pytest

from goldset.domain.resolutions import Place
from goldset.resolution.passages import find_respaced, find_verbatim, nearest

TEXTS = [
    ("a.md", "# Bells\n\nThe bell in the old\ntower rings twice at noon.\nThe bell rings.\n"),
    ("b.md", "The bell rings. Its **weight** is four tons, and no more.\n"),
]


def test_verbatim_places_stand_in_order_of_documents() -> None:
    found = find_verbatim("The bell rings.", TEXTS)
    assert [(place.doc_id, place.start) for place in found] == [("a.md", 56), ("b.md", 0)]


def test_a_quote_with_other_white_space_is_taken_as_it_stands() -> None:
    (place,) = find_respaced("The bell in the  old tower rings", TEXTS)
    assert place == Place("a.md", 9, 40, "The bell in the old\ntower rings")


def test_a_quote_of_white_space_alone_stands_nowhere() -> None:
    assert find_respaced("  \n", TEXTS) == []


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("Its weight is four tons, and no more.", "Its **weight** is four tons, and no more."),
        ("tower rings thrice at noon", "tower rings twice at noon"),
    ],
)
def test_the_nearest_passage_is_whole_words_of_its_document(quote: str, text: str) -> None:
    best = nearest(quote, TEXTS)[0]
    assert text in best.place.text
    document = dict(TEXTS)[best.place.doc_id]
    assert document[best.place.start : best.place.end] == best.place.text
    assert 60 <= best.likeness < 100


def test_nothing_like_it_is_nothing() -> None:
    assert nearest("Entirely different words altogether, so they are", TEXTS) == []


def test_long_lines_are_searched_in_parts() -> None:
    line = (
        "filler words go here. " * 400
        + "The clock in the yard stands still since Monday. "
        + "more of it. " * 400
    )
    (best,) = nearest("The clock in the yard stands still since Tuesday.", [("long.md", line)], limit=1)
    assert "The clock in the yard stands still since Monday" in best.place.text
