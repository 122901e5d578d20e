"""What a change does to a golden set, as text for a terminal of 80 columns."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from goldset.domain.field_diff import FieldChange
from goldset.domain.set_diff import Change, ItemChange, SetDiff
from goldset.domain.span_diff import SpanChange
from goldset.reporting.findings import finding_lines
from goldset.reporting.quoting import visible
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
from goldset.reporting.word_marks import as_diff, prefixed
from goldset.reporting.wrapping import columns, rows, wrapped

WIDTH = 80
_MARKS = {Change.ADDED: "+", Change.DELETED: "-", Change.UNREADABLE: "!"}
# Longer values are shown one above the other, with what differs marked.
_SHORT = 30


def set_diff_text(diff: SetDiff) -> str:
    """Return what a change does to a set, item by item, and what that means for the set."""
    lines = [*_wrapped(f"{diff.name}: {diff.base} -> {diff.head}", "")]
    if not diff.changed_files:
        return "\n".join([*lines, "No difference."]) + "\n"
    lines += [*_wrapped(headline(diff), ""), *_wrapped(account(diff), "")]
    for kind, changes in groupby(diff.items, key=lambda change: change.changes[0]):
        listed = list(changes)
        lines += ["", f"{TITLES[kind]} ({len(listed)})"]
        lines += [line for change in listed for line in _item_lines(change, diff.base_revision)]
    lines += _beside_items(diff)
    lines += ["", *_balance_lines(diff)]
    lines += ["", *_wrapped(f"Findings: {findings_headline(diff)}", "")]
    lines += [line for notice in diff.findings.notices for line in _wrapped(notice, "    ")]
    lines += finding_lines(diff.findings.new, WIDTH)
    return "\n".join(lines) + "\n"


def _item_lines(change: ItemChange, base: str) -> Iterator[str]:
    mark = _MARKS.get(change.changes[0], "~")
    part = f"  ({change.item.slice})" if change.item else ""
    yield from _wrapped(f"{mark} {change.id}{part}", "  ", "  ")
    yield from _wrapped(change.path, "    ")
    if change.twice:
        yield from _wrapped(f"its id stands in {', '.join(change.twice)} too", "    ! ", "  ")
    if change.changes[0] is Change.UNREADABLE:
        yield from _unreadable(change)
    elif change.changes[0] is Change.DELETED:
        yield from _wrapped("items are retired, never deleted: take it back, then set", "    → ")
        yield from _wrapped("`status: retired` and `retired: {reason: …}`", "      ")
        yield from _command(*remedy_of(change, base))
    elif change.old is None and change.item is not None:
        yield from _told("question", change.item.question)
        yield from _told("answer", change.item.gold_answer or f"none ({change.item.abstain_reason})")
        for span in change.item.spans():
            waits = " waits for a decision" if span.relabel and not span.relabel.decision else ""
            yield from _told(f"span {span.id}{waits}", span.confirmed.doc_id)
    if change.old is not None and change.new is not None and change.old.path != change.new.path:
        yield from _told("file was", change.old.path)
    yield from (line for span in change.spans for line in _span_lines(span))
    yield from (line for field in change.fields for line in _field_lines(field, ""))


def _command(command: str, argument: str) -> Iterator[str]:
    """Yield a command line to copy; in two lines that a shell reads as one where it is long."""
    whole = f"      {visible(f'{command} {argument}')}"
    if columns(whole) <= WIDTH:
        yield whole
    else:
        yield from (f"      {command} \\", f"        {visible(argument)}")


def _unreadable(change: ItemChange) -> Iterator[str]:
    for side, state in (("before", change.old), ("now", change.new)):
        if state is None:
            yield from _told(side, "not there")
        else:
            yield from _told(side, f"{state.path}: {state.fault}" if state.item is None else "could be read")


def _span_lines(change: SpanChange) -> Iterator[str]:
    yield from _told(f"span {change.span}", said_of_span(change))
    old, new = where(change)
    if passages(change) is not None:
        yield from _wrapped(new if old in {new, ""} else f"{old} -> {new}" if new else old, "      ")
    shown = passages(change)
    if shown is not None:
        yield from _compared(*shown)
    if change.differences:
        yield from _wrapped("; ".join(map(str, change.differences)), "      differs: ", "  ")
    yield from (line for field in shown_fields(change) for line in _field_lines(field, "  "))


def _field_lines(field: FieldChange, indent: str) -> Iterator[str]:
    old, new = value_text(field.old), value_text(field.new)
    if max(columns(old), columns(new)) <= _SHORT and "\n" not in old + new:
        yield from _wrapped(f"{field.path}: {old} -> {new}", f"    {indent}", "  ")
    else:
        yield from _wrapped(f"{field.path}:", f"    {indent}")
        yield from _compared("" if field.old is None else old, "" if field.new is None else new)


def _compared(old: str, new: str) -> Iterator[str]:
    before, now = visible(old), visible(new)
    width = WIDTH - 6
    if before == now:
        block = prefixed(" ", now, width)
    elif before and now:
        block = as_diff(before, now, width).split("\n")
    else:
        block = prefixed("-" if before else "+", before or now, width)
    yield from (f"      {line}" for line in block)


def _beside_items(diff: SetDiff) -> Iterator[str]:
    if diff.settings_changed:
        yield from ("", "Settings (goldset.yaml)")
        if not diff.settings:
            yield from _wrapped("the same by meaning", "    ")
        for field in diff.settings:
            if field.path:
                yield from _field_lines(field, "")
            else:
                yield from _told("before", f"cannot be read: {field.old}" if field.old else "could be read")
                yield from _told("now", f"cannot be read: {field.new}" if field.new else "can be read")
    if diff.files:
        yield from ("", f"Other files of the set ({len(diff.files)})")
        for name, said in other_files(diff.files):
            yield from _told(name, said)


def _balance_lines(diff: SetDiff) -> Iterator[str]:
    figures = differing(figure_rows(diff.before, diff.after))
    slices = slice_rows(diff.before, diff.after)
    moved = differing(slices)
    if not figures and not moved:
        yield "Balance: slices, tiers and statuses count as before."
        return
    yield "Balance (slices and tiers count active items)"
    yield from _table([*figures, *moved])
    if moved:
        rest = len(slices) - len(moved)
        if rest:
            yield f"    {rest} other slice{'' if rest == 1 else 's'} as before"
        yield from _wrapped(HALF_WIDTHS, "    ")


def _table(listed: Sequence[Row]) -> Iterator[str]:
    label = min(max((columns(visible(row.label)) for row in listed), default=0), 36)
    before = max((columns(row.before) for row in listed), default=0)
    for row in listed:
        first, *more = rows(visible(row.label), 36)
        yield f"    {first:<{label}}  {row.before:>{before}}  ->  {row.after}"
        yield from (f"    {line}" for line in more)


def _told(label: str, text: str) -> Iterator[str]:
    yield from _wrapped(f"{label}: {text}", "    ", "  ")


def _wrapped(text: str, indent: str, hanging: str = "") -> Iterator[str]:
    """Yield a text on lines; what cannot be broken between words is broken inside."""
    hang = " " * len(indent) + hanging if indent.strip() else indent + hanging
    for number, line in enumerate(wrapped(visible(" ".join(text.split())), "", WIDTH - len(hang))):
        for place, row in enumerate(rows(line, WIDTH - len(hang))):
            yield ((indent if number == place == 0 else hang) + row).rstrip()
