from collections.abc import Sequence
from dataclasses import replace
from typing import Any, get_args

import pytest

from goldset.domain.runs import Arm
from goldset.domain.scores import End, ItemScore
from goldset.domain.settings import FailureClass, GateSettings, StaleSettings
from goldset.evaluation.compare import ANY_FAILURE, compare
from goldset.evaluation.gate import GateReport, Verdict, judge
from goldset.evaluation.outcomes import FAILURES
from tests.scores import binary, row, scored

RECALL = {"metric": "hit", "k": 1, "slice": "all"}


def judged(
    rows: Sequence[ItemScore], *gates: dict[str, Any], stale: StaleSettings | None = None
) -> GateReport:
    settings = [GateSettings.model_validate(gate) for gate in gates]
    return judge(settings, scored(rows), stale or StaleSettings())


def hits(right: int, number: int) -> list[ItemScore]:
    return binary("hit@1", right, number)


@pytest.mark.parametrize(
    ("gate", "right", "verdict"),
    [
        ({"floor": 0.8}, 16, Verdict.PASS),
        ({"floor": 0.8}, 15, Verdict.FAIL),
        ({"floor": 0.8, "on": "low"}, 20, Verdict.PASS),
        ({"floor": 0.8, "on": "low"}, 18, Verdict.INCONCLUSIVE),
        ({"floor": 0.8, "on": "low"}, 6, Verdict.FAIL),
        ({"floor": 0.8, "on": "high"}, 15, Verdict.PASS),
        ({"floor": 0.8, "on": "high"}, 6, Verdict.FAIL),
        ({"ceiling": 0.2}, 4, Verdict.PASS),
        ({"ceiling": 0.2}, 5, Verdict.FAIL),
        ({"ceiling": 0.2, "on": "high"}, 0, Verdict.PASS),
        ({"ceiling": 0.2, "on": "high"}, 2, Verdict.INCONCLUSIVE),
        ({"ceiling": 0.2, "on": "high"}, 14, Verdict.FAIL),
        ({"floor": 0.2, "ceiling": 0.6}, 10, Verdict.PASS),
        ({"floor": 0.2, "ceiling": 0.6}, 2, Verdict.FAIL),
        ({"floor": 0.2, "ceiling": 0.6}, 14, Verdict.FAIL),
    ],
)
def test_a_gate_compares_the_value_or_a_bound(gate: dict[str, Any], right: int, verdict: Verdict) -> None:
    (result,) = judged(hits(right, 20), RECALL | gate).results
    assert result.verdict is verdict, result.reason


def test_a_gate_that_a_perfect_run_cannot_pass_names_what_it_needs() -> None:
    report = judged(hits(10, 10), RECALL | {"floor": 0.85, "on": "low"})
    assert report.results[0].verdict is Verdict.INCONCLUSIVE
    assert "a perfect run needs 22 items, there are 10" in report.results[0].reason
    assert report.verdict is Verdict.FAIL
    assert judged(hits(22, 22), RECALL | {"floor": 0.85, "on": "low"}).verdict is Verdict.PASS


def test_inconclusive_stops_a_release_unless_the_gate_only_warns() -> None:
    gate = RECALL | {"floor": 0.8, "on": "low"}
    assert judged(hits(18, 20), gate).verdict is Verdict.FAIL
    assert judged(hits(18, 20), gate | {"inconclusive": "warn"}).verdict is Verdict.INCONCLUSIVE


def test_what_was_not_measured_fails_and_is_named() -> None:
    nothing = row("u", {"false_answer": 0.0}, is_answerable=False, slice_name="solar")
    cases = [
        ([], RECALL | {"floor": 0.0}, "the run has no `retrieved` arm"),
        ([nothing], RECALL | {"floor": 0.0}, "hit@1 counts none of its 1 items"),
        ([nothing], RECALL | {"floor": 0.0, "slice": "*"}, "hit@1 counts none of its 1 items"),
        (hits(2, 2), RECALL | {"floor": 0.0, "slice": "ventilation"}, "no item of it is in the set"),
        (hits(2, 2), RECALL | {"floor": 0.0, "tier": "smoke"}, "no item of it is in the set"),
        (hits(2, 2), RECALL | {"floor": 0.0, "arm": "gold"}, "the run has no `gold` arm"),
        (hits(2, 2), RECALL | {"metric": "hits", "floor": 0.0}, "hits@1 counts none of its 2 items"),
    ]
    for rows, gate, reason in cases:
        report = judged(rows, gate)
        assert report.verdict is Verdict.FAIL
        assert reason in report.results[0].reason
    assert judged(hits(2, 2)).verdict is Verdict.FAIL


def test_every_slice_is_judged_and_one_that_no_gate_names_is_told() -> None:
    rows = [
        row("a", {"hit@1": 1.0}, slice_name="heating"),
        row("b", {"hit@1": 0.0}, slice_name="cooling"),
        row("c", {"hit@1": 1.0}, slice_name="solar"),
    ]
    each = judged(rows, {"metric": "hit", "k": 1, "floor": 0.5})
    found = {result.slice: result.verdict for result in each.results}
    assert found == {"cooling": Verdict.FAIL, "heating": Verdict.PASS, "solar": Verdict.PASS}
    named = judged(rows, {"metric": "hit", "k": 1, "slice": "heating", "floor": 0.5})
    assert (named.verdict, named.ungated) == (Verdict.PASS, ("cooling", "solar"))


def with_stale(known: int, stale: int) -> list[ItemScore]:
    rows = hits(known, known)
    return rows + [row(f"old-{n}", {"hit@1": None}, end=End.STALE) for n in range(stale)]


def test_too_much_that_is_stale_decides_as_the_settings_say() -> None:
    gate = RECALL | {"floor": 0.5}
    few = judged(with_stale(19, 1), gate)
    assert (few.verdict, few.results[0].stale) == (Verdict.PASS, ("old-0",))
    many = judged(with_stale(8, 2), gate)
    assert many.results[0].verdict is Verdict.INCONCLUSIVE
    assert "20.0 % of its items are stale, more than 10.0 %" in many.results[0].reason
    assert judged(with_stale(8, 2), gate, stale=StaleSettings(then="fail")).verdict is Verdict.FAIL
    assert judged(with_stale(8, 2), gate, stale=StaleSettings(then="ignore")).verdict is Verdict.PASS
    assert judged(with_stale(0, 2), gate, stale=StaleSettings(then="ignore")).verdict is Verdict.FAIL


def test_what_fails_on_known_items_is_not_made_inconclusive_by_stale_ones() -> None:
    rows = [*hits(0, 8), *(row(f"old-{n}", {"hit@1": None}, end=End.STALE) for n in range(4))]
    assert judged(rows, RECALL | {"floor": 0.9}).results[0].verdict is Verdict.FAIL


NO_NEW = {"no_new": "false_answer", "slice": "all"}


def unanswerable(ends: str) -> list[ItemScore]:
    """Return an item a letter: `f` was answered falsely, `-` was not answered."""
    found = {"f": (1.0, End.ANSWERED), "-": (0.0, End.ABSTAINED)}
    return [
        row(f"u{n}", {"false_answer": found[end][0]}, end=found[end][1], is_answerable=False)
        for n, end in enumerate(ends)
    ]


def against(before: Sequence[ItemScore], now: Sequence[ItemScore], **gate: Any) -> GateReport:
    comparison = compare(scored(before), scored(now), Arm.RETRIEVED)
    settings = [GateSettings.model_validate({**NO_NEW, **gate})]
    return judge(settings, scored(now), StaleSettings(), baseline={Arm.RETRIEVED: comparison})


def test_a_new_failure_against_the_baseline_fails_though_the_rate_is_the_same() -> None:
    before, now = unanswerable("f--"), unanswerable("-f-")
    report = against(before, now)
    assert report.verdict is Verdict.FAIL
    assert report.results[0].new == ("u1",)
    assert against(before, now, allowed=1).verdict is Verdict.PASS
    assert against(before, before).verdict is Verdict.PASS
    assert against(before, now, no_new="failure").results[0].new == ("u1",)
    assert against(before, now, no_new="wrong").verdict is Verdict.PASS


def answers(item: str, correct: float | None, end: End = End.ANSWERED) -> ItemScore:
    values = {"false_abstention": 0.0} | ({} if correct is None else {"judged_correct": correct})
    return row(item, dict.fromkeys(values) if end is End.STALE else values, end=end)


ANY = {"no_new": "failure"}
RIGHT = [answers(name, 1.0) for name in "abcd"]


@pytest.mark.parametrize(
    ("before", "now", "gate", "verdict", "why"),
    [
        (RIGHT, [answers("new", 0.0)], ANY, Verdict.FAIL, "not measured: no item of it can be held"),
        (RIGHT, [*RIGHT, answers("new", 0.0)], ANY, Verdict.PASS, "allowed; 1 not in the baseline"),
        (RIGHT, [answers(name, None) for name in "abcd"], ANY, Verdict.FAIL, "not measured: "),
        (RIGHT, [*RIGHT[1:], answers("a", None)], ANY, Verdict.INCONCLUSIVE, "25.0 % of its items came out"),
        (
            [answers("a", None), *RIGHT[1:]],
            [answers("a", None), *RIGHT[1:]],
            ANY,
            Verdict.PASS,
            "1 of which nothing says how",
        ),
        (RIGHT, [answers(name, None) for name in "abcd"], {"no_new": "false_abstention"}, Verdict.PASS, ""),
        (RIGHT, RIGHT, {"no_new": "not_retrieved"}, Verdict.FAIL, "the run holds answers, of which none can"),
        (hits(2, 2), hits(2, 2), {"no_new": "false_answer"}, Verdict.FAIL, "the run holds rankings alone"),
        (
            [answers("a", None, End.STALE)],
            [answers("a", None, End.STALE)],
            ANY,
            Verdict.FAIL,
            "1 of its items stale now",
        ),
    ],
)
def test_what_cannot_be_held_against_the_baseline_is_no_pass(
    before: Sequence[ItemScore], now: Sequence[ItemScore], gate: dict[str, Any], verdict: Verdict, why: str
) -> None:
    (result,) = against(before, now, **gate).results
    assert result.verdict is verdict, result.reason
    assert why in result.reason


def test_the_settings_name_every_class_of_failure_and_no_other() -> None:
    assert {*get_args(FailureClass)} == {ANY_FAILURE, *map(str, FAILURES)}


def test_without_a_baseline_a_gate_of_new_failures_fails() -> None:
    report = judged(unanswerable("-"), NO_NEW)
    assert report.verdict is Verdict.FAIL
    assert "there is no baseline" in report.results[0].reason


@pytest.mark.parametrize(
    ("failed", "verdict"), [(0, Verdict.PASS), (1, Verdict.PASS), (9, Verdict.INCONCLUSIVE)]
)
def test_verdicts_that_are_missing_stand_in_the_reason_and_many_leave_it_open(
    failed: int, verdict: Verdict
) -> None:
    lost = [replace(row(f"j{n}", {}), counts={"judge_failures": 1}) for n in range(failed)]
    plain = [row("plain", {})]  # nobody asked the judge
    gate = {"metric": "faithfulness", "slice": "all", "floor": 0.5}
    (result,) = judged([*binary("faithfulness", 10, 10), *lost, *plain], gate).results
    assert result.verdict is verdict
    assert ("have no verdict that counts, such as j0" in result.reason) is bool(failed)


def test_a_judge_that_is_not_trusted_does_not_gate() -> None:
    gate = GateSettings.model_validate({"metric": "faithfulness", "slice": "all", "floor": 0.1})
    rows = [row("a", {"faithfulness": 1.0})]
    why = {"faithfulness": "its judge agrees with people on 61.0 %"}
    (result,) = judge([gate], scored(rows), StaleSettings(), distrusted=why).results
    assert (result.verdict, result.reason) == (Verdict.INCONCLUSIVE, why["faithfulness"])
