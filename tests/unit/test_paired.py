import pytest
from scipy.stats import binomtest
from statsmodels.stats.contingency_tables import mcnemar as by_statsmodels

from goldset.domain.intervals import wilson
from goldset.domain.needed import needed_for_ceiling, needed_for_floor, needed_for_half_width
from goldset.evaluation.paired import difference_intervals, mcnemar


@pytest.mark.parametrize(("one", "other"), [(0, 0), (0, 1), (3, 9), (7, 7), (40, 12), (700, 640)])
def test_mcnemar_agrees_with_scipy_and_statsmodels(one: int, other: int) -> None:
    first = [True] * one + [False] * other + [True] * 5
    second = [False] * one + [True] * other + [True] * 5
    found = mcnemar(first, second)
    assert (found.only_first, found.only_second) == (one, other)
    if one + other:
        assert found.p == pytest.approx(binomtest(one, one + other).pvalue, abs=1e-12)
    table = [[5, one], [other, 0]]
    assert found.p == pytest.approx(by_statsmodels(table, exact=True).pvalue, abs=1e-12)


def test_a_thousand_differing_items_do_not_overflow() -> None:
    assert 0 <= mcnemar([True] * 1500, [False] * 1500).p < 1e-300


def test_the_interval_of_a_difference_is_that_of_its_standard_error() -> None:
    differences = [1.0] * 60 + [0.0] * 100 + [-1.0] * 40
    found = difference_intervals({"hit@1": differences}, list(range(200)))["hit@1"]
    assert found is not None
    mean = sum(differences) / 200
    error = (sum((d - mean) ** 2 for d in differences) / 200 / 200) ** 0.5
    assert found.low == pytest.approx(mean - 1.96 * error, abs=0.01)
    assert found.high == pytest.approx(mean + 1.96 * error, abs=0.01)


def test_documents_are_drawn_as_wholes() -> None:
    differences = ([1.0] * 10 + [-1.0] * 10) * 5
    by_items = difference_intervals({"m": differences}, list(range(100)))["m"]
    by_documents = difference_intervals({"m": differences}, [n // 10 for n in range(100)])["m"]
    assert by_items is not None
    assert by_documents is not None
    assert by_documents.half_width > 2 * by_items.half_width


def test_a_metric_known_for_some_items_is_drawn_over_these() -> None:
    columns: dict[str, list[float | None]] = {
        "known": [0.5, None, 0.5, None],
        "alone": [1.0, None, None, None],
        "never": [None] * 4,
    }
    found = difference_intervals(columns, [0, 1, 2, 3])
    assert found["known"] is not None
    assert (found["known"].low, found["known"].high) == (0.5, 0.5)
    assert found["alone"] is None
    assert found["never"] is None


def test_the_same_seed_gives_the_same_interval() -> None:
    differences = {"m": [1.0, 0.0, -1.0, 1.0, 0.0]}
    assert difference_intervals(differences, [0, 1, 2, 3, 4], seed=7) == difference_intervals(
        differences, [0, 1, 2, 3, 4], seed=7
    )


@pytest.mark.parametrize(("floor", "share"), [(0.85, 1.0), (0.85, 0.9), (0.5, 0.75), (0.99, 1.0), (0.0, 0.4)])
def test_so_many_items_reach_a_floor_and_one_less_does_not(floor: float, share: float) -> None:
    needed = needed_for_floor(floor, share)
    assert needed is not None
    assert wilson(share, needed).low >= floor
    assert needed == 1 or wilson(share, needed - 1).low < floor


def test_a_share_at_the_floor_never_proves_it() -> None:
    assert needed_for_floor(0.9, 0.9) is None
    assert needed_for_floor(1.0) is None


def test_a_ceiling_mirrors_a_floor() -> None:
    assert needed_for_ceiling(0.05) == needed_for_floor(0.95) == 73


def test_a_wanted_half_width_is_kept_and_one_item_less_is_too_few() -> None:
    needed = needed_for_half_width(0.1)
    assert needed is not None
    assert wilson(0.5, needed).half_width <= 0.1 < wilson(0.5, needed - 1).half_width
    with pytest.raises(ValueError, match="half-width"):
        needed_for_half_width(0.5)
