"""Scope words: to whom, where and when a text applies, as headings, paths, titles and metadata say."""

import re
from collections.abc import Iterable

from goldset.domain.resolutions import DifferenceKind
from goldset.resolution import lexicon
from goldset.resolution.differences import is_of

_WORD = re.compile(r"[^\W_]+(?:[.,][^\W_]+)*")
_YEAR = re.compile(r"(?:19|20)\d\d")
_RELEASE = re.compile(r"[vV]\d+(?:\.\d+)*|FY\d{2,4}|[QH][1-4]")
_FIGURE = re.compile(r"\d[\d.,:]*(?:st|nd|rd|th|k|m|x)?", re.IGNORECASE)
# The number of a heading itself: "2.1 Fees", "A. Fees", "A1-7. Fees".
_OWN_NUMBER = re.compile(r"\W*(?:\(?[A-Za-z]?\d*(?:[-.]\d+)*[.):]|\d+(?:[-.]\d+)+|\d{1,2}(?= [A-Z]))(?=\s|$)")
_LOCALE = re.compile(r"(?:^|(?<=/))(?P<language>[a-z]{2})(?:[-_](?:[A-Z]{2}|[a-z]{2}|[A-Z][a-z]{3}))?(?=/)")
_LANGUAGE_CODES = (
    "en de fr es it pt nl sv da no nb nn fi pl cs sk hu ro bg el ru uk tr ar he fa hi bn th vi id ms "
    "zh ja ko "
)
_LANGUAGES = frozenset(_LANGUAGE_CODES.split())
_LONGEST_SHORT = 5  # U.S.A
_PRONOUNS = frozenset({"us"})
_BEFORE_PRONOUNS = frozenset(
    [
        "about",
        "contact",
        "join",
        "with",
        "for",
        "to",
        "of",
        "follow",
        "find",
        "tell",
        "meet",
        "why",
        "let",
        "from",
        "at",
        "by",
    ]
)


def scope_words(texts: Iterable[str], terms: frozenset[str] = frozenset()) -> frozenset[str]:
    """Return the scope words of headings, titles or path parts, in lower case.

    `terms` are a project's own.
    """
    found: set[str] = set()
    for text in texts:
        lowered = text.lower()
        found |= {term for term in terms if term in lowered}
        found |= _in_words(_WORD.findall(text))
        if not text.isascii():
            found |= {part for part in lexicon.scope().parts if part in text}
    return frozenset(found)


def _in_words(words: list[str]) -> set[str]:
    table = lexicon.scope()
    found: set[str] = set()
    rest = _without_phrases(words, found)
    for at, word in enumerate(words):
        low = word.replace(".", "").lower() if len(word) <= _LONGEST_SHORT else word.lower()
        low = table.same.get(low, low)
        if not rest[at]:
            continue
        beside = {words[n].lower() for n in (at - 1, at + 1) if 0 <= n < len(words)}
        before = words[at - 1].lower() if at else ""
        if before in table.version_heads and _counts(word):
            found.add(f"{before} {low}")
        elif (
            _YEAR.fullmatch(word)
            or _RELEASE.fullmatch(word)
            or low in table.words
            or (low in table.plan_words and beside & table.plan_heads)
            or word.replace(".", "") in table.exact
        ):
            found.add(low)
    return found


def _without_phrases(words: list[str], found: set[str]) -> list[bool]:
    """Add the phrases among words to what was found, the longest first; return which words are in none."""
    lowered = [word.lower() for word in words]
    rest = [True] * len(words)
    for phrase, name in lexicon.scope().phrases:
        if phrase[0] not in lowered:
            continue
        for at in range(len(words) - len(phrase) + 1):
            if rest[at] and tuple(lowered[at : at + len(phrase)]) == phrase:
                rest[at : at + len(phrase)] = [False] * len(phrase)
                found.add(name)
    return rest


def _counts(word: str) -> bool:
    """Return whether a word numbers what stands before it: "Tier 2", "Plan B", "Phase two"."""
    return word[:1].isdigit() or (len(word) == 1 and word.isupper()) or is_of(DifferenceKind.NUMBER, word)


def heading_words(path: Iterable[str]) -> tuple[frozenset[str], frozenset[str]]:
    """Return what else limits the text below headings: figures and months, and the words that bound them."""
    table = lexicon.scope()
    found: set[str] = set()
    bounds: set[str] = set()
    for heading in path:
        text = _OWN_NUMBER.sub("", heading, count=1) if _OWN_NUMBER.match(heading) else heading
        words = [word.lower() for word in _WORD.findall(text)]
        for at, word in enumerate(words):
            before = words[at - 1] if at else ""
            figure = bool(_FIGURE.fullmatch(word)) and before not in table.part_heads
            month = is_of(DifferenceKind.DATE, word) and (before in table.bounds or _beside_figure(words, at))
            if figure or month:
                found.add(word)
                bounds |= {n for n in words[max(at - 2, 0) : at] if n in table.bounds}
    return frozenset(found), frozenset(bounds)


def _beside_figure(words: list[str], at: int) -> bool:
    return any(words[n][:1].isdigit() for n in (at - 1, at + 1) if 0 <= n < len(words))


def path_scope(doc_id: str, terms: frozenset[str] = frozenset()) -> tuple[str, frozenset[str]]:
    """Return the language that a path names ("" for none) and the scope words of its parts."""
    match = _LOCALE.search(doc_id + "/")
    language = match["language"] if match and match["language"] in _LANGUAGES else ""
    bare = _LOCALE.sub("", doc_id + "/") if language else doc_id
    parts = [re.sub(r"[-_.]", " ", part) for part in bare.split("/")]
    codes = {code for part in parts for code in _codes(part.lower().split())}
    return language, scope_words(parts, terms) | codes


def _codes(words: list[str]) -> set[str]:
    """Return the codes of countries among the words of a path part; "about us" names none."""
    codes = lexicon.scope().codes
    return {
        lexicon.scope().same.get(word, word)
        for at, word in enumerate(words)
        if word in codes and (word not in _PRONOUNS or not at or words[at - 1] not in _BEFORE_PRONOUNS)
    }
