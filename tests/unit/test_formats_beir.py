import json
from pathlib import Path
from typing import Any

import pytest

from goldset.domain.set_rows import BadRow, Evidence, ReadSet, SetRow
from goldset.errors import GoldsetError
from goldset.stores.formats.beir import FORM
from goldset.stores.formats.registry import read_set
from tests.conftest import write_tree
from tests.laws.set_rows import ledger


def _lines(*records: Any) -> str:
    return "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records)


QUERIES = _lines(
    {"_id": "007", "text": " When does the gate open? "},
    {"_id": 7, "text": "Who keeps the keys?"},
    {"_id": "8", "text": "What does a locker cost?"},
)
CORPUS = _lines(
    {"_id": "gate", "title": "Gate", "text": "The gate opens at nine."},
    {"_id": "keys", "title": "", "text": "The porter keeps the keys."},
)
HEADING = "query-id\tcorpus-id\tscore\n"
MESSY = HEADING + "007\tgate\t1\n7\tkeys\t2\n7\tkeys\t2\n7\tgate\t0\n8\tcellar\t1\n9\tgate\t1\n"


def _read(tmp_path: Path, qrels: dict[str, str] | None = None, **files: str) -> ReadSet:
    tree = {"queries.jsonl": QUERIES, "corpus.jsonl": CORPUS}
    tree |= {f"qrels/{name}.tsv": text for name, text in (qrels or {"test": MESSY}).items()}
    tree |= {name.replace("_", "."): text for name, text in files.items()}
    write_tree(tmp_path, {name: text for name, text in tree.items() if text})
    return read_set(tmp_path, "folder")


def _written(folder: Path, rows: tuple[SetRow, ...]) -> ReadSet:
    assert FORM.write is not None
    for name, data in FORM.write(rows).items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    return FORM.read(_source(folder))


def _source(folder: Path) -> Any:
    from goldset.stores.formats.source import Source

    return Source("folder", folder)


def test_ids_are_text_and_documents_are_coarse_evidence(tmp_path: Path) -> None:
    read = _read(tmp_path)
    assert read.form == "beir"
    assert [(row.ref, row.question, row.number) for row in read.rows] == [
        ("007", "When does the gate open?", 1),
        ("7", "Who keeps the keys?", 2),
        ("8", "What does a locker cost?", 3),
    ]
    assert [row.evidence for row in read.rows] == [
        (Evidence("The gate opens at nine.", "gate", coarse="document"),),
        (Evidence("The porter keeps the keys.", "keys", grade=2, coarse="document"),),
        (),
    ]


def test_dangling_and_doubled_judgements_are_named_with_file_and_line(tmp_path: Path) -> None:
    assert [(bad.file, bad.number, bad.reason, bad.is_row) for bad in _read(tmp_path).bad] == [
        ("qrels/test.tsv", 4, "document keys is judged twice for question 7, first in line 3", False),
        ("qrels/test.tsv", 6, "document cellar is not in corpus.jsonl", False),
        ("qrels/test.tsv", 7, "question 9 is not in queries.jsonl", False),
    ]


def test_a_score_of_0_is_no_evidence_and_counted(tmp_path: Path) -> None:
    read = _read(tmp_path)
    assert read.not_read == {"judgements of score 0": 1}
    assert [one.doc for one in read.rows[1].evidence] == ["keys"]


def test_a_file_without_heading_loses_no_line(tmp_path: Path) -> None:
    read = _read(tmp_path, {"test": "007\tgate\t1\n7\tkeys\t1\n"})
    assert [len(row.evidence) for row in read.rows] == [1, 1, 0]
    assert read.bad == ()


def test_a_first_judgement_with_a_broken_score_is_no_heading(tmp_path: Path) -> None:
    read = _read(tmp_path, {"test": "007\tgate\thigh\n7\tkeys\t1\n"})
    assert [(bad.number, bad.reason) for bad in read.bad] == [
        (1, "the score is high, and not a whole number")
    ]


def test_a_judgement_that_contradicts_another_names_both_scores(tmp_path: Path) -> None:
    read = _read(tmp_path, {"test": HEADING + "7\tkeys\t1\n7\tkeys\t3\n"})
    assert [one.grade for one in read.rows[1].evidence] == [1]
    assert read.bad[0].reason == (
        "document keys has the score 3 for question 7, and 1 in line 2, which was taken"
    )


def test_splits_come_from_the_names_of_files(tmp_path: Path) -> None:
    qrels = {"test": "007\tgate\t1\n", "validation": "7\tkeys\t1\n", "train": "8\tgate\t1\n"}
    read = _read(tmp_path, qrels)
    assert [row.details.get("split") for row in read.rows] == ["test", "dev", None]
    assert read.notices == ("qrels/train.tsv names no split that items have: 1 questions get none from it",)


def test_a_question_of_two_splits_gets_none_and_is_told(tmp_path: Path) -> None:
    read = _read(tmp_path, {"test": "7\tgate\t1\n", "dev": "7\tkeys\t1\n"})
    assert "split" not in read.rows[1].details
    assert read.rows[1].notes == ("it is judged in dev and test, and gets no split",)
    assert {one.doc for one in read.rows[1].evidence} == {"gate", "keys"}


def test_a_longer_scale_is_mapped_and_told(tmp_path: Path) -> None:
    read = _read(tmp_path, {"test": "007\tgate\t5\n7\tkeys\t2\n7\tgate\t1\n8\tgate\t4\n"})
    assert [[one.grade for one in row.evidence] for row in read.rows] == [[3], [2, 1], [3]]
    assert read.notices == ("scores go up to 5: they are mapped to the grades 1–3",)


def test_columns_of_trec_are_read_too(tmp_path: Path) -> None:
    read = _read(tmp_path, {"test": "007 0 gate 1\n7\t0\tkeys\t1\nnonsense\n"})
    assert [len(row.evidence) for row in read.rows] == [1, 1, 0]
    assert [bad.reason for bad in read.bad] == ["the line has 1 columns, not 3 or 4"]


def test_without_a_corpus_documents_are_names_and_none_is_missed(tmp_path: Path) -> None:
    read = _read(tmp_path, {"test": "7\tanywhere\t1\n"}, corpus_jsonl="")
    assert read.rows[1].evidence == (Evidence(doc="anywhere", coarse="document"),)
    assert read.bad == ()


def test_without_judgements_every_question_stays_and_it_is_told(tmp_path: Path) -> None:
    read = _read(tmp_path, {"test": ""})
    assert [row.evidence for row in read.rows] == [(), (), ()]
    assert read.notices == ("no file of qrels/ judges a question: none has evidence",)


def test_one_id_for_two_questions_refuses_both(tmp_path: Path) -> None:
    queries = _lines({"_id": 7, "text": "One?"}, {"_id": "7", "text": "Two?"}, {"_id": "8", "text": "Three?"})
    read = _read(tmp_path, queries_jsonl=queries)
    assert [row.ref for row in read.rows] == ["8"]
    refused = [bad for bad in read.bad if bad.is_row]
    assert [bad.number for bad in refused] == [1, 2]
    assert "id 7 names different questions, in lines 1 and 2" in refused[0].reason


def test_broken_lines_are_named_and_the_rest_goes_on(tmp_path: Path) -> None:
    queries = '{"_id": "1"\n[1]\n{"_id": "2"}\n{"_id": "3", "text": " "}\n{"text": "Named?", "url": "x"}\n'
    read = _read(tmp_path, queries_jsonl=queries, corpus_jsonl="nonsense\n" + CORPUS)
    assert [bad.number for bad in read.bad if bad.is_row] == [1, 2, 3, 4]
    assert [(row.ref, row.notes) for row in read.rows] == [
        (None, ("it has no `_id`, so that no judgement can name it",))
    ]
    assert BadRow(1, read.bad[0].reason, "corpus.jsonl", is_row=False) == read.bad[0]
    assert read.not_read["url"] == 1


@pytest.mark.parametrize("encode", ["utf-8-sig", "utf-16"])
def test_marks_line_ends_and_separators_inside_of_texts_do_no_harm(tmp_path: Path, encode: str) -> None:
    _read(tmp_path)
    queries = '{"_id": "1", "text": "One\u2028two?"}\r\n\r\n{"_id": "2", "text": "Zwölf?"}\r\n'
    (tmp_path / "queries.jsonl").write_bytes(queries.encode(encode))
    (tmp_path / "qrels/test.tsv").write_bytes((HEADING + "2\tgate\t1\n").replace("\n", "\r\n").encode(encode))
    read = read_set(tmp_path, "folder")
    assert [row.question for row in read.rows] == ["One\u2028two?", "Zwölf?"]
    assert [one.doc for one in read.rows[1].evidence] == ["gate"]
    assert read.bad == ()


def test_a_folder_without_questions_is_of_no_use(tmp_path: Path) -> None:
    write_tree(tmp_path, {"queries.jsonl": "\n", "corpus.jsonl": CORPUS})
    with pytest.raises(GoldsetError, match=r"queries\.jsonl"):
        read_set(tmp_path, "folder", "beir")


def test_a_file_is_no_folder(tmp_path: Path) -> None:
    write_tree(tmp_path, {"queries.jsonl": QUERIES})
    with pytest.raises(GoldsetError, match="is no folder"):
        read_set(tmp_path / "queries.jsonl", "queries.jsonl", "beir")


ALL_OF_IT = Evidence("All of it.", '"q".md', coarse="document")
WHOLE = SetRow(3, "Whole?", "c", answerable=True, evidence=(ALL_OF_IT,))
ROWS = (
    SetRow(
        number=1,
        question='What is "it"?',
        ref="a",
        gold_answer="Both.",
        answerable=True,
        evidence=(
            Evidence("The gate opens at nine.", 'do "cs"/a b.md', start=4, end=27, grade=2),
            Evidence("nine", 'do "cs"/a b.md', grade=3, groups=("g",)),
            ALL_OF_IT,
        ),
        details={"split": "dev", "tags": ["x"], "must_include": ["9"]},
    ),
    SetRow(2, "Nothing?", "b", answerable=False, details={"tier": "smoke"}),
    WHOLE,
)


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    read = _written(tmp_path, ROWS)
    assert read.bad == ()
    assert read.not_read == {}
    for row, again in zip(ROWS, read.rows, strict=True):
        said = (row.question, row.ref, row.gold_answer, row.answerable, row.details)
        assert (again.question, again.ref, again.gold_answer, again.answerable, again.details) == said
    assert [[(one.doc, one.grade) for one in row.evidence] for row in read.rows] == [
        [('do "cs"/a b.md', 3), ('"q".md', 1)], [], [('"q".md', 1)],
    ]  # fmt: skip


def test_written_files_have_the_shape_that_loaders_read(tmp_path: Path) -> None:
    _written(tmp_path, ROWS)
    assert sorted(path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*.*")) == [
        "qrels/dev.tsv",
        "qrels/test.tsv",
        "queries.jsonl",
    ]
    lines = (tmp_path / "qrels/test.tsv").read_text().splitlines()
    assert lines[0].split("\t") == ["query-id", "corpus-id", "score"]
    queries = [json.loads(line) for line in (tmp_path / "queries.jsonl").read_text().splitlines()]
    assert [set(query) for query in queries] == [{"_id", "text", "metadata"}] * 3


def test_a_corpus_is_written_only_where_the_rows_hold_all_of_it(tmp_path: Path) -> None:
    _written(tmp_path, (WHOLE,))
    corpus = [json.loads(line) for line in (tmp_path / "corpus.jsonl").read_text().splitlines()]
    assert corpus == [{"_id": '"q".md', "title": "", "text": "All of it."}]


def test_the_ledger_names_what_judgements_of_documents_cannot_say(tmp_path: Path) -> None:
    read = _written(tmp_path, ROWS)
    assert ledger(ROWS, read.rows) == {
        "gold_spans.coarse": 1, "gold_spans.end": 1, "gold_spans.grade": 1, "gold_spans.group": 1,
        "gold_spans.start": 1, "gold_spans.text": 2,
    }  # fmt: skip


def test_metadata_that_items_have_no_place_for_is_counted(tmp_path: Path) -> None:
    metadata = {"tags": ["kept"], "url": "somewhere", "answerable": "perhaps", "split": "test", "none": None}
    read = _read(tmp_path, queries_jsonl=_lines({"_id": "7", "text": "One?", "metadata": metadata}))
    assert read.rows[0].details == {"tags": ["kept"], "split": "test"}
    assert read.rows[0].answerable is None
    assert dict(read.not_read) == {
        "judgements of score 0": 1,
        "metadata.answerable": 1,
        "metadata.url": 1,
    }
