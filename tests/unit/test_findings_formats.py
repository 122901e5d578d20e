"""Whatever a finding says, it changes nothing but its own report, as parsers of each format show."""

import json
import xml.etree.ElementTree as ET
from dataclasses import replace
from urllib.parse import unquote

from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from jsonschema import Draft4Validator

from goldset.cli.output import no_command
from goldset.domain import rules
from goldset.domain.findings import Finding, Severity
from goldset.domain.live_text import hidden
from goldset.reporting.findings_formats import as_format
from goldset.reporting.findings_report import FindingsReport
from goldset.reporting.findings_summary import findings_summary
from goldset.reporting.quoting import BREAK
from tests.conftest import ROOT
from tests.markdown import LIVE, seen
from tests.runner_log import Command, commands

SCHEMA = json.loads((ROOT / "tests" / "formats" / "sarif_2_1_0.json").read_text("utf-8"))
PIECES = (
    "::error::injected", "::error file=a::b", "\n::warning::injected", "\r::error::x", "\r\n##[error]x", "##[add-mask]y",
    "###[command]z", "::stop-commands::t", "::set-output name=a::b", "%0A::error::x", "%25", "%0D", "%3A%2C", "::", ":",
    ",", "=", ";", "%", "]]>", "<![CDATA[", "<!--", "-->", "<img src=x onerror=y>", "</details>", "</testcase>",
    "<failure>", "&lt;", "&", '"', "'", "`", "``", "```", "[a](https://x.example)", "@octo", "#12", "\x1b[31m", "\x07",
    "\u202e", "\u200b", "\ufffe", "\uffff", "\ud800", "\x00", "\x85", "\u2028", "\u00a0", "\ufeff", "\t", " ", "\n", "$1",
    "$500", "{0}", "{", "}", "\\", "|", "漢字", "x" * 1_200, "text",
)  # fmt: skip
HOSTILE = st.lists(st.sampled_from(PIECES), max_size=8).map("".join)
CODES = tuple(rule.code for rule in rules.all_rules())
FINDINGS = st.builds(
    Finding,
    code=st.sampled_from(CODES),
    severity=st.sampled_from(list(Severity)),
    path=HOSTILE.filter(lambda path: len(path) < 1_000).map(lambda path: f"items/{path}.yaml"),
    message=HOSTILE,
    hint=HOSTILE,
    line=st.integers(0, 9),
    column=st.integers(1, 9),
    field=HOSTILE,
    item=HOSTILE,
)
LISTS = st.lists(FINDINGS, max_size=4)
LAW = settings(deadline=None, max_examples=30, phases=[Phase.explicit, Phase.generate])


def report(
    findings: list[Finding], older: list[Finding] | None = None, *, strict: bool = False
) -> FindingsReport:
    errors = sum(finding.severity is Severity.ERROR for finding in findings)
    totals = {"files": 3, "items": 2, "errors": errors, "warnings": len(findings) - errors}
    return FindingsReport(findings, older or [], totals, ("items/s/a.yaml",), "eval/set", strict)


def finding(number: int = 0, severity: Severity = Severity.ERROR, **more: str | int) -> Finding:
    plain = Finding(
        "GS303", severity, f"items/s/{number}.yaml", "it does not stand there", "copy it", line=3, column=2
    )
    return replace(plain, **more)  # type: ignore[arg-type]


@LAW
@given(LISTS, LISTS)
def test_annotations_are_the_only_commands_that_the_runner_finds(
    new: list[Finding], old: list[Finding]
) -> None:
    log = as_format(report(new, old), "github")
    assert [log[at] for at in hidden(log)] == []
    assert "##[" not in log
    found = commands(log)
    kinds = [command.name for command in found]
    folded = ["group", "endgroup"] if old else []
    errors = [str(f.severity) for f in new if f.severity is Severity.ERROR]
    assert kinds == [*errors, *["warning"] * (len(new) - len(errors)), *folded]
    for command in found[: len(new)]:
        assert set(command.properties) <= {"file", "line", "col", "title"}
        assert command.properties["file"].startswith("eval/set/items/")
        assert command.properties["title"].split(" ")[0] in CODES


def test_an_annotation_says_to_the_letter_what_is_wrong_where() -> None:
    (command,) = commands(
        as_format(report([finding(message="50%, a: b\n%0A", path="items/50%,a:b.yaml")]), "github")
    )
    assert command == Command(
        "error",
        {"file": "eval/set/items/50%,a:b.yaml", "line": "3", "col": "2",
         "title": "GS303 text that does not stand in its document"},
        "50%, a: b\\n%0A\n→ copy it",
    )  # fmt: skip


def test_ten_of_a_kind_are_annotations_and_one_line_sums_up_the_rest() -> None:
    many = [finding(n) for n in range(500)] + [finding(n, Severity.WARNING) for n in range(12)]
    log = as_format(report(many), "github")
    assert [command.name for command in commands(log)] == ["error"] * 10 + ["warning"] * 10
    assert "and 490 errors and 2 warnings more" in log
    assert len(log.splitlines()) == 22


def test_older_findings_stand_apart_in_every_format_and_fail_nothing() -> None:
    apart = report([finding(1, Severity.WARNING)], [finding(2)])
    assert not apart.failed
    assert [c.name for c in commands(as_format(apart, "github"))] == ["warning", "group", "endgroup"]
    text = as_format(apart, "text")
    assert text.index("do not count") < text.index("items/s/2.yaml") < text.index("items/s/1.yaml")
    data = json.loads(as_format(apart, "json"))
    assert ([f["path"] for f in data["findings"]], [f["path"] for f in data["older"]]) == (
        ["items/s/1.yaml"], ["items/s/2.yaml"],
    )  # fmt: skip
    results = json.loads(as_format(apart, "sarif"))["runs"][0]["results"]
    assert [result["baselineState"] for result in results] == ["new", "unchanged"]
    suites = ET.fromstring(as_format(apart, "junit"))
    assert [(s.get("failures"), s.get("skipped")) for s in suites] == [("0", "0"), ("0", "1")]
    summary = as_format(apart, "summary")
    assert summary.startswith("### goldset passed: 1 warning\n")
    assert summary.index("items/s/1.yaml") < summary.index("<details>") < summary.index("items/s/2.yaml")


@LAW
@given(LISTS, LISTS)
def test_nothing_in_a_summary_is_live(new: list[Finding], old: list[Finding]) -> None:
    text = as_format(report(new, old), "summary")
    found = seen(text)
    assert set(found.tags) <= {"h3", "p", "ul", "li", "strong", "code", "details", "summary"}
    assert found.tags.count("details") == (1 if old else 0)
    assert found.comments == []
    assert LIVE.findall(text) == []
    assert [text[at] for at in hidden(text) if text[at] != BREAK] == []
    assert commands(text) == []
    assert not {"injected", "octo", "onerror"} & set(found.outside.split())
    assert sum(tag == "code" for tag in found.tags) >= len(new)


def test_a_summary_stays_below_its_bound_and_counts_what_it_leaves_out() -> None:
    many = [finding(n, message="`漢" * 3_000) for n in range(5_000)]
    text = findings_summary(report(many, many))
    assert 900_000 < len(text.encode()) < 1_000_000
    shown = text.count("- error GS303")
    assert f"And {5_000 - shown} findings more" in text
    assert "And 5000 findings more" in text
    assert set(seen(text).tags) <= {"h3", "p", "ul", "li", "strong", "code", "details", "summary"}


@LAW
@given(LISTS, LISTS)
def test_sarif_is_valid_and_says_where_each_finding_is(new: list[Finding], old: list[Finding]) -> None:
    log = json.loads(no_command(as_format(report(new, old), "sarif")))
    Draft4Validator(SCHEMA, format_checker=Draft4Validator.FORMAT_CHECKER).validate(log)
    run = log["runs"][0]
    assert len(run["results"]) == len(new) + len(old)
    for result, one in zip(run["results"], [*new, *old], strict=True):
        assert run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == one.code
        uri = result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
        assert uri.isascii()
        assert not set(uri) & set(':?#[]@ <>"%') - {"%"}
        if one.path.isprintable():
            assert unquote(uri) == f"eval/set/{one.path}"
        assert "](" not in result["message"]["text"]
        assert list(hidden(result["message"]["text"].replace("\u2060", ""))) == []


def test_fingerprints_are_the_same_wherever_lines_move_and_differ_else() -> None:
    def prints(*findings: Finding) -> list[str]:
        results = json.loads(as_format(report(list(findings)), "sarif"))["runs"][0]["results"]
        return [result["partialFingerprints"]["goldset/v1"] for result in results]

    one, other = (
        finding(1, item="a", field="gold_spans[0].text"),
        finding(1, item="a", field="gold_spans[1].text"),
    )
    again = replace(one, line=1, message="it still does not")
    assert prints(one, other) == prints(again, other)
    assert len(set(prints(one, other, one, replace(one, item="b")))) == 4


@LAW
@given(new=LISTS, old=LISTS, strict=st.booleans())
def test_junit_is_well_formed_and_has_a_case_a_file(
    new: list[Finding], old: list[Finding], *, strict: bool
) -> None:
    made = report(new, old, strict=strict)
    text = as_format(made, "junit")
    assert commands(text) == []
    suites = list(ET.fromstring(text.encode()))
    cases = list(suites[0])
    assert len(cases) == len({"items/s/a.yaml", *(one.path for one in new)})
    failing = {one.path for one in new if made.fails(one)}
    assert (
        sum(case.find("failure") is not None for case in cases)
        == len(failing)
        == int(suites[0].get("failures", ""))
    )
    assert sum(len((e.text or "").split("\n")) for case in cases for e in case) == len(new)
    assert [suite.get("skipped") for suite in suites[1:]] == [str(len({one.path for one in old}))] * bool(old)


@LAW
@given(HOSTILE)
def test_text_that_is_printed_in_a_workflow_holds_no_command_and_json_says_the_same(text: str) -> None:
    assert commands(no_command(text.replace("\r", "\n"))) == []
    assert json.loads(no_command(json.dumps([text]))) == [text]
