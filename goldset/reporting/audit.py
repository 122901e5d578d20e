"""How much of a set is still true, as text for the terminal: what it comes to first, then the rows by state."""

from collections import defaultdict
from collections.abc import Iterator, Sequence

from goldset.domain.audit import AuditedEvidence, AuditedRow, AuditReport, State
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
from goldset.reporting.quoting import plain_line
from goldset.reporting.wrapping import wrapped

WIDTH = 80
# Rows of one state, passages of a row and characters of a passage that are shown: JSON has all of them.
MOST_LISTED, MOST_EVIDENCE, _SHOWN = 10, 3, 300
# Of these the reason is what counts, not the passage: rows with the same one are listed together.
_BY_REASON = frozenset({State.CANNOT_TELL, State.REFUSED, State.NOTHING_TO_CHECK})


def audit_text(report: AuditReport) -> str:
    """Return the report for a terminal of 80 columns; every row of the file is in one count."""
    lines = [*wrapped(plain_line(heading(report)), "", WIDTH, "  "), ""]
    for number, name, meaning in counted(report):
        head = f"{number:>7,}  {name:<18}"
        lines += wrapped(meaning, head, WIDTH)[:1]
        lines += wrapped(meaning, " " * len(head), WIDTH)[1:]
    lines += [f"{len(report.rows):>7,}  {'row' if len(report.rows) == 1 else 'rows'} in all", ""]
    for sentence in verdict(report):
        lines += wrapped(sentence, "", WIDTH)
    for state in LISTED:
        rows = report.of([state])
        if rows:
            head = f"{NAMES[state].capitalize()} ({len(rows):,}): {MEANINGS[state]}"
            lines += ["", *wrapped(head, "", WIDTH, "  ")]
            lines += _by_reason(rows) if state in _BY_REASON else _rows(rows)
    return "\n".join([*lines, *_beside(report)]) + "\n"


def _rows(rows: Sequence[AuditedRow]) -> Iterator[str]:
    for row in rows[:MOST_LISTED]:
        yield from wrapped(
            f"{plain_line(place_text(row))}: {plain_line(cut(row.question, _SHOWN))}", "  ", WIDTH, "  "
        )
        listed = worst_first(row)
        for one in listed[:MOST_EVIDENCE]:
            yield from _evidence(one)
        if len(listed) > MOST_EVIDENCE:
            yield f"    … and {len(listed) - MOST_EVIDENCE:,} more passages of this row"
    if len(rows) > MOST_LISTED:
        yield f"  … and {len(rows) - MOST_LISTED:,} more (`--format json` lists all of them)"


def _evidence(one: AuditedEvidence) -> Iterator[str]:
    said = about(one)
    head = ": ".join(part for part in (where_now(one), said) if part) or NAMES[one.state]
    yield from wrapped(plain_line(head), "    ", WIDTH, "  ")
    new, old = text_now(one), plain_line(one.evidence.text or "")
    if new is not None:
        before, after = compared(old, plain_line(new), _SHOWN)
        yield from wrapped(f"- {before}", "    ", WIDTH, "  ")
        yield from wrapped(f"+ {after}", "    ", WIDTH, "  ")
    elif old:
        yield from wrapped(f"“{cut(old, _SHOWN)}”", "    ", WIDTH, "  ")


def _by_reason(rows: Sequence[AuditedRow]) -> Iterator[str]:
    found: dict[str, list[AuditedRow]] = defaultdict(list)
    for row in rows:
        reasons = [about(one) for one in row.evidence if one.state is row.state] or [row.reason]
        found[reasons[0]].append(row)
    for reason, group in sorted(found.items(), key=lambda pair: -len(pair[1]))[:MOST_LISTED]:
        named = ", ".join(plain_line(place_text(row)) for row in group[:MOST_LISTED])
        more = f" … and {len(group) - MOST_LISTED:,} more" if len(group) > MOST_LISTED else ""
        why = f"{plain_line(cut(reason, _SHOWN))}: " if reason else ""
        yield from wrapped(f"{why}{named}{more}", "  ", WIDTH, "  ")
    if len(found) > MOST_LISTED:
        yield f"  … and {len(found) - MOST_LISTED:,} more reasons (`--format json` lists all of them)"


def _beside(report: AuditReport) -> Iterator[str]:
    if report.lines:
        yield from ("", f"Lines beside the rows that could not be taken ({len(report.lines):,}):")
        for bad in report.lines[:MOST_LISTED]:
            place = f"{bad.file}:{bad.number}" if bad.file else f"line {bad.number}"
            yield from wrapped(f"{plain_line(place)}: {plain_line(bad.reason)}", "  ", WIDTH, "  ")
        if len(report.lines) > MOST_LISTED:
            yield f"  … and {len(report.lines) - MOST_LISTED:,} more"
    if report.not_read:
        listed = ", ".join(f"{plain_line(name)} ({number:,})" for name, number in report.not_read.items())
        yield ""
        yield from wrapped(f"Not looked at (rows): {listed}.", "", WIDTH, "  ")
