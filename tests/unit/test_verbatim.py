"""The same words in a new text: when they are the confirmed passage, and when they may be another one."""

from collections.abc import Mapping

import numpy as np
import pytest

from goldset.resolution.exact import Verbatim, find_verbatim, told_apart
from goldset.resolution.mapping import map_tokens
from goldset.resolution.reading import Passage, passage, read

NOWHERE: Mapping[int, int] = {}


def found(
    before: str,
    after: str,
    quote: str,
    became: Mapping[int, int] | None = None,
    *,
    nth: int = 0,
    known: int | None = None,
) -> Verbatim:
    """Look for a quote; `became` says which token became which, None leaves that to the diff."""
    old_text, new_text = read("p", before, partial=known is not None), read("p", after)
    start = -1
    for _ in range(nth + 1):
        start = before.index(quote, start + 1)
    old = passage(old_text, start, start + len(quote))
    mapped = map_tokens(old_text.tokens, new_text.tokens)
    if became is not None:
        mapped = np.full(len(old_text.keys), -1, dtype=np.int64)
        for one, other in became.items():
            mapped[one] = other
    return find_verbatim(old, new_text, mapped, known)


@pytest.mark.parametrize(
    ("quote", "enough"),
    [
        ("lamp rope bell doors", False),
        ("lamp rope bell indoors", False),
        ("lamp rope bell outdoors", True),
        ("candlesticks chandelier lanternlight", False),
        ("candlesticks chandelier lantern light", True),
    ],
)
def test_few_words_that_moved_need_their_surroundings(quote: str, enough: bool) -> None:  # noqa: FBT001
    before, after = f"one two six ten {quote} red tan sky hue", f"elm oak yew ash {quote} ivy fir box bay"
    assert (found(before, after, quote, NOWHERE).place is not None) is enough
    assert (found("one two six ten " + quote, quote, quote, NOWHERE).place is not None) is enough


@pytest.mark.parametrize(
    ("after", "told"),
    [
        ("two six ten {} ivy fir box", True),
        ("elm six ten {} ivy fir box", False),
        ("six ten {} ivy fir box", False),
        ("elm oak yew {} red tan sky", True),
        ("elm oak yew {} red tan box", False),
        ("elm oak yew {} red tan", False),
    ],
)
def test_three_words_on_one_side_are_surroundings(after: str, told: bool) -> None:  # noqa: FBT001
    place = found(
        "one two six ten {} red tan sky hue".format("lamp"), after.format("lamp"), "lamp", NOWHERE
    ).place
    assert (place is not None) is told


def test_surroundings_at_the_ends_of_a_text_are_no_fewer_than_three() -> None:
    assert found("two six ten lamp", "two six ten lamp", "lamp", NOWHERE).place is not None
    assert found("six ten lamp red tan", "six ten lamp red tan", "lamp", NOWHERE).place is None
    assert found("lamp red tan", "elm lamp red tan", "lamp", NOWHERE).place is None
    assert found("lamp red tan sky", "elm lamp red tan sky", "lamp", NOWHERE).place is not None


QUOTE = "lamps hang in every hall upstairs"


@pytest.mark.parametrize(
    ("between", "rewritten"),
    [
        ("lamps hang in our hut", True),
        ("lamps hang by our hut", False),
        ("we had lamps hang in our small old hut out by that big mill", True),
        ("we had lamps hang in our small old hut out there by that big mill and the new lake", False),
    ],
)
def test_a_passage_rewritten_in_place_is_not_its_copy_elsewhere(between: str, rewritten: bool) -> None:  # noqa: FBT001
    before = f"elm oak {QUOTE} red tan"
    after = f"elm oak {between} red tan. Now {QUOTE} ends"
    size = len(between.split())
    verbatim = found(before, after, QUOTE, {0: 0, 1: 1, 8: 2 + size, 9: 3 + size})
    assert (verbatim.place is None) is rewritten
    assert len(verbatim.places) == 1
    # Where a neighbour went, or both stand side by side, nothing was written between them.
    assert found(before, after, QUOTE, {0: 0, 8: 2 + size}).place is not None
    assert found(before, after, QUOTE, {0: 0, 1: 1}).place is not None
    assert found(before, f"elm oak red tan. Now {QUOTE} ends", QUOTE, {1: 1, 8: 2}).place is not None


def test_a_passage_between_its_neighbours_is_at_its_place() -> None:
    before, after = f"elm oak {QUOTE} red tan", f"elm oak lamps hang in a hall {QUOTE} red tan"
    assert found(before, after, QUOTE, {1: 1, 8: 13}).place is not None


TWICE = f"elm oak yew {QUOTE} ash fir box ivy one two six {QUOTE} red tan sky hue"


@pytest.mark.parametrize("nth", [0, 1])
def test_copies_that_all_stand_are_told_apart_by_where_the_diff_maps_them(nth: int) -> None:
    moved = f"Now {TWICE}"
    place = found(TWICE, moved, QUOTE, nth=nth).place
    assert place is not None
    assert place.start == [n for n in range(len(moved)) if moved.startswith(QUOTE, n)][nth]
    assert found(TWICE, moved, QUOTE, NOWHERE, nth=nth).place is None


def test_where_copies_vanished_both_sides_must_tell() -> None:
    one = f"elm oak yew {QUOTE} ash fir box"
    two = f"one two six {QUOTE} ash fir box"
    both, first, second = f"{one} and {two}", f"{one} and so on", f"so it was and {two}"
    assert found(both, first, QUOTE).place is None  # the words after it stood after the other one, too
    left = f"{one} and elm oak yew {QUOTE} red tan sky"
    assert found(left, first, QUOTE).place is None
    apart = f"{one} and one two six {QUOTE} red tan sky"
    assert found(apart, first, QUOTE).place is not None
    assert found(apart, second.replace("ash fir box", "red tan sky"), QUOTE, nth=1).place is not None


def test_copies_are_counted_by_what_was_stored_where_the_text_is_lost() -> None:
    stored = f"elm oak yew {QUOTE} ash fir box"
    assert found(stored, f"Now {stored}", QUOTE, known=1).place is not None
    assert found(stored, f"Now {stored}", QUOTE, known=2).place is None
    assert found(stored, f"Now {stored}", QUOTE, known=0).place is None
    again = f"Now {stored} and one two six {QUOTE} red tan sky"
    assert found(stored, again, QUOTE, known=1).place is not None
    assert found(stored, again, QUOTE, known=2).place is not None
    assert found(stored, again, QUOTE, known=3).place is None
    assert found(stored, again.replace("yew", "nut"), QUOTE, known=2).place is None
    assert found(stored, again.replace("ash", "nut"), QUOTE, known=2).place is None
    assert found(f"yew {QUOTE} ash", again, QUOTE, known=2).place is None


def whole(text: str, quote: str) -> Passage:
    start = text.index(quote)
    return passage(read("p", text), start, start + len(quote))


def test_a_place_that_the_diff_maps_in_part_is_not_told_apart() -> None:
    old, new = whole(TWICE, QUOTE), whole(TWICE, QUOTE)
    every = np.arange(len(old.reading.keys))
    assert told_apart(old, new, every)
    for at in (old.i, old.i + 2, old.j - 1):
        some = every.copy()
        some[at] = -1
        assert not told_apart(old, new, some)


def test_a_figure_inside_a_longer_one_is_another_figure() -> None:
    assert found("It costs 12 coins a day here", "It costs 125 coins a day here", "costs 12").place is None
    assert (
        found("It costs 12 coins a day here", "It costs 12 coins a day there", "costs 12").place is not None
    )
