"""How much of a set is still true, as one page that needs nothing else: readable by keyboard and by ear."""

import re
from collections.abc import Iterator, Sequence

from goldset.domain.audit import DEAD, DOUBTFUL, LIVE, AuditedEvidence, AuditedRow, AuditReport, State
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
from goldset.reporting.html_parts import Markup, Part, join, page, table, tag
from goldset.reporting.page_style import STYLE
from goldset.reporting.plots import Bar, bars_plot

# Rows of one state, passages of a row and characters of a passage on the page: JSON has all of them.
MOST_LISTED, MOST_EVIDENCE, _SHOWN = 1_000, 20, 2_000
_OPEN = 50  # a section with more rows than these is closed at first
_MARKED = re.compile("⟦([^⟦⟧]*)⟧")
_STYLE = (
    STYLE
    + """
.row { margin: .75rem 0 1.25rem } .row p { margin: .15rem 0 } .text { white-space: pre-wrap; border-left: 3px solid
  var(--line); padding-left: .75rem; margin: .35rem 0; max-width: 46rem; overflow-wrap: anywhere }
.text.old { border-color: var(--c1) } .text.new { border-color: var(--c2) }
mark { background: none; color: inherit; font-weight: 700; text-decoration: underline 2px }
.verdict { font-size: 1.1rem } summary h2 { display: inline; font-size: 1.1rem } section { margin-top: 1.75rem }
"""
)


def audit_html(report: AuditReport) -> str:
    """Return the report as one page."""
    title = f"Audit of {report.name}"
    first, *rest = verdict(report)
    parts: list[Part] = [tag("h1", title), tag("p", f"{heading(report)}.", class_="what")]
    parts += [tag("p", first, class_="verdict"), *(tag("p", sentence) for sentence in rest)]
    parts += [_plot(report), table("Rows by what became of them", ("", "rows", ""), _counts(report), (1,))]
    for state in LISTED:
        rows = report.of([state])
        if rows:
            parts.append(_section(state, rows))
    return page(title, _STYLE, tag("main", *parts, *_beside(report)))


def _plot(report: AuditReport) -> Markup:
    totals = report.totals
    shown = [state for state in State if state in LIVE | DEAD | DOUBTFUL and totals[state]]
    bars = [
        Bar(
            NAMES[state],
            tuple(totals[state] * (state in kind) for kind in (LIVE, DEAD, DOUBTFUL)),
            f"{totals[state]:,}",
        )
        for state in shown
    ]
    if not bars:
        return Markup("")
    return bars_plot("Rows with evidence by what became of them", bars, ("alive", "dead", "doubtful"))


def _counts(report: AuditReport) -> Iterator[Sequence[Part]]:
    for number, name, meaning in counted(report):
        yield name, f"{number:,}", meaning
    yield "in all", f"{len(report.rows):,}", ""


def _section(state: State, rows: Sequence[AuditedRow]) -> Markup:
    title = f"{NAMES[state].capitalize()}: {len(rows):,}"
    shown: list[Part] = [tag("summary", tag("h2", title)), tag("p", f"{MEANINGS[state]}.".capitalize())]
    shown += [_row(row) for row in rows[:MOST_LISTED]]
    if len(rows) > MOST_LISTED:
        shown.append(tag("p", f"… and {len(rows) - MOST_LISTED:,} more: --format json lists all of them."))
    is_open = {"open": ""} if len(rows) <= _OPEN else {}
    return tag("section", tag("details", *shown, **is_open), aria_label=title)


def _row(row: AuditedRow) -> Markup:
    head = join((tag("strong", place_text(row)), f": {cut(row.question, _SHOWN)}" if row.question else ""))
    parts: list[Part] = [tag("p", head)]
    parts += [tag("p", row.reason, class_="what")] if row.reason else []
    listed = worst_first(row)
    for one in listed[:MOST_EVIDENCE]:
        parts += _evidence(one)
    if len(listed) > MOST_EVIDENCE:
        parts.append(
            tag("p", f"… and {len(listed) - MOST_EVIDENCE:,} more passages of this row", class_="what")
        )
    return tag("div", *parts, class_="row")


def _evidence(one: AuditedEvidence) -> Iterator[Part]:
    said = ": ".join(part for part in (where_now(one), about(one)) if part)
    yield tag("p", said or NAMES[one.state], class_="what")
    new, old = text_now(one), cut(one.evidence.text or "", _SHOWN)
    if new is not None:
        before, after = compared(one.evidence.text or "", new, _SHOWN)
        yield tag("p", tag("span", "was: ", class_="heard"), _with_marks(before), class_="text old")
        yield tag("p", tag("span", "now: ", class_="heard"), _with_marks(after), class_="text new")
    elif old:
        yield tag("p", old, class_="text")


def _with_marks(text: str) -> Markup:
    """Return a text with what differs in it as marks, of which a text of its own can make none but of its own."""
    pieces = _MARKED.split(text)
    return join(tag("mark", piece) if number % 2 else piece for number, piece in enumerate(pieces))


def _beside(report: AuditReport) -> Iterator[Part]:
    if report.lines:
        yield tag("h2", "Lines beside the rows that could not be taken")
        listed = report.lines[:MOST_LISTED]
        yield tag("ul", *(tag("li", f"{b.file or report.name}:{b.number}: {b.reason}") for b in listed))
        if len(report.lines) > MOST_LISTED:
            yield tag("p", f"… and {len(report.lines) - MOST_LISTED:,} more.")
    if report.not_read:
        yield tag("h2", "Not looked at")
        yield table("Fields that are not looked at", ("field", "rows"), _not_read(report), (1,))
    if report.notices:
        yield tag("h2", "Notes")
        yield tag("ul", *(tag("li", notice) for notice in report.notices))


def _not_read(report: AuditReport) -> Iterator[Sequence[Part]]:
    yield from ((name, f"{number:,}") for name, number in report.not_read.items())
