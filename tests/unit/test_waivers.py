from typing import Any

import pytest

from goldset.checks.base import Entry
from goldset.checks.waivers import Sifted, impossible_waivers, sift, unused_waivers
from goldset.domain import rules
from goldset.domain.findings import Finding, Severity, field_path
from goldset.domain.items import Item
from tests.unit.checked_set import item

REASON = "the term is quoted on purpose"


def waiving(*codes: str, **changes: Any) -> Entry:
    waivers = [{"code": code, "reason": REASON} for code in codes]
    return Entry("items/claims/parcel.yaml", item(waivers=waivers, **changes))


def finding(code: str, path: str = "items/claims/parcel.yaml") -> Finding:
    return Finding(code, Severity.WARNING, path, "it is so", "mend it", item="parcel")


def unused(entry: Entry, *found: Finding, all_read: bool = True, all_texts: bool = True) -> list[str]:
    sifted = sift(found, [entry])
    faults = unused_waivers([entry], sifted, all_read=all_read, all_texts=all_texts)
    return [field_path(fault.loc) for fault in faults if fault.rule is rules.UNUSED_WAIVER]


def test_a_waiver_silences_that_code_of_that_item_and_nothing_else() -> None:
    entry = waiving("GS158")
    other = finding("GS158", "items/claims/other.yaml")
    sifted = sift([finding("GS158"), finding("GS157"), finding("GS158"), other], [entry])
    assert [one.code for one in sifted.findings] == ["GS157", "GS158"]
    assert sifted.findings[1] == other
    assert [(one.finding.code, one.reason) for one in sifted.waived] == [("GS158", REASON)] * 2


def test_a_waiver_that_silences_nothing_is_a_finding() -> None:
    assert unused(waiving("GS158", "GS157"), finding("GS158")) == ["waivers[1]"]
    assert unused(waiving("GS158", "GS158"), finding("GS158")) == ["waivers[1]"]


@pytest.mark.parametrize(
    "code", ["GS131", "GS201", "GS303", "GS401", "GS404", "GS160", "GS308", "GS999", "x"]
)
def test_what_makes_an_item_unusable_cannot_be_waived(code: str) -> None:
    entry = waiving(code)
    assert sift([finding(code)], [entry]) == Sifted((finding(code),), (), frozenset())
    (fault,) = impossible_waivers([entry])
    assert (fault.rule.code, fault.rule.severity) == ("GS161", Severity.ERROR)
    assert field_path(fault.loc) == "waivers[0].code"
    assert unused(entry, finding(code)) == []


def test_a_waiver_is_not_called_unused_where_its_check_could_not_be_made() -> None:
    of_texts, of_others = waiving("GS305"), waiving("GS211")
    assert unused(of_texts, finding("GS308")) == []
    assert unused(of_texts, all_texts=False) == []
    assert unused(of_texts, all_read=False) == ["waivers[0]"]
    assert unused(of_others, all_read=False) == []
    assert unused(of_others, all_texts=False) == ["waivers[0]"]


def test_the_waivers_of_a_retired_item_are_left_alone() -> None:
    gone = {"status": "retired", "retired": {"reason": "x"}}
    assert unused(waiving("GS158", **gone)) == []


def test_rules_of_the_set_and_of_files_are_never_waivable() -> None:
    waivable = {rule.code for rule in rules.all_rules() if rule.waivable}
    assert all("GS150" <= code < "GS200" or code > "GS207" for code in waivable)
    assert not any(code.startswith(("GS4", "GS5")) for code in waivable)
    assert Item.model_fields["waivers"].default == ()
