import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Ran, write_tree
from tests.sheets import cells_of, fill

OPEN = "The desk is open from nine to five on every day but Sunday, and on market days until seven."
FEE = "A lost key costs 12 euros, which are paid at the desk."
TWICE = "Bring a document with your picture on it."
PAGES = {
    "desk.md": f"# Desk\n\n## Hours\n\n{OPEN}\n\n{TWICE}\n",
    "keys.md": f"# Keys\n\n{FEE} {TWICE}\n",
}
DRAFT = "slice: hours\nanswerable: true\nstatus: draft\n"


class Office:
    """A set with drafts, outside of Git: labels and reviews need none."""

    def __init__(self, root: Path, goldset: Callable[..., Ran]) -> None:
        self.root, self.goldset = root / "set", goldset
        self.corpus = write_tree(root / "corpus", dict(PAGES))
        write_tree(
            self.root,
            {
                "goldset.yaml": "set: office\ncorpus: {sources: [{path: ../corpus}]}\n"
                "people: {a.ng: '@ang'}\nowners: {slices: {hours: '@ang', fees: '@bo'}}\n"
            },
        )

    def item(self, name: str, text: str, slice_name: str = "hours") -> None:
        write_tree(self.root, {f"items/{slice_name}/{name}.yaml": f"id: {name}\n{text}"})

    def read(self, name: str, slice_name: str = "hours") -> str:
        return (self.root / f"items/{slice_name}/{name}.yaml").read_text()

    def snapshot(self, name: str) -> None:
        made = self.goldset("snapshot", "create", name, "-C", self.root)
        assert made.code == 0, made.err

    def sheet(self, kind: str, *args: str) -> Path:
        path = self.root.parent / f"{kind}.xlsx"
        path.unlink(missing_ok=True)
        made = self.goldset("worksheet", kind, "--out", path, "-C", self.root, *args)
        assert made.code == 0, made.err
        return path

    def apply(self, path: Path, *args: str, code: int = 0) -> dict[str, Any]:
        done = self.goldset(
            "worksheet", "apply", path, "--by", "a.ng", "-C", self.root, "--format", "json", *args
        )
        assert done.code == code, (done.code, done.out, done.err)
        found: dict[str, Any] = json.loads(done.out)
        totals = found["totals"]
        assert totals["rows"] == len(found["rows"]) == sum(n for end, n in totals.items() if end != "rows")
        return found

    def sound(self) -> None:
        done = self.goldset("validate", "-C", self.root)
        assert done.code == 0, done.out


@pytest.fixture
def office(tmp_path: Path, goldset: Callable[..., Ran]) -> Office:
    made = Office(tmp_path, goldset)
    made.item("when", f"# asked a lot\nquestion: When is the desk open?\n{DRAFT}tags: [desk]\n")
    made.snapshot("A")
    return made


def ends(found: dict[str, Any]) -> list[tuple[str, str]]:
    return [(row["item"], row["end"]) for row in found["rows"]]


def test_a_labelled_draft_has_answer_quote_and_labeller_and_nothing_else_changes(office: Office) -> None:
    path = office.sheet("label")
    assert cells_of(path)["when"]["What is missing"] == (
        "It has no passage that proves the answer.\nIt has no answer."
    )
    fill(
        path,
        {"when": {"Answerable": "yes", "Answer": "From nine to five.", "Quote": OPEN, "Document": "desk.md"}},
    )
    found = office.apply(path)
    assert ends(found) == [("when", "applied")]
    assert found["places"][0]["paths"] == ["items/hours/when.yaml"]
    text = office.read("when")
    assert text.startswith("id: when\n# asked a lot\nquestion: When is the desk open?\nslice: hours\n")
    for line in (
        "status: draft",
        "tags: [desk]",
        "gold_answer: From nine to five.",
        "labelled_by: a.ng",
        "corpus_snapshot: A",
        "section: [Desk, Hours]",
        f"text: {OPEN}",
    ):
        assert line in text
    office.sound()
    assert list((office.root / "snapshots/texts").rglob("*.txt")), "the text that proves the quote is kept"


def test_applying_labels_twice_changes_nothing(office: Office) -> None:
    path = office.sheet("label")
    fill(path, {"when": {"Answerable": "yes", "Answer": "From nine to five.", "Quote": OPEN}})
    office.apply(path)
    before = office.read("when")
    assert ends(office.apply(path)) == [("when", "already_applied")]
    assert office.read("when") == before
    assert ends(office.apply(path, "--activate")) == [("when", "applied")]
    assert "status: active" in office.read("when")
    assert ends(office.apply(path, "--activate")) == [("when", "already_applied")]
    office.sound()


def test_what_is_labelled_is_asked_no_more_and_counted(office: Office) -> None:
    path = office.sheet("label")
    fill(path, {"when": {"Answerable": "yes", "Answer": "From nine to five.", "Quote": OPEN}})
    office.apply(path)
    done = office.goldset("worksheet", "label", "--out", path.with_name("no.xlsx"), "-C", office.root)
    assert "Nothing to ask: no file was written" in done.out
    assert "1 left out: labelled drafts, which wait to be made active" in " ".join(done.out.split())


def test_an_item_without_answer_says_why(office: Office) -> None:
    office.item("dog", f"question: May I bring a dog?\n{DRAFT}gold_answer: Perhaps.\nmust_include: [dog]\n")
    path = office.sheet("label")
    fill(path, {"dog": {"Answerable": "no", "Why no answer": "not_in_corpus"}})
    assert ("dog", "applied") in ends(office.apply(path))
    text = office.read("dog")
    assert "answerable: false\n" in text
    assert "abstain_reason: not_in_corpus" in text
    assert "gold_answer" not in text
    office.sound()
    assert ("dog", "already_applied") in ends(office.apply(path))


def test_evidence_that_was_brought_in_gets_its_place_piece_by_piece(office: Office) -> None:
    office.item(
        "key",
        f"question: What do I pay for a lost key, and when can I?\n{DRAFT}gold_answer: 12 euros, from nine to five.\n"
        "unplaced:\n  - {reason: the quote stands nowhere, text: A lost key costs 12 euros!, grade: 3, group: fee}\n"
        f"  - {{reason: no document is named, text: '{OPEN}'}}\ndraft_reasons: [two quotes have no place]\n",
    )
    path = office.sheet("label", "--owner", "a.ng")
    rows = [cells for cells in cells_of(path).values() if "lost key" in cells["Question"]]
    assert all("two quotes have no place" in cells["What is missing"] for cells in rows)
    fill_by_quote(path, "A lost key costs 12 euros!", {"Answerable": "yes", "Quote": FEE})
    found = office.apply(path)
    assert sorted(found["totals"].items()) == sorted(
        {"rows": 3, "applied": 1, "already_applied": 0, "not_decided": 2, "refused": 0}.items()
    )
    text = office.read("key")
    assert f"text: {FEE}" in text
    assert "grade: 3" in text
    assert "group: fee" in text
    assert "no document is named" in text
    assert "draft_reasons" in text
    fill_by_quote(path, OPEN, {"Answerable": "yes"})
    found = office.apply(path)
    assert (found["totals"]["applied"], found["totals"]["already_applied"]) == (1, 1)
    text = office.read("key")
    assert "unplaced" not in text
    assert "draft_reasons" not in text
    assert "gold_answer: 12 euros, from nine to five.\n" in text
    office.sound()
    assert office.apply(path, "--activate")["totals"]["applied"] == 2
    office.sound()
    again = office.apply(path)
    assert again["totals"]["already_applied"] == 2


def test_no_answer_in_one_row_settles_the_others_of_its_item(office: Office) -> None:
    office.item(
        "key",
        f"question: What now?\n{DRAFT}unplaced:\n  - {{reason: none, text: one}}\n  - {{reason: none, text: two}}\n"
        "draft_reasons: [two quotes have no place]\n",
    )
    path = office.sheet("label")
    fill_by_quote(path, "two", {"Answerable": "no", "Why no answer": "false_premise"})
    for end in ("applied", "already_applied"):
        assert [found for found in ends(office.apply(path)) if found[0] == "key"] == [("key", end)] * 2
    text = office.read("key")
    assert "unplaced" not in text
    assert "draft_reasons" not in text
    office.sound()


def fill_by_quote(path: Path, quote: str, cells: dict[str, Any]) -> None:
    from openpyxl import load_workbook

    from tests.sheets import columns_of, page_of

    book = load_workbook(path)
    page = page_of(book)
    columns = columns_of(page)
    row = next(row for row in page.iter_rows(min_row=2) if row[columns["Quote"] - 1].value == quote)
    for title, value in cells.items():
        row[columns[title] - 1].value = value
    book.save(path)


def test_a_whole_chunk_is_narrowed_to_the_passage(office: Office) -> None:
    chunk = f"{FEE} {TWICE}"
    at = PAGES["keys.md"].index(chunk)
    office.item(
        "fee",
        f"question: What does a lost key cost?\n{DRAFT}gold_answer: 12 euros.\ncorpus_snapshot: A\ngold_spans:\n"
        f"  - id: c\n    doc_id: keys.md\n    text: {chunk}\n    start: {at}\n    end: {at + len(chunk)}\n"
        "    coarse: chunk\n    grade: 2\n    suffix: x\n",
    )
    path = office.sheet("label")
    row = cells_of(path)["fee c"]
    assert "The passage is a whole chunk" in row["What is missing"]
    assert (row["Quote"], row["Answer"], row["Document"]) == (chunk, "12 euros.", "keys.md")
    fill(path, {"fee c": {"Answerable": "yes", "Quote": FEE}})
    assert ("fee", "applied") in ends(office.apply(path))
    text = office.read("fee")
    assert "coarse" not in text
    assert "suffix: x\n" not in text
    assert f"text: {FEE}\n" in text
    assert "grade: 2" in text
    office.sound()


@pytest.mark.parametrize(
    ("cells", "said"),
    [
        (
            {"Answerable": "yes", "Answer": "x", "Quote": "Nothing like it stands anywhere."},
            "the quote does not stand",
        ),
        (
            {"Answerable": "yes", "Answer": "x", "Quote": TWICE},
            "the quote stands in 2 places, in desk.md, keys.md",
        ),
        (
            {"Answerable": "yes", "Answer": "x", "Quote": FEE, "Document": "desk.md"},
            "the quote does not stand in desk",
        ),
        (
            {"Answerable": "yes", "Answer": "x", "Quote": FEE, "Document": "no.md"},
            "no.md is not in snapshot A",
        ),
        ({"Answerable": "yes", "Answer": "x"}, "“Quote” is blank"),
        ({"Answerable": "yes", "Quote": FEE}, "“Answer” is blank"),
        (
            {"Answerable": "yes", "Answer": "x", "Quote": FEE, "Why no answer": "ambiguous"},
            "“Why no answer” is filled",
        ),
        ({"Answerable": "no"}, "“Why no answer” is blank"),
        (
            {"Answerable": "no", "Why no answer": "ambiguous", "Answer": "x"},
            "“Answerable” says no, but “Answer”",
        ),
        ({"Answerable": "perhaps"}, "“Answerable” says “perhaps”"),
        ({"Answer": "x"}, "“Answerable” is blank, but “Answer” is filled in"),
        ({"Answerable": "yes", "Answer": "=1", "Quote": FEE}, "“Answer” is a formula"),
    ],
)
def test_a_label_that_cannot_be_taken_is_refused(office: Office, cells: dict[str, Any], said: str) -> None:
    before = office.read("when")
    path = fill(office.sheet("label"), {"when": cells})
    (row,) = office.apply(path, code=1)["rows"]
    assert row["end"] == "refused"
    assert row["message"].startswith(said)
    assert row["hint"]
    assert office.read("when") == before


def test_the_named_document_tells_one_place_from_another(office: Office) -> None:
    cells = {"Answerable": "yes", "Answer": "x", "Quote": TWICE, "Document": "keys.md"}
    assert ends(office.apply(fill(office.sheet("label"), {"when": cells}))) == [("when", "applied")]
    assert "doc_id: keys.md" in office.read("when")
    assert "also_in: [desk.md]" in office.read("when")


def test_a_quote_is_found_in_the_newest_snapshot(office: Office) -> None:
    path = fill(office.sheet("label"), {"when": {"Answerable": "yes", "Answer": "x", "Quote": OPEN}})
    write_tree(office.corpus, {"desk.md": f"# Desk\n\nNew first.\n\n{OPEN.replace('five', 'six')}\n"})
    office.snapshot("B")
    (row,) = office.apply(path, code=1)["rows"]
    assert row["message"] == "the quote does not stand in any document of snapshot B"


def test_an_item_that_was_edited_since_is_refused(office: Office) -> None:
    path = fill(office.sheet("label"), {"when": {"Answerable": "yes", "Answer": "x", "Quote": OPEN}})
    file = office.root / "items/hours/when.yaml"
    file.write_text(file.read_text().replace("desk open", "desk closed"))
    assert office.apply(path, code=1)["rows"][0]["message"].startswith("the item was edited since")
    file.write_text("id: when\n")
    assert "has errors" in office.apply(path, code=1)["rows"][0]["message"]
    file.unlink()
    assert "there is no item when" in office.apply(path, code=1)["rows"][0]["message"]


def test_a_dry_run_of_labels_writes_nothing(office: Office) -> None:
    path = fill(office.sheet("label"), {"when": {"Answerable": "yes", "Answer": "x", "Quote": OPEN}})
    before = {p: p.read_bytes() for p in office.root.rglob("*") if p.is_file()}
    assert ends(office.apply(path, "--dry-run")) == [("when", "applied")]
    assert {p: p.read_bytes() for p in office.root.rglob("*") if p.is_file()} == before


def test_without_any_text_to_look_in_nobody_is_left_to_guess(office: Office) -> None:
    path = fill(office.sheet("label"), {"when": {"Answerable": "yes", "Answer": "x", "Quote": OPEN}})
    shutil.rmtree(office.corpus)
    done = office.goldset("worksheet", "apply", path, "--by", "a.ng", "-C", office.root)
    assert done.code == 3
    assert "--corpus" in done.err


@pytest.fixture
def reviewed(office: Office) -> Office:
    """Two active items of two owners, and a draft."""
    span = "gold_spans:\n  - doc_id: {}\n    text: {}\n"
    active = "slice: {}\nanswerable: true\ngold_answer: It is so =SUM(1).\nmust_include: ['=SUM(1)']\ncorpus_snapshot: A\n"
    office.item("open", f"question: When?\n{active.format('hours')}{span.format('desk.md', OPEN)}")
    office.item("lost", f"question: What?\n{active.format('fees')}{span.format('keys.md', FEE)}", "fees")
    return office


def test_reviews_go_into_the_items_that_were_reviewed(reviewed: Office) -> None:
    path = reviewed.sheet("review")
    rows = cells_of(path)
    assert sorted(rows) == ["lost", "open"]
    assert "=SUM(1)" in rows["open"]["Gold answer"]
    assert rows["open"]["Passages"] == f"desk.md\n{OPEN}"
    fill(
        path,
        {"open": {"Verdict": "Agree"}, "lost": {"Verdict": "disagree", "Comment": "- no: 10 euros,\n#2"}},
    )
    before = reviewed.read("open")
    assert ends(reviewed.apply(path)) == [("lost", "applied"), ("open", "applied")]
    after = reviewed.read("open")
    assert after.startswith(before)
    assert "by: a.ng" in after[len(before) :]
    assert "verdict: agree" in after
    assert "comment" in reviewed.read("lost", "fees")
    reviewed.sound()
    assert ends(reviewed.apply(path)) == [("lost", "already_applied"), ("open", "already_applied")]
    fill(path, {"open": {"Verdict": "unsure"}})
    assert ends(reviewed.apply(path)) == [("lost", "already_applied"), ("open", "applied")]
    assert reviewed.read("open").count("by: a.ng") == 2


def test_a_review_of_what_was_edited_since_is_refused(reviewed: Office) -> None:
    path = reviewed.sheet("review", "--owner", "@ang")
    assert list(cells_of(path)) == ["open"]
    fill(path, {"open": {"Verdict": "agree"}})
    file = reviewed.root / "items/hours/open.yaml"
    text = file.read_text()
    for old, new, said in (
        ("When?", "When not?", "its question"),
        ("It is so", "It is not so", "its gold answer"),
        (OPEN, OPEN[:40], "its passages"),
    ):
        file.write_text(text.replace(old, new))
        (row,) = reviewed.apply(path, code=1)["rows"]
        assert row["message"].startswith(f"the item was edited since: {said}")
    file.write_text(text)
    assert ends(reviewed.apply(path)) == [("open", "applied")]


@pytest.mark.parametrize(
    ("cells", "said"),
    [
        ({"Verdict": "yes"}, "“Verdict” says “yes”"),
        ({"Comment": "hm"}, "“Verdict” is blank, but “Comment” is filled in"),
        ({"Verdict": "agree", "Passages": "x"}, "“Passages” is not what was written there"),
    ],
)
def test_a_review_that_cannot_be_taken_is_refused(reviewed: Office, cells: dict[str, str], said: str) -> None:
    path = fill(reviewed.sheet("review"), {"open": cells})
    rows = {row["item"]: row for row in reviewed.apply(path, code=1)["rows"]}
    assert rows["open"]["message"].startswith(said)
    assert rows["lost"]["end"] == "not_decided"


def test_a_file_with_errors_is_said_to_be_left_out(reviewed: Office) -> None:
    reviewed.item("broken", "question: [\n")
    done = reviewed.goldset(
        "worksheet", "review", "--out", reviewed.root.parent / "r.csv", "-C", reviewed.root
    )
    assert "1 left out: item files with errors" in done.out
