"""Where the old text is lost: what the stored surroundings of a passage tell, and what nobody knows."""

from typing import Any

import pytest

from tests.unit.test_surroundings import FEE, THIS, accepted, asked

NIGHT = "Guests of the old house ring the bell beside the gate when they come at night."
CHANGED_BEFORE = [
    ("Withdrawn. ", ""),
    ("UK only: ", ""),
    ("Without a card, ", ""),
    (f"Withdrawn. {NIGHT} ", f"{NIGHT} "),
    ("Do not do this:\n\n", ""),
    (f"No {NIGHT[:-1]}:\n\n", f"{NIGHT[:-1]}:\n\n"),
    (f"Not {NIGHT * 5} and so ", f"{NIGHT * 5} and so "),
    ("We do not insure:\n\n- ", "We insure:\n\n- "),
]
OPENINGS = (
    "",
    "# Handbook\n\nIt is for all who live here, in the old house and in the new one by the gate.\n\n",
)


@pytest.mark.parametrize("opening", OPENINGS)
@pytest.mark.parametrize(("one", "other"), CHANGED_BEFORE)
def test_what_changed_before_is_seen_where_the_old_text_is_lost(opening: str, one: str, other: str) -> None:
    pages = [f"{opening}{words}{FEE}\n\nThe bell rings.\n" for words in (one, other)]
    assert asked(*pages)
    assert asked(*reversed(pages))


@pytest.mark.parametrize(
    "closing", ["", "\n", "\n\nThe bell rings at noon for all who live here, old and new.\n"]
)
@pytest.mark.parametrize("words", [" Withdrawn.", " UK only.", f" {NIGHT} Draft.", "\n  - except ladders"])
def test_what_changed_after_is_seen_where_the_old_text_is_lost(closing: str, words: str) -> None:
    pages = [f"# Handbook\n\n- {FEE}{more}{closing}" for more in (words, "")]
    assert asked(*pages)
    assert asked(*reversed(pages))


ALL = f"{NIGHT}\n\nWithdrawn. {FEE} Draft.\n\n{NIGHT}\n"
NONE = f"{NIGHT}\n\n{FEE}\n\n{NIGHT}\n"


@pytest.mark.parametrize(
    ("side", "stored"),
    [
        ("prefix", None),
        ("prefix", " "),
        ("prefix", "Withdrawn. "),
        ("prefix", "drawn. "),
        ("prefix", f"{NIGHT}\n\nWithdrawn. "[-63:]),
        ("suffix", None),
        ("suffix", " "),
        ("suffix", " Draft."),
        ("suffix", " Dra"),
        ("suffix", f" Draft.\n\n{NIGHT}"[:63]),
    ],
)
def test_a_side_of_which_next_to_nothing_was_stored_is_not_known(side: str, stored: str | None) -> None:
    span: dict[str, Any] = {side: stored}
    for page, other in ((ALL, NONE), (ALL, f"So it is. {ALL}"), (NONE, f"So it is. {NONE}")):
        assert not accepted(page, other, kept=False, **span)


def test_a_side_is_known_as_far_as_the_document_goes() -> None:
    elsewhere = f"\n\n{NIGHT}\n"
    first, last, whole = f"{FEE}{elsewhere}", f"{NIGHT}\n\n{FEE}", FEE
    for page in (first, last, whole):
        assert accepted(page, page + elsewhere, kept=False)
        assert accepted(page, f"So it is.\n\n{page}", kept=False)
    assert not accepted(first, first + elsewhere, kept=False, start=None, end=None)
    assert not accepted(last, last + elsewhere, kept=False, start=None, end=None)
    short = f"It is so.\n\n{FEE} Ring.\n"
    assert accepted(short, short + elsewhere, kept=False)
    assert not accepted(short, short + elsewhere, kept=False, start=None, end=None)


def test_a_paragraph_of_which_the_beginning_was_not_stored_may_have_begun_with_a_label() -> None:
    other = f"It is for all.\n\n{NIGHT} {FEE}\n"
    for label_then in ("Withdrawn. ", ""):
        page = f"It is for all who live here.\n\n{label_then}{NIGHT} {FEE}\n"
        assert not accepted(page, other, kept=False)
    page = f"It is for all who live here.\n\n{NIGHT} {FEE}\n"
    assert accepted(page, other, kept=False, prefix=f"\n\n{NIGHT} ")


def test_a_paragraph_is_known_whole_where_the_empty_line_beside_it_was_stored() -> None:
    page = f"It is for all.\n\n{FEE} {NIGHT}\n\nThe bell rings.\n"
    other = f"So it is for all.\n\n{FEE} {NIGHT}\n\nThe bell rings.\n"
    assert accepted(page, other, kept=False, suffix=f" {NIGHT}\n\n")
    assert not accepted(page, other, kept=False, suffix=f" {NIGHT}")
    announced = f"Do not do this:\n\n{NIGHT} {FEE}\n"
    assert not accepted(announced, f"Well.\n\n{announced}", kept=False, prefix=f"\n\n{NIGHT} ")


@pytest.mark.parametrize("opening", OPENINGS)
def test_the_first_word_of_the_sentence_pointed_to_counts_where_the_old_text_is_lost(opening: str) -> None:
    long = f"guest {NIGHT.lower()}"
    one, other = (f"{opening}{word} {long}\n\n{THIS}\n\nThe bell rings.\n" for word in ("No", "A"))
    assert asked(one, other, THIS)
    assert asked(other, one, THIS)
    assert accepted(one, f"{one}\nIt ends.\n", THIS, kept=False)
