"""Where a chunk that is text alone stands, whatever a chunker put in front of it."""

import pytest

from goldset.resolution.locate_chunk import Searched, locate_chunk

TEXT = "# Cooling\n\nFans run from May to August. Noise is limited to 40 decibels at night.\n\nEnd of it.\n"
NOISE = "Noise is limited to 40 decibels at night."


def places(text: str) -> list[str]:
    return [TEXT[start:end] for start, end in locate_chunk(text, Searched(TEXT)).places]


@pytest.mark.parametrize(
    "text",
    [
        NOISE,
        f"[Manual > Cooling]\n{NOISE}",
        f"Manual\nCooling\n\n{NOISE}",
        "Cooling\nNoise is limited\nto 40 decibels at night.",
    ],
)
def test_a_short_chunk_is_found_below_the_headings_in_front_of_it(text: str) -> None:
    assert places(text) == [NOISE]


@pytest.mark.parametrize(
    "text", ["", "Summary: fans are seasonal.", "[Manual]\nEnd of it.", f"{NOISE[:-9]}by day."]
)
def test_what_stands_nowhere_is_not_located(text: str) -> None:
    assert places(text) == []


LONG = "The deductible for windstorm is two percent of the insured value of the dwelling, and never less."


@pytest.mark.parametrize(
    "around",
    [
        "[Context: of the weather] {}",
        "{} [Source: harbour-plus, page 4]",
        "[Context: of the weather] {} [Source: page 4]",
        "A summary of what follows, made by a model. {}\n[Source: harbour-plus, page 4]",
    ],
)
@pytest.mark.parametrize("spaces", [" ", "  "])
def test_a_part_in_the_middle_of_what_was_put_around_it_is_located(around: str, spaces: str) -> None:
    text = f"Storms.\n\n{LONG}\n\nHail is another matter, and is covered in full by the same policy.\n"
    found = locate_chunk(around.format(LONG.replace(" ", spaces)), Searched(text)).places
    assert [text[start:end].strip(" .\n") for start, end in found] == [LONG.rstrip(".")]


def test_less_than_half_of_a_chunk_is_no_place() -> None:
    text = f"Storms.\n\n{LONG}\n"
    assert locate_chunk(f"{'Words of a model. ' * 6} {LONG[:60]} {'More. ' * 6}", Searched(text)).places == ()


def test_two_parts_that_are_as_long_are_two_places() -> None:
    text = f"Storms. {LONG[:70]} Hail. {LONG[:70]} Fire."
    found = locate_chunk(f"Summary: {LONG[:70]}", Searched(text)).places
    assert [text[start:end] for start, end in found] == [LONG[:70].rstrip()] * 2


def test_what_repeats_without_end_has_no_place() -> None:
    assert locate_chunk(f"a model's {'ab' * 100} words", Searched("ab" * 5000)).places == ()


@pytest.mark.parametrize(
    ("document", "chunk"),
    [
        ("Pay 123 euros each.", "Pay 12 3\neuros each."),
        ("Pay 12 3 times.", "Pay 123\ntimes."),
        ("It is notable to pay.", "It is not able\nto pay."),
        ("It is not able to pay.", "It is notable\nto pay."),
        ("It costs 1.5 million.", "It costs 1. 5\nmillion."),
        ("It costs 1 ,500 now.", "It costs 1,500\nnow."),
    ],
)
def test_white_space_inside_a_word_or_figure_makes_another_one(document: str, chunk: str) -> None:
    assert locate_chunk(chunk, Searched(f"Before. {document} After.")).places == ()


@pytest.mark.parametrize(
    ("document", "chunk"),
    [
        ("Pay  12 euros\n\n each.", "Pay 12 euros each."),
        ("The sign ( a ) of it.", "The sign (a) of it."),
        ("保险 每年\n续保一次。", "保险每年续保一次。"),
    ],
)
def test_other_white_space_makes_none(document: str, chunk: str) -> None:
    text = f"Before. {document} After."
    (place,) = locate_chunk(chunk, Searched(text)).places
    assert text[slice(*place)] == document


def test_of_a_long_chunk_with_such_a_word_the_longer_part_is_located() -> None:
    text = f"Storms. {LONG} Pay 123 euros. End."
    (place,) = locate_chunk(f"{LONG}  Pay 12 3 euros.", Searched(text)).places
    assert text[slice(*place)] == f"{LONG} Pay 12"
