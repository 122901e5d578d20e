import csv
import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

from goldset.domain.set_rows import Evidence, ReadSet, SetRow
from goldset.errors import GoldsetError
from goldset.stores.formats.cells import number_of
from goldset.stores.formats.registry import form_named, read_set
from goldset.stores.formats.workbook import LONGEST
from tests.conftest import ROOT

ROW = SetRow(
    1,
    "How high is it?",
    ref="height",
    gold_answer="=1+1 is no sum",
    answerable=True,
    evidence=(
        Evidence("It is 2 m high.", "a.md", start=3, end=18, groups=("g",)),
        Evidence("-5 °C, [always]", "b.md", grade=2),
    ),
    details={"slice": "sizes", "tags": ["a", "b"], "split": "dev"},
)
TABLES = ("csv", "tsv", "xlsx", "json", "parquet", "yaml")


def written(name: str, *rows: SetRow) -> bytes:
    write = form_named(name).write
    assert write is not None
    return write(rows)[""]


def read(tmp_path: Path, name: str, data: bytes) -> ReadSet:
    (tmp_path / name).write_bytes(data)
    return read_set(tmp_path / name, name)


@pytest.mark.parametrize("name", TABLES)
def test_a_table_that_goldset_wrote_is_known_by_its_columns(tmp_path: Path, name: str) -> None:
    found = read(tmp_path, f"set.{name}", written(name, ROW))
    assert found.form == name
    assert found.rows[0].evidence == ROW.evidence
    assert found.rows[0].details == ROW.details
    assert not found.not_read
    assert not found.notices


def test_a_cell_of_csv_is_no_formula(tmp_path: Path) -> None:
    data = written("csv", ROW)
    (row,) = csv.DictReader(io.StringIO(data.decode()))
    assert row["gold_answer"] == "'=1+1 is no sum"
    assert json.loads(row["gold_spans.text"]) == ["It is 2 m high.", "-5 °C, [always]"]
    assert read(tmp_path, "set.csv", data).rows[0].gold_answer == ROW.gold_answer


def test_a_cell_of_a_workbook_is_no_formula(tmp_path: Path) -> None:
    from openpyxl import load_workbook

    (tmp_path / "set.xlsx").write_bytes(written("xlsx", ROW))
    sheet = load_workbook(tmp_path / "set.xlsx").worksheets[0]
    assert {cell.data_type for row in sheet.iter_rows() for cell in row} == {"s"}
    assert "=1+1 is no sum" in [cell.value for cell in sheet[2]]


def test_a_text_too_long_for_a_cell_is_told_and_not_cut() -> None:
    long = SetRow(1, "A?", gold_answer="x" * (LONGEST + 1))
    with pytest.raises(GoldsetError, match="row 2: a text of 32,768 characters"):
        written("xlsx", long)


def test_a_table_of_one_kind_is_not_read_as_another(tmp_path: Path) -> None:
    (tmp_path / "set.csv").write_bytes(written("csv", ROW))
    with pytest.raises(GoldsetError, match="is no XLSX, but CSV"):
        read_set(tmp_path / "set.csv", "set.csv", "xlsx")
    assert read_set(tmp_path / "set.csv", "set.csv", "table").form == "csv"


@pytest.mark.parametrize("data", [b"", b"question,answer\n", b"\0\xff\0", b"foo,bar\n1,2\n"])
def test_what_holds_no_questions_says_so(tmp_path: Path, data: bytes) -> None:
    try:
        found = read(tmp_path, "set.csv", data)
    except GoldsetError as error:
        assert error.hint  # noqa: PT017 (either is right, in words)
    else:
        assert (found.rows, found.bad) == ((), ())


@pytest.mark.parametrize(
    ("package", "name", "extra"), [("openpyxl", "xlsx", "xlsx"), ("pyarrow", "parquet", "parquet")]
)
def test_a_missing_package_is_named_with_what_installs_it(
    tmp_path: Path, package: str, name: str, extra: str
) -> None:
    path = tmp_path / f"set.{name}"
    path.write_bytes(written(name, ROW))
    script = (
        f"import sys; sys.modules['{package}'] = None\n"
        "from pathlib import Path\nfrom goldset.errors import GoldsetError\n"
        "from goldset.stores.formats.registry import form_named, read_set\n"
        f"try:\n    read_set(Path({str(path)!r}), 'set')\nexcept GoldsetError as error:\n    print(error.hint)\n"
        f"try:\n    form_named({name!r}).write([])\nexcept GoldsetError as error:\n    print(error.hint)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines() == [f'`pip install "git-goldset[{extra}]"`'] * 2


@pytest.mark.parametrize(
    ("cell", "number"), [("2,0", 2), ("2,00", 2), ("2.0", 2), (2.0, 2), ("2,000", None), ("2,5", None)]
)
def test_a_whole_number_may_be_written_with_a_fraction_of_nothing(cell: object, number: int | None) -> None:
    assert number_of(cell) == number
