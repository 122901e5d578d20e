"""`goldset stats`: say what the set is made of, and what of the corpus it does not ask about."""

from pathlib import Path

import click

from goldset.cli.options import corpus_option, examples, folder_option, format_option
from goldset.cli.output import echo
from goldset.cli.progress import shown_progress


@click.command(
    epilog=examples("goldset stats", "goldset stats --at 2026-11-01 --gaps 50 --format html > stats.html")
)
@click.option(
    "--at",
    metavar="SNAPSHOT",
    help="Where items stand, and which documents there are; the newest without it.",
)
@corpus_option
@click.option(
    "--gaps",
    "most",
    type=click.IntRange(min=0),
    default=10,
    show_default=True,
    metavar="N",
    help="How many documents and sections without an item are listed; the others are counted.",
)
@format_option("text", "json", "markdown", "html")
@folder_option
def command(at: str | None, corpus: str | None, most: int, style: str, folder: Path) -> int:
    """Say what the set is made of, and what of the corpus it does not ask about.

    Items by slice, kind, tier, split, place, language, origin, labeller and age, each with its drafts, retired and
    stale items; tiers against their sizes; documents and sections without an item; how far items hang on the same
    documents. A corpus is read only for texts that the set does not keep. It leaves with 1 where an item file
    cannot be read.
    """
    from goldset.operations.stats import StatsRequest, set_stats
    from goldset.reporting.stats import stats_text
    from goldset.reporting.stats_html import stats_html
    from goldset.reporting.stats_json import stats_json
    from goldset.reporting.stats_markdown import stats_markdown

    show = {"text": stats_text, "json": stats_json, "markdown": stats_markdown, "html": stats_html}[style]
    with shown_progress() as progress:
        stats = set_stats(folder, StatsRequest(at, corpus, most), progress)
    echo(show(stats), nl=False)
    return int(bool(stats.unreadable))
