from typing import Any

import pytest
from pydantic import ValidationError

from goldset.domain.items import GoldSpan, Item, NearSpan, Relabel
from goldset.domain.presence import FAULT_TYPE

SPAN: dict[str, Any] = {"doc_id": "a.md", "text": "x"}
ANSWERABLE: dict[str, Any] = {
    "id": "a",
    "question": "?",
    "slice": "s",
    "answerable": True,
    "gold_answer": "x",
    "corpus_snapshot": "1",
    "gold_spans": [SPAN],
}
UNANSWERABLE: dict[str, Any] = {
    "id": "a",
    "question": "?",
    "slice": "s",
    "answerable": False,
    "abstain_reason": "ambiguous",
}


def faults(record: type[Item | GoldSpan | NearSpan | Relabel], fields: dict[str, Any]) -> list[str]:
    try:
        record.model_validate(fields)
    except ValidationError as error:
        return [
            field
            for fault in error.errors()
            for field, _ in fault["ctx"]["faults"]
            if fault["type"] == FAULT_TYPE
        ]
    return []


@pytest.mark.parametrize(
    "changes",
    [{}, {"status": "draft", "gold_answer": None}, {"status": "retired", "retired": {"reason": "x"}}],
)
def test_what_stands_together_is_accepted(changes: dict[str, Any]) -> None:
    assert faults(Item, ANSWERABLE | changes) == []


@pytest.mark.parametrize(
    ("fields", "named"),
    [
        (ANSWERABLE | {"gold_answer": None}, ["gold_answer"]),
        (ANSWERABLE | {"gold_answer": ""}, ["gold_answer"]),
        (ANSWERABLE | {"gold_spans": [], "corpus_snapshot": None}, ["corpus_snapshot", "gold_spans"]),
        (ANSWERABLE | {"abstain_reason": "ambiguous"}, ["abstain_reason"]),
        (ANSWERABLE | {"status": "retired"}, ["retired"]),
        (ANSWERABLE | {"retired": {"reason": "x"}}, ["retired"]),
        (UNANSWERABLE | {"gold_spans": [SPAN]}, ["gold_spans"]),
        (UNANSWERABLE | {"status": "retired", "gold_spans": [SPAN]}, ["gold_spans", "retired"]),
    ],
)
def test_every_missing_and_every_surplus_field_of_an_item_is_named(
    fields: dict[str, Any], named: list[str]
) -> None:
    assert faults(Item, fields) == named


def test_an_unanswerable_item_may_lack_its_reason() -> None:
    assert faults(Item, UNANSWERABLE | {"abstain_reason": None}) == []


@pytest.mark.parametrize("record", [GoldSpan, NearSpan])
def test_offsets_come_in_pairs_and_zero_is_one(record: type[GoldSpan | NearSpan]) -> None:
    assert faults(record, SPAN | {"start": 0}) == ["end"]
    assert faults(record, SPAN | {"end": 5}) == ["start"]
    assert faults(record, SPAN | {"start": 0, "end": 5}) == []


def test_the_decision_unanswerable_says_why() -> None:
    assert faults(Relabel, {"decision": "unanswerable", "was": SPAN}) == ["abstain_reason"]
    assert faults(Relabel, {"decision": "drop", "was": SPAN}) == []


@pytest.mark.parametrize("value", ["2026-10-02", "2026-10-02T10:00:00+02:00", "2026-10-02T10:00:00.5Z"])
def test_iso_dates_and_times_are_dates(value: str) -> None:
    assert str(Item.model_validate(ANSWERABLE | {"labelled_at": value}).labelled_at).startswith("2026-10-02")


@pytest.mark.parametrize(
    "value",
    [
        "20261002",
        20261002,
        "2026-02-30",
        "2.10.2026",
        "2026-10-02T25:00:00Z",
        "2026-10-02T10:00:00",
        "2026-10-02\n",
        True,
    ],
)
def test_nothing_else_is_a_date(value: Any) -> None:
    with pytest.raises(ValidationError):
        Item.model_validate(ANSWERABLE | {"labelled_at": value})


@pytest.mark.parametrize(
    "changes",
    [
        {"answerable": "yes"},
        {"answerable": 1},
        {"pinned": "true"},
        {"gold_spans": [SPAN | {"start": "0", "end": 1}]},
    ],
)
def test_text_is_neither_a_truth_value_nor_a_number(changes: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        Item.model_validate(ANSWERABLE | changes)
