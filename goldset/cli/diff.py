"""`goldset diff`: say what a change does to the set."""

from pathlib import Path

import click

from goldset.cli.options import examples, folder_option, format_option
from goldset.cli.output import echo


@click.command(
    epilog=examples(
        "goldset diff main..HEAD", "goldset diff origin/main...HEAD --format markdown", "goldset diff HEAD"
    )
)
@click.argument("change", metavar="BASE..HEAD")
@click.option(
    "--whole-set", is_flag=True, help="Look for new findings in every item, not in changed ones alone."
)
@format_option("text", "markdown", "json")
@folder_option
def command(change: str, whole_set: bool, style: str, folder: Path) -> int:
    """Say what a change does to the set, by meaning.

    Items are followed by their id, wherever their files stand. BASE..HEAD compares two commits, BASE...HEAD what
    happened on HEAD since both parted, and BASE alone what the working folder has changed. An end that is left
    out is HEAD.

    New findings are those that `goldset validate` has now and had not then.
    """
    from goldset.operations.diff import diff_set
    from goldset.reporting.set_diff_json import set_diff_json
    from goldset.reporting.set_diff_markdown import set_diff_markdown
    from goldset.reporting.set_diff_text import set_diff_text

    show = {"text": set_diff_text, "markdown": set_diff_markdown, "json": set_diff_json}[style]
    echo(show(diff_set(folder, change, whole_set=whole_set)), nl=False)
    return 0
