"""Whether a passage says something else in its document than it says alone, because what it is cut from goes on.

`$5` stands to the letter in `$500`, and `covered by this policy` in `is not covered by this policy`: of a quote of
which nobody knows the surroundings, it has to be asked whether they are the ones that it was cut from.
"""

import re

from goldset.domain.resolutions import DifferenceKind
from goldset.domain.scripts import is_unspaced
from goldset.domain.word_ends import cuts_figure, cuts_word
from goldset.resolution.differences import is_of

# Characters beside a passage in which a word may stand that turns it into its opposite.
_BESIDE = 60
# The mark of a list's entry has a blank behind it.
_EMPHASIS = re.compile(r"[*_`]+(?=\w)|(?<=\w)[*_`]+")
_SPACE = r"(?:[^\S\n]|\n(?!\s*\n))+"
# Up to two words with nothing between them but space: `not covered`, `not be covered`.
_BEFORE = re.compile(rf"(?:(?<![\w'])([\w']+){_SPACE})?(?<![\w'])([\w']+){_SPACE}$")
_AFTER = re.compile(rf"{_SPACE}([\w']+)")


def why_cut(text: str, start: int, end: int, language: str | None, *, is_chunk: bool) -> str:
    """Return how text[start:end] is cut, as what it does: `ends inside a figure`; empty where it is whole.

    Args:
        text: The document.
        start: Where the passage begins.
        end: Where it ends.
        language: BCP 47 tag by which figures are read; None keeps all readings.
        is_chunk: Whether it is a chunk, which may begin and end anywhere but inside a figure.
    """
    if cuts_figure(text, start, end, language):
        return "ends inside a figure"
    if is_chunk:
        return ""
    if cuts_word(text, start, end):
        return "ends inside a word"
    word = _negation_before(text, start)
    if word:
        return f"begins behind “{word}”"
    word = _negation_after(text, end)
    return f"ends before “{word}”" if word else ""


def _negation_before(text: str, start: int) -> str:
    """Return the word right before a passage that negates it; empty where none does."""
    if start and is_unspaced(text[start - 1]) and is_of(DifferenceKind.NEGATION, text[start - 1]):
        return text[start - 1]
    line = text[text.rfind("\n", 0, max(start - 1, 0)) + 1 : start]
    if line.startswith("#") and line.endswith("\n"):  # a heading goes on nowhere
        return ""
    found = _BEFORE.search(_plain(text[max(start - _BESIDE, 0) : start]))
    return _negation(*reversed(found.groups())) if found else ""


def _negation_after(text: str, end: int) -> str:
    """Return the word right after a passage that negates it; empty where none does."""
    if not text[end - 1 : end].isalnum():
        return ""
    found = _AFTER.match(_plain(text[end : end + _BESIDE]))
    return _negation(found[1]) if found else ""


def _plain(text: str) -> str:
    return _EMPHASIS.sub("", text).replace("’", "'")


def _negation(*words: str | None) -> str:
    return next((word for word in words if word and is_of(DifferenceKind.NEGATION, word)), "")
