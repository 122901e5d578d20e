from dataclasses import replace
from typing import Any

import pytest

from goldset.domain.runs import Arm, Layout, RunMeta
from goldset.domain.scores import End, ItemScore, Scored, ScoreRules
from goldset.evaluation.compare import (
    Comparison,
    compare,
    differing_rules,
    differing_runs,
    differing_snapshots,
)
from goldset.evaluation.outcomes import Outcome, outcome_of
from tests.scores import row, scored


def answered(item: str, correct: float | None, **more: Any) -> ItemScore:
    values = {} if correct is None else {"correct": correct, "false_abstention": 0.0}
    return row(item, values, **more)


def abstained(item: str, *, is_answerable: bool = True) -> ItemScore:
    values = {"correct": 0.0, "false_abstention": 1.0} if is_answerable else {"false_answer": 0.0}
    return row(item, values, end=End.ABSTAINED, is_answerable=is_answerable)


def compared(first: list[ItemScore], second: list[ItemScore]) -> Comparison:
    return compare(scored(first), scored(second), Arm.RETRIEVED, binary=frozenset({"correct", "hit"}))


def change(found: Comparison, metric: str) -> Any:
    return next(m for m in found.metrics if m.metric == metric)


def test_every_item_goes_from_one_outcome_to_one_and_the_matrix_adds_up() -> None:
    first = [answered("a", 1.0), answered("b", 0.0), abstained("c"), abstained("u", is_answerable=False)]
    second = [
        answered("a", 0.0),
        answered("b", 1.0),
        row("c", {}, end=End.MISSING),
        row("u", {"false_answer": 1.0}, is_answerable=False),
    ]
    found = compared(first, second)
    assert found.matrix == {
        (Outcome.RIGHT, Outcome.WRONG): 1,
        (Outcome.WRONG, Outcome.RIGHT): 1,
        (Outcome.FALSE_ABSTENTION, Outcome.MISSING): 1,
        (Outcome.RIGHT, Outcome.FALSE_ANSWER): 1,
    }
    assert [t.item for t in found.newly_failing] == ["a", "c", "u"]
    assert [t.item for t in found.newly_passing] == ["b"]
    assert [t.item for t in found.newly("false_answer")] == ["u"]


@pytest.mark.parametrize(
    ("shown", "outcome"),
    [
        (row("a", {"hit@3": 1.0, "complete@3": 1.0}), Outcome.RIGHT),
        (row("a", {"hit@3": 1.0, "complete@3": 0.0}), Outcome.PARTLY_RETRIEVED),
        (row("a", {"hit@3": 0.0, "complete@3": 0.0}), Outcome.NOT_RETRIEVED),
        (row("a", {"hit@3": None, "complete@3": None}, end=End.STALE), Outcome.STALE),
        (row("a", {"hit@3": 0.0, "complete@3": 0.0}, end=End.TIMEOUT), Outcome.TIMEOUT),
        (row("u", {}, is_answerable=False), Outcome.UNJUDGED),
        (row("a", {"hit_coarse@3": 1.0, "complete_coarse@3": 1.0}), Outcome.RIGHT),
        (row("a", {"hit_coarse@3": 0.0, "complete_coarse@3": 0.0}), Outcome.NOT_RETRIEVED),
    ],
)
def test_a_run_of_retrieval_alone_is_judged_by_complete_evidence(shown: ItemScore, outcome: Outcome) -> None:
    assert outcome_of(shown, answers=False, k=3) is outcome


def test_who_failed_newly_fails_in_another_class_unless_less_fails_than_before() -> None:
    nothing, part = {"hit@10": 0.0, "complete@10": 0.0}, {"hit@10": 1.0, "complete@10": 0.0}
    first = [row("less", part), row("more", nothing), row("same", nothing), row("lost", nothing)]
    second = [row("less", nothing), row("more", part), row("same", nothing), row("lost", {}, end=End.ERROR)]
    found = compared(first, second)
    assert [t.item for t in found.newly_failing] == ["less", "lost"]
    assert found.newly("failure") == found.newly_failing
    assert [t.item for t in found.newly("not_retrieved")] == ["less"]
    assert found.newly("partly_retrieved") == []


def test_an_answer_that_nothing_judges_is_neither_right_nor_wrong() -> None:
    assert outcome_of(answered("a", None), answers=True, k=3) is Outcome.UNJUDGED


def test_a_difference_is_that_of_the_items_that_both_know() -> None:
    stale = row("c", {"hit@1": None}, end=End.STALE)
    first = [row("a", {"hit@1": 1.0}), row("b", {"hit@1": 1.0}), stale]
    second = [row("a", {"hit@1": 1.0}), row("b", {"hit@1": 0.0}), row("c", {"hit@1": 1.0})]
    found = compared(first, second)
    hit = change(found, "hit@1")
    assert (hit.first.value, hit.second.value, hit.common) == (1.0, pytest.approx(2 / 3), 2)
    assert (hit.difference, hit.headline) == (-0.5, pytest.approx(-1 / 3))
    assert hit.of_items == pytest.approx(1 / 6)
    assert (hit.test.only_first, hit.test.only_second, hit.test.p) == (1, 0, 1.0)
    assert found.stale_first == ("c",)


def test_an_item_that_came_or_went_is_named_and_in_no_difference() -> None:
    found = compared([row("a", {"hit@1": 1.0}), row("old", {"hit@1": 0.0})], [row("a", {"hit@1": 1.0})])
    assert (found.only_first, found.only_second) == (("old",), ())
    assert change(found, "hit@1").difference == 0
    assert change(found, "hit@1").headline == 0.5


def test_a_metric_of_one_run_alone_has_no_difference() -> None:
    found = compared([row("a", {"hit@1": 1.0})], [row("a", {})])
    hit = change(found, "hit@1")
    assert (hit.common, hit.difference, hit.headline, hit.interval, hit.test) == (0, None, None, None, None)


def test_other_rules_are_told_one_by_one() -> None:
    assert differing_rules(ScoreRules(), ScoreRules()) == []
    other = ScoreRules(overlap=0.25, k=(1, 5))
    assert differing_rules(ScoreRules(), other) == [
        "overlap: 0.5 and 0.25",
        "cut-offs k: 1, 3, 5, 10 and 1, 5",
    ]


def test_what_runs_say_of_themselves_is_told_where_both_say_it() -> None:
    def run(k: int | None, layout: Layout | None, **judges: tuple[str, ...]) -> Scored:
        meta = RunMeta(k=k, gold_layout=layout)
        plain = scored([])
        return replace(plain, source=replace(plain.source, meta=meta), judges=judges)

    one = run(5, Layout.ALONE, correct=("j/1",), faithfulness=("j/1",))
    other = run(10, Layout.AMONG_DISTRACTORS, correct=("j/2",), faithfulness=("j/1",), relevance=("j/1",))
    assert differing_runs(one, other, Arm.RETRIEVED) == [
        "chunks asked for: 5 and 10",
        "judge of correct: j/1 and j/2",
    ]
    assert "layout of gold in the prompt: alone and among_distractors" in differing_runs(one, other, Arm.GOLD)
    assert differing_runs(one, run(None, None), Arm.GOLD) == []


def test_two_snapshots_are_comparable_where_every_common_item_is_current_in_both() -> None:
    now = scored(
        [row("a", {"hit@1": 1.0}), row("new", {"hit@1": None}, end=End.STALE)], snapshot="2026-11-01"
    )
    assert differing_snapshots(scored([row("a", {"hit@1": 0.0})]), now, Arm.RETRIEVED) == []
    old = scored([row("a", {"hit@1": None}, end=End.STALE)])
    (why,) = differing_snapshots(old, now, Arm.RETRIEVED)
    assert "2026-10-01 and 2026-11-01" in why
    assert why.endswith("current in both: a")
