"""Files of other tools, in the shapes that their exports have."""

import json
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from pyarrow.parquet import read_table, write_table

from goldset.domain.set_rows import Evidence, ReadSet, SetRow
from goldset.errors import GoldsetError
from goldset.stores.formats.registry import form_named, read_set


def read(tmp_path: Path, name: str, data: object) -> ReadSet:
    path = tmp_path / name
    path.write_text(data if isinstance(data, str) else json.dumps(data), encoding="utf-8")
    return read_set(path, name)


def written(form: str, *rows: SetRow) -> Any:
    write = form_named(form).write
    assert write is not None
    return json.loads(write(rows)[""])


def chunk(text: str, chunk_id: str | None = None) -> Evidence:
    return Evidence(text, chunk_id=chunk_id, coarse="chunk")


OLD = "question,contexts,ground_truth,evolution_type,metadata,episode_done\n"


def test_a_made_test_set_of_ragas_has_its_contexts_as_gold(tmp_path: Path) -> None:
    line = """ Why?,"['A b c.', ""D's e.""]",So.,reasoning,"[{'file_path': '/home/ana/pond.md'}]",True\n"""
    found = read(tmp_path, "set.csv", OLD + line)
    (row,) = found.rows
    assert (found.form, row.question, row.gold_answer) == ("ragas", "Why?", "So.")
    assert row.evidence == (chunk("A b c."), chunk("D's e."))
    assert row.details == {"tags": ["reasoning"]}
    assert found.not_read == {"episode_done": 1, "metadata": 1}
    assert "ana" not in repr(found.rows)


def test_a_cell_of_ragas_that_is_no_list_is_told_by_row(tmp_path: Path) -> None:
    found = read(tmp_path, "set.csv", OLD + 'A?,"[\'cut off",So.,simple,,\nB?,plain words,So.,simple,,\n')
    assert [row.evidence for row in found.rows] == [(), (chunk("plain words"),)]
    assert [row.notes for row in found.rows] == [
        ("`contexts` is no list of texts: it is not read",),
        ("`contexts` is no list of texts: it is taken as one passage",),
    ]
    assert found.not_read == {"contexts": 1}


def test_what_ragas_evaluated_has_no_gold_in_what_was_found(tmp_path: Path) -> None:
    old = {"question": "A?", "contexts": ["found"], "answer": "said", "ground_truths": ["So.", "Or so."]}
    new = {"user_input": "A?", "retrieved_contexts": ["found"], "response": "said", "reference": "So."}
    for record in (old, new):
        found = read(tmp_path, "set.json", [record])
        assert (found.form, found.rows[0].gold_answer, found.rows[0].evidence) == ("ragas", "So.", ())
        assert len(found.not_read) == 2
        assert "never taken for gold" in found.notices[0]


def test_ids_of_reference_contexts_are_ids_of_chunks(tmp_path: Path) -> None:
    sample = {
        "user_input": "A?",
        "reference_contexts": ["b c", "d"],
        "reference_context_ids": ["c1", 2],
        "reference": "So.",
    }
    found = read(tmp_path, "set.jsonl", sample)
    assert found.rows[0].evidence == (chunk("b c", "c1"), chunk("d", "2"))


def test_a_conversation_is_no_question(tmp_path: Path) -> None:
    talk = [{"content": "Hi", "type": "human"}, {"content": "Hello", "type": "ai"}]
    found = read(
        tmp_path, "set.json", [{"user_input": talk, "reference": "x"}, {"user_input": "A?", "reference": "x"}]
    )
    assert [bad.reason for bad in found.bad] == ["`user_input` is a conversation, and no single question"]
    assert len(found.rows) == 1


def test_samples_that_were_annotated_are_read_from_within(tmp_path: Path) -> None:
    sample = {
        "eval_sample": {"user_input": "A?", "reference": "So."},
        "synthesizer_name": "multi_hop",
        "approval_status": "approved",
    }
    found = read(tmp_path, "set.json", [sample])
    assert (found.rows[0].question, found.rows[0].details) == ("A?", {"tags": ["multi_hop"]})
    assert found.not_read == {"approval_status": 1}


def test_examples_of_langsmith(tmp_path: Path) -> None:
    example = {
        "id": "7f0c6c0e-1111-4111-8111-000000000001",
        "inputs": {"question": "A?", "user": "ana"},
        "outputs": {"answer": "So.", "reference_contexts": ["b c d"]},
        "metadata": {"dataset_split": ["test"], "language": "en", "run": 3},
        "created_at": "2026-10-01",
    }
    found = read(tmp_path, "set.jsonl", example)
    (row,) = found.rows
    assert (found.form, row.ref, row.question, row.gold_answer) == ("langsmith", example["id"], "A?", "So.")
    assert row.evidence == (chunk("b c d"),)
    assert row.details == {"split": "test", "language": "en"}
    assert found.not_read == {"created_at": 1, "run": 1, "user": 1}


@pytest.mark.parametrize(
    "head",
    [
        "inputs.question,outputs.answer,id",
        "input_question,output_answer,id",
        "inputs_question,outputs_answer,id",
    ],
)
def test_examples_of_langsmith_as_csv(tmp_path: Path, head: str) -> None:
    found = read(tmp_path, "set.csv", f"{head}\nA?,So.,x1\n")
    assert (found.form, found.rows[0].question, found.rows[0].gold_answer, found.rows[0].ref) == (
        "langsmith",
        "A?",
        "So.",
        "x1",
    )


def test_an_example_made_of_a_run_is_told_and_a_run_is_none(tmp_path: Path) -> None:
    example = {"inputs": {"input": "A?"}, "outputs": {"output": "So."}, "source_run_id": "r1"}
    found = read(tmp_path, "set.jsonl", example)
    assert found.rows[0].gold_answer == "So."
    assert "source_run_id" in found.notices[0]
    with pytest.raises(GoldsetError, match="no column is known to hold questions"):
        read(tmp_path, "set.jsonl", {**example, "run_type": "chain"})


def test_messages_with_one_turn_are_a_question(tmp_path: Path) -> None:
    system = {"role": "system", "content": "Be brief."}
    user = {"role": "user", "content": "A?"}
    one = {"inputs": {"messages": [system, user]}, "outputs": {"answer": "So."}}
    two = {
        "inputs": {"messages": [user, {"role": "assistant", "content": "?"}, user]},
        "outputs": {"answer": "So."},
    }
    found = read(tmp_path, "set.json", [one, two])
    assert [row.question for row in found.rows] == ["A?"]
    assert [bad.number for bad in found.bad] == [2]


def test_langsmith_gets_ids_in_the_metadata_and_splits_of_its_own() -> None:
    example = written("langsmith", SetRow(1, "A?", ref="a-1", gold_answer="So.", details={"split": "dev"}))
    assert example == {
        "inputs": {"question": "A?"},
        "outputs": {"answer": "So."},
        "metadata": {"id": "a-1", "dataset_split": ["dev"]},
    }


@pytest.mark.parametrize("key", ["expectedOutput", "expected_output"])
@pytest.mark.parametrize(("asked", "said"), [("A?", "So."), ({"query": "A?"}, {"text": "So."})])
def test_items_of_langfuse(tmp_path: Path, key: str, asked: object, said: object) -> None:
    item = {
        "id": "i1",
        "input": asked,
        key: said,
        "metadata": {"tags": ["x"]},
        "status": "ACTIVE",
        "datasetName": "d",
    }
    found = read(tmp_path, "set.json", [item])
    (row,) = found.rows
    assert (found.form, row.ref, row.question, row.gold_answer) == ("langfuse", "i1", "A?", "So.")
    assert row.details == {"tags": ["x"]}
    assert found.not_read == {"datasetName": 1}


def test_items_of_langfuse_as_csv_and_an_archived_one(tmp_path: Path) -> None:
    head = "id,input,expected_output,metadata,status\n"
    line = """i1,"{""question"": ""A?""}","{""answer"": ""So.""}","{""tier"": ""smoke""}",ARCHIVED\n"""
    found = read(tmp_path, "set.csv", head + line)
    (row,) = found.rows
    assert (row.question, row.gold_answer) == ("A?", "So.")
    assert row.details == {
        "tier": "smoke",
        "status": "draft",
        "draft_reasons": ["it is archived at its source"],
    }


def test_examples_of_llamaindex(tmp_path: Path) -> None:
    by = {"model_name": "m", "type": "ai"}
    example = {
        "query": "A?",
        "query_by": by,
        "reference_contexts": ["b c"],
        "reference_answer": "So.",
        "reference_answer_by": by,
    }
    found = read(tmp_path, "set.json", {"examples": [example, {"query": ""}]})
    assert found.form == "llamaindex"
    assert found.rows[0].evidence == (chunk("b c"),)
    assert found.rows[0].gold_answer == "So."
    assert [bad.reason for bad in found.bad] == ["examples[1]: `query` is missing"]
    assert found.not_read == {"query_by": 1, "reference_answer_by": 1}


def test_pairs_of_llamaindex_and_what_dangles(tmp_path: Path) -> None:
    pairs = {
        "queries": {"q1": "A?", "q2": "B?"},
        "corpus": {"n1": "b c", "n2": "d"},
        "relevant_docs": {"q1": ["n1", "n9"], "q3": ["n2"]},
        "mode": "text",
    }
    found = read(tmp_path, "set.json", pairs)
    assert [(row.ref, row.evidence) for row in found.rows] == [("q1", (chunk("b c", "n1"),)), ("q2", ())]
    assert [(bad.reason, bad.is_row) for bad in found.bad] == [
        ("chunk n9 of question q1 is not in corpus", False),
        ("question q3 is not in queries", False),
    ]


ROWS = (
    SetRow(1, "A?", ref="a", details={"split": "dev"}, evidence=(Evidence("b c", "b.md"),)),
    SetRow(2, "B?", ref="b", details={"split": "test", "tags": ["t"]}),
    SetRow(3, "C?", ref="c"),
)


def test_a_dataset_of_hugging_face_has_a_file_a_split_all_alike(tmp_path: Path) -> None:
    write = form_named("hf").write
    assert write is not None
    for below, data in write(ROWS).items():
        (tmp_path / below).parent.mkdir(exist_ok=True)
        (tmp_path / below).write_bytes(data)
    files = sorted(tmp_path.rglob("*.parquet"))
    assert [file.name for file in files] == [
        "test-00000-of-00001.parquet",
        "validation-00000-of-00001.parquet",
    ]
    first, second = (read_table(file).schema for file in files)
    assert first.equals(second)
    assert not any(pa.types.is_null(field.type) for field in first)
    found = read_set(tmp_path, "set")
    assert {row.ref: row.details.get("split") for row in found.rows} == {"a": "dev", "b": "test", "c": None}


def test_splits_of_hugging_face_are_those_of_its_files(tmp_path: Path) -> None:
    for name, question in (("train-00000-of-00001", "A?"), ("test-00000-of-00001", "B?")):
        write_table(
            pa.Table.from_pylist([{"question": question, "answer": "x"}]), tmp_path / f"{name}.parquet"
        )
    found = read_set(tmp_path, "set")
    assert [(row.question, row.details, row.where) for row in found.rows] == [
        ("B?", {"split": "test"}, "test-00000-of-00001.parquet row 1"),
        ("A?", {"split": "dev"}, "train-00000-of-00001.parquet row 1"),
    ]
    (tmp_path / "test-00000-of-00001.parquet").unlink()
    found = read_set(tmp_path, "set")
    assert found.rows[0].details == {}
    assert "one split" in found.notices[0]


def test_a_folder_without_a_dataset_says_so(tmp_path: Path) -> None:
    (tmp_path / "data.arrow").write_bytes(b"x")
    with pytest.raises(GoldsetError, match="no file of a dataset") as raised:
        read_set(tmp_path, "set", "hf")
    assert "to_parquet" in raised.value.hint
