"""What a file that is there already lacks of what goldset would have written: lines for a person to add."""

import json
from collections.abc import Iterator

from goldset.reporting.editor_settings import lacking_bindings


def lacking(name: str, text: str, wanted: str) -> tuple[str, ...]:
    """Return the lines to add to a file.

    Args:
        name: Name of the file, without its folder.
        text: What it holds.
        wanted: What goldset would have written.
    """
    if name == ".gitattributes":
        return tuple(_missing(text, [line for line in wanted.splitlines() if not line.startswith("#")]))
    if name.casefold().startswith("pull_request_template"):
        return tuple(_missing(text, [line for line in wanted.splitlines() if line.startswith("- [ ]")]))
    if name == "settings.json":
        return tuple(lacking_bindings(text, json.loads(wanted)["yaml.schemas"]))
    return ()


def _missing(text: str, lines: list[str]) -> Iterator[str]:
    has = {" ".join(line.split()) for line in text.splitlines()}
    return (line for line in lines if line.strip() and " ".join(line.split()) not in has)
