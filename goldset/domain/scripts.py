"""What the script of a character says about words: some write no spaces between them."""

import unicodedata
from functools import lru_cache

_UNSPACED = ("CJK", "HIRAGANA", "KATAKANA", "THAI", "LAO", "KHMER", "MYANMAR", "TIBETAN")


@lru_cache(maxsize=8192)
def is_unspaced(char: str) -> bool:
    """Return whether a character is of a script without spaces between words."""
    return not char.isascii() and unicodedata.name(char, "").startswith(_UNSPACED)
