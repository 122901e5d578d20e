"""What a re-index put into the working folder, as text and as JSON."""

import json
from dataclasses import dataclass
from itertools import groupby

from goldset.domain.account import End, SpanEnd, end_counts, outcome_counts
from goldset.domain.resolutions import Outcome
from goldset.domain.snapshots import Snapshot
from goldset.reporting.counting import count
from goldset.reporting.quoting import visible
from goldset.reporting.reindexed import LISTED, end_row, listed
from goldset.reporting.totals import total_lines
from goldset.reporting.wrapping import wrapped

_TEXTS = "snapshots/texts/"
_WIDTH = 80
_NEXT = (
    "`goldset validate` fails until each is decided: `goldset relabel accept ITEM SPAN`, or `retire`,"
    " `unanswerable`, `drop`, `later`. Then commit pages, items and snapshot together."
)


@dataclass(frozen=True, slots=True)
class InPlace:
    """What a re-index of the working folder has to report.

    Attributes:
        snapshot: The snapshot of the corpus.
        is_new: Whether the working folder did not have it before.
        ends: Where every span ends; `where` is the item's file.
        files: The files that changed, or would, by path below the set's folder.
        dry_run: Whether it was only planned.
        notices: What a person should know.
    """

    snapshot: Snapshot
    is_new: bool
    ends: tuple[SpanEnd, ...]
    files: tuple[str, ...]
    dry_run: bool
    notices: tuple[str, ...]

    @property
    def asked(self) -> list[SpanEnd]:
        """The spans that wait for a person in their items, by item and span."""
        return [end for end in self.ends if end.end is End.QUEUED]

    @property
    def has_unresolved(self) -> bool:
        """Whether a span could not be checked."""
        return any(end.outcome is Outcome.UNRESOLVED for end in self.ends)


def in_place_text(done: InPlace) -> str:
    """Return what was put into the working folder, for a terminal."""
    snapshot = done.snapshot
    head = f"Snapshot {snapshot.id}: {count(snapshot.documents, 'document')}, in the working folder"
    totals = total_lines(outcome_counts(done.ends), len(done.ends))
    others = [listed(done.ends, end) for end in LISTED if end is not End.QUEUED]
    parts = [[head], totals, _asked(done), *others, _files(done)]
    if done.asked and not done.dry_run:
        parts.append(wrapped(_NEXT, "", _WIDTH))
    return "\n\n".join("\n".join(part) for part in parts if part) + "\n"


def _asked(done: InPlace) -> list[str]:
    lines = ["Waiting for a decision, in their items:"] if done.asked else []
    for path, group in groupby(done.asked, key=lambda end: end.where):
        lines.append(f"  {visible(path)}")
        lines += [f"    {visible(end.item)} {visible(end.span)}: {end.told}" for end in group]
    return lines


def _files(done: InPlace) -> list[str]:
    if not done.files:
        return ["Nothing to do: the working folder is as it should be."]
    texts = sum(path.startswith(_TEXTS) for path in done.files)
    named = [f"  {visible(path)}" for path in done.files if not path.startswith(_TEXTS)]
    kept = [f"  {_TEXTS} ({count(texts, 'text')})"] if texts else []
    return ["Would write:" if done.dry_run else "Wrote:", *named, *kept]


def in_place_json(done: InPlace) -> str:
    """Return what was put into the working folder as JSON, sorted and stable."""
    snapshot = done.snapshot
    data = {
        "version": 1,
        "snapshot": {
            "id": snapshot.id,
            "digest": snapshot.digest,
            "documents": snapshot.documents,
            "new": done.is_new,
        },
        "dry_run": done.dry_run,
        "totals": {"spans": len(done.ends), **outcome_counts(done.ends)},
        "ends": {str(end): number for end, number in end_counts(done.ends).items()},
        "files": list(done.files),
        "spans": [end_row(end) for end in done.ends],
        "notices": list(done.notices),
    }
    return json.dumps(data, ensure_ascii=False, indent=2) + "\n"
