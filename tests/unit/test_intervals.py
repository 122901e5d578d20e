import pytest

from goldset.domain.intervals import Interval, widest_half_width, wilson


@pytest.mark.parametrize(
    ("successes", "number", "low", "high"),
    # Computed by hand from the formula, and as published tables round them.
    [(0, 10, 0.0, 0.2775), (5, 10, 0.2366, 0.7634), (10, 10, 0.7225, 1.0), (81, 263, 0.2553, 0.3662)],
)
def test_an_interval_is_that_of_the_tables(successes: int, number: int, low: float, high: float) -> None:
    found = wilson(successes / number, number)
    assert found.low == pytest.approx(low, abs=5e-5)
    assert found.high == pytest.approx(high, abs=5e-5)


def test_the_bounds_solve_the_equation_that_defines_them() -> None:
    z, share, number = 1.959963984540054, 0.3, 41
    for bound in (wilson(share, number).low, wilson(share, number).high):
        assert abs(share - bound) == pytest.approx(z * (bound * (1 - bound) / number) ** 0.5)


def test_without_trials_nothing_is_known() -> None:
    assert wilson(0.5, 0) == Interval(0.0, 1.0)
    assert widest_half_width(0) == 0.5


def test_more_items_measure_better_and_half_is_the_worst_case() -> None:
    widths = [widest_half_width(number) for number in range(1, 200)]
    assert widths == sorted(widths, reverse=True)
    assert len(set(widths)) == len(widths)
    assert widest_half_width(50) >= max(wilson(n / 50, 50).half_width for n in range(51))


@pytest.mark.parametrize(("share", "number"), [(1.1, 5), (-0.1, 5), (0.5, -1)])
def test_what_is_no_share_of_trials_is_refused(share: float, number: int) -> None:
    with pytest.raises(ValueError, match="no share"):
        wilson(share, number)
