"""Agreement of raters, held against worked examples of the literature and against statsmodels."""

from math import isnan

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from statsmodels.stats.inter_rater import cohens_kappa

from goldset.domain.labels import Label
from goldset.domain.runs import Arm
from goldset.evaluation.agreement import (
    Pair,
    agreement,
    alpha,
    disagreements,
    interval,
    kappa,
    match,
    nominal,
)

# Krippendorff (2011), example B: two observers, ten units, two values.
MEG = ["0", "1", "0", "0", "0", "0", "0", "0", "1", "0"]
OWEN = ["1", "1", "1", "0", "0", "1", "0", "0", "0", "0"]
# Example C: four observers, twelve units, five values, some missing.
OBSERVERS = (
    "1 2 3 3 2 1 4 1 2 . . .",
    "1 2 3 3 2 2 4 1 2 5 . 3",
    ". 3 3 3 2 3 4 2 2 5 1 .",
    "1 2 3 3 2 4 4 1 2 5 1 .",
)
UNITS = [
    [float(value) for value in unit if value != "."]
    for unit in zip(*(row.split() for row in OBSERVERS), strict=True)
]


def test_alpha_of_two_observers_is_as_published() -> None:
    assert alpha(list(zip(MEG, OWEN, strict=True)), nominal) == pytest.approx(0.095, abs=5e-4)


def test_alpha_of_several_observers_with_missing_values_is_as_published() -> None:
    assert alpha(UNITS, nominal) == pytest.approx(0.743, abs=5e-4)
    assert alpha(UNITS, interval) == pytest.approx(0.849, abs=5e-4)


def test_kappa_of_a_worked_table() -> None:
    """Cohen (1960), as worked in many textbooks: 20, 5, 10 and 15 of 50 give 0.4."""
    pairs = [(1.0, 1.0)] * 20 + [(1.0, 0.0)] * 5 + [(0.0, 1.0)] * 10 + [(0.0, 0.0)] * 15
    found = kappa(pairs)
    assert found is not None
    assert found.value == pytest.approx(0.4)


@pytest.mark.filterwarnings("ignore::RuntimeWarning")  # theirs, where a rater gives one value alone
@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.sampled_from([0.0, 1.0, 2.0]), st.sampled_from([0.0, 1.0, 2.0])), min_size=4))
def test_kappa_and_its_error_equal_those_of_statsmodels(pairs: list[tuple[float, float]]) -> None:
    table = [[sum(pair == (i, j) for pair in pairs) for j in range(3)] for i in range(3)]
    found = kappa(pairs)
    if found is not None:
        theirs = cohens_kappa(table)
        assert found.value == pytest.approx(theirs.kappa, abs=1e-9)
        error = 0.0 if isnan(theirs.std_kappa) else theirs.std_kappa  # the root of a zero a little below it
        assert found.standard_error == pytest.approx(error, abs=1e-6)


def test_nothing_can_be_told_where_only_one_value_occurs() -> None:
    assert kappa([(1.0, 1.0)] * 9) is None
    assert alpha([(1.0, 1.0)] * 9, nominal) is None
    assert kappa([]) is None
    assert alpha([], nominal) is None


def pairs_of(*values: tuple[float | str, float | str]) -> list[Pair]:
    return [Pair(f"i{n}", Arm.RETRIEVED, *value) for n, value in enumerate(values)]


def test_high_raw_agreement_may_be_chance_alone() -> None:
    found = agreement(pairs_of(*[(1.0, 1.0)] * 18, (0.0, 1.0), (1.0, 0.0)))
    assert found.raw == 0.9
    assert found.kappa is not None
    assert found.kappa.value < 0
    assert found.nominal_interval is not None
    assert found.nominal_interval.low <= (found.nominal or 0) <= found.nominal_interval.high


def test_words_have_no_interval_alpha() -> None:
    found = agreement(pairs_of(("good", "good"), ("bad", "good"), ("bad", "bad")))
    assert found.interval is None
    assert found.raw == pytest.approx(2 / 3)


def test_the_same_seed_gives_the_same_interval() -> None:
    pairs = pairs_of((0.0, 0.2), (1.0, 0.9), (0.5, 0.5), (0.1, 0.7))
    assert agreement(pairs, seed=3) == agreement(pairs, seed=3)


def label(item: str, value: float | str | None) -> Label:
    return Label(item, Arm.RETRIEVED, value)


def test_everything_of_both_files_is_paired_or_named() -> None:
    human = [label("a", 1.0), label("b", 0.0), label("c", 1.0)]
    judge = [label("a", 0.8), label("b", None), label("d", 1.0)]
    found = match(human, judge, threshold=0.5)
    assert found.pairs == [Pair("a", Arm.RETRIEVED, 1.0, 1.0)]
    assert [item for item, _ in (*found.only_human, *found.only_judge, *found.failed)] == ["c", "d", "b"]


def test_the_widest_apart_are_adjudicated_first() -> None:
    found = disagreements(pairs_of((1.0, 0.9), (1.0, 0.0), (1.0, 1.0)))
    assert [pair.item for pair in found] == ["i1", "i0"]
