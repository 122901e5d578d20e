"""`goldset fmt`: write item files in their canonical form."""

from pathlib import Path

import click

from goldset.cli.options import corpus_option, examples, folder_option, format_option
from goldset.cli.output import echo


@click.command(
    epilog=examples("goldset fmt --check items/exclusions", "goldset fmt --locate --corpus export")
)
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path), metavar="[PATH]...")
@click.option("--check", is_flag=True, help="Write nothing; leave with 1 where a file is not canonical.")
@click.option("--locate", is_flag=True, help="Fill in and correct where spans stand; the quote decides.")
@corpus_option
@format_option("text", "json")
@folder_option
def command(
    paths: tuple[Path, ...], check: bool, locate: bool, corpus: str | None, style: str, folder: Path
) -> int:
    """Write item files in their canonical form.

    Comments, key order and meaning stay; values that YAML readers read in different ways are put in quotes.
    What was decided in relabel blocks (retire, unanswerable, drop) is folded into the item's fields. A file
    with errors is left alone, and named. With --locate each quote is looked up in the snapshot in which it
    was confirmed: kept texts, or the corpus that --corpus names; its document's text is kept from then on.
    """
    from goldset.operations.fmt import LocateIn, fmt
    from goldset.reporting.formatted import formatted_json, formatted_text

    if corpus is not None and not locate:
        raise click.UsageError("--corpus goes with --locate")
    where = LocateIn(corpus) if locate else None
    done = fmt(folder, [folder / path for path in paths], check=check, locate=where)
    show = formatted_json if style == "json" else formatted_text
    echo(show(done, check=check), nl=False)
    return 1 if not done.settled or (check and done.changed) else 0
