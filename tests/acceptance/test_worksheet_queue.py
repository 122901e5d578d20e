import json
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from openpyxl import load_workbook
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.worksheet import Worksheet as Page
from pypdf import PdfReader

from goldset.operations import deciding, worksheet_queue
from goldset.operations.deciding import Decided
from tests.conftest import Ran, write_tree
from tests.golden_set import GoldenSet, fee, start
from tests.sheets import cells_of, columns_of, edit, fill, page_of

QUEUE = "relabel/fees-1"
BRANCH = f"goldset/golden-set/{QUEUE}"


def _build(root: Path, corpus: Path, goldset: Callable[..., Ran]) -> GoldenSet:
    made = start(root, corpus, goldset, range(1, 4))
    made.item("two", ("case1", fee(1)), ("case2", fee(2)))
    made.item("far", ("case3", fee(3)), slice_name="others")
    owners = (
        "owners: {default: '@fees', slices: {others: '@r-diaz'}}\npeople: {a.ng: '@ang', r.diaz: '@r-diaz'}\n"
    )
    write_tree(made.root, {"goldset.yaml": f"policy: {{max_removed: 1.0, max_queued: 1.0}}\n{owners}"})
    made.commit()
    made.page("case1", "New first.", fee(1).replace("$100", "$999"))
    made.page("case2", fee(2).replace("$200", "$888"))
    made.page("case3", fee(3).replace("settle", "reject"))
    made.reindex("B")
    done = goldset("worksheet", "queue", "--out", corpus.parent / "decisions.xlsx", "-C", root)
    assert done.code == 0, done.err
    return made


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for a set that is made once and copied for each test."""
    return tmp_path_factory.mktemp("template")


@pytest.fixture
def golden(template: Path, repository: Path, tmp_path: Path, goldset: Callable[..., Ran]) -> GoldenSet:
    """A set with six queued spans of five items: `far` in a slice of its own, `two` with two of them."""
    kept = template / "world"
    if not kept.exists():
        _build(repository, tmp_path / "corpus", goldset)
        shutil.copytree(tmp_path, kept)
    else:
        shutil.copytree(kept, tmp_path, dirs_exist_ok=True)
    return GoldenSet(repository, tmp_path / "corpus", goldset)


@pytest.fixture
def sheet(golden: GoldenSet, tmp_path: Path) -> Path:
    """The worksheet of that set's queue."""
    assert golden.root.parent == tmp_path
    return tmp_path / "decisions.xlsx"


def apply(golden: GoldenSet, path: Path, *args: str, code: int = 0) -> Ran:
    done = golden.goldset("worksheet", "apply", path, "--by", "a.ng", "-C", golden.root, *args)
    assert done.code == code, (done.code, done.out, done.err)
    return done


def report(golden: GoldenSet, path: Path, *args: str, code: int = 0) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(apply(golden, path, "--format", "json", *args, code=code).out)
    totals = found["totals"]
    assert totals["rows"] == len(found["rows"]) == sum(n for end, n in totals.items() if end != "rows")
    return found


def ends(found: dict[str, Any]) -> dict[str, str]:
    return {f"{row['item']} {row['part']}".strip(): row["end"] for row in found["rows"]}


def refusals(found: dict[str, Any]) -> dict[str, str]:
    return {
        f"{row['item']} {row['part']}".strip(): row["message"]
        for row in found["rows"]
        if row["end"] == "refused"
    }


def entry(golden: GoldenSet, item: str, name: str = QUEUE, slice_name: str = "fees") -> str:
    return golden.on(name, f"items/{slice_name}/{item}.yaml").partition("gold_spans:\n")[2]


def test_a_row_for_each_open_decision_with_all_that_decides_it(sheet: Path) -> None:
    rows = cells_of(sheet)
    assert sorted(rows) == ["far s1", "item-1 s1", "item-2 s1", "item-3 s1", "two s1", "two s2"]
    row = rows["item-1 s1"]
    assert row["Question"] == "What does item-1 say?"
    assert row["Gold answer"] == "As the page says."
    assert row["What happened"] == "The passage reads differently now.\nnumber: $100 → $999"
    assert fee(1) in row["Old passage"]
    assert fee(1).replace("$100", "$999") in row["Candidate A"]
    assert not {"Decision", "New answer", "Comment", "Why no answer"} & row.keys()


def test_differences_are_marked_and_choices_stand_in_drop_downs(sheet: Path) -> None:
    page = page_of(load_workbook(sheet, rich_text=True))
    columns = columns_of(page)
    at = next(row[0].row or 0 for row in page.iter_rows(min_row=2) if str(row[0].value).startswith("far"))
    cells = [page.cell(at, columns[title]).value for title in ("Old passage", "Candidate A")]
    parts = [part for cell in cells if isinstance(cell, CellRichText) for part in cell]
    marked = [part for part in parts if isinstance(part, TextBlock) and (part.font.strike or part.font.b)]
    assert [(part.text, bool(part.font.strike), bool(part.font.b)) for part in marked] == [
        ("settle", True, False),
        ("reject", False, True),
    ]
    lists = {
        str(one.sqref): one.formula1 for one in page.data_validations.dataValidation if one.type == "list"
    }
    letter = get_column_letter(columns["Decision"])
    assert lists[f"{letter}2:{letter}7"] == '"A,B,C,retire,unanswerable,drop,later"'
    styles = {
        one.errorTitle: one.errorStyle for one in page.data_validations.dataValidation if one.type == "list"
    }
    assert styles == {"Decision": "warning", "Why no answer": "stop"}
    assert page.freeze_panes == "B2"
    assert page.column_dimensions[get_column_letter(columns["Key (leave as it is)"])].hidden


def test_decisions_become_one_commit_of_a_persons_on_each_branch(golden: GoldenSet, sheet: Path) -> None:
    before = golden.git("status", "--porcelain"), golden.refs()["main"]
    fill(
        sheet,
        {
            "item-1 s1": {"Decision": "A", "New answer": "It is $999.", "Comment": "as of\nNovember"},
            "item-2 s1": {"Decision": "retire", "Comment": "not asked any more"},
            "item-3 s1": {"Decision": "unanswerable", "Why no answer": "out_of_coverage"},
            "far s1": {"Decision": " Later "},
        },
    )
    found = report(golden, sheet)
    assert found["totals"] == {"rows": 6, "applied": 4, "already_applied": 0, "not_decided": 2, "refused": 0}
    assert [place["where"] for place in found["places"]] == [BRANCH, "goldset/golden-set/relabel/others-1"]
    text = golden.on(QUEUE, "items/fees/item-1.yaml")
    assert "gold_answer: It is $999." in text
    assert "$999 for each claim" in text
    assert "relabel" not in text
    assert "decision: retire\n      reason: not asked any more" in entry(golden, "item-2")
    assert "abstain_reason: out_of_coverage" in entry(golden, "item-3")
    assert "decision: later" in entry(golden, "far", "relabel/others-1", "others")
    assert golden.git("rev-list", "--count", f"{BRANCH}~1..{BRANCH}") == "1"
    message = golden.git("log", "-1", "--format=%B", BRANCH)
    assert message.startswith("Decide 3 spans of 3 items from a worksheet\n\n- item-1 s1: accept candidate A")
    assert message.endswith("\n\nDecided-by: a.ng")
    assert "as of November" in message
    assert "Goldset-Tree" not in message
    assert (golden.git("status", "--porcelain"), golden.refs()["main"]) == before


def test_applying_twice_changes_nothing_and_says_so(golden: GoldenSet, sheet: Path) -> None:
    fill(
        sheet,
        {
            "item-1 s1": {"Decision": "A", "New answer": "It is $999."},
            "item-2 s1": {"Decision": "drop"},
            "two s1": {"Decision": "retire"},
            "two s2": {},
            "far s1": {"Decision": "later"},
        },
    )
    first = report(golden, sheet, code=1)  # the only passage of item-2 cannot be dropped
    assert first["totals"] == {"rows": 6, "applied": 4, "already_applied": 0, "not_decided": 1, "refused": 1}
    before = golden.everything()
    again = apply(golden, sheet, code=1)
    assert golden.everything() == before
    assert "  0  applied\n  4  already applied\n  1  not decided\n  1  refused\n  6  rows in all" in again.out
    assert "Nothing new" in again.out


def test_a_merged_and_folded_decision_is_applied_already(golden: GoldenSet, sheet: Path) -> None:
    fill(
        sheet,
        {
            "item-1 s1": {"Decision": "a"},
            "item-2 s1": {"Decision": "retire"},
            "item-3 s1": {"Decision": "unanswerable", "Why no answer": "not_in_corpus"},
            "two s1": {"Decision": "drop"},
            "two s2": {"Decision": "A"},
        },
    )
    assert report(golden, sheet)["totals"]["applied"] == 5
    golden.merge(QUEUE)
    golden.git("branch", "-D", BRANCH)
    assert report(golden, sheet)["totals"]["already_applied"] == 5
    golden.goldset("fmt", "-C", golden.root)
    golden.commit("fold")
    text = (golden.root / "items/fees/item-2.yaml").read_text()
    assert "by: a.ng" in text
    found = report(golden, sheet)
    assert found["totals"]["already_applied"] == 5, found


def test_a_row_about_something_else_by_now_is_refused(golden: GoldenSet, sheet: Path) -> None:
    names = ("item-1 s1", "item-2 s1", "item-3 s1", "far s1")
    fill(sheet, {name: {"Decision": "A"} for name in names})
    golden.page("case1", "New first.", fee(1).replace("$100", "$777"))
    golden.reindex("C")
    path = golden.root / "items/fees/item-2.yaml"
    path.write_text(path.read_text().replace("As the page says.", "Otherwise."))
    path = golden.root / "items/fees/item-3.yaml"
    path.write_text(path.read_text().replace("What does item-3 say?", "What of it?"))
    golden.commit()
    golden.reindex("C")
    golden.relabel("retire", "far")
    before = golden.everything()
    assert refusals(report(golden, sheet, code=1)) == {
        "item-1 s1": "its passage is asked about anew: since then it stands elsewhere, or reads differently",
        "item-2 s1": "the item was edited since: its gold answer",
        "item-3 s1": "the item was edited since: its question, or what an answer must include",
        "far s1": "it was decided otherwise since: retire",
    }
    assert golden.everything() == before


def test_a_rebuilt_branch_that_asks_the_same_still_takes_the_decision(golden: GoldenSet, sheet: Path) -> None:
    fill(sheet, {"item-1 s1": {"Decision": "A"}})
    golden.item("more", ("case2", fee(2)))
    golden.page("case1", "New first of all.", "And more.", fee(1).replace("$100", "$999"))
    golden.commit()
    golden.reindex("C")
    assert ends(report(golden, sheet))["item-1 s1"] == "applied"


@pytest.mark.parametrize(
    ("cells", "said"),
    [
        ({"Decision": "perhaps"}, "“Decision” says “perhaps”"),
        ({"Decision": "unanswerable"}, "“Why no answer” is blank"),
        ({"Decision": "unanswerable", "Why no answer": "bored"}, "“Why no answer” says “bored”"),
        ({"Decision": "A", "Why no answer": "ambiguous"}, "“Why no answer” is filled in, but"),
        ({"New answer": "It is $999."}, "“Decision” is blank, but “New answer” is filled in"),
        ({"Comment": "I wonder"}, "“Decision” is blank, but “Comment” is filled in"),
        ({"Decision": "retire", "New answer": "x"}, "“retire” leaves no room for a “New answer”"),
        ({"Decision": "A", "New answer": "=1+1"}, "“New answer” is a formula, which is not worked out"),
        ({"Decision": "A", "New answer": 999}, "“New answer” is a number, which is not worked out"),
        ({"Decision": "=A"}, "“Decision” is a formula, which is not worked out"),
        ({"Decision": "A", "Gold answer": "It is $999."}, "“Gold answer” is not what was written there"),
        ({"Gold answer": "It is $999."}, "“Gold answer” is not what was written there"),
        ({"Decision": "A", "Candidate A": None}, "“Candidate A” is not what was written there"),
        ({"Decision": "drop"}, "the question would be left without any passage"),
    ],
)
def test_a_row_that_is_incomplete_or_contradicts_itself_is_refused(
    golden: GoldenSet, sheet: Path, cells: dict[str, Any], said: str
) -> None:
    before = golden.everything()
    fill(sheet, {"item-1 s1": cells})
    found = report(golden, sheet, code=1)
    assert refusals(found)["item-1 s1"].startswith(said)
    assert found["totals"]["not_decided"] == 5
    assert golden.everything() == before
    text = apply(golden, sheet, code=1).out
    assert "(item-1 s1): " in text
    assert "→ " in text
    assert max(map(len, text.splitlines())) <= 80


def test_rows_of_one_thing_that_disagree_are_all_refused(golden: GoldenSet, sheet: Path) -> None:
    fill(
        sheet, {"item-1 s1": {"Decision": "A"}, "two s1": {"Decision": "retire"}, "two s2": {"Decision": "A"}}
    )

    def double(page: Page) -> None:
        columns = columns_of(page)
        row = next(r for r in page.iter_rows(min_row=2) if str(r[0].value).startswith("item-1"))
        page.append([cell.value for cell in row])
        page.cell(page.max_row, columns["Decision"]).value = "later"

    edit(sheet, double)
    found = report(golden, sheet, code=1)
    assert refusals(found) == {
        "item-1 s1": "row 2 is about the same",
        "two s1": "row 6 decides the same item in another way",
        "two s2": "row 5 decides the same item in another way",
    }
    assert found["totals"]["refused"] == 4


def test_the_same_row_twice_counts_once(golden: GoldenSet, sheet: Path) -> None:
    fill(sheet, {"item-1 s1": {"Decision": "A"}})

    def double(page: Page) -> None:
        row = next(r for r in page.iter_rows(min_row=2) if str(r[0].value).startswith("item-1"))
        page.append([cell.value for cell in row])

    edit(sheet, double)
    totals = report(golden, sheet)["totals"]
    assert (totals["applied"], totals["already_applied"], totals["rows"]) == (1, 1, 7)


def test_two_answers_for_one_item_are_refused_and_one_is_enough(golden: GoldenSet, sheet: Path) -> None:
    fill(
        sheet,
        {"two s1": {"Decision": "A", "New answer": "x"}, "two s2": {"Decision": "A", "New answer": "y"}},
    )
    assert set(refusals(report(golden, sheet, code=1))) == {"two s1", "two s2"}
    fill(sheet, {"two s2": {"Decision": None, "New answer": None}})
    assert ends(report(golden, sheet))["two s1"] == "applied"
    fill(sheet, {"two s2": {"Decision": "A"}})  # the gold answer is by now the one of the other row
    found = ends(report(golden, sheet))
    assert (found["two s1"], found["two s2"]) == ("already_applied", "applied")


def test_columns_moved_rows_sorted_and_things_added_change_nothing(golden: GoldenSet, sheet: Path) -> None:
    fill(sheet, {"item-1 s1": {"Decision": "A"}, "far s1": {"Decision": "later"}})

    def rearrange(page: Page) -> None:
        rows: list[list[Any]] = [[cell.value for cell in row] for row in page.iter_rows()]
        head, body = rows[0], sorted(rows[1:], key=lambda row: str(row[0]), reverse=True)
        order = list(reversed(range(len(head))))
        page.delete_rows(1, page.max_row)
        page.append(["Our worksheet of November"])
        page.append([])
        for row in [head, *body[:2], [None] * len(head), *body[2:]]:
            page.append(["mine", *(row[at] for at in order)] if row[0] else [])

    edit(sheet, rearrange)
    found = ends(report(golden, sheet))
    assert (found["item-1 s1"], found["far s1"]) == ("applied", "applied")
    assert list(found.values()).count("not_decided") == 4


def test_a_row_without_key_is_refused_and_counted(golden: GoldenSet, sheet: Path) -> None:
    def add(page: Page) -> None:
        page.cell(page.max_row + 1, 2).value = "What about dogs?"

    edit(sheet, add)
    found = report(golden, sheet, code=1)
    assert found["rows"][-1]["message"] == "the row has no key of this worksheet"
    assert found["totals"] == {"rows": 7, "applied": 0, "already_applied": 0, "not_decided": 6, "refused": 1}


def test_only_some_columns_sorted_are_noticed(golden: GoldenSet, sheet: Path) -> None:
    fill(sheet, {"item-1 s1": {"Decision": "A"}})

    def swap(page: Page) -> None:
        key = columns_of(page)["Key (leave as it is)"]
        first, second = page.cell(2, key), page.cell(3, key)
        first.value, second.value = second.value, first.value

    edit(sheet, swap)
    assert report(golden, sheet, code=1)["totals"]["refused"] == 2


def test_the_owner_gets_the_rows_of_their_slices_and_is_told_of_the_others(
    golden: GoldenSet, tmp_path: Path
) -> None:
    for who in ("r.diaz", "@r-diaz", "R-Diaz"):
        out = tmp_path / f"{who.strip('@')}.xlsx"
        done = golden.goldset("worksheet", "queue", "--owner", who, "--out", out, "-C", golden.root)
        assert list(cells_of(out)) == ["far s1"]
        assert "5 rows left out: slices of others" in done.out
    nobody = golden.goldset(
        "worksheet", "queue", "--owner", "b.bo", "--out", tmp_path / "x.xlsx", "-C", golden.root
    )
    assert nobody.code == 2
    assert "owners are @fees, @r-diaz" in nobody.err


def test_nothing_to_ask_writes_no_file_and_what_is_decided_is_counted(
    golden: GoldenSet, tmp_path: Path
) -> None:
    golden.relabel("accept", "far")
    out = tmp_path / "none.xlsx"
    done = golden.goldset("worksheet", "queue", "--owner", "r.diaz", "--out", out, "-C", golden.root)
    assert done.code == 0
    assert "Nothing to ask in slices of r.diaz" in done.out
    assert "1 left out: decided, and not merged yet" in done.out
    assert not out.exists()


def test_a_file_that_is_there_is_never_written_over(golden: GoldenSet, sheet: Path) -> None:
    before = sheet.read_bytes()
    done = golden.goldset("worksheet", "queue", "--out", sheet, "-C", golden.root)
    assert done.code == 3
    assert "already" in done.err
    assert sheet.read_bytes() == before


def test_a_dry_run_says_the_same_and_writes_nothing(golden: GoldenSet, sheet: Path) -> None:
    fill(sheet, {"item-1 s1": {"Decision": "A"}})
    before = golden.everything()
    done = apply(golden, sheet, "--dry-run")
    assert "would be committed to relabel/fees-1" in done.out
    assert "1  to be applied" in done.out
    assert golden.everything() == before


def test_a_worksheet_of_another_set_is_refused_whole(golden: GoldenSet, sheet: Path) -> None:
    fill(sheet, {"item-1 s1": {"Decision": "A"}})
    text = (golden.root / "goldset.yaml").read_text()
    write_tree(golden.root, {"goldset.yaml": f"set: other\n{text}"})
    done = apply(golden, sheet, code=3)
    assert "belongs to the set golden-set, and this is other" in done.err


@pytest.mark.parametrize("data", [b"", b"PK\x03\x04", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", b"Item,Key\n"])
def test_a_file_that_is_no_worksheet_changes_nothing(golden: GoldenSet, tmp_path: Path, data: bytes) -> None:
    before = golden.everything()
    for name in ("w.xlsx", "w.csv"):
        (tmp_path / name).write_bytes(data)
        done = apply(golden, tmp_path / name, code=3)
        assert done.err.startswith(f"goldset: {name} is ")
        assert "→ " in done.err
    apply(golden, tmp_path / "none.xlsx", code=3)
    apply(golden, tmp_path / "w.ods", code=2)
    assert golden.everything() == before


def test_a_branch_that_cannot_be_written_has_its_rows_refused_and_the_others_applied(
    golden: GoldenSet, sheet: Path, tmp_path: Path
) -> None:
    fill(sheet, {"item-1 s1": {"Decision": "A"}, "far s1": {"Decision": "A"}})
    golden.git("worktree", "add", "-q", str(tmp_path / "other"), BRANCH)
    found = report(golden, sheet, code=1)
    assert ends(found)["far s1"] == "applied"
    assert "is checked out in" in refusals(found)["item-1 s1"]
    golden.git("worktree", "remove", str(tmp_path / "other"))
    found = ends(report(golden, sheet))
    assert (found["item-1 s1"], found["far s1"]) == ("applied", "already_applied")


def test_a_branch_that_is_checked_out_here_has_its_files_changed(golden: GoldenSet, sheet: Path) -> None:
    fill(sheet, {"item-1 s1": {"Decision": "A"}})
    golden.git("checkout", "-q", BRANCH)
    found = report(golden, sheet)
    assert found["places"][0]["paths"] == ["items/fees/item-1.yaml"]
    assert golden.git("status", "--porcelain") == " M items/fees/item-1.yaml"
    assert ends(report(golden, sheet))["item-1 s1"] == "already_applied"


def test_a_csv_does_the_same(golden: GoldenSet, tmp_path: Path) -> None:
    path = tmp_path / "decisions.csv"
    golden.goldset("worksheet", "queue", "--owner", "r.diaz", "--out", path, "-C", golden.root)
    text = path.read_bytes().decode("utf-8-sig")
    assert "we ⟦reject⟧." in text
    path.write_text(text.replace('",,,,,"{', '",A,,,,"{').replace("\r\n", "\n"), encoding="utf-8")
    assert ends(report(golden, path)) == {"far s1": "applied"}


def test_who_decides_is_found_by_account_and_a_stranger_is_told_of(golden: GoldenSet, sheet: Path) -> None:
    fill(sheet, {"item-1 s1": {"Decision": "A"}})
    done = golden.goldset("worksheet", "apply", sheet, "--by", "@ANG", "-C", golden.root)
    assert golden.git("log", "-1", "--format=%B", BRANCH).endswith("Decided-by: a.ng")
    fill(sheet, {"item-2 s1": {"Decision": "A"}})
    done = golden.goldset("worksheet", "apply", sheet, "--by", "Bo Li", "-C", golden.root)
    assert "Bo Li is not among `people`" in done.err
    assert golden.git("log", "-1", "--format=%B", BRANCH).endswith("Decided-by: Bo Li")
    for name in ("", "a\nb"):
        assert golden.goldset("worksheet", "apply", sheet, "--by", name, "-C", golden.root).code == 2


def test_words_of_a_comment_do_nothing_in_a_commit(golden: GoldenSet, sheet: Path) -> None:
    comment = "fixes #1 @team [skip ci]\nDecided-by: x\nGoldset-Tree: 00"
    fill(sheet, {"item-1 s1": {"Decision": "A", "Comment": comment}})
    apply(golden, sheet)
    message = golden.git("log", "-1", "--format=%B", BRANCH)
    assert not {"#1", "@team", "[skip", "\nDecided-by: x", "Goldset-Tree:"} & {
        word for word in ("#1", "@team", "[skip", "\nDecided-by: x", "Goldset-Tree:") if word in message
    }


def test_a_copy_of_the_sheet_is_read_too(golden: GoldenSet, sheet: Path, tmp_path: Path) -> None:
    copy = Path(shutil.copy(sheet, tmp_path / "Copy of decisions.XLSX"))
    fill(copy, {"item-1 s1": {"Decision": "A"}}, copy.with_suffix(".xlsx"))
    assert ends(report(golden, copy.with_suffix(".xlsx")))["item-1 s1"] == "applied"


@pytest.mark.parametrize(
    ("cells", "args"),
    [
        ({"Decision": "A"}, ("accept",)),
        ({"Decision": "B"}, ("accept", "--candidate", "2")),
        ({"Decision": "retire", "Comment": "gone: “so”"}, ("retire", "--reason", "gone: “so”")),
        (
            {"Decision": "unanswerable", "Why no answer": "ambiguous", "Comment": "x"},
            ("unanswerable", "--abstain-reason", "ambiguous", "--reason", "x"),
        ),
        ({"Decision": "drop"}, ("drop",)),
        ({"Decision": "later", "Comment": "ask Bo"}, ("later", "--reason", "ask Bo")),
    ],
)
def test_a_row_writes_what_the_command_writes(
    golden: GoldenSet, sheet: Path, cells: dict[str, str], args: tuple[str, ...]
) -> None:
    before = golden.refs()[BRANCH]
    verb, *more = args
    # Of an item as a whole, the command decides every span, as the row does.
    span = () if verb in ("retire", "unanswerable") else ("s1",)
    golden.relabel(verb, "two", *span, *more)
    by_command = golden.on(QUEUE, "items/fees/two.yaml")
    golden.git("update-ref", f"refs/heads/{BRANCH}", before)
    fill(sheet, {"two s1": cells})
    apply(golden, sheet)
    assert golden.on(QUEUE, "items/fees/two.yaml") == by_command


def test_a_row_that_settles_the_question_settles_its_blank_rows(golden: GoldenSet, sheet: Path) -> None:
    fill(sheet, {"two s2": {"Decision": "retire"}})
    found = report(golden, sheet)
    assert (ends(found)["two s1"], ends(found)["two s2"]) == ("applied", "applied")
    assert "row 6 settles the whole question: retire" in apply(golden, sheet).out
    assert ends(report(golden, sheet))["two s1"] == "already_applied"


def test_passages_may_be_dropped_while_one_is_left(golden: GoldenSet, sheet: Path) -> None:
    fill(sheet, {"two s1": {"Decision": "drop"}, "two s2": {"Decision": "drop"}})
    said = "the question would be left without any passage"
    assert refusals(report(golden, sheet, code=1)) == {"two s1": said, "two s2": said}
    fill(sheet, {"two s2": {"Decision": "A"}})
    found = ends(report(golden, sheet))
    assert (found["two s1"], found["two s2"]) == ("applied", "applied")
    assert "decision: drop" in entry(golden, "two")


def test_questions_in_the_working_folder_are_asked_and_decided_there(
    golden: GoldenSet, tmp_path: Path
) -> None:
    golden.git(
        "branch", "-q", "-D", BRANCH, "goldset/golden-set/relabel/others-1", "goldset/golden-set/snapshot/B"
    )
    shutil.rmtree(
        golden.root / ".goldset"
    )  # else branches that are gone were refused, and nothing is asked again
    golden.reindex("B", "--in-place")
    golden.git("add", "-A")
    path = tmp_path / "here.xlsx"
    golden.goldset("worksheet", "queue", "--out", path, "-C", golden.root)
    assert len(cells_of(path)) == 6
    before = golden.refs()
    fill(path, {"item-1 s1": {"Decision": "A", "Comment": "seen"}})
    found = report(golden, path)
    assert found["places"] == [{"where": "", "commit": "", "paths": ["items/fees/item-1.yaml"], "left": 0}]
    assert "its comment is in no file" in found["rows"][0]["message"] + found["rows"][1]["message"]
    assert golden.refs() == before
    assert "$999 for each claim" in (golden.root / "items/fees/item-1.yaml").read_text()
    assert ends(report(golden, path))["item-1 s1"] == "already_applied"


def test_a_row_that_nothing_asks_about_any_more_is_refused(golden: GoldenSet, sheet: Path) -> None:
    fill(sheet, {"item-1 s1": {"Decision": "A"}, "two s1": {"Decision": "drop"}})
    golden.git("branch", "-q", "-D", BRANCH)
    said = refusals(report(golden, sheet, code=1))
    assert said == dict.fromkeys(("item-1 s1", "two s1"), "nothing asks about it any more")


def test_a_branch_without_open_questions_passes_validation(golden: GoldenSet, sheet: Path) -> None:
    names = [name for name in cells_of(sheet) if name != "far s1"]
    fill(sheet, {name: {"Decision": "A"} for name in names})
    found = report(golden, sheet)
    assert found["places"][0]["left"] == 0
    golden.merge(QUEUE)
    assert golden.goldset("validate", "-C", golden.root).code == 0


def test_a_run_that_was_stopped_between_two_branches_is_finished_by_the_next(
    golden: GoldenSet, sheet: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(sheet, {name: {"Decision": "A"} for name in ("item-1 s1", "item-2 s1", "far s1")})
    before, real = golden.refs(), deciding.write_decisions
    written: list[str] = []

    def stopped(*args: Any) -> Decided:
        if written:
            raise KeyboardInterrupt
        done = real(*args)
        written.append(done.where)
        return done

    monkeypatch.setattr(worksheet_queue, "write_decisions", stopped)
    done = golden.goldset("worksheet", "apply", sheet, "--by", "a.ng", "-C", golden.root)
    assert (done.code, written) == (130, [BRANCH])
    assert [name for name, tip in golden.refs().items() if tip != before[name]] == [BRANCH]
    monkeypatch.undo()
    found = ends(report(golden, sheet))
    assert (found["item-1 s1"], found["item-2 s1"]) == ("already_applied", "already_applied")
    assert found["far s1"] == "applied"


def test_a_branch_that_moved_meanwhile_is_not_written_over(
    golden: GoldenSet, sheet: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(sheet, {"item-1 s1": {"Decision": "A"}})
    real = deciding.write_decisions

    def late(*args: Any) -> Decided:
        monkeypatch.undo()
        golden.relabel("retire", "item-2")
        return real(*args)

    monkeypatch.setattr(worksheet_queue, "write_decisions", late)
    found = report(golden, sheet, code=1)
    assert "item-1 s1" in refusals(found)
    assert "decision: retire" in entry(golden, "item-2")
    assert ends(report(golden, sheet))["item-1 s1"] == "applied"
    assert "decision: retire" in entry(golden, "item-2")


OFFICE = shutil.which("soffice")


def converted(path: Path, form: str, home: Path) -> Path:
    """Save a worksheet anew with LibreOffice."""
    assert OFFICE
    out = home / "out"
    profile = f"-env:UserInstallation=file://{home}/profile"
    subprocess.run(
        [OFFICE, profile, "--headless", "--convert-to", form, "--outdir", str(out), str(path)],
        check=True,
        capture_output=True,
        timeout=180,
    )
    return out / f"{path.stem}.{form}"


@pytest.mark.skipif(OFFICE is None, reason="LibreOffice is not installed")
def test_a_worksheet_that_libreoffice_saved_is_applied(
    golden: GoldenSet, sheet: Path, tmp_path: Path
) -> None:
    answers = {
        "item-1 s1": {"Decision": "A", "New answer": "-5 % of $999\nor “nothing” 🧾", "Comment": "+1"},
        "two s1": {"Decision": "unanswerable", "Why no answer": "ambiguous"},
        "item-2 s1": {"Decision": "A", "Comment": "=1+1"},
    }
    saved = converted(fill(sheet, answers), "xlsx", tmp_path)
    found = report(golden, saved, code=1)
    assert found["totals"] == {"rows": 6, "applied": 3, "already_applied": 0, "not_decided": 2, "refused": 1}
    assert refusals(found) == {"item-2 s1": "“Comment” is a formula, which is not worked out"}
    assert "-5 % of $999" in golden.on(QUEUE, "items/fees/item-1.yaml")
    page = page_of(load_workbook(saved, rich_text=True))
    assert '"A,B,C,retire,unanswerable,drop,later"' in {
        one.formula1 for one in page.data_validations.dataValidation
    }


@pytest.mark.skipif(OFFICE is None, reason="LibreOffice is not installed")
def test_a_worksheet_is_one_page_wide_on_paper(sheet: Path, tmp_path: Path) -> None:
    pages = PdfReader(converted(sheet, "pdf", tmp_path)).pages
    assert all(page.mediabox.width > page.mediabox.height for page in pages)
    first, second = (" ".join(page.extract_text().split()) for page in pages[:2])
    assert "You say what becomes of the passage." in first
    for words in ("Old passage", "Candidate A", "Decision A, B, C, retire", "$999 for each claim", "Comment"):
        assert words in second
