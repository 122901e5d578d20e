"""Whatever records a result of promptfoo holds, each is read, named as a fault, or told to be another system's."""

import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from goldset.errors import GoldsetError
from goldset.stores.asked_questions import asked_of
from goldset.stores.promptfoo_results import promptfoo_run
from tests.promptfoo import asserted, failed, graded, result

ASKED = asked_of([("a", "A?"), ("b", "B?"), ("c", "C?"), ("twin", "C?")])
SYSTEMS = ("rag", "echo")
_JUNK_KEYS = st.sampled_from(("text", "id", "type", "context", "output", "score"))
_JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(_JUNK_KEYS, inner, max_size=3),
    max_leaves=4,
)
_KEYS = (
    "response",
    "vars",
    "metadata",
    "testCase",
    "gradingResult",
    "error",
    "latencyMs",
    "failureReason",
    "prompt",
)


@st.composite
def _records(draw: st.DrawFn) -> list[Any]:
    records: list[Any] = []
    for _ in range(draw(st.integers(1, 6))):
        record = result(
            draw(st.sampled_from(("A?", "B?", "C?", "Who?"))), provider={"id": draw(st.sampled_from(SYSTEMS))}
        )
        pairs = draw(
            st.lists(
                st.sampled_from([graded("g-eval", 1), failed("llm-rubric"), graded("is-json", 0)]), max_size=3
            )
        )
        record = asserted(record, *pairs)
        for key in draw(st.sets(st.sampled_from(_KEYS), max_size=2)):
            record[key] = draw(_JUNK)
        records.append(draw(st.sampled_from((record, record, record, record, 5, None))))
    return records


@settings(max_examples=150, deadline=None)
@given(records=_records())
def test_no_record_is_lost(records: list[Any]) -> None:
    data = json.dumps({"results": {"version": 3, "results": records}}).encode()
    junk = {number for number, record in enumerate(records, start=1) if not isinstance(record, dict)}
    found = (
        [promptfoo_run(data, "results.json", ASKED, name) for name in _names(data)]
        if len(junk) < len(records)
        else []
    )
    for run in found:
        assert all(line.item in {"a", "b"} for line in run.lines)
        assert {bad.item for bad in run.source.bad if bad.item} <= run.said.keys()
        assert junk <= {bad.line for bad in run.source.bad}
    ends = sum(len(run.lines) + len(run.source.bad) - len(junk) for run in found)
    assert ends == len(records) - len(junk)


def _names(data: bytes) -> list[str]:
    """Return the systems of a result, as its refusal lists them."""
    try:
        return [str(promptfoo_run(data, "r", ASKED).source.meta.system)]
    except GoldsetError as error:
        return error.message.partition(": ")[2].split("; ")
