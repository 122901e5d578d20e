"""Whether a passage ends inside a word or figure of its document: `$5` stands in `$500`, and says something else."""

import re
import unicodedata

from goldset.domain.figures import Figure, figures
from goldset.domain.scripts import is_unspaced

# Characters beside a passage in which the rest of a figure stands, its multiplier (`5 million`) too.
_BESIDE = 20
# What belongs to the figure beside it: `$` of `$500`, `%` of `5 %`, the other end of `3–5`.
_SIGN_BEFORE = re.compile(r"\d[-‐‑–]$")
_SIGN_AFTER = re.compile(r"[-‐‑–]\d|[^\S\n]?[%‰°]")
# What joins two words to one: `non-refundable`.
_HYPHENS = "-‐‑"
_COMPOUND = 3  # characters: a letter, the hyphen, a letter


def is_joined(left: str, right: str) -> bool:
    """Return whether two neighbouring characters belong to one word or figure."""
    if unicodedata.combining(right):
        return True
    return left.isalnum() and right.isalnum() and not (is_unspaced(left) or is_unspaced(right))


def cuts_word(text: str, start: int, end: int) -> bool:
    """Return whether text[start:end] begins or ends inside a word or a number without separators."""
    return any(_is_inside(text, at) for at in (start, end) if 0 < at < len(text))


def _is_inside(text: str, at: int) -> bool:
    """Return whether an offset is inside a word, or beside the hyphen of one."""
    if is_joined(text[at - 1], text[at]):
        return True
    if text[at - 1] not in _HYPHENS and text[at] not in _HYPHENS:  # as nearly everywhere
        return False
    before, after = text[max(at - 2, 0) : at], text[at : at + 2]
    return any(
        len(three) == _COMPOUND and three[1] in _HYPHENS and three[0].isalnum() and three[2].isalnum()
        for three in (before + after[:1], before[-1:] + after)
    )


def cuts_figure(text: str, start: int, end: int, language: str | None) -> bool:
    """Return whether a figure at either end of text[start:end] is another one with what stands beside it.

    Args:
        text: The document.
        start: Where the passage begins.
        end: Where it ends.
        language: BCP 47 tag by which figures are read; None keeps both readings of `1.000`.
    """
    left, right = text[max(start - _BESIDE, 0) : start], text[end : end + _BESIDE]
    if start < end and _has_sign(text, start, end):
        return True
    head, tail = text[start : min(start + _BESIDE, end)], text[max(end - _BESIDE, start) : end]
    # Most passages end with a full stop behind a word, and begin behind a blank: a figure goes on there only
    # where a digit stands in front of the blank.
    may_begin = left and (not left[-1].isspace() or left[-2:-1].isdigit())
    if may_begin and _differs(head, left + head, len(left), language, last=False):
        return True
    # Behind a mark, as behind `$5.`, it goes on only with a digit or letter.
    may_go_on = right and (tail[-1:].isalnum() or tail[-1:].isspace() or right[0].isalnum())
    return bool(may_go_on) and _differs(tail, tail + right, 0, language, last=True)


def _has_sign(text: str, start: int, end: int) -> bool:
    """Return whether a sign beside a passage belongs to the figure at its end."""
    before, after = text[max(start - 2, 0) : start], text[end : end + 2]
    return (
        text[start].isdigit() and (_is_currency(before[-1:]) or _SIGN_BEFORE.search(before) is not None)
    ) or (text[end - 1].isdigit() and (_is_currency(after[:1]) or _SIGN_AFTER.match(after) is not None))


def _is_currency(char: str) -> bool:
    return bool(char) and unicodedata.category(char) == "Sc"


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
