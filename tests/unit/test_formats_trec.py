import json
from pathlib import Path

import pytest

from goldset.domain.set_rows import Evidence, ReadSet, SetRow
from goldset.errors import GoldsetError
from goldset.stores.formats.registry import read_set
from goldset.stores.formats.source import Source
from goldset.stores.formats.trec import FORM
from tests.conftest import write_tree
from tests.laws.set_rows import ledger

TAGGED = """\
<top>

<num> Number: 301
<title> Lighthouse keepers &amp; pay

<desc> Description:
What were lighthouse keepers paid?

<narr> Narrative:
Wages < 5 shillings count.

</top>

<top>
<num>302</num>
<title>Who tends the light?</title>
</top>
<top>
<title>No number</title>
</top>
<top><num>304</num></top>
"""
XML = """\
<?xml version="1.0"?>
<!DOCTYPE topics [<!ENTITY x SYSTEM "file:///etc/passwd">]>
<topics task="t"><topic number="1"><query>light pay</query><question>What is the &x; pay?</question>
<narrative>n</narrative></topic>
<topic number="2"><query>tender of the light</query></topic></topics>
"""
QRELS = "301 0 pay.md 2\n301 0 oil.md 0\n302 0 keeper.md 1\n302 0 keeper.md 1\n309 0 pay.md 1\n301 0 broken\n"


def _read(tmp_path: Path, target: str = "", **files: str) -> ReadSet:
    write_tree(tmp_path, {name.replace("__", "."): text for name, text in files.items()})
    read = read_set(tmp_path / target if target else tmp_path, target or "folder")
    assert read.form == "trec"
    return read


def test_tagged_topics_and_their_judgements(tmp_path: Path) -> None:
    read = _read(tmp_path, topics__txt=TAGGED, qrels__txt=QRELS)
    assert [(row.number, row.ref, row.question) for row in read.rows] == [
        (1, "301", "Lighthouse keepers & pay"),
        (14, "302", "Who tends the light?"),
    ]
    assert [row.evidence for row in read.rows] == [
        (Evidence(doc="pay.md", grade=2, coarse="document"),),
        (Evidence(doc="keeper.md", coarse="document"),),
    ]
    assert read.not_read == {"desc": 1, "judgements of score 0": 1, "narr": 1}
    assert [(bad.file, bad.number, bad.reason, bad.is_row) for bad in read.bad] == [
        ("topics.txt", 18, "the topic has no number", True),
        ("topics.txt", 21, "topic 304 asks nothing", True),
        ("qrels.txt", 4, "document keeper.md is judged twice for question 302, first in line 3", False),
        ("qrels.txt", 5, "question 309 is not in topics.txt", False),
        ("qrels.txt", 6, "the score is broken, and not a whole number", False),
    ]


def test_later_topics_have_questions_and_no_entity_is_followed(tmp_path: Path) -> None:
    read = _read(tmp_path, topics__xml=XML, qrels__txt="1 0 pay.md 1\n")
    assert [(row.ref, row.question) for row in read.rows] == [
        ("1", "What is the &x; pay?"),
        ("2", "tender of the light"),
    ]


@pytest.mark.parametrize("heading", ["", "qid\tquery\n"])
def test_topics_on_lines(tmp_path: Path, heading: str) -> None:
    lines = f'{heading}007\t"What" is it?\r\n7\tWho?\r\n8\n9\ta\tb\n'
    read = _read(tmp_path, queries__tsv=lines, qrels__tsv="007\t0\ta b.md\t1\r\n7\t0\tc.md\t1\r\n")
    first = 2 if heading else 1
    assert [(row.ref, row.question, row.number) for row in read.rows] == [
        ("007", '"What" is it?', first),
        ("7", "Who?", first + 1),
    ]
    assert [[one.doc for one in row.evidence] for row in read.rows] == [["a b.md"], ["c.md"]]
    assert [bad.reason for bad in read.bad] == [
        "the line has 1 columns, not 2",
        "the line has 3 columns, not 2",
    ]


def test_topics_as_json_lines(tmp_path: Path) -> None:
    lines = [{"qid": 7, "title": "Who?", "narrative": "x"}, {"id": "8", "question": "What?", "title": "y"}]
    text = "".join(f"{json.dumps(line)}\n" for line in lines) + "nonsense\n"
    read = _read(tmp_path, topics__jsonl=text, qrels__txt="7 0 a.md 1\n")
    assert [(row.ref, row.question) for row in read.rows] == [("7", "Who?"), ("8", "What?")]
    assert read.not_read == {"narrative": 1, "title": 1}
    assert [(bad.file, bad.number) for bad in read.bad] == [("topics.jsonl", 3)]


def test_topics_beside_several_qrels_take_those_of_their_name(tmp_path: Path) -> None:
    read = _read(
        tmp_path,
        "topics.2019.tsv",
        topics__2019__tsv="1\tWho?\n",
        topics__2020__tsv="1\tWhat?\n",
        qrels__2019__txt="1 0 a.md 1\n",
        qrels__2020__txt="1 0 b.md 1\n",
    )
    assert [[one.doc for one in row.evidence] for row in read.rows] == [["a.md"]]


def test_one_id_for_two_topics_refuses_both(tmp_path: Path) -> None:
    read = _read(tmp_path, topics__tsv="1\tWho?\n1\tWhat?\n2\tWhen?\n", qrels__txt="1 0 a.md 1\n")
    assert [row.ref for row in read.rows] == ["2"]
    assert [bad.number for bad in read.bad if bad.is_row] == [1, 2]


@pytest.mark.parametrize(
    ("files", "words"),
    [
        ({"topics.tsv": "1\tWho?\n"}, "no qrels"),
        ({"qrels.txt": "1 0 a 1\n"}, "no topics"),
        (
            {"topics.tsv": "x", "queries.tsv": "y", "qrels.txt": "1 0 a 1\n"},
            "several files of topics: queries.tsv",
        ),
        ({"topics.tsv": "\n", "qrels.txt": ""}, "holds no topic"),
    ],
)
def test_what_is_missing_is_said(tmp_path: Path, files: dict[str, str], words: str) -> None:
    write_tree(tmp_path, dict(files))
    with pytest.raises(GoldsetError, match=words):
        FORM.read(Source("folder", tmp_path))


@pytest.mark.parametrize("name", ["questions.csv", "questions.tsv", "queries.csv", "topics.jsonl"])
def test_records_of_other_forms_with_qrels_beside_them_are_no_topics(tmp_path: Path, name: str) -> None:
    write_tree(tmp_path, {name: "question,answer\nWho?,Ana\n", "qrels.txt": "1 0 a 1\n"})
    assert not FORM.shows(Source(name, tmp_path / name))


ROWS = (
    SetRow(1, "Who?", "a", "Ana.", answerable=True, evidence=(
        Evidence("She.", "d/1.md", start=1, end=5, grade=2),
        Evidence("Ana.", "d/1.md", grade=3),
        Evidence(doc="d/2.md"),
    )),
    SetRow(2, "Nothing?", "b", answerable=False),
)  # fmt: skip


def _written(folder: Path, rows: tuple[SetRow, ...]) -> ReadSet:
    assert FORM.write is not None
    write_tree(folder, dict(FORM.write(rows)))
    return read_set(folder, "folder")


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    read = _written(tmp_path, ROWS)
    assert (read.form, read.bad) == ("trec", ())
    assert [(row.question, row.ref) for row in read.rows] == [("Who?", "a"), ("Nothing?", "b")]
    assert [[(one.doc, one.grade) for one in row.evidence] for row in read.rows] == [
        [("d/1.md", 3), ("d/2.md", 1)], [],
    ]  # fmt: skip
    assert ledger(ROWS, read.rows) == {
        "answerable": 2, "gold_answer": 1, "gold_spans.end": 1, "gold_spans.grade": 1,
        "gold_spans.start": 1, "gold_spans.text": 1,
    }  # fmt: skip


def test_written_files_have_the_shape_that_tools_read(tmp_path: Path) -> None:
    _written(tmp_path, ROWS)
    assert (tmp_path / "topics.tsv").read_text() == "a\tWho?\nb\tNothing?\n"
    assert (tmp_path / "qrels.txt").read_text() == "a 0 d/1.md 3\na 0 d/2.md 1\n"


def test_a_question_of_several_lines_makes_json_lines_of_the_topics(tmp_path: Path) -> None:
    read = _written(tmp_path, (SetRow(1, "Who\nor what?", "a", evidence=(Evidence(doc="d"),)),))
    assert [row.question for row in read.rows] == ["Who\nor what?"]
    assert (tmp_path / "topics.jsonl").exists()


@pytest.mark.parametrize("name", ["my notes.md", "", "a\tb"])
def test_a_name_that_its_columns_cannot_hold_is_refused(name: str) -> None:
    assert FORM.write is not None
    with pytest.raises(GoldsetError, match="white space"):
        FORM.write((SetRow(1, "Who?", "a", evidence=(Evidence(doc=name),)),))
