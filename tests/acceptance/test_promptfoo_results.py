"""`goldset score`, `compare`, `gate` and `bless` over results of promptfoo."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import pytest

from goldset.cli.score import command
from goldset.stores.run_forms import AUTO, FORMS
from tests.golden_set import Run
from tests.office import BOILER, FANS, NOISE, Office, chunk, metric, values
from tests.promptfoo import asserted, failed, graded, result, result_lines, results

Score = Callable[..., dict[str, Any]]
ASK = "What of {}?".format


@pytest.fixture
def office(tmp_path: Path, goldset: Run) -> Office:
    made = Office(tmp_path, goldset)
    made.snapshot()
    made.item("boiler", BOILER)
    made.item("fans", FANS)
    made.keep()
    return made


@pytest.fixture
def score(office: Office) -> Score:
    def scored(text: str, *args: str) -> dict[str, Any]:
        done = office.goldset("score", _file(office, text), "-C", office.root, "--format", "json", *args)
        assert done.out, done.err
        found: dict[str, Any] = json.loads(done.out)
        return found

    return scored


def _file(office: Office, text: str, name: str = "results.json") -> Path:
    path = office.root.parent / name
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize("written", [results, result_lines])
def test_a_result_is_scored_by_question_with_what_the_response_says_was_retrieved(
    score: Score, written: Callable[..., str]
) -> None:
    record = asserted(
        result(ASK("boiler"), retrieved=[BOILER, NOISE]),
        graded("context-recall", 0.25, provider="judge"),
        graded("llm-rubric", 1),
        graded("contains", 1, value="So"),
    )
    found = score(written(record, result("Who?")))
    assert (found["run"]["form"], found["run"]["system"]) == ("promptfoo", "rag")
    said = values(found, "boiler")
    assert (said["recall@1"], said["context_recall"], said["llm-rubric"]) == (1, 0.25, 1)
    assert [(bad["line"], bad["item"]) for bad in found["bad_lines"]] == [(2, None)]
    assert found["totals"]["missing"] == 1
    assert any("`contains` is no judge's verdict and is not read (once)" in note for note in found["notices"])


def test_several_systems_are_never_mixed(office: Office, score: Score) -> None:
    text = results(
        result(ASK("boiler"), retrieved=[BOILER]),
        result(ASK("boiler"), retrieved=[NOISE], provider={"id": "echo", "label": ""}, promptIdx=1),
        result(ASK("fans"), retrieved=[NOISE], provider={"id": "echo"}, promptIdx=1),
    )
    done = office.goldset("score", _file(office, text), "-C", office.root)
    assert (done.code, done.out) == (3, "")
    assert "holds results of 2 systems: echo; rag" in done.err
    found = score(text, "--system", "rag")
    assert values(found, "boiler")["recall@1"] == 1
    assert found["totals"]["missing"] == 1
    assert any("rag alone is read, and not 2 records of echo" in note for note in found["notices"])
    assert values(score(text, "--system", "echo"), "boiler")["recall@1"] == 0
    done = office.goldset("score", _file(office, text), "-C", office.root, "--system", "other")
    assert (done.code, "its systems are echo; rag" in done.err) == (3, True)


def test_a_provider_with_two_prompts_is_two_systems(office: Office, score: Score) -> None:
    second = {"raw": "x", "label": "short"}
    records = [result(ASK("boiler")), result(ASK("boiler"), "No.", prompt=second, promptIdx=1)]
    done = office.goldset("score", _file(office, results(*records)), "-C", office.root)
    assert "2 systems: rag / Answer {{question}}; rag / short" in done.err
    found = score(results(*records), "--system", "rag / short")
    assert found["totals"]["answered"] == 1
    assert not found["bad_lines"]


def test_columns_that_only_their_number_tells_apart_are_systems_too(office: Office) -> None:
    text = results(result(ASK("boiler")), result(ASK("boiler"), promptIdx=1))
    done = office.goldset("score", _file(office, text), "-C", office.root)
    assert "rag / Answer {{question}} / column 0; rag / Answer {{question}} / column 1" in done.err


def test_of_a_repeated_test_no_record_is_taken(score: Score) -> None:
    found = score(results(result(ASK("boiler")), result(ASK("boiler")), result(ASK("fans"))))
    assert [(bad["line"], bad["item"]) for bad in found["bad_lines"]] == [(1, "boiler"), (2, "boiler")]
    assert (found["totals"]["error"], found["totals"]["answered"]) == (1, 1)


def test_an_item_is_named_by_an_id_in_metadata_or_variables(score: Score) -> None:
    by_metadata = result("?", testCase={"metadata": {"goldset_id": "boiler"}})
    by_variable = result("?", vars={"item": "fans", "question": "?"})
    assert score(results(by_metadata, by_variable))["totals"]["answered"] == 2


@pytest.mark.parametrize(
    ("more", "end"),
    [
        ({"response": {"error": "API error: 500"}, "error": "API error: 500", "failureReason": 2}, "error"),
        ({"response": None, "error": "Error: it blew up", "failureReason": 2}, "error"),
        ({"response": None, "error": "Evaluation timed out after 9ms: …", "failureReason": 2}, "timeout"),
        (
            {"response": {"output": "So."}, "error": "Expected output to contain x", "failureReason": 1},
            "answered",
        ),
        ({"response": {"output": "I can't.", "isRefusal": True}}, "abstained"),
        ({"response": {"output": {"answer": "So."}}}, "error"),
        ({"response": {"output": "[output stripped]"}}, "error"),
        ({"response": {"output": "So.", "metadata": {"context": 5}}}, "error"),
        ({"response": {"output": "So.", "metadata": {"context": [{"text": "a", "start": 5}]}}}, "error"),
        ({"response": {"output": "So.", "metadata": {"context": [{"text": 5}]}}}, "error"),
        ({"response": {"output": "So.", "metadata": {"context": [5]}}}, "error"),
    ],
)
def test_every_record_ends_in_one_state(score: Score, more: dict[str, Any], end: str) -> None:
    found = score(results(result(ASK("boiler"), **more), result(ASK("fans"))))
    ends = {row["item"]: row["state"] for row in found["items"]}
    assert ends == {"boiler": end, "fans": "answered"}


def test_a_context_that_does_not_say_that_it_was_retrieved_is_none(score: Score) -> None:
    given = {"question": ASK("boiler"), "context": BOILER}
    found = score(
        results(result("", vars=given), result(ASK("fans"), vars=given | {"question": ASK("fans")}))
    )
    assert "recall@1" not in values(found, "boiler")
    assert any("`vars.context` does not say that it was retrieved and is not read (2 times)" in note
               for note in found["notices"])  # fmt: skip


@pytest.mark.parametrize("where", ["vars", "transform", "metadata"])
def test_what_was_retrieved_is_told_by_a_variable_an_assertion_or_the_response(
    score: Score, where: str
) -> None:
    record = result(ASK("boiler"))
    if where == "vars":
        record["vars"]["retrieval_context"] = [BOILER]
    elif where == "transform":
        assertion, said = graded("context-relevance", 0.5, contextTransform="output.found")
        record = asserted(record, (assertion, said | {"metadata": {"context": [BOILER]}}))
    else:
        place = chunk(BOILER)
        record["response"]["metadata"] = {
            "retrievedDocuments": [{"page_content": BOILER, "source": "s"} | place]
        }
    found = score(results(record))
    assert values(found, "boiler")["recall@1"] == 1
    assert any("[].source` is no field" in note for note in found["notices"]) == (where == "metadata")


def test_a_verdict_of_a_judge_that_failed_is_a_failure_and_no_zero(score: Score) -> None:
    record = asserted(
        result(ASK("boiler")),
        failed("llm-rubric"),
        graded("context-recall", 0),
        (graded("factuality", 0)[0], graded("factuality", 0)[1] | {"reason": "API error: 429"}),
    )
    found = score(results(record, asserted(result(ASK("fans")), graded("llm-rubric", 1))))
    assert "llm-rubric" not in values(found, "boiler")
    assert (values(found, "boiler")["context_recall"], values(found, "fans")["llm-rubric"]) == (0, 1)
    assert found["counts"]["judge_failures"] == 2
    assert (metric(found, "llm-rubric")["value"], metric(found, "llm-rubric")["n"]) == (1, 1)


def test_verdicts_of_one_name_are_told_apart_by_their_metric_or_not_taken(score: Score) -> None:
    record = asserted(
        result(ASK("boiler")),
        graded("llm-rubric", 1, metric="Tone"),
        graded("llm-rubric", 0.5, metric="Length"),
        graded("g-eval", 0.5),
        graded("g-eval", 0.25),
    )
    found = score(results(record))
    said = values(found, "boiler")
    assert (said["llm-rubric:Tone"], said["llm-rubric:Length"]) == (1, 0.5)
    assert "g-eval" not in said
    assert any("`g-eval` is asserted several times in one record" in note and "(once: record 1)" in note
               for note in found["notices"])  # fmt: skip


@pytest.mark.parametrize("text", ["", "{", "{}", '{"results": {}}', results(), results(1, "x")])
def test_what_is_no_result_of_promptfoo_is_refused_in_words(office: Office, text: str) -> None:
    done = office.goldset("score", _file(office, text), "-C", office.root, "--from", "promptfoo")
    assert (done.code, done.out) == (3, "")
    assert "goldset: " in done.err


def test_two_systems_of_one_file_are_compared(office: Office) -> None:
    text = results(
        result(ASK("boiler"), retrieved=[BOILER]),
        result(ASK("boiler"), retrieved=[NOISE], provider={"id": "echo"}, promptIdx=1),
    )
    path = _file(office, text)
    done = office.goldset("compare", path, path, "-C", office.root, "--system", "rag", "--system", "echo")
    assert done.code == 0, done.err
    assert f"{path} (rag)" in done.out.replace("\n", " ")
    assert "(echo)" in done.out
    done = office.goldset("compare", path, path, "-C", office.root, *["--system", "rag"] * 3)
    assert (done.code, "name one system for both runs" in done.err) == (2, True)


def test_one_system_of_a_file_is_compared_with_the_baseline(office: Office) -> None:
    text = results(
        *(result(ASK(item), retrieved=[BOILER, FANS]) for item in ("boiler", "fans")),
        result(ASK("boiler"), retrieved=[NOISE], provider={"id": "echo"}, promptIdx=1),
    )
    at = [_file(office, text), "-C", office.root]
    done = office.goldset("bless", *at, "--system", "rag", "--by", "a", "--reason", "first")
    assert done.code == 0, done.err
    done = office.goldset("compare", "baseline", *at, "--system", "echo")
    assert (done.code, "(rag)" in done.out, "(echo)" in done.out) == (0, True, True), done.err
    done = office.goldset("compare", "baseline", *at, "--system", "rag", "--system", "echo")
    assert (done.code, "the baseline is one run" in done.err) == (2, True)


@pytest.mark.parametrize("verb", ["gate", "bless", "compare"])
def test_each_verb_of_runs_takes_form_system_and_chunk_map(office: Office, verb: str) -> None:
    path = _file(office, "boiler Q0 b 1 2 bm25\nfans Q0 f 1 2 bm25\n", "run.trec")
    places = result_lines(chunk(BOILER, "b"), chunk(FANS, "f"))
    told = ["--from", "trec", "--system", "bm25", "--chunks", str(_file(office, places, "map.jsonl"))]
    settings = office.root / "goldset.yaml"
    settings.write_text(
        settings.read_text() + "gates: [{metric: recall, k: 1, floor: 0.9}]\n", encoding="utf-8"
    )
    more = {"gate": (), "bless": ("--by", "a", "--reason", "first"), "compare": (path,)}[verb]
    done = office.goldset(verb, path, *more, "-C", office.root, *told)
    assert done.code == 0, done.err + done.out
    assert office.goldset(verb, path, *more, "-C", office.root, "--system", "tfidf").code == 3


def test_the_command_line_names_every_form_that_is_read() -> None:
    option = next(option for option in command.params if option.name == "form")
    assert isinstance(option.type, click.Choice)
    assert tuple(option.type.choices) == (AUTO, *FORMS)
