"""Accuracy by arm, and pairs of the same question asked in two ways."""

import pytest

from goldset.domain.runs import Arm
from goldset.domain.scores import End, ItemScore
from goldset.evaluation.layers import layers
from goldset.evaluation.robustness import robustness


def in_arms(item: str, gold: float | None, retrieved: float | None, none: float | None) -> list[ItemScore]:
    values = zip((Arm.GOLD, Arm.RETRIEVED, Arm.NONE), (gold, retrieved, none), strict=True)
    return [
        ItemScore(item, arm, End.STALE if value is None else End.ANSWERED, {"correct": value})
        for arm, value in values
    ]


def test_the_points_are_lost_by_retrieval_or_by_the_generator() -> None:
    rows = [*in_arms("a", 1, 1, 0), *in_arms("b", 1, 0, 0), *in_arms("c", 0, 0, 0), *in_arms("d", 1, 1, 1)]
    found = layers(rows)
    assert (found.lost_in_retrieval, found.lost_in_generation, found.gained_by_retrieval) == (
        0.25,
        0.25,
        0.25,
    )
    assert (found.label_review, found.known_anyway) == (("c",), ("d",))


def test_arms_are_compared_over_the_same_items_and_the_others_are_named() -> None:
    rows = [*in_arms("a", 1, 1, 0), *in_arms("b", None, None, None), *in_arms("c", 1, 0, 1)[:2]]
    found = layers(rows)
    assert found.items == ("a",)
    assert found.left_out == {"nothing says it in every arm": ("c",), "stale": ("b",)}


def test_a_gap_needs_both_arms() -> None:
    found = layers([row for row in in_arms("a", 1, 1, 0) if row.arm is Arm.RETRIEVED])
    assert (found.lost_in_retrieval, found.gained_by_retrieval) == (None, None)
    assert layers([]).means == {}


def asked(
    item: str, correct: float | None, base: str = "", kind: str = "paraphrase", **said: float
) -> ItemScore:
    facts = {"kind": (kind,)} | ({"variant_of": (base,)} if base else {})
    end = End.STALE if correct is None else End.ANSWERED
    return ItemScore(item, Arm.RETRIEVED, end, {"correct": correct} | said, facts=facts)


def test_variants_are_compared_with_their_base_by_kind() -> None:
    rows = [
        asked("a", 1, citation_resolves=1.0),
        asked("a2", 0, "a", citation_resolves=0.5),
        asked("a3", 1, "a", kind="leading"),
        asked("b", 0, false_abstention=1),
        asked("b2", 1, "b", false_abstention=0),
        asked("c2", 1, "c"),
        asked("d", None),
        asked("d2", 1, "d"),
    ]
    leading, paraphrase = robustness(rows)
    assert (leading.kind, leading.compared) == ("leading", ("a3",))
    by_metric = {shift.metric: shift for shift in paraphrase.shifts}
    assert (by_metric["correct"].pairs, by_metric["correct"].change) == (2, 0)
    assert (by_metric["correct"].worse, by_metric["correct"].better) == (("a2",), ("b2",))
    assert by_metric["citation_resolves"].change == pytest.approx(-0.5)
    assert (by_metric["false_abstention"].worse, by_metric["false_abstention"].better) == ((), ("b2",))
    assert paraphrase.left_out == {"its base is not scored": ("c2",), "stale, or its base is": ("d2",)}
