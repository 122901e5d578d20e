"""What a change does to a golden set, in words that its terminal and Markdown reports share."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from shlex import quote as shell_word
from typing import Any

from goldset.domain.balance import Balance
from goldset.domain.field_diff import FieldChange
from goldset.domain.findings import Severity
from goldset.domain.intervals import widest_half_width
from goldset.domain.set_diff import Change, FileChange, ItemChange, SetDiff
from goldset.domain.span_diff import PLACE, SURROUNDINGS, SpanAction, SpanChange
from goldset.reporting.counting import count

TITLES = {
    Change.UNREADABLE: "Cannot be read",
    Change.DELETED: "Deleted",
    Change.ADDED: "Added",
    Change.RETIRED: "Retired",
    Change.PENDING: "Waiting for a decision",
    Change.RELABELLED: "Relabelled",
    Change.REWORDED: "Reworded",
    Change.MOVED_SLICE: "Moved to another slice",
    Change.MOVED_FILE: "Moved to another file",
    Change.FIELDS: "Other fields",
    Change.REWRITTEN: "Written in another form, the same by meaning",
}
_COUNTED = {
    Change.UNREADABLE: "unreadable",
    Change.PENDING: "waiting",
    Change.MOVED_SLICE: "in another slice",
    Change.MOVED_FILE: "in another file",
    Change.FIELDS: "with other fields",
    Change.REWRITTEN: "the same by meaning",
}
_ACTIONS = {
    SpanAction.ADDED: "added",
    SpanAction.DROPPED: "dropped",
    SpanAction.RETIRED: "the item is retired",
    SpanAction.UNANSWERABLE: "the item has no answer",
    SpanAction.DEFERRED: "deferred",
    SpanAction.PENDING: "waits for a decision",
    SpanAction.RESTORED: "kept as it was",
    SpanAction.ACCEPTED: "accepted",
    SpanAction.WRITTEN: "written by hand",
    SpanAction.LOCATED: "its place or context was filled in or corrected",
    SpanAction.DETAILS: "details changed",
}
HALF_WIDTHS = (
    "± is half the width of the 95 % Wilson interval of a rate measured over the slice's active items, where it"
    " is widest (at 50 %), in percentage points."
)
NOT_SAID = "∅"


@dataclass(frozen=True, slots=True)
class Row:
    """One figure of the balance before and after."""

    label: str
    before: str
    after: str


def headline(diff: SetDiff) -> str:
    """Return how many items changed, and how: a sum that adds up."""
    found = [(change, number) for change, number in diff.counts().items() if number]
    if not found:
        return "No item changed."
    parts = [f"{number} {_COUNTED.get(change, str(change))}" for change, number in found]
    return f"{count(len(diff.items), 'item')} changed: {', '.join(parts)}."


def account(diff: SetDiff) -> str:
    """Return how item files before and after differ, so that a reader can add it up."""
    change = diff.after.files - diff.before.files
    grown = f" ({change:+d})" if change else ""
    return (
        f"{count(diff.before.files, 'item file')} before, {diff.after.files} after{grown};"
        f" {count(diff.changed_files, 'changed file')} of the set."
    )


def said_of_span(change: SpanChange) -> str:
    """Return what was done with a span, and why where that is known."""
    return f"{_ACTIONS[change.action]}{f' ({change.reason})' if change.reason else ''}"


def passages(change: SpanChange) -> tuple[str, str] | None:
    """Return old and new passage where a report has to show them; an empty text for one that is not there."""
    if change.action in {SpanAction.DETAILS, SpanAction.LOCATED, SpanAction.RESTORED} and not (
        change.passages_differ
    ):
        return None
    if change.old is not None and change.new is not None:
        gone = change.action is SpanAction.DROPPED
        return change.old.text, "" if gone else change.new.text
    old, new = change.old, change.new
    return (old.text if old else ""), (new.text if new else "")


def shown_fields(change: SpanChange) -> tuple[FieldChange, ...]:
    """Return the fields of a span that a report has to name: where its passage is shown, not what follows it."""
    if passages(change) is None:
        return change.fields
    return tuple(field for field in change.fields if field.path.partition(".")[0] not in PLACE | SURROUNDINGS)


def where(change: SpanChange) -> tuple[str, str]:
    """Return the documents of old and new passage; empty for one that is not there."""
    return (change.old.doc_id if change.old else ""), (change.new.doc_id if change.new else "")


def remedy_of(change: ItemChange, base: str) -> tuple[str, str]:
    """Return the command that takes a deleted file back, for items are retired, and the file that it names."""
    return f"git checkout {base} --", shell_word(change.path)


def value_text(value: Any) -> str:
    """Return a field's value as people read it."""
    if value in (None, [], ""):
        return NOT_SAID
    if isinstance(value, str):
        return value
    return json.dumps(value, ensure_ascii=False)


def other_files(files: Sequence[FileChange]) -> Iterator[tuple[str, str]]:
    """Yield what changed beside items and settings: a line a snapshot, kept texts, and the rest by name."""
    snapshots: dict[str, list[FileChange]] = {}
    rest = []
    for file in files:
        top, _, below = file.path.partition("/")
        name, _, inner = below.partition("/")
        if top == "snapshots" and inner:
            snapshots.setdefault(name, []).append(file)
        else:
            rest.append(file)
    for name, changed in sorted(snapshots.items()):
        kinds = Counter(file.kind for file in changed)
        label = "kept texts" if name == "texts" else f"snapshot {name}"
        yield label, ", ".join(f"{count(kinds[kind], 'file')} {kind}" for kind in sorted(kinds))
    yield from ((file.path, file.kind) for file in rest)


def figure_rows(before: Balance, after: Balance) -> list[Row]:
    """Return how the set as a whole is made up, before and after."""
    rows = [Row("item files", str(before.files), str(after.files))]
    names = sorted(before.statuses.keys() | after.statuses.keys())
    rows += [Row(name, _of(before.statuses, name), _of(after.statuses, name)) for name in names]
    if before.unreadable or after.unreadable:
        rows.append(Row("unreadable", str(before.unreadable), str(after.unreadable)))
    rows.append(Row("without answer", _share(before), _share(after)))
    tiers = sorted(before.tiers.keys() | after.tiers.keys())
    rows += [Row(f"tier {name}", _of(before.tiers, name), _of(after.tiers, name)) for name in tiers]
    return rows


def slice_rows(before: Balance, after: Balance) -> list[Row]:
    """Return the active items of each slice with the half-width that they allow, before and after."""
    names = sorted(before.slices.keys() | after.slices.keys())
    return [
        Row(f"slice {name}", _measured(before.slices, name), _measured(after.slices, name)) for name in names
    ]


def differing(rows: Sequence[Row]) -> list[Row]:
    """Return the rows in which something changed."""
    return [row for row in rows if row.before != row.after]


def findings_headline(diff: SetDiff) -> str:
    """Return how many findings are new, how many are settled, and what was checked."""
    errors = sum(finding.severity is Severity.ERROR for finding in diff.findings.new)
    warnings = len(diff.findings.new) - errors
    checked = "the whole set was checked" if diff.findings.whole_set else "the changed items were checked"
    new = (
        f"{count(errors, 'new error')} and {count(warnings, 'new warning')}"
        if diff.findings.new
        else "none new"
    )
    settled = f"; {len(diff.findings.settled)} settled" if diff.findings.settled else ""
    return f"{new}{settled} ({checked})"


def _of(counts: Mapping[str, int], name: str) -> str:
    return str(counts.get(name, 0))


def _share(balance: Balance) -> str:
    share = f" ({100 * balance.unanswerable / balance.active:.1f} %)" if balance.active else ""
    return f"{balance.unanswerable}{share}"


def _measured(slices: Mapping[str, int], name: str) -> str:
    number = slices.get(name, 0)
    return f"{number} (±{100 * widest_half_width(number):.1f})" if number else "0"
