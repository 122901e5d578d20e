"""How much of a set is still true, as Markdown: for the summary of a job, a wiki or a pull request."""

from collections.abc import Iterator

from goldset.domain.audit import AuditedEvidence, AuditedRow, AuditReport
from goldset.reporting.audit_words import (
    LISTED,
    MEANINGS,
    NAMES,
    about,
    compared,
    counted,
    cut,
    heading,
    place_text,
    text_now,
    verdict,
    where_now,
    worst_first,
)
from goldset.reporting.quoting import code, fenced
from goldset.reporting.word_marks import prefixed

# Rows of one state, passages of a row and characters of a passage that are shown: JSON has all of them.
MOST_LISTED, MOST_EVIDENCE, _SHOWN = 20, 5, 600


def audit_markdown(report: AuditReport) -> str:
    """Return what the audit comes to, then the rows by state."""
    lines = [f"### goldset audit: {code(heading(report))}", "", "| rows | | |", "| ---: | --- | --- |"]
    lines += [f"| {number:,} | {name} | {meaning} |" for number, name, meaning in counted(report)]
    lines += [f"| **{len(report.rows):,}** | **in all** | |", ""]
    lines += [f"- {sentence}" for sentence in verdict(report)]
    for state in LISTED:
        rows = report.of([state])
        if rows:
            lines += ["", f"#### {NAMES[state].capitalize()} ({len(rows):,}): {MEANINGS[state]}", ""]
            for row in rows[:MOST_LISTED]:
                lines += _row(row)
            if len(rows) > MOST_LISTED:
                lines += [f"… and {len(rows) - MOST_LISTED:,} more: `--format json` lists all of them."]
    return "\n".join([*lines, *_beside(report)]) + "\n"


def _row(row: AuditedRow) -> Iterator[str]:
    question = f": {code(cut(row.question, _SHOWN))}" if row.question else ""
    reason = f": {code(row.reason)}" if row.reason else ""
    yield f"- {code(place_text(row))}{question}{reason}"
    listed = worst_first(row)
    for one in listed[:MOST_EVIDENCE]:
        yield from (f"  {line}".rstrip() for part in _evidence(one) for line in part.split("\n"))
    if len(listed) > MOST_EVIDENCE:
        yield f"  - … and {len(listed) - MOST_EVIDENCE:,} more passages of this row"


def _evidence(one: AuditedEvidence) -> Iterator[str]:
    said = [part for part in (where_now(one), about(one)) if part] or [NAMES[one.state]]
    yield f"- {': '.join(map(code, said))}"
    new, old = text_now(one), one.evidence.text or ""
    if new is not None:
        before, after = compared(old, new, _SHOWN)
        yield f"\n{fenced(chr(10).join([*prefixed('-', before, 0), *prefixed('+', after, 0)]), 'diff')}\n"
    elif old:
        yield f"  {code(cut(old, _SHOWN))}"


def _beside(report: AuditReport) -> Iterator[str]:
    if report.lines:
        yield from ("", f"#### Lines beside the rows that could not be taken ({len(report.lines):,})", "")
        for bad in report.lines[:MOST_LISTED]:
            yield f"- {code(f'{bad.file or report.name}:{bad.number}')}: {code(bad.reason)}"
        if len(report.lines) > MOST_LISTED:
            yield f"- … and {len(report.lines) - MOST_LISTED:,} more"
    if report.not_read:
        listed = ", ".join(f"{code(name)} ({number:,})" for name, number in report.not_read.items())
        yield from ("", f"Not looked at (rows): {listed}.")
    if report.notices:
        yield ""
        yield from (f"- {code(notice)}" for notice in report.notices)
