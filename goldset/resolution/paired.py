"""Which marks beside a passage belong to it: those that it had, and those whose other half stands inside it.

Emphasis, code, links and tags come in pairs. A passage that takes in one half and leaves the other out is cut at the
wrong place, as good as its words may be.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

SHOWN = "x"
"""What stands for each character that a reader sees."""

_VOID = frozenset({"area", "br", "col", "hr", "img", "input", "link", "meta", "source", "track", "wbr"})
_TAG = re.compile(r"<[^>]*>")
_OPENING, _CLOSING = "<([", ">)]"
_MARK = re.compile(
    r"<!--.*?-->"
    r"|<(?P<close>/?)(?P<tag>[A-Za-z][\w:-]*)[^<>]*?(?P<alone>/?)>"
    r"|(?P<emphasis>\*+|_+)"
    r"|(?P<run>`+|~+)"
    r"|!?(?P<opens>\[)"
    r"|(?P<closes>\])(?:\([^()]*\)|\[[^\[\]]*\])?",
    re.DOTALL,
)


@dataclass(slots=True, eq=False)
class _Mark:
    """A mark.

    Attributes:
        start: Where it begins.
        end: … and ends.
        name: What its other half is called too; empty for a mark that is no half of a pair.
        left: How much of it has no other half yet: of emphasis its length, else 1.
        others: Its other halves: of `***` there may be two.
    """

    start: int
    end: int
    name: str = ""
    left: int = 1
    others: list["_Mark"] = field(default_factory=list)


def with_pairs(marks: str, start: int, end: int, *, led: bool, trailed: bool) -> tuple[int, int]:
    """Return where a passage begins and ends with the marks that belong to it.

    Args:
        marks: The passage's text and the marks that touch it on either side, each shown character being `SHOWN`.
        start: Where the first shown character of the passage stands in it.
        end: Where the last one ends.
        led: Whether marks before it belong to it where no half of a pair hinders that.
        trailed: … and those after it.
    """
    found = _paired(marks)

    def belongs(mark: _Mark) -> bool | None:
        """Return whether a mark beside the passage is taken in; None where it does not matter."""
        if not mark.name:
            return None
        if reaches_in(mark):
            return True
        around = [other for other in mark.others if (other.start < start) != (mark.start < start)]
        if around:
            return (led and trailed) or any(map(reaches_in, around))
        return None if mark.others else False

    def reaches_in(mark: _Mark) -> bool:
        return any(start <= other.start < end for other in mark.others)

    before = [(belongs(mark), mark.end, mark.start) for mark in reversed(found) if mark.end <= start]
    after = [(belongs(mark), mark.start, mark.end) for mark in found if mark.start >= end]
    low = _reach(start, before, 0, wanted=led)
    return low, _reach(end, after, len(marks), wanted=trailed)


def _reach(edge: int, beside: Iterable[tuple[bool | None, int, int]], last: int, *, wanted: bool) -> int:
    """Return where the marks on one side of a passage end that belong to it.

    Args:
        edge: Where its characters end.
        beside: From there on, whether each mark belongs to it, where it begins, and where it ends.
        last: Where all that touches it ends.
        wanted: Whether that belongs to it as far as nothing hinders.
    """
    for belongs, near, far in beside:
        if belongs is False:
            return near if wanted else edge
        if belongs:
            edge = far
    return last if wanted else edge


def _paired(marks: str) -> list[_Mark]:
    """Return all marks in order, halves of pairs with their other halves."""
    found: list[_Mark] = []
    waiting: list[_Mark] = []
    opened = 0  # where a mark ends that opens something
    for match in _MARK.finditer(marks):
        start, end = match.span()
        name, opens, closes = _faces(match)
        mark = _Mark(start, end, name, end - start if match["emphasis"] else 1)
        found.append(mark)
        # What follows white space, or what opens something, closes nothing.
        if closes and not (opens and (start == opened or marks[start - 1].isspace())):
            _close(waiting, mark)
        if opens and mark.left:
            waiting.append(mark)
            opened = end
    return found


def _close(waiting: list[_Mark], mark: _Mark) -> None:
    """Pair a mark with the nearest ones that wait for it; what was opened since is left alone."""
    for at in range(len(waiting) - 1, -1, -1):
        other = waiting[at]
        if other.name != mark.name:
            continue
        used = min(other.left, mark.left)
        other.left -= used
        mark.left -= used
        other.others.append(mark)
        mark.others.append(other)
        del waiting[at + bool(other.left) :]
        if not mark.left:
            return


def _faces(match: re.Match[str]) -> tuple[str, bool, bool]:
    """Return what the halves of a mark's pair are called, and whether it can open and close one."""
    if match["tag"]:
        tag = match["tag"].lower()
        if match["alone"] or tag in _VOID:
            return "", False, False
        return f"<{tag}>", not match["close"], bool(match["close"])
    if match["emphasis"]:
        return match["emphasis"][0], True, True
    if match["run"]:
        return match["run"], True, True
    if match["opens"] or match["closes"]:
        return "[", bool(match["opens"]), bool(match["closes"])
    return "", False, False


def holds_item_mark(lead: str) -> bool:
    """Return whether the mark of an item or a heading is among marks before a passage."""
    return last_blank(_TAG.sub("", lead).lstrip()) >= 0


def holds_row_end(trail: str) -> bool:
    """Return whether the bar that ends a row is among marks after a passage."""
    marks = _TAG.sub("", trail).rstrip()
    return first_blank(marks) < len(marks)


def item_mark(raw: str, floor: int, start: int) -> int | None:
    """Return where the mark of an item or a heading begins on a token's line; None where another token precedes."""
    low = raw.rfind("\n", floor, start) + 1
    if not low and floor:
        return None
    return low + len(raw[low:start]) - len(raw[low:start].lstrip())


def row_end(raw: str, end: int, ceiling: int) -> int:
    """Return where the marks end that close a token's line; `end` where another token follows on it."""
    line = raw.find("\n", end, ceiling)
    last = line if line >= 0 else ceiling
    return end + len(raw[end:last].rstrip()) if line >= 0 or ceiling == len(raw) else end


def last_blank(marks: str) -> int:
    """Return where the last white space of any script stands, that inside of tags and targets aside; -1 for none."""
    depth = 0
    for at in range(len(marks) - 1, -1, -1):
        one = marks[at]
        if one in _CLOSING:
            depth += 1
        elif one in _OPENING:
            depth = max(depth - 1, 0)
        elif not depth and one.isspace():
            return at
    return -1


def first_blank(marks: str) -> int:
    """Return where the first white space stands, that inside of tags and targets aside; the length for none."""
    depth = 0
    for at, one in enumerate(marks):
        if one in _OPENING:
            depth += 1
        elif one in _CLOSING:
            depth = max(depth - 1, 0)
        elif not depth and one.isspace():
            return at
    return len(marks)
