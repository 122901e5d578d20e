"""`goldset gate`: say whether a run may be released."""

from pathlib import Path

import click

from goldset.cli.options import (
    chunk_map_option,
    examples,
    folder_option,
    format_option,
    run_form_option,
    system_option,
)
from goldset.cli.output import echo


@click.command(epilog=examples("goldset gate run.jsonl", "goldset gate run.jsonl --format markdown"))
@click.argument("run")
@run_form_option
@system_option
@chunk_map_option
@format_option("text", "json", "markdown")
@folder_option
def command(run: str, form: str, system: str | None, chunks: str | None, style: str, folder: Path) -> int:
    """Say whether a run may be released.

    Every gate of goldset.yaml passes, fails or is inconclusive, for each slice that it is about. What was not
    measured fails. It leaves with 1 where a release must stop.
    """
    from goldset.operations.gate import gate_run, is_stopped
    from goldset.operations.score import ScoreRequest
    from goldset.reporting.gate import gate_json, gate_markdown, gate_text

    show = {"text": gate_text, "json": gate_json, "markdown": gate_markdown}[style]
    gated = gate_run(folder, run, ScoreRequest(form=form, system=system, chunks=chunks))
    echo(show(gated.report, gated.scored), nl=False)
    return int(is_stopped(gated.report))
