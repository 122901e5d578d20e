"""`goldset reindex`."""

from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from goldset.cli.options import (
    base_option,
    corpus_option,
    created_option,
    examples,
    folder_option,
    format_option,
    jobs_option,
    open_prs_option,
    renames_option,
)
from goldset.cli.output import echo
from goldset.cli.progress import shown_progress
from goldset.cli.steps import step_teller

if TYPE_CHECKING:
    from goldset.operations.reindex import ReindexRequest


@click.command(
    epilog=examples(
        "goldset reindex 2026-11-01 --corpus export/",
        "git diff main...goldset/help-centre/relabel/exclusions-1",
        "goldset reindex --open-prs --dry-run",
        "goldset reindex --in-place",
    )
)
@click.argument("snapshot_id", metavar="[ID]", required=False)
@corpus_option
@open_prs_option
@click.option(
    "--in-place",
    is_flag=True,
    help="Change the working folder, not branches: page and item go into one pull request.",
)
@click.option("--dry-run", is_flag=True, help="Print what would be done; write nothing.")
@click.option(
    "--accept-change", is_flag=True, help="Go on where a brake holds: many documents gone, many spans queued."
)
@click.option("--exit-code", is_flag=True, help="Exit with 1 where a span waits for a person.")
@jobs_option
@base_option
@created_option
@renames_option
@format_option("text", "json")
@folder_option
def command(
    snapshot_id: str | None,
    corpus: str | None,
    open_prs: bool,
    in_place: bool,
    dry_run: bool,
    accept_change: bool,
    exit_code: bool,
    jobs: int,
    base: str | None,
    created: datetime | None,
    renames: Path | None,
    style: str,
    folder: Path,
) -> int:
    """Take in a new corpus: carry over, and queue what needs a person.

    Resolves every gold span in the corpus as it is now. What is provably the same passage is recorded on
    the branch goldset/SET/snapshot/ID; everything else waits on the branches goldset/SET/relabel/GROUP-N.
    Their pull requests are files in .goldset/ or, with --open-prs, those of GitHub. Neither your working
    tree nor your index is touched, and running it again changes nothing.

    With --in-place, for documents in the set's own repository, snapshot and questions are put into the working
    folder instead, to be decided and committed together with the pages. Items that hold changes which are not
    committed are never written to; all files are changed or none.
    """
    from goldset.operations.reindex import ReindexRequest, reindex
    from goldset.reporting.reindexed import account_json, account_text
    from goldset.stores.renames_file import read_renames

    if in_place and (open_prs or base):
        raise click.UsageError("--in-place changes the working folder: it has no pull requests and no base")
    request = ReindexRequest(
        corpus=corpus,
        id=snapshot_id,
        created=created,
        now=datetime.now(UTC),
        base=base,
        renames=tuple(read_renames(renames)) if renames else (),
        dry_run=dry_run,
        open_prs=open_prs,
        accept_change=accept_change,
        jobs=jobs,
    )
    if in_place:
        return _in_place(folder, request, style, exit_code=exit_code)
    with shown_progress() as progress:
        account = reindex(folder, request, step_teller(), progress)
    for notice in account.notices:
        echo(f"note: {notice}", err=True)
    echo(account_json(account) if style == "json" else account_text(account), nl=False)
    return 1 if account.has_unresolved or (exit_code and account.needs_people) else 0


def _in_place(folder: Path, request: "ReindexRequest", style: str, *, exit_code: bool) -> int:
    from goldset.operations.reindex_in_place import reindex_in_place
    from goldset.reporting.in_place import in_place_json, in_place_text

    with shown_progress() as progress:
        done = reindex_in_place(folder, request, progress)
    for notice in done.notices:
        echo(f"note: {notice}", err=True)
    echo(in_place_json(done) if style == "json" else in_place_text(done), nl=False)
    return 1 if done.has_unresolved or (exit_code and done.asked) else 0
