"""Findings as SARIF 2.1.0, which code scanning and editors read."""

import hashlib
import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

from goldset.domain import rules
from goldset.domain.findings import Finding, Rule
from goldset.domain.rule_pages import rule_page
from goldset.reporting.findings_report import FindingsReport, on_one_line
from goldset.reporting.quoting import percent_encoded

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_ROOT = "%SRCROOT%"
_FINGERPRINT = "goldset/v1"


def findings_sarif(report: FindingsReport) -> str:
    """Return findings as a SARIF log of one run; older ones are `unchanged` there, the others `new`."""
    listed = rules.all_rules()
    numbers = {rule.code: number for number, rule in enumerate(listed)}
    run = {
        "tool": {"driver": {"name": "goldset", "rules": [_rule(rule) for rule in listed]}},
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": {_ROOT: {"description": {"text": "The root of the repository."}}},
        "results": list(_results(report, numbers)),
    }
    log = {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}
    return json.dumps(log, ensure_ascii=False, indent=2).encode("utf-8", "backslashreplace").decode() + "\n"


def _rule(rule: Rule) -> dict[str, Any]:
    page = rule_page(rule)
    title = rule.title[0].upper() + rule.title[1:]
    return {
        "id": rule.code,
        "shortDescription": {"text": title},
        "fullDescription": {"text": f"{title}."},
        "help": {"text": page, "markdown": page},
        "defaultConfiguration": {"level": str(rule.severity)},
    }


def _results(report: FindingsReport, numbers: dict[str, int]) -> Iterator[dict[str, Any]]:
    seen: Counter[tuple[str, str, str]] = Counter()
    reasons = {one.finding: one.reason for one in report.waived}
    for is_older, findings in ((False, report.findings), (True, report.older), (False, list(reasons))):
        for finding in findings:
            key = (finding.code, finding.item or finding.path, finding.field)
            seen[key] += 1
            state = {"baselineState": "unchanged" if is_older else "new"} if report.older else {}
            yield {
                "ruleId": finding.code,
                **({"ruleIndex": numbers[finding.code]} if finding.code in numbers else {}),
                "level": str(finding.severity),
                "message": {"text": _message(finding)},
                "locations": [_location(finding, report)],
                "partialFingerprints": {_FINGERPRINT: _fingerprint(*key, str(seen[key]))},
                **state,
                **_suppressed(reasons.get(finding)),
            }


def _suppressed(reason: str | None) -> dict[str, Any]:
    """Return what says that an item waives a finding, and why."""
    return (
        {}
        if reason is None
        else {"suppressions": [{"kind": "inSource", "justification": on_one_line(reason)}]}
    )


def _message(finding: Finding) -> str:
    said = f"{finding.message} → {finding.hint}" if finding.hint else finding.message
    # A viewer makes a link of `[text](address)`.
    return on_one_line(said).replace("](", "]\N{WORD JOINER}(") or finding.code


def _location(finding: Finding, report: FindingsReport) -> dict[str, Any]:
    physical: dict[str, Any] = {
        "artifactLocation": {"uri": percent_encoded(report.place(finding.path)), "uriBaseId": _ROOT}
    }
    if finding.line:
        physical["region"] = {"startLine": finding.line, "startColumn": max(finding.column, 1)}
    named = ".".join(part for part in (finding.item, finding.field) if part)
    logical = {"logicalLocations": [{"fullyQualifiedName": on_one_line(named)}]} if named else {}
    return {"physicalLocation": physical, **logical}


def _fingerprint(*parts: str) -> str:
    """Return what names a finding wherever its line moves: rule, item, field, and which of several such it is."""
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:32]
