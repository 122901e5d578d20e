"""The formats in which findings are printed, by name."""

from collections.abc import Callable

from goldset.reporting.findings import findings_json, findings_text
from goldset.reporting.findings_report import FindingsReport
from goldset.reporting.findings_summary import findings_summary
from goldset.reporting.junit import findings_junit
from goldset.reporting.sarif import findings_sarif
from goldset.reporting.workflow_commands import annotations


def _text(report: FindingsReport) -> str:
    return findings_text(report.findings, report.totals, older=report.older)


def _json(report: FindingsReport) -> str:
    return findings_json(report.findings, report.totals, report.older, report.waived)


_FORMATS: dict[str, Callable[[FindingsReport], str]] = {
    "text": _text,
    "json": _json,
    "github": annotations,
    "summary": findings_summary,
    "sarif": findings_sarif,
    "junit": findings_junit,
}


def as_format(report: FindingsReport, name: str) -> str:
    """Return a report in a format: text, json, github, summary, sarif or junit."""
    return _FORMATS[name](report)
