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
