"""Tests of promptfoo: what was asked stands in their variables, what is right in their assertions."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import product
from typing import Any

from goldset.domain.set_rows import BadRow, Evidence, ReadSet, SetRow
from goldset.errors import GoldsetError
from goldset.stores.formats import headings
from goldset.stores.formats.cells import is_nothing, text_of
from goldset.stores.formats.form import Files, Form
from goldset.stores.formats.item_fields import ALL, entry_of
from goldset.stores.formats.metadata import Told, metadata_of, told_by
from goldset.stores.formats.promptfoo_asserts import (
    Asserted,
    asserted_by,
    assertions_of,
    is_template,
    literal,
    plain_text,
)
from goldset.stores.formats.promptfoo_tests import (
    CODE,
    Test,
    Tests,
    merged,
    metadata_in,
    read_tests,
    shows_tests,
)
from goldset.stores.formats.source import Source

NAME = "promptfoo"
# A file has few names of variables, each in every test.
plain = lru_cache(maxsize=4096)(headings.plain)
# Variables that hold the right answer, and those that hold what proves it; by their names in small letters.
_ANSWERS = ("gold answer", "expected answer", "expected", "expected output", "reference answer", "reference",
            "ground truth", "ideal", "correct answer", "answer")  # fmt: skip
_CONTEXTS = ("context", "contexts", "reference context", "reference contexts", "gold context", "gold contexts",
             "document", "documents", "doc", "source", "passage", "passages")  # fmt: skip
_TAKEN = frozenset({"vars", "assert", "metadata"})
_FILE = "file://"
_MOST_TESTS = 1000
_CASE = "`contains` minds case in promptfoo; `must_include` and `must_not_include` do not"


@dataclass(slots=True)
class _Reading:
    """A file while it is read."""

    tests: Tests
    rows: list[SetRow] = field(default_factory=list)
    not_read: Counter[str] = field(default_factory=Counter)
    # What of the part that every test has is not read: by its place there, it is counted once.
    default: dict[tuple[str, int], str] = field(default_factory=dict)
    minds_case: bool = False


def read(source: Source) -> ReadSet:
    """Read tests; those whose variables are lists become several.

    Raises:
        GoldsetError: It is code, no file of promptfoo, or holds no test.
    """
    tests = read_tests(source)
    reading = _Reading(tests)
    reading.not_read.update(f"defaultTest.{key}" for key in tests.default if key not in _TAKEN)
    for test in tests.tests:
        _take(test, reading)
    if not reading.rows and not any(bad.is_row for bad in tests.bad):
        elsewhere = [bad.reason for bad in tests.bad]
        raise GoldsetError(
            f"{source.name} holds no test{': ' + elsewhere[0] if elsewhere else ''}",
            "name the file with the tests",
        )
    reading.not_read.update(reading.default.values())
    notices = (*tests.notices, *((_CASE,) if reading.minds_case else ()))
    bad = tuple(sorted(tests.bad, key=lambda one: one.number))
    not_read = dict(sorted(reading.not_read.items()))
    return ReadSet(NAME, source.name, tests.sha256, tuple(reading.rows), bad, not_read, notices)


def _take(test: Test, reading: _Reading) -> None:
    default = reading.tests.default
    both = merged({key: value for key, value in default.items() if key != "assert"}, test.said)
    variables = both.get("vars")
    try:
        cases = list(_expanded(variables, both.get("options")))
        rows = [_row(test, case, both, reading) for case in cases]
    except ValueError as error:
        reason = f"{test.where}: {error}" if test.where else str(error)
        reading.tests.bad.append(BadRow(test.number, reason))
        return
    reading.not_read.update(key for key in test.said if key not in _TAKEN)
    told = told_by(metadata_in(both))
    reading.not_read.update(f"metadata.{key}" for key in told.others)
    for place, (row, case) in enumerate(zip(rows, cases, strict=True), start=1):
        several = (
            f"{test.where or f'test {test.number}'} ({place} of {len(rows)})" if len(rows) > 1 else test.where
        )
        reading.rows.append(_with(row, told, several, ref=told.ref if len(rows) == 1 else None))
        if place == 1:
            reading.not_read.update(_unread_variables(case))


def _expanded(variables: Any, options: Any) -> Iterator[dict[str, Any]]:
    """Yield the variables of each test that a test with lists stands for; lists of contexts stay lists.

    Raises:
        ValueError: It has none, or stands for very many.
    """
    if not isinstance(variables, Mapping) or not variables:
        raise ValueError("its variables stand in a file" if variables else "it has no variables")
    is_off = isinstance(options, Mapping) and text_of(options.get("disableVarExpansion")) == "true"
    lists = {
        name: value
        for name, value in variables.items()
        if isinstance(value, list)
        and value
        and isinstance(value[0], str)
        and plain(name) not in _CONTEXTS
        and not is_off
    }
    count = 1
    for value in lists.values():
        count *= len(value)
    if count > _MOST_TESTS:
        raise ValueError(f"its variables stand for {count:,} tests")
    for combination in product(*lists.values()):
        yield {**variables, **dict(zip(lists, combination, strict=True))}


def _row(test: Test, variables: Mapping[str, Any], both: Mapping[str, Any], reading: _Reading) -> SetRow:
    question = text_of(variables[_question_of(variables)])
    if question is None:
        raise ValueError("its question is empty")
    if question.startswith(_FILE):
        raise ValueError(f"its question stands in {question}")
    notes = (
        []
        if plain_text(question) != question or not is_template(question)
        else ["its question is a template"]
    )
    asserted = _asserted(test.said.get("assert"), variables, reading)
    answers = list(dict.fromkeys([*_texts(variables, _ANSWERS), *asserted.answers]))
    notes += asserted.notes
    notes += [f"another answer: “{other}”" for other in answers[1:]]
    threshold = text_of(both.get("threshold"))
    if threshold not in (None, "1", "1.0"):
        notes.append(f"in promptfoo it passes with a share of {threshold} of its assertions")
    texts = {"must_include": asserted.must, "must_not_include": asserted.must_not}
    return SetRow(
        number=test.number,
        question=plain_text(question).strip(),
        gold_answer=answers[0] if answers else None,
        evidence=tuple(_evidence(variables)),
        details={name: listed for name, listed in texts.items() if listed},
        notes=tuple(dict.fromkeys(notes)),
    )


def _asserted(own: Any, variables: Mapping[str, Any], reading: _Reading) -> Asserted:
    """Return what a test's own assertions say, and those of every test; the latter are counted once."""
    templates = reading.tests.templates
    found = asserted_by(own, variables, templates)
    reading.not_read.update(found.unread)
    shared = asserted_by(reading.tests.default.get("assert"), variables, templates)
    for kind, count in Counter(shared.unread).items():
        reading.default |= {(kind, place): kind for place in range(count)}
    found.add(shared)
    reading.minds_case |= found.minds_case
    return found


def _question_of(variables: Mapping[str, Any]) -> str:
    names: dict[str, str] = {}
    for name in variables:
        names.setdefault(plain(name), name)
    named = next((names[wanted] for wanted in headings.QUESTIONS if wanted in names), None)
    if named is not None:
        return named
    others = [name for name in variables if plain(name) not in (*_ANSWERS, *_CONTEXTS)]
    if len(others) == 1 and isinstance(variables[others[0]], str):
        return others[0]
    listed = ", ".join(f"`{name}`" for name in variables) or "none"
    raise ValueError(f"none of its variables is called `question`, `query` or `input`: {listed}")


def _texts(variables: Mapping[str, Any], names: Sequence[str]) -> Iterator[str]:
    """Yield the texts of the variables of some names, in the order of these; not what stands in a file."""
    by_name = {plain(name): value for name, value in variables.items()}
    for name in names:
        value = by_name.get(name)
        text = None if isinstance(value, Mapping | list) else text_of(value)
        if (
            text is not None
            and not text.startswith(_FILE)
            and (plain_text(text) != text or not is_template(text))
        ):
            yield plain_text(text)


def _evidence(variables: Mapping[str, Any]) -> Iterator[Evidence]:
    for name, value in variables.items():
        if plain(name) not in _CONTEXTS:
            continue
        for one in value if isinstance(value, list) else [value]:
            text = None if isinstance(one, Mapping | list) else text_of(one)
            if text is None or text.lower().endswith(CODE):
                continue
            if text.startswith(_FILE):
                yield Evidence(doc=text.removeprefix(_FILE), coarse="document")
            else:
                yield Evidence(text=plain_text(text), coarse="chunk")


def _unread_variables(variables: Mapping[str, Any]) -> Iterator[str]:
    asked = _question_of(variables)
    for name, value in variables.items():
        if name != asked and plain(name) not in (*_ANSWERS, *_CONTEXTS) and not is_nothing(value):
            yield f"vars.{name}"
        elif plain(name) in _CONTEXTS and isinstance(value, str) and value.lower().endswith(CODE):
            yield f"vars.{name} made by code"


def _with(row: SetRow, told: Told, where: str, *, ref: str | None) -> SetRow:
    """Return a row with what its metadata says."""
    details = {**told.details, **row.details}
    for name in ("must_include", "must_not_include"):
        if name in told.details and name in row.details and isinstance(told.details[name], list):
            details[name] = list(dict.fromkeys([*row.details[name], *told.details[name]]))
    return SetRow(
        number=row.number,
        question=row.question,
        ref=ref,
        gold_answer=row.gold_answer if row.gold_answer is not None else told.gold_answer,
        answerable=told.answerable,
        evidence=(*row.evidence, *(one for one, _ in told.spans)),
        near=told.near,
        details=details,
        notes=row.notes,
        where=where,
    )


def write(rows: Sequence[SetRow]) -> Files:
    """Write a list of tests as JSON: question and answer as variables, texts of the answer as assertions.

    The rest stands in the metadata of each test; evidence does too, for what stands in a variable may be shown to
    the model that is tested.
    """
    tests = [_test(row) for row in rows]
    return {"": (json.dumps(tests, ensure_ascii=False, indent=2) + "\n").encode()}


def _test(row: SetRow) -> dict[str, Any]:
    variables = {"question": literal(row.question)}
    if row.gold_answer is not None:
        variables["gold_answer"] = literal(row.gold_answer)
    metadata = metadata_of(row, ("id", "answerable", "near_spans"))
    must, must_not = (list(metadata.pop(name, ())) for name in ("must_include", "must_not_include"))
    if row.evidence:
        metadata["gold_spans"] = [entry_of(one) for one in row.evidence]
    test: dict[str, Any] = {"vars": variables, "assert": assertions_of(must, must_not), "metadata": metadata}
    return {name: value for name, value in test.items() if value}


FORM = Form(
    name=NAME,
    about="tests of promptfoo: a configuration or list in YAML or JSON, or a CSV file",
    suffix=".json",
    carries=ALL,
    shows=shows_tests,
    read=read,
    write=write,
)
