"""`goldset resolve`: say where every gold span stands in a snapshot."""

from pathlib import Path

import click

from goldset.cli.options import (
    corpus_option,
    examples,
    folder_option,
    format_option,
    jobs_option,
    renames_option,
)
from goldset.cli.output import echo
from goldset.cli.progress import shown_progress


@click.command(epilog=examples("goldset resolve --to 2026-11-01 --corpus export/"))
@click.option("--to", required=True, metavar="ID", help="The snapshot to resolve in.")
@corpus_option
@renames_option
@click.option("--explain", metavar="ITEM", help="Show all evidence for one item.")
@format_option("text", "json", "markdown")
@click.option("--exit-code", is_flag=True, help="Leave with 1 where a span is queued.")
@jobs_option
@folder_option
def command(
    to: str,
    corpus: str | None,
    renames: Path | None,
    explain: str | None,
    style: str,
    exit_code: bool,
    jobs: int,
    folder: Path,
) -> int:
    """Say where every gold span stands in a snapshot; never writes.

    What is provably the same passage is carried over; everything else would be queued, with the candidates
    shown. Leaves with 1 where a span could not be checked.
    """
    from goldset.operations.resolve import ResolveRequest, resolve_set
    from goldset.reporting.resolution import resolved_json, resolved_markdown, resolved_text
    from goldset.reporting.resolution_evidence import explained_text

    with shown_progress() as progress:
        done = resolve_set(folder, ResolveRequest(to, corpus, renames, explain, jobs), progress)
    pairs = [(one.span, one.resolution) for one in done.spans]
    near = [(one.span, one.resolution) for one in done.near]
    for path in done.unreadable:
        echo(f"goldset: {path} has errors; its spans were not resolved", err=True)
    if style == "json":
        report = resolved_json(to, done.totals(), pairs, near, done.unreadable)
    elif style == "markdown":
        report = resolved_markdown(to, done.totals(), pairs)
    elif explain is not None:
        report = explained_text(to, pairs, near)
    else:
        report = resolved_text(to, done.totals(), pairs, near)
    echo(report, nl=False)
    return done.exit_code(queued_counts=exit_code)
