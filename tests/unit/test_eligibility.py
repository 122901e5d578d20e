from dataclasses import replace
from typing import Any

import pytest

from goldset.checks.base import Entry
from goldset.checks.eligibility import eligible_documents
from goldset.domain.findings import Fault, Severity, field_path
from goldset.domain.items import Item
from goldset.domain.places import covers
from tests.unit.checked_set import a_set, item


def found(of: Item, **metadata: str) -> list[Fault]:
    checked = a_set(of)
    manifest = checked.manifests["a"]
    documents = {name: replace(record, metadata=metadata) for name, record in manifest.documents.items()}
    return list(eligible_documents(replace(checked, manifests={"a": replace(manifest, documents=documents)})))


def codes(of: Item, **metadata: str) -> list[str]:
    return [fault.rule.code for fault in found(of, **metadata)]


@pytest.mark.parametrize(
    ("document", "asked", "expected"),
    [
        ("US", "US-FL", True),
        ("US-FL", "US", False),
        ("US-FL", "US-TX", False),
        ("US-FL", "us-fl", True),
        ("US-F", "US-FL", False),
        ("UK", "GB-SCT", True),
        ("US-TX, US-FL", "US-FL", True),
        ("EU", "DE-BY", True),
        ("DE", "EU", False),
        ("EEA", "NO", True),
        ("Florida", "Florida", True),
        ("Florida", "US-FL", None),
        ("Texas", "Florida", None),
    ],
)
def test_a_place_covers_what_lies_in_it_and_never_the_reverse(
    document: str, asked: str, *, expected: bool | None
) -> None:
    assert covers(document, asked) is expected


def test_a_document_of_another_jurisdiction_is_an_error_at_the_span() -> None:
    (fault,) = found(item(jurisdiction="US"), jurisdiction="US-FL")
    assert (fault.rule.code, fault.rule.severity) == ("GS309", Severity.ERROR)
    assert field_path(fault.loc) == "gold_spans[0].doc_id"
    assert fault.message == "parcels.md holds in US-FL, and the question is asked in US"


@pytest.mark.parametrize(
    ("asked", "written", "expected"),
    [
        ("en-US", "en-GB", []),
        ("en", "de", ["GS310"]),
        ("nb", "no", []),
        ("en", "English", []),
        (None, "de", []),
    ],
)
def test_a_document_in_another_language_is_a_warning(
    asked: str | None, written: str, expected: list[str]
) -> None:
    assert codes(item(language=asked), language=written) == expected


@pytest.mark.parametrize(
    ("dates", "expected"),
    [
        ({"as_of": "2026-03-01"}, []),
        ({"as_of": "2026-01-01"}, []),
        ({"as_of": "2026-06-30"}, []),
        ({"as_of": "2025-12-31"}, ["GS311"]),
        ({"as_of": "2026-07-01"}, ["GS312"]),
        ({"as_of": "2026-07-01T00:00:00+02:00"}, ["GS312"]),
        ({"labelled_at": "2026-10-02"}, ["GS312"]),
        ({"labelled_at": "2026-10-02", "as_of": "2026-03-01"}, []),
        ({}, []),
    ],
)
def test_a_document_counts_on_the_day_of_the_question(dates: dict[str, str], expected: list[str]) -> None:
    assert codes(item(**dates), effective_from="2026-01-01", effective_to="2026-06-30T12:00:00Z") == expected


def test_an_expired_document_is_a_warning_and_a_future_one_an_error() -> None:
    (late,) = found(item(as_of="2026-07-01"), effective_to="2026-06-30")
    (early,) = found(item(as_of="2026-07-01"), effective_from="2026-08-01")
    assert (late.rule.severity, early.rule.severity) == (Severity.WARNING, Severity.ERROR)
    assert "was valid until 2026-06-30, before the item's `as_of` (2026-07-01)" in late.message


@pytest.mark.parametrize("text", ["soon", "2026", "2026-13-01", ""])
def test_a_date_that_is_none_says_nothing(text: str) -> None:
    assert codes(item(as_of="2020-01-01"), effective_from=text) == []


def test_each_document_is_named_once_and_retired_items_are_left_alone() -> None:
    twice: list[dict[str, Any]] = [
        {"doc_id": "parcels.md", "text": "A lost"},
        {"doc_id": "parcels.md", "text": "for 30"},
    ]
    assert codes(item(jurisdiction="UK", gold_spans=twice), jurisdiction="US") == ["GS309"]
    gone = item(jurisdiction="UK", status="retired", retired={"reason": "x"})
    assert codes(gone, jurisdiction="US") == []
    assert Entry("x", gone).item is gone
