"""Scope words: to whom, where and when a text applies, as headings, paths, titles and metadata say."""

import re
from collections.abc import Iterable

from goldset.resolution import lexicon

_WORD = re.compile(r"[^\W_]+(?:\.[^\W_]+)*")
_YEAR = re.compile(r"(?:19|20)\d\d")
_LOCALE = re.compile(r"(?:^|(?<=/))(?P<language>[a-z]{2})(?:[-_](?:[A-Z]{2}|[a-z]{2}|[A-Z][a-z]{3}))?(?=/)")
_LANGUAGE_CODES = (
    "en de fr es it pt nl sv da no nb nn fi pl cs sk hu ro bg el ru uk tr ar he fa hi bn th vi id ms "
    "zh ja ko "
)
_LANGUAGES = frozenset(_LANGUAGE_CODES.split())


def scope_words(texts: Iterable[str], terms: frozenset[str] = frozenset()) -> frozenset[str]:
    """Return the scope words of headings, titles or path parts, in lower case.

    `terms` are a project's own.
    """
    found: set[str] = set()
    for text in texts:
        lowered = text.lower()
        found |= {term for term in terms if term in lowered}
        found |= _in_words(_WORD.findall(text))
    return frozenset(found)


def _in_words(words: list[str]) -> set[str]:
    table = lexicon.scope()
    found: set[str] = set()
    for at, word in enumerate(words):
        low = word.lower().replace(".", "") if len(word) <= 5 else word.lower()  # noqa: PLR2004 (U.S.A is the longest)
        beside = {words[n].lower() for n in (at - 1, at + 1) if 0 <= n < len(words)}
        if _YEAR.fullmatch(word):
            found.add(word)
        elif (low in table.words and (low.upper() not in table.exact or word != low)) or (
            low in table.plan_words and beside & table.plan_heads
        ):
            found.add(low)
        elif word[:1].isdigit() and at and words[at - 1].lower() in table.version_heads:
            found.add(f"{words[at - 1].lower()} {word}")
        elif word in table.exact:
            found.add(low)
    return found


def path_scope(doc_id: str, terms: frozenset[str] = frozenset()) -> tuple[str, frozenset[str]]:
    """Return the language that a path names ("" for none) and the scope words of its parts."""
    match = _LOCALE.search(doc_id + "/")
    language = match["language"] if match and match["language"] in _LANGUAGES else ""
    bare = _LOCALE.sub("", doc_id + "/") if language else doc_id
    parts = [re.sub(r"[-_.]", " ", part) for part in bare.split("/")]
    return language, scope_words(parts, terms)
