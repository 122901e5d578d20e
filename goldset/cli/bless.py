"""`goldset bless`: make a run the baseline that later runs are held against."""

from datetime import UTC, datetime
from pathlib import Path

import click

from goldset.cli.options import chunk_map_option, examples, folder_option, run_form_option, system_option
from goldset.cli.output import echo


@click.command(epilog=examples('goldset bless run.jsonl --by a.ng --reason "released as 1.4"'))
@click.argument("run")
@click.option(
    "--by", required=True, metavar="WHO", help="Who blesses it, as named under people in goldset.yaml."
)
@click.option("--reason", required=True, help="Why, for the next reader.")
@click.option("--accept-failing", is_flag=True, help="Bless a run that is not whole, or that a gate stops.")
@run_form_option
@system_option
@chunk_map_option
@folder_option
def command(
    run: str,
    by: str,
    reason: str,
    accept_failing: bool,
    form: str,
    system: str | None,
    chunks: str | None,
    folder: Path,
) -> int:
    """Make a run the baseline that later runs are held against.

    Its score is written to baseline.jsonl beside goldset.yaml, for you to commit.
    """
    from goldset.operations.gate import BlessRequest, bless_run
    from goldset.operations.score import ScoreRequest
    from goldset.reporting.gate import blessed_text

    score = ScoreRequest(form=form, system=system, chunks=chunks)
    request = BlessRequest(by, reason, datetime.now(UTC).date(), accept_failing, score)
    done = bless_run(folder, run, request)
    echo(blessed_text(done), nl=False)
    return 0
