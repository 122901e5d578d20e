"""`goldset compare`: say what differs between two runs."""

from pathlib import Path

import click

from goldset.cli.options import chunk_map_option, examples, folder_option, format_option, run_form_option
from goldset.cli.output import echo

_SIDES = 2


def _systems(
    _context: click.Context, _option: click.Parameter, said: tuple[str, ...]
) -> tuple[str | None, str | None]:
    """Return the systems of A and B; one name is that of both."""
    if len(said) > _SIDES:
        raise click.BadParameter("name one system for both runs, or two: that of A, then that of B")
    first = said[0] if said else None
    return first, said[-1] if said else None


@click.command(
    epilog=examples(
        "goldset compare old.jsonl new.jsonl",
        "goldset compare baseline new.jsonl",
        "goldset compare results.json results.json --system plain --system reranked",
    )
)
@click.argument("first", metavar="A")
@click.argument("second", metavar="B")
@click.option(
    "--arm", type=click.Choice(["retrieved", "gold", "none"]), default="retrieved", show_default=True
)
@run_form_option
@click.option(
    "--system",
    "systems",
    multiple=True,
    metavar="NAME",
    callback=_systems,
    help="Which system's run, where a file of promptfoo holds several; given twice: A's, then B's.",
)
@chunk_map_option
@click.option("--allow-different", is_flag=True, help="Compare what is not the same, and say so.")
@format_option("text", "json", "markdown", "html")
@folder_option
def command(
    first: str,
    second: str,
    arm: str,
    form: str,
    systems: tuple[str | None, str | None],
    chunks: str | None,
    allow_different: bool,
    style: str,
    folder: Path,
) -> int:
    """Say what differs between two runs.

    Both are scored against the set as it is, each in its own snapshot, and compared on the items that both know.
    A may be `baseline`, the run that was blessed. Runs under other rules, or in other snapshots where not every
    common item is current in both, are refused.
    """
    from goldset.domain.runs import Arm
    from goldset.operations.compare import CompareRequest, compare_runs
    from goldset.operations.score import ScoreRequest
    from goldset.reporting.comparison import comparison_json, comparison_markdown, comparison_text
    from goldset.reporting.comparison_html import comparison_html

    show = {
        "text": comparison_text,
        "json": comparison_json,
        "markdown": comparison_markdown,
        "html": comparison_html,
    }[style]
    score = ScoreRequest(form=form, chunks=chunks)
    request = CompareRequest(Arm(arm), score, allow_different=allow_different, systems=systems)
    echo(show(compare_runs(folder, first, second, request)), nl=False)
    return 0
