import json
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import Ran, git, write_tree

Goldset = Callable[..., Ran]
ITEM = """\
id: {name}
question: {name} of the storm?
slice: claims
answerable: false
"""
WAIVED = ITEM + "waivers:\n  - code: GS156\n    reason: {reason}\n"


@pytest.fixture
def a_set(tmp_path: Path) -> Path:
    one = WAIVED.format(name="one", reason="it is being looked into")
    return write_tree(tmp_path, {"goldset.yaml": "", "items/claims/one.yaml": one})


def report(goldset: Goldset, folder: Path, style: str = "json", *args: str) -> str:
    return goldset("validate", "-C", folder, "--format", style, *args).out


def test_a_waived_finding_is_counted_and_listed_with_its_reason(goldset: Goldset, a_set: Path) -> None:
    ran = goldset("validate", "-C", a_set, "--strict")
    assert (ran.code, ran.out) == (0, "1 item in 1 file: no errors and no warnings; 1 waived.\n")
    found = json.loads(report(goldset, a_set))
    assert found["findings"] == []
    assert found["totals"]["waived"] == 1
    (waived,) = found["waived"]
    assert (waived["code"], waived["item"], waived["reason"]) == ("GS156", "one", "it is being looked into")


def test_every_format_tells_of_it(goldset: Goldset, a_set: Path) -> None:
    (result,) = json.loads(report(goldset, a_set, "sarif"))["runs"][0]["results"]
    assert result["suppressions"] == [{"kind": "inSource", "justification": "it is being looked into"}]
    suites = ET.fromstring(report(goldset, a_set, "junit"))
    assert [(suite.get("name"), suite.get("skipped")) for suite in suites] == [
        ("goldset validate", "0"),
        ("waived findings", "1"),
    ]
    assert "1 finding waived by items, with a reason." in report(goldset, a_set, "summary")
    assert report(goldset, a_set, "github") == "goldset: nothing in 1 items, 1 files; 1 waived\n"


@pytest.mark.parametrize(
    ("waiver", "code"),
    [
        ("{code: GS156}", "GS131"),
        ("{code: GS131, reason: x}", "GS161"),
        ("{code: GS158, reason: x}", "GS160"),
    ],
)
def test_a_waiver_must_say_why_and_silence_what_can_be_waived(
    goldset: Goldset, a_set: Path, waiver: str, code: str
) -> None:
    item = f"{ITEM.format(name='one')}abstain_reason: ambiguous\nwaivers: [{waiver}]\n"
    write_tree(a_set, {"items/claims/one.yaml": item})
    found = json.loads(report(goldset, a_set))
    assert [finding["code"] for finding in found["findings"]] == [code]
    assert found["findings"][0]["line"] == 6


def test_only_waived_findings_of_the_change_are_counted(goldset: Goldset, a_set: Path) -> None:
    git(a_set, "init", "-q", "-b", "main")
    git(a_set, "add", "-A")
    git(a_set, "commit", "-qm", "start")
    two = WAIVED.format(name="two", reason="later")
    write_tree(a_set, {"items/claims/two.yaml": two})
    found = json.loads(report(goldset, a_set, "json", "--changed-since", "main"))
    assert [waived["item"] for waived in found["waived"]] == ["two"]
    assert len(json.loads(report(goldset, a_set))["waived"]) == 2
    (one,) = json.loads(report(goldset, a_set, "json", str(a_set / "items/claims/one.yaml")))["waived"]
    assert one["item"] == "one"


def test_fmt_writes_one_key_of_a_waiver_a_line(goldset: Goldset, a_set: Path) -> None:
    path = a_set / "items/claims/one.yaml"
    path.write_text(ITEM.format(name="one") + "waivers: [{code: GS156, reason: x}]\n", encoding="utf-8")
    goldset("fmt", "-C", a_set)
    assert path.read_text(encoding="utf-8").endswith("waivers:\n  - code: GS156\n    reason: x\n")
