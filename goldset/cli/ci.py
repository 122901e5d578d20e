"""`goldset ci`: check a change in a workflow."""

from pathlib import Path

import click

from goldset.cli.options import examples, folder_option
from goldset.cli.output import echo, echo_exactly


@click.command(epilog=examples("goldset ci -C eval/help-centre --strict"))
@click.option("--strict", is_flag=True, help="Fail on warnings too.")
@click.option("--base", metavar="REF", help="What the change comes from; without it, what the event says.")
@folder_option
def command(strict: bool, base: str | None, folder: Path) -> int:
    """Check a change in a workflow of GitHub Actions.

    Validates the set and prints annotations, adds findings and what the change does to the job's summary and,
    where GITHUB_TOKEN is given for a pull request of the repository's own branches, keeps one comment on it up
    to date. Findings alone decide the exit code: errors, with --strict warnings too, make it leave with 1.

    What the change comes from is read from the event of the workflow. A pull request needs a checkout of two
    commits (fetch-depth: 2), a merge queue and a push the whole history; where that is missing, the whole set
    is checked, and it says so.
    """
    from goldset.operations.ci import check_change, put_comment, write_summary
    from goldset.reporting.workflow_commands import annotations

    checked = check_change(folder, base, strict=strict)
    echo_exactly(annotations(checked.report))
    write_summary(checked.summary)
    failed = put_comment(folder, checked)
    for notice in (*checked.notices, *([failed] if failed else [])):
        echo(f"goldset: {notice}", err=True)
    return 1 if checked.report.failed else 0
