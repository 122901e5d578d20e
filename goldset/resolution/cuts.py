"""Whether a passage says something else in its document than it says alone, because what it is cut from goes on.

`$5` stands to the letter in `$500`, and `covered by this policy` in `is not covered by this policy`: of a quote of
which nobody knows the surroundings, it has to be asked whether they are the ones that it was cut from.
"""

import re

from goldset.domain.resolutions import DifferenceKind as Kind
from goldset.domain.scripts import is_unspaced
from goldset.domain.word_ends import cuts_figure, cuts_word
from goldset.resolution import lexicon
from goldset.resolution.differences import is_of

# Characters beside a passage in which a word may stand that turns it into its opposite, or that limits it.
_BESIDE = 60
_LONGEST_UNSPACED = 6
# The mark of a list's entry has a blank behind it.
_EMPHASIS = re.compile(r"[*_`]+(?=\w)|(?<=\w)[*_`]+")
_SPACE = r"(?:[^\S\n]|\n(?!\s*\n))+"
# Up to two words with nothing between them but space: `not covered`, `not be covered`.
_BEFORE = re.compile(rf"(?:(?<![\w'])([\w']+){_SPACE})?(?<![\w'])([\w']+){_SPACE}$")
_WORD_ENDS = "_'’*`"  # what a word may end with, but for letters, with the marks of emphasis
# A hyphen without space on both sides joins words; longer dashes part them.
_AFTER = re.compile(
    rf"(?P<gap>{_SPACE}(?:-{_SPACE})?|(?:{_SPACE})?(?:[–—]|--)(?:{_SPACE})?)\(?(?P<word>[\w']+)"
)
# What a passage may end with and still be in the middle of a sentence.
_OPEN_ENDS = ",;،؛)]\"'”’»%*_`，；、）］】」』"
# What may stand, too, between a passage and the word of an unspaced script that limits it.
_UNSPACED_OPENING = "（［【"
_FIGURE = re.compile(r"\W{0,3}\d")


def why_cut(text: str, start: int, end: int, language: str | None, *, is_chunk: bool) -> str:
    """Return how text[start:end] is cut, as what it does: `ends inside a figure`; empty where it is whole.

    Args:
        text: The document.
        start: Where the passage begins.
        end: Where it ends.
        language: BCP 47 tag by which figures and words are read; None keeps all readings.
        is_chunk: Whether it is a chunk, which may begin and end anywhere but inside a figure.
    """
    if cuts_figure(text, start, end, language):
        return "ends inside a figure"
    if is_chunk:
        return ""
    if cuts_word(text, start, end):
        return "ends inside a word"
    before = _before(text, start, end)
    if before:
        return f"begins behind “{before}”"
    after = _after(text, start, end, language)
    return f"ends before “{after}”" if after else ""


def _before(text: str, start: int, end: int) -> str:
    """Return the words right before a passage that negate or limit it; empty where none do."""
    beside = text[max(start - _BESIDE, 0) : start]
    unspaced = beside.rstrip(" ")
    if unspaced and is_unspaced(unspaced[-1]):
        table = lexicon.classes()
        ends = {unspaced[-size:] for size in range(1, _LONGEST_UNSPACED)}
        limits = table.limits | (table.bounds if _is_figure(text, start, end) else frozenset())
        return max((word for word in ends if _negates(word) or word in limits), key=len, default="")
    line = text[text.rfind("\n", 0, max(start - 1, 0)) + 1 : start]
    if line.startswith("#") and line.endswith("\n"):  # a heading goes on nowhere
        return ""
    last = beside.rstrip()[-1:]
    if last and not last.isalnum() and last not in _WORD_ENDS:  # as a full stop, most often
        return ""
    found = _BEFORE.search(_plain(beside))
    return _limit_of(found[1] or "", found[2], is_figure=_is_figure(text, start, end)) if found else ""


def _limit_of(first: str, last: str, *, is_figure: bool) -> str:
    """Return which of the two words before a passage turn or limit it: `not`, `only`, `at least`."""
    table = lexicon.classes()
    for word in (last, first):
        if _negates(word):
            return word
    if last.lower() in table.limits:
        return last
    if is_figure and any(word.lower() in table.bounds for word in (first, last)):
        return f"{first} {last}".strip()
    return ""


def _is_figure(text: str, start: int, end: int) -> bool:
    """Return whether a passage begins with a figure or the word for one."""
    if _FIGURE.match(text, start, end):
        return True
    words = text[start : start + _BESIDE].split(maxsplit=1)
    return bool(words) and is_of(Kind.NUMBER, words[0].strip(",.;:"))


def _after(text: str, start: int, end: int, language: str | None) -> str:
    """Return the word right after a passage that negates or limits it; empty where none does."""
    last = len(text[start:end].rstrip(_OPEN_ENDS + " ")) + start
    if last == start or not text[last - 1].isalnum() or text.startswith("#", text.rfind("\n", 0, start) + 1):
        return ""
    rest = text[last : last + _BESIDE]
    unspaced = rest.lstrip(_OPEN_ENDS + " " + _UNSPACED_OPENING)
    if is_unspaced(unspaced[:1] or " "):
        begins = (unspaced[:size] for size in range(_LONGEST_UNSPACED, 0, -1))
        return next((word for word in begins if _limits_before(word, language)), "")
    found = _AFTER.match(_plain(rest.lstrip(_OPEN_ENDS)))
    # Behind a line's end a capital begins another sentence, though no full stop ends the first one.
    if found is None or ("\n" in found["gap"] and found["word"][0].isupper()):
        return ""
    return found["word"] if _limits_before(found["word"], language) else ""


def _limits_before(word: str, language: str | None) -> bool:
    """Return whether a word negates or limits what stands right before it."""
    table = lexicon.classes()
    own = table.limits_after_in.get((language or "").split("-")[0].lower(), frozenset())
    return _negates(word) or word.lower() in table.limits_after or word.lower() in own


def _plain(text: str) -> str:
    return _EMPHASIS.sub("", text).replace("’", "'")


def _negates(word: str) -> bool:
    return bool(word) and is_of(Kind.NEGATION, word)
