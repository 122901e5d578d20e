"""What a re-index did, as text and as JSON."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from goldset.domain.account import End, SpanEnd, end_counts, outcome_counts
from goldset.domain.branch_names import short
from goldset.domain.resolutions import Outcome
from goldset.domain.snapshots import Snapshot
from goldset.domain.steps import Step
from goldset.reporting.counting import count
from goldset.reporting.findings import visible
from goldset.reporting.totals import total_lines

WORDS = {
    End.CURRENT: "current",
    End.CARRIED_OVER: "carried over, in the snapshot's pull request",
    End.QUEUED: "queued, in a relabel pull request",
    End.HELD: "held back, until a pull request is settled",
    End.DECLINED: "declined, a person closed the pull request",
    End.DEFERRED: "deferred by a person",
    End.REFUSED: "refused with the snapshot by a person",
    End.UNRESOLVED: "unresolved: could not be checked",
    End.SKIPPED: "skipped: pinned, retired, dropped or unanswerable",
}
# Ends that a person may want to act on; the others are counts.
LISTED = (End.QUEUED, End.HELD, End.DECLINED, End.DEFERRED, End.REFUSED, End.UNRESOLVED)


@dataclass(frozen=True, slots=True)
class Account:
    """What a re-index has to report.

    Attributes:
        snapshot: The snapshot of the corpus.
        is_new: Whether no branch had it before.
        base: Name of the base branch.
        ends: Where every span ends.
        steps: What was done; what would be done where it was only planned.
        dry_run: Whether it was only planned.
        notices: What a person should know.
        drafts: Where it was only planned, the words that would be written: branch, title (empty for a
            comment) and body.
    """

    snapshot: Snapshot
    is_new: bool
    base: str
    ends: tuple[SpanEnd, ...]
    steps: tuple[Step, ...]
    dry_run: bool
    notices: tuple[str, ...]
    drafts: tuple[tuple[str, str, str], ...] = ()

    @property
    def needs_people(self) -> bool:
        """Whether a span waits for a person."""
        return any(end.end in (End.QUEUED, End.HELD) for end in self.ends)

    @property
    def has_unresolved(self) -> bool:
        """Whether a span could not be checked."""
        return any(end.outcome is Outcome.UNRESOLVED for end in self.ends)


def account_text(account: Account) -> str:
    """Return the account of a re-index for a terminal."""
    snapshot, ends = account.snapshot, account.ends
    head = f"Snapshot {snapshot.id}: {count(snapshot.documents, 'document')}, against {account.base}"
    parts = [[head], total_lines(outcome_counts(ends), len(ends)), _counts(ends)]
    parts += [listed(ends, end) for end in LISTED]
    parts.append(_steps(account.steps, dry_run=account.dry_run))
    return "\n\n".join("\n".join(part) for part in parts if part) + "\n"


def _counts(ends: Sequence[SpanEnd]) -> list[str]:
    rows = [(WORDS[end], count) for end, count in end_counts(ends).items() if count]
    return [f"{count:>7}  {words}" for words, count in rows]


def listed(ends: Sequence[SpanEnd], wanted: End) -> list[str]:
    """Return the spans that ended in one way, by the pull request that they are in or were in; nothing without any."""
    found = sorted((e for e in ends if e.end is wanted), key=lambda e: (e.where, e.item, e.span))
    lines = [f"{WORDS[wanted][0].upper()}{WORDS[wanted][1:]}:"] if found else []
    for where, group in groupby(found, key=lambda e: e.where):
        lines += [f"  {visible(_place(where))}"] if where else []
        lines += [f"    {visible(end.item)} {visible(end.span)}: {end.told}" for end in group]
    return lines


def _place(where: str) -> str:
    return short(where) if where.startswith("goldset/") else where


def _steps(steps: Sequence[Step], *, dry_run: bool) -> list[str]:
    if not steps:
        return ["Nothing to do: branches and pull requests stand as they should."]
    return ["Would do:" if dry_run else "Done:", *(f"  {visible(str(step))}" for step in steps)]


def account_json(account: Account) -> str:
    """Return the account of a re-index as JSON, sorted and stable."""
    snapshot, ends = account.snapshot, account.ends
    data = {
        "version": 1,
        "snapshot": {
            "id": snapshot.id,
            "digest": snapshot.digest,
            "documents": snapshot.documents,
            "new": account.is_new,
        },
        "base": account.base,
        "dry_run": account.dry_run,
        "totals": {"spans": len(ends), **outcome_counts(ends)},
        "ends": {str(end): count for end, count in end_counts(ends).items()},
        "steps": [str(step) for step in account.steps],
        "spans": [end_row(end) for end in ends],
        "notices": list(account.notices),
    }
    if account.dry_run:
        data["drafts"] = [{"branch": branch, "title": t, "body": body} for branch, t, body in account.drafts]
    return json.dumps(data, ensure_ascii=False, indent=2) + "\n"


def end_row(end: SpanEnd) -> dict[str, Any]:
    """Return what JSON says of where a span ends."""
    row = {
        "item": end.item,
        "span": end.span,
        "end": str(end.end),
        "outcome": str(end.outcome),
        "where": end.where,
        "reason": end.reason,
        "taken_back": end.taken_back,
    }
    return {key: value for key, value in row.items() if value}
