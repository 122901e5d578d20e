"""`goldset score` over runs of other forms, and over chunks that a map places."""

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from pyarrow import Table
from pyarrow.parquet import write_table

from tests.golden_set import Run
from tests.office import BOILER, FANS, NOISE, Office, chunk, values


@pytest.fixture
def office(tmp_path: Path, goldset: Run) -> Office:
    made = Office(tmp_path, goldset)
    made.snapshot()
    made.item("boiler", BOILER)
    made.item("fans", FANS)
    return made


def _map(office: Office, *chunks: dict[str, object]) -> Path:
    path = office.root.parent / "chunks.jsonl"
    path.write_text("".join(f"{json.dumps(chunk)}\n" for chunk in chunks), encoding="utf-8")
    return path


def test_a_trec_run_of_documents_is_ranked_by_score(office: Office) -> None:
    found = office.score("boiler Q0 other.md 1 1.5 bm25", "boiler Q0 heat.md 2 2.5 bm25")
    assert (found["run"]["form"], found["run"]["system"]) == ("trec", "bm25")
    assert values(found, "boiler")["doc_mrr@3"] == 1
    assert found["totals"]["missing"] == 1


def test_a_trec_run_of_chunks_is_placed_by_a_map(office: Office) -> None:
    path = _map(office, chunk(BOILER, "b"), chunk(NOISE, "n"))
    found = office.score(
        "boiler Q0 n 1 1 t", "boiler Q0 b 2 3 t", "fans Q0 z 1 1 t", args=["--chunks", str(path)]
    )
    assert values(found, "boiler")["mrr@3"] == 1
    assert values(found, "fans")["recall@3"] == 0
    assert found["counts"]["chunks_not_in_map"] == 1
    assert found["run"]["chunk_map"] == sha256(path.read_bytes()).hexdigest()


def test_a_chunk_of_a_run_that_has_only_an_id_is_placed_by_a_map(office: Office) -> None:
    path = _map(office, chunk(FANS, "f"))
    found = office.score({"item": "fans", "retrieved": [{"chunk_id": "f"}]}, args=["--chunks", str(path)])
    assert values(found, "fans")["recall@1"] == 1


def test_a_wrong_line_of_trec_is_named_and_its_item_is_an_error(office: Office) -> None:
    found = office.score(
        "boiler Q0 heat.md 1 2 t", "boiler Q0 heat.md 2 1 t", "fans Q0 heat.md 1 nan t", "gone Q0 a 1 1 t"
    )
    assert [(bad["line"], bad["item"]) for bad in found["bad_lines"]] == [(2, "boiler"), (3, "fans")]
    assert found["totals"]["error"] == 2
    assert found["unknown"] == ["gone"]


def test_a_map_that_contradicts_itself_is_refused(office: Office) -> None:
    path = _map(office, chunk(FANS, "f"), chunk(NOISE, "f"))
    done = office.run("fans Q0 f 1 1 t", args=["--chunks", str(path)])
    assert (done.code, done.out) == (3, "")
    assert "chunks.jsonl:2: `chunk_id` f names another chunk too" in done.err


def _results(office: Office, name: str, text: str, *args: str) -> dict[str, Any]:
    path = office.root.parent / name
    path.write_text(text, encoding="utf-8")
    done = office.goldset("score", path, "-C", office.root, "--format", "json", *args)
    assert done.out, done.err
    found: dict[str, Any] = json.loads(done.out)
    return found


@pytest.mark.parametrize("names", ["user_input,retrieved_contexts,response", "question,contexts,answer"])
def test_a_table_of_ragas_is_scored_by_question(office: Office, names: str) -> None:
    office.keep()
    rows = f"{names},faithfulness\nWhat of  boiler?,\"['{BOILER}']\",So.,0.5\nWhat of fans?,oops,So.,\nWho?,[],,1\n"
    found = _results(office, "ragas.csv", rows)
    assert found["run"]["form"] == "ragas"
    assert values(found, "boiler")["recall@1"] == 1
    assert values(found, "boiler")["faithfulness"] == 0.5
    assert [(bad["line"], bad["item"]) for bad in found["bad_lines"]] == [(2, "fans"), (3, None)]
    assert found["totals"]["error"] == 1


def test_the_same_table_as_json_and_as_json_lines(office: Office) -> None:
    office.keep()
    row = {
        "user_input": "What of boiler?",
        "retrieved_contexts": [BOILER],
        "response": "So.",
        "faithfulness": 0.5,
    }
    for text in (
        json.dumps([row]),
        json.dumps(row),
        json.dumps({key: {"0": value} for key, value in row.items()}),
    ):
        found = _results(office, "ragas.json", text)
        assert (found["run"]["form"], values(found, "boiler")["recall@1"]) == ("ragas", 1)


@pytest.mark.parametrize("is_camel", [True, False])
def test_a_result_of_deepeval_is_scored(office: Office, *, is_camel: bool) -> None:
    office.keep()
    metric = {"name": "Contextual Recall", "score": 0.25, "success": False, "evaluationModel": "m"}
    if is_camel:
        case = {
            "input": "What of boiler?",
            "actualOutput": "So.",
            "retrievalContext": [BOILER],
            "metricsData": [metric],
        }
        text = json.dumps({"testCases": [case, {"input": "Who?"}]}, indent=1)
    else:
        case = {"input": "?", "actual_output": "So.", "retrieval_context": [BOILER], "metrics_data": [metric]}
        text = json.dumps({"test_results": [case | {"metadata": {"item_id": "boiler"}}, {"input": "Who?"}]})
    found = _results(office, "deepeval.json", text)
    assert found["run"]["form"] == "deepeval"
    assert values(found, "boiler")["recall@1"] == 1
    assert values(found, "boiler")["context_recall"] == 0.25
    assert [bad["line"] for bad in found["bad_lines"]] == [2]


def test_a_broken_line_of_ragas_is_named_and_the_others_are_scored(office: Office) -> None:
    office.keep()
    row = {"user_input": "What of boiler?", "retrieved_contexts": [BOILER], "response": "So."}
    found = _results(
        office, "ragas.jsonl", "\n".join([json.dumps(row), "", '{"user_input": "What', "[]", ""])
    )
    assert values(found, "boiler")["recall@1"] == 1
    assert [(bad["line"], bad["message"]) for bad in found["bad_lines"]] == [
        (3, "the line is not JSON"),
        (4, "the record is not an object"),
    ]
    assert found["totals"]["missing"] == 1


def test_a_column_of_numbers_is_a_verdict_where_ragas_or_a_gate_names_it(office: Office) -> None:
    row = {"user_input": "What of boiler?", "response": "So.", "rouge_score(mode=recall)": 0.5, "tone": 1}
    text = json.dumps([row | {"latency": 0.25, "node": "x"}])
    found = _results(office, "ragas.json", text)
    assert set(values(found, "boiler")) & {"tone", "latency"} == set()
    assert values(found, "boiler")["rouge_score(mode=recall)"] == 0.5
    notices = "\n".join(found["notices"])
    assert "`tone` is not read: ragas has no metric of that name" in notices
    assert "`latency` is not read: " in notices
    assert "`node` is not read" in notices
    settings = office.root / "goldset.yaml"
    settings.write_text(f"{settings.read_text()}gates:\n  - {{metric: tone, slice: all, floor: 0.5}}\n")
    found = _results(office, "ragas.json", text)
    assert values(found, "boiler")["tone"] == 1
    assert "latency" not in values(found, "boiler")


def test_a_metric_of_deepeval_is_named_by_its_words_and_a_conversation_is_told(office: Office) -> None:
    metrics = [{"name": "Tone [GEval]", "score": 0.5}, {"name": "Faithfulness (ragas)", "score": 1}]
    run = {
        "testCases": [{"input": "What of boiler?", "actualOutput": "So.", "metricsData": metrics}],
        "conversationalTestCases": [{"name": "talk"}],
    }
    found = _results(office, "deepeval.json", json.dumps({"testRunData": run}))
    assert values(found, "boiler")["tone_geval"] == 0.5
    assert values(found, "boiler")["faithfulness_ragas"] == 1
    assert "`conversationalTestCases`, 1 in number, is not read" in "\n".join(found["notices"])


def test_a_chunk_map_may_be_parquet(office: Office) -> None:
    path = office.root.parent / "chunks.parquet"
    write_table(Table.from_pylist([chunk(FANS, "f"), chunk(NOISE, "n") | {"more": 1}]), path)
    found = office.score({"item": "fans", "retrieved": [{"chunk_id": "f"}]}, args=["--chunks", str(path)])
    assert values(found, "fans")["recall@1"] == 1
    assert found["run"]["chunk_map"] == sha256(path.read_bytes()).hexdigest()


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        (
            [{"chunk_id": "f", "doc_id": "heat.md", "start": 5, "end": 2}],
            ":1: `start` and `end` go from 5 to 2",
        ),
        ([{"chunk_id": "f", "start": 0, "end": 2}], ":1: `doc_id` is missing"),
        ([chunk(FANS, "f"), chunk(NOISE, "f")], ":2: `chunk_id` f names another chunk too"),
    ],
)
def test_a_wrong_row_of_a_parquet_map_is_refused_by_number(
    office: Office, rows: list[dict[str, object]], said: str
) -> None:
    path = office.root.parent / "chunks.parquet"
    write_table(Table.from_pylist(rows), path)
    done = office.run("fans Q0 f 1 1 t", args=["--chunks", str(path)])
    assert (done.code, done.out) == (3, "")
    assert f"chunks.parquet{said}" in done.err
