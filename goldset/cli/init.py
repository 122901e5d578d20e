import json
from pathlib import Path

import click

from goldset.cli.options import examples, folder_option, format_option
from goldset.cli.output import echo


@click.command(
    epilog=examples("goldset init eval/help-centre --corpus docs", "goldset init --ruleset > ruleset.json")
)
@click.argument("directory", metavar="[DIR]", default=".", type=click.Path(path_type=Path))
@click.option(
    "--corpus", metavar="PATH", help="Your documents: a folder, a file, or git:REV:PATH; for goldset.yaml."
)
@click.option(
    "--ruleset",
    is_flag=True,
    help="Print the ruleset for the base branch as GitHub imports it; write nothing.",
)
@folder_option
@format_option("text", "json")
def command(directory: Path, corpus: str | None, ruleset: bool, folder: Path, style: str) -> int:
    """Start a golden-set repository.

    In an existing repository it adds a set. Nothing that is there is changed: a file that exists is kept, and
    what it lacks is said. In CODEOWNERS the lines between the set's markers are goldset's: when the owners in
    goldset.yaml change, `goldset init` again brings them up to date.
    """
    from goldset.operations.init import base_ruleset, start_set
    from goldset.reporting.started import started_as_json, started_as_text

    if ruleset:
        echo(json.dumps(base_ruleset(folder / directory), ensure_ascii=False, indent=2))
        return 0
    started = start_set(folder / directory, corpus, folder.resolve())
    if style == "json":
        echo(json.dumps(started_as_json(started), ensure_ascii=False, indent=2))
    else:
        echo(started_as_text(started))
    return 0
