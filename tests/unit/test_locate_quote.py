from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goldset.domain.items import GoldSpan, NearSpan
from goldset.resolution.describe import find_exact
from goldset.resolution.locate import find_quote, located_fields

LINE = "The bell rings twice."
TEXT = f"# Bells\n\nFirst part. {LINE} Then it rests.\n\n## Towers\n\nLast part. {LINE} It is old.\n"
FIRST, SECOND = TEXT.index(LINE), TEXT.rindex(LINE)


def span(**fields: Any) -> GoldSpan:
    return GoldSpan.model_validate({"doc_id": "bells.md", "text": LINE} | fields)


def test_a_quote_that_stands_once_is_found() -> None:
    assert find_quote(span(text="It is old."), TEXT).at == TEXT.index("It is old.")


def test_a_quote_at_its_offsets_is_found_there_however_often_it_stands() -> None:
    assert find_quote(span(start=SECOND, end=SECOND + len(LINE)), TEXT).at == SECOND


def test_wrong_offsets_never_choose_a_place() -> None:
    found = find_quote(span(start=FIRST + 1, end=FIRST + 1 + len(LINE)), TEXT)
    assert (found.at, found.places) == (None, (FIRST, SECOND))


def test_an_end_that_does_not_fit_makes_offsets_wrong() -> None:
    assert find_quote(span(start=SECOND, end=SECOND + 3), TEXT).at is None


@pytest.mark.parametrize(
    ("context", "at"),
    [
        ({"prefix": "Last part. "}, SECOND),
        ({"suffix": " Then it"}, FIRST),
        ({"prefix": "First part. ", "suffix": " It is"}, None),
        ({"prefix": "part. "}, None),
        ({"prefix": ""}, None),
    ],
)
def test_of_several_places_the_one_between_its_context_fits(context: dict[str, str], at: int | None) -> None:
    assert find_quote(span(**context), TEXT).at == at


def test_a_near_span_has_no_context_to_choose_by() -> None:
    assert find_quote(NearSpan(doc_id="bells.md", text=LINE), TEXT).at is None


def test_a_quote_that_is_not_there_has_no_place() -> None:
    found = find_quote(span(text="It is new."), TEXT)
    assert (found.at, found.places) == (None, ())


def test_every_missing_field_is_filled_in() -> None:
    fields = located_fields(span(), TEXT, SECOND)
    assert (fields["start"], fields["end"]) == (SECOND, SECOND + len(LINE))
    assert TEXT.endswith(fields["prefix"] + LINE + fields["suffix"])
    assert fields["section"] == ["Bells", "Towers"]
    assert fields["occurrences"] == 2


def test_what_agrees_is_left_alone() -> None:
    filled = span(**located_fields(span(), TEXT, FIRST))
    assert located_fields(filled, TEXT, FIRST) == {}


def test_shorter_context_of_a_person_is_kept_and_wrong_context_is_not() -> None:
    assert "prefix" not in located_fields(span(prefix="part. "), TEXT, FIRST)
    assert located_fields(span(prefix="no part. "), TEXT, FIRST)["prefix"].endswith("First part. ")


def test_a_near_span_has_offsets_alone() -> None:
    near = NearSpan(doc_id="bells.md", text=LINE)
    assert located_fields(near, TEXT, FIRST) == {"start": FIRST, "end": FIRST + len(LINE)}


@settings(max_examples=100, deadline=None)
@given(st.text("ab \n", min_size=1, max_size=30), st.data())
def test_what_was_filled_in_leads_back_to_its_place(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start + 1, len(text)))
    quote = span(text=text[start:end])
    filled = quote.model_copy(update=located_fields(quote, text, start))
    assert find_quote(filled, text).at == start
    assert find_quote(quote, text).places == tuple(find_exact(text, text[start:end]))
