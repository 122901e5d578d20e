"""Results of DeepEval: test cases with their metrics, as its result object or its test run writes them."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from goldset.domain.runs import Chunk, Run, RunLine, Verdict
from goldset.errors import GoldsetError
from goldset.stores.asked_questions import Asked, Record, run_of_records

FORM = "deepeval"
LISTS = ("test_results", "testResults", "testCases", "test_cases")
_NAMES = {
    "answer_relevancy": "answer_relevance",
    "contextual_precision": "context_precision",
    "contextual_recall": "context_recall",
    "contextual_relevancy": "context_relevance",
}
_NOT_WORDS = re.compile(r"\W+")
_MOST = 1e300  # greater whole numbers are no float
_MEND = "a test run of DeepEval has `testCases`, a result object `test_results`"


def deepeval_run(data: bytes, name: str, asked: Asked) -> Run:
    """Return the run of a DeepEval result, its keys in snake case or in camel case.

    Args:
        data: What the file holds.
        name: Its path as it was given.
        asked: The questions of the set.

    Raises:
        GoldsetError: It is no JSON, or holds no list of test cases.
    """
    try:
        whole = json.loads(data)
    except (ValueError, RecursionError):
        raise GoldsetError(f"{name} is not JSON", _MEND) from None
    cases = cases_of(whole)
    if not cases:
        raise GoldsetError(f"{name} holds no test cases", _MEND)
    records = (_record(number, case) for number, case in enumerate(cases, start=1))
    return run_of_records(records, asked, data, name, FORM, tuple(_notices(whole, name)))


def _notices(whole: Any, name: str) -> Iterator[str]:
    inner = _inner(whole)
    talks = _of(inner, "conversationalTestCases") if isinstance(inner, Mapping) else None
    if talks and isinstance(talks, list):
        yield f"{name}: `conversationalTestCases`, {len(talks)} in number, is not read"


def _inner(whole: Any) -> Any:
    """Return a test run without what DeepEval puts around it."""
    if not isinstance(whole, Mapping):
        return whole
    return next((whole[key] for key in ("testRunData", "test_run_data") if key in whole), whole)


def cases_of(whole: Any) -> list[Any]:
    """Return the test cases of a result; none where it is no result of DeepEval."""
    if isinstance(whole, Mapping):
        inner = _inner(whole)
        named = [inner[key] for key in LISTS if key in inner] if isinstance(inner, Mapping) else []
        whole = named[0] if named else []
    return whole if isinstance(whole, list) else []


def _record(number: int, case: Any) -> Record:
    if not isinstance(case, Mapping):
        return Record(number, {}, None, "the test case is not an object")
    metadata = _of(case, "additional_metadata", "additionalMetadata", "metadata")
    fields = {**case, **metadata} if isinstance(metadata, Mapping) else case
    question = case.get("input")
    return Record(number, fields, question if isinstance(question, str) else None, _said(case))


def _of(case: Mapping[str, Any], *names: str) -> Any:
    return next((case[name] for name in names if case.get(name) is not None), None)


def _said(case: Mapping[str, Any]) -> RunLine | str:
    answer = _of(case, "actual_output", "actualOutput")
    listed = _of(case, "retrieval_context", "retrievalContext")
    metrics = _of(case, "metrics_data", "metricsData") or []
    if answer is not None and not isinstance(answer, str):
        return "`actual_output` is not a text"
    if listed is not None and not (
        isinstance(listed, list) and all(isinstance(text, str) for text in listed)
    ):
        return "`retrieval_context` is not a list of texts"
    if not isinstance(metrics, list):
        return "`metrics_data` is not a list"
    verdicts: dict[str, bool | int | float | Verdict | None] = {}
    for metric in metrics:
        if not isinstance(metric, Mapping) or not isinstance(metric.get("name"), str):
            return "`metrics_data` holds a metric without a name"
        name = _NOT_WORDS.sub("_", metric["name"].casefold()).strip("_")  # `Tone [GEval]` becomes tone_geval
        name = _NAMES.get(name, name)
        if name in verdicts:
            return f"`metrics_data` holds {metric['name']} twice"
        verdicts[name] = _verdict(metric)
    chunks = None if listed is None else tuple(Chunk(text=text) for text in listed)
    return RunLine(item="", answer=answer, retrieved=chunks, verdicts=verdicts)


def _verdict(metric: Mapping[str, Any]) -> Verdict:
    score, judge = metric.get("score"), _of(metric, "evaluation_model", "evaluationModel")
    known = isinstance(score, int | float) and abs(score) < _MOST and not metric.get("error")
    return Verdict(
        score if known else None,
        judge=judge if isinstance(judge, str) else None,
        definition=f"deepeval/{metric['name']}",
    )
