"""Lines of a width, for terminals; a word longer than the line is kept whole."""

import textwrap


def wrapped(text: str, indent: str, width: int, hanging: str = "") -> list[str]:
    """Return a text as lines of at most `width` columns where words allow it, all indented."""
    return textwrap.wrap(
        text,
        max(width, len(indent) + 20),
        initial_indent=indent,
        subsequent_indent=indent + hanging,
        break_long_words=False,
        break_on_hyphens=False,
    ) or [indent.rstrip()]
