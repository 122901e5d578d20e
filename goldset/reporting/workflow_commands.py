"""Findings as annotations of GitHub Actions.

The runner reads what a step prints line by line. A line that begins, white space aside, with `::name …::` is a
command; so is, from an older time, `##[name …]` anywhere in a line.
"""

from collections.abc import Iterator

from goldset.domain import rules
from goldset.domain.findings import Finding, Severity
from goldset.reporting.findings_report import FindingsReport, counted, cut, on_one_line

MOST = 10  # GitHub shows that many annotations of a kind for each step
_LONGEST = 1_000
_TITLES = {rule.code: rule.title for rule in rules.all_rules()}


def annotations(report: FindingsReport) -> str:
    """Return findings as workflow commands, at most ten errors and ten warnings, and lines that sum up the rest."""
    lines: list[str] = []
    left: list[Finding] = []
    for severity in (Severity.ERROR, Severity.WARNING):
        of_it = [finding for finding in report.findings if finding.severity is severity]
        lines += [_command(finding, report) for finding in of_it[:MOST]]
        left += of_it[MOST:]
    if left:
        lines.append(f"goldset: and {counted(left)} more, for which GitHub has no place beside the lines")
    lines += _older(report)
    totals = report.totals
    waived = f"; {len(report.waived):,} waived" if report.waived else ""
    lines.append(
        f"goldset: {counted(report.findings)} in {totals['items']:,} items, {totals['files']:,} files{waived}"
    )
    return "".join(f"{line}\n" for line in lines)


def _command(finding: Finding, report: FindingsReport) -> str:
    properties = {"file": report.place(finding.path)}
    if finding.line:
        properties |= {"line": str(finding.line), "col": str(finding.column)}
    title = f"{finding.code} {_TITLES.get(finding.code, '')}".rstrip()
    given = ",".join(f"{name}={_property(value)}" for name, value in {**properties, "title": title}.items())
    return f"::{finding.severity} {given}::{_data(_words(finding))}"


def _words(finding: Finding) -> str:
    message = cut(on_one_line(finding.message), _LONGEST)
    return f"{message}\n→ {cut(on_one_line(finding.hint), _LONGEST)}" if finding.hint else message


def _older(report: FindingsReport) -> Iterator[str]:
    """Yield the older findings as plain lines in a group that the log keeps folded."""
    if not report.older:
        return
    yield f"::group::goldset: {counted(report.older)} in files that this change leaves alone; they do not count"
    for finding in report.older:
        place = f"{report.place(finding.path)}:{finding.line or ''}".rstrip(":")
        # It begins with a dash, so that no command begins in it.
        yield _broken(
            on_one_line(f"- {place} {finding.severity} {finding.code} {cut(finding.message, _LONGEST)}")
        )
    yield "::endgroup::"


def _data(text: str) -> str:
    return _broken(text).replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(on_one_line(text)).replace(":", "%3A").replace(",", "%2C")


def _broken(text: str) -> str:
    return text.replace("##[", "##\\[")
