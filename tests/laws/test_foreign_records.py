"""Whatever stands in the fields of a foreign record, it ends as a row or as one that is refused in words."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goldset.errors import GoldsetError
from goldset.stores.formats.registry import form_named
from goldset.stores.formats.source import Source

_NAMES = {
    "deepeval": "input expected_output expectedOutput context retrieval_context additional_metadata source_file name",
    "passages": "id input passages output title text sentences answer selected_sentences meta",
    "promptfoo": "vars assert metadata options question context type value threshold weight transform path",
    "squad": "id title context question answers is_impossible plausible_answers text answer_start",
}
_OF_ITEMS = [
    "gold_spans",
    "near_spans",
    "answerable",
    "gold_answer",
    "tags",
    "doc_id",
    "start",
    "end",
    "grade",
    "group",
]
_SCALARS = st.sampled_from(
    [None, True, False, 0, 1, -1, 2.5, 10**30, "", " ", "What?", "{{x}}", "file://x", "a|b", "['a']"]
)


def _values(names: list[str]) -> st.SearchStrategy[Any]:
    return st.recursive(
        _SCALARS,
        lambda inner: (
            st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(names), inner, max_size=4)
        ),
        max_leaves=8,
    )


@pytest.mark.parametrize("name", sorted(_NAMES))
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_every_record_is_a_row_or_refused(
    tmp_path_factory: pytest.TempPathFactory, name: str, data: st.DataObject
) -> None:
    names = _NAMES[name].split() + _OF_ITEMS
    # A column of the tool is there, so that the table is of its form at all.
    record = st.dictionaries(st.sampled_from(names), _values(names), max_size=6)
    records = data.draw(st.lists(record | _SCALARS, min_size=1, max_size=4))
    path = tmp_path_factory.getbasetemp() / "records.json"
    path.write_text(json.dumps(records), encoding="utf-8")
    form = form_named(name)
    assert form.shows(Source("records.json", path)) in {True, False}
    try:
        read = form.read(Source("records.json", path))
    except GoldsetError:
        return
    rows = {row.number for row in read.rows} | {bad.number for bad in read.bad}
    # A text among tests of promptfoo is the name of a file, and counts beside them.
    assert rows == set(range(1, len(records) + 1)) or (name == "promptfoo" and read.bad)
    assert all(row.question.strip() == row.question != "" for row in read.rows)
