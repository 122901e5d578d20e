"""An outline tells of every place what the list of headings tells."""

from hypothesis import given, settings
from hypothesis import strategies as st

from goldset.resolution.units import Outline, find_headings, heading_path

LINES = st.sampled_from(
    [
        "# One",
        "## Two",
        "### Three",
        "Text.",
        "",
        "Under\n===",
        "Under\n---",
        "**Bold**",
        "<h2>H\n# in\n</h2>",
        "```",
    ]
)


@given(st.lists(LINES, max_size=12).map("\n".join))
@settings(max_examples=200, deadline=None)
def test_of_every_place_it_tells_the_headings_above(text: str) -> None:
    headings = find_headings(text)
    outline = Outline(headings)
    for start in range(len(text) + 1):
        assert outline.path(start) == heading_path(headings, start)
