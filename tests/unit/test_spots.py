"""Places of a document that may be a passage which left its own: all passages of a document at once."""

from collections.abc import Sequence

import pytest

from goldset.resolution import spots
from goldset.resolution.reading import Reading, Sample, passage, read
from goldset.resolution.search_index import Windows
from goldset.resolution.spots import Ask, find_spots

PAGE = """# Cover

Glass is covered up to 400 pounds. The excess is 50 pounds.

Keys are covered too, whoever lost them. The excess is 20 pounds.

- Bicycles are covered at home.
- Bicycles are covered in the street if they are locked.
"""


def sample(text: str) -> Sample:
    reading = read("old.md", text)
    return passage(reading, 0, len(text)).sample


def whole(reading: Reading) -> Windows:
    return ((0, len(reading.tokens)),)


def found(texts: Sequence[str], floor: float = 0.0) -> list[list[tuple[str, float]]]:
    reading = read("new.md", PAGE)
    asks = [Ask(number, sample(text), whole(reading), floor) for number, text in enumerate(texts)]
    results = find_spots(reading, asks)
    assert [number for number, _ in results] == list(range(len(texts)))
    return [[(spot.place.raw, round(spot.similarity, 2)) for spot in places] for _, places in results]


def test_a_copy_is_found_as_it_stands() -> None:
    assert found(["The excess is 20 pounds."]) == [[("The excess is 20 pounds.", 1.0)]]


def test_an_edited_sentence_is_found_as_a_whole_sentence() -> None:
    texts = [
        "Keys were covered too, whoever lost any of them.",
        "Bicycles are covered in the garden if locked.",
    ]

    assert [places[0][0] for places in found(texts)] == [
        "Keys are covered too, whoever lost them.",
        "Bicycles are covered in the street if they are locked.",
    ]


def test_places_below_the_floor_make_no_difference() -> None:
    text = "Windows, doors and keys are painted by whoever lives there."

    assert found([text])
    assert found([text], floor=0.9) == [[]]


def test_where_nothing_is_shared_nothing_is_found() -> None:
    assert found(["Zebras graze yonder"]) == [[]]


@pytest.mark.parametrize("together", [1, 10, 1000])
def test_passages_are_found_alike_whatever_is_asked_with_them(
    together: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts = ["The excess is 20 pounds.", "Keys were covered, whoever lost them.", "Glass is covered."]
    alone = [found([text])[0] for text in texts]

    monkeypatch.setattr(spots, "_TOGETHER", together)

    assert found(texts) == alone
