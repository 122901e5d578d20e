import csv
import io
import random
import zipfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openpyxl import Workbook, load_workbook

from goldset.domain.worksheet import (
    COMMENT,
    DECISION,
    KEY,
    MOST_UNITS,
    NEW_ANSWER,
    QUESTION,
    WHY,
    Key,
    Kind,
    Mark,
    Run,
    SheetRow,
    Worksheet,
    cell_text,
    cut,
    read_key,
    units,
)
from goldset.errors import GoldsetError, WrongUsageError
from goldset.stores.worksheet_csv import csv_bytes, protected, read_csv, unprotected
from goldset.stores.worksheet_files import read_worksheet, write_worksheet
from goldset.stores.worksheet_xlsx import read_xlsx, xlsx_bytes

HOSTILE = [
    "=1+1",
    '=HYPERLINK("http://example.org","x")',
    "+1",
    "-1",
    "@SUM(A1)",
    "'=1+1",
    "''=1+1",
    "'Tis so",
    "#N/A",
    "#REF!",
    "TRUE",
    "1e3",
    "007",
    "2026-10-01",
    "1/2",
    " leading and trailing ",
    "two\nlines",
    "a\ttab",
    "_x000D_ is no line end",
    "_x005F_x000D_",
    "<b>&amp;</b>",
    "]]>",
    "🧾👩‍👩‍👧‍👦 costs 9 €",
    "كم تكلفة التوصيل السريع؟",
    "מה המחיר",
    "e\u0301 and é",
    "，；",
    'a "quoted" one, with; commas',
    "＝1+1",
]


def a_sheet(*texts: str, kind: Kind = Kind.QUEUE) -> Worksheet:
    rows = [
        SheetRow(
            Key(set="office", kind=kind, item=f"i{number}"),
            {QUESTION: (Run(text),), NEW_ANSWER: (Run("seen: ", Mark.NOTE), Run(text, Mark.ADDED))},
            {DECISION: ("A", "later")},
        )
        for number, text in enumerate(texts)
    ]
    return Worksheet("office", kind, tuple(rows), ("Title", "How to"))


@pytest.mark.parametrize("form", [".xlsx", ".csv"])
def test_what_was_written_comes_back_to_the_letter(tmp_path: Path, form: str) -> None:
    path = tmp_path / f"w{form}"
    write_worksheet(path, a_sheet(*HOSTILE))
    found = read_worksheet(path)
    assert (found.set, found.kind, len(found.rows)) == ("office", Kind.QUEUE, len(HOSTILE))
    for row, text in zip(found.rows, HOSTILE, strict=True):
        marked = f"⟦{text}⟧" if form == ".csv" else text
        assert (row.cells[QUESTION], row.cells[NEW_ANSWER]) == (text, f"seen: {marked}")
        assert row.faults == {}
        assert read_key(row.cells[KEY]) is not None


def test_no_cell_of_an_excel_file_is_a_formula(tmp_path: Path) -> None:
    path = tmp_path / "w.xlsx"
    write_worksheet(path, a_sheet(*HOSTILE))
    for page in load_workbook(path).worksheets:
        for row in page.iter_rows():
            assert {cell.data_type for cell in row if cell.value is not None} <= {"s"}
    quoted = load_workbook(path)["Decisions"]["B2"]
    assert quoted.value == "=1+1"
    assert quoted.quotePrefix


def test_no_cell_of_a_csv_begins_as_a_formula_does() -> None:
    data = csv_bytes(a_sheet(*HOSTILE)).decode("utf-8-sig")
    cells = [cell for row in csv.reader(io.StringIO(data, newline="")) for cell in row]
    assert not [cell for cell in cells if cell.startswith(("=", "+", "-", "@", "\t", "\r", "＝"))]


@given(st.text(max_size=20) | st.text(alphabet="'=+-@\t\r\n＝x", max_size=6))
@settings(max_examples=200, deadline=None)
def test_the_rule_for_formulas_in_a_csv_is_undone_exactly(text: str) -> None:
    written = protected(text)
    assert unprotected(written) == text
    assert not written.startswith(("=", "+", "-", "@", "\t", "\r", "\n"))


def test_what_no_file_can_hold_is_shown_by_its_number(tmp_path: Path) -> None:
    path = tmp_path / "w.xlsx"
    write_worksheet(path, a_sheet("a\x00b\x0bc\ud800d\ufffee"))
    assert read_worksheet(path).rows[0].cells[QUESTION] == "a⟨U+0000⟩b⟨U+000B⟩c⟨U+D800⟩d⟨U+FFFE⟩e"


@pytest.mark.parametrize("text", ["x" * 40_000, "🧾" * 20_000, "é\n" * 20_000])
def test_a_text_that_no_cell_holds_is_cut_with_a_word(tmp_path: Path, text: str) -> None:
    shown = cell_text(cut((Run("head\n", Mark.NOTE), Run(text, Mark.ADDED))))
    assert units(shown) <= MOST_UNITS
    assert shown.startswith("head\n" + text[:1000])
    assert shown.endswith(f"[cut here: {len(text) + 5:} characters in all]")
    path = tmp_path / "w.xlsx"
    write_worksheet(path, a_sheet(cell_text(cut((Run(text),)))))
    assert read_worksheet(path).rows[0].cells[QUESTION] == cell_text(cut((Run(text),)))


def test_a_text_that_just_fits_is_whole() -> None:
    whole = (Run("🧾" * 16_383), Run("x"))
    assert units(cell_text(whole)) == MOST_UNITS
    assert cut(whole) == whole


def test_a_formula_that_a_person_typed_is_no_text_and_is_not_worked_out(tmp_path: Path) -> None:
    path = tmp_path / "w.xlsx"
    write_worksheet(path, a_sheet("one"))
    fill_first(path, {NEW_ANSWER: "=1+1", COMMENT: 7, WHY: True, DECISION: "#N/A"})
    row = read_worksheet(path).rows[0]
    assert row.faults == {
        NEW_ANSWER: "a formula",
        COMMENT: "a number",
        WHY: "a truth value",
        DECISION: "an error of the spreadsheet",
    }


def fill_first(path: Path, cells: dict[str, object]) -> None:
    book = load_workbook(path)
    page = book["Decisions"]
    titles = [str(cell.value).partition("\n")[0] for cell in page[1]]
    for title, value in cells.items():
        page.cell(2, titles.index(title) + 1).value = value  # type: ignore[assignment]
    book.save(path)


def test_a_cell_without_its_sheets_word_for_text_is_read_all_the_same(tmp_path: Path) -> None:
    """Another program writes shared strings where goldset writes them in place."""
    path = tmp_path / "w.xlsx"
    write_worksheet(path, a_sheet("=1+1"))
    fill_first(path, {DECISION: "later"})
    assert read_worksheet(path).rows[0].cells[DECISION] == "later"


def test_a_csv_of_a_spreadsheet_of_another_country_is_read() -> None:
    data = csv_bytes(a_sheet("a; b"))
    rows = list(csv.reader(io.StringIO(data.decode("utf-8-sig"), newline="")))
    out = io.StringIO(newline="")
    csv.writer(out, delimiter=";").writerows(rows)
    (row,) = read_csv("w.csv", out.getvalue().encode()).rows
    assert row.cells[QUESTION] == "a; b"


def _corrupt(data: bytes) -> bytes:
    """Return an Excel file whose sheet is no XML."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w") as new:
        for part in old.infolist():
            new.writestr(part, b"<worksheet><" if "sheet2" in part.filename else old.read(part))
    return out.getvalue()


def _with_doctype(data: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w") as new:
        for part in old.infolist():
            text = old.read(part)
            if "sheet2" in part.filename:
                text = b'<!DOCTYPE x [<!ENTITY a "aaaa">]>' + text
            new.writestr(part, text)
    return out.getvalue()


def _foreign(_data: bytes) -> bytes:
    out = io.BytesIO()
    Workbook().save(out)
    return out.getvalue()


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        (lambda data: data[: len(data) // 2], "no whole Excel file"),
        (lambda data: data[:-30], "no whole Excel file"),
        (lambda _data: b"", "no whole Excel file"),
        (lambda _data: b"Item,Decision\r\n", "no whole Excel file"),
        (lambda data: b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + data, "locked with a password"),
        (_corrupt, "it is damaged"),
        (_with_doctype, "declares a document type"),
        (_foreign, "is no worksheet of goldset"),
    ],
)
def test_a_file_that_is_broken_or_foreign_is_said_to_be(
    tmp_path: Path, damage: Callable[[bytes], bytes], said: str
) -> None:
    path = tmp_path / "w.xlsx"
    path.write_bytes(damage(xlsx_bytes(a_sheet("one"))))
    with pytest.raises(GoldsetError, match=said) as caught:
        read_worksheet(path)
    assert caught.value.hint
    assert type(caught.value) is GoldsetError


def test_any_damage_of_an_excel_file_is_told_and_never_a_traceback() -> None:
    whole, chance = xlsx_bytes(a_sheet(*HOSTILE[:3])), random.Random(7)
    for _ in range(60):
        data = bytearray(whole)
        for _ in range(chance.randint(1, 40)):
            data[chance.randrange(len(data))] = chance.randrange(256)
        with suppress(GoldsetError):
            read_xlsx("w.xlsx", bytes(data))


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"a,b\r\n1,2\r\n", "it has no column"),
        (b"", "it has no column"),
        ("Schlüssel".encode("latin-1"), "is not UTF-8"),
        (f'{KEY},Decision\r\n"x'.encode(), "no whole CSV file"),
        (f"{KEY},Decision,Decision\r\n".encode(), "twice"),
        (f"{KEY},Decision\r\nx,A\r\n".encode(), "no row with a key"),
    ],
)
def test_a_csv_that_is_broken_or_foreign_is_said_to_be(tmp_path: Path, data: bytes, said: str) -> None:
    path = tmp_path / "w.csv"
    path.write_bytes(data)
    with pytest.raises(GoldsetError, match=said):
        read_worksheet(path)


def test_a_worksheet_that_lacks_a_column_to_fill_in_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "w.csv"
    text = csv_bytes(a_sheet("one")).decode("utf-8-sig").replace("Comment,", "Remarks,")
    path.write_text(text, encoding="utf-8")
    with pytest.raises(GoldsetError, match="lacks the column “Comment”"):
        read_worksheet(path)


def test_other_forms_and_absent_files_are_wrong_usage(tmp_path: Path) -> None:
    with pytest.raises(WrongUsageError):
        write_worksheet(tmp_path / "w.ods", a_sheet("one"))
    with pytest.raises(WrongUsageError):
        read_worksheet(tmp_path / "w.txt")
    with pytest.raises(GoldsetError, match="there is no file"):
        read_worksheet(tmp_path / "w.csv")


@pytest.mark.parametrize("text", ["", "{}", "x", "[1]", "9" * 5000, "[" * 5000, '{"goldset": 2}'])
def test_what_is_no_key_is_none(text: str) -> None:
    assert read_key(text) is None


def test_rows_of_two_sheets_say_which(tmp_path: Path) -> None:
    path = tmp_path / "w.xlsx"
    write_worksheet(path, a_sheet("one"))
    book = load_workbook(path)
    book.copy_worksheet(book["Decisions"]).title = "Copy"
    book.save(path)
    assert [row.name for row in read_worksheet(path).rows] == ["row 2 of Decisions", "row 2 of Copy"]
