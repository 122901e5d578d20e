"""The words of a text that tell it from others, and whether two texts share one: to doubt by, never to accept by."""

import re

from goldset.domain.figures import figures
from goldset.domain.item_ids import is_empty_word
from goldset.domain.mentions import plain
from goldset.domain.scripts import is_unspaced

_WORD = re.compile(r"[^\W\d_]+")
# "feeding" is a form of "feed", "studies" of "study", "contract" none of "control".
_LEAST_STEM, _LONGEST_ENDING, _SHORTER_ENDING = 4, 3, 1


def telling_words(text: str) -> frozenset[str]:
    """Return the words of a text but articles, auxiliaries and the like; pairs of characters in unspaced scripts."""
    found: set[str] = set()
    for word in _WORD.findall(plain(text)):
        if any(map(is_unspaced, word)):
            found |= {word[at : at + 2] for at in range(max(len(word) - 1, 1))}
        elif not is_empty_word(word):
            found.add(word)
    return frozenset(found)


def holds_something_of(passage: str, answer: str, language: str | None) -> bool:
    """Return whether a passage holds a figure or telling word of an answer; true where the answer has none."""
    words, values = telling_words(answer), _values(answer, language)
    if not words and not values:
        return True
    if values & _values(passage, language):
        return True
    there = telling_words(passage)
    if words & there:
        return True
    stems = {word[:_LEAST_STEM] for word in words if len(word) >= _LEAST_STEM}
    near = [word for word in there if word[:_LEAST_STEM] in stems]
    return any(_one_word(one, other) for one in near for other in words)


def _values(text: str, language: str | None) -> set[object]:
    # "one" stands for things more often than it counts them.
    return {v for figure in figures(text, language) if figure.text.lower() != "one" for v in figure.values}


def _one_word(one: str, other: str) -> bool:
    shared = 0
    for left, right in zip(one, other, strict=False):
        if left != right:
            break
        shared += 1
    shorter, longer = sorted((len(one) - shared, len(other) - shared))
    return shared >= _LEAST_STEM and shorter <= _SHORTER_ENDING and longer <= _LONGEST_ENDING
