"""`goldset fmt`: write item files in their canonical form."""

from pathlib import Path

import click

from goldset.cli.options import folder_option, format_option


@click.command()
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path), metavar="[PATH]...")
@click.option("--check", is_flag=True, help="Write nothing; leave with 1 where a file is not canonical.")
@format_option("text", "json")
@folder_option
def command(paths: tuple[Path, ...], check: bool, style: str, folder: Path) -> int:
    r"""Write item files in their canonical form.

    Comments, key order and meaning stay; values that YAML readers read in different ways are put in quotes.
    What was decided in relabel blocks (retire, unanswerable, drop) is folded into the item's fields. A file
    with errors is left alone, and named.

    \b
    Example:
      goldset fmt --check items/exclusions
    """
    from goldset.operations.fmt import fmt
    from goldset.reporting.formatted import formatted_json, formatted_text

    done = fmt(folder, [folder / path for path in paths], check=check)
    show = formatted_json if style == "json" else formatted_text
    click.echo(show(done.changed, done.refused, done.files, check=check), nl=False)
    return 1 if done.refused or (check and done.changed) else 0
