"""The one door to the terminal: whatever a text holds, it cannot steer what prints it or hide anything."""

import click

from goldset.domain.live_text import hidden


def echo(text: str, *, err: bool = False, nl: bool = True) -> None:
    """Print a text on standard output, or on standard error."""
    click.echo(printable(text), err=err, nl=nl)


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
