import pytest

from goldset.domain.intervals import Interval
from goldset.domain.scores import End
from goldset.evaluation.clusters import clusters, effective_number
from goldset.evaluation.estimates import estimate, estimates, in_slices, worst_first
from tests.scores import binary, row


@pytest.mark.parametrize(
    ("successes", "number", "shown"),
    [(18, 150, "12.0 (7.7–18.2)"), (9, 50, "18.0 (9.8–30.8)"), (14, 150, "9.3 (5.6–15.1)")],
)
def test_a_count_over_a_count_has_the_interval_of_wilson(successes: int, number: int, shown: str) -> None:
    found = estimate(binary("false_answer", successes, number), "false_answer")
    assert found.value is not None
    assert found.interval is not None
    low, high = found.interval.low, found.interval.high
    assert f"{100 * found.value:.1f} ({100 * low:.1f}–{100 * high:.1f})" == shown
    assert (found.number, found.total, found.effective) == (number, successes, number)


def test_a_stale_item_is_in_no_mean_and_both_bounds_are_said() -> None:
    rows = [row("a", {"hit@1": 1.0}), row("b", {"hit@1": 0.0}), row("c", {"hit@1": None}, end=End.STALE)]
    found = estimate(rows, "hit@1")
    assert (found.value, found.number, found.stale) == (0.5, 2, ("c",))
    assert found.bounds == Interval(1 / 3, 2 / 3)


def test_an_item_that_a_metric_does_not_apply_to_is_in_no_denominator() -> None:
    rows = [row("a", {"hit@1": 1.0}), row("u", {"false_answer": 0.0}, is_answerable=False)]
    assert estimate(rows, "hit@1").number == 1
    assert list(estimates(rows)) == ["hit@1", "false_answer"]


def test_nothing_measured_has_no_value() -> None:
    nothing = estimate([], "hit@1")
    assert (nothing.value, nothing.interval, nothing.bounds, nothing.number) == (None, None, None, 0)
    stale = estimate([row("c", {"hit@1": None}, end=End.STALE)], "hit@1")
    assert (stale.value, stale.bounds) == (None, Interval(0.0, 1.0))


def test_items_share_a_cluster_by_way_of_others() -> None:
    rows = [row("a", {}, documents=["x"]), row("b", {}, documents=["y", "z"]), row("c", {}), row("d", {})]
    assert clusters(rows) == [0, 1, 2, 3]
    assert clusters([*rows, row("e", {}, documents=["z", "x"])]) == [0, 0, 1, 2, 0]


def test_items_of_one_document_that_agree_count_as_one() -> None:
    values, of = [1.0] * 5 + [0.0] * 5 + [1.0] * 5 + [0.0] * 5, [n // 5 for n in range(20)]
    assert effective_number(values, of) == pytest.approx(4)
    assert effective_number([1.0, 0.0] * 10, of) == 20
    assert effective_number(values, list(range(20))) == 20
    assert effective_number([1.0] * 20, of) == 20


def test_the_design_effect_is_that_of_the_analysis_of_variance() -> None:
    values, of = [1.0, 1.0, 1.0, 0.0, 0.0, 0.0], [0, 0, 1, 1, 1, 2]
    # Mean 1/2; between: 2*(1/4) + 3*(1/36) + 1*(1/4) = 5/6 over 2; within: 2/3 over 3; size (6 - 14/6) / 2.
    between, within, size = 5 / 12, 2 / 9, (6 - 14 / 6) / 2
    correlation = (between - within) / (between + (size - 1) * within)
    assert effective_number(values, of) == pytest.approx(6 / (1 + (14 / 6 - 1) * correlation))


def test_shared_documents_widen_the_interval() -> None:
    alone = estimate([row(f"i{n}", {"hit@1": float(n < 10)}) for n in range(20)], "hit@1")
    rows = [row(f"i{n}", {"hit@1": float(n < 10)}, documents=[f"d{n // 5}"]) for n in range(20)]
    shared = estimate(rows, "hit@1")
    assert shared.interval == alone.interval == alone.clustered
    assert shared.clustered is not None
    assert alone.interval is not None
    assert shared.clustered.half_width > 1.5 * alone.interval.half_width


def test_the_worst_slice_comes_first_and_before_it_what_nobody_measured() -> None:
    rows = [
        row("a", {"hit@1": 1.0}, slice_name="good"),
        row("b", {"hit@1": 0.0}, slice_name="bad"),
        row("c", {"hit@1": None}, slice_name="unknown", end=End.STALE),
    ]
    found = {name: estimate(part, "hit@1") for name, part in in_slices(rows, "slice").items()}
    assert [name for name, _ in worst_first(found, higher_is_better=True)] == ["unknown", "bad", "good"]
    assert [name for name, _ in worst_first(found, higher_is_better=False)] == ["unknown", "good", "bad"]
