"""Options that several verbs share, so that they are spelled and explained one way."""

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import click

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]
_YEARS = (1970, 2999)


def examples(*commands: str) -> str:
    """Return the end of a verb's help: command lines to copy, each on a line of its own."""
    head = "Example:" if len(commands) == 1 else "Examples:"
    return "\n".join(["\b", head, *(f"  {command}" for command in commands)])  # click re-wraps what has no \b


folder_option: Decorator = click.option(
    "-C",
    "folder",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    default=Path(),
    metavar="DIR",
    help="Run as if started in DIR.",
)


def format_option(*formats: str) -> Decorator:
    """Return `--format`, the first format being the default."""
    return click.option(
        "--format",
        "style",
        type=click.Choice(formats),
        default=formats[0],
        show_default=True,
        help="How to print it.",
    )


corpus_option: Decorator = click.option(
    "--corpus",
    metavar="PATH",
    help="A folder, a JSONL or Parquet file, or git:REV:PATH; without it the sources of goldset.yaml.",
)

jobs_option: Decorator = click.option(
    "-j",
    "--jobs",
    type=click.IntRange(min=0),
    default=1,
    show_default=True,
    metavar="N",
    help="Processes that share the work, 0 for one a processor; the results are the same.",
)

base_option: Decorator = click.option(
    "--base", metavar="BRANCH", help="The branch that pull requests go to; the default branch without it."
)

open_prs_option: Decorator = click.option(
    "--open-prs",
    is_flag=True,
    help="Work on the pull requests of GitHub, not on local branches: needs GITHUB_TOKEN.",
)

renames_option: Decorator = click.option(
    "--renames",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE",
    help='Renamed documents: JSON Lines of {"from": OLD, "to": NEW}, as Git or redirects say.',
)


def _moment(_context: click.Context, _option: click.Parameter, text: str | None) -> datetime | None:
    """Return a moment as a person writes it; a date alone is its midnight in UTC."""
    if text is None:
        return None
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise click.BadParameter("write 2026-10-01 or 2026-10-01T08:00:00Z") from None
    if not _YEARS[0] <= moment.year <= _YEARS[1]:
        raise click.BadParameter(f"no corpus was built in {moment.year}")
    if moment.tzinfo is None and len(text) > len("2026-10-01"):
        raise click.BadParameter("a moment needs its offset, such as Z or +01:00")
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


created_option: Decorator = click.option(
    "--created",
    metavar="WHEN",
    callback=_moment,
    help="When the corpus was built: a date, or a moment with its offset; else its commit, or now.",
)

run_form_option: Decorator = click.option(
    "--from",
    "form",
    type=click.Choice(("auto", "goldset", "trec", "ragas", "deepeval", "promptfoo")),
    default="auto",
    show_default=True,
    help="Form of the run files.",
)

chunk_map_option: Decorator = click.option(
    "--chunks", metavar="MAP", help="Where chunks stand that runs name by id: JSON Lines or Parquet."
)

system_option: Decorator = click.option(
    "--system", metavar="NAME", help="Which system's run, where a file of promptfoo holds several."
)
