"""Which document became which: what shares of its rare runs of words, equal texts and hints are worth."""

from collections.abc import Iterable, Mapping

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goldset.resolution.documents import held_little
from goldset.resolution.renames import (
    Rename,
    Shares,
    by_content,
    by_equal_text,
    by_hints,
    count_runs,
    may_have_merged,
    shared_runs,
)
from goldset.resolution.tokens import Keys

OLD = "guides/boats.md"


def keys(numbers: Iterable[int]) -> Keys:
    return np.array(sorted(numbers), dtype=np.uint64)


def shares_of(sources: Mapping[str, Iterable[int]], held: Mapping[str, Iterable[int]]) -> Shares:
    """Return the shares of old documents that others hold; documents are sets of numbers here."""
    shares = count_runs({name: keys(numbers) for name, numbers in sources.items()})
    for name, numbers in held.items():
        shares.add(name, shared_runs(keys(numbers), shares.union))
    return shares


def share_out(counts: Mapping[str, int], *, of: int = 200, apart: bool = True) -> Shares:
    """Return one old document of so many runs, and how many of them each other one holds, each its own ones."""
    at, held = 0, {}
    for name, count in counts.items():
        held[name] = range(at, at + count)
        at += count if apart else 0
    return shares_of({OLD: range(of)}, held)


def became(
    shares: Shares, new: Iterable[str], held_before: Mapping[str, Iterable[str]] | None = None
) -> dict[str, str]:
    before = {name: frozenset(sources) for name, sources in (held_before or {}).items()}
    return {source: rename.target for source, rename in by_content(shares, frozenset(new), before).items()}


@pytest.mark.parametrize(
    ("first", "second", "trusted"),
    [
        (100, 50, True),
        (100, 51, False),
        (99, 49, False),
        (99, 24, True),
        (40, 10, True),
        (40, 11, False),
        (39, 0, False),
        (200, 0, True),
    ],
)
def test_half_of_it_or_a_fifth_far_ahead_of_all_others_is_trusted(
    first: int,
    second: int,
    trusted: bool,  # noqa: FBT001
) -> None:
    shares = share_out({"a.md": first, "b.md": second})
    assert became(shares, ["a.md", "b.md"]) == ({OLD: "a.md"} if trusted else {})
    # A document that stood there before and held it, too, took nothing in.
    assert became(shares, ["a.md"]) == ({OLD: "a.md"} if first >= 40 else {})
    assert became(shares, []) == {}


@pytest.mark.parametrize(
    ("counts", "trusted"),
    [
        ({"new/boats.md": 20, "b.md": 5}, True),
        ({"new/boats.md": 20, "b.md": 6}, False),
        ({"new/boats.md": 19}, False),
        ({"boats.md": 20}, True),
        ({"new/oldboats.md": 20}, False),
        ({"new/boats.md": 20, "other/boats.md": 5}, False),
        ({"b.md": 20, "new/boats.md": 5}, False),
    ],
)
def test_of_the_same_file_name_less_is_enough(counts: Mapping[str, int], trusted: bool) -> None:  # noqa: FBT001
    assert became(share_out(counts), counts) == ({OLD: next(iter(counts))} if trusted else {})


def test_a_document_that_another_one_became_as_much_is_nobodys() -> None:
    one, other, more = range(100), range(100, 200), range(100, 201)
    held = {"a.md": [*range(80), *range(100, 180)]}
    assert became(shares_of({"one.md": one, "two.md": other}, held), held) == {}
    held = {"a.md": [*range(80), *range(100, 181)]}
    assert became(shares_of({"one.md": one, "two.md": more}, held), held) == {"two.md": "a.md"}


@pytest.mark.parametrize(
    ("counts", "merged"),
    [
        ({"a.md": 160}, True),
        ({"a.md": 160, "b.md": 40}, True),
        ({"a.md": 159, "b.md": 20}, False),
        ({"a.md": 159, "b.md": 19}, True),
        ({"a.md": 120, "b.md": 15}, True),
        ({"a.md": 120, "b.md": 16}, False),
        ({"a.md": 119}, False),
    ],
)
def test_a_document_that_stood_there_before_took_it_in_where_it_holds_nearly_all(
    counts: Mapping[str, int],
    merged: bool,  # noqa: FBT001
) -> None:
    shares = share_out(counts)
    assert became(shares, [], {"a.md": [OLD]}) == ({OLD: "a.md"} if merged else {})
    assert became(shares, [], {"a.md": ["other.md"], "b.md": [OLD]}) == {}


def test_only_a_document_that_holds_more_than_half_may_have_taken_it_in() -> None:
    counts = {"a.md": 119, "b.md": 120, "c.md": 121}
    assert may_have_merged(share_out(counts, apart=False)) == {"b.md", "c.md"}
    assert may_have_merged(share_out({})) == frozenset()


@given(st.lists(st.tuples(st.sampled_from("abcde"), st.integers(0, 120)), max_size=8), st.booleans())
@settings(max_examples=200, deadline=None)
def test_what_the_others_held_before_makes_no_difference(counts: list[tuple[str, int]], apart: bool) -> None:  # noqa: FBT001
    shares = share_out({f"{name}.md": count for name, count in counts}, of=120, apart=apart)
    before = {f"{name}.md": frozenset({OLD}) for name in "abcd"}
    asked = {name: sources for name, sources in before.items() if name in may_have_merged(shares)}
    for new in (frozenset[str](), frozenset({"e.md"}), frozenset({"a.md", "e.md"})):
        assert by_content(shares, new, asked) == by_content(shares, new, before)


def test_two_documents_that_hold_nearly_all_are_told_from_each_other_by_nothing() -> None:
    shares = share_out({"a.md": 180, "b.md": 170}, apart=False)
    assert became(shares, [], {"a.md": [OLD], "b.md": [OLD]}) == {}
    assert became(shares, [], {"a.md": [OLD]}) == {OLD: "a.md"}
    assert became(shares, [], {"b.md": [OLD]}) == {}


def test_a_page_that_was_replaced_did_not_become_itself() -> None:
    shares = share_out({OLD: 190, "a.md": 180}, apart=False)
    assert became(shares, [OLD, "a.md"]) == {OLD: "a.md"}
    assert by_content(shares, frozenset({OLD, "a.md"}), {})[OLD].rivals == ()
    assert became(share_out({OLD: 190, "a.md": 170}, apart=False), [], {"a.md": [OLD]}) == {OLD: "a.md"}


def test_what_many_documents_hold_tells_none_of_them() -> None:
    many = {f"{name}.md": range(20) for name in "bcd"}
    shares = shares_of({OLD: range(40)}, {"a.md": range(40), **many})
    assert shares.table()[OLD] == {"a.md": (20, 1.0)}
    assert shares.table(alone=True)[OLD]["a.md"] == (40, 1.0)
    assert shares.table(alone=True)[OLD]["b.md"] == (20, 0.5)
    del many["d.md"]
    shares = shares_of({OLD: range(40)}, {"a.md": range(40), **many})
    assert shares.table()[OLD]["b.md"] == (20, 0.5)


def test_what_many_lost_documents_held_tells_none_of_them() -> None:
    four = {f"{number}.md": [*range(20), 100 + number] for number in range(4)}
    shares = shares_of(four, {"a.md": range(20), "b.md": [100, 103]})
    assert shares.table() == {"0.md": {"b.md": (1, 1.0)}, "1.md": {}, "2.md": {}, "3.md": {"b.md": (1, 1.0)}}
    del four["3.md"]
    shares = shares_of(four, {"a.md": range(20), "b.md": [102, 103]})
    assert shares.table()["2.md"] == {"a.md": (20, 20 / 21), "b.md": (1, 1 / 21)}


def test_rivals_hold_more_than_a_trace_of_it() -> None:
    found = by_content(share_out({"b.md": 5, "c.md": 7, "a.md": 150, "d.md": 6}), frozenset({"a.md"}), {})
    assert found[OLD] == Rename(OLD, "a.md", 0.75, "holds 75% of its rare runs of words", ("c.md", "d.md"))


def test_what_held_less_than_a_twentieth_of_it_before_held_next_to_nothing() -> None:
    earlier = shares_of(
        {OLD: range(1000), "two.md": range(1000, 2000)}, {"a.md": range(50), "b.md": range(48)}
    )
    assert held_little(earlier, ["a.md", "b.md", "c.md"]) == {
        "a.md": {"two.md"},
        "b.md": {OLD, "two.md"},
        "c.md": {OLD, "two.md"},
    }
    # Each is looked at as though there were no other: what many of them hold was there before all the same.
    many = {f"{name}.md": range(50) for name in "abcd"}
    assert held_little(shares_of({OLD: range(100)}, many), ["a.md"]) == {"a.md": frozenset()}


def test_equal_texts_pair_one_to_one() -> None:
    assert by_equal_text({OLD: "x"}, {"a.md": "x", "b.md": "y"}) == {
        OLD: Rename(OLD, "a.md", 1.0, "has the same text")
    }
    assert by_equal_text({OLD: "x"}, {"a.md": "x", "b.md": "x"}) == {}
    assert by_equal_text({OLD: "x", "two.md": "x"}, {"a.md": "x"}) == {}
    assert by_equal_text({OLD: "x"}, {"b.md": "y"}) == {}


def hinted(
    shares: Shares,
    *hints: tuple[str, str],
    gone: Iterable[str] = (OLD,),
    new: Iterable[str] = ("a.md", "b.md"),
) -> dict[str, str]:
    found = by_hints(hints or ((OLD, "a.md"),), shares, frozenset(gone), frozenset(new))
    return {source: rename.target for source, rename in found.items()}


def test_a_hint_counts_where_the_content_agrees() -> None:
    assert hinted(share_out({"a.md": 20})) == {OLD: "a.md"}
    assert hinted(share_out({"a.md": 19})) == {}
    assert hinted(share_out({})) == {}
    assert hinted(share_out({"a.md": 20, "b.md": 20})) == {OLD: "a.md"}
    assert hinted(share_out({"a.md": 20, "b.md": 21})) == {}
    assert hinted(share_out({"a.md": 20, "old.md": 60})) == {OLD: "a.md"}


def test_a_hint_counts_alone_where_the_old_text_is_lost() -> None:
    found = by_hints([(OLD, "a.md")], shares_of({}, {}), frozenset({OLD}), frozenset({"a.md"}))
    assert found == {OLD: Rename(OLD, "a.md", 0.0, "the list of renames says so")}


def test_a_hint_counts_from_one_lost_document_to_one_new_one() -> None:
    shares = share_out({"a.md": 20, "b.md": 20})
    assert hinted(shares, (OLD, "a.md"), (OLD, "a.md")) == {OLD: "a.md"}
    assert hinted(shares, (OLD, "a.md"), (OLD, "b.md")) == {}
    assert hinted(shares, (OLD, "a.md"), ("two.md", "a.md"), gone=[OLD, "two.md"]) == {}
    assert hinted(shares, (OLD, "a.md"), gone=["two.md"]) == {}
    assert hinted(shares, (OLD, "a.md"), new=["b.md"]) == {}


def test_rivals_of_a_hint_are_told_too() -> None:
    found = by_hints(
        [(OLD, "a.md")],
        share_out({"c.md": 6, "a.md": 150, "b.md": 5}),
        frozenset({OLD}),
        frozenset({"a.md"}),
    )
    assert found[OLD] == Rename(OLD, "a.md", 0.75, "the list of renames says so", ("c.md",))
