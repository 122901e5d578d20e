"""Old and new passage with the words that differ marked, for people to compare."""

import re
from difflib import SequenceMatcher

_PIECE = re.compile(r"\s+|[^\W_]+(?:[.,'’][^\W_]+)*|.", re.DOTALL)
# Beyond this many pieces comparing word by word costs more than it shows.
MOST_PIECES = 4_000


def marked(old: str, new: str) -> tuple[str, str]:
    """Return both texts with the differing pieces between ⟦ and ⟧."""
    before, after = _PIECE.findall(old), _PIECE.findall(new)
    if len(before) + len(after) > MOST_PIECES:
        return old, new
    left, right = [], []
    for same, a, b, c, d in _stretches(before, after):
        left.append(_mark("".join(before[a:b]), marked=not same))
        right.append(_mark("".join(after[c:d]), marked=not same))
    return "".join(left), "".join(right)


def _stretches(before: list[str], after: list[str]) -> list[tuple[bool, int, int, int, int]]:
    """Return (same, start and end in both); white space alone parts no two differences."""
    found: list[tuple[bool, int, int, int, int]] = []
    codes = SequenceMatcher(None, before, after, autojunk=False).get_opcodes()
    for number, (tag, a, b, c, d) in enumerate(codes):
        inner = 0 < number < len(codes) - 1
        same = tag == "equal" and not (inner and "".join(before[a:b]).isspace())
        if found and not same and not found[-1][0]:
            _, first, _, third, _ = found.pop()
            found.append((False, first, b, third, d))
        else:
            found.append((same, a, b, c, d))
    return found


def _mark(text: str, *, marked: bool) -> str:
    return f"⟦{text}⟧" if marked and text else text


def as_diff(old: str, new: str) -> str:
    """Return the two texts as lines of a diff, the differing pieces marked."""
    before, after = marked(old, new)
    lines = [f"- {line}" for line in before.split("\n")] + [f"+ {line}" for line in after.split("\n")]
    return "\n".join(lines)
