"""Whether a passage ends inside a word or figure of its document: `$5` stands in `$500`, and says something else."""

import unicodedata

from goldset.domain.figures import Figure, figures
from goldset.domain.scripts import is_unspaced

# Characters beside a passage in which the rest of a figure stands, its multiplier (`5 million`) too.
_BESIDE = 20


def is_joined(left: str, right: str) -> bool:
    """Return whether two neighbouring characters belong to one word or figure."""
    if unicodedata.combining(right):
        return True
    return left.isalnum() and right.isalnum() and not (is_unspaced(left) or is_unspaced(right))


def cuts_word(text: str, start: int, end: int) -> bool:
    """Return whether text[start:end] begins or ends inside a word or a number without separators."""
    before = start > 0 and is_joined(text[start - 1], text[start])
    return before or (end < len(text) and is_joined(text[end - 1], text[end]))


def cuts_figure(text: str, start: int, end: int, language: str | None) -> bool:
    """Return whether a figure at either end of text[start:end] is another one with what stands beside it.

    Args:
        text: The document.
        start: Where the passage begins.
        end: Where it ends.
        language: BCP 47 tag by which figures are read; None keeps both readings of `1.000`.
    """
    left, right = text[max(start - _BESIDE, 0) : start], text[end : end + _BESIDE]
    head, tail = text[start : min(start + _BESIDE, end)], text[max(end - _BESIDE, start) : end]
    # Most passages end with a full stop behind a word, and begin behind a blank: no figure goes on there.
    if left[-1:] and not left[-1].isspace() and _differs(head, left + head, len(left), language, last=False):
        return True
    may_go_on = right and (tail[-1:].isalnum() or tail[-2:-1].isdigit() or not right[0].isspace())
    return bool(may_go_on) and _differs(tail, tail + right, 0, language, last=True)


def _differs(inner: str, outer: str, shift: int, language: str | None, *, last: bool) -> bool:
    found = figures(inner, language)
    if not found:
        return False
    one = found[-1 if last else 0]
    # Only what lies at the end can go on beyond it: a mark may stand between.
    if (len(inner.rstrip()) - one.end > 1) if last else one.start > 1:
        return False
    return not any(_is_same(one, other, shift) for other in figures(outer, language))


def _is_same(one: Figure, other: Figure, shift: int) -> bool:
    return (one.start + shift, one.values) == (other.start, other.values)
