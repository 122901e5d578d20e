"""Every record of a table ends as a row or as a bad one, whatever it holds."""

import csv
import json
from io import StringIO
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goldset.stores.formats.reading import Table
from goldset.stores.formats.registry import read_set
from goldset.stores.formats.source import Source

_CELL = st.text(st.sampled_from("ab ,;\"'\n=[]{}\u2028é"), max_size=6)
_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | _CELL, lambda inner: st.lists(inner, max_size=2), max_leaves=4
)
_RECORD = st.dictionaries(st.sampled_from(["question", "answer", "evidence", "id"]), _JSON) | _JSON


def _table(folder: Path, name: str, data: str) -> Table:
    (folder / name).write_text(data, encoding="utf-8", newline="")
    return Source(name, folder / name).as_table()


@settings(max_examples=60, deadline=None)
@given(rows=st.lists(st.lists(_CELL, min_size=1, max_size=4), max_size=6))
def test_every_row_of_csv_is_a_row_or_a_bad_one(
    tmp_path_factory: pytest.TempPathFactory, rows: list[list[str]]
) -> None:
    file = StringIO(newline="")
    csv.writer(file).writerows([["question", "answer"], *rows])
    found = _table(tmp_path_factory.getbasetemp(), "rows.csv", file.getvalue())
    said = [row for row in rows if any(cell.strip() for cell in row)]
    assert len(found.rows) + len(found.bad) == len(said)
    assert {len(row.values) for row in found.rows} <= {2}


@settings(max_examples=60, deadline=None)
@given(records=st.lists(_RECORD, min_size=1, max_size=5), as_lines=st.booleans())
def test_every_record_of_json_is_a_row_or_a_bad_one(
    tmp_path_factory: pytest.TempPathFactory,
    records: list[object],
    as_lines: bool,  # noqa: FBT001 (Hypothesis gives it)
) -> None:
    folder = tmp_path_factory.getbasetemp()
    records = [{"question": "A?"}, *records]
    lines = [json.dumps(record, ensure_ascii=False) for record in records]
    name, data = ("rows.jsonl", "\n".join(lines)) if as_lines else ("rows.json", f"[{','.join(lines)}]")
    table = _table(folder, name, data)
    assert len(table.rows) + len(table.bad) == len(records)
    found = read_set(folder / name, name, "table")
    assert len(found.rows) + len(found.bad) == len(records)
