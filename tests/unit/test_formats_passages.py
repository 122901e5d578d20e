import json
from pathlib import Path
from typing import Any

import pytest

from goldset.domain.set_rows import Evidence, ReadSet, SetRow
from goldset.errors import GoldsetError
from goldset.stores.formats.passages import FORM
from goldset.stores.formats.registry import read_set
from goldset.stores.formats.source import Source
from tests.laws.set_rows import ledger

SENTENCES = ["The mill turns by water.", "It was built of oak.", "In frost it stands still."]
PASSAGE = {"title": "Mill", "text": " ".join(SENTENCES), "sentences": SENTENCES}


def _output(answer: str, *chosen: str, **meta: Any) -> dict[str, Any]:
    return {"answer": answer, "selected_sentences": list(chosen), "meta": meta}


def _question(*outputs: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {
        "id": "m1",
        "input": "How does the mill run? ",
        "passages": [PASSAGE],
        "output": list(outputs),
        **more,
    }


def _read(tmp_path: Path, *records: Any) -> ReadSet:
    path = tmp_path / "set.jsonl"
    path.write_text("".join(f"{json.dumps(one)}\n" for one in records), encoding="utf-8")
    read = read_set(path, "set.jsonl")
    assert read.form == "passages"
    return read


def test_sentences_apart_are_evidence_apart(tmp_path: Path) -> None:
    read = _read(tmp_path, _question(_output("By water, but not in frost.", SENTENCES[0], SENTENCES[2])))
    (row,) = read.rows
    assert (row.question, row.ref, row.gold_answer, row.answerable) == (
        "How does the mill run?",
        "m1",
        "By water, but not in frost.",
        True,
    )
    assert row.evidence == (Evidence(SENTENCES[0], "Mill"), Evidence(SENTENCES[2], "Mill"))
    assert read.bad == ()


def test_a_second_annotator_is_told_and_never_dropped(tmp_path: Path) -> None:
    second = _output("By water.", SENTENCES[0], annotator=[2])
    first = _output("By water, but not in frost.", SENTENCES[0], SENTENCES[2], annotator=[1])
    read = _read(tmp_path, _question(first, second))
    (row,) = read.rows
    assert len(row.evidence) == 2
    assert row.notes == (
        "annotation 2 has another answer: “By water.”",
        f"annotation 2 chose other sentences: “{SENTENCES[0]}”",
    )
    assert read.not_read == {"output.meta.annotator": 1}


def test_an_empty_answer_is_none_and_its_passage_is_no_gold(tmp_path: Path) -> None:
    read = _read(tmp_path, _question(_output("")))
    (row,) = read.rows
    assert (row.gold_answer, row.answerable, row.evidence, row.near) == (None, False, (), ())
    assert read.not_read == {"passages of questions without an answer": 1}


def test_without_annotations_nobody_says_whether_there_is_an_answer(tmp_path: Path) -> None:
    (row,) = _read(tmp_path, _question()).rows
    assert (row.answerable, row.evidence) == (None, ())


def test_a_sentence_of_no_passage_names_no_document(tmp_path: Path) -> None:
    (row,) = _read(tmp_path, _question(_output("Yes.", "Said nowhere."))).rows
    assert row.evidence == (Evidence("Said nowhere."),)


def test_a_sentence_within_an_unparted_passage_has_its_title(tmp_path: Path) -> None:
    passage = {"title": "Mill", "text": PASSAGE["text"]}
    (row,) = _read(tmp_path, _question(_output("Yes.", SENTENCES[1]), passages=[passage])).rows
    assert row.evidence == (Evidence(SENTENCES[1], "Mill"),)


def test_broken_records_are_refused_and_the_rest_goes_on(tmp_path: Path) -> None:
    good = _question(_output("Yes.", SENTENCES[0]))
    read = _read(
        tmp_path,
        good,
        {**good, "input": " "},
        {**good, "passages": "Mill"},
        {**good, "output": [1]},
        {**good, "output": [{"answer": "Yes.", "selected_sentences": [0]}]},
        {**good, "url": "x"},
    )
    assert [row.number for row in read.rows] == [1, 6]
    assert [(bad.number, bad.reason) for bad in read.bad] == [
        (2, "`input` is missing"),
        (3, "`passages` is not a list of objects"),
        (4, "`output` is not a list of objects"),
        (5, "`selected_sentences` is not a list of texts"),
    ]
    assert read.not_read == {"url": 1}


@pytest.mark.parametrize("data", [b"", b"[]", b"\xff\xff", b"{"])
def test_what_is_no_set_is_refused(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "x.json").write_bytes(data)
    assert not FORM.shows(Source("x.json", tmp_path / "x.json"))
    with pytest.raises(GoldsetError):
        FORM.read(Source("x.json", tmp_path / "x.json"))


ROWS = (
    SetRow(1, "What?", "a", "Both.", answerable=True, evidence=(Evidence("One.", "d"), Evidence("Two.", start=1, end=5))),
    SetRow(2, "Nothing?", "b", "It is not said.", answerable=False, near=(Evidence("No.", "d"),)),
    SetRow(3, "Bare?", "c", answerable=True),
    SetRow(4, "Open?", "d", "Yes."),
)  # fmt: skip


def test_what_is_written_is_read_again_and_an_open_draft_is_no_refusal(tmp_path: Path) -> None:
    assert FORM.write is not None
    (tmp_path / "x.jsonl").write_bytes(FORM.write(ROWS)[""])
    read = read_set(tmp_path / "x.jsonl", "x.jsonl")
    assert (read.form, read.bad) == ("passages", ())
    assert [(row.question, row.ref, row.gold_answer, row.answerable) for row in read.rows] == [
        (row.question, row.ref, row.gold_answer, row.answerable) for row in ROWS
    ]
    assert [[(one.text, one.doc) for one in row.evidence] for row in read.rows] == [
        [("One.", "d"), ("Two.", None)], [], [], [],
    ]  # fmt: skip
    assert ledger(ROWS, read.rows) == {"gold_spans.end": 1, "gold_spans.start": 1}
