import csv
import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from goldset.domain.set_rows import Evidence, ReadSet, SetRow
from goldset.errors import GoldsetError
from goldset.stores.formats.deepeval import FORM
from goldset.stores.formats.registry import read_set
from goldset.stores.formats.source import Source
from tests.laws.set_rows import ledger

GOLDEN: dict[str, Any] = {
    "input": " How long is the warranty? ",
    "actual_output": "Forever.",
    "expected_output": "Two years.",
    "retrieval_context": ["The shop closes at six."],
    "context": ["The warranty lasts two years.", "Batteries have six months."],
    "source_file": "terms.md",
    "name": "w-1",
    "comments": "checked\nby Ana",
    "additional_metadata": {"tags": ["terms"], "evolutions": ["Reasoning"]},
    "custom_column_key_values": {"team": "shop"},
    "tools_called": None,
}
CHUNKS = (
    Evidence("The warranty lasts two years.", "terms.md", coarse="chunk"),
    Evidence("Batteries have six months.", "terms.md", coarse="chunk"),
)


def _read(tmp_path: Path, text: str, name: str = "goldens.json") -> ReadSet:
    (tmp_path / name).write_text(text, encoding="utf-8")
    return read_set(tmp_path / name, name)


def _camel(golden: dict[str, Any]) -> dict[str, Any]:
    def of(name: str) -> str:
        first, *rest = name.split("_")
        return first + "".join(word.capitalize() for word in rest)

    return {of(name): value for name, value in golden.items()}


def _csv(*goldens: dict[str, Any]) -> str:
    """Return goldens as DeepEval saves them: texts of a list joined by a bar, objects as JSON."""

    def cell(value: Any) -> Any:
        if isinstance(value, list):
            return "|".join(value)
        return json.dumps(value) if isinstance(value, dict) else value

    file = StringIO()
    writer = csv.writer(file)
    writer.writerow(goldens[0])
    writer.writerows([cell(golden[name]) for name in goldens[0]] for golden in goldens)
    return file.getvalue()


def _expect(read: ReadSet) -> SetRow:
    assert read.form == "deepeval"
    (row,) = read.rows
    assert read.bad == ()
    assert (row.question, row.ref, row.gold_answer) == ("How long is the warranty?", "w-1", "Two years.")
    assert row.evidence == CHUNKS
    assert row.details == {"tags": ["terms"]}
    assert row.notes == ("comments: checked by Ana",)
    return row


NOT_READ = {
    "actual_output": 1,
    "additional_metadata.evolutions": 1,
    "custom_column_key_values.team": 1,
    "retrieval_context": 1,
}


def test_contexts_are_gold_and_what_was_retrieved_or_answered_never_is(tmp_path: Path) -> None:
    read = _read(tmp_path, json.dumps([GOLDEN]))
    _expect(read)
    assert read.not_read == NOT_READ


def test_camel_case_says_the_same(tmp_path: Path) -> None:
    read = _read(tmp_path, json.dumps([_camel(GOLDEN)]))
    _expect(read)
    assert read.not_read == NOT_READ


def test_an_object_around_the_goldens_is_looked_through(tmp_path: Path) -> None:
    row = _expect(_read(tmp_path, json.dumps({"goldens": [GOLDEN]})))
    assert row.where == "goldens[0]"


def test_json_lines_join_contexts_by_a_bar(tmp_path: Path) -> None:
    line = {**GOLDEN, "context": "|".join(GOLDEN["context"]), "retrieval_context": "x|y"}
    read = _read(tmp_path, json.dumps(line) + "\n", "goldens.jsonl")
    _expect(read)
    assert any("parted at `|`" in notice for notice in read.notices)


def test_csv_joins_contexts_by_a_bar_and_has_objects_as_json(tmp_path: Path) -> None:
    read = _read(tmp_path, _csv(GOLDEN), "goldens.csv")
    _expect(read)
    assert read.not_read == NOT_READ


@pytest.mark.parametrize("cell", ['["One. | Two.", "Three."]', "['One. | Two.', \"Three.\"]"])
def test_a_list_in_a_cell_is_a_list(tmp_path: Path, cell: str) -> None:
    read = _read(tmp_path, _csv({"input": "What?", "context": cell}), "goldens.csv")
    assert [one.text for one in read.rows[0].evidence] == ["One. | Two.", "Three."]
    assert read.notices == ()


def test_code_in_a_cell_is_text(tmp_path: Path) -> None:
    cell = "[__import__('os').abort()]"
    read = _read(tmp_path, _csv({"input": "What?", "context": cell, "additional_metadata": "{f()}"}), "g.csv")
    assert [one.text for one in read.rows[0].evidence] == [cell]
    assert read.not_read == {"additional_metadata": 1}


def test_a_context_that_is_no_list_is_said_by_row(tmp_path: Path) -> None:
    read = _read(tmp_path, json.dumps([{"input": "What?", "context": [{"text": "x"}], "source_file": None}]))
    assert read.rows[0].evidence == ()
    assert read.rows[0].notes == ("`context` is no list of texts, and is not read",)
    assert read.not_read == {"context": 1}


def test_a_conversation_is_refused_and_named(tmp_path: Path) -> None:
    talk = {"scenario": "A guest calls.", "expected_outcome": "A room.", "turns": []}
    read = _read(tmp_path, json.dumps([talk, GOLDEN, {"expected_output": "x", "input": " "}]))
    assert [(bad.number, bad.reason) for bad in read.bad] == [
        (1, "it is a conversation (`scenario`), and no single question"),
        (3, "`input` is missing"),
    ]
    assert len(read.rows) == 1


def test_names_are_ids_only_where_each_names_one_question(tmp_path: Path) -> None:
    two = [{**GOLDEN, "name": "set"}, {**GOLDEN, "name": "set", "input": "Another?"}]
    read = _read(tmp_path, json.dumps(two))
    assert [row.ref for row in read.rows] == [None, None]
    assert read.not_read["name"] == 2


def test_a_document_without_contexts_is_the_whole_of_it(tmp_path: Path) -> None:
    golden = {"input": "What?", "context": None, "source_file": "a.md", "expected_output": ""}
    read = _read(tmp_path, json.dumps([golden]))
    assert read.rows[0].evidence == (Evidence(doc="a.md", coarse="document"),)
    assert read.rows[0].gold_answer is None


@pytest.mark.parametrize(
    "other",
    [
        {"input": "What?", "expectedOutput": "x", "metadata": {}},
        {"input": "What?", "passages": [], "output": []},
        {"question": "What?", "context": ["x"]},
        {"input": "What?", "label": "x"},
        ["input"],
        "input",
    ],
)
def test_records_of_others_show_nothing(tmp_path: Path, other: Any) -> None:
    (tmp_path / "x.json").write_text(json.dumps([other]))
    assert not FORM.shows(Source("x.json", tmp_path / "x.json"))


@pytest.mark.parametrize("data", [b"", b"\xff\xfe", b"[]", b"{", b"[1", b"\0\0", b"[" * 9999])
def test_what_is_no_golden_shows_nothing_and_is_refused(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "x.json").write_bytes(data)
    assert not FORM.shows(Source("x.json", tmp_path / "x.json"))
    with pytest.raises(GoldsetError):
        FORM.read(Source("x.json", tmp_path / "x.json"))


ROWS = (
    SetRow(
        number=1,
        question="What?",
        ref="a",
        gold_answer="Both | one.",
        answerable=True,
        evidence=(
            Evidence("One | two.", "d/1.md", start=3, end=13, grade=2, groups=("g", "h"), span_id="s1"),
            Evidence(doc="d/2.md", coarse="document"),
            Evidence("A chunk.", chunk_id="c-9", coarse="chunk"),
            Evidence("Plain."),
        ),
        near=(Evidence("No.", "d/1.md", start=0, end=3),),
        details={"tags": ["x"], "must_include": ["9"], "tier": "smoke"},
    ),
    SetRow(2, "Nothing?", "b", answerable=False, details={"abstain_reason": "not_in_corpus"}),
    SetRow(3, "Bare?", "c"),
)


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    assert FORM.write is not None
    (tmp_path / "x.json").write_bytes(FORM.write(ROWS)[""])
    read = FORM.read(Source("x.json", tmp_path / "x.json"))
    assert read.rows == ROWS
    assert (read.bad, dict(read.not_read), read.notices) == ((), {}, ())
    assert ledger(ROWS, read.rows) == {}


def test_a_context_that_a_person_changed_is_what_counts(tmp_path: Path) -> None:
    assert FORM.write is not None
    goldens = json.loads(FORM.write(ROWS)[""])
    goldens[0]["context"][0] = "Another text."
    read = _read(tmp_path, json.dumps(goldens))
    assert read.rows[0].evidence[0].text == "Another text."


def test_contexts_that_a_person_took_out_make_the_rest_plain_chunks(tmp_path: Path) -> None:
    assert FORM.write is not None
    goldens = json.loads(FORM.write(ROWS)[""])
    del goldens[0]["context"][0]
    read = _read(tmp_path, json.dumps(goldens))
    assert [(one.text, one.coarse) for one in read.rows[0].evidence] == [
        ("A chunk.", "chunk"),
        ("Plain.", "chunk"),
    ]
    assert read.rows[0].notes == ("`gold_spans` of its metadata do not fit `context`, and are not read",)


def test_written_goldens_have_the_documented_shape() -> None:
    assert FORM.write is not None
    kinds: dict[str, Any] = {
        "input": str,
        "actual_output": type(None),
        "expected_output": str | None,
        "retrieval_context": type(None),
        "context": list | None,
        "name": str | None,
        "comments": type(None),
        "source_file": str | None,
        "additional_metadata": dict | None,
    }
    for golden in json.loads(FORM.write(ROWS)[""]):
        assert list(golden) == list(kinds)
        assert all(isinstance(golden[name], kind) for name, kind in kinds.items())
        assert all(isinstance(text, str) for text in golden["context"] or [])


def _joined(rows: tuple[SetRow, ...]) -> str:
    """Return goldens as DeepEval saves them in JSON Lines."""
    assert FORM.write is not None
    goldens = json.loads(FORM.write(rows)[""])
    return "".join(
        f"{json.dumps({**one, 'context': '|'.join(one['context'] or []) or None})}\n" for one in goldens
    )


def test_joined_texts_with_bars_are_told_apart_by_their_places(tmp_path: Path) -> None:
    evidence = (Evidence("| a | b |", "d", start=5, end=14), Evidence("c||", "d", start=20, end=23))
    rows = (SetRow(1, "What?", "a", answerable=True, evidence=evidence),)
    read = _read(tmp_path, _joined(rows), "goldens.jsonl")
    assert read.rows[0].evidence == evidence
    assert read.notices == ()


def test_joined_texts_of_unknown_lengths_are_pieces_without_their_places(tmp_path: Path) -> None:
    evidence = (Evidence("a | b", "d", grade=3), Evidence("c", "e"))
    rows = (SetRow(1, "What?", "a", answerable=True, evidence=evidence),)
    read = _read(tmp_path, _joined(rows), "goldens.jsonl")
    assert [(one.text, one.doc, one.coarse) for one in read.rows[0].evidence] == [
        ("a ", None, "chunk"),
        (" b", None, "chunk"),
        ("c", None, "chunk"),
    ]
    assert any("parted at `|`" in notice for notice in read.notices)
    assert read.rows[0].notes == ("`gold_spans` of its metadata do not fit `context`, and are not read",)
