"""`goldset import`: bring in a set of any form."""

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
@click.argument("file", type=click.Path(exists=True, path_type=Path))
@click.option("--from", "form", default="auto", show_default=True, metavar="FORM", help="Form of the file.")
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
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
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

    Quotes are looked for in the newest snapshot; one that stands at one place becomes a gold span. What is not
    found, stands in several places or has no evidence becomes a draft: nothing is guessed, nothing dropped. Each
    row ends in one count. Importing the file again changes nothing; what people changed here is never touched.
    It leaves with 1 where rows were refused.
    """
    from goldset.operations.import_outcomes import ImportRequest
    from goldset.operations.import_set import import_set
    from goldset.reporting.imported import import_json, import_text
    from goldset.stores.formats.registry import read_set

    chunks = said["chunks"]
    request = ImportRequest(
        today=date.today(),  # noqa: DTZ011 (a labeller's own day)
        slice=said["slice_name"],
        source=said["source"],
        snapshot=said["snapshot"],
        corpus=said["corpus"],
        chunks=(chunks, str(chunks)) if chunks else None,
        coarse=said["coarse"],
        update=said["update"],
        dry_run=said["dry_run"],
        by=said["by"],
        jobs=said["jobs"],
    )
    read = read_set(file, str(file), form)
    try:
        with shown_progress() as progress:
            report = import_set(folder, read, request, progress)
    except KeyboardInterrupt as stop:
        if stop.args:
            echo(f"goldset: {stop.args[0]}", err=True)
        raise
    for notice in report.notices:
        echo(f"note: {notice}", err=True)
    echo(import_json(report) if style == "json" else import_text(report), nl=False)
    return int(report.totals["refused"] > 0)
