"""Which names can be file and folder names on every system that a set may be cloned to."""

import re
from collections.abc import Iterator
from functools import lru_cache
from unicodedata import category

# A file name holds 255 bytes nearly everywhere; the rest is for `.yaml` and temporary names.
MAX_BYTES = 200

_SEPARATORS = re.compile(r'[/\\:*?"<>|]')
_INVISIBLE = frozenset({"Cc", "Cf", "Zl", "Zp", "Cs"})
# Nearly all names; none of them is a device, of which the longest is `CONOUT$`.
_ORDINARY = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_-]{6,100}|s[0-9]{1,3}")
_DEVICES = re.compile(r"(CON|PRN|AUX|NUL|CONIN\$|CONOUT\$|(COM|LPT)[0-9¹²³])(\..*)?", re.IGNORECASE)


@lru_cache(maxsize=1024)  # slices and spans have the same few names in all items of a set
def why_unusable(name: str) -> str | None:
    """Return why a name cannot be a file name everywhere, as the end of "it …"; None where it can."""
    return None if _ORDINARY.fullmatch(name) else next(_reasons(name), None)


def _reasons(name: str) -> Iterator[str]:
    if match := _SEPARATORS.search(name):
        yield f"holds `{match.group()}`"
    if ".." in name:
        yield "holds `..`"
    if name != name.strip() or name.endswith("."):
        yield "begins or ends with a blank or a dot"
    if name.startswith((".", "-")):
        yield f"begins with `{name[0]}`"
    if not name.isascii() or not name.isprintable():
        yield from (
            f"holds the invisible character U+{ord(c):04X}" for c in name if category(c) in _INVISIBLE
        )
    if _DEVICES.fullmatch(name):
        yield "is the name of a device on Windows"
    if len(name.encode("utf-8", "surrogatepass")) > MAX_BYTES:
        yield f"is longer than {MAX_BYTES} bytes"
