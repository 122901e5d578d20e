"""Where a harmlessly changed passage stands, and which of its labels and link targets may change unseen."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest

from goldset.domain.resolutions import Resolution
from goldset.domain.settings import PolicySettings
from goldset.resolution.harmless import allow_list
from goldset.resolution.labels import vowels_differ
from goldset.resolution.own import beside, find_harmless
from goldset.resolution.reading import Passage, passage, read, token_passage
from tests.resolving import label, resolve

ALLOWED = allow_list(PolicySettings(), "en")
BEFORE = "One starts. The colour is red. It ends."
AFTER = "One starts. The color is red. It ends."
QUOTE = "The colour is red."
SAME = {n: n for n in range(11) if n != 4}  # the word of which the spelling changed is not mapped


def cut(text: str, quote: str, *, partial: bool = False, nth: int = 0) -> Passage:
    start = -1
    for _ in range(nth + 1):
        start = text.index(quote, start + 1)
    return passage(read("p", text, partial=partial), start, start + len(quote))


def place(old: Passage, after: str, became: Mapping[int, int]) -> str | None:
    mapped = np.full(len(old.reading.keys), -1, dtype=np.int64)
    for one, other in became.items():
        mapped[one] = other
    found = find_harmless(old, read("p", after), mapped, ALLOWED)
    return None if found is None else found.raw


def without(*tokens: int) -> dict[int, int]:
    return {one: other for one, other in SAME.items() if one not in tokens}


@pytest.mark.parametrize("gone", [(), (2,), (8,), (3,), (7,), (2, 7), (8, 3)])
def test_a_neighbour_and_most_of_the_words_lead_to_the_place(gone: tuple[int, ...]) -> None:
    assert place(cut(BEFORE, QUOTE), AFTER, without(*gone)) == QUOTE.replace("colour", "color")


@pytest.mark.parametrize(
    "became",
    [
        {},
        without(2, 8),  # no neighbour moved along
        without(3, 5, 6),  # most of the words went elsewhere
        {**SAME, 5: 9},  # one of them did
        {**SAME, 5: 1},
    ],
)
def test_else_nothing_does(became: Mapping[int, int]) -> None:
    assert place(cut(BEFORE, QUOTE), AFTER, became) is None


def test_half_of_the_words_are_enough() -> None:
    before, after = BEFORE.replace("is red", "is bright red"), AFTER.replace("is red", "is bright red")
    quote = QUOTE.replace("is red", "is bright red")
    ends = {2: 2, 9: 9}
    assert place(cut(before, quote), after, {**ends, 3: 3, 5: 5, 8: 8}) is not None
    assert place(cut(before, quote), after, {**ends, 3: 3, 8: 8}) is None


def test_both_neighbours_are_needed_where_copies_stand() -> None:
    before, after = f"{BEFORE} {QUOTE} So.", f"{AFTER} {QUOTE} So."
    every = {n: n for n in range(18) if n != 4}
    assert place(cut(before, QUOTE), after, every) is not None
    assert place(cut(before, QUOTE), after, {n: n for n in every if n != 2}) is None
    assert place(cut(before, QUOTE), after, {n: n for n in every if n != 8}) is None


def test_a_passage_begins_and_ends_with_a_unit_then_and_now() -> None:
    assert place(cut(BEFORE, "The colour is"), AFTER, SAME) is None
    assert place(cut(BEFORE, "colour is red."), AFTER, SAME) is None
    assert place(cut(BEFORE, "he colour is red."), AFTER, SAME) is None
    assert place(cut(BEFORE, QUOTE, partial=True), AFTER, SAME) is None
    grown = "One starts. Well the color is red. It ends."
    assert place(cut(BEFORE, QUOTE), grown, {0: 0, 1: 1, 2: 2, 5: 6, 6: 7, 7: 8, 8: 9, 9: 10}) is None


def test_the_ends_of_a_text_are_neighbours_of_their_own() -> None:
    quote, after = "The colour is red.", "The color is red."
    assert place(cut(quote, quote), after, {2: 2, 3: 3, 4: 4, 0: 0}) == after
    assert place(cut(quote, quote), after, {2: 2, 3: 3, 4: 4}) == after
    assert place(cut(quote, quote), after, {0: 0, 2: 2, 3: 3}) == after


def test_what_stands_beside_a_passage_is_beside_it_still() -> None:
    old = cut(BEFORE, QUOTE)
    new = cut(AFTER, "The color is red.")
    mapped = np.full(11, -1, dtype=np.int64)
    assert not beside(old, new, mapped)
    for at in (2, 8):
        one = mapped.copy()
        one[at] = at
        assert beside(old, new, one)
        one[at] = at + 1
        assert not beside(old, new, one)
    first, last = cut(BEFORE, "One starts."), cut(BEFORE, "It ends.")
    assert beside(first, token_passage(read("p", AFTER), 0, 3), mapped)
    assert not beside(first, token_passage(read("p", AFTER), 3, 8), mapped)
    assert beside(last, token_passage(read("p", AFTER), 8, 11), mapped)
    assert not beside(last, token_passage(read("p", AFTER), 3, 8), mapped)


def labelled(before: str, after: str, quote: str, **item: Any) -> Resolution:
    pages = [f"# Club\n\nIt is for all who live here.\n\n{text}\n\nIt ends.\n" for text in (before, after)]
    return resolve({"p": pages[0]}, {"p": pages[1]}, label({"p": pages[0]}, "p", quote, **item))


def test_a_passages_own_number_counts_only_where_the_item_names_it() -> None:
    texts = "7. Tools of the shed", "8. Tools of the shed"
    found = labelled(*texts, texts[0])
    assert found.accepted
    assert len(found.ignored) == 1
    assert not labelled(*texts, texts[0], question="What does rule 7 say?").accepted
    assert not labelled(*texts, texts[0], gold_answer="It is in 8.").accepted
    assert labelled(*texts, texts[0], question="What does rule 9 say?").accepted


def test_a_number_inside_a_passage_counts() -> None:
    before, after = "1. Tools\n2. Lamps of the shed", "1. Tools\n3. Lamps of the shed"
    assert not labelled(before, after, before).accepted
    assert not labelled(after, before, after).accepted
    assert not labelled(before, "1. Tools\n\nLamps of the shed", before).accepted


def test_a_link_target_counts_only_where_the_item_names_it() -> None:
    plain, one, two = (f"Ask at the {desk} for a key." for desk in ("desk", "[desk](a.md)", "[desk](b.md)"))
    assert labelled(one, two, one).ignored == ("a.md",)
    assert labelled(plain, one, plain).ignored == ()
    assert labelled(one, plain, one).ignored == ("a.md",)
    for before, after in ((one, two), (two, one), (plain, one), (one, plain)):
        assert labelled(before, after, before).accepted
        assert not labelled(before, after, before, question="What does a.md say?").accepted
        assert labelled(before, after, before, question="What does c.md say?").accepted
    twice = "Ask at the [desk](a.md) for a [key](a.md)."
    assert labelled(twice, one, twice).ignored == ("a.md",)


@pytest.mark.parametrize(
    ("before", "after", "differ"),
    [
        ("كَتب", "كُتب", True),
        ("كَتب", "كتب", False),
        ("كتب", "كَتب", False),
        ("كَتُب", "كَتب", False),
        ("كَتُب", "كُتَب", True),
        ("كَتب", "كُتبا", False),  # other letters: no question of vowels
        ("كـَتب", "كَتب", False),
        ("abc", "abd", False),
        ("", "", False),
    ],
)
def test_vowel_marks_may_be_left_out_and_never_be_others(before: str, after: str, *, differ: bool) -> None:
    assert vowels_differ(before, after) is differ
    assert vowels_differ(after, before) is differ
