"""`goldset audit`: say how much of a set of any form is still true."""

from pathlib import Path

import click

from goldset.cli.options import examples, folder_option, format_option, jobs_option, renames_option
from goldset.cli.output import echo
from goldset.cli.progress import shown_progress


@click.command(
    epilog=examples(
        "goldset audit questions.csv --corpus docs/",
        "goldset audit golden.json --corpus docs/ --chunks chunks.jsonl",
        "goldset audit golden.jsonl --corpus docs/ --was git:v1.0:docs",
        "goldset audit goldens.xlsx --corpus docs/ --format html > audit.html",
    )
)
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--corpus",
    metavar="PATH",
    help="The documents: a folder, a JSONL or Parquet file, or git:REV:PATH; without it the sources of goldset.yaml.",
)
@click.option("--was", metavar="PATH", help="The documents as they were when FILE was labelled, likewise.")
@click.option(
    "--chunks",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Texts of chunks by id: JSON Lines, Parquet or a JSON object.",
)
@click.option("--from", "form", default="auto", show_default=True, metavar="FORM", help="Form of the file.")
@click.option(
    "--mapping",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="What the columns of a table say, in YAML; guessed without it, and shown.",
)
@renames_option
@format_option("text", "json", "markdown", "html")
@click.option(
    "--exit-code", is_flag=True, help="Leave with 1 where a label is dead or doubtful, or a row refused."
)
@jobs_option
@folder_option
def command(
    file: Path,
    corpus: str | None,
    was: str | None,
    chunks: Path | None,
    form: str,
    mapping: Path | None,
    renames: Path | None,
    style: str,
    exit_code: bool,
    jobs: int,
    folder: Path,
) -> int:
    """Say how much of a set of any form is still true; never writes.

    FILE is a golden set as any tool keeps it; no repository is needed. Each row is alive, moved, changed, gone,
    ambiguous, or one of which nobody can tell; and in total it is said how much of a score rests on labels that
    are not true any more. With --was each passage is followed from where it stood.
    """
    from goldset.operations.audit import AuditRequest, audit_set
    from goldset.reporting.audit import audit_text
    from goldset.reporting.audit_html import audit_html
    from goldset.reporting.audit_json import audit_json
    from goldset.reporting.audit_markdown import audit_markdown
    from goldset.stores.formats.given import read_given

    given = read_given(folder / file, str(file), form, (folder / mapping, str(mapping)) if mapping else None)
    if given.guessed is not None:
        echo(
            f"note: its columns are taken so; `--mapping FILE` says otherwise:\n{given.guessed.text()}",
            err=True,
        )
    request = AuditRequest(corpus, was, (folder / chunks, str(chunks)) if chunks else None, renames, jobs)
    with shown_progress() as progress:
        report = audit_set(folder, given.read, request, progress)
    for notice in report.notices:
        echo(f"note: {notice}", err=True)
    show = {"text": audit_text, "json": audit_json, "markdown": audit_markdown, "html": audit_html}[style]
    echo(show(report), nl=False)
    return int(exit_code and not report.is_sound)
