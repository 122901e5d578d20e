"""How the steps of a re-index are told while it runs."""

import sys
from collections.abc import Callable

from goldset.cli.output import echo


def step_teller() -> Callable[[object], None]:
    """Return what tells each step on a terminal; in a log, what was done stands at the end."""
    return _told if sys.stderr.isatty() else _untold


def _told(step: object) -> None:
    echo(f"{step} …", err=True)


def _untold(step: object) -> None:
    """Say nothing."""
