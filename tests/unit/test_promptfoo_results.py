from goldset.domain.runs import Arm, RunLine
from goldset.stores.asked_questions import asked_of
from goldset.stores.promptfoo_results import promptfoo_run
from tests.promptfoo import result, results

ASKED = asked_of([("fee", "What is the fee?")])


def line(**more: object) -> RunLine:
    run = promptfoo_run(results(result("What is  the fee?", **more)).encode(), "results.json", ASKED)
    said = run.said["fee"][Arm.RETRIEVED]
    assert isinstance(said, RunLine)
    return said


def test_latency_and_cost_are_those_of_the_system() -> None:
    assert (line().latency_ms, line().cost) == (12, 0.01)


def test_an_answer_out_of_the_cache_tells_nothing_of_latency() -> None:
    said = line(response={"output": "So.", "cached": True})
    assert (said.answer, said.latency_ms) == ("So.", None)


def test_what_is_no_number_is_no_latency() -> None:
    assert (line(latencyMs="12").latency_ms, line(cost=True).cost, line(cost=None).cost) == (None, None, None)


def test_no_context_is_no_ranking_and_an_empty_one_is() -> None:
    assert line().retrieved is None
    assert line(retrieved=[]).retrieved == ()


def test_the_only_text_among_the_variables_is_the_question_whatever_its_name() -> None:
    run = promptfoo_run(results(result("?", vars={"ask": "What is the fee?", "n": 5})).encode(), "r", ASKED)
    assert list(run.said) == ["fee"]
    several = result("?", vars={"ask": "What is the fee?", "tone": "formal"})
    run = promptfoo_run(results(several).encode(), "r", ASKED)
    assert [bad.message for bad in run.source.bad] == ["the record has no question, and no id of the set"]
