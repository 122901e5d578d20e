import json
from pathlib import Path

import click

from goldset.cli.options import examples, folder_option, format_option
from goldset.cli.output import echo


@click.command(epilog=examples("goldset init eval/help-centre"))
@click.argument("directory", metavar="[DIR]", default=".", type=click.Path(path_type=Path))
@folder_option
@format_option("text", "json")
def command(directory: Path, folder: Path, style: str) -> int:
    """Start a golden-set repository.

    In an existing repository it adds a set. Nothing that is there is changed: a file that exists is kept, and
    what it lacks is said.
    """
    from goldset.operations.init import start_set
    from goldset.reporting.started import started_as_json, started_as_text

    started = start_set(folder / directory)
    if style == "json":
        echo(json.dumps(started_as_json(started), ensure_ascii=False, indent=2))
    else:
        echo(started_as_text(started))
    return 0
