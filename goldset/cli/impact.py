"""`goldset impact`: say which gold passages a change of the documents touches."""

from pathlib import Path

import click

from goldset.cli.options import examples, folder_option, format_option
from goldset.cli.output import echo
from goldset.cli.progress import shown_progress


@click.command(
    epilog=examples(
        "goldset impact main...HEAD", "goldset impact HEAD", "goldset impact main...HEAD --format markdown"
    )
)
@click.argument("change", metavar="[BASE..HEAD]", required=False)
@click.option("--strict", is_flag=True, help="Leave with 1 where the change leaves a passage to a person.")
@format_option("text", "markdown", "json")
@folder_option
def command(change: str | None, strict: bool, style: str, folder: Path) -> int:
    """Say which gold passages a change of the documents touches.

    For documents in the set's own repository. Lists, by document, the passages that would be carried over, and
    those that would wait for a person, old and new side by side, with the items that they belong to. Nothing is
    written.

    BASE..HEAD compares two commits, BASE...HEAD what happened on HEAD since both parted, and BASE alone what the
    working folder has changed. Without any, a workflow's event says what the change comes from; elsewhere the
    working folder is compared with HEAD.
    """
    from goldset.operations.impact import impact_of
    from goldset.operations.workflow_event import change_of_event
    from goldset.reporting.impact import impact_json, impact_text
    from goldset.reporting.impact_markdown import impact_markdown

    with shown_progress() as progress:
        found = impact_of(folder, change or change_of_event(folder) or "HEAD", progress)
    for notice in found.notices:
        echo(f"note: {notice}", err=True)
    show = {"text": impact_text, "markdown": impact_markdown, "json": impact_json}[style]
    echo(show(found), nl=False)
    return 1 if strict and found.needs_people else 0
