"""Findings as the summary of a job: Markdown, in which text of items can do nothing but be read."""

from collections.abc import Iterator, Sequence
from itertools import chain

from goldset.domain import rules
from goldset.domain.findings import Finding
from goldset.reporting.counting import count
from goldset.reporting.findings_report import FindingsReport, by_path, counted, cut
from goldset.reporting.quoting import BREAK, code

MOST_BYTES = 1_000_000  # GitHub drops a summary of more than 1 MiB whole
_LONGEST = 1_000
_ROOM = 1_000  # for the lines that say what was left out
_HINTS = {rule.hint for rule in rules.all_rules()}


def findings_summary(report: FindingsReport, most_bytes: int = MOST_BYTES) -> str:
    """Return findings as Markdown of at most so many bytes; what does not fit is counted."""
    totals = report.totals
    verdict = "failed" if report.failed else "passed"
    of_what = f"{count(totals['items'], 'item')} in {count(totals['files'], 'file')}"
    waived = (
        f" {count(len(report.waived), 'finding')} waived by items, with a reason." if report.waived else ""
    )
    head = [f"### goldset {verdict}: {counted(report.findings)}", "", f"{of_what} checked.{waived}", ""]
    room = most_bytes - _ROOM - _size(head)
    lines, shown = _fitting(_lines(report.findings, report), room)
    lines += _left_out(len(report.findings) - shown)
    return "\n".join([*head, *lines, *_older(report, room - _size(lines))])


def _older(report: FindingsReport, room: int) -> list[str]:
    """Return the older findings, folded, as many as there is room for."""
    if not report.older:
        return []
    said = f"{counted(report.older)} in files that this change leaves alone; they do not count"
    lines, shown = _fitting(_lines(report.older, report), room)
    left_out = _left_out(len(report.older) - shown)
    return ["<details>", f"<summary>{said}</summary>", "", *lines, *left_out, "", "</details>", ""]


def _lines(findings: Sequence[Finding], report: FindingsReport) -> Iterator[tuple[int, list[str]]]:
    """Yield how many findings the next lines hold, and the lines."""
    for path, group in by_path(findings):
        head = [f"**{_quoted(report.place(path))}**", ""]
        for number, finding in enumerate(group):
            before = [] if number else head
            after = [""] if number == len(group) - 1 else []
            yield 1, [*before, *_finding(finding), *after]


def _finding(finding: Finding) -> Iterator[str]:
    place = f", line {finding.line}" if finding.line else ""
    yield f"- {finding.severity} {finding.code}{place}: {_quoted(finding.message)}"
    if finding.hint:
        # A rule's own hint holds no text of items.
        hint = finding.hint if finding.hint in _HINTS else _quoted(finding.hint)
        yield f"  - {hint}"


def _quoted(text: str) -> str:
    # Where the summary is printed into a log, `##[` would begin a command.
    return code(cut(text, _LONGEST)).replace("##[", f"##{BREAK}[")


def _fitting(parts: Iterator[tuple[int, list[str]]], room: int) -> tuple[list[str], int]:
    kept: list[list[str]] = []
    shown = 0
    for number, lines in parts:
        room -= _size(lines)
        if room < 0:
            break
        kept.append(lines)
        shown += number
    return list(chain.from_iterable(kept)), shown


def _left_out(number: int) -> list[str]:
    if not number:
        return []
    return [
        "",
        f"And {count(number, 'finding')} more, for which there is no room: run `goldset validate`.",
        "",
    ]


def _size(lines: Sequence[str]) -> int:
    return sum(len(line.encode("utf-8", "replace")) + 1 for line in lines)
