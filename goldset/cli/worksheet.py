"""`goldset worksheet`: decisions as rows of a spreadsheet, for people who do not use Git."""

from datetime import UTC, datetime
from pathlib import Path

import click

from goldset.cli.options import (
    base_option,
    corpus_option,
    examples,
    folder_option,
    format_option,
    open_prs_option,
)
from goldset.cli.output import echo

owner_option = click.option(
    "--owner",
    metavar="WHO",
    help="Only slices of this owner: a person of goldset.yaml, or an @account; without it, all.",
)
out_option = click.option(
    "--out",
    required=True,
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="The file to write, .xlsx or .csv; none that is there is written over.",
)


@click.group(
    epilog=examples(
        "goldset worksheet queue --owner r.diaz --out decisions.xlsx",
        "goldset worksheet apply decisions.xlsx --by r.diaz",
    )
)
def command() -> None:
    """Ask people who do not use Git: a spreadsheet out, their decisions in.

    Each row is one decision, with a drop-down. Rows and columns may be sorted and moved; what a row is about
    stands in a hidden column. Nothing in a cell is ever worked out as a formula.
    """


@command.command(epilog=examples("goldset worksheet queue --owner r.diaz --out decisions.xlsx"))
@owner_option
@out_option
@open_prs_option
@base_option
@format_option("text", "json")
@folder_option
def queue(*, owner: str | None, out: Path, open_prs: bool, base: str | None, style: str, folder: Path) -> int:
    """Write the open decisions of the relabel queue: old passage, candidates, what differs."""
    return _make("queue", owner, out, folder, style, base, open_prs=open_prs)


@command.command(epilog=examples("goldset worksheet label --owner @claims-team --out label.xlsx"))
@owner_option
@out_option
@format_option("text", "json")
@folder_option
def label(*, owner: str | None, out: Path, style: str, folder: Path) -> int:
    """Write the drafts, and the items without evidence, that wait for a labeller."""
    return _make("label", owner, out, folder, style)


@command.command(epilog=examples("goldset worksheet review --owner r.diaz --out review.csv"))
@owner_option
@out_option
@format_option("text", "json")
@folder_option
def review(*, owner: str | None, out: Path, style: str, folder: Path) -> int:
    """Write the active items, for a second person to agree with or not."""
    return _make("review", owner, out, folder, style)


def _make(
    kind: str,
    owner: str | None,
    out: Path,
    folder: Path,
    style: str,
    base: str | None = None,
    *,
    open_prs: bool = False,
) -> int:
    from goldset.domain.worksheet import Kind
    from goldset.operations.worksheet import WorksheetRequest, make_worksheet
    from goldset.reporting.worksheet import made_json, made_text

    made = make_worksheet(folder, WorksheetRequest(Kind(kind), out, owner, base, open_prs))
    for notice in made.notices:
        echo(f"note: {notice}", err=True)
    echo(made_json(made) if style == "json" else made_text(made), nl=False)
    return 0


@command.command(
    epilog=examples(
        "goldset worksheet apply decisions.xlsx --by r.diaz --dry-run",
        "goldset worksheet apply label.csv --by a.ng --corpus export",
    )
)
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--by", required=True, metavar="WHO", help="Who decided, as listed under `people` in goldset.yaml."
)
@click.option(
    "--activate", is_flag=True, help="Drafts of which nothing is left to be labelled become active."
)
@click.option("--dry-run", is_flag=True, help="Say what would become of each row; write nothing.")
@corpus_option
@open_prs_option
@base_option
@format_option("text", "json")
@folder_option
def apply(
    *,
    file: Path,
    by: str,
    activate: bool,
    dry_run: bool,
    corpus: str | None,
    open_prs: bool,
    base: str | None,
    style: str,
    folder: Path,
) -> int:
    """Carry out what came back: each row is applied, applied already, not decided, or refused.

    Decisions about the queue become one commit on each queue branch, which names who decided. Labels and reviews are
    written into the items of the working folder, for you to commit; a labelled draft stays one without --activate.
    A row that is incomplete, contradicts another, or is about something that changed since is refused and listed,
    and leaves with 1; the others are carried out. Applying a worksheet again changes nothing.
    """
    from goldset.operations.worksheet_apply import ApplyRequest, apply_worksheet
    from goldset.reporting.worksheet import applied_json, applied_text

    request = ApplyRequest(
        path=file,
        by=by,
        now=datetime.now(UTC),
        corpus=corpus,
        activate=activate,
        base=base,
        open_prs=open_prs,
        dry_run=dry_run,
    )
    applied = apply_worksheet(folder, request)
    for notice in applied.notices:
        echo(f"note: {notice}", err=True)
    echo(applied_json(applied) if style == "json" else applied_text(applied), nl=False)
    return 1 if applied.refused else 0
