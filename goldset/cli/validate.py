"""`goldset validate`: check the set and print every finding."""

from pathlib import Path

import click

from goldset.cli.options import examples, folder_option, format_option
from goldset.cli.output import echo, echo_exactly


@click.command(
    epilog=examples(
        "goldset validate items/exclusions --format json",
        "goldset validate --changed-since origin/main --strict",
        "goldset validate --format sarif > goldset.sarif",
    )
)
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path), metavar="[PATH]...")
@click.option("--strict", is_flag=True, help="Fail on warnings too.")
@click.option("--changed-since", metavar="REF", help="Count only what changed since this branch left REF.")
@format_option("text", "json", "github", "summary", "sarif", "junit")
@folder_option
def command(
    paths: tuple[Path, ...], strict: bool, changed_since: str | None, style: str, folder: Path
) -> int:
    """Check the set; print every finding.

    Errors make it leave with 1, warnings only with --strict. With PATHs it prints what concerns these files
    or folders; they are still checked against the whole set. With --changed-since only what concerns the
    files that changed counts; what else there is is printed apart.

    On a branch, an answer may no longer say what only an earlier passage proved: items are compared with
    those of the base branch where this branch left it.

    github prints annotations, summary the Markdown of a job's summary; their paths, and those of sarif and
    junit, begin at the root of the repository.
    """
    from goldset.operations.validate import validate
    from goldset.reporting.findings_formats import as_format

    result = validate(folder, [folder / path for path in paths], changed_since)
    report = result.report(strict=strict)
    text = as_format(report, style)
    if style in ("github", "summary"):
        echo_exactly(text)
    else:
        echo(text, nl=False)
    for notice in result.notices:
        echo(f"goldset: {notice}", err=True)
    return 1 if report.failed else 0
