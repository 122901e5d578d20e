import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from openpyxl import Workbook
from pyarrow.parquet import write_table

from goldset.errors import GoldsetError
from goldset.stores.formats.reading import Table
from goldset.stores.formats.source import Source

HEAD = "question,answer\n"


def table(tmp_path: Path, name: str, data: bytes | str) -> Table:
    path = tmp_path / name
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    return Source(name, path).as_table()


def values(found: Table) -> list[dict[str, Any]]:
    return [dict(row.values) for row in found.rows]


def bad(found: Table) -> list[tuple[int, str]]:
    return [(one.number, one.reason) for one in found.bad]


@pytest.mark.parametrize(
    "data",
    [
        HEAD + "a,b\n",
        "question;answer\r\na;b\r\n",
        "question\tanswer\na\tb\n",
        "question|answer\na|b\n",
        "sep=;\nquestion;answer\na;b\n",
        "\n\nquestion,answer,\n\n,,\na,b,\n",
        ("\ufeff" + HEAD + "a,b").encode(),
        ("\ufeff" + HEAD + "a,b").encode("utf-16-le"),
        ("\ufeff" + HEAD + "a,b").encode("utf-16-be"),
    ],
)
def test_a_delimited_file_is_read_whatever_parts_and_encodes_it(tmp_path: Path, data: bytes | str) -> None:
    assert values(table(tmp_path, "set.csv", data)) == [{"question": "a", "answer": "b"}]


def test_a_row_is_numbered_by_the_line_in_which_it_begins(tmp_path: Path) -> None:
    found = table(tmp_path, "set.csv", HEAD + '"a\nb\r\nc",1\n\nd,2\n"e\ne",3\n')
    assert [(row.number, row.values["question"]) for row in found.rows] == [
        (2, "a\nb\r\nc"),
        (6, "d"),
        (7, "e\ne"),
    ]


def test_a_quote_that_does_not_end_costs_its_row_alone(tmp_path: Path) -> None:
    found = table(tmp_path, "set.csv", HEAD + 'a,1\n"b,2\nc,3\n"d ""d"" d",4\n"e" e,5\nf,6\n')
    assert [row.values["question"] for row in found.rows] == ["a", "c", 'd "d" d', "f"]
    assert [number for number, _ in bad(found)] == [3, 6]
    assert "quote" in bad(found)[0][1]


def test_ragged_rows_are_refused_and_never_shifted(tmp_path: Path) -> None:
    found = table(tmp_path, "set.csv", HEAD + "a\nb,1,2\nc,1,,\nd,1\n")
    assert bad(found) == [
        (2, "it has 1 cells, and the heading 2"),
        (3, "it has 3 cells, and the heading 2"),
    ]
    assert [row.values["question"] for row in found.rows] == ["c", "d"]


def test_a_row_that_swallowed_others_says_how_far_it_reaches(tmp_path: Path) -> None:
    found = table(tmp_path, "set.csv", HEAD + 'a,1\n"b,2\nc,3\nd,"\ne,5\n')
    assert bad(found) == [(3, "it has 1 cells, and the heading 2: its quotes reach to line 5")]


def test_a_heading_that_stands_twice_keeps_both_columns(tmp_path: Path) -> None:
    found = table(tmp_path, "set.csv", "question,answer,answer,,x\na,1,2,3,4\n")
    assert values(found) == [{"question": "a", "answer": "1", "answer (2)": "2", "(column 4)": "3", "x": "4"}]
    assert found.notices == ("column 3 has the name of another one: it is read as `answer (2)`",)


def test_bytes_that_are_no_utf8_cost_their_row_alone(tmp_path: Path) -> None:
    found = table(tmp_path, "set.csv", HEAD.encode() + b"caf\xe9,1\nb,2\n")
    assert bad(found) == [(2, "a cell holds bytes that are no UTF-8: save the file as UTF-8")]
    assert len(found.rows) == 1


def test_nul_and_huge_cells_are_read_to_the_letter(tmp_path: Path) -> None:
    huge = "x" * 300_000
    found = table(tmp_path, "set.csv", HEAD + f"a\0b,{huge}\n")
    assert values(found) == [{"question": "a\0b", "answer": huge}]


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        ("set.csv", b"", "is empty"),
        ("set.csv", b"\n \n", "is empty"),
        ("set.csv", b"\x00\x01\x02\x03,\n", "heading cannot be read"),
        ("set.csv", b"caf\xe9,answer\n", "heading cannot be read"),
        ("set.xls", b"\xd0\xcf\x11\xe0\xa1", "a workbook of the old form"),
        ("set.csv.gz", b"\x1f\x8b\x08", "is packed"),
        ("set.xlsx", b"question,answer\n", "no XLSX file"),
        ("set.xlsx", b"PK\x03\x04 and more", "no workbook"),
        ("set.parquet", b"PAR1 and more", "not Parquet"),
        ("set.json", b'[{"question": "a"', "no JSON"),
        ("set.json", b'"a"', "holds no records"),
        ("set.json", b'{"a": [{"b": 1}], "c": [{"d": 1}]}', "several lists of records: `a`, `c`"),
        ("set.yaml", b"- question: a\n  - b\n", "set.yaml:2"),
    ],
)
def test_a_file_that_is_no_table_is_refused_in_words(
    tmp_path: Path, name: str, data: bytes, said: str
) -> None:
    with pytest.raises(GoldsetError, match=said) as raised:
        table(tmp_path, name, data)
    assert raised.value.hint


ASKED = {"question": "a", "n": 1}


@pytest.mark.parametrize(
    ("said", "where"),
    [
        ([ASKED], ""),
        ({"version": 1, "items": [ASKED]}, "items[0]"),
        ({"data": {"items": [ASKED], "notes": [{"text": "b"}]}}, "data.items[0]"),
        ({"question": ["a"], "n": [1]}, ""),
        ({"question": {"0": "a"}, "n": {"0": 1}}, ""),
        ({"columns": ["question", "n"], "index": [0], "data": [["a", 1]]}, ""),
        (ASKED, ""),
    ],
)
def test_json_is_read_in_all_its_shapes(tmp_path: Path, said: object, where: str) -> None:
    found = table(tmp_path, "set.json", json.dumps(said))
    assert values(found) == [ASKED]
    assert found.rows[0].where == where


def test_records_by_id_have_their_key_and_none_is_lost_to_another(tmp_path: Path) -> None:
    found = table(tmp_path, "set.json", '{"q1": {"question": "a"}, "q1": {"question": "b"}}')
    assert values(found) == [{"(key)": "q1", "question": "a"}, {"(key)": "q1", "question": "b"}]


def test_what_is_no_object_in_a_list_is_a_bad_row(tmp_path: Path) -> None:
    found = table(tmp_path, "set.json", '[{"question": "a"}, "b", {"question": 1, "question": 2}]')
    assert bad(found) == [(2, "it is no object"), (3, "the key `question` stands twice")]


def test_lines_of_json_end_with_lf_alone(tmp_path: Path) -> None:
    found = table(
        tmp_path, "set.jsonl", '\ufeff{"question": "a\u2028b"}\r\n\n{"question": "c"\n{"question": "d"}'
    )
    assert [(row.number, row.values["question"]) for row in found.rows] == [(1, "a\u2028b"), (4, "d")]
    assert bad(found) == [(3, "the line is no JSON")]


def test_lines_of_json_may_have_another_name(tmp_path: Path) -> None:
    assert table(tmp_path, "set.json", '{"question": "a"}\n{"question": "b"}\n').kind == "jsonl"


def test_yaml_is_read_without_a_guess(tmp_path: Path) -> None:
    found = table(
        tmp_path, "set.yaml", "- {id: 0012, question: no, when: 2026-10-01, none: ~, list: [1e3, on]}\n"
    )
    assert values(found) == [
        {"id": "0012", "question": "no", "when": "2026-10-01", "none": None, "list": ["1e3", "on"]}
    ]


def test_a_fault_of_yaml_costs_its_record_alone(tmp_path: Path) -> None:
    found = table(
        tmp_path,
        "set.yaml",
        "items:\n- question: a\n- question: b\n  question: c\n- question: *x\n- question: d\n",
    )
    assert [row.values["question"] for row in found.rows] == ["a", "d"]
    assert [number for number, _ in bad(found)] == [2, 3]


def workbook(tmp_path: Path, **sheets: list[list[object]]) -> bytes:
    book = Workbook()
    book.remove(book.active)  # type: ignore[arg-type]  # a new workbook has a sheet
    for title, rows in sheets.items():
        sheet = book.create_sheet(title)
        for row in rows:
            sheet.append(row)
    book.save(tmp_path / "made.xlsx")
    return (tmp_path / "made.xlsx").read_bytes()


def test_the_sheet_with_the_questions_is_read_and_the_others_are_told(tmp_path: Path) -> None:
    data = workbook(tmp_path, About=[["Our set"], ["v2"]], Set=[["Question", "Answer"], ["a", "b"]], Empty=[])
    found = table(tmp_path, "set.xlsx", data)
    assert values(found) == [{"Question": "a", "Answer": "b"}]
    assert found.notices == ("sheet `About` with 1 row is not read, only `Set`",)


def test_cells_of_a_workbook_are_text(tmp_path: Path) -> None:
    row = [
        "0012",
        12.0,
        0.1,
        True,
        datetime(2026, 10, 1, tzinfo=UTC).replace(tzinfo=None),
        datetime(2026, 10, 1, 9, 30, tzinfo=UTC).replace(tzinfo=None),
        None,
        "=1+1",
    ]  # cells have no zone
    data = workbook(tmp_path, S=[["question", *"bcdefgh"], [], row])
    found = table(tmp_path, "set.xlsx", data)
    assert list(found.rows[0].values.values()) == [
        "0012", "12", "0.1", "true", "2026-10-01", "2026-10-01T09:30:00", None, "=1+1"
    ]  # fmt: skip
    assert found.rows[0].number == 3
    assert "1 cells hold formulas" in found.notices[0]


def test_parquet_is_read_with_its_lists(tmp_path: Path) -> None:
    rows = [{"question": "a", "contexts": ["b", "c"], "n": 1}, {"question": None, "contexts": None, "n": 2}]
    write_table(pa.Table.from_pylist(rows), tmp_path / "made.parquet")
    found = table(tmp_path, "set.bin", (tmp_path / "made.parquet").read_bytes())
    assert (found.kind, values(found)) == ("parquet", rows)


@pytest.mark.parametrize("name", ["set.json", "set.jsonl"])
def test_what_is_nested_very_deeply_is_refused_in_words(tmp_path: Path, name: str) -> None:
    for depth in (100, 500, 900, 100_000):
        deep = '{"question": "A?", "x": ' + "[" * depth + "]" * depth + "}"
        data = deep if name == "set.jsonl" else f"[{deep}]"
        try:
            found = table(tmp_path, name, data)
        except GoldsetError as error:
            assert error.hint  # noqa: PT017 (either is right, in words)
        else:
            assert len(found.rows) + len(found.bad) == 1


def test_a_number_is_shown_with_the_zeros_of_its_form_and_merged_cells_are_told(tmp_path: Path) -> None:
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    for row in (["ID", "Question", "Page"], [7, "a", "p.md"], [12, "b", None], [1.5, "c", "q.md"]):
        sheet.append(row)
    for cell in ("A2", "A3", "A4"):
        sheet[cell].number_format = "000"
    sheet.merge_cells("C2:C3")
    book.save(tmp_path / "made.xlsx")
    found = table(tmp_path, "set.xlsx", (tmp_path / "made.xlsx").read_bytes())
    assert [row["ID"] for row in values(found)] == ["007", "012", "1.5"]
    assert found.notices == (
        "cells are merged: what stands in them counts for the first of their rows alone",
    )
