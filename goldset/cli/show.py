from pathlib import Path

import click

from goldset.cli.options import examples, folder_option, format_option
from goldset.cli.output import echo


@click.command(epilog=examples("goldset show windstorm-deductible-coastal-7f3k2q --at 2026-11-01"))
@click.argument("item")
@click.option("--at", metavar="ID", help="The snapshot to ask about; without it the newest.")
@folder_option
@format_option("text", "json")
def command(item: str, at: str | None, folder: Path, style: str) -> int:
    """Show an item and where its spans stand.

    A span is current, stale or skipped in a snapshot, each time with the reason.
    """
    from goldset.operations.show import show_item
    from goldset.reporting.shown_item import item_shown_json, item_shown_text

    shown = show_item(folder, item, at)
    echo(item_shown_json(shown) if style == "json" else item_shown_text(shown), nl=False)
    return 0
