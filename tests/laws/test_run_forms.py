"""Whatever bytes a file holds, it is a run with its faults named, or refused in words."""

import contextlib
import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goldset.errors import GoldsetError
from goldset.stores.asked_questions import asked_of
from goldset.stores.chunk_maps import read_chunk_map
from goldset.stores.run_forms import FORMS
from goldset.stores.run_forms import read_any_run as read

_LINES = st.lists(
    st.lists(
        st.sampled_from(["q", "r", "Q0", "d", "1", "nan", "1e999", "\xa0", "{}", '"a"']), max_size=7
    ).map(" ".join)
).map(lambda lines: "\n".join(lines).encode())


@settings(max_examples=60, deadline=None)
@given(data=st.binary(max_size=80) | _LINES, form=st.sampled_from(("auto", *FORMS)))
def test_every_line_is_read_or_named(
    tmp_path_factory: pytest.TempPathFactory, data: bytes, form: str
) -> None:
    path = tmp_path_factory.getbasetemp() / "run"
    path.write_bytes(data)
    try:
        run = read(str(path), form)
    except GoldsetError:
        return
    if run.source.form == "trec":
        read_lines = sum(len(line.retrieved or ()) for line in run.lines)
        assert read_lines + len(run.source.bad) > 0
        assert {bad.item for bad in run.source.bad if bad.item} <= run.said.keys()


@settings(max_examples=60, deadline=None)
@given(
    data=st.binary(max_size=80) | st.binary(max_size=40).map(lambda data: b"PAR1" + data + b"PAR1") | _LINES
)
def test_a_map_is_read_or_refused(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    path = tmp_path_factory.getbasetemp() / "map"
    path.write_bytes(data)
    with contextlib.suppress(GoldsetError):
        assert all(chunk.doc_id for chunk in read_chunk_map(str(path)).chunks.values())


ASKED = asked_of([("a", "A?"), ("b", "B?"), ("c", "C?"), ("twin", "C?")])
_ANY = st.none() | st.booleans() | st.integers(-2, 2) | st.sampled_from(["A?", "B?", "C?", "a", "x"])
_RAGAS = st.dictionaries(
    st.sampled_from(
        ["user_input", "question", "response", "retrieved_contexts", "faithfulness", "cost", "item_id"]
    ),
    _ANY | st.lists(_ANY, max_size=2),
    max_size=5,
)
_DEEPEVAL = st.dictionaries(
    st.sampled_from(["input", "actualOutput", "retrievalContext", "metricsData", "metadata"]),
    _ANY
    | st.lists(
        _ANY | st.dictionaries(st.sampled_from(["name", "score", "error"]), _ANY, max_size=3), max_size=2
    )
    | st.dictionaries(st.sampled_from(["id", "item_id"]), _ANY, max_size=1),
    max_size=5,
)


def _is_of_an_item_or_bad(data: bytes, form: str, path: Path, records: int) -> None:
    """Assert that each record is an item's line, or is named as bad: none is in both, and none in neither."""
    path.write_bytes(data)
    try:
        run = read(str(path), form, asked=lambda: ASKED)
    except GoldsetError:
        return
    bad = [line.line for line in run.source.bad]
    assert len(set(bad)) == len(bad)
    assert len(run.lines) + len(bad) == records
    assert {line.item for line in run.lines} <= ASKED.ids
    assert all(run.said[line.item] for line in run.source.bad if line.item)


@settings(max_examples=100, deadline=None)
@given(rows=st.lists(_RAGAS | _ANY, min_size=1, max_size=5), as_lines=st.booleans(), broken=st.integers(0, 5))
def test_no_record_of_ragas_is_lost(
    tmp_path_factory: pytest.TempPathFactory, rows: list[object], *, as_lines: bool, broken: int
) -> None:
    path = tmp_path_factory.getbasetemp() / "ragas"
    if as_lines:
        lines = [json.dumps(row) for row in rows]
        lines[broken:broken] = ['{"user_input": '] if broken < len(lines) else []
        _is_of_an_item_or_bad("\n".join(lines).encode(), "ragas", path, len(lines))
    else:
        _is_of_an_item_or_bad(json.dumps(rows).encode(), "ragas", path, len(rows))


@settings(max_examples=100, deadline=None)
@given(cases=st.lists(_DEEPEVAL | _ANY, min_size=1, max_size=5))
def test_no_test_case_of_deepeval_is_lost(
    tmp_path_factory: pytest.TempPathFactory, cases: list[object]
) -> None:
    path = tmp_path_factory.getbasetemp() / "deepeval"
    _is_of_an_item_or_bad(json.dumps({"testCases": cases}).encode(), "deepeval", path, len(cases))
