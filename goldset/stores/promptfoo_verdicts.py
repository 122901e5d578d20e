"""Verdicts in results of promptfoo: what a model or a person said of an answer, apart from what a program checked."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from goldset.domain.runs import Verdict

# Assertions that a model grades. Those that goldset has a name for go by it; `similar` measures and `select-best`
# ranks systems: neither is a verdict on an answer.
_NAMES = {
    "answer-relevance": "answer_relevance",
    "context-faithfulness": "faithfulness",
    "context-recall": "context_recall",
    "context-relevance": "context_relevance",
    "factuality": "factuality",
    "model-graded-factuality": "factuality",
}
_GRADED = frozenset(
    (*_NAMES, "llm-rubric", "agent-rubric", "search-rubric", "model-graded-closedqa", "g-eval", "pi", "classifier",
     "moderation", "conversation-relevance", "trajectory:goal-success", "human")
)  # fmt: skip
_SET = "assert-set"
# Assertions that promptfoo judges after all others, over several systems.
_LATER = ("select-", "max-score")
# How promptfoo tells that the judge failed, where it says 0 all the same.
_JUDGE_FAILED = re.compile(
    r"^(API (call )?error|Could not |Error parsing|Factuality checker output|Invalid category value|LLM does not"
    r"|LLM-proposed|No (output|embedding)|Unknown error|[^\n]{0,40}produced (a )?malformed)"
)
_MOST = 1e300  # greater whole numbers are no float


@dataclass(frozen=True, slots=True)
class Graded:
    """What the assertions of one record say.

    Attributes:
        verdicts: By name.
        twice: Names that several assertions of the record have: there is no fair way to take one.
        unread: Types of assertions that are no verdict, once for each.
        contexts: `context` where an assertion took it out of the response, which then was retrieved.
    """

    verdicts: Mapping[str, Verdict]
    twice: Sequence[str]
    unread: Sequence[str]
    contexts: Mapping[str, Any]


def graded_of(record: Mapping[str, Any]) -> Graded:
    """Return what the assertions of a record of `results.results` say."""
    found: dict[str, list[Verdict]] = {}
    unread: list[str] = []
    contexts: dict[str, Any] = {}
    for assertion, result in _pairs(record):
        kind = assertion.get("type")
        if not isinstance(kind, str) or kind.removeprefix("not-") not in _GRADED:
            unread.append(kind if isinstance(kind, str) else "(no type)")
            continue
        found.setdefault(_name(kind, assertion), []).append(_verdict(kind, assertion, result, record))
        metadata = result.get("metadata")
        if assertion.get("contextTransform") and isinstance(metadata, Mapping) and "context" in metadata:
            contexts.setdefault("context", metadata["context"])
    return Graded(
        verdicts={name: verdicts[0] for name, verdicts in found.items() if len(verdicts) == 1},
        twice=[name for name, verdicts in found.items() if len(verdicts) > 1],
        unread=unread,
        contexts=contexts,
    )


def _pairs(record: Mapping[str, Any]) -> Iterator[tuple[Mapping[str, Any], Mapping[str, Any]]]:
    """Yield each result with its assertion: where a judge failed, only the test case tells which one that was."""
    grading = record.get("gradingResult")
    results = _mappings(grading.get("componentResults")) if isinstance(grading, Mapping) else []
    test = record.get("testCase")
    asserted = _flat(test.get("assert")) if isinstance(test, Mapping) else []
    is_aligned = len(asserted) <= len(results) and all(
        _type(result.get("assertion")) in ("", _type(assertion))
        for assertion, result in zip(asserted, results, strict=False)
    )
    for number, result in enumerate(results):
        said = result.get("assertion")
        known = asserted[number] if is_aligned and number < len(asserted) else {}
        assertion = said if isinstance(said, Mapping) and _type(said) else known
        if not (isinstance(result.get("componentResults"), list) or _type(assertion) == _SET):
            yield assertion, result


def _flat(asserted: Any) -> list[Mapping[str, Any]]:
    """Return assertions as their results are listed: a set, then what stands in it."""
    flat: list[Mapping[str, Any]] = []
    for assertion in _mappings(asserted):
        if not _type(assertion).startswith(_LATER):
            flat += [assertion, *_mappings(assertion.get("assert"))]
    return flat


def _mappings(value: Any) -> list[Mapping[str, Any]]:
    return [one for one in value if isinstance(one, Mapping)] if isinstance(value, list) else []


def _type(assertion: Any) -> str:
    kind = assertion.get("type") if isinstance(assertion, Mapping) else None
    return kind if isinstance(kind, str) else ""


def _name(kind: str, assertion: Mapping[str, Any]) -> str:
    label = assertion.get("metric")
    if kind in _NAMES or not isinstance(label, str) or not label.strip():
        return _NAMES.get(kind, kind)
    return f"{kind}:{' '.join(label.split())}"


def _verdict(
    kind: str, assertion: Mapping[str, Any], result: Mapping[str, Any], record: Mapping[str, Any]
) -> Verdict:
    return Verdict(_value(result), judge=_judge(assertion, record), definition=f"promptfoo/{kind}")


def _value(result: Mapping[str, Any]) -> bool | float | None:
    score, passed, reason = result.get("score"), result.get("pass"), result.get("reason")
    metadata = result.get("metadata")
    is_number = isinstance(score, int | float) and not isinstance(score, bool) and abs(score) < _MOST
    value = score if is_number else passed if isinstance(passed, bool) else None
    if value or value is None:
        return value
    has_failed = isinstance(reason, str) and _JUDGE_FAILED.match(reason)
    is_told = isinstance(metadata, Mapping) and metadata.get("graderError") is True
    return None if has_failed or is_told or not _type(result.get("assertion")) else value


def _judge(assertion: Mapping[str, Any], record: Mapping[str, Any]) -> str | None:
    """Return which provider judged, where the assertion or its test says so."""
    test = record.get("testCase")
    options = test.get("options") if isinstance(test, Mapping) else None
    for holder in (assertion, options):
        said = holder.get("provider") if isinstance(holder, Mapping) else None
        for _ in range(2):  # `text: {id: …}` and `{id: …}` are written for one and the same
            if isinstance(said, Mapping):
                said = said.get("id") or said.get("text")
        if isinstance(said, str) and said:
            return said
    return None
