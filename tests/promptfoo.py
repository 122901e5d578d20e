"""Records as promptfoo writes them, for the tests of its results."""

import json
from collections.abc import Mapping
from typing import Any


def result(question: str, output: Any = "So.", **more: Any) -> dict[str, Any]:
    """Return one record: of provider `rag` and the first prompt, unless it says otherwise."""
    metadata = more.pop("retrieved", None)
    response: dict[str, Any] = {"output": output, "cost": 0.01, "cached": False}
    if metadata is not None:
        response["metadata"] = {"retrieved_contexts": metadata}
    record = {
        "promptIdx": 0,
        "testIdx": 0,
        "provider": {"id": "file://rag.py", "label": "rag"},
        "prompt": {"raw": f"Answer {question}", "label": "Answer {{question}}"},
        "vars": {"question": question},
        "testCase": {"vars": {"question": question}, "assert": [], "metadata": {}},
        "response": response,
        "success": True,
        "failureReason": 0,
        "score": 1,
        "latencyMs": 12,
        "cost": 0.01,
        "gradingResult": {"pass": True, "score": 1, "reason": "", "componentResults": []},
        "metadata": {},
    }
    return {**record, **more}


def asserted(record: dict[str, Any], *pairs: tuple[Mapping[str, Any], Mapping[str, Any]]) -> dict[str, Any]:
    """Return a record with assertions and their results; a result may name its assertion or leave that out."""
    case = {**record["testCase"], "assert": [assertion for assertion, _ in pairs]}
    grading = {**record["gradingResult"], "componentResults": [one for _, one in pairs]}
    return {**record, "testCase": case, "gradingResult": grading}


def graded(kind: str, score: float, **more: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return an assertion and what a judge said of it."""
    assertion = {"type": kind, **more}
    return assertion, {"pass": score > 0, "score": score, "reason": "so it is", "assertion": assertion}


def failed(kind: str, **more: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return an assertion whose judge failed: 0 is said all the same, and not of which assertion."""
    return {"type": kind, **more}, {"pass": False, "score": 0, "reason": "judge 500"}


def results(*records: Any) -> str:
    """Return what `promptfoo eval -o results.json` writes."""
    summary = {"version": 3, "timestamp": "", "prompts": [], "results": list(records), "stats": {}}
    return json.dumps({"evalId": "eval", "results": summary, "config": {}, "shareableUrl": None}, indent=2)


def result_lines(*records: Any) -> str:
    """Return what `promptfoo eval -o results.jsonl` writes."""
    return "".join(f"{json.dumps(record)}\n" for record in records)
