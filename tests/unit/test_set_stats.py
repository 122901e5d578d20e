from datetime import UTC, date, datetime
from typing import Any

import pytest

from goldset.domain.item_facts import Tier
from goldset.domain.items import Item
from goldset.domain.set_stats import ItemStats, Row, Tally, TierSize, item_stats, quarter
from goldset.domain.snapshots import Manifest, Snapshot
from goldset.domain.standing import stand, standpoint

SPAN = {"doc_id": "a.md", "text": "x"}


def item(name: str, **more: Any) -> Item:
    fields = {
        "id": name,
        "question": "?",
        "slice": "s",
        "answerable": True,
        "gold_answer": "A.",
        "corpus_snapshot": "one",
    }
    return Item.model_validate({**fields, "gold_spans": [SPAN], **more})


def unanswerable(name: str, reason: str) -> Item:
    fields = {"id": name, "question": "?", "slice": "s", "answerable": False, "abstain_reason": reason}
    return Item.model_validate(fields)


def tally(stats: ItemStats, name: str) -> Tally:
    return next(tally for tally in stats.tallies if tally.name == name)


def test_each_item_is_in_one_row_by_what_it_says_and_where_it_is_in_its_life() -> None:
    retired = item("c", kind="term", status="retired", retired={"reason": "old"})
    stats = item_stats([item("a", kind="term"), item("b", status="draft"), retired, item("d")], None, [])
    assert stats.table("kind").rows == (Row("term", active=1, retired=1), Row(None, active=1, draft=1))
    assert stats.table("status").rows == (Row("active", 2), Row("draft", draft=1), Row("retired", retired=1))
    assert stats.table("slice").whole == Row("all", 2, 0, 1, 1)


def test_stale_items_are_counted_where_they_are_measured_and_named_wherever_they_are() -> None:
    listed = [item("b"), item("a", status="draft"), item("c", corpus_snapshot="two")]
    head = Snapshot("two", datetime(2026, 10, 1, tzinfo=UTC), "docs", "t/1", "0", 0, 0)
    found = stand(listed, standpoint("two", [Manifest(head, {})], {}))
    stats = item_stats(listed, found, ["two"])
    assert stats.table("slice").rows == (Row("s", active=2, stale=1, draft=1),)
    assert stats.stale is not None
    assert [(one.item, one.status) for one in stats.stale] == [("a", "draft"), ("b", "active")]
    assert tally(stats, "standing").rows == (("stale: not resolved", 2), ("current: confirmed", 1))


def test_rows_stand_in_the_order_of_their_field_or_by_size() -> None:
    many = [item(f"n{n}", slice="many", tier="full") for n in range(2)]
    stats = item_stats([item("a", slice="few", tier="smoke"), *many, item("z", slice="also")], None, [])
    assert [row.value for row in stats.table("slice").rows] == ["many", "also", "few"]
    assert [row.value for row in stats.table("tier").rows] == ["smoke", "full", None]


@pytest.mark.parametrize(
    ("month", "found"), [(1, "Q1"), (3, "Q1"), (4, "Q2"), (9, "Q3"), (10, "Q4"), (12, "Q4")]
)
def test_a_quarter_is_three_months(month: int, found: str) -> None:
    assert quarter(date(2026, month, 1)) == f"2026-{found}"


def test_ages_stand_from_the_oldest() -> None:
    listed = [item("a", labelled_at="2026-10-01"), item("b", labelled_at="2025-12-31"), item("c")]
    rows = item_stats(listed, None, []).table("labelled_at").rows
    assert [row.value for row in rows] == ["2025-Q4", "2026-Q4", None]


def test_an_item_is_as_old_as_its_oldest_confirmation() -> None:
    later = {**SPAN, "corpus_snapshot": "two"}
    dropped = {"id": "q", "relabel": {"decision": "drop", "reason": "no", "was": SPAN}}
    listed = [
        item("a", gold_spans=[later]),
        item("b", gold_spans=[later, SPAN]),
        item("c", gold_spans=[later, dropped]),
        item("d", corpus_snapshot="zero"),
        item("f", gold_spans=[later, {**SPAN, "corpus_snapshot": "pruned"}]),
        unanswerable("e", "ambiguous"),
    ]
    rows = item_stats(listed, None, ["one", "two"]).table("confirmed_in").rows
    assert [(row.value, row.active) for row in rows] == [
        ("pruned", 1),
        ("zero", 1),
        ("one", 1),
        ("two", 2),
        (None, 1),
    ]


def test_reasons_not_to_answer_are_over_the_unanswerable_items_a_persons_decision_included() -> None:
    decided = {"decision": "unanswerable", "reason": "gone", "abstain_reason": "not_in_corpus", "was": SPAN}
    listed = [
        item("a"),
        unanswerable("b", "ambiguous"),
        item("c", gold_spans=[{"id": "q", "relabel": decided}]),
    ]
    stats = item_stats(listed, None, [])
    rows = stats.table("abstain_reason").rows
    assert [(row.value, row.active) for row in rows] == [("not_in_corpus", 1), ("ambiguous", 1)]
    assert [row.total for row in stats.table("answerable").rows] == [2, 1]
    with pytest.raises(KeyError):
        item_stats([item("a")], None, []).table("abstain_reason")


@pytest.mark.parametrize(
    ("numbers", "verdicts"),
    [
        ((9, 0, 9), ("too small", "too small", "fits")),
        ((31, 300, 330), ("too large", "fits", "too small")),
        ((10, 100, 110), ("fits", "fits", "fits")),
    ],
)
def test_tiers_are_held_against_their_sizes(numbers: tuple[int, int, int], verdicts: tuple[str, ...]) -> None:
    listed = [
        item(f"{tier}{n}", tier=str(tier))
        for tier, number in zip(Tier, numbers, strict=True)
        for n in range(number)
    ]
    draft = item("draft", tier="smoke", status="draft")
    found = item_stats([*listed, draft], None, []).tiers
    assert tuple(size.verdict for size in found) == verdicts
    assert found[2] == TierSize(Tier.FULL, numbers[2], numbers[0] + numbers[1], None)


def test_a_set_without_tiers_has_none_to_hold_against_a_size() -> None:
    assert item_stats([item("a"), item("b", tier="smoke", status="draft")], None, []).tiers == ()


def test_drafts_are_counted_by_what_they_wait_for_and_waivers_by_finding() -> None:
    listed = [
        item("a", status="draft", draft_reasons=["no place", "no answer"], unplaced=[{"reason": "no place"}]),
        item("b", status="draft", draft_reasons=["no place"]),
        item("c", status="draft", waivers=[{"code": "GS158", "reason": "so"}]),
        item("d", waivers=[{"code": "GS158", "reason": "so"}, {"code": "GS101", "reason": "so"}]),
    ]
    stats = item_stats(listed, None, [])
    assert tally(stats, "draft_reason").rows == (("no place", 2), ("no answer", 1), (None, 1))
    assert tally(stats, "unplaced").rows == (("no place", 1),)
    assert tally(stats, "waiver").rows == (("GS158", 2), ("GS101", 1))


def test_coarse_spans_are_named_but_not_those_of_retired_items() -> None:
    coarse = [SPAN, {**SPAN, "id": "wide", "coarse": "chunk"}]
    gone = item("c", gold_spans=coarse, status="retired", retired={"reason": "old"})
    stats = item_stats([gone, item("b", gold_spans=coarse)], None, [])
    assert [(one.item, one.span, one.level) for one in stats.coarse] == [("b", "wide", "chunk")]
    assert tally(stats, "exactness").rows == (("chunk", 2), ("exact", 2))
