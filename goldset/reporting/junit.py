"""Findings as JUnit XML: one case a file, which fails with all that is wrong in the file."""

import html
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence

from goldset.domain.findings import Finding
from goldset.reporting.counting import count
from goldset.reporting.findings_report import FindingsReport, on_one_line

# What XML 1.0 cannot hold, not even as a reference.
_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def findings_junit(report: FindingsReport) -> str:
    """Return findings as JUnit XML; older and waived ones are suites of their own, whose cases are skipped."""
    suites = [_suite("goldset validate", list(_cases(report)))]
    if report.older:
        suites.append(_suite("older findings", list(_skipped(report, report.older))))
    if report.waived:
        waived = [one.finding for one in report.waived]
        suites.append(_suite("waived findings", list(_skipped(report, waived))))
    return "\n".join(['<?xml version="1.0" encoding="UTF-8"?>', "<testsuites>", *suites, "</testsuites>", ""])


def _suite(name: str, cases: Sequence[str]) -> str:
    failures = sum("<failure " in case for case in cases)
    skipped = sum("<skipped " in case for case in cases)
    head = (
        f'<testsuite name="{name}" tests="{len(cases)}" failures="{failures}" errors="0" skipped="{skipped}">'
    )
    return "\n".join([head, *cases, "</testsuite>"])


def _cases(report: FindingsReport) -> Iterator[str]:
    found = _findings_by_path(report.findings)
    for path in sorted({*report.paths, *found}):
        failing = [finding for finding in found[path] if report.fails(finding)]
        other = [finding for finding in found[path] if not report.fails(finding)]
        inside = [
            *([_element("failure", failing)] if failing else []),
            *([f"<system-out>{_text(_listed(other))}</system-out>"] if other else []),
        ]
        yield _case(report.place(path), inside)


def _skipped(report: FindingsReport, listed: Sequence[Finding]) -> Iterator[str]:
    for path, findings in sorted(_findings_by_path(listed).items()):
        yield _case(report.place(path), [_element("skipped", findings)])


def _findings_by_path(findings: Sequence[Finding]) -> defaultdict[str, list[Finding]]:
    found: defaultdict[str, list[Finding]] = defaultdict(list)
    for finding in findings:
        found[finding.path].append(finding)
    return found


def _case(place: str, inside: Sequence[str]) -> str:
    folder, _, _name = place.rpartition("/")
    head = f'<testcase classname="{_attribute(folder or ".")}" name="{_attribute(place)}" file="{_attribute(place)}">'
    return "\n".join([head, *inside, "</testcase>"])


def _element(name: str, findings: Sequence[Finding]) -> str:
    first = findings[0]
    more = f" (and {count(len(findings) - 1, 'finding')} more)" if len(findings) > 1 else ""
    kind = f' type="{first.code}"' if name == "failure" else ""
    message = _attribute(f"{first.code} {first.message}{more}")
    return f'<{name}{kind} message="{message}">{_text(_listed(findings))}</{name}>'


def _listed(findings: Sequence[Finding]) -> str:
    return "\n".join(map(_line, findings))


def _line(finding: Finding) -> str:
    place = f" line {finding.line}" if finding.line else ""
    hint = f" → {on_one_line(finding.hint)}" if finding.hint else ""
    return f"{finding.severity} {finding.code}{place}: {on_one_line(finding.message)}{hint}"


def _attribute(text: str) -> str:
    return _text(on_one_line(text))


def _text(text: str) -> str:
    """Return text as it stands in elements and attributes, on lines in which a runner finds no command."""
    plain = "\n".join(on_one_line(line) for line in text.split("\n"))
    shown = _NO_XML.sub(lambda found: ascii(found[0])[1:-1], plain)
    return html.escape(shown).replace("##[", "##&#91;")
