"""The JSON Schemas and the records take the same data, whatever it is."""

from typing import Any

from hypothesis import example, given, settings
from hypothesis import strategies as st
from pydantic import BaseModel, ValidationError

from goldset.domain.items import Item
from goldset.domain.json_schema import item_schema, settings_schema
from goldset.domain.settings import Settings
from tests.editor_reading import schema_faults

ITEM, SETTINGS = item_schema(), settings_schema()
# Values that some field takes, and values that none should. Whole floats are left out: JSON Schema has one
# kind of number.
WORDS = st.sampled_from(
    ["", "x", "2026-10-01", "2026-02-30", "2026-10-01T10:00:00Z", "draft", "retired", "active"]
)
MORE = st.sampled_from(
    ["lookup", "ambiguous", "unanswerable", "drop", "smoke", "dev", "agree", "a/b", "expert"]
)
SCALARS = st.one_of(WORDS, MORE, st.none(), st.booleans(), st.integers(-1, 4), st.just(0.5), st.just(120.5))
VALUES = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from(["doc_id", "text", "reason"]), inner)
    ),
    max_leaves=4,
)
SPAN = {"doc_id": "a.md", "text": "x"}
BASE: dict[str, Any] = {
    "id": "a",
    "question": "?",
    "slice": "s",
    "answerable": True,
    "gold_answer": "x",
    "corpus_snapshot": "1",
    "gold_spans": [SPAN],
}
FULL: dict[str, Any] = {
    **BASE,
    "gold_spans": [
        {
            **SPAN,
            "id": "a",
            "start": 0,
            "end": 1,
            "grade": 2,
            "group": ["g"],
            "rejected": [SPAN],
            "also_in": ["b"],
        },
        {
            "id": "b",
            "relabel": {"decision": "drop", "was": SPAN, "candidates": [{**SPAN, "start": 0, "end": 1}]},
        },
    ],
    "near_spans": [{**SPAN, "start": 0, "end": 1}],
    "origin": {"kind": "expert"},
    "reviews": [{"by": "b", "at": "2026-10-01", "verdict": "agree"}],
    "labelled_at": "2026-10-01T10:00:00+02:00",
}
KNOBS: dict[str, Any] = {
    "set": "a",
    "corpus": {"sources": [{"path": "docs", "metadata": {"url": "u"}}], "keep_text": True},
    "owners": {"default": "@a", "slices": {"s": "@b"}},
    "policy": {"max_removed": 0.1, "spelling_pairs": [["a", "b"]]},
    "relabel": {"group_by": "owner", "open_pull_requests": 3},
    "score": {"k": [1, 5], "stale": {"then": "fail"}},
    "gates": [{"metric": "recall", "floor": 0.5, "k": 5}],
}


def places(data: Any, at: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    inner = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    return [at, *(place for key, value in inner for place in places(value, (*at, key)))]


def replaced(data: Any, at: tuple[str | int, ...], value: Any) -> Any:
    if not at:
        return value
    copy: Any = dict(data) if isinstance(data, dict) else list(data)
    copy[at[0]] = replaced(copy[at[0]], at[1:], value)
    return copy


def removed(data: Any, at: tuple[str | int, ...]) -> Any:
    if len(at) == 1:
        if isinstance(data, dict):
            return {key: value for key, value in data.items() if key != at[0]}
        return [value for number, value in enumerate(data) if number != at[0]]
    return replaced(data, at[:1], removed(data[at[0]], at[1:]))


@st.composite
def changed(draw: st.DrawFn, data: dict[str, Any], fields: list[str]) -> Any:
    """Draw data with some places changed, some gone, and some fields added at the top."""
    for _ in range(draw(st.integers(0, 2))):
        at = draw(st.sampled_from(places(data)[1:] or [()]))
        if at:
            data = removed(data, at) if draw(st.booleans()) else replaced(data, at, draw(VALUES))
    for name in draw(st.lists(st.sampled_from([*fields, "unknown"]), max_size=2)):
        data = {**data, name: draw(VALUES)}
    return data


def accepts(record: type[BaseModel], data: Any) -> bool:
    try:
        record.model_validate(data)
    except ValidationError:
        return False
    return True


@settings(max_examples=400, deadline=None)
@given(st.one_of(changed(BASE, list(Item.model_fields)), changed(FULL, list(Item.model_fields))))
@example(FULL)
@example({**BASE, "gold_answer": ""})
def test_schema_and_record_agree_on_items(data: Any) -> None:
    assert accepts(Item, data) == (not schema_faults(data, ITEM))


@settings(max_examples=200, deadline=None)
@given(changed(KNOBS, list(Settings.model_fields)))
@example(KNOBS)
def test_schema_and_record_agree_on_settings(data: Any) -> None:
    assert accepts(Settings, data) == (not schema_faults(data, SETTINGS))
