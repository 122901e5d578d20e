import csv
import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from goldset.domain.set_rows import Evidence, ReadSet, SetRow
from goldset.errors import GoldsetError
from goldset.stores.formats.registry import read_set
from goldset.stores.formats.source import Source
from goldset.stores.formats.squad import FORM
from tests.laws.set_rows import ledger

CONTEXT = "The ferry leaves at seven. It carries forty cars."
PARAGRAPH = Evidence(CONTEXT, "Ferry", coarse="chunk")


def _answer(text: str, start: int | None = None) -> dict[str, Any]:
    return {"text": text, "answer_start": CONTEXT.find(text) if start is None else start}


def _asked(number: int, question: str, **more: Any) -> dict[str, Any]:
    return {"id": f"q{number}", "question": question, **more}


def _nested(*asked: Any, version: str = "v2.0") -> dict[str, Any]:
    return {
        "version": version,
        "data": [{"title": "Ferry", "paragraphs": [{"context": CONTEXT, "qas": list(asked)}]}],
    }


def _read(tmp_path: Path, said: Any, name: str = "dev.json") -> ReadSet:
    (tmp_path / name).write_text(said if isinstance(said, str) else json.dumps(said), encoding="utf-8")
    read = read_set(tmp_path / name, name)
    assert read.form == "squad"
    return read


def test_the_paragraph_is_the_evidence_and_never_a_word_of_it(tmp_path: Path) -> None:
    read = _read(
        tmp_path, _nested(_asked(1, " When does it leave? ", answers=[_answer("seven")]), version="1.1")
    )
    (row,) = read.rows
    assert (row.question, row.ref, row.gold_answer, row.answerable) == (
        "When does it leave?",
        "q1",
        "seven",
        None,
    )
    assert row.evidence == (PARAGRAPH,)
    assert row.where == "data[0].paragraphs[0].qas[0]"
    assert row.notes == ()


def test_several_annotators_are_told(tmp_path: Path) -> None:
    answers = [_answer("seven"), _answer("seven"), _answer("at seven")]
    (row,) = _read(tmp_path, _nested(_asked(1, "When?", answers=answers, is_impossible=False))).rows
    assert (row.gold_answer, row.answerable) == ("seven", True)
    assert row.notes == ("another answer: “at seven”",)


def test_an_impossible_question_has_no_evidence_and_plausible_answers_make_its_paragraph_near(
    tmp_path: Path,
) -> None:
    plausible = _asked(
        1, "How many trucks?", answers=[], is_impossible=True, plausible_answers=[_answer("forty")]
    )
    plain = _asked(2, "Who steers?", answers=[], is_impossible=True)
    first, second = _read(tmp_path, _nested(plausible, plain)).rows
    assert (first.answerable, first.gold_answer, first.evidence, first.near) == (
        False,
        None,
        (),
        (PARAGRAPH,),
    )
    assert first.notes == ("only plausible: “forty”",)
    assert (second.answerable, second.near) == (False, ())


def test_an_answer_that_does_not_stand_where_it_is_said_to_is_told(tmp_path: Path) -> None:
    (row,) = _read(tmp_path, _nested(_asked(1, "When?", answers=[_answer("seven", 3)]))).rows
    assert row.notes == ("“seven” does not stand at 3 of its paragraph",)


def test_an_impossible_question_with_an_answer_is_told(tmp_path: Path) -> None:
    (row,) = _read(tmp_path, _nested(_asked(1, "When?", answers=[_answer("seven")], is_impossible=True))).rows
    assert (row.answerable, row.gold_answer, row.evidence) == (False, None, ())
    assert row.notes == ("it is impossible, and has an answer all the same: “seven”",)


def _flat(number: int, *texts: str) -> dict[str, Any]:
    starts = [CONTEXT.find(text) for text in texts]
    return {
        "id": f"q{number}",
        "title": "Ferry",
        "context": CONTEXT,
        "question": "When?",
        "answers": {"text": list(texts), "answer_start": starts},
    }


def test_records_of_one_question_each_are_read(tmp_path: Path) -> None:
    lines = "".join(f"{json.dumps(one)}\n" for one in (_flat(1, "seven", "at seven"), _flat(2)))
    first, second = _read(tmp_path, lines, "dev.jsonl").rows
    assert (first.gold_answer, first.evidence, first.answerable) == ("seven", (PARAGRAPH,), None)
    assert (second.answerable, second.evidence) == (False, ())
    assert second.notes == ("without answers: taken as impossible, as the others have some",)


def test_records_that_all_lack_answers_are_not_taken_as_impossible(tmp_path: Path) -> None:
    read = _read(tmp_path, [_flat(1), _flat(2)])
    assert [row.answerable for row in read.rows] == [None, None]
    assert read.notices == ("no question has an answer, so that none is taken as impossible",)


def test_answers_in_a_cell_are_read_as_data(tmp_path: Path) -> None:
    file = StringIO()
    writer = csv.writer(file)
    record = _flat(1, "seven")
    writer.writerow(record)
    writer.writerow([str(value) for value in record.values()])
    writer.writerow([*map(str, list(record.values())[:-1]), "{'text': array(['seven'])}"])
    read = _read(tmp_path, file.getvalue(), "dev.csv")
    assert [row.gold_answer for row in read.rows] == ["seven"]
    assert [(bad.number, bad.reason) for bad in read.bad] == [(3, "`answers` is no list of answers")]


def test_broken_parts_are_named_and_the_rest_goes_on(tmp_path: Path) -> None:
    good = _asked(1, "When?", answers=[_answer("seven")])
    said = _nested(
        good,
        {"id": "x"},
        7,
        {**good, "is_impossible": "no"},
        {**good, "answers": ["seven"]},
        {**good, "hint": "x"},
    )
    said["data"] += [{"title": "Nothing"}, {"paragraphs": [{"context": "x"}]}, 5]
    read = _read(tmp_path, said)
    assert [row.number for row in read.rows] == [1, 6]
    assert [(bad.number, bad.reason) for bad in read.bad if bad.is_row] == [
        (2, "data[0].paragraphs[0].qas[1]: `question` is missing"),
        (3, "data[0].paragraphs[0].qas[2]: it is no object"),
        (4, "data[0].paragraphs[0].qas[3]: `is_impossible` is not true or false"),
        (5, "data[0].paragraphs[0].qas[4]: `answers` is no list of answers"),
    ]
    assert [bad.reason for bad in read.bad if not bad.is_row] == [
        "data[1]: it has no list `paragraphs`",
        "data[2].paragraphs[0]: it has no list `qas`",
        "data[3]: it has no list `paragraphs`",
    ]
    assert read.not_read == {"hint": 1}


@pytest.mark.parametrize("data", [b"", b"[]", b"{", b'{"data": []}', b'{"data": [1]}', b"\xff\xfe\0"])
def test_what_is_no_set_is_refused(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "x.json").write_bytes(data)
    assert not FORM.shows(Source("x.json", tmp_path / "x.json"))
    with pytest.raises(GoldsetError):
        FORM.read(Source("x.json", tmp_path / "x.json"))


ROWS = (
    SetRow(
        1, "What?", "a", "One.", answerable=True, evidence=(Evidence("So: One.", "d"), Evidence("Two.", "e"))
    ),
    SetRow(2, "Nothing?", "b", "It is not said.", answerable=False, near=(Evidence("No.", "d"),)),
    SetRow(3, "In other words?", "c", "Three.", answerable=True, evidence=(Evidence("So: One.", "d"),)),
    SetRow(4, "Open?", "d", "Yes."),
)


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    assert FORM.write is not None
    (tmp_path / "x.json").write_bytes(FORM.write(ROWS)[""])
    read = read_set(tmp_path / "x.json", "x.json")
    assert (read.form, read.bad, dict(read.not_read)) == ("squad", (), {})
    assert [(row.question, row.ref, row.gold_answer, row.answerable) for row in read.rows] == [
        (row.question, row.ref, row.gold_answer, row.answerable) for row in ROWS
    ]
    assert ledger(ROWS, read.rows) == {
        "gold_spans.coarse": 1, "gold_spans.doc_id": 1, "gold_spans.text": 1,
    }  # fmt: skip


def test_written_files_have_the_documented_shape() -> None:
    assert FORM.write is not None
    said = json.loads(FORM.write(ROWS)[""])
    assert set(said) == {"version", "data"}
    for article in said["data"]:
        assert set(article) == {"title", "paragraphs"}
        for paragraph in article["paragraphs"]:
            assert set(paragraph) == {"context", "qas"}
            for asked in paragraph["qas"]:
                assert {"id", "question", "answers"} <= set(asked)
                for answer in asked["answers"]:
                    start = answer["answer_start"]
                    assert start == -1 or paragraph["context"].startswith(answer["text"], start)
    assert said["data"][0]["paragraphs"][0]["context"] == "So: One.\n\nTwo."
