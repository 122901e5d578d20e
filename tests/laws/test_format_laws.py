"""What is written in a format is read again as it was, as far as the format says that it carries it."""

import contextlib
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goldset.domain.set_rows import ReadSet, SetRow
from goldset.errors import GoldsetError
from goldset.stores.formats.form import Files, Form
from goldset.stores.formats.registry import FORMS
from goldset.stores.formats.source import Source
from tests.laws.set_rows import restricted, row_lists

# White space parts their columns.
_REFUSE_WHITE_SPACE = ("trec",)
_WRITERS = [form for form in FORMS if form.write]


def _written(files: Files, form: Form, target: Path) -> Source:
    target = target / f"set{form.suffix}"
    for below, data in files.items():
        path = target / below if below else target
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return Source(target.name, target)


def _read_again(rows: list[SetRow], form: Form, target: Path) -> ReadSet:
    assert form.write is not None
    return form.read(_written(form.write(rows), form, target))


@pytest.mark.parametrize("form", _WRITERS, ids=lambda form: form.name)
@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_what_was_written_is_read_as_it_was(
    tmp_path_factory: pytest.TempPathFactory, form: Form, data: st.DataObject
) -> None:
    by_document = "gold_spans.text" not in form.carries
    rows = data.draw(row_lists(by_document=by_document, plain_names=form.name in _REFUSE_WHITE_SPACE))
    read = _read_again(rows, form, tmp_path_factory.mktemp("set"))
    assert [bad for bad in read.bad if bad.is_row] == []
    assert _carried(read.rows, form) == _carried(rows, form)


def _carried(rows: Sequence[SetRow], form: Form) -> list[SetRow]:
    """Return what a format carries of rows, in the order of their ids: files by split have one of their own."""
    return sorted((restricted(row, form.carries) for row in rows), key=lambda row: str(row.ref))


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.name)
@settings(max_examples=30, deadline=None)
@given(
    data=st.binary(max_size=60),
    head=st.sampled_from([b"", b"question,answer\n", b"{", b"[", b"PK\x03\x04", b"PAR1"]),
)
def test_any_bytes_are_read_or_refused_in_words(
    tmp_path_factory: pytest.TempPathFactory, form: Form, data: bytes, head: bytes
) -> None:
    path = tmp_path_factory.getbasetemp() / f"any{form.suffix}"
    path.write_bytes(head + data)
    source = Source(path.name, path)
    assert form.shows(source) in {True, False}
    with contextlib.suppress(GoldsetError):
        form.read(source)
