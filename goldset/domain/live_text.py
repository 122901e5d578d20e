"""What in a text would be acted upon where it is shown, and what in it people would not see.

A host of pull requests links mentions and references, closes issues and skips checks; a mail reader gets the
same text without its formatting, and answers quote it; a terminal obeys control characters.
"""

import re
import unicodedata
from collections.abc import Iterator

# Each ends at the character after which, or in place of which, something harmless can stand.
_CALLS = (
    r"(?<!\w)@(?=\w)"  # a person or team; behind a letter it is an address
    r"|(?<!&)#(?=\d)|\bGH-(?=\d)"
    r"|(?<=\w):(?=//[^\s]{1,200}/(?:issues|pull|discussions|commit)/\w)"
)
CALLS = re.compile(_CALLS, re.IGNORECASE)
LIVE = re.compile(
    r"@(?=\w)|#(?=\d)|(?<=\w):(?=//)|\b(?:GH-|www\.)(?=\w)"
    r"|<(?=!--)"  # goldset's own marker is a comment
    r"|\b(?:[\w-]{1,40}-by|Goldset-Tree|skip-checks)(?=\s{0,9}:)"  # trailers: a body may become a commit message
    r"|\[(?=[^\[\]\n]{0,30}\b(?:skip|no)\b[^\[\]\n]{0,30}\])|\*(?=\*\*NO_CI)",
    re.IGNORECASE,
)
_UNUSUAL = re.compile(r"[^\n -~]")
_HIDDEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
# Letters, signs and marks that show nothing.
_BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0")
_JOINERS = frozenset("\u200c\u200d")


def hidden(text: str) -> Iterator[int]:
    """Yield where characters stand that people do not see, or that turn the text around; no line feeds.

    Joiners inside a word of a script that is written with them, and inside emoji, are part of it.
    """
    for found in _UNUSUAL.finditer(text):
        at, character = found.start(), found[0]
        if _is_seen(character) or (
            character in _JOINERS
            and _is_joined(text[max(at - 1, 0) : at])
            and _is_joined(text[at + 1 : at + 2])
        ):
            continue
        yield at


def _is_seen(character: str) -> bool:
    return unicodedata.category(character) not in _HIDDEN and character not in _BLANK


def _is_joined(neighbour: str) -> bool:
    return not neighbour.isascii() and _is_seen(neighbour)
