import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goldset.resolution.describe import MAX_CONTEXT, MIN_CONTEXT, Surroundings, describe, find_exact
from goldset.resolution.outlines import Outline
from goldset.resolution.reading import read

TEXT = """# Harbour Plus

Intro words that stand before everything else in this short document.

## Windstorm

The named storm list is kept by the bureau. A deductible of 2% applies to each claim, and it is
never waived for coastal homes. Flood is another matter.
"""


def test_find_exact_counts_overlaps_and_nothing_for_an_empty_quote() -> None:
    assert find_exact("aaaa", "aa") == [0, 1, 2]
    assert find_exact("abc", "") == []


def test_context_covers_the_sentence_before_and_the_rest_of_the_own_sentence() -> None:
    start = TEXT.index("A deductible")
    end = TEXT.index(" applies")
    found = describe(TEXT, start, end)
    assert "The named storm list is kept by the bureau." in found.prefix
    assert "never waived for coastal homes." in found.suffix
    assert found.section == ("Harbour Plus", "Windstorm")
    assert found.occurrences == 1


def test_context_is_short_only_at_the_ends_of_the_document() -> None:
    text = "word " * 400 + "The quoted words stand here. " + "other " * 400
    start = text.index("The quoted")
    found = describe(text, start, start + 28)
    assert MIN_CONTEXT <= len(found.prefix) <= MAX_CONTEXT
    assert MIN_CONTEXT <= len(found.suffix) <= MAX_CONTEXT
    assert describe("Alone.", 0, 6) == describe("Alone.", 0, 6)
    assert describe("Alone.", 0, 6).prefix == describe("Alone.", 0, 6).suffix == ""


@pytest.mark.parametrize(("start", "end"), [(3, 3), (-1, 2), (0, 99)])
def test_a_place_outside_the_text_is_refused(start: int, end: int) -> None:
    with pytest.raises(ValueError, match="no passage"):
        describe("Alone.", start, end)


_PARTS = (
    "# Fees\n\n",
    "- one\n",
    "It costs $5. ",
    "Not so;\n\n",
    "**bold** ",
    "&amp; ",
    "ﬁne ",
    "| a | b |\n",
    "e.g. x ",
)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(_PARTS), min_size=1, max_size=30).map("".join), st.data())
def test_a_document_that_was_read_before_is_described_as_one_that_was_not(
    text: str, data: st.DataObject
) -> None:
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start + 1, len(text)))
    whole = read("a.md", text)
    known = Outline.of(whole).open("a.md", text, lambda: whole)
    assert Surroundings(text, known).describe(start, end) == Surroundings(text).describe(start, end)
