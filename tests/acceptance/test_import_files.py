"""Imports of files as people have them: each is a fault that a public file or report shows, written afresh."""

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.conftest import Ran, git, write_tree

Run = Callable[..., Ran]
QUAY = (
    "Ferries rest at night. Board ten minutes before noon. The ramp is open all year.\n\n"
    "Gulls are kept off by a wire.\n"
)


class World:
    """A set with a corpus of one page, and files beside it."""

    def __init__(self, root: Path, goldset: Run, docs: dict[str, str] | None = None) -> None:
        self.root, self.files, self._goldset = root, root.parent / "files", goldset
        self.files.mkdir()
        write_tree(root, {"goldset.yaml": "corpus: {sources: [{path: docs}]}\n", "items/.keep": ""})
        write_tree(root, {f"docs/{name}": text for name, text in (docs or {"quay.md": QUAY}).items()})
        assert self._goldset("snapshot", "create", "A", "-C", root).code == 0
        self.commit()

    def file(self, name: str, content: str) -> Path:
        write_tree(self.files, {name: content})
        return self.files / name

    def lines(self, name: str, *rows: dict[str, Any]) -> Path:
        return self.file(name, "".join(json.dumps(row) + "\n" for row in rows))

    def run(self, *args: str | Path) -> Ran:
        return self._goldset("import", *args, "-C", self.root)

    def bring(self, *args: str | Path, code: int = 0) -> dict[str, Any]:
        done = self.run(*args, "--format", "json")
        assert done.code == code, (done.code, done.out, done.err)
        report: dict[str, Any] = json.loads(done.out)
        totals = dict(report["totals"])
        assert totals.pop("rows") == sum(totals.values()) == len(report["rows"])
        self.is_sound()
        return report

    def items(self) -> dict[str, dict[str, Any]]:
        """Return the items by question."""
        read = (yaml.safe_load(path.read_text("utf-8")) for path in (self.root / "items").rglob("*.yaml"))
        return {item["question"]: item for item in read}

    def is_sound(self) -> None:
        done = self._goldset("validate", "-C", self.root, "--format", "json")
        assert [f for f in json.loads(done.out)["findings"] if f["severity"] == "error"] == []

    def commit(self) -> None:
        git(self.root, "add", "-A")
        git(self.root, "commit", "-q", "--allow-empty", "-m", "change")

    def diff(self) -> str:
        return git(self.root, "status", "--porcelain")


@pytest.fixture
def world(repository: Path, goldset: Run) -> World:
    return World(repository, goldset)


def test_a_table_s_columns_are_guessed_shown_and_need_a_yes(world: World) -> None:
    table = world.file(
        "set.csv", "question,answer,quote,note\nWhat rests at night?,Ferries,Ferries rest at night.,x\n"
    )
    done = world.run(table)
    assert done.code == 2
    assert "question: question\ngold_answer: answer\nevidence: {text: quote}\n# not taken: note" in done.err
    assert "`--yes`" in done.err
    assert "--mapping FILE" in done.err
    assert world.items() == {}
    report = world.bring(table, "--yes")
    assert report["totals"]["imported"] == 1
    assert report["not_read"] == {"note": 1}


def test_what_was_shown_is_a_mapping_file_that_needs_no_yes(world: World) -> None:
    table = world.file(
        "set.csv", "question,answer,quote\nWhat rests at night?,Ferries,Ferries rest at night.\n"
    )
    shown = world.run(table).err.partition("goldset:")[0]
    mapping = world.file("columns.yaml", shown)
    assert world.bring(table, "--mapping", mapping)["totals"]["imported"] == 1


@pytest.mark.parametrize(("answer", "code", "items"), [("y\n", 0, 1), ("n\n", 2, 0)])
def test_on_a_terminal_a_person_is_asked(
    world: World, monkeypatch: pytest.MonkeyPatch, answer: str, code: int, items: int
) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setattr("sys.stdin", Terminal(answer))
    table = world.file(
        "set.csv", "question,answer,quote\nWhat rests at night?,Ferries,Ferries rest at night.\n"
    )
    done = world.run(table)
    assert done.code == code, done.err
    assert "Is that right?" in done.err
    assert len(world.items()) == items


def test_headings_of_another_language_are_taken_by_a_mapping(world: World) -> None:
    table = world.file(
        "satz.csv",
        "Frage,Antwort,steht_in_den_Unterlagen\nWann ruht die Fähre?,Nachts.,ja\n"
        '"Was war zuerst da, Rampe oder Draht?","Die Rampe, sagt ""man"".",ja\n'
        "Wie weit ist der Mond?,Dazu gibt es nichts.,nein\n",
    )
    assert "# not taken: steht_in_den_Unterlagen" in world.run(table).err
    mapping = world.file(
        "m.yaml",
        "question: Frage\ngold_answer: Antwort\n"
        'answerable: {column: steht_in_den_Unterlagen, "true": "ja", "false": "nein"}\n',
    )
    report = world.bring(table, "--mapping", mapping)
    assert (report["totals"]["imported"], report["totals"]["draft"]) == (1, 2)
    items = world.items()
    moon = items["Wie weit ist der Mond?"]
    assert (moon["answerable"], moon["abstain_reason"], moon["status"]) == (False, "not_in_corpus", "active")
    assert "must_include" not in moon
    assert [items[q]["status"] for q in items if q != moon["question"]] == ["draft", "draft"]


def test_whole_pages_as_contexts_are_coarse_and_their_document_is_found(world: World) -> None:
    page = QUAY.partition("\n")[0]
    table = world.file(
        "new.csv",
        "user_input,reference_contexts,reference,synthesizer_name\n"
        f'"How early must I board?","[\'{page}\']",Ten minutes before noon,single\n'
        '"What keeps the harbour\'s gulls off?","[""Gulls are kept off by a wire."", '
        "'Ferries rest at night.']\",A wire,multi\n",
    )
    report = world.bring(table, "--yes")
    assert report["totals"]["imported"] == 2
    items = world.items()
    (whole,) = items["How early must I board?"]["gold_spans"]
    assert (whole["doc_id"], whole["text"], whole["coarse"]) == ("quay.md", page, "chunk")
    two = items["What keeps the harbour's gulls off?"]["gold_spans"]
    assert [(span["id"], span["coarse"]) for span in two] == [("s1", "chunk"), ("s2", "chunk")]


CHUNKED = [
    {
        "id": "rest",
        "question": "What do ferries do at night?",
        "ground_truth_answer": "They rest.",
        "relevant_doc_ids": ["Quay; all.pdf_chunk_0"],
        "relevance_grades": {"Quay; all.pdf_chunk_0": 3},
        "source_document": "Quay; all.pdf",
        "expected_chunks": 1,
    },
    {
        "id": "noon",
        "question": "What happens before noon and all year?",
        "ground_truth_answer": "Boarding; an open ramp.",
        "relevant_doc_ids": ["Quay; all.pdf_chunk_1", "Quay; all.pdf_chunk_2"],
        "relevance_grades": {"Quay; all.pdf_chunk_1": 3, "Quay; all.pdf_chunk_2": 2},
        "source_document": ["Quay; all.pdf", "other.pdf"],
        "expected_chunks": 3,
    },
]
CHUNKS = {
    "Quay; all.pdf_chunk_0": "Ferries rest at night.",
    "Quay; all.pdf_chunk_1": "Board ten minutes before noon.",
    "Quay; all.pdf_chunk_2": "The ramp is open all year.",
}


def test_chunk_ids_become_passages_by_their_file_and_are_drafts_without_it(world: World) -> None:
    file = world.file("golden.json", json.dumps(CHUNKED))
    report = world.bring(file, "--yes")
    assert report["reasons"]["draft"] == {"no_chunk_file": 2}
    (unplaced,) = world.items()["What do ferries do at night?"]["unplaced"]
    assert unplaced["chunk_id"] == "Quay; all.pdf_chunk_0"
    assert unplaced["grade"] == 3
    assert "text" not in unplaced
    assert "expected_chunks" in " ".join(report["rows"][1]["notes"])
    chunks = world.file("chunks.json", json.dumps(CHUNKS))
    report = world.bring(file, "--yes", "--chunks", chunks, "--update")
    assert report["totals"]["updated"] == 2
    assert report["spans"] == 3
    spans = world.items()["What happens before noon and all year?"]["gold_spans"]
    assert [(s["doc_id"], s["text"], s.get("grade"), s["coarse"]) for s in spans] == [
        ("quay.md", "Board ten minutes before noon.", 3, "chunk"),
        ("quay.md", "The ramp is open all year.", 2, "chunk"),
    ]
    assert "no document that the file names is in the corpus" in report["notices"][0]
    # The file says `Quay; all.pdf`, and the corpus has no such document: a person has to say that it is this one.
    assert {item["status"] for item in world.items().values()} == {"draft"}
    assert "called “Quay; all.pdf”" in report["rows"][0]["reasons"][0]["text"]


def test_another_version_of_the_chunks_is_doubted(world: World) -> None:
    file = world.file("golden.json", json.dumps([{**CHUNKED[0], "source_document": "quay.md"}]))
    other = world.file("old.json", json.dumps({"Quay; all.pdf_chunk_0": "Gulls are kept off by a wire."}))
    report = world.bring(file, "--yes", "--chunks", other)
    assert report["reasons"]["draft"] == {"other_version": 1}
    (item,) = world.items().values()
    assert item["origin"]["chunks"] == report["chunks"]["sha256"][:16]


def test_judged_documents_are_drafts_and_every_bad_line_is_named(world: World) -> None:
    write_tree(
        world.files,
        {
            "beir/corpus.jsonl": '{"_id": "d1", "title": "Quay", "text": "Ferries rest."}\n'
            '{"_id": "d2", "title": "", "text": "The ramp is open."}\n',
            "beir/queries.jsonl": "".join(
                json.dumps({"_id": name, "text": f"What of {name}?"}) + "\n" for name in ("0012", "12", "13")
            ),
            "beir/qrels/test.tsv": "query-id\tcorpus-id\tscore\n0012\td1\t1\n12\td2\t2\n12\td2\t2\n12\td1\t0\n"
            "13\td9\t1\n99\td1\t1\n",
        },
    )
    report = world.bring(world.files / "beir")
    assert report["totals"]["draft"] == 3
    assert [line["line"] for line in report["lines"]] == [4, 6, 7]
    items = {item["id"]: item for item in world.items().values()}
    assert {name: [one["doc_id"] for one in item.get("unplaced", ())] for name, item in items.items()} == {
        "0012": ["d1"],
        "12": ["d2"],
        "13": [],
    }
    assert items["12"]["unplaced"][0]["grade"] == 2


def test_ids_that_lead_out_of_the_folder_lead_nowhere(world: World) -> None:
    names = ["../../outside/evil", "..\\..\\evil", "/abs/evil", "a/../../b", "a/b", "a_b"]
    rows = [
        {
            "id": name,
            "question": f"Question {n}?",
            "gold_answer": "x",
            "evidence": [{"doc": "quay.md", "quote": "Ferries rest at night."}],
        }
        for n, name in enumerate(names)
    ]
    out = {
        "id": "out",
        "question": "Out?",
        "gold_answer": "x",
        "evidence": [{"doc": "../../secret.txt", "quote": "x"}],
    }
    write_tree(world.root.parent, {"secret.txt": "x"})
    report = world.bring(world.lines("in.jsonl", *rows, out), "--yes")
    assert report["totals"]["refused"] == 0
    files = [path for path in world.root.parent.rglob("*.yaml") if "items" in path.parts]
    assert len(files) == 7
    assert all(path.parent == world.root / "items/imported" for path in files)
    assert world.items()["Out?"]["status"] == "draft"


def test_one_id_for_two_questions_is_refused_whatever_its_type(world: World) -> None:
    file = world.lines(
        "rows.jsonl",
        {"id": "44", "question": "What rests at night?", "gold_answer": "ferries"},
        {"id": "44", "question": "What is open all year?", "gold_answer": "the ramp"},
        {"id": "122", "question": "What keeps gulls off?", "gold_answer": "a wire"},
        {"id": "122", "question": "What keeps gulls off?", "gold_answer": "a wire"},
        {"id": 7, "question": "Who steers?", "gold_answer": "not stated"},
        {"id": "7", "question": "When do I board?", "gold_answer": "before noon"},
    )
    report = world.bring(file, "--yes", code=1)
    assert [row["end"] for row in report["rows"]] == [
        *["refused"] * 2,
        "draft",
        "duplicate",
        *["refused"] * 2,
    ]
    texts = " ".join(why["text"] for row in report["rows"] for why in row["reasons"])
    assert "id 44 stands" in texts
    assert "id 7 stands" in texts
    assert "id 122 says the same" in texts


def test_next_month_s_file_changes_only_what_it_should(world: World) -> None:
    first = world.lines(
        "v1.jsonl",
        {"question": "What rests at night?", "answer": "ferries"},
        {"question": "What is open all year?", "answer": "ramp"},
        {"question": "What keeps gulls off?", "answer": "a wire"},
    )
    later = world.lines(
        "v2.jsonl",
        {"question": "When do I board?", "answer": "before noon"},
        {"question": "What is open, all year?", "answer": "ramp"},
        {"question": "What rests at night?", "answer": "ferries"},
    )
    world.bring(first, "--yes")
    world.commit()
    world.bring(first, "--yes")
    assert world.diff() == ""
    (path,) = [p for p in (world.root / "items").rglob("*.yaml") if "open all year" in p.read_text()]
    path.write_text(path.read_text().replace("gold_answer: ramp", "gold_answer: The ramp."))
    world.commit()
    report = world.bring(later, "--yes", "--update")
    assert {name: n for name, n in report["totals"].items() if n} == {
        "rows": 3,
        "draft": 1,
        "changed_at_source": 1,
        "unchanged": 1,
    }
    assert [one["item"][:12] for one in report["gone"]] == ["keeps-gulls-"]
    assert world.diff().startswith("?? items/imported/")
    assert len(world.diff().splitlines()) == 1
    assert "gold_answer: The ramp." in path.read_text()


def test_the_set_s_own_export_is_no_news_to_it(world: World, goldset: Run) -> None:
    row = {
        "id": "r",
        "question": "What rests at night?",
        "gold_answer": "Ferries",
        "gold_spans": [{"text": "Ferries rest at night.", "doc_id": "quay.md"}],
    }
    own = (
        "id: own\nquestion: What keeps gulls off?\nslice: quay\nanswerable: true\ngold_answer: A wire.\n"
        'corpus_snapshot: "A"\ngold_spans:\n  - doc_id: quay.md\n    text: Gulls are kept off by a wire.\n'
    )
    world.bring(world.lines("set.jsonl", row), "--yes")
    (snapshot,) = {path.name for path in (world.root / "snapshots").iterdir() if path.name != "texts"}
    write_tree(world.root, {"items/quay/own.yaml": own.replace('"A"', f'"{snapshot}"')})
    world.commit()
    table = world.files / "out.csv"
    assert goldset("export", "csv", "--out", table, "-C", world.root).code == 0
    assert world.bring(table)["totals"]["unchanged"] == 2  # its columns are fields of items: nobody is asked
    out = world.files / "out.jsonl"
    assert goldset("export", "jsonl", "--out", out, "-C", world.root).code == 0
    report = world.bring(out, "--yes", "--update")
    assert report["totals"]["unchanged"] == 2
    assert world.diff() == ""
    out.write_text(out.read_text().replace("A wire.", "A taut wire."))
    report = world.bring(out, "--yes", "--update")
    (changed,) = [row for row in report["rows"] if row["end"] == "changed_at_source"]
    assert [why["text"] for why in changed["reasons"]] == [
        "the item is the set's own: it stays as it is",
        "`gold_answer`: “A wire.” → “A taut wire.”",
    ]
    assert world.diff() == ""
