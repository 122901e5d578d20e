"""Options that several verbs share, so that they are spelled and explained one way."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]

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

base_option: Decorator = click.option(
    "--base", metavar="BRANCH", help="The branch that pull requests go to; the default branch without it."
)
