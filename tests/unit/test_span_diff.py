from typing import Any

from goldset.domain.items import Item
from goldset.domain.resolutions import Difference, DifferenceKind
from goldset.domain.span_diff import SpanAction, span_changes


def classify(old: str, new: str) -> tuple[Difference, ...]:
    return (Difference(DifferenceKind.WORDS, old, new),)


def item(*spans: dict[str, Any], snapshot: str = "1") -> Item:
    data = {"id": "i", "question": "?", "slice": "s", "answerable": True, "gold_answer": "a"}
    return Item.model_validate(data | {"corpus_snapshot": snapshot, "gold_spans": spans, "status": "draft"})


def span(text: str, **more: object) -> dict[str, Any]:
    return {"doc_id": "d.md", "text": text, **more}


def told(old: Item, new: Item) -> list[tuple[str, SpanAction]]:
    return [(change.span, change.action) for change in span_changes(old, new, classify)]


def test_a_span_without_a_name_is_followed_by_its_passage_when_another_goes() -> None:
    assert told(item(span("one"), span("two")), item(span("two"))) == [("s1", SpanAction.DROPPED)] or told(
        item(span("one"), span("two")), item(span("two"))
    ) == [("s1", SpanAction.DETAILS), ("s1", SpanAction.DROPPED)]
    (gone,) = [
        c for c in span_changes(item(span("one"), span("two")), item(span("two")), classify) if not c.new
    ]
    assert gone.old is not None
    assert gone.old.text == "one"


def test_a_passage_confirmed_in_a_snapshot_of_its_own_was_accepted() -> None:
    new = span("two", id="x", start=0, end=3, corpus_snapshot="2")
    assert told(item(span("one", id="x")), item(new)) == [("x", SpanAction.ACCEPTED)]
    assert told(item(span("one", id="x")), item(span("two", id="x"))) == [("x", SpanAction.WRITTEN)]


def test_the_same_passage_confirmed_again_was_accepted() -> None:
    old, new = item(span("one", id="x")), item(span("one", id="x", corpus_snapshot="2"))
    assert told(old, new) == [("x", SpanAction.ACCEPTED)]


def test_a_place_that_was_filled_in_is_no_new_passage() -> None:
    new = item(span("one", start=4, end=7, prefix="abc "))
    (change,) = span_changes(item(span("one")), new, classify)
    assert change.action is SpanAction.LOCATED
    assert [field.path for field in change.fields] == ["start", "end", "prefix"]
    assert change.differences == ()


def test_a_grade_is_a_detail() -> None:
    (change,) = span_changes(item(span("one")), item(span("one", grade=3)), classify)
    assert change.action is SpanAction.DETAILS
    assert [(f.path, f.old, f.new) for f in change.fields] == [("grade", 1, 3)]


def test_spans_that_come_and_go_are_told_apart() -> None:
    old, new = item(span("one", id="x")), item(span("two", id="y"))
    assert told(old, new) == [("y", SpanAction.ADDED), ("x", SpanAction.DROPPED)]
