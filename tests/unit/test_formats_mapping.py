import json
from pathlib import Path
from typing import Any

import pytest

from goldset.domain.set_rows import Evidence, ReadSet
from goldset.errors import GoldsetError
from goldset.stores.formats.guess import guess, guess_for
from goldset.stores.formats.mapped_rows import apply
from goldset.stores.formats.mapping import ColumnMapping
from goldset.stores.formats.mapping_file import mapping_of, read_mapping
from goldset.stores.formats.reading import JSON, Row, Table


def table(*records: dict[str, Any]) -> Table:
    columns = tuple(dict.fromkeys(key for record in records for key in record))
    rows = tuple(Row(number, record) for number, record in enumerate(records, start=1))
    return Table("set.json", "", JSON, columns, rows)


def mapped(mapping: str, *records: dict[str, Any]) -> ReadSet:
    return apply(mapping_of(mapping.encode(), "map.yaml"), table(*records))


def guessed(*records: dict[str, Any]) -> ReadSet:
    found = table(*records)
    return apply(guess_for(found), found)


def evidence(read: ReadSet) -> list[tuple[str | None, str | None, str | None]]:
    return [(one.text, one.doc, one.chunk_id) for row in read.rows for one in row.evidence]


def test_a_mapping_in_another_language() -> None:
    mapping = (
        'question: p\ngold_answer: r\nanswerable: {column: hay, "true": "si", "false": [no, nunca]}\n'
        "language: {value: es}\n"
    )
    read = mapped(
        mapping,
        {"p": "¿A?", "r": "B", "hay": "Si "},
        {"p": "¿C?", "hay": "no"},
        {"p": "¿D?", "hay": "tal vez"},
    )
    assert [row.answerable for row in read.rows] == [True, False, None]
    assert {row.details["language"] for row in read.rows} == {"es"}
    assert read.notices == ("`hay` says what `answerable` of an item cannot be: tal vez (1)",)
    assert read.not_read == {"hay": 1}


def test_lists_come_from_several_columns_and_are_parted() -> None:
    mapping = 'question: q\ntags: [area, {column: more, separator: ";"}]\nmust_include: {column: m, separator: "|"}\n'
    read = mapped(mapping, {"q": "A?", "area": "a, b", "more": "c; d;", "m": "$1,000|2%"})
    assert read.rows[0].details == {"tags": ["a, b", "c", "d"], "must_include": ["$1,000", "2%"]}


def test_words_of_a_column_become_words_of_items() -> None:
    mapping = "question: q\nkind: {column: k, values: {hard: multi_hop}}\n"
    read = mapped(mapping, {"q": "A?", "k": "hard"}, {"q": "B?", "k": "odd"})
    assert [row.details for row in read.rows] == [{"kind": "multi_hop"}, {}]
    assert read.not_read == {"k": 1}


def test_paths_reach_into_objects_and_into_text_that_writes_them() -> None:
    read = mapped(
        "question: in.text\nid: in.n\n", {"in": {"text": "A?", "n": 7, "x": 1}}, {"in": '{"text": "B?"}'}
    )
    assert [(row.question, row.ref) for row in read.rows] == [("A?", "7"), ("B?", None)]
    assert read.not_read == {"in.x": 1}


def test_several_kinds_of_evidence_and_near_passages() -> None:
    mapping = "question: q\nevidence:\n  - {text: quote, doc: file}\n  - {chunk_id: ids}\nnear: {text: bad}\n"
    read = mapped(mapping, {"q": "A?", "quote": "x y", "file": "a.md", "ids": ["c1", "c2"], "bad": "z"})
    assert evidence(read) == [("x y", "a.md", None), (None, None, "c1"), (None, None, "c2")]
    assert [one.coarse for one in read.rows[0].evidence] == [None, "chunk", "chunk"]
    assert read.rows[0].near == (Evidence(text="z"),)


@pytest.mark.parametrize(
    ("mapping", "said"),
    [
        ("", "no mapping of"),
        ("- a\n", "no mapping of"),
        ("gold_answer: a\n", "`question` names no column"),
        ("question: q\nanswer: a\n", "`answer` is none of id, question"),
        ("question: [a, b]\n", "not from a list"),
        ("question: {colum: a}\n", "`colum` in `question` is none of column"),
        ("question: {column: a, value: b}\n", "either `column` or `value`"),
        ("question: q\nevidence: a\n", "`evidence` is not"),
        ("question: q\nevidence: {quote: a}\n", "`quote` in `evidence` is none of each, text"),
        ("question: q\nanswerable: {column: a, true: x}\n", "map.yaml:2: .*`true`"),
    ],
)
def test_a_mapping_that_says_nothing_is_refused_in_words(mapping: str, said: str) -> None:
    with pytest.raises(GoldsetError, match=said) as raised:
        mapped(mapping, {"q": "A?"})
    assert raised.value.hint


def test_a_column_that_is_not_there_names_those_that_are() -> None:
    with pytest.raises(GoldsetError, match="no column `x`, only `q`, `r`"):
        mapped("question: x\n", {"q": "A?", "r": "B"})
    with pytest.raises(GoldsetError, match="cannot be read"):
        read_mapping(Path("no-such-file.yaml"), "no-such-file.yaml")


@pytest.mark.parametrize(
    "columns",
    [
        ["Question", "Ground Truth", "Reference Contexts", "ID", "Tags", "language"],
        ["user_input", "expectedOutput", "quote", "source_file", "start", "end", "is_impossible"],
        ["Frage", "Antwort", "Zitat", "Datei", "beantwortbar"],
        ["question", "gold_spans.text", "gold_spans.grade", "near_spans.text", "reviews"],
    ],
)
def test_a_guess_is_shown_as_the_mapping_that_it_is(columns: list[str]) -> None:
    found = guess(columns, [dict.fromkeys(columns, "some text; more text")])
    assert mapping_of(found.text().encode(), "map.yaml") == ColumnMapping(
        found.fields, found.evidence, found.near, found.evidence_count
    )
    assert set(found.columns()) == set(columns)


def test_without_a_question_the_columns_are_named_and_a_mapping_is_shown() -> None:
    with pytest.raises(GoldsetError, match="its columns are `foo`, `bar`") as raised:
        guess(["foo", "bar"], [])
    assert "question: THE COLUMN" in raised.value.hint


def test_what_a_system_said_or_found_is_never_gold() -> None:
    read = guessed(
        {"question": "A?", "answer": "said", "contexts": ["found"], "response": "said", "score": 0.5}
    )
    assert read.rows[0].gold_answer is None
    assert read.rows[0].evidence == ()
    assert read.not_read == {"answer": 1, "contexts": 1, "response": 1, "score": 1}
    assert "never taken for gold" in read.notices[0]
    read = guessed({"question": "A?", "answer": "said", "reference": "right"})
    assert (read.rows[0].gold_answer, read.not_read) == ("right", {"answer": 1})


def test_an_impossible_question_is_unanswerable_and_its_passage_no_gold() -> None:
    read = guessed(
        {"question": "A?", "context": "Some words of it.", "is_impossible": "1"},
        {"question": "B?", "context": "Some words of it.", "is_impossible": "0"},
    )
    assert [row.answerable for row in read.rows] == [False, True]
    assert [len(row.evidence) for row in read.rows] == [0, 1]
    assert read.not_read == {"passages of questions without an answer": 1}


def test_chunk_ids_are_told_from_documents() -> None:
    assert evidence(guessed({"question": "A?", "relevant_doc_ids": ["a b.pdf_chunk_2"]})) == [
        (None, None, "a b.pdf_chunk_2")
    ]
    assert evidence(guessed({"question": "A?", "relevant_doc_ids": ["a b.pdf", "7"]})) == [
        (None, "a b.pdf", None),
        (None, "7", None),
    ]
    assert evidence(guessed({"question": "A?", "expected_ids": [7, 8]})) == [
        (None, None, "7"),
        (None, None, "8"),
    ]
    assert evidence(guessed({"question": "A?", "gold_ids": ["docs/a.md"]})) == [(None, "docs/a.md", None)]
    assert evidence(guessed({"question": "A?", "expected_chunks": ["c-1"]})) == [(None, None, "c-1")]
    assert evidence(guessed({"question": "A?", "source": "an expert"})) == []


def test_grades_stand_by_name_and_counts_are_held_against() -> None:
    read = guessed(
        {
            "question": "A?",
            "relevant_doc_ids": ["a.pdf_chunk_1", "a.pdf_chunk_2"],
            "relevance_grades": {"a.pdf_chunk_1": 3, "a.pdf_chunk_2": 0, "a.pdf_chunk_9": 2},
            "source_document": ["a.pdf", "other.pdf"],
            "expected_chunks": 3,
        }
    )
    (row,) = read.rows
    assert row.evidence == (Evidence(doc="a.pdf", chunk_id="a.pdf_chunk_1", grade=3, coarse="chunk"),)
    assert row.notes == (
        "`source_document` names other.pdf, of which no passage is named",
        "`relevance_grades` grades a.pdf_chunk_9, which the row does not name",
        "`expected_chunks` says 3, and 2 passages are named",
    )
    assert read.not_read == {"judgements of score 0": 1}


def test_a_scale_that_goes_further_is_mapped_and_told() -> None:
    read = guessed({"question": "A?", "relevant_docs": {"a.md": 5, "b.md": 1, "c.md": 3}})
    assert [(one.doc, one.grade) for one in read.rows[0].evidence] == [("a.md", 3), ("b.md", 1), ("c.md", 2)]
    assert read.notices == ("scores go up to 5: they are mapped to the grades 1–3",)


def test_evidence_is_read_from_objects_by_their_keys() -> None:
    read = guessed(
        {"question": "A?", "evidence": [{"doc": "a.md", "quote": "x y", "page": 3}, "a text of it"]}
    )
    assert evidence(read) == [("x y", "a.md", None), ("a text of it", None, None)]
    assert read.not_read == {"evidence.page": 1}


def test_spans_of_others_are_read_by_their_own_keys() -> None:
    assert evidence(guessed({"question": "A?", "gold_spans": [{"file": "a.md", "quote": "x y"}]})) == [
        ("x y", "a.md", None)
    ]


def test_columns_that_disagree_on_their_passages_are_told() -> None:
    read = guessed({"question": "A?", "quote": ["x y", "z z"], "doc_id": ["a.md", "b.md", "c.md"]})
    assert evidence(read) == [("x y", None, None), ("z z", None, None)]
    assert read.rows[0].notes == ("`doc_id` has 3 values for 2 passages: a.md, b.md, c.md",)


def test_further_right_answers_are_told_and_not_dropped() -> None:
    read = guessed({"question": "A?", "answers": {"text": ["b", "b", "c"], "answer_start": [1, 1, 5]}})
    assert (read.rows[0].gold_answer, read.rows[0].notes) == ("b", ("another right answer of its source: c",))


def test_lists_in_cells_are_data_and_never_joined() -> None:
    for cell in ("['a b', \"c d\"]", '["a b", "c d"]', "['a b'\n 'c d']", "['a b', None, 'c d',]"):
        assert [text for text, _, _ in evidence(guessed({"question": "A?", "reference_contexts": cell}))] == [
            "a b",
            "c d",
        ]
    hostile = "__import__('os').system('touch x')"
    assert evidence(guessed({"question": "A?", "quote": f"[{hostile}]"})) == [(f"[{hostile}]", None, None)]


def test_rows_without_one_question_are_refused_by_name() -> None:
    turns = [{"role": "user", "content": "Hi"}]
    asked: list[Any] = ["A?", " ", ["B?", "C?"], {"x": 1}, turns, json.dumps(turns), "[sic] what?"]
    read = guessed(*({"question": said} for said in asked), {"answer": "d"})
    assert [(bad.number, bad.reason) for bad in read.bad] == [
        (2, "`question` is empty"),
        (3, "`question` is not one question"),
        (4, "`question` is not one question"),
        (5, "`question` is not one question"),
        (6, "`question` is not one question"),
        (8, "`question` is empty"),
    ]


def test_an_answer_that_is_no_text_is_told() -> None:
    read = guessed({"question": "A?", "expected_output": {"action": "wait"}})
    assert read.rows[0].gold_answer == '{"action": "wait"}'
    assert read.rows[0].notes == ("`expected_output` is no text: it is taken as JSON",)


def test_ids_are_text() -> None:
    read = guessed(
        {"id": 7, "question": "A?"}, {"id": "0012", "question": "B?"}, {"id": 12.0, "question": "C?"}
    )
    assert [row.ref for row in read.rows] == ["7", "0012", "12"]
