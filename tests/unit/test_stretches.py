"""Stretches of lines that two texts have in common."""

import random
from itertools import pairwise

from goldset.resolution.stretches import common_stretches

LINES = [
    "",
    "a",
    "- item",
    "The desk keeps the spare key for seven years, and then it is burnt.",
    "A visitor pays the fee of 40 euros in writing, or not at all if asked.",
    "Every branch reports the blue form within 5 days after the visit.",
]


def shown(old: str, new: str) -> list[str]:
    found = common_stretches(old, new)
    assert all(old[s.start : s.end] == new[s.other : s.other_end] for s in found)
    return [old[s.start : s.end] for s in found]


def test_what_both_begin_and_end_with_is_common() -> None:
    assert shown("a\nb\nc\n", "a\nx\nc\n") == ["a\n", "c\n"]


def test_a_line_that_begins_alike_is_not() -> None:
    assert shown("a\nbcd\ne\n", "a\nbxd\ne\n") == ["a\n", "e\n"]


def test_what_was_added_at_the_end_leaves_all_the_rest() -> None:
    assert shown("a\nb\n", "a\nb\nc\n") == ["a\nb\n"]


def test_a_telling_line_between_changes_is_common_with_its_neighbours() -> None:
    old, new = (f"{one}\n\n{LINES[3]}\n\n{LINES[1]}\n{one}\n" for one in "xy")
    assert shown(old, new) == [f"\n{LINES[3]}\n\n{LINES[1]}\n"]


def test_lines_that_changed_places_are_left_out() -> None:
    old = f"x\n{LINES[3]}\n{LINES[4]}\n{LINES[5]}\nx\n"
    new = f"y\n{LINES[4]}\n{LINES[3]}\n{LINES[5]}\ny\n"
    assert shown(old, new) == [f"{LINES[5]}\n"] or shown(old, new) == []


def test_a_text_that_was_rewritten_has_no_frame_of_lines() -> None:
    old = f"x\n{LINES[3]}\nx\n"
    assert shown(old, f"y\n{LINES[3]}\ny\n") == [f"{LINES[3]}\n"]
    assert shown(old, f"y\n{LINES[3]}\ny\n" + "Something else altogether. " * 20) == []


def test_stretches_keep_the_order_of_both_texts() -> None:
    rng = random.Random(1)
    for _ in range(2000):
        old = [rng.choice(LINES) for _ in range(rng.randint(0, 9))]
        new = [line for line in old if rng.random() < 0.8]
        for _ in range(rng.randint(0, 3)):
            new.insert(rng.randint(0, len(new)), rng.choice(LINES))
        one, two = "\n".join(old), "\n".join(new)
        found = common_stretches(one, two)
        assert all(one[s.start : s.end] == two[s.other : s.other_end] for s in found)
        for left, right in pairwise(found):
            assert left.end <= right.start
            assert left.other_end <= right.other
