"""The one door to the terminal: whatever a text holds, it cannot steer what prints it or hide anything."""

import os
import re
import stat
import sys

import click

from goldset.domain.live_text import hidden
from goldset.errors import WrongUsageError

# A line that begins so, white space aside, or that has this anywhere, may be a command of a workflow.
_COMMAND = re.compile(r"^([^\S\n]*):(?=:)|##(?=\[)", re.MULTILINE)


def echo(text: str, *, err: bool = False, nl: bool = True) -> None:
    """Print a text on standard output, or on standard error, in which GitHub's runner finds no command."""
    shown = printable(text)
    click.echo(no_command(shown) if os.environ.get("GITHUB_ACTIONS") == "true" else shown, err=err, nl=nl)


def echo_exactly(text: str) -> None:
    """Print a text of a format that is safe by itself, such as commands to the runner, to the last character."""
    click.echo(text, nl=False)


def echo_file(data: bytes) -> None:
    """Write what a file holds on standard output, to the last byte; on a terminal as text that cannot steer it.

    Raises:
        WrongUsageError: It is no text and would go to a terminal, the log of a workflow would take a line for a
            command, or there is no standard output.
    """
    if sys.stdout is None:  # a process may be started without one
        raise WrongUsageError("there is no standard output", "name a file with `--out FILE`")
    text = data.decode("utf-8", "replace")
    if sys.stdout.isatty():
        if "\ufffd" in text:
            raise WrongUsageError("this format is no text for a terminal", "name a file with `--out FILE`")
        echo(text, nl=False)
        return
    if os.environ.get("GITHUB_ACTIONS") == "true" and not _is_file() and no_command(text) != text:
        raise WrongUsageError(
            "a line of this would be a command to the workflow that prints it",
            "name a file with `--out FILE`",
        )
    sys.stdout.flush()
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


def _is_file() -> bool:
    """Return whether standard output goes to a file, which nobody takes commands from."""
    try:
        return stat.S_ISREG(os.fstat(sys.stdout.fileno()).st_mode)
    except OSError:
        return False


def no_command(text: str) -> str:
    r"""Return text in which the runner finds no command: what would make one is written as `\uXXXX`.

    JSON says the same afterwards.
    """
    return _COMMAND.sub(lambda found: "#\\u0023" if found[1] is None else f"{found[1]}\\u003a", text)


def printable(text: str) -> str:
    r"""Return a text with every character that people would not see as `\uXXXX`, as JSON writes it.

    Line feeds and tabs stay. JSON says the same afterwards.
    """
    parts, done = [], 0
    for at in hidden(text):
        if text[at] != "\t":
            parts += [text[done:at], _escape(text[at])]
            done = at + 1
    return "".join([*parts, text[done:]])


def _escape(character: str) -> str:
    data = character.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{data[n]:02x}{data[n + 1]:02x}" for n in range(0, len(data), 2))
