"""Whatever bytes a file holds, it is a run with its faults named, or refused in words."""

import contextlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goldset.errors import GoldsetError
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
