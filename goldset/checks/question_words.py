"""The words of a question: what it asks about, and what merely carries it.

Two questions are nearly the same when they ask about the same things in other small words. How alike they look does
not tell: "the deductible in Florida" and "the deductible in Texas" are 90 % alike and two questions.
"""

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files

from goldset.domain.figures import figures
from goldset.domain.mentions import plain
from goldset.domain.scripts import is_unspaced

_TAILS = frozenset({"s", "re", "ve", "ll", "m", "d"})
_NOT = {"can": "can", "ca": "can", "wo": "will", "sha": "shall"}
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_SENTENCE_END = re.compile(r"[.!?:;\n“\"(]\s*$")
_ENDINGS = ("ing", "ied", "ies", "ed", "es", "s", "e")
_LEAST_STEM = 4


@dataclass(frozen=True, slots=True)
class QuestionWords:
    """A question for comparison with others.

    Attributes:
        text: All of it, with white space and case aside.
        figures: Its figures by value, and its words with digits, in order: they must agree.
        content: What it asks about: its other words but for the small ones, as stems, sorted.
        names: Its words with a capital inside a sentence, as stems, in order.
        sorted_words: All its words, sorted, as one text: what is measured where the order may differ.
        is_unspaced: Whether most of it is in a script without spaces, so that its words are characters.
    """

    text: str
    figures: tuple[str, ...]
    content: tuple[str, ...]
    names: tuple[str, ...]
    sorted_words: str
    is_unspaced: bool


# Both sides of a change ask for nearly the same questions.
@lru_cache(maxsize=4096)
def question_words(question: str, language: str | None, telling: frozenset[str]) -> QuestionWords:
    """Return a question's words.

    Args:
        question: The question.
        language: BCP 47 tag by which its figures are read.
        telling: Words in lower case that never are small ones, beside the built-in list.
    """
    text = plain(question)
    found = [figure for figure in figures(question, language) if figure.text.casefold() != "one"]
    numbers = {part for figure in found for part in _WORD.findall(figure.text.casefold())}
    words = [word for word in split_words(text) if word not in numbers]
    coded = [word for word in words if not word.isalpha()]
    light = _listed("light") - telling
    content = [stem(word) for word in words if word.isalpha() and word not in light]
    values = ["|".join(sorted(map(str, figure.values))) for figure in found]
    unspaced = not text.isascii() and 2 * sum(is_unspaced(word[0]) for word in words) > len(words)
    return QuestionWords(
        text=text,
        figures=(*values, *coded),
        content=tuple(sorted(content)),
        names=tuple(_names(question)),
        sorted_words=" ".join(sorted([*words, *numbers])),
        is_unspaced=unspaced,
    )


def is_telling(word: str, telling: frozenset[str]) -> bool:
    """Return whether a stem or word makes another question of a question when it is put for another word."""
    return word in _listed("telling") or word in telling


def split_words(text: str) -> Iterator[str]:
    """Yield the words of a text in lower case; contractions in full, each character of an unspaced script."""
    for word in _WORD.findall(text):
        yield from _whole(word) if word.isascii() or "’" in word else _parts(word)


def stem(word: str) -> str:
    """Return a word without the commonest English endings, so that `claims` and `claimed` are one."""
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _LEAST_STEM and not word.endswith("ss"):
            return word[: -len(ending)]
    return word


@cache
def _listed(name: str) -> frozenset[str]:
    """Return the words of a list of the lexicon, and their stems."""
    lists = tomllib.loads((files("goldset.checks") / "lexicons" / "questions.toml").read_text("utf-8"))
    words = lists[name].split()
    return frozenset(words) | {stem(word) for word in words}


def _whole(word: str) -> Iterator[str]:
    word = word.replace("’", "'")
    head, mark, tail = word.rpartition("'")
    if not mark:
        yield "not" if word == "cannot" else word
    elif tail == "t" and head.endswith("n"):
        yield from (_NOT.get(head[:-1], head[:-1]), "not")
    else:
        yield head
        if tail not in _TAILS:
            yield tail


def _parts(word: str) -> Iterator[str]:
    start = 0
    for at, char in enumerate(word):
        if is_unspaced(char):
            if start < at:
                yield word[start:at]
            yield char
            start = at + 1
    if start < len(word):
        yield word[start:]


def _names(question: str) -> Iterator[str]:
    for match in _WORD.finditer(question):
        word = match.group()
        inside = match.start() and not _SENTENCE_END.search(
            question[max(match.start() - 3, 0) : match.start()]
        )
        if word[0].isupper() and len(word) > 1 and (inside or word.isupper()):
            yield stem(word.casefold())
