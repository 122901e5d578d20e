"""Progress of long work, on standard error: a line that is drawn over on a terminal, a line now and then else."""

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

import click

from goldset.domain.progress import Progress

# Seconds. What is shorter than a moment tells nobody anything.
_MOMENT, _REDRAWN = 0.5, 0.1
_LOGGED = 15.0
_WIDTH = 78


@contextmanager
def shown_progress() -> Iterator[Progress]:
    """Yield what shows how far work is; at the end nothing of it is left on a terminal."""
    shown = _Drawn() if _is_terminal() else _Logged()
    try:
        yield shown.tell
    finally:
        shown.clear()


def _is_terminal() -> bool:
    """Return whether a line can be drawn over; a dumb terminal is written to like a file."""
    return sys.stderr is not None and sys.stderr.isatty() and os.environ.get("TERM") != "dumb"


def _line(what: str, done: int, total: int) -> str:
    return f"{what}: {100 * done // total} %" if total else f"{what}: {done:,}"


class _Drawn:
    """One line of a terminal; it goes when a stage is done."""

    def __init__(self) -> None:
        self._next = time.monotonic() + _MOMENT
        self._width = 0

    def tell(self, what: str, done: int, total: int) -> None:
        now = time.monotonic()
        if done == total:
            self.clear()
        elif now >= self._next:
            self._next = now + _REDRAWN
            line = f"{_line(what, done, total)} …"[:_WIDTH]
            # Spaces, not an escape sequence: every terminal knows them.
            click.echo(f"\r{line.ljust(self._width)}", nl=False, err=True)
            self._width = len(line)

    def clear(self) -> None:
        if self._width:
            click.echo(f"\r{' ' * self._width}\r", nl=False, err=True)
            self._width = 0


class _Logged:
    """A line now and then, so that whoever reads the log of a long run sees that it goes on."""

    def __init__(self) -> None:
        self._next = time.monotonic() + _LOGGED

    def tell(self, what: str, done: int, total: int) -> None:
        if done != total and time.monotonic() >= self._next:
            self._next = time.monotonic() + _LOGGED
            click.echo(f"goldset: {_line(what, done, total)}", err=True)

    def clear(self) -> None:
        """Leave what was written."""
