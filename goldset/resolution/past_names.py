"""Names that call what they name past: of folders, files, titles, headings and fields."""

import re
from functools import lru_cache

from goldset.resolution import lexicon

_WORD = re.compile(r"[^\W_]+")
# What says nothing beside a word that calls a document past: `archive-2019`, `Superseded version 3`.
_FILLER_WORDS = (
    "a an the this is was of by in on at since date version versions edition document documents docs pages"
)
_FILLERS = frozenset(_FILLER_WORDS.split())


def words_of(text: str) -> list[str]:
    """Return the words of a name in lower case."""
    return [word.lower() for word in _WORD.findall(text)]


def only_past(name: str, past: frozenset[str]) -> list[str]:
    """Return the words by which a name calls what it names past, if it says nothing else: `archive-2019`."""
    words = words_of(name)
    found = [word for word in words if word in past]
    rest = (word for word in words if word not in past and word not in _FILLERS)
    return found if all(any(char.isdigit() for char in word) for word in rest) else []


@lru_cache(maxsize=1 << 12)  # many passages stand below the same headings
def called_past(name: str) -> tuple[str, ...]:
    """Return the words by which a name calls itself past: as all it says, or in a remark.

    `Superseded version 3`, `Fees (draft)` and `DEPRECATED: Fees` do so; `Retired employees` does not.
    """
    scope = lexicon.scope()
    remarks = [
        word
        for word in words_of(name)
        if word in scope.withdrawn
        and re.search(rf"[\[(（【]\s*{word}(?!\w)|^\W*{word}\s*[:：–—]", name, re.IGNORECASE)
    ]
    return tuple(remarks or only_past(name, scope.outright))


def last_past(stem: str) -> list[str]:
    """Return the word at the end of a file's name that calls it past: `fees-superseded`."""
    words = words_of(stem)
    return words[-1:] if words and words[-1] in lexicon.scope().outright else []
