"""Text of items and documents inside Markdown, where it can do nothing but be read.

Such text stands in code spans and fenced blocks only: no link, image or HTML is made of it there. Because
mail readers get a body as plain text and answers quote it, mentions, references and addresses are broken up
as well, by a character that takes no room.
"""

import re
import unicodedata

BREAK = "\u200b"
_LIVE = re.compile(r"@(?=\w)|#(?=\d)|(?<=\w):(?=//)|\b(?:GH-|www\.)(?=\w)", re.IGNORECASE)
_UNUSUAL = re.compile(r"[^\n -~]")
_HIDDEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})


def harmless(text: str) -> str:
    """Return text of one or more lines with nothing hidden in it and nothing that a host would act on.

    Control, format and other invisible characters are shown by their number, so that nobody is deceived by
    them.
    """
    shown = _UNUSUAL.sub(lambda found: _visible(found[0]), text.replace("\r\n", "\n"))
    return _LIVE.sub(lambda found: found[0] + BREAK, shown)


def _visible(character: str) -> str:
    hidden = unicodedata.category(character) in _HIDDEN
    return f"⟨U+{ord(character):04X}⟩" if hidden else character


def one_line(text: str) -> str:
    """Return harmless text on one line."""
    return " ".join(harmless(text).split())


def code(text: str) -> str:
    """Return text as a code span that it cannot leave; a no-break marker stands for an empty one."""
    content = one_line(text) or "∅"
    ticks = "`" * (_longest_run(content) + 1)
    pad = " " if content.startswith("`") or content.endswith("`") else ""
    return f"{ticks}{pad}{content}{pad}{ticks}"


def fenced(text: str, language: str = "text") -> str:
    """Return text as a fenced block that it cannot leave."""
    content = harmless(text)
    fence = "`" * max(_longest_run(content) + 1, 3)
    return f"{fence}{language}\n{content}\n{fence}"


def _longest_run(text: str) -> int:
    return max((len(run) for run in re.findall("`+", text)), default=0)
