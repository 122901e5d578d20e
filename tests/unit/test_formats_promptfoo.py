import json
from pathlib import Path
from typing import Any

import pytest

from goldset.domain.set_rows import Evidence, ReadSet, SetRow
from goldset.errors import GoldsetError
from goldset.stores.formats.promptfoo import FORM
from goldset.stores.formats.promptfoo_asserts import is_template, literal, plain_text
from goldset.stores.formats.registry import read_set
from goldset.stores.formats.source import Source
from tests.laws.set_rows import ledger

CONFIG = """\
# yaml-language-server: $schema=https://promptfoo.dev/config-schema.json
prompts: ["Say {{query}} by {{context}}"]
providers: [echo]
defaultTest:
  assert:
    - type: cost
      threshold: 0.1
    - {type: not-contains, value: "as a language model"}
  options: {provider: judge}
tests:
  - vars:
      query: " May dogs come in? "
      context: file://house/rules.md
    assert:
      - type: contains
        value: 'on a leash'
      - type: not-contains
        value: 'no $5 fee'
      - type: context-recall
        value: dogs are let in when leashed
  - description: hours
    vars:
      query: When does it close?
      context: file://house/rules.md
    assert:
      - type: icontains
        value: 18 O'Clock
      - type: llm-rubric
        value: is friendly
  - vars:
      query: [What does a ticket cost?, "How much is a ticket?"]
      context: [Tickets are 12 euros., file://prices.md]
    assert:
      - type: contains
        value: 12
"""


def _read(tmp_path: Path, text: str, name: str = "promptfooconfig.yaml") -> ReadSet:
    (tmp_path / name).write_text(text, encoding="utf-8")
    return read_set(tmp_path / name, name)


def _tests(tmp_path: Path, *tests: Any) -> ReadSet:
    read = _read(tmp_path, json.dumps(list(tests)), "tests.json")
    assert read.form == "promptfoo"
    return read


def _asserted(tmp_path: Path, *assertions: Any, **variables: Any) -> tuple[SetRow, dict[str, int]]:
    read = _tests(tmp_path, {"vars": {"question": "What?", **variables}, "assert": list(assertions)})
    assert read.bad == ()
    return read.rows[0], dict(read.not_read)


def test_a_configuration_gives_a_row_for_each_test_and_each_value_of_a_list(tmp_path: Path) -> None:
    read = _read(tmp_path, CONFIG)
    assert (read.form, read.bad) == ("promptfoo", ())
    assert [(row.question, row.where, row.ref) for row in read.rows] == [
        ("May dogs come in?", "tests[0]", None),
        ("When does it close?", "tests[1]", None),
        ("What does a ticket cost?", "tests[2] (1 of 2)", None),
        ("How much is a ticket?", "tests[2] (2 of 2)", None),
    ]


def test_assertions_become_texts_of_the_answer(tmp_path: Path) -> None:
    rows = _read(tmp_path, CONFIG).rows
    assert rows[0].details == {
        "must_include": ["on a leash"],
        "must_not_include": ["no $5 fee", "as a language model"],
    }
    assert [row.details["must_include"] for row in rows[1:]] == [["18 O'Clock"], ["12"], ["12"]]
    assert rows[0].notes == ("`context-recall`, which need not be a quote: “dogs are let in when leashed”",)
    assert rows[1].notes == ("`icontains`: “18 O'Clock” counts in any case",)


def test_what_has_no_counterpart_is_counted_by_type(tmp_path: Path) -> None:
    read = _read(tmp_path, CONFIG)
    assert read.not_read == {
        "context-recall": 1,
        "cost": 1,
        "defaultTest.options": 1,
        "description": 1,
        "llm-rubric": 1,
    }
    assert read.notices == (
        "`contains` minds case in promptfoo; `must_include` and `must_not_include` do not",
    )


def test_a_file_in_a_context_is_the_name_of_a_document_and_never_read(tmp_path: Path) -> None:
    rows = _read(tmp_path, CONFIG).rows
    assert rows[0].evidence == (Evidence(doc="house/rules.md", coarse="document"),)
    assert rows[2].evidence == (
        Evidence("Tickets are 12 euros.", coarse="chunk"),
        Evidence(doc="prices.md", coarse="document"),
    )
    outside = "file://../../../etc/passwd"
    (row,) = _tests(tmp_path, {"vars": {"question": "What?", "context": outside}}).rows
    assert row.evidence == (Evidence(doc="../../../etc/passwd", coarse="document"),)


@pytest.mark.parametrize(
    ("assertion", "must", "must_not"),
    [
        ({"type": "contains-all", "value": ["a", "b"]}, ["a", "b"], []),
        ({"type": "contains-all", "value": 'a, "b, c" ,, d'}, ["a", "b, c", "d"], []),
        ({"type": "icontains-all", "value": "a"}, ["a"], []),
        ({"type": "not-contains-any", "value": ["a", 7]}, [], ["a", "7"]),
        ({"type": "not-icontains", "value": "a"}, [], ["a"]),
        ({"type": "contains-any", "value": ["only one"]}, ["only one"], []),
        ({"type": "not-contains-all", "value": "only one"}, [], ["only one"]),
        ({"type": "contains", "value": "{{ fee }}!"}, ["7 €!"], []),
        ({"type": "contains", "value": '{{ "{" }}{x}}'}, ["{{x}}"], []),
        ({"type": "contains", "value": "fn: and eval: are words here"}, ["fn: and eval: are words here"], []),
        ({"type": "assert-set", "assert": [{"type": "contains", "value": "a"}]}, ["a"], []),
    ],
)
def test_texts_that_must_all_or_never_be_there(
    tmp_path: Path, assertion: Any, must: list[str], must_not: list[str]
) -> None:
    row, not_read = _asserted(tmp_path, assertion, fee="7 €")
    assert row.details.get("must_include", []) == must
    assert row.details.get("must_not_include", []) == must_not
    assert not_read == {"vars.fee": 1}


@pytest.mark.parametrize(
    ("assertion", "counted"),
    [
        ({"type": "contains-any", "value": ["a", "b"]}, "contains-any"),
        ({"type": "not-contains-all", "value": "a,b"}, "not-contains-all"),
        ({"type": "contains", "value": "a", "weight": 0}, "contains of weight 0"),
        ({"type": "contains", "value": "a", "transform": "output.x"}, "contains with transform"),
        ({"type": "contains", "value": "file://expected.txt"}, "contains whose value is not in the file"),
        ({"type": "contains", "value": "{{ missing }}"}, "contains whose value is not in the file"),
        ({"type": "contains", "value": "{{ fee | upper }}"}, "contains whose value is not in the file"),
        ({"type": "contains", "value": "package:x:y"}, "contains whose value is not in the file"),
        ({"type": "equals", "value": "file://x.py"}, "equals whose value is not in the file"),
        ({"type": "javascript", "value": "output.length < 9"}, "javascript"),
        ({"type": "not-equals", "value": "a"}, "not-equals"),
        ({"type": "starts-with", "value": "a"}, "starts-with"),
        ({"type": "contains"}, "contains"),
        ({"value": "a"}, "an assertion without a type"),
        ("contains", "an assertion without a type"),
        ({"$ref": "#/assertionTemplates/none"}, "an assertion without a type"),
        (
            {"type": "assert-set", "threshold": 0.5, "assert": [{"type": "contains", "value": "a"}]},
            "assert-set",
        ),
    ],
)
def test_weaker_or_unknown_assertions_are_counted_and_never_taken(
    tmp_path: Path, assertion: Any, counted: str
) -> None:
    row, not_read = _asserted(tmp_path, assertion)
    assert row.details == {}
    assert row.gold_answer is None
    assert not_read == {counted: 1}


def test_right_answers_come_from_variables_then_from_assertions(tmp_path: Path) -> None:
    row, _ = _asserted(
        tmp_path,
        {"type": "factuality", "value": "{{expected}}"},
        {"type": "equals", "value": "Seven euros"},
        expected="7 €",
    )
    assert row.gold_answer == "7 €"
    assert row.notes == ("another answer: “Seven euros”",)


def test_templates_of_assertions_are_looked_up(tmp_path: Path) -> None:
    config = {
        "prompts": ["{{q}}"],
        "assertionTemplates": {"fee": {"type": "contains", "value": "7 €"}},
        "tests": [{"vars": {"q": "What?"}, "assert": [{"$ref": "#/assertionTemplates/fee"}]}],
    }
    (row,) = _read(tmp_path, json.dumps(config), "config.json").rows
    assert row.details == {"must_include": ["7 €"]}


def test_scenarios_are_each_test_with_each_configuration(tmp_path: Path) -> None:
    config = {
        "providers": ["echo"],
        "scenarios": [
            {
                "config": [{"vars": {"city": "Bern"}}, {"vars": {"city": "Basel"}}],
                "tests": [{"vars": {"query": "Fee?"}, "assert": [{"type": "contains", "value": "{{city}}"}]}],
            },
            "file://more.yaml",
        ],
    }
    read = _read(tmp_path, json.dumps(config), "config.json")
    assert [row.details["must_include"] for row in read.rows] == [["Bern"], ["Basel"]]
    assert read.rows[1].where == "scenarios[0].config[1].tests[0]"
    assert [bad.reason for bad in read.bad] == [
        "scenarios[1]: file://more.yaml holds tests: bring that file in by itself"
    ]


def test_tests_in_other_files_and_in_code_are_named(tmp_path: Path) -> None:
    config = {"prompts": ["x"], "tests": ["file://a.csv", "file://b.py:make", {"vars": {"q": "What?"}}]}
    read = _read(tmp_path, json.dumps(config), "config.json")
    assert [(bad.reason, bad.is_row) for bad in read.bad] == [
        ("tests[0]: file://a.csv holds tests: bring that file in by itself", False),
        ("tests[1]: file://b.py:make is code, which is never run", False),
    ]
    assert len(read.rows) == 1


def test_a_configuration_whose_tests_stand_elsewhere_says_where(tmp_path: Path) -> None:
    with pytest.raises(GoldsetError, match=r"file://tests\.csv holds tests"):
        _read(tmp_path, "prompts: [x]\ntests: file://tests.csv\n")


def test_code_is_never_run(tmp_path: Path) -> None:
    (tmp_path / "promptfooconfig.js").write_text("module.exports = {tests: []}")
    source = Source("promptfooconfig.js", tmp_path / "promptfooconfig.js")
    assert not FORM.shows(source)
    with pytest.raises(GoldsetError, match="is code, which goldset never runs"):
        FORM.read(source)


def test_broken_tests_are_refused_and_the_rest_goes_on(tmp_path: Path) -> None:
    many = [str(number) for number in range(40)]
    read = _tests(
        tmp_path,
        {"vars": {"question": "What?"}},
        {"vars": {"a": "x", "b": "y"}},
        {"vars": {"question": "file://question.txt"}},
        {"vars": {"question": ""}},
        {"vars": "file://vars.yaml"},
        {"vars": {"question": many, "a": many}},
        {"vars": {}},
    )
    assert [row.question for row in read.rows] == ["What?"]
    assert [(bad.number, bad.reason) for bad in read.bad] == [
        (2, "none of its variables is called `question`, `query` or `input`: `a`, `b`"),
        (3, "its question stands in file://question.txt"),
        (4, "its question is empty"),
        (5, "its variables stand in a file"),
        (6, "its variables stand for 1,600 tests"),
        (7, "it has no variables"),
    ]


def test_a_variable_alone_is_the_question_whatever_its_name(tmp_path: Path) -> None:
    (row,) = _tests(tmp_path, {"vars": {"topic": "What is a koi?", "context": "Koi are fish."}}).rows
    assert row.question == "What is a koi?"


def test_json_lines_of_tests_are_read(tmp_path: Path) -> None:
    lines = '{"vars": {"question": "One?"}, "assert": []}\nnonsense\n{"vars": {"question": "Two?"}}\n'
    read = _read(tmp_path, lines, "tests.jsonl")
    assert [(row.question, row.number) for row in read.rows] == [("One?", 1), ("Two?", 3)]
    assert [bad.number for bad in read.bad] == [2]


CSV = """\
question,context,__expected,__expected2,__description,__metadata:tier,__metadata:tags[],__threshold
What is the fee?,Fees are 7 €.,contains: 7 €,"contains-all: ""b, c"", a",first,smoke,"x,y\\,z",0.5
"Who?",,Ana: the keeper,"fn: output == 1",,,,
Where?,,,,,,,
"""


def test_a_table_of_tests_is_read(tmp_path: Path) -> None:
    read = _read(tmp_path, CSV, "tests.csv")
    assert read.form == "promptfoo"
    assert [(row.number, row.question, row.gold_answer) for row in read.rows] == [
        (2, "What is the fee?", None),
        (3, "Who?", "Ana: the keeper"),
        (4, "Where?", None),
    ]
    assert read.rows[0].details == {
        "must_include": ["7 €", "b, c", "a"],
        "tier": "smoke",
        "tags": ["x", "y,z"],
    }
    assert read.rows[0].evidence == (Evidence("Fees are 7 €.", coarse="chunk"),)
    assert read.not_read == {"__description": 1, "__threshold": 1, "javascript": 1}


ANCHORED = """\
prompts: [x]
x-shared: &rules
  assert: [&fee {type: contains, value: 500}]
tests:
  - <<: *rules
    vars: {question: no, expected: 2026-10-01}
  - vars: {question: "When?"}
    assert: [*fee, {type: contains, value: 1e3}]
    metadata: {answerable: true, tier: smoke}
"""


def test_anchors_and_merge_keys_are_followed_and_no_type_is_guessed(tmp_path: Path) -> None:
    read = _read(tmp_path, ANCHORED)
    assert read.bad == ()
    assert [(row.question, row.gold_answer) for row in read.rows] == [("no", "2026-10-01"), ("When?", None)]
    assert [row.details["must_include"] for row in read.rows] == [["500"], ["500", "1e3"]]
    assert read.rows[1].answerable is True


def _bomb() -> str:
    levels = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    levels += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 12)]
    return "\n".join([*levels, "prompts: [x]", "tests: [{vars: {question: *a11}}]"])


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (_bomb(), "aliases stand for more than"),
        ("prompts: [x]\ntests: &a [*a]\n", ":2: a value holds itself"),
        ("prompts: [x]\ntests: [\n", ":3: "),
        ("a: 1\n---\nb: 2\n", ":2: "),
        ("[" * 5000, "nested too deeply|:1"),
        ("tests: *nowhere\n", "undefined alias"),
        ("just text\n", "holds no tests"),
        ("{}", "holds no tests"),
    ],
)
def test_yaml_that_cannot_be_trusted_is_refused_whole(tmp_path: Path, text: str, words: str) -> None:
    (tmp_path / "c.yaml").write_text(text)
    source = Source("c.yaml", tmp_path / "c.yaml")
    assert not FORM.shows(source)
    with pytest.raises(GoldsetError, match=words):
        FORM.read(source)


def test_a_key_that_stands_twice_refuses_its_test(tmp_path: Path) -> None:
    read = _read(tmp_path, "- vars: {question: a, question: b}\n- vars: {question: c}\n", "tests.yaml")
    assert [row.question for row in read.rows] == ["c"]
    assert [(bad.number, bad.reason) for bad in read.bad] == [(1, "the key `question` stands twice")]


@pytest.mark.parametrize(
    "other",
    [
        [{"question": "What?", "answer": "x"}],
        {"results": {"results": [{"vars": {"question": "What?"}, "testCase": {}}]}},
        [{"vars": {"question": "What?"}, "testCase": {}, "response": {}}],
        {"tests": [1]},
        [],
        "vars",
    ],
)
def test_files_of_others_show_nothing(tmp_path: Path, other: Any) -> None:
    (tmp_path / "x.json").write_text(json.dumps(other))
    assert not FORM.shows(Source("x.json", tmp_path / "x.json"))


ROWS = (
    SetRow(
        number=1,
        question="What is {{it}}?",
        ref="a",
        gold_answer="file://is/no/file, {% raw %}",
        answerable=True,
        evidence=(
            Evidence("One.", "d/1.md", start=3, end=7, grade=2, groups=("g",), span_id="s1"),
            Evidence(doc="d/2.md", coarse="document"),
        ),
        near=(Evidence("No.", "d/1.md"),),
        details={"must_include": ["{{x}}", "file://x"], "must_not_include": ["a, b"], "tags": ["t"]},
    ),
    SetRow(2, "Nothing?", "b", answerable=False, details={"abstain_reason": "not_in_corpus"}),
)


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    assert FORM.write is not None
    (tmp_path / "x.json").write_bytes(FORM.write(ROWS)[""])
    read = read_set(tmp_path / "x.json", "x.json")
    assert read.form == "promptfoo"
    for row, again in zip(ROWS, read.rows, strict=True):
        assert (again.question, again.ref, again.gold_answer) == (row.question, row.ref, row.gold_answer)
        assert (again.answerable, again.details) == (row.answerable, row.details)
        assert (again.evidence, again.near) == (row.evidence, row.near)
    assert (read.bad, dict(read.not_read)) == ((), {})
    assert ledger(ROWS, read.rows) == {}


def test_written_tests_have_the_documented_shape() -> None:
    assert FORM.write is not None
    tests = json.loads(FORM.write(ROWS)[""])
    for test in tests:
        assert set(test) <= {"vars", "assert", "metadata"}
        # A list would be expanded, and a name of a file read.
        assert all(isinstance(value, str) for value in test["vars"].values())
        assert not any(value.startswith("file://") for value in test["vars"].values())
        assert {one["type"] for one in test.get("assert", [])} <= {"icontains", "not-icontains"}
    assert tests[0]["vars"]["question"] == 'What is {{ "{" }}{it}}?'
    assert tests[0]["vars"]["gold_answer"] == '{{ "f" }}ile://is/no/file, {{ "{" }}% raw %}'


@pytest.mark.parametrize(
    "text",
    [
        "{{{x}}}",
        "{{",
        "{% %}",
        "{#",
        "file://x",
        "package:x",
        '{{ "{" }}',
        '{{ "f" }}',
        "ffile://",
        "a {b}",
        "{",
    ],
)
def test_what_is_written_to_the_letter_is_no_template_and_read_as_it_was(text: str) -> None:
    written = literal(text)
    assert not is_template(written)
    assert not written.startswith(("file://", "package:"))
    assert plain_text(written) == text
