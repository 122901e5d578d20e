"""`goldset snapshot`: make, list, compare and thin corpus snapshots."""

from datetime import UTC, datetime
from pathlib import Path

import click

from goldset.cli.options import corpus_option, created_option, examples, folder_option, format_option
from goldset.cli.output import echo
from goldset.cli.progress import shown_progress


@click.group(
    epilog=examples(
        "goldset snapshot create 2026-11-01 --corpus export/", "goldset snapshot diff 2026-10-01 2026-11-01"
    )
)
def command() -> None:
    """Make, list, compare and thin corpus snapshots."""


@command.command(epilog=examples("goldset snapshot create 2026-11-01 --corpus export/"))
@click.argument("snapshot_id", required=False, metavar="[ID]")
@corpus_option
@created_option
@format_option("text", "json")
@folder_option
def create(
    snapshot_id: str | None, corpus: str | None, created: datetime | None, style: str, folder: Path
) -> int:
    """Record what a corpus holds now.

    Writes snapshots/ID with a line per document, and keeps the text of documents that gold spans name.
    Without ID it is the date and the start of the corpus digest. Nothing is written where the newest snapshot
    has the same corpus.
    """
    from goldset.operations.snapshot_create import SnapshotRequest, create_snapshot
    from goldset.reporting.snapshots import created_json, created_text

    request = SnapshotRequest(corpus, snapshot_id, created, datetime.now(UTC))
    with shown_progress() as progress:
        done = create_snapshot(folder, request, progress)
    for notice in done.notices:
        echo(f"goldset: {notice}", err=True)
    show = created_json if style == "json" else created_text
    echo(show(done.snapshot, is_new=done.is_new, texts=done.texts), nl=False)
    return 0


@command.command("list", epilog=examples("goldset snapshot list"))
@format_option("text", "json")
@folder_option
def list_command(style: str, folder: Path) -> int:
    """List all snapshots, the newest last."""
    from goldset.operations.snapshot_read import list_snapshots
    from goldset.reporting.snapshots import snapshots_json, snapshots_text

    show = snapshots_json if style == "json" else snapshots_text
    echo(show(list_snapshots(folder)), nl=False)
    return 0


@command.command(epilog=examples("goldset snapshot show 2026-10-01 --format json"))
@click.argument("snapshot_id", metavar="ID")
@format_option("text", "json")
@folder_option
def show(snapshot_id: str, style: str, folder: Path) -> int:
    """Show what a snapshot holds; as JSON with every document."""
    from goldset.operations.snapshot_read import show_snapshot
    from goldset.reporting.snapshots import snapshot_json, snapshot_text

    shown = show_snapshot(folder, snapshot_id)
    write = snapshot_json if style == "json" else snapshot_text
    echo(write(shown.manifest, shown.kept, shown.outcomes), nl=False)
    return 0


@command.command(epilog=examples("goldset snapshot diff 2026-10-01 2026-11-01"))
@click.argument("first", metavar="A")
@click.argument("second", metavar="B")
@format_option("text", "json")
@folder_option
def diff(first: str, second: str, style: str, folder: Path) -> int:
    """Show which documents differ between two snapshots.

    + added, - removed, > renamed (the same text), ~ changed, m other metadata.
    """
    from goldset.operations.snapshot_read import diff_snapshots
    from goldset.reporting.snapshots import diff_json, diff_text

    write = diff_json if style == "json" else diff_text
    echo(write(first, second, diff_snapshots(folder, first, second)), nl=False)
    return 0


@command.command(epilog=examples("goldset snapshot verify 2026-10-01 --corpus export/"))
@click.argument("snapshot_id", metavar="ID")
@corpus_option
@format_option("text", "json")
@folder_option
def verify(snapshot_id: str, corpus: str | None, style: str, folder: Path) -> int:
    """Check a snapshot: its digest, the texts kept for it, and with --corpus the corpus.

    Leaves with 1 where something is wrong.
    """
    from goldset.domain.findings import Severity
    from goldset.operations.snapshot_read import verify_snapshot
    from goldset.reporting.findings import findings_json
    from goldset.reporting.snapshots import verified_text

    found = verify_snapshot(folder, snapshot_id, corpus)
    errors = sum(finding.severity is Severity.ERROR for finding in found)
    totals = {"errors": errors, "warnings": len(found) - errors}
    echo(findings_json(found, totals) if style == "json" else verified_text(snapshot_id, found), nl=False)
    return 1 if errors else 0


@command.command(epilog=examples("goldset snapshot prune --dry-run"))
@click.option("--dry-run", is_flag=True, help="Only say what would change.")
@format_option("text", "json")
@folder_option
def prune(dry_run: bool, style: str, folder: Path) -> int:
    """Thin old snapshots and delete what nothing names any more.

    The newest two snapshots and those of open goldset branches stay whole. Of the others those stay that an
    item names, with only the documents that gold spans name. Commit the result as a change of its own.
    """
    from goldset.operations.snapshot_prune import prune_snapshots
    from goldset.reporting.snapshots import prune_json, prune_text

    done = prune_snapshots(folder, dry_run=dry_run)
    write = prune_json if style == "json" else prune_text
    echo(write(done.plan, done.held.snapshots, dry_run=dry_run), nl=False)
    return 0
