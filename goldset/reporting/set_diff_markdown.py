"""What a change does to a golden set, as Markdown for a comment on a pull request.

Text of items stands in code alone, where it can do nothing but be read; a comment that would be too long is cut
at the border of an item, and says so.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby

from goldset.domain.field_diff import FieldChange
from goldset.domain.findings import Finding, Severity
from goldset.domain.set_diff import Change, ItemChange, SetDiff
from goldset.domain.span_diff import SpanChange
from goldset.reporting.counting import count
from goldset.reporting.queued_span import WIDTH, compared, differs, facts, gone
from goldset.reporting.quoting import cell, code, fenced
from goldset.reporting.set_diff import (
    HALF_WIDTHS,
    TITLES,
    Row,
    account,
    differing,
    figure_rows,
    findings_headline,
    headline,
    other_files,
    passages,
    remedy_of,
    said_of_span,
    shown_fields,
    slice_rows,
    value_text,
    where,
)
from goldset.reporting.word_marks import prefixed
from goldset.reporting.wrapping import columns

MOST_CHARACTERS = 60_000
MOST_FINDINGS = 20
MOST_LABEL = 200
# A paragraph longer than this would leave no room for others: it is shown in the files, and said so.
_LONGEST = 12_000
_CUT_ROOM = 300
_SHORT = 40
_MOST_LINES = 50


def set_diff_markdown(diff: SetDiff) -> str:
    """Return what a change does to a set, at most MOST_CHARACTERS long, cut at an item's border."""
    head = [f"**Golden set {code(diff.name)}**, {code(diff.base)} → {code(diff.head)}"]
    if not diff.changed_files:
        return "\n\n".join([*head, "No difference."]) + "\n"
    head += [f"{headline(diff)} {account(diff)}", *_findings(diff), *_balance(diff), *_beside_items(diff)]
    return "\n\n".join([*head, *_fitting(diff, MOST_CHARACTERS - sum(len(part) + 2 for part in head))]) + "\n"


def _fitting(diff: SetDiff, room: int) -> Iterator[str]:
    """Yield the items that there is room for, under the kind of their change, and how many are left."""
    told = 0
    for kind, changes in groupby(diff.items, key=lambda change: change.changes[0]):
        listed = list(changes)
        title = f"### {TITLES[kind]} ({len(listed)})"
        for number, change in enumerate(listed):
            section = _item_section(change, diff.base_revision)
            parts = [section] if number else [title, section]
            room -= sum(len(part) + 2 for part in parts)
            if room < _CUT_ROOM:
                left = count(len(diff.items) - told, "more item")
                yield f"**{left}** did not fit here: see the changed files, or `goldset diff`."
                return
            yield from parts
            told += 1


def _item_section(change: ItemChange, base: str) -> str:
    section = "\n\n".join(_item_parts(change, base))
    if len(section) <= _LONGEST:
        return section
    return f"**{code(change.id)}** changed more than fits here: see {code(change.path)}."


def _item_parts(change: ItemChange, base: str) -> Iterator[str]:
    part = f" in {code(change.item.slice)}" if change.item else ""
    yield f"**{code(change.id)}**{part}, {code(change.path)}"
    if change.twice:
        yield f"⚠ Its id stands in {', '.join(map(code, change.twice))} too."
    if change.changes[0] is Change.UNREADABLE:
        yield _unreadable(change)
    elif change.changes[0] is Change.DELETED:
        yield (
            f"Items are retired, never deleted: take it back with {code(' '.join(remedy_of(change, base)))}, then set"
            " `status: retired` and `retired: {reason: …}`."
        )
    elif change.old is None and change.item is not None:
        yield facts(change.item)
        waiting = [span.id for span in change.item.spans() if span.relabel and not span.relabel.decision]
        if waiting:
            yield f"Waiting for a decision: {', '.join(map(code, waiting))}."
    if change.old is not None and change.new is not None and change.old.path != change.new.path:
        yield f"Its file was {code(change.old.path)}."
    yield from (part for span in change.spans for part in _span_parts(span))
    yield from _field_parts(change.fields)


def _unreadable(change: ItemChange) -> str:
    lines = []
    for side, state in (("before", change.old), ("now", change.new)):
        if state is None:
            said = "not there"
        else:
            said = f"{code(state.path)}: {code(state.fault)}" if state.item is None else "could be read"
        lines.append(f"- {side}: {said}")
    return "\n".join(lines)


def _span_parts(change: SpanChange) -> Iterator[str]:
    old, new = where(change)
    named = code(new) if old in {new, ""} else f"{code(old)} → {code(new)}" if new else code(old)
    yield f"Span {code(change.span)}: {code(said_of_span(change))}, {named}"
    shown = passages(change)
    if shown is not None:
        yield _passages(*shown)
    if change.differences:
        yield differs(change.differences)
    yield from _field_parts(shown_fields(change))


def _passages(old: str, new: str) -> str:
    if old and new:
        return compared(old, new)
    return gone(old) if old else fenced("\n".join(prefixed("+", new, WIDTH)), "diff")


def _field_parts(fields: Sequence[FieldChange]) -> Iterator[str]:
    """Yield fields in their order: short values in a list, longer ones one above the other."""
    lines: list[str] = []
    for field in fields:
        old, new = value_text(field.old), value_text(field.new)
        if max(columns(old), columns(new)) <= _SHORT and "\n" not in old + new:
            lines.append(f"- {code(field.path)}: {code(old)} → {code(new)}")
            continue
        if lines:
            yield "\n".join(lines)
            lines = []
        yield f"{code(field.path)}:"
        yield _passages("" if field.old is None else old, "" if field.new is None else new)
    if lines:
        yield "\n".join(lines)


def _findings(diff: SetDiff) -> Iterator[str]:
    yield f"**Findings:** {findings_headline(diff)}"
    yield from (code(notice) for notice in diff.findings.notices)
    worst_first = sorted(diff.findings.new, key=lambda finding: finding.severity is not Severity.ERROR)
    lines = [_finding_line(finding) for finding in worst_first[:MOST_FINDINGS]]
    more = len(diff.findings.new) - len(lines)
    if more:
        lines.append(f"- and {count(more, 'more finding')}: `goldset validate` lists all")
    if lines:
        yield "\n".join(lines)


def _finding_line(finding: Finding) -> str:
    place = f"{finding.path}:{finding.line}" if finding.line else finding.path or "the whole set"
    return f"- {finding.severity} `{finding.code}` {code(place[:300])}: {code(finding.message[:500])}"


def _balance(diff: SetDiff) -> Iterator[str]:
    slices = slice_rows(diff.before, diff.after)
    moved = differing(slices)
    listed = [*differing(figure_rows(diff.before, diff.after)), *moved]
    if not listed:
        yield "**Balance:** slices, tiers and statuses count as before."
        return
    yield "**Balance** (slices and tiers count active items)"
    rows = ["| | before | after |", "| --- | ---: | ---: |", *map(_row, listed[:_MOST_LINES])]
    yield "\n".join(rows)
    left = len(listed) - _MOST_LINES
    rest = f" {count(left, 'more row')} in `goldset diff`." if left > 0 else ""
    others = len(slices) - len(moved)
    kept = f" {count(others, 'other slice')} as before." if others else ""
    if moved or rest:
        yield f"{HALF_WIDTHS}{kept}{rest}"


def _row(row: Row) -> str:
    return f"| {cell(row.label[:MOST_LABEL])} | {row.before} | {row.after} |"


def _beside_items(diff: SetDiff) -> Iterator[str]:
    if diff.settings_changed:
        yield "**Settings** (`goldset.yaml`)" + ("" if diff.settings else ": the same by meaning")
        readable = [field for field in diff.settings if field.path]
        yield from _short_of(_field_parts(readable))
        for field in diff.settings:
            if not field.path:
                sides = (("before", field.old), ("now", field.new))
                faults = [f"- {side}: {code(fault)}" for side, fault in sides if fault]
                yield "\n".join(["It cannot be read:\n", *faults])
    if diff.files:
        lines = [f"- {code(name[:200])}: {said}" for name, said in other_files(diff.files)]
        left = len(lines) - _MOST_LINES
        more = [f"- and {left} more"] if left > 0 else []
        yield "\n".join([f"**Other files of the set** ({len(diff.files)})\n", *lines[:_MOST_LINES], *more])


def _short_of(parts: Iterator[str]) -> Iterator[str]:
    room = _LONGEST
    for part in parts:
        room -= len(part)
        if room < 0:
            yield "… and more: see `goldset.yaml`."
            return
        yield part
