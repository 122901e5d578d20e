"""Findings as text for the terminal and as JSON."""

import json
import re
import textwrap
from collections.abc import Sequence
from typing import Any

from goldset.domain.findings import Finding, Severity, Waived

# What could steer a terminal, or hide or turn around what stands in a line, is shown as its code.
_STEERING = re.compile("[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ud800-\udfff]")

_OLDER = ("In files that this change leaves alone; these findings do not count:",)
_RULE = "In files that it touches:"


def findings_text(
    findings: Sequence[Finding], totals: dict[str, int], width: int = 80, older: Sequence[Finding] = ()
) -> str:
    """Return findings by file, each with its place, code, message and remedy, and a line of totals.

    Older ones, which do not count, stand before the others.
    """
    apart = [*_OLDER, "", *finding_lines(older, width), "", _RULE, ""] if older else []
    lines = finding_lines(findings, width)
    return "\n".join([*apart, *lines, *([""] if lines else []), _total_line(totals)]) + "\n"


def finding_lines(findings: Sequence[Finding], width: int) -> list[str]:
    """Return findings by file, each with its place, code, message and remedy."""
    lines: list[str] = []
    path = None
    for finding in findings:
        if finding.path != path:
            path = finding.path
            lines += [*([""] if lines else []), visible(path) or "the whole set"]
        lines += _finding_lines(finding, width)
    return lines


def findings_json(
    findings: Sequence[Finding],
    totals: dict[str, int],
    older: Sequence[Finding] | None = None,
    waived: Sequence[Waived] = (),
) -> str:
    """Return findings as JSON, in the order given, with the totals; older and waived ones under keys of their own."""
    apart = {} if older is None else {"older": [finding_row(finding) for finding in older]}
    report = {
        "version": 1,
        "findings": [finding_row(finding) for finding in findings],
        "waived": [{**finding_row(one.finding), "reason": one.reason} for one in waived],
        "totals": totals,
        **apart,
    }
    return (
        json.dumps(report, ensure_ascii=False, indent=2).encode("utf-8", "backslashreplace").decode() + "\n"
    )


def visible(text: str) -> str:
    """Return text on one line, without anything that could steer a terminal."""
    return _STEERING.sub(lambda match: ascii(match.group())[1:-1], text)


def _finding_lines(finding: Finding, width: int) -> list[str]:
    place = f"{finding.line}:{finding.column}" if finding.line else ""
    head = f"  {place:<8}{finding.severity:<8}{finding.code}  "
    body = _wrapped(visible(finding.message), head, len(head), width)
    return [*body, *_wrapped(visible(finding.hint), " " * len(head) + "→ ", len(head) + 2, width)]


def _wrapped(text: str, head: str, indent: int, width: int) -> list[str]:
    if not text:
        return []
    return textwrap.wrap(
        text,
        max(width, indent + 20),
        initial_indent=head,
        subsequent_indent=" " * indent,
        break_long_words=False,
        break_on_hyphens=False,
    )


def _total_line(totals: dict[str, int]) -> str:
    items, files = totals["items"], totals["files"]
    parts = [_count(totals["errors"], "error"), _count(totals["warnings"], "warning")]
    waived = f"; {totals['waived']:,} waived" if totals.get("waived") else ""
    return f"{_count(items, 'item')} in {_count(files, 'file')}: {' and '.join(parts)}{waived}."


def _count(number: int, word: str) -> str:
    return f"{number:,} {word}{'' if number == 1 else 's'}" if number else f"no {word}s"


def finding_row(finding: Finding) -> dict[str, Any]:
    """Return a finding as a row of a JSON report."""
    return {
        "code": finding.code,
        "severity": str(finding.severity),
        "path": finding.path,
        "line": finding.line,
        "column": finding.column,
        "field": finding.field,
        "item": finding.item,
        "message": finding.message,
        "hint": finding.hint,
    }


def count_severities(findings: Sequence[Finding]) -> tuple[int, int]:
    """Return how many errors and how many warnings there are."""
    errors = sum(finding.severity is Severity.ERROR for finding in findings)
    return errors, len(findings) - errors
