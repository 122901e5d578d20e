from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldset.checks.sizes import small_slices, unattainable_gates
from goldset.domain.findings import field_path
from goldset.domain.intervals import wilson
from goldset.domain.items import Item
from goldset.domain.needed import needed_to_pass
from goldset.domain.settings import GateSettings
from tests.unit.checked_set import a_set, item, unanswerable


def items(number: int, **changes: Any) -> list[Item]:
    return [item(id=f"{changes.get('slice', 'claims')}-{n}", **changes) for n in range(number)]


def small(*of: Item, **least: Any) -> list[tuple[str, str]]:
    faults = small_slices(a_set(*of, settings={"min_items": least}))
    return [(field_path(fault.loc), fault.message) for fault in faults]


def test_a_slice_below_its_minimum_says_how_many_it_has() -> None:
    found = small(*items(2), *items(3, slice="fees"), default=3)
    assert found == [("min_items.default", "slice `claims` has 2 active items, and should have 3")]


def test_a_slice_can_have_a_minimum_of_its_own_even_if_it_has_no_item() -> None:
    found = small(*items(1), slices={"claims": 1, "fees": 2}, default=9)
    assert found == [("min_items.slices.fees", "slice `fees` has 0 active items, and should have 2")]


def test_only_active_items_count() -> None:
    gone = item(id="gone", status="retired", retired={"reason": "x"})
    assert small(item(), gone, item(id="d", status="draft"), default=2) == [
        ("min_items.default", "slice `claims` has 1 active item, and should have 2")
    ]


def test_a_minimum_concerns_the_folder_and_the_files_of_its_slice() -> None:
    (fault,) = small_slices(a_set(item(), settings={"min_items": {"default": 2}}))
    assert fault.also == ("items/claims/", "items/claims/parcel.yaml")


def test_nothing_is_asked_without_a_minimum_or_of_a_part_of_the_set() -> None:
    assert small(item()) == []
    part = replace(a_set(item(), settings={"min_items": {"default": 2}}), item_ids=frozenset("ab"))
    assert list(small_slices(part)) == []


def gates(*of: Item, **gate: Any) -> list[str]:
    settings = {"gates": [{"metric": "recall", "k": 5} | gate]}
    return [fault.message for fault in unattainable_gates(a_set(*of, settings=settings))]


def test_a_gate_that_a_perfect_run_could_not_pass_names_the_number_it_needs() -> None:
    assert gates(*items(21), floor=0.85, on="low") == [
        "`gates[0]` (recall, floor 0.85 on: low): 22 items are needed, and slice `claims` has 21"
    ]
    assert gates(*items(22), floor=0.85, on="low") == []


def test_a_ceiling_on_the_upper_bound_is_measured_on_items_without_an_answer() -> None:
    found = gates(
        *items(99), unanswerable(id="u"), metric="false_answer", ceiling=0.05, on="high", slice="all"
    )
    assert found == [
        "`gates[0]` (false_answer, ceiling 0.05 on: high): 73 items are needed, and the set has 1"
    ]


@pytest.mark.parametrize("on", ["value", "high"])
def test_a_floor_for_the_value_or_the_upper_bound_can_always_be_passed(on: str) -> None:
    assert gates(item(), floor=1.0, on=on) == []


def test_a_floor_of_everything_on_the_lower_bound_can_never_be_passed() -> None:
    assert gates(item(), floor=1.0, on="low") == [
        "`gates[0]` (recall, floor 1.0 on: low): no number of items is enough, and slice `claims` has 1"
    ]


def test_every_slice_that_is_too_small_is_counted() -> None:
    many = [one for n in range(5) for one in items(n + 1, slice=f"s{n}")]
    (message,) = gates(*many, floor=0.85, on="low")
    assert message.endswith("slice `s0` has 1, slice `s1` has 2, slice `s2` has 3 and 2 more slices too few")


def test_a_slice_that_is_not_there_is_another_fault() -> None:
    assert gates(item(), floor=0.85, on="low", slice="fees") == []


@given(st.floats(0, 0.999), st.sampled_from(["floor", "ceiling"]))
def test_the_number_that_is_named_is_the_least_one(share: float, kind: str) -> None:
    is_floor = kind == "floor"
    bound: dict[str, Any] = (
        {"floor": share, "on": "low"} if is_floor else {"ceiling": 1 - share, "on": "high"}
    )
    needed = needed_to_pass(GateSettings(metric="recall", **bound))
    assert needed is not None

    def passes(number: int) -> bool:
        if is_floor:
            return wilson(1, number).low >= share
        return wilson(0, number).high <= 1 - share

    assert passes(needed)
    assert needed == 1 or not passes(needed - 1)
