import json

from goldset.domain.findings import Finding, Severity
from goldset.domain.rules import all_rules
from goldset.reporting.findings import findings_json, findings_text, visible

TOTALS = {"files": 2, "items": 1, "errors": 1, "warnings": 1}
FINDINGS = [
    Finding("GS206", Severity.ERROR, "", "there is no item", "add one"),
    Finding(
        "GS123",
        Severity.WARNING,
        "items/a.yaml",
        "`no` is text here " + "and long " * 9,
        "",
        3,
        8,
        "slice",
        "a",
    ),
]
TEXT = """\
the whole set
          error   GS206  there is no item
                         → add one

items/a.yaml
  3:8     warning GS123  `no` is text here and long and long and long and long
                         and long and long and long and long and long

1 item in 2 files: 1 error and 1 warning.
"""


def test_findings_stand_under_their_file_with_place_code_message_and_remedy() -> None:
    assert findings_text(FINDINGS, TOTALS) == TEXT


def test_nothing_found_is_one_line() -> None:
    assert findings_text([], {"files": 1200, "items": 1200, "errors": 0, "warnings": 0}) == (
        "1,200 items in 1,200 files: no errors and no warnings.\n"
    )


def test_json_holds_every_field_and_the_totals() -> None:
    report = json.loads(findings_json(FINDINGS, TOTALS))
    assert report["version"] == 1
    assert report["totals"] == TOTALS
    assert list(report["findings"][1]) == [
        "code",
        "severity",
        "path",
        "line",
        "column",
        "field",
        "item",
        "message",
        "hint",
    ]
    assert report["findings"][1]["severity"] == "warning"


def test_nothing_of_an_item_steers_the_terminal() -> None:
    hostile = Finding(
        "GS1", Severity.ERROR, "items/\x1b]0;x\x07.yaml", "a\x1b[31m\u202eb\r\nc\ud800", "\x9b1m"
    )
    text = findings_text([hostile], TOTALS)
    assert not any(ord(char) < 32 and char != "\n" for char in text)
    assert "\u202e" not in text
    assert "\x9b" not in text
    assert "\\x1b[31m\\u202eb" in text
    text.encode()
    json.loads(findings_json([hostile], TOTALS).encode())
    assert visible("plain – text") == "plain – text"


def test_every_rule_has_a_code_of_its_group_a_title_and_a_remedy() -> None:
    codes = [rule.code for rule in all_rules()]
    assert codes == sorted(set(codes))
    for rule in all_rules():
        assert rule.code[:3] in {"GS1", "GS2", "GS3", "GS4", "GS5"}
        assert rule.title
        assert rule.hint
