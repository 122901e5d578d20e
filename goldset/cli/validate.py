"""`goldset validate`: check the set and print every finding."""

from pathlib import Path

import click

from goldset.cli.options import examples, folder_option, format_option
from goldset.cli.output import echo


@click.command(
    epilog=examples(
        "goldset validate items/exclusions --format json",
        "goldset validate --changed-since origin/main --strict",
    )
)
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path), metavar="[PATH]...")
@click.option("--strict", is_flag=True, help="Fail on warnings too.")
@click.option("--changed-since", metavar="REF", help="Report on what changed since this branch left REF.")
@format_option("text", "json")
@folder_option
def command(
    paths: tuple[Path, ...], strict: bool, changed_since: str | None, style: str, folder: Path
) -> int:
    """Check the set; print every finding.

    Errors make it leave with 1, warnings only with --strict. With PATHs it prints what concerns these files
    or folders; they are still checked against the whole set. With --changed-since it prints what concerns the
    files that changed.

    On a branch, an answer may no longer say what only an earlier passage proved: items are compared with
    those of the base branch where this branch left it.
    """
    from goldset.operations.validate import validate
    from goldset.reporting.findings import findings_json, findings_text

    result = validate(folder, [folder / path for path in paths], changed_since)
    show = findings_json if style == "json" else findings_text
    echo(show(result.findings, result.totals), nl=False)
    for notice in result.notices:
        echo(f"goldset: {notice}", err=True)
    return 1 if result.totals["errors"] or (strict and result.totals["warnings"]) else 0
