"""`goldset score`: score runs against the set."""

from pathlib import Path

import click

from goldset.cli.options import examples, folder_option, format_option
from goldset.cli.output import echo

FIELDS = ("slice", "kind", "tags", "jurisdiction", "language", "tier", "split", "origin")


@click.command(
    epilog=examples(
        "goldset score run.jsonl", "goldset score run.jsonl --by kind --k 5 --format json > score.json"
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
@click.option(
    "--by",
    "fields",
    type=click.Choice(FIELDS),
    multiple=True,
    default=("slice",),
    show_default=True,
    help="What to show slices of.",
)
@format_option("text", "json")
@folder_option
def command(
    runs: tuple[str, ...],
    cutoffs: tuple[int, ...],
    overlap: float | None,
    characters: tuple[int, ...],
    at: str | None,
    fields: tuple[str, ...],
    style: str,
    folder: Path,
) -> int:
    """Score runs against the set.

    A RUN is a file of JSON Lines, or - for standard input; each is scored by itself. Every item of the set ends in
    one state: answered, partial, abstained, error, timeout, missing or stale. It leaves with 1 where a line of a
    run cannot be scored or names no item of the set.
    """
    from goldset.operations.score import ScoreRequest, score_run
    from goldset.reporting.score import score_text
    from goldset.reporting.score_json import score_json

    request = ScoreRequest(k=cutoffs or None, overlap=overlap, characters=characters, at=at)
    scored = [score_run(folder, run, request) for run in runs]
    texts = [score_text(run, fields) for run in scored] if style == "text" else [score_json(scored, fields)]
    echo("\n".join(texts), nl=False)
    return int(any(run.source.bad or run.unknown for run in scored))
