"""Which verdicts a record of promptfoo holds, in the shapes that its older and its newer releases write."""

from typing import Any

import pytest

from goldset.domain.runs import Verdict
from goldset.stores.promptfoo_verdicts import graded_of
from tests.promptfoo import asserted, failed, graded, result

RUBRIC = {"type": "llm-rubric", "value": "polite"}
GOOD = {"pass": True, "score": 0.75, "reason": "polite"}
BROKEN = {"pass": False, "score": 0, "reason": "judge 500"}


def record(*pairs: tuple[dict[str, Any], dict[str, Any]], **case: Any) -> dict[str, Any]:
    made = asserted(result("?"), *pairs)
    return {**made, "testCase": {**made["testCase"], **case}}


def values(made: dict[str, Any]) -> dict[str, Any]:
    return {name: verdict.value for name, verdict in graded_of(made).verdicts.items()}


@pytest.mark.parametrize(
    ("kind", "name"),
    [
        ("context-recall", "context_recall"),
        ("context-faithfulness", "faithfulness"),
        ("context-relevance", "context_relevance"),
        ("answer-relevance", "answer_relevance"),
        ("model-graded-factuality", "factuality"),
        ("llm-rubric", "llm-rubric"),
        ("not-llm-rubric", "not-llm-rubric"),
        ("human", "human"),
    ],
)
def test_a_judges_assertion_is_a_verdict_by_the_name_that_goldset_has_for_it(kind: str, name: str) -> None:
    found = graded_of(record(graded(kind, 0.5))).verdicts
    assert found == {name: Verdict(0.5, definition=f"promptfoo/{kind}")}


@pytest.mark.parametrize(
    "kind", ["contains", "javascript", "similar", "select-best", "max-score", "is-refusal"]
)
def test_what_a_program_checked_or_systems_were_ranked_by_is_no_verdict(kind: str) -> None:
    found = graded_of(record(graded(kind, 1)))
    assert (found.verdicts, found.unread) == ({}, [kind])


def test_a_mapped_name_is_not_changed_by_a_metric_of_its_own() -> None:
    made = record(graded("context-recall", 1, metric="R"), graded("llm-rubric", 1, metric=" Tone \n of it"))
    assert values(made) == {"context_recall": 1, "llm-rubric:Tone of it": 1}


def test_a_result_that_does_not_name_its_assertion_is_told_by_its_place() -> None:
    made = record(graded("contains", 1), (RUBRIC, GOOD), failed("g-eval"))
    assert values(made) == {"llm-rubric": 0.75, "g-eval": None}


def test_results_of_a_set_of_assertions_stand_behind_it_and_the_set_is_none() -> None:
    inner = [graded("contains", 1), failed("g-eval")]
    group = {"type": "assert-set", "assert": [assertion for assertion, _ in inner]}
    said = {"pass": False, "score": 0.5, "componentResults": [one for _, one in inner]}
    made = record((group, said), graded("llm-rubric", 1))
    listed = made["gradingResult"]["componentResults"]
    made["gradingResult"]["componentResults"] = [said, *(one for _, one in inner), listed[1]]
    found = graded_of(made)
    assert {name: verdict.value for name, verdict in found.verdicts.items()} == {
        "g-eval": None,
        "llm-rubric": 1,
    }
    assert found.unread == ["contains"]


def test_where_results_and_assertions_do_not_match_none_is_guessed() -> None:
    made = record(graded("contains", 1), (RUBRIC, GOOD))
    made["testCase"]["assert"].reverse()
    found = graded_of(made)
    assert (found.verdicts, found.unread) == ({}, ["contains", "(no type)"])


def test_a_comparison_of_systems_comes_last_and_moves_no_other_result() -> None:
    made = record(({"type": "select-best", "value": "the shorter"}, BROKEN), (RUBRIC, GOOD))
    results = made["gradingResult"]["componentResults"]
    results[0] = {**GOOD, "assertion": {"type": "select-best"}}
    results.reverse()
    found = graded_of(made)
    assert ({name: verdict.value for name, verdict in found.verdicts.items()}, found.unread) == (
        {"llm-rubric": 0.75},
        ["select-best"],
    )


@pytest.mark.parametrize(
    "reason",
    [
        "API error: 429 Too Many Requests",
        "API call error: timed out",
        "No output",
        "Could not extract JSON from llm-rubric response",
        "llm-rubric produced malformed response: x",
        "Model grader produced a malformed response:\nx",
        "LLM-proposed evaluation steps are not in JSON format: x",
        "Invalid category value: F",
        "Factuality checker output did not match expected format: x",
    ],
)
def test_a_zero_of_a_judge_that_failed_is_no_value(reason: str) -> None:
    assertion, said = graded("factuality", 0)
    assert values(record((assertion, {**said, "reason": reason}))) == {"factuality": None}


def test_newer_releases_say_that_the_judge_failed() -> None:
    assertion, said = graded("llm-rubric", 0)
    assert values(record((assertion, {**said, "metadata": {"graderError": True}}))) == {"llm-rubric": None}
    assert values(record((assertion, said))) == {"llm-rubric": 0}


@pytest.mark.parametrize(
    ("score", "value"), [(True, True), (None, True), ("1", True), (10**400, True), (0.5, 0.5)]
)
def test_where_the_score_is_no_number_passing_counts(score: Any, value: Any) -> None:
    assertion, said = graded("llm-rubric", 1)
    assert values(record((assertion, {**said, "score": score}))) == {"llm-rubric": value}


@pytest.mark.parametrize(
    ("options", "judge"),
    [
        ({}, None),
        ({"provider": "openai:gpt-5"}, "openai:gpt-5"),
        ({"provider": {"id": "file://judge.py"}}, "file://judge.py"),
        ({"provider": {"text": {"id": "file://judge.py"}, "embedding": "x"}}, "file://judge.py"),
        ({"provider": {"text": "openai:gpt-5"}}, "openai:gpt-5"),
        ({"provider": 5}, None),
    ],
)
def test_who_judged_is_named_by_the_assertion_else_by_its_test(
    options: dict[str, Any], judge: str | None
) -> None:
    assert graded_of(record(graded("g-eval", 1), options=options)).verdicts["g-eval"].judge == judge
    own = record(graded("g-eval", 1, provider="own"), options=options)
    assert graded_of(own).verdicts["g-eval"].judge == "own"


@pytest.mark.parametrize(
    "grading", [None, 5, {"componentResults": None}, {"componentResults": [5, {"assertion": 5}]}]
)
def test_a_record_without_grading_has_no_verdict(grading: Any) -> None:
    assert graded_of({**result("?"), "gradingResult": grading}).verdicts == {}
