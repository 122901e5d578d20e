"""Old and new passage with the words that differ marked, for people to compare."""

import re
from difflib import SequenceMatcher

from goldset.reporting.wrapping import rows

_PIECE = re.compile(r"\s+|[^\W_]+(?:[.,'’][^\W_]+)*|.", re.DOTALL)
# Beyond this many pieces comparing word by word costs more than it shows.
MOST_PIECES = 4_000
Piece = tuple[str, bool]


def marked(old: str, new: str) -> tuple[str, str]:
    """Return both texts with the differing pieces between ⟦ and ⟧."""
    before, after = pieces(old, new)
    return "".join(map(_marked, before)), "".join(map(_marked, after))


def pieces(old: str, new: str) -> tuple[list[Piece], list[Piece]]:
    """Return both texts in pieces, each with whether it differs; very long ones as one piece that says nothing."""
    before, after = _PIECE.findall(old), _PIECE.findall(new)
    if len(before) + len(after) > MOST_PIECES:
        return [(old, False)], [(new, False)]
    left, right = [], []
    for same, a, b, c, d in _stretches(before, after):
        left.append(("".join(before[a:b]), not same))
        right.append(("".join(after[c:d]), not same))
    return [piece for piece in left if piece[0]], [piece for piece in right if piece[0]]


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


def _marked(piece: Piece) -> str:
    text, differs = piece
    return f"⟦{text}⟧" if differs else text


def as_diff(old: str, new: str, width: int = 0) -> str:
    """Return the two texts as lines of a diff, the differing pieces marked.

    Args:
        old: Text before.
        new: Text after.
        width: Columns that a line may take; 0 for any number.
    """
    before, after = marked(old, new)
    return "\n".join([*prefixed("-", before, width), *prefixed("+", after, width)])


def prefixed(sign: str, text: str, width: int) -> list[str]:
    """Return the lines of a text behind a sign, of at most `width` columns; 0 for any number."""
    lines = [row for line in text.split("\n") for row in (rows(line, width - 2) if width else [line])]
    return [f"{sign} {line}".rstrip() if width else f"{sign} {line}" for line in lines]
