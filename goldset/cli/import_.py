"""`goldset import`: bring in a set of any form."""

import sys
from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import Any

import click

from goldset.cli.options import corpus_option, examples, folder_option, format_option, jobs_option
from goldset.cli.output import echo
from goldset.cli.progress import shown_progress


@click.command(
    epilog=examples(
        "goldset import goldens.jsonl --slice fees",
        "goldset import export.csv --mapping columns.yaml --dry-run",
        "goldset import golden.json --chunks chunks.jsonl --format json",
    )
)
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--from", "form", default="auto", show_default=True, metavar="FORM", help="Form of the file.")
@click.option(
    "--mapping",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Which column of a table says what; without it they are guessed, and shown.",
)
@click.option("--yes", is_flag=True, help="Take the columns as they are guessed.")
@click.option(
    "--slice", "slice_name", default="imported", show_default=True, help="Slice of rows that name none."
)
@click.option(
    "--source", default="", metavar="NAME", help="Name of the set that it is, where you import several."
)
@click.option("--snapshot", metavar="ID", help="Look for evidence in this snapshot, not the newest.")
@corpus_option
@click.option(
    "--chunks",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Texts of chunks by id: JSON Lines, Parquet or a JSON object.",
)
@click.option(
    "--coarse",
    type=click.Choice(("chunk", "document")),
    help="chunk: its quotes are whole chunks; document: documents named without a quote are gold as a whole.",
)
@click.option("--update", is_flag=True, help="Let items that nobody changed here follow their source.")
@click.option("--dry-run", is_flag=True, help="Print what would be done; write nothing.")
@click.option("--by", metavar="WHO", help="Who vouches for the items, as `labelled_by`.")
@jobs_option
@format_option("text", "json")
@folder_option
def command(file: Path, form: str, style: str, folder: Path, **said: Any) -> int:
    """Bring in a set of any form: rows become items, or drafts with the reason.

    Quotes are looked for in the newest snapshot; one that stands at one place becomes a gold span. What is
    not found, stands in several places, proves nothing where it stands or has no evidence becomes a draft:
    nothing is guessed, nothing dropped. Each row ends in one count. Importing the file again changes nothing;
    what people changed here is never touched.
    It leaves with 1 where rows were refused.
    """
    from goldset.operations.import_outcomes import ImportRequest
    from goldset.operations.import_set import import_set
    from goldset.reporting.imported import import_json, import_text
    from goldset.stores.formats.given import read_given

    chunks, mapping = said["chunks"], said["mapping"]
    given = read_given(folder / file, str(file), form, (folder / mapping, str(mapping)) if mapping else None)
    if given.guessed is not None:
        shown = "\n".join([given.guessed.text().rstrip(), *_left(given.read.not_read)])
        echo(f"# What the columns of {file} were guessed to say:\n{shown}", err=True)
        if not said["yes"]:
            _refuse_unconfirmed()
    request = ImportRequest(
        today=date.today(),  # noqa: DTZ011 (a labeller's own day)
        slice=said["slice_name"],
        source=said["source"],
        snapshot=said["snapshot"],
        corpus=said["corpus"],
        chunks=(folder / chunks, str(chunks)) if chunks else None,
        coarse=said["coarse"],
        update=said["update"],
        dry_run=said["dry_run"],
        by=said["by"],
        jobs=said["jobs"],
    )
    try:
        with shown_progress() as progress:
            report = import_set(folder, given.read, request, progress)
    except KeyboardInterrupt as stop:
        if stop.args:
            echo(f"goldset: {stop.args[0]}", err=True)
        raise
    for notice in report.notices:
        echo(f"note: {notice}", err=True)
    echo(import_json(report) if style == "json" else import_text(report), nl=False)
    return int(report.totals["refused"] > 0)


def _left(not_read: Mapping[str, int]) -> list[str]:
    return [f"# not taken: {', '.join(not_read)}"] if not_read else []


def _refuse_unconfirmed() -> None:
    """Go on only where a person says that the columns are what they were guessed to be."""
    from goldset.errors import WrongUsageError

    hint = (
        "save the lines above as a file, mend them, and give it with `--mapping FILE`; "
        "`--yes` takes them as they are"
    )
    if not sys.stdin.isatty():
        raise WrongUsageError("the columns were guessed, and nobody has confirmed them", hint)
    if not click.confirm("Is that right?", err=True):
        raise WrongUsageError("the columns are not what was guessed", hint)
