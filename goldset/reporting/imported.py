"""What became of the rows of an imported set, as text for the terminal and as JSON."""

import json
from collections.abc import Iterator, Sequence
from typing import Any

from goldset.domain.imported import WRITTEN, End, ImportReport, RowEnd
from goldset.reporting.counting import count
from goldset.reporting.quoting import plain_line
from goldset.reporting.wrapping import wrapped

WIDTH = 80
# Rows of one end that are listed; JSON has all of them.
MOST_LISTED = 20
# Rows that are named for one note.
MOST_NAMED = 5
_NAMES = {
    End.IMPORTED: "imported",
    End.DRAFT: "drafts",
    End.UNCHANGED: "unchanged",
    End.UPDATED: "updated",
    End.NOW_DRAFT: "drafts now, and were none",
    End.CHANGED: "changed at the source",
    End.DUPLICATE: "duplicates",
    End.REFUSED: "refused",
}
_LISTED = (End.REFUSED, End.NOW_DRAFT, End.DRAFT, End.UPDATED, End.CHANGED, End.DUPLICATE)
# What is said of every row of an end tells nothing in its count.
_OF_ALL = "changed"


def import_text(report: ImportReport) -> str:
    """Return the report for a terminal of 80 columns: the counts, then what a person should look at."""
    lines = [*_head(report), "", *_counts(report)]
    for end in _LISTED:
        lines += _rows(end, [row for row in report.rows if row.end is end])
    lines += _gone(report)
    lines += _beside(report)
    lines += _next(report)
    return "\n".join(lines) + "\n"


def import_json(report: ImportReport) -> str:
    """Return the whole report as JSON; the sum of the ends is the number of rows."""
    said: dict[str, Any] = {
        "version": 1,
        "file": {"name": report.name, "form": report.form, "sha256": report.sha256},
        "source": report.source or None,
        "snapshot": report.snapshot,
        "chunks": {"name": report.chunks, "sha256": report.chunks_sha256} if report.chunks else None,
        "dry_run": report.dry_run,
        "totals": report.totals,
        "reasons": {str(end): codes for end, codes in report.reasons.items()},
        "spans": report.spans,
        "rows": [_row_json(row) for row in report.rows],
        "gone": [{"item": one.item, "path": one.path, "edited": one.changed} for one in report.gone],
        "lines": [{"file": one.file, "line": one.number, "reason": one.reason} for one in report.lines],
        "not_read": dict(report.not_read),
        "waiting": report.waiting,
        "notices": list(report.notices),
    }
    return json.dumps(said, ensure_ascii=False, indent=2) + "\n"


def _row_json(row: RowEnd) -> dict[str, Any]:
    return {
        "row": row.number,
        "where": row.where or None,
        "ref": row.ref,
        "end": str(row.end),
        "item": row.item,
        "path": row.path or None,
        "reasons": [{"code": why.code, "text": why.text} for why in row.reasons],
        "notes": list(row.notes),
    }


def _head(report: ImportReport) -> Iterator[str]:
    where = f", evidence looked for in snapshot {report.snapshot}" if report.snapshot else ""
    yield from wrapped(f"{plain_line(report.name)}: {report.form}{where}.", "", WIDTH)
    if report.chunks:
        yield f"Chunks: {plain_line(report.chunks)}, SHA-256 {(report.chunks_sha256 or '')[:16]}…"


def _counts(report: ImportReport) -> Iterator[str]:
    reasons = report.reasons
    for end in End:
        number = report.totals[end]
        if number:
            yield f"{number:>7,}  {_NAMES[end]}"
            codes = {code: n for code, n in reasons.get(end, {}).items() if code != _OF_ALL}
            yield from (f"{n:>14,}  {code.replace('_', ' ')}" for code, n in codes.items())
    yield f"{report.totals['rows']:>7,}  {'row' if len(report.rows) == 1 else 'rows'} in all"


def _rows(end: End, rows: Sequence[RowEnd]) -> Iterator[str]:
    if not rows:
        return
    yield ""
    yield f"{_NAMES[end].capitalize()}:"
    for row in rows[:MOST_LISTED]:
        named = row.path or (f"id {row.ref}" if row.ref is not None else "")
        yield from wrapped(f"{place_text(row)}{named and f'  {plain_line(named)}'}", "  ", WIDTH)
        for text in (*(why.text for why in row.reasons), *(f"note: {note}" for note in row.notes)):
            yield from wrapped(plain_line(text), "    ", WIDTH, "  ")
    if len(rows) > MOST_LISTED:
        yield f"  … and {len(rows) - MOST_LISTED:,} more (`--format json` lists all of them)"


def place_text(row: RowEnd) -> str:
    """Return how people find a row."""
    return plain_line(row.where) if row.where else f"row {row.number}"


def _gone(report: ImportReport) -> Iterator[str]:
    if report.gone:
        yield ""
        yield f"No longer there ({len(report.gone):,}), and left as they are:"
        for one in report.gone[:MOST_LISTED]:
            yield f"  {plain_line(one.path)}{' (edited here)' if one.changed else ''}"
        if len(report.gone) > MOST_LISTED:
            yield f"  … and {len(report.gone) - MOST_LISTED:,} more"
        if not report.source:
            said = "Where they are of another file, name each set that you import with `--source NAME`."
            yield from wrapped(said, "  ", WIDTH)


def _beside(report: ImportReport) -> Iterator[str]:
    if report.lines:
        yield ""
        yield f"Lines beside the rows that could not be taken ({len(report.lines):,}):"
        for one in report.lines[:MOST_LISTED]:
            place = f"{one.file}:{one.number}" if one.file else f"line {one.number}"
            yield from wrapped(f"{plain_line(place)}: {plain_line(one.reason)}", "  ", WIDTH, "  ")
        if len(report.lines) > MOST_LISTED:
            yield f"  … and {len(report.lines) - MOST_LISTED:,} more"
    yield from _notes(report)
    if report.not_read:
        listed = ", ".join(f"{plain_line(name)} ({number:,})" for name, number in report.not_read.items())
        yield ""
        yield from wrapped(f"Not taken, for items have no place for it (rows): {listed}.", "", WIDTH, "  ")


def _notes(report: ImportReport) -> Iterator[str]:
    """Yield the notes of rows that are not listed, each note once."""
    rows: dict[str, list[str]] = {}
    for row in report.rows:
        for note in row.notes if row.end not in _LISTED else ():
            rows.setdefault(note, []).append(place_text(row))
    if rows:
        yield ""
        yield "Notes:"
    for note, places in list(rows.items())[:MOST_LISTED]:
        more = f" and {len(places) - MOST_NAMED:,} more" if len(places) > MOST_NAMED else ""
        said = f"{', '.join(places[:MOST_NAMED])}{more}: {plain_line(note)}"
        yield from wrapped(said, "  ", WIDTH, "  ")
    if len(rows) > MOST_LISTED:
        yield f"  … and {len(rows) - MOST_LISTED:,} other notes"


def _next(report: ImportReport) -> Iterator[str]:
    yield ""
    if report.waiting:
        said = f"The evidence of {count(report.waiting, 'draft')} is found now: `--update` puts it in."
        yield from wrapped(said, "", WIDTH)
    if report.dry_run:
        yield "Nothing was written."
        return
    written = sum(report.totals[end] for end in WRITTEN)
    if not written:
        yield "Nothing was written: nothing is new."
        return
    said = f"{count(written, 'item')} written, with {count(report.spans, 'gold span')}."
    drafts = report.totals[End.DRAFT] + report.totals[End.NOW_DRAFT]
    more = " Drafts say in `draft_reasons` and `unplaced` what a person has to settle." if drafts else ""
    yield from wrapped(f"{said}{more} Next: `goldset validate`, then commit on a branch.", "", WIDTH)
