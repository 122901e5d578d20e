"""Text of items and documents inside Markdown, where it can do nothing but be read.

Such text stands in code spans and fenced blocks only: no link, image or HTML is made of it there. Because
mail readers get a body as plain text and answers quote it, and because a merge may make a commit message of
it, what a host would act on is broken up as well, by a character that takes no room.
"""

import re
import string

from goldset.domain.live_text import LIVE, hidden

BREAK = "\u200b"
_UNRESERVED = frozenset("/-._~" + string.ascii_letters + string.digits)


def harmless(text: str) -> str:
    """Return text of one or more lines with nothing hidden in it and nothing that a host would act on.

    Control, format and other invisible characters are shown by their number, so that nobody is deceived by
    them.
    """
    return LIVE.sub(lambda found: found[0] + BREAK, visible(text))


def visible(text: str) -> str:
    """Return text of one or more lines with a number for each character that people would not see."""
    plain = text.replace("\r\n", "\n")
    parts, done = [], 0
    for at in hidden(plain):
        parts += [plain[done:at], f"⟨U+{ord(plain[at]):04X}⟩"]
        done = at + 1
    return "".join([*parts, plain[done:]])


def one_line(text: str) -> str:
    """Return harmless text on one line."""
    return " ".join(harmless(text).split())


def plain_line(text: str) -> str:
    """Return text on one line for a terminal: nothing hidden in it, and nothing put into it."""
    return " ".join(visible(text).split())


def code(text: str) -> str:
    """Return text as a code span that it cannot leave; a no-break marker stands for an empty one."""
    content = one_line(text) or "∅"
    ticks = "`" * (_longest_run(content) + 1)
    pad = " " if content.startswith("`") or content.endswith("`") else ""
    return f"{ticks}{pad}{content}{pad}{ticks}"


def cell(text: str) -> str:
    """Return text as a code span in a cell of a table, which a bar would end, code or not."""
    return code(text).replace("|", "¦")


def fenced(text: str, language: str = "text") -> str:
    """Return text as a fenced block that it cannot leave."""
    return exactly(harmless(text), language)


def exactly(content: str, language: str) -> str:
    """Return a fenced block of just these characters, which have to be harmless already."""
    fence = "`" * max(_longest_run(content) + 1, 3)
    return f"{fence}{language}\n{content}\n{fence}"


def percent_encoded(path: str) -> str:
    """Return a path as it stands in an address, where it can neither end the address nor be live."""
    return "".join(
        char if char in _UNRESERVED else "".join(f"%{byte:02X}" for byte in char.encode("utf-8", "replace"))
        for char in path
    )


def _longest_run(text: str) -> int:
    return max((len(run) for run in re.findall("`+|~+", text)), default=0)
