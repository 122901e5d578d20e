"""What must hold of resolving whatever the texts are."""

import random

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from goldset.domain.resolutions import CARRIED_OVER
from goldset.domain.settings import PolicySettings
from goldset.resolution.resolve import resolve_spans
from tests.resolving import Pages, label, resolve

SUBJECTS = [
    "The plan",
    "A member",
    "Every branch",
    "Our desk",
    "The owner",
    "A tenant",
    "The club",
    "A visitor",
]
VERBS = ["pays", "covers", "sends", "returns", "checks", "keeps", "reports", "stores"]
OBJECTS = [
    "the fee of 40 euros",
    "3 boxes of paper",
    "the blue form",
    "a spare key",
    "12 folders",
    "the old list",
]
ENDS = [
    "within 5 days",
    "after the visit",
    "at the front desk",
    "before the 9th",
    "in writing",
    "each spring",
]

sentences = st.builds(
    lambda s, v, o, e: f"{s} {v} {o} {e}.",
    st.sampled_from(SUBJECTS),
    st.sampled_from(VERBS),
    st.sampled_from(OBJECTS),
    st.sampled_from(ENDS),
)
pages = st.lists(sentences, min_size=4, max_size=14, unique=True)
quick = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def page(lines: list[str]) -> str:
    return "# Handbook\n\n" + "\n\n".join(lines) + "\n"


@quick
@given(pages, st.data())
def test_an_unrelated_edit_before_a_span_moves_it_by_its_length(
    lines: list[str], data: st.DataObject
) -> None:
    at = data.draw(st.integers(1, len(lines) - 1))
    item = label({"p": page(lines)}, "p", lines[at])
    inserted = "Nothing here matters to anybody at all."
    found = resolve({"p": page(lines)}, {"p": page([inserted, *lines])}, item)
    assert found.accepted
    assert found.to is not None
    assert found.to.text == lines[at]
    assert found.to.start == item.spans()[0].confirmed.start + len(inserted) + 2  # type: ignore[operator]


@quick
@given(pages, st.data())
def test_deleting_the_labelled_copy_is_never_accepted(lines: list[str], data: st.DataObject) -> None:
    copies = data.draw(st.lists(st.integers(0, len(lines)), min_size=1, max_size=3))
    quote = "The same words stand here more than once, and only one was meant."
    with_copies = list(lines)
    for at in sorted(copies, reverse=True):
        with_copies.insert(at, quote)
    whole = page([*with_copies, quote])
    nth = data.draw(st.integers(0, len(copies)))
    item = label({"p": whole}, "p", quote, nth=nth)
    start = item.spans()[0].confirmed.start
    assert start is not None
    after = whole[:start] + whole[start + len(quote) + 2 :]
    for kept in (True, False):
        assert not resolve({"p": whole}, {"p": after}, item, kept=kept).accepted


@quick
@given(pages, st.data())
def test_swapping_any_digit_is_never_accepted(lines: list[str], data: st.DataObject) -> None:
    with_digits = [n for n, line in enumerate(lines) if any(c.isdigit() for c in line)]
    assume(with_digits)
    at = data.draw(st.sampled_from(with_digits))
    places = [n for n, c in enumerate(lines[at]) if c.isdigit()]
    where = data.draw(st.sampled_from(places))
    other = data.draw(st.sampled_from([d for d in "0123456789" if d != lines[at][where]]))
    edited = lines[at][:where] + other + lines[at][where + 1 :]
    assume(edited not in lines)
    after = page([*lines[:at], edited, *lines[at + 1 :]])
    for kept in (True, False):
        assert not resolve(
            {"p": page(lines)}, {"p": after}, label({"p": page(lines)}, "p", lines[at]), kept=kept
        ).accepted


@quick
@given(pages, st.data(), st.sampled_from(["not", "never", "except", "unless", "no longer"]))
def test_inserting_a_negation_is_never_accepted(lines: list[str], data: st.DataObject, word: str) -> None:
    at = data.draw(st.integers(0, len(lines) - 1))
    words = lines[at].split(" ")
    where = data.draw(st.integers(1, len(words) - 1))
    edited = " ".join([*words[:where], word, *words[where:]])
    after = page([*lines[:at], edited, *lines[at + 1 :]])
    for kept in (True, False):
        assert not resolve(
            {"p": page(lines)}, {"p": after}, label({"p": page(lines)}, "p", lines[at]), kept=kept
        ).accepted


@quick
@given(pages, pages, st.data())
def test_unrelated_documents_never_turn_a_question_into_an_accept(
    lines: list[str], others: list[str], data: st.DataObject
) -> None:
    at = data.draw(st.integers(0, len(lines) - 1))
    changed = [line for n, line in enumerate(lines) if n != at or data.draw(st.booleans())]
    item = label({"p": page(lines)}, "p", lines[at])
    alone = resolve({"p": page(lines)}, {"p": page(changed)}, item)
    beside = resolve({"p": page(lines)}, {"p": page(changed), "q": page(others), "r": "Other words."}, item)
    assert beside.accepted <= alone.accepted


@quick
@given(st.lists(pages, min_size=2, max_size=4), st.randoms(use_true_random=False))
def test_the_order_of_documents_and_spans_changes_nothing(texts: list[list[str]], rng: random.Random) -> None:
    before: dict[str, str | None] = {f"d{n}": page(lines) for n, lines in enumerate(texts)}
    after: dict[str, str | None] = {
        f"e{n}": page([*lines[1:], "One more line ends it."]) for n, lines in enumerate(texts)
    }
    spans = [
        label(before, f"d{n}", line, id=f"i{n}-{m}").spans()[0]
        for n, lines in enumerate(texts)
        for m, line in enumerate(lines[:3])
    ]

    def run(order: list[int], names: list[str]) -> dict[tuple[str, str], object]:
        new = Pages({name: after[name] for name in names})
        old = Pages({name: before[name] for name in sorted(before, key=lambda _: rng.random())})
        found = resolve_spans([spans[n] for n in order], {"a": old}, new, [], PolicySettings())
        return {one.key: one for one in found}

    straight = run(list(range(len(spans))), sorted(after))
    shuffled_spans, shuffled_names = list(range(len(spans))), sorted(after)
    rng.shuffle(shuffled_spans)
    rng.shuffle(shuffled_names)
    assert run(shuffled_spans, shuffled_names) == straight


@quick
@given(pages, st.data())
def test_an_accepted_place_reads_as_it_is_recorded(lines: list[str], data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(lines) - 1))
    after = list(lines)
    data.draw(st.randoms(use_true_random=False)).shuffle(after)
    text = page(after)
    found = resolve({"p": page(lines)}, {"p": text}, label({"p": page(lines)}, "p", lines[at]))
    assert found.accepted == (found.outcome in CARRIED_OVER) == (found.to is not None)
    if found.to is not None:
        assert text[found.to.start : found.to.end] == found.to.text == lines[at]


@pytest.mark.parametrize("kept", [True, False])
def test_adjacent_copies_are_not_told_apart(kept: bool) -> None:  # noqa: FBT001 (a parameter of pytest)
    quote = "This line is repeated word for word."
    before = page(["It begins.", quote, quote, quote, "It ends."])
    after = page(["It begins.", quote, quote, "It ends."])
    for nth in range(3):
        assert not resolve(
            {"p": before}, {"p": after}, label({"p": before}, "p", quote, nth=nth), kept=kept
        ).accepted
