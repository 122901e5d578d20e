"""`goldset score`: score runs against the set."""

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

FIELDS = ("slice", "kind", "tags", "jurisdiction", "language", "tier", "split", "origin")


def _pairs(
    _context: click.Context, _option: click.Parameter, said: tuple[str, ...]
) -> tuple[tuple[str, str], ...]:
    """Return fields and values; a field that items do not have is refused."""
    pairs = [(field, value) for field, _, value in (text.partition("=") for text in said)]
    for field, value in pairs:
        if field not in FIELDS or not value:
            raise click.BadParameter(f"write FIELD=VALUE, FIELD being one of {', '.join(FIELDS)}")
    return tuple(pairs)


@click.command(
    epilog=examples(
        "goldset score run.jsonl", "goldset score run.jsonl --by kind --k 5 --format html > score.html"
    )
)
@click.argument("runs", nargs=-1, required=True, metavar="RUN...")
@click.option("--k", "cutoffs", type=click.IntRange(min=1), multiple=True, help="A cut-off; may be repeated.")
@click.option("--overlap", type=click.FloatRange(0, 1), help="Share of a passage that chunks must cover.")
@click.option(
    "--within",
    "characters",
    type=click.IntRange(min=1),
    multiple=True,
    metavar="N",
    help="Recall within the first N retrieved characters too.",
)
@click.option("--at", metavar="SNAPSHOT", help="Take gold where it stands there, whatever the run says.")
@run_form_option
@system_option
@chunk_map_option
@click.option(
    "--by",
    "fields",
    type=click.Choice(FIELDS),
    multiple=True,
    default=("slice",),
    show_default=True,
    help="What to show slices of.",
)
@click.option(
    "--only",
    multiple=True,
    metavar="FIELD=VALUE",
    callback=_pairs,
    help="Score only items with this value, such as tier=smoke; may be repeated.",
)
@format_option("text", "json", "markdown", "html")
@folder_option
def command(
    runs: tuple[str, ...],
    cutoffs: tuple[int, ...],
    overlap: float | None,
    characters: tuple[int, ...],
    at: str | None,
    form: str,
    system: str | None,
    chunks: str | None,
    fields: tuple[str, ...],
    only: tuple[tuple[str, str], ...],
    style: str,
    folder: Path,
) -> int:
    """Score runs against the set.

    A RUN is a file of JSON Lines, of TREC, or a result of ragas, DeepEval or promptfoo; - is standard input. Each
    is scored by itself. Every item of the set ends in one state: answered, partial, abstained, error, timeout,
    missing or stale. It leaves with 1 where a line of a run cannot be scored or names no item of the set.
    """
    from goldset.evaluation.summary import summarise
    from goldset.operations.score import ScoreRequest, score_run
    from goldset.reporting.score import score_text
    from goldset.reporting.score_html import score_html
    from goldset.reporting.score_json import score_json
    from goldset.reporting.score_markdown import score_markdown

    request = ScoreRequest(
        k=cutoffs or None,
        overlap=overlap,
        characters=characters,
        at=at,
        form=form,
        system=system,
        chunks=chunks,
        only=only,
    )
    found = [summarise(score_run(folder, run, request), fields) for run in runs]
    if style == "json":
        echo(score_json(found), nl=False)
    elif style == "html":
        echo(score_html(found), nl=False)
    else:
        show = {"text": score_text, "markdown": score_markdown}[style]
        echo("\n".join(show(summary) for summary in found), nl=False)
    return int(any(summary.scored.source.bad or summary.scored.unknown for summary in found))
