"""`goldset plan`: say how many items each slice lacks."""

from pathlib import Path

import click

from goldset.cli.options import examples, folder_option, format_option
from goldset.cli.output import echo

_BELOW_HALF = click.FloatRange(0, 0.5, min_open=True, max_open=True)


@click.command(epilog=examples("goldset plan --half-width 0.05 --expect 0.9"))
@click.option(
    "--half-width",
    type=_BELOW_HALF,
    default=0.1,
    show_default=True,
    help="Wanted half of the 95 % interval, as a share.",
)
@click.option(
    "--expect",
    "expected",
    type=click.FloatRange(0, 1),
    help="The value that runs are expected to have; without it the worst case, and for gates a perfect run.",
)
@format_option("text", "json")
@folder_option
def command(half_width: float, expected: float | None, style: str, folder: Path) -> int:
    """Say how many items each slice lacks.

    For an interval of the wanted half-width, and for each gate of goldset.yaml so that a run can pass it. Drafts
    and retired items do not count.
    """
    from goldset.operations.plan import plan
    from goldset.reporting.plan import plan_json, plan_text

    show = {"text": plan_text, "json": plan_json}[style]
    echo(show(plan(folder, half_width, expected)), nl=False)
    return 0
