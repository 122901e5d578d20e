import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from goldset.operations.import_outcomes import decide_rows
from goldset.stores.formats import registry
from tests.conftest import Ran, git, write_tree
from tests.imported_rows import ROWS, write_rows

Run = Callable[..., Ran]
DOCS = {
    "pond.md": "# Pond\n\nThe carp rest in cold months. Feed them twice on a warm day. The filter never stops.\n\n"
    "A wire keeps cats away from the water.\n",
    "shed.md": "# Shed\n\nThe filter never stops. The shed holds tools worth $400.\n",
}
REST: dict[str, Any] = {
    "ref": "rest",
    "question": "What do carp do in the cold?",
    "gold_answer": "They rest.",
    "evidence": [{"text": "The carp rest in cold months.", "doc": "pond.md"}],
}
CATS: dict[str, Any] = {
    "question": "What is it that cats cannot pass?",
    "gold_answer": "A wire.",
    "evidence": [{"text": "A wire keeps cats away from the water."}],
}
FED: dict[str, Any] = {"question": "When are they fed?", "gold_answer": "On warm days, twice."}


@pytest.fixture(autouse=True)
def _rows_are_a_form(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "FORMS", (ROWS, *registry.FORMS))


class Set:
    """A set with a corpus and a snapshot of it, to import into."""

    def __init__(self, root: Path, goldset: Run) -> None:
        self.root, self._goldset, self.file = root, goldset, root.parent / "set.rows"
        write_tree(root, {"goldset.yaml": "corpus: {sources: [{path: docs}]}\n", "items/.keep": ""})
        write_tree(root, {f"docs/{name}": text for name, text in DOCS.items()})
        self.run("snapshot", "create", "A", "--created", "2026-10-01")
        self.commit()

    def run(self, *args: str | Path, code: int = 0) -> Ran:
        done = self._goldset(*args, "-C", self.root)
        assert done.code == code, (done.code, done.out, done.err)
        return done

    def bring(
        self, *rows: dict[str, Any], args: tuple[str | Path, ...] = (), code: int = 0
    ) -> dict[str, Any]:
        """Import rows, hold the law that every row ends in one count, and return the report."""
        done = self.run("import", write_rows(self.file, *rows), "--format", "json", *args, code=code)
        report: dict[str, Any] = json.loads(done.out)
        totals = report["totals"]
        assert totals["rows"] == len(rows) - sum(not row.get("is_row", True) for row in rows)
        assert totals["rows"] == sum(n for name, n in totals.items() if name != "rows") == len(report["rows"])
        return report

    def items(self) -> dict[str, dict[str, Any]]:
        found = sorted((self.root / "items").rglob("*.yaml"))
        return {path.stem: yaml.safe_load(path.read_text("utf-8")) for path in found}

    def only(self) -> dict[str, Any]:
        (item,) = self.items().values()
        return item

    def path(self, name: str) -> Path:
        (path,) = (self.root / "items").rglob(f"{name}.yaml")
        return path

    def edit(self, name: str, old: str, new: str) -> None:
        text = self.path(name).read_text("utf-8")
        assert old in text
        self.path(name).write_text(text.replace(old, new), "utf-8")

    def commit(self) -> None:
        git(self.root, "add", "-A")
        git(self.root, "commit", "-q", "--allow-empty", "-m", "change")

    def diff(self) -> str:
        return git(self.root, "status", "--porcelain")

    def is_sound(self) -> None:
        done = self._goldset("validate", "-C", self.root, "--format", "json")
        errors = [f for f in json.loads(done.out)["findings"] if f["severity"] == "error"]
        assert errors == []
        assert self._goldset("fmt", "--check", "-C", self.root).code == 0


@pytest.fixture
def a_set(repository: Path, goldset: Run) -> Set:
    return Set(repository, goldset)


def test_a_quote_that_stands_once_becomes_a_whole_gold_span(a_set: Set) -> None:
    report = a_set.bring(REST)
    assert report["totals"]["imported"] == 1
    item = a_set.items()["rest"]
    text = DOCS["pond.md"]
    start = text.index("The carp")
    (span,) = item["gold_spans"]
    assert span == {
        "doc_id": "pond.md",
        "text": "The carp rest in cold months.",
        "start": start,
        "end": start + 29,
        "prefix": "# Pond\n\n",
        "suffix": text[start + 29 : start + 29 + 64],
        "section": ["Pond"],
        "occurrences": 1,
    }
    assert (item["status"], item["answerable"], item["corpus_snapshot"]) == ("active", True, "A")
    assert {name: item["origin"][name] for name in ("kind", "ref")} == {"kind": "imported", "ref": "rest"}
    assert len(list((a_set.root / "snapshots/texts").rglob("*.txt"))) == 1
    a_set.is_sound()


def test_importing_again_changes_nothing(a_set: Set) -> None:
    a_set.bring(REST, CATS, FED)
    a_set.commit()
    report = a_set.bring(FED, REST, CATS)
    assert report["totals"]["unchanged"] == 3
    assert a_set.diff() == ""


def test_what_is_not_proved_becomes_a_draft_with_the_reason(a_set: Set) -> None:
    twice = {**CATS, "question": "Does it stop?", "evidence": [{"text": "The filter never stops."}]}
    changed = {
        **CATS,
        "question": "How often?",
        "evidence": [{"text": "Feed them thrice on a warm day.", "doc": "pond.md"}],
    }
    elsewhere = {
        **CATS,
        "question": "Worth?",
        "evidence": [{"text": "A wire keeps cats away from the water.", "doc": "roof.md"}],
    }
    report = a_set.bring(FED, twice, changed, elsewhere)
    assert report["totals"]["draft"] == 4
    assert report["reasons"]["draft"] == {
        "no_document": 1,
        "no_evidence": 1,
        "other_words": 1,
        "several_places": 1,
    }
    items = {item["question"]: item for item in a_set.items().values()}
    assert items["When are they fed?"]["draft_reasons"] == ["the source does not say where the answer stands"]
    assert "gold_spans" not in items["Does it stop?"]
    assert items["Does it stop?"]["unplaced"][0]["text"] == "The filter never stops."
    assert (
        "it stands at 2 places in 2 documents: pond.md at" in items["Does it stop?"]["unplaced"][0]["reason"]
    )
    (unplaced,) = items["How often?"]["unplaced"]
    assert unplaced["doc_id"] == "pond.md"
    assert "nearest: “Feed them twice on a warm day.” in pond.md" in unplaced["reason"]
    (span,) = items["Worth?"]["gold_spans"]
    assert span["doc_id"] == "pond.md"
    assert items["Worth?"]["status"] == "draft"
    assert "no document is called “roof.md”; the passage stands once, in pond.md" in str(items["Worth?"])
    a_set.is_sound()


def test_a_quote_that_ends_inside_a_figure_or_word_is_doubted(a_set: Set) -> None:
    report = a_set.bring(
        {**FED, "ref": "figure", "evidence": [{"text": "The shed holds tools worth $4", "doc": "shed.md"}]},
        {**CATS, "ref": "word", "evidence": [{"text": "A wire keeps cats away from the wat"}]},
    )
    assert report["reasons"]["draft"] == {"cut": 2}
    assert "inside a figure in shed.md" in a_set.items()["figure"]["draft_reasons"][0]
    assert "worth $400" in a_set.items()["figure"]["draft_reasons"][0]
    assert "inside a word in pond.md" in a_set.items()["word"]["draft_reasons"][0]
    a_set.is_sound()


def test_other_white_space_is_no_other_quote_and_the_document_s_own_text_is_taken(a_set: Set) -> None:
    write_tree(a_set.root, {"docs/pond.md": DOCS["pond.md"].replace("in cold", "in\ncold")})
    a_set.run("snapshot", "create", "B", "--created", "2026-10-02")
    a_set.bring(REST)
    assert a_set.only()["gold_spans"][0]["text"] == "The carp rest in\ncold months."
    assert a_set.only()["status"] == "active"
    a_set.is_sound()


def test_documents_that_hold_the_quote_too_are_named(a_set: Set) -> None:
    a_set.bring({**REST, "evidence": [{"text": "The filter never stops.", "doc": "shed.md"}]})
    (span,) = a_set.only()["gold_spans"]
    assert (span["doc_id"], span["also_in"]) == ("shed.md", ["pond.md"])


def test_hostile_ids_stay_in_the_folder_and_apart(a_set: Set) -> None:
    names = [
        "../../outside/evil",
        "..\\..\\evil",
        "/abs/evil",
        "a/../../b",
        "a/b",
        "a_b",
        "CON",
        "A_B",
        "x" * 300,
    ]
    rows = [{**REST, "ref": name, "question": f"Question {n}?"} for n, name in enumerate(names)]
    rows.append(
        {**REST, "ref": "d", "question": "Out?", "evidence": [{"text": "x", "doc": "../../secret.txt"}]}
    )
    before = {path for path in a_set.root.parent.rglob("*") if "items" not in path.parts}
    report = a_set.bring(*rows)
    after = {path for path in a_set.root.parent.rglob("*") if "items" not in path.parts}
    assert {path.name for path in after - before} <= {"set.rows", "texts", "snapshots"} | {
        path.name for path in (a_set.root / "snapshots/texts").rglob("*")
    }
    assert report["totals"]["refused"] == 0
    assert len(a_set.items()) == len(rows)
    assert {"a_b", "d"} <= a_set.items().keys() or {"A_B", "d"} <= a_set.items().keys()
    assert a_set.items()["d"]["unplaced"][0]["doc_id"] == "../../secret.txt"
    a_set.is_sound()


def test_one_id_for_two_questions_is_refused_together_and_a_repeated_row_is_one_item(a_set: Set) -> None:
    rows = [
        {**FED, "ref": "44"},
        {**CATS, "ref": "44"},
        {**REST, "ref": "122"},
        {**REST, "ref": "122"},
    ]
    report = a_set.bring(*rows, code=1)
    assert [row["end"] for row in report["rows"]] == ["refused", "refused", "imported", "duplicate"]
    (why,) = report["rows"][0]["reasons"]
    assert why["text"] == "id 44 stands at row 1 and row 2 with different questions"
    assert report["rows"][3]["reasons"][0]["text"] == "id 122 says the same as row 3"
    assert list(a_set.items()) == ["122"]
    report = a_set.bring(*rows, code=1)
    assert report["gone"] == []


def test_a_month_later_edits_are_kept_and_every_row_is_told(a_set: Set) -> None:
    first = [
        {"question": "What rests in the cold?", "gold_answer": "carp"},
        {"question": "What never stops?", "gold_answer": "filter"},
        {"question": "What keeps cats away?", "gold_answer": "a wire"},
    ]
    a_set.bring(*first)
    a_set.commit()
    assert a_set.bring(*first)["totals"]["unchanged"] == 3
    (name,) = [name for name, item in a_set.items().items() if item["question"] == "What never stops?"]
    a_set.edit(name, "gold_answer: filter", "gold_answer: The filter never stops.")
    a_set.commit()
    later = [
        {"question": "How often are they fed?", "gold_answer": "twice"},
        {"question": "What, never stops?", "gold_answer": "filter"},
        first[0],
    ]
    for more in ((), ("--update",)):
        report = a_set.bring(*later, args=("--dry-run", *more))
        ends = [row["end"] for row in report["rows"]]
        assert ends == ["draft", "changed_at_source", "unchanged"]
        assert "people have changed the item since" in report["rows"][1]["reasons"][0]["text"]
        assert len(report["gone"]) == 1
        assert a_set.diff() == ""
    a_set.bring(*later, args=("--update",))
    assert len(a_set.diff().splitlines()) == 1
    assert a_set.items()[name]["gold_answer"] == "The filter never stops."
    assert len(a_set.items()) == 4


def test_a_change_at_the_source_is_taken_over_only_when_asked_and_only_where_nobody_edited(
    a_set: Set,
) -> None:
    a_set.bring(REST, {**REST, "ref": "cats", **CATS})
    a_set.commit()
    a_set.edit("cats", "gold_answer: A wire.", "gold_answer: The wire.")
    a_set.commit()
    changed = [
        {**REST, "gold_answer": "They sleep."},
        {**REST, "ref": "cats", **CATS, "gold_answer": "A net."},
    ]
    report = a_set.bring(*changed)
    assert [row["end"] for row in report["rows"]] == ["changed_at_source"] * 2
    assert report["rows"][0]["reasons"][0]["text"] == "`gold_answer`: “They rest.” → “They sleep.”"
    assert a_set.diff() == ""
    report = a_set.bring(*changed, args=("--update",))
    assert [row["end"] for row in report["rows"]] == ["updated", "changed_at_source"]
    assert a_set.items()["rest"]["gold_answer"] == "They sleep."
    assert a_set.items()["cats"]["gold_answer"] == "The wire."
    a_set.commit()
    a_set.bring(*changed, args=("--update",))
    assert a_set.diff() == ""


def test_an_item_that_becomes_a_draft_has_a_count_of_its_own_and_is_named_with_the_reason(a_set: Set) -> None:
    a_set.bring(REST)
    a_set.commit()
    lost = {**REST, "evidence": [{"text": "The carp sleep under thick ice all winter.", "doc": "pond.md"}]}
    report = a_set.bring(lost, args=("--update",))
    assert {name: n for name, n in report["totals"].items() if n} == {"rows": 1, "now_draft": 1}
    assert "not_found" in {why["code"] for why in report["rows"][0]["reasons"]}
    git(a_set.root, "checkout", "-q", "--", "items")
    done = a_set.run("import", a_set.file, "--update")
    assert "1  drafts now, and were none" in done.out
    assert "Drafts now, and were none:\n  row 1  items/imported/rest.yaml\n" in done.out
    assert a_set.only()["status"] == "draft"


def test_an_update_of_anything_but_the_passages_never_makes_a_draft_of_what_only_the_corpus_has_left(
    a_set: Set,
) -> None:
    a_set.bring(REST)
    spans = a_set.only()["gold_spans"]
    write_tree(a_set.root, {"docs/pond.md": DOCS["pond.md"].replace("rest in cold", "leave in cold")})
    a_set.run("snapshot", "create", "B", "--created", "2026-11-01")
    report = a_set.bring({**REST, "details": {"tags": ["winter"]}}, args=("--update",))
    assert report["totals"]["updated"] == 1
    assert "its passages stay as they were confirmed" in report["rows"][0]["notes"][0]
    item = a_set.only()
    assert (item["tags"], item["gold_spans"], item["corpus_snapshot"]) == (["winter"], spans, "A")
    assert item.get("status", "active") == "active"
    more = {"text": "Nobody ever saw it in the deep.", "doc": "pond.md"}
    report = a_set.bring({**REST, "evidence": [*REST["evidence"], more]}, args=("--update",))
    assert report["totals"]["now_draft"] == 1


def test_an_edit_here_and_another_at_the_source_is_counted_by_that_name(a_set: Set) -> None:
    a_set.bring(REST)
    a_set.edit("rest", "They rest.", "They doze.")
    write_rows(a_set.file, {**REST, "gold_answer": "They sleep."})
    done = a_set.run("import", a_set.file, "--update")
    assert "      1  changed at the source\n             1  edited here\n" in done.out


def test_layout_and_comments_are_no_edit(a_set: Set) -> None:
    a_set.bring(REST)
    a_set.edit("rest", "question:", "# looked at\nquestion:")
    report = a_set.bring({**REST, "gold_answer": "They sleep."}, args=("--update",))
    assert report["totals"]["updated"] == 1
    assert a_set.items()["rest"]["gold_answer"] == "They sleep."
    assert "# looked at\nquestion:" in a_set.path("rest").read_text("utf-8")


def test_a_comment_that_an_update_would_lose_keeps_the_file(a_set: Set) -> None:
    a_set.bring(REST)
    a_set.edit("rest", "    text:", "    # the second half is new\n    text:")
    before = a_set.path("rest").read_bytes()
    other = {"text": "The filter never stops.", "doc": "pond.md"}
    report = a_set.bring({**REST, "evidence": [other]}, args=("--update",))
    assert report["totals"]["changed_at_source"] == 1
    assert a_set.path("rest").read_bytes() == before


def test_what_is_written_while_an_import_runs_is_not_written_over(
    a_set: Set, monkeypatch: pytest.MonkeyPatch
) -> None:
    a_set.bring(REST)
    decide = decide_rows

    def edited_meanwhile(*args: Any) -> Any:
        decided = decide(*args)
        a_set.edit("rest", "They rest.", "They doze.")
        return decided

    monkeypatch.setattr("goldset.operations.import_set.decide_rows", edited_meanwhile)
    done = a_set.run(
        "import", write_rows(a_set.file, {**REST, "gold_answer": "They sleep."}), "--update", code=3
    )
    assert "was changed while its row was imported; 0 of 1 items are written" in " ".join(done.err.split())
    assert a_set.items()["rest"]["gold_answer"] == "They doze."


def test_a_file_that_is_put_in_an_item_s_place_while_an_import_runs_stays(
    a_set: Set, monkeypatch: pytest.MonkeyPatch
) -> None:
    a_set.bring(REST)
    place, decide = a_set.path("rest").with_name("cats.yaml"), decide_rows

    def taken_meanwhile(*args: Any) -> Any:
        place.symlink_to("nowhere")
        return decide(*args)

    monkeypatch.setattr("goldset.operations.import_set.decide_rows", taken_meanwhile)
    report = a_set.bring(REST, {**CATS, "ref": "cats"}, code=1)
    assert "by now; run it again" in report["rows"][1]["reasons"][0]["text"]
    assert place.readlink() == Path("nowhere")


def test_an_id_of_another_set_is_a_conflict_and_says_how_to_go_on(a_set: Set) -> None:
    a_set.bring(REST)
    other = {**CATS, "ref": "rest"}
    report = a_set.bring(other, code=1)
    assert "--source NAME" in report["rows"][0]["reasons"][0]["text"]
    report = a_set.bring(other, args=("--source", "cats"))
    assert report["totals"]["imported"] == 1
    assert len(a_set.items()) == 2
    assert report["gone"] == []


def test_the_same_set_under_another_name_is_not_doubled(a_set: Set) -> None:
    a_set.bring(REST, CATS, FED)
    report = a_set.bring(REST, CATS, FED, args=("--source", "again"))
    assert report["totals"]["duplicate"] == 3
    assert len(a_set.items()) == 3


def test_another_file_does_not_make_the_first_one_s_items_look_gone(a_set: Set) -> None:
    a_set.bring(REST)
    report = a_set.bring(CATS)
    assert report["gone"] == []
    assert "`--source NAME`" in report["notices"][0]


def test_answers_that_contradict_each_other_are_drafts_and_none_is_lost(a_set: Set) -> None:
    worth = {"question": "What are they worth?", "evidence": [{"text": "The shed holds tools worth $400."}]}
    one, other = {**worth, "gold_answer": "$400."}, {**worth, "gold_answer": "$500."}
    report = a_set.bring(one, other)
    assert report["totals"]["draft"] == 2
    assert report["reasons"]["draft"] == {"conflict": 2}
    a_set.is_sound()
    a_set.commit()
    a_set.bring(other, one)
    assert a_set.diff() == ""


def test_a_row_that_contradicts_an_item_of_last_month_is_a_draft(a_set: Set) -> None:
    worth = {"question": "What are they worth?", "evidence": [{"text": "The shed holds tools worth $400."}]}
    a_set.bring({**worth, "ref": "one", "gold_answer": "$400."})
    report = a_set.bring(
        {**worth, "ref": "one", "gold_answer": "$400."}, {**worth, "ref": "two", "gold_answer": "$500."}
    )
    assert [row["end"] for row in report["rows"]] == ["unchanged", "draft"]
    assert report["reasons"]["draft"] == {"conflict": 1}
    a_set.is_sound()


def test_a_document_of_another_place_proves_nothing(a_set: Set) -> None:
    source = "{path: docs, metadata: {jurisdiction: front_matter.region}}"
    write_tree(a_set.root, {"goldset.yaml": f"corpus: {{sources: [{source}]}}\n"})
    write_tree(a_set.root, {"docs/tax.md": "---\nregion: GB\n---\nThe tax on carp is a penny a head.\n"})
    a_set.run("snapshot", "create", "B", "--created", "2026-10-02")
    row = {"question": "What is the tax?", "gold_answer": "A penny.", "details": {"jurisdiction": "US"}}
    report = a_set.bring({**row, "evidence": [{"text": "The tax on carp is a penny a head."}]})
    assert report["reasons"]["draft"] == {"ineligible": 1}
    assert "tax.md holds in GB" in a_set.only()["unplaced"][0]["reason"]
    a_set.is_sound()


def test_rows_that_name_each_other_name_the_items(a_set: Set) -> None:
    rows = [
        {**REST, "ref": "a/1"},
        {**CATS, "ref": "b", "details": {"variant_of": "a/1"}},
        {**FED, "ref": "c", "details": {"variant_of": "nobody"}},
    ]
    report = a_set.bring(*rows)
    items = a_set.items()
    (first,) = [name for name, item in items.items() if item["question"] == REST["question"]]
    assert items["b"]["variant_of"] == first != "a/1"
    assert "variant_of" not in items["c"]
    assert "`variant_of` is left out: nobody is no item" in report["rows"][2]["notes"][0]
    a_set.is_sound()


def test_no_answer_is_no_answer(a_set: Set) -> None:
    rows = [
        {
            "question": "How far is the moon?",
            "answerable": False,
            "gold_answer": "Not stated.",
            "details": {"must_include": ["Not stated"]},
        },
        {"question": "Who is the pope?", "answerable": False, "details": {"abstain_reason": "false_premise"}},
        {
            "question": "What holds tools?",
            "answerable": False,
            "evidence": [{"text": "The shed holds tools worth $400."}],
        },
    ]
    report = a_set.bring(*rows)
    assert (report["totals"]["imported"], report["totals"]["draft"]) == (2, 1)
    items = {item["question"]: item for item in a_set.items().values()}
    assert items["How far is the moon?"]["abstain_reason"] == "not_in_corpus"
    assert "must_include" not in items["How far is the moon?"]
    assert items["Who is the pope?"]["abstain_reason"] == "false_premise"
    assert "gold_spans" not in items["What holds tools?"]
    assert items["What holds tools?"]["unplaced"]
    a_set.is_sound()


def test_chunk_ids_wait_for_the_file_of_chunks(a_set: Set) -> None:
    rows = [
        {**FED, "ref": "fed", "evidence": [{"chunk_id": "c1", "grade": 3}]},
        {**REST, "ref": "rest", "evidence": [{"chunk_id": "c2"}, {"chunk_id": "c9"}]},
    ]
    report = a_set.bring(*rows)
    assert report["reasons"]["draft"] == {"no_chunk_file": 2}
    unplaced = a_set.items()["fed"]["unplaced"]
    assert [{**one, "reason": ""} for one in unplaced] == [{"reason": "", "chunk_id": "c1", "grade": 3}]
    a_set.is_sound()
    a_set.commit()
    chunks = a_set.root.parent / "chunks.json"
    chunks.write_text(
        json.dumps({"c1": "Feed them twice on a warm day.", "c2": "A wire keeps cats away from the water."})
    )
    report = a_set.bring(*rows, args=("--chunks", chunks))
    assert (report["totals"]["unchanged"], report["waiting"]) == (2, 2)
    assert a_set.diff() == ""
    report = a_set.bring(*rows, args=("--chunks", chunks, "--update"))
    assert report["totals"]["updated"] == 2
    fed, rest = a_set.items()["fed"], a_set.items()["rest"]
    assert (fed["status"], fed["gold_spans"][0]["coarse"], fed["gold_spans"][0]["grade"]) == (
        "active",
        "chunk",
        3,
    )
    assert report["chunks"]["sha256"].startswith(fed["origin"]["chunks"])
    assert rest["status"] == "draft"
    assert "another version of the chunks?" in " ".join(rest["draft_reasons"])
    assert rest["unplaced"][0]["chunk_id"] == "c9"
    a_set.is_sound()


def test_documents_alone_are_gold_only_when_asked(a_set: Set) -> None:
    row = {**REST, "evidence": [{"doc": "pond.md", "coarse": "document"}]}
    assert a_set.bring(row)["reasons"]["draft"] == {"only_document": 1}
    a_set.commit()
    assert a_set.bring(row, args=("--coarse", "document", "--update"))["totals"]["updated"] == 1
    (span,) = a_set.only()["gold_spans"]
    assert (span["coarse"], span["text"]) == ("document", DOCS["pond.md"].strip())
    a_set.is_sound()


def test_without_a_snapshot_everything_waits_and_says_so(repository: Path, goldset: Run) -> None:
    write_tree(repository, {"goldset.yaml": "", "items/.keep": ""})
    done = goldset("import", write_rows(repository / "x.rows", REST), "-C", repository)
    assert done.code == 0, done.err
    assert "goldset snapshot create" in done.err
    assert "no snapshot" in done.out


def test_a_dry_run_writes_nothing(a_set: Set) -> None:
    report = a_set.bring(REST, CATS, args=("--dry-run",))
    assert report["totals"]["imported"] == 2
    assert a_set.items() == {}
    assert a_set.diff() == ""


def test_item_files_with_errors_stop_it_before_anything_is_written(a_set: Set) -> None:
    write_tree(a_set.root, {"items/fees/broken.yaml": "id: broken\nid: twice\n"})
    done = a_set.run("import", write_rows(a_set.file, REST), code=3)
    assert "items/fees/broken.yaml" in done.err
    assert "rest" not in a_set.items()


def test_bad_lines_are_refused_rows_or_lines_beside_them(a_set: Set) -> None:
    report = a_set.bring(REST, {"bad": "no question"}, {"bad": "judges nothing", "is_row": False}, code=1)
    assert report["totals"]["refused"] == 1
    assert report["lines"] == [{"file": "", "line": 3, "reason": "judges nothing"}]


def test_no_folder_of_somebody_s_machine_gets_into_an_item_or_a_report(a_set: Set) -> None:
    here = {**REST, "evidence": [{**REST["evidence"][0], "doc": "/home/gwendolyn/kb/pond.md"}]}
    gone = {**CATS, "evidence": [{**CATS["evidence"][0], "doc": "C:\\Users\\gwendolyn\\cats.md"}]}
    nowhere = {
        **FED,
        "evidence": [{"text": "Nobody feeds them in autumn.", "doc": "file:///home/gwendolyn/fed.md"}],
    }
    report = a_set.bring(here, gone, nowhere)
    assert report["totals"]["imported"] == 1
    written = "".join(path.read_text("utf-8") for path in (a_set.root / "items").rglob("*.yaml"))
    assert "gwendolyn" not in written
    assert "gwendolyn" not in json.dumps(report["rows"])
    assert "fed.md" in written


def test_details_that_items_cannot_hold_are_said(a_set: Set) -> None:
    details = {"kind": "simple", "tags": ["a"], "difficulty": "hard", "must_not_include": ["rest"]}
    report = a_set.bring({**REST, "details": details})
    assert report["totals"]["draft"] == 1
    notes = " ".join(report["rows"][0]["notes"])
    assert "`kind` is left out" in notes
    assert "`difficulty` is left out" in notes
    assert report["rows"][0]["reasons"][0]["text"].startswith("“rest” must not be in an answer")
    assert a_set.only()["tags"] == ["a"]
    a_set.is_sound()


def test_drafts_and_retired_items_of_the_source_are_not_revived(a_set: Set) -> None:
    retired = {"status": "retired", "retired": {"reason": "nobody asks", "replaced_by": "nobody"}}
    rows = [
        {**REST, "ref": "draft", "details": {"status": "draft", "draft_reasons": ["ask the vet"]}},
        {**CATS, "ref": "retired", "details": retired},
        {**FED, "ref": "gone", "details": retired},
    ]
    report = a_set.bring(*rows)
    assert [row["end"] for row in report["rows"]] == ["draft", "imported", "draft"]
    items = a_set.items()
    assert items["draft"]["draft_reasons"] == ["ask the vet"]
    assert items["draft"]["gold_spans"]
    assert (items["retired"]["status"], items["retired"]["retired"]) == ("retired", {"reason": "nobody asks"})
    assert "it is retired at its source: retire it here, too" in items["gone"]["draft_reasons"]
    a_set.is_sound()


def test_slices_that_differ_only_in_case_are_one(a_set: Set) -> None:
    rows = [
        {**REST, "details": {"slice": "Fees"}},
        {**CATS, "details": {"slice": "fees"}},
        {**FED, "details": {"slice": "x/y"}},
    ]
    a_set.bring(*rows)
    assert sorted({item["slice"] for item in a_set.items().values()}) == ["Fees", "x-y"]
    a_set.is_sound()


def test_the_text_report_counts_every_row_and_fits_a_terminal(a_set: Set) -> None:
    done = a_set.run("import", write_rows(a_set.file, REST, FED, CATS, {"bad": "no question"}), code=1)
    assert "      2  imported\n      1  drafts\n             1  no evidence\n" in done.out
    assert "      4  rows in all\n" in done.out
    assert max(len(line) for line in done.out.splitlines() if str(a_set.file) not in line) <= 80


def test_a_note_of_many_rows_is_told_once(a_set: Set) -> None:
    rows = [{"question": f"Who is number {n}?", "answerable": False} for n in range(9)]
    done = a_set.run("import", write_rows(a_set.file, *rows))
    said = " ".join(done.out.split())
    assert "row 1, row 2, row 3, row 4, row 5 and 4 more: nothing says why it has no answer" in said


def test_quotes_of_a_file_of_chunks_are_coarse_when_that_is_said(a_set: Set) -> None:
    a_set.bring(REST, args=("--coarse", "chunk", "--by", "a.ng"))
    item = a_set.only()
    assert item["gold_spans"][0]["coarse"] == "chunk"
    assert item["labelled_by"] == "a.ng"
    assert str(item["labelled_at"]).startswith("20")


def test_an_older_snapshot_is_looked_into_when_it_is_named(a_set: Set) -> None:
    write_tree(a_set.root, {"docs/pond.md": DOCS["pond.md"].replace("rest", "sleep")})
    a_set.run("snapshot", "create", "B", "--created", "2026-10-02")
    assert a_set.bring(REST, args=("--dry-run",))["reasons"]["draft"] == {"other_words": 1}
    done = a_set.run("import", write_rows(a_set.file, REST), "--snapshot", "A", code=3)
    assert "the text of pond.md in snapshot A cannot be had" in done.err
    write_tree(a_set.root.parent, {f"before/{name}": text for name, text in DOCS.items()})
    a_set.bring(REST, args=("--snapshot", "A", "--corpus", a_set.root.parent / "before"))
    assert (a_set.only()["corpus_snapshot"], a_set.only()["status"]) == ("A", "active")
    a_set.is_sound()


@pytest.mark.parametrize(
    ("args", "code", "said"),
    [
        (("--slice", "a/b"), 2, "the slice holds `/`"),
        (("--slice", ""), 2, "the slice is empty"),
        (("--from", "nonsense"), 2, "there is no format nonsense"),
        (("--snapshot", "Z"), 3, "Z"),
        (("--chunks", "none.jsonl"), 3, "none.jsonl cannot be read"),
        (("--mapping", "none.yaml"), 3, "none.yaml cannot be read"),
        (("--corpus", "nowhere"), 3, "nowhere"),
    ],
)
def test_what_cannot_be_done_is_said_and_writes_nothing(
    a_set: Set, args: tuple[str, ...], code: int, said: str
) -> None:
    done = a_set.run("import", write_rows(a_set.file, REST), *args, code=code)
    assert said in done.err
    assert a_set.items() == {}
    assert a_set.diff() == ""


def test_a_folder_of_items_that_leads_elsewhere_is_never_followed(a_set: Set, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (a_set.root / "items/imported").symlink_to(outside)
    assert "items/imported" in a_set.run("import", write_rows(a_set.file, REST), code=3).err
    assert list(outside.iterdir()) == []
    (a_set.root / "items/imported").unlink()
    (a_set.root / "items").rename(outside / "items")
    (a_set.root / "items").symlink_to(outside / "items")
    done = a_set.run("import", write_rows(a_set.file, REST), code=3)
    assert "items is a symbolic link, which is never followed" in done.err
    assert list((outside / "items").rglob("*.yaml")) == []


def test_a_file_that_is_in_the_way_is_left_as_it_is(a_set: Set) -> None:
    write_tree(a_set.root, {"items/imported/rest.yaml": ""})
    done = a_set.run("import", write_rows(a_set.file, REST), code=3)
    assert "items/imported/rest.yaml" in done.err
    assert a_set.path("rest").read_bytes() == b""


def test_what_a_source_says_besides_is_there_for_who_reviews_the_item(a_set: Set) -> None:
    a_set.bring({**REST, "notes": ["annotation 2 has another answer: “They\n sleep.”"]})
    assert a_set.only()["origin"]["notes"] == ["annotation 2 has another answer: “They sleep.”"]
    assert "Its source says" in a_set.run("show", "rest").out
    sheet = a_set.root.parent / "review.csv"
    a_set.run("worksheet", "review", "--out", sheet)
    assert "Its source says: annotation 2 has another answer: “They sleep.”" in sheet.read_text("utf-8-sig")
    assert a_set.bring({**REST, "notes": ["annotation 2 has another answer"]})["totals"]["unchanged"] == 1


def test_an_id_of_another_file_is_refused_though_the_questions_are_alike(a_set: Set) -> None:
    fed = {"text": "Feed them twice on a warm day.", "doc": "pond.md"}
    stops = {"text": "The filter never stops.", "doc": "pond.md"}
    a_set.bring(
        {
            "ref": "2",
            "question": "How often are they fed on a warm day?",
            "gold_answer": "Twice.",
            "evidence": [fed],
        }
    )
    row = {
        "ref": "2",
        "question": "How often does it stop on a warm day?",
        "gold_answer": "Never.",
        "evidence": [stops],
    }
    report = a_set.bring(row, args=("--update",), code=1)
    assert [why["code"] for why in report["rows"][0]["reasons"]] == ["id_of_another"]
    assert a_set.bring({**row, "evidence": [fed]}, args=("--update",))["totals"]["updated"] == 1


def test_what_people_say_of_an_item_is_no_change_at_its_source(a_set: Set) -> None:
    a_set.bring(REST)
    retired = "status: retired\nretired: {reason: old, by: a.ng}"
    a_set.edit("rest", "status: active", f"{retired}\nreviews: [{{by: b, at: 2026-10-03, verdict: agree}}]")
    report = a_set.bring({**REST, "gold_answer": "They sleep."}, args=("--update",))
    assert [why["text"] for why in report["rows"][0]["reasons"]] == [
        "people have changed the item since: it stays as it is",
        "`gold_answer`: “They rest.” → “They sleep.”",
    ]


def test_a_copy_of_an_imported_item_in_another_slice_is_named(a_set: Set) -> None:
    a_set.bring(REST)
    text = a_set.path("rest").read_text("utf-8")
    copied = text.replace("id: rest", "id: rest-2").replace("slice: imported", "slice: zoo")
    write_tree(a_set.root, {"items/zoo/rest-2.yaml": copied})
    report = a_set.bring(REST)
    assert report["totals"]["unchanged"] == 1
    assert report["notices"] == [
        "1 item is a copy of one that came in before, and follows no source: items/zoo/rest-2.yaml"
    ]


def test_chunks_of_another_version_are_named_by_the_rows_that_they_are_of(a_set: Set) -> None:
    chunks = a_set.root.parent / "chunks.jsonl"
    row = {**REST, "evidence": [{"chunk_id": "c1"}]}
    chunks.write_text('{"chunk_id": "c1", "text": "The carp rest in cold months.", "doc_id": "pond.md"}\n')
    assert a_set.bring(row, args=("--chunks", chunks))["totals"]["imported"] == 1
    assert a_set.bring(row, args=("--chunks", chunks))["totals"]["unchanged"] == 1
    chunks.write_text(
        '{"chunk_id": "c1", "text": "The carp rest in cold months. Feed", "doc_id": "pond.md"}\n'
    )
    assert a_set.bring(row, args=("--chunks", chunks, "--update"))["totals"]["unchanged"] == 1
    chunks.write_text('{"chunk_id": "c1", "text": "Feed them twice on a warm day.", "doc_id": "pond.md"}\n')
    report = a_set.bring(row, args=("--chunks", chunks, "--update"))
    assert report["totals"]["changed_at_source"] == 1
    assert "has other texts than the item was made of, for c1" in report["rows"][0]["reasons"][0]["text"]


def test_rows_that_differ_in_capitals_and_marks_alone_are_one_wherever_they_stand(a_set: Set) -> None:
    asked = {
        "question": "What do carp do in the cold?",
        "gold_answer": "They rest.",
        "evidence": REST["evidence"],
    }
    loud = {**asked, "question": "what do CARP do, in the cold", "gold_answer": "they rest"}
    other = {**asked, "gold_answer": "They rest in pairs."}
    report = a_set.bring(asked, loud, other)
    assert [row["end"] for row in report["rows"]] == [
        "imported",
        "duplicate",
        "imported",
    ]
    assert report["rows"][1]["reasons"][0]["text"] == "says the same as row 1, but for capitals and marks"
    report = a_set.bring(other, loud, asked)
    assert [row["end"] for row in report["rows"]] == ["unchanged", "duplicate", "unchanged"]


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        ("N/A", "the source says “N/A” for an answer: is there one?"),
        ("=VLOOKUP(A2, B:C, 2)", "the answer is a formula of a spreadsheet"),
        ("=A1", "the answer is a formula of a spreadsheet"),
        ("=1+1", "the answer is a formula of a spreadsheet"),
        ("=1+1 is what?", ""),
        ("No", ""),
    ],
)
def test_what_stands_for_an_answer_that_is_not_there_is_asked_about(
    a_set: Set, answer: str, why: str
) -> None:
    a_set.bring({**REST, "gold_answer": answer})
    assert "".join(a_set.only().get("draft_reasons", ()))[: len(why) or None] == why


def test_a_quote_of_several_places_says_so(a_set: Set) -> None:
    text = "The carp rest in cold months. [...] The filter never stops."
    report = a_set.bring({**REST, "evidence": [{"text": text, "doc": "pond.md"}]})
    assert [why["code"] for why in report["rows"][0]["reasons"]] == ["left_out"]
