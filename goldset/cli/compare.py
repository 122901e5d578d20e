"""`goldset compare`: say what differs between two runs."""

from pathlib import Path

import click

from goldset.cli.options import examples, folder_option, format_option
from goldset.cli.output import echo


@click.command(epilog=examples("goldset compare old.jsonl new.jsonl", "goldset compare baseline new.jsonl"))
@click.argument("first", metavar="A")
@click.argument("second", metavar="B")
@click.option(
    "--arm", type=click.Choice(["retrieved", "gold", "none"]), default="retrieved", show_default=True
)
@click.option("--allow-different", is_flag=True, help="Compare what is not the same, and say so.")
@format_option("text", "json", "markdown", "html")
@folder_option
def command(first: str, second: str, arm: str, allow_different: bool, style: str, folder: Path) -> int:
    """Say what differs between two runs.

    Both are scored against the set as it is, each in its own snapshot, and compared on the items that both know.
    A may be `baseline`, the run that was blessed. Runs under other rules, or in other snapshots where not every
    common item is current in both, are refused.
    """
    from goldset.domain.runs import Arm
    from goldset.operations.compare import CompareRequest, compare_runs
    from goldset.reporting.comparison import comparison_json, comparison_markdown, comparison_text
    from goldset.reporting.comparison_html import comparison_html

    show = {
        "text": comparison_text,
        "json": comparison_json,
        "markdown": comparison_markdown,
        "html": comparison_html,
    }[style]
    request = CompareRequest(Arm(arm), allow_different=allow_different)
    echo(show(compare_runs(folder, first, second, request)), nl=False)
    return 0
