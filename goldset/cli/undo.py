"""`goldset undo`."""

from datetime import UTC, datetime
from pathlib import Path

import click

from goldset.cli.options import base_option, examples, folder_option, format_option, open_prs_option
from goldset.cli.output import echo


@click.command(epilog=examples("goldset undo 2026-11-01", "goldset undo 2026-11-01 --open-prs"))
@click.argument("snapshot_id", metavar="ID")
@open_prs_option
@base_option
@format_option("text", "json")
@folder_option
def command(snapshot_id: str, *, open_prs: bool, base: str | None, style: str, folder: Path) -> int:
    """Take back what a snapshot carried over.

    Marks the snapshot's accepted lines as undone: they do not count any more, and the next `goldset reindex`
    queues their spans. It is a commit of yours, on the snapshot's open branch or on one of its own with a
    pull request; it counts on the base once that is merged. A snapshot that stands in the working folder alone is
    marked there.
    """
    from goldset.operations.undo import undo
    from goldset.reporting.relabel import as_json

    done = undo(folder, snapshot_id, base, datetime.now(UTC), open_prs=open_prs)
    for notice in done.notices:
        echo(f"note: {notice}", err=True)
    if style == "json":
        spans = [{"item": item, "span": span} for item, span in done.spans]
        echo(as_json(snapshot=done.snapshot, branch=done.branch, spans=spans), nl=False)
    elif done.spans:
        where = f"on {done.branch}" if done.branch else "in the working folder: commit it, and re-index"
        echo(f"{len(done.spans)} spans of {done.snapshot} taken back {where}")
    else:
        echo(f"snapshot {done.snapshot} carried nothing over that could be taken back")
    return 0
