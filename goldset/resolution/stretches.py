"""What two texts have in common, line by line: the frame of their diff, found without reading either.

Lines that both texts begin and end with, and between them long lines that stand once in each and change places
with no other such line: every diff that keeps the order maps those. Only strings are compared, so this takes a
small part of the time that reading the texts takes. Where less than a third of a text is left, the lines in between
are left out: what frames a text that was rewritten are its words, not its lines.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate

# A shorter line may stand once in each text by chance.
_TELLING = 40


@dataclass(frozen=True, slots=True)
class Stretch:
    """Whole lines that are the same: [start, end) of the old text, from `other` on in the new one."""

    start: int
    end: int
    other: int

    @property
    def other_end(self) -> int:
        """Where it ends in the new text."""
        return self.other + self.end - self.start

    @property
    def shift(self) -> int:
        """How far the lines moved: new offset less old offset."""
        return self.other - self.start


@lru_cache(maxsize=2)  # the texts at hand are asked about twice
def common_stretches(old: str, new: str) -> tuple[Stretch, ...]:
    """Return the stretches of lines that both texts have in common, in the order of both."""
    head = old.rfind("\n", 0, _common_start(old, new)) + 1
    tail = _common_end(old, new, head)
    middle = _between(old[head : len(old) - tail], new[head : len(new) - tail])
    ends = [Stretch(0, head, 0)] if head else []
    tails = [Stretch(len(old) - tail, len(old), len(new) - tail)] if tail else []
    if 3 * (head + tail + sum(s.end - s.start for s in middle)) < max(len(old), len(new)):
        middle = []
    return (*ends, *(Stretch(s.start + head, s.end + head, s.other + head) for s in middle), *tails)


def _common_start(old: str, new: str) -> int:
    """Return how many characters two texts begin with in common."""
    low, high = 0, min(len(old), len(new))
    while low < high:
        middle = (low + high + 1) // 2
        if old[low:middle] == new[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _common_end(old: str, new: str, head: int) -> int:
    """Return how many characters of whole lines two texts end with in common, behind a common head."""
    low, high = 0, min(len(old), len(new)) - head
    a, b = len(old), len(new)
    while low < high:
        middle = (low + high + 1) // 2
        if old[a - middle : a - low] == new[b - middle : b - low]:
            low = middle
        else:
            high = middle - 1
    if _is_line_start(old, a - low) and _is_line_start(new, b - low):
        return low
    line = old.find("\n", a - low)
    return a - line - 1 if line >= 0 else 0


def _is_line_start(text: str, at: int) -> bool:
    return not at or text[at - 1] == "\n"


def _between(old: str, new: str) -> list[Stretch]:
    """Return the common stretches around telling lines."""
    before, after = old.split("\n"), new.split("\n")
    pairs = _anchors(before, after)
    if not pairs:
        return []
    starts, others = ([0, *accumulate(len(line) + 1 for line in lines)] for lines in (before, after))
    found = []
    a_floor = b_floor = 0
    # The last line ends with the text, not with a line feed as the same line elsewhere.
    a_end, b_end = len(before) - 1, len(after) - 1
    for pair in pairs:
        a, b, size = _grown(before, after, pair, (a_floor, b_floor, a_end, b_end))
        if size:
            found.append(Stretch(starts[a], starts[a + size], others[b]))
            a_floor, b_floor = a + size, b + size
    return found


def _grown(
    before: Sequence[str], after: Sequence[str], pair: tuple[int, int], box: tuple[int, int, int, int]
) -> tuple[int, int, int]:
    """Return (old line, new line, lines) of the equal lines around a pair, inside a box; none where it is taken."""
    (a, b), (a_floor, b_floor, a_end, b_end) = pair, box
    if not (a_floor <= a < a_end and b_floor <= b < b_end):
        return a, b, 0
    above = below = 0
    while a - above > a_floor and b - above > b_floor and before[a - above - 1] == after[b - above - 1]:
        above += 1
    while a + below < a_end and b + below < b_end and before[a + below] == after[b + below]:
        below += 1
    return a - above, b - above, above + below


def _anchors(before: Sequence[str], after: Sequence[str]) -> list[tuple[int, int]]:
    """Return the pairs of telling lines that stand once on each side and cross no other such pair."""
    old, new = _once(before), _once(after)
    pairs = [(n, new[line]) for line, n in old.items() if n >= 0 and new.get(line, -1) >= 0]
    highest = list(accumulate((b for _, b in pairs), max))
    lowest = list(accumulate((b for _, b in reversed(pairs)), min))[::-1]
    return [pair for n, pair in enumerate(pairs) if highest[n] == pair[1] == lowest[n]]


def _once(lines: Sequence[str]) -> dict[str, int]:
    """Return the number of each telling line, in order; -1 for one that stands more than once."""
    found: dict[str, int] = {}
    for number, line in enumerate(lines):
        if len(line) >= _TELLING:
            found[line] = -1 if line in found else number
    return found
