"""Ids of new items: readable, and never the same twice."""

import re
import unicodedata

MAX_SLUG = 48
# Words that tell no question from another.
_EMPTY_WORDS = re.compile(
    "a|an|the|is|are|was|were|do|does|did|my|our|your|i|we|you|it|of|to|in|on|for|at|by|with|if|and|or|be|can|may"
    "|will|would|should|how|what|when|where|which|who|why|there|this|that|have|has|had"
)
_TOKEN = re.compile(r"[a-z0-9]{6}")


def item_id(question: str, token: str) -> str:
    """Return the id of a new item: up to 48 letters of its question, a dash, and six random characters.

    Raises:
        ValueError: The token is not six lower-case letters or digits.
    """
    if not _TOKEN.fullmatch(token):
        raise ValueError(f"{token!r} is not six lower-case letters or digits")
    return f"{slug(question) or 'item'}-{token}"


def is_empty_word(word: str) -> bool:
    """Return whether a folded word tells no question from another, as articles and auxiliaries."""
    return _EMPTY_WORDS.fullmatch(word) is not None


def slug(text: str) -> str:
    """Return the telling words of a text in ASCII, joined by dashes; empty where it has none."""
    folded = unicodedata.normalize("NFKD", text.casefold()).encode("ascii", "ignore").decode()
    words = re.findall(r"[a-z0-9]+", folded.replace("'", ""))
    kept = [word for word in words if not is_empty_word(word)] or words
    found = ""
    for word in kept:
        longer = f"{found}-{word}" if found else word[:MAX_SLUG]
        if len(longer) > MAX_SLUG:
            break
        found = longer
    return found
