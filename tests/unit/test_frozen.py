from typing import Any

import pytest

from goldset.checks.frozen import leaked_passages, reviews
from goldset.domain.findings import Severity
from tests.unit.checked_set import SENTENCE, a_set, item, span


def review(by: str, verdict: str = "agree") -> dict[str, str]:
    return {"by": by, "at": "2026-10-03", "verdict": verdict}


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ([], "nobody has reviewed the item"),
        ([review("a.ng")], "only its labeller a.ng has reviewed the item"),
        ([review("r.diaz"), review("r.diaz", "disagree")], "the last review of r.diaz disagrees"),
        ([review("m.roy"), review("r.diaz", "disagree")], "the last review of r.diaz disagrees"),
        ([review("r.diaz", "unsure")], "no review agrees"),
    ],
)
def test_a_frozen_item_needs_somebody_else_who_agrees(said: list[dict[str, str]], message: str) -> None:
    (fault,) = reviews(a_set(item(split="test", labelled_by="a.ng", reviews=said)))
    assert (fault.rule.code, fault.rule.severity, fault.loc) == ("GS159", Severity.WARNING, ("split",))
    assert fault.message == f"`split` is test, and {message}"


@pytest.mark.parametrize(
    "changes",
    [
        {"split": "test", "reviews": [review("r.diaz")]},
        {"split": "test", "reviews": [review("r.diaz", "disagree"), review("r.diaz")]},
        {"split": "dev"},
        {},
        {"split": "test", "status": "draft"},
    ],
)
def test_a_reviewed_or_unfrozen_item_is_none(changes: dict[str, Any]) -> None:
    assert list(reviews(a_set(item(labelled_by="a.ng", **changes)))) == []


def test_a_passage_in_both_splits_is_named_once_a_pair_at_the_frozen_item() -> None:
    spans = [{"doc_id": "a.md", "text": SENTENCE}, {"doc_id": "b.md", "text": SENTENCE.upper()}]
    (fault,) = leaked_passages(
        a_set(item(id="tuned", split="dev"), item(id="frozen", split="test", gold_spans=spans))
    )
    assert (fault.rule.code, fault.path) == ("GS215", "items/claims/frozen.yaml")
    assert fault.also == ("items/claims/tuned.yaml",)
    assert "is also gold of tuned, which is in the dev split" in fault.message


@pytest.mark.parametrize(
    "other",
    [
        item(id="o", split="test"),
        item(id="o"),
        item(id="o", split="dev", **span(text="After that the case is closed.")),
        item(id="o", split="dev", status="retired", retired={"reason": "x"}),
    ],
)
def test_a_passage_of_one_split_is_no_leak(other: Any) -> None:
    assert list(leaked_passages(a_set(item(split="test"), other))) == []


def test_short_texts_leak_nothing() -> None:
    both = (item(id=s, split=s, **span(text="Yes.")) for s in ("dev", "test"))
    assert list(leaked_passages(a_set(*both))) == []
