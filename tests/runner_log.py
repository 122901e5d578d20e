"""What GitHub's runner finds in the log of a step: commands, in the form of today and in the one before it.

A line ends with LF, CR or both. `::name key=value,key=value::data` is a command where only white space stands before
it; `##[name key=value;key=value]data` is one anywhere in a line. Names that the runner does not know are no commands.
"""

import re
from dataclasses import dataclass

KNOWN = {"error", "warning", "notice", "debug", "group", "endgroup", "add-mask", "stop-commands", "echo"}
KNOWN |= {"set-output", "save-state", "set-env", "add-path", "add-matcher", "remove-matcher", "command"}
_DATA = (("%0D", "\r"), ("%0A", "\n"), ("%25", "%"))
_PROPERTY = (("%0D", "\r"), ("%0A", "\n"), ("%3A", ":"), ("%2C", ","), ("%25", "%"))
_OLD = ((";", "%3B"), ("\r", "%0D"), ("\n", "%0A"), ("]", "%5D"), ("%", "%25"))


@dataclass(frozen=True)
class Command:
    name: str
    properties: dict[str, str]
    data: str


def commands(log: str) -> list[Command]:
    """Return the commands of a log, in order."""
    return [found for line in re.split("\r\n|\r|\n", log) if (found := _new(line) or _old(line))]


def _new(line: str) -> Command | None:
    text = line.lstrip()
    head, mark, data = text.removeprefix("::").partition("::")
    if not text.startswith("::") or not mark:
        return None
    name, _, given = head.partition(" ")
    if name not in KNOWN:
        return None
    pairs = (pair.split("=", 1) for pair in given.strip().split(",") if pair)
    properties = {pair[0]: _unescaped(pair[1], _PROPERTY) for pair in pairs if len(pair) == 2}
    return Command(name, properties, _unescaped(data, _DATA))


def _old(line: str) -> Command | None:
    _, mark, rest = line.partition("##[")
    head, end, data = rest.partition("]")
    name, _, given = head.partition(" ")
    if not mark or not end or name not in KNOWN:
        return None
    pairs = (pair.split("=", 1) for pair in given.split(";") if pair)
    old = tuple((escape, char) for char, escape in _OLD)
    properties = {pair[0]: _unescaped(pair[1], old) for pair in pairs if len(pair) == 2}
    return Command(name, properties, _unescaped(data, old))


def _unescaped(text: str, escapes: tuple[tuple[str, str], ...]) -> str:
    for escape, char in escapes:
        text = text.replace(escape, char)
    return text
