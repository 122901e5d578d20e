"""What of a document is told under a condition of its template alone: Liquid and Jinja, ERB, Handlebars, MDX."""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

# `{% if a %}`, `<% if a %>`, `{{#if a}}`: what a tag says, without its signs.
_TAG = re.compile(
    r"\{%(?P<liquid>[^%{}]*)%\}"
    r"|<%(?![#%])(?P<ruby>(?:(?!%>|<%).)*)%>"
    r"|\{\{~?(?P<bars>(?:[#^/]|else\b)[^{}]*)\}\}"
    r"|^[ \t]*(?P<jsx>\{[^{}\n]+&&[ \t]*\(|\)\})[ \t]*$",
    re.DOTALL | re.MULTILINE,
)
_CONDITION = re.compile(r"(?:if|unless|ifversion|ifchanged|ifequal|case|switch)\b")
# What stands in a loop is told; what stands behind its `else`, where there is nothing to go through.
_LOOP = re.compile(r"(?:for|tablerow|each)\b")


class _Words(NamedTuple):
    """By which words the blocks of a language begin, go on, and end."""

    begins: re.Pattern[str]
    goes_on: re.Pattern[str]
    ends: re.Pattern[str]


_LANGUAGES = {
    "liquid": _Words(
        re.compile(rf"{_CONDITION.pattern}|{_LOOP.pattern}"),
        re.compile(r"(?:else|elsif|elif|when)\b"),
        re.compile(r"end(?:if|unless|ifversion|ifchanged|ifequal|case|switch|for|tablerow)\b"),
    ),
    # Ruby ends all kinds of blocks with one word: those that are no condition are counted, too.
    "ruby": _Words(
        re.compile(r"(?:if|unless|case|while|until|for|begin)\b|.*\bdo\b(?: ?\|[^|]*\|)?$"),
        re.compile(r"(?:else|elsif|when|in)\b"),
        re.compile(r"end$"),
    ),
    "bars": _Words(
        re.compile(r"# ?(?:if|unless|each)\b"), re.compile(r"else\b"), re.compile(r"/ ?(?:if|unless|each)$")
    ),
    "jsx": _Words(re.compile(r"\{"), re.compile(r"(?!)"), re.compile(r"\)\}")),
}

Condition = tuple[int, int, str]
"""[start, end) of what is told under a condition, in code points of the text, and the condition in words."""


@lru_cache(maxsize=8)
def conditional_stretches(text: str) -> tuple[Condition, ...]:
    """Return what of a text is told under a condition alone, by its end; a block that never ends is none."""
    if "{%" not in text and "<%" not in text and "{{" not in text and "&&" not in text:
        return ()
    return tuple(_stretches(text))


def conditions_around(text: str, start: int, end: int) -> tuple[str, ...]:
    """Return the conditions under which text[start:end] is told, sorted."""
    return tuple(
        sorted(name for first, last, name in conditional_stretches(text) if first <= start and end <= last)
    )


def is_conditional_in_part(text: str, start: int, end: int) -> bool:
    """Return whether a condition holds for anything of text[start:end]."""
    return any(first < end and start < last for first, last, _ in conditional_stretches(text))


def _stretches(text: str) -> Iterator[Condition]:
    # Of each open block: its language, where it begins, its condition (empty for none), and that of its `else`.
    waiting: list[tuple[str, int, str, str]] = []
    for match in _TAG.finditer(text):
        language = match.lastgroup or ""
        words, said = _LANGUAGES[language], " ".join(match[language].strip("-~= \t\n").split())
        goes_on = words.goes_on.match(said) is not None
        if goes_on or words.ends.match(said):
            if not waiting or waiting[-1][0] != language:
                continue
            _, start, name, otherwise = waiting.pop()
            if name:
                yield start, match.start(), name
            if goes_on:
                other = f"{said} of {otherwise}" if otherwise else ""
                waiting.append((language, match.end(), other, other))
        elif words.begins.match(said):
            condition = said.lstrip("#{ ").removesuffix("(").rstrip("& ")
            name = condition if language == "jsx" or _CONDITION.match(condition) else ""
            waiting.append((language, match.end(), name, condition if name or _LOOP.match(condition) else ""))
