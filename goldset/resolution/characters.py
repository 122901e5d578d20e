"""The versioned table of characters: what folds to what, and which class a character belongs to.

Not NFKC: that reads `$500¹` as `$5001` and `10²` as `102`. Superscripts, subscripts, fractions, circled and
squared forms stay what they are.
"""

import unicodedata
from enum import IntEnum
from functools import cache

import numpy as np
from numpy.typing import NDArray

# Raised whenever a rule of normalisation changes; stands in whatever records a normal form.
VERSION = "1"

TABLE_SIZE = 0x20000
DROPPED = "\u00ad\u061c\u180e\u200b\u200c\u200d\u200e\u200f\u2060\ufe0e\ufe0f\ufeff"
DROPPED += "".join(map(chr, (*range(0x202A, 0x202F), *range(0x2066, 0x206A))))
# Tatweel stretches a word; the vowel marks of Arabic may be written or not.
VOWEL_MARKS = "".join(map(chr, range(0x064B, 0x0653))) + "\u0670"
DROPPED += "\u0640" + VOWEL_MARKS
SPACES = (
    "\t\n\v\f\r\x1c\x1d\x1e\x1f\x85\u00a0\u1680"
    + "".join(map(chr, range(0x2000, 0x200B)))
    + "\u2028\u2029\u202f\u205f\u3000"
)
FOLDS = {
    **dict.fromkeys("‘’‚‛′´ʼʹ＇`『』", "'"),
    **dict.fromkeys("“”„‟″«»＂「」｢｣", '"'),
    **dict.fromkeys("‐‑‒–—―−﹘﹣－⁃", "-"),
    "…": "...",
    "ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "st", "ﬆ": "st",
    "\u0e33": "\u0e4d\u0e32",
    "\u0eb3": "\u0ecd\u0eb2",
    "„": '"',
    "‹": "'",
    "›": "'",
}  # fmt: skip
_BY_COMPATIBILITY = ((0xFB13, 0xFB18), (0xFB50, 0xFDFC), (0xFE70, 0xFEFD), (0xFF01, 0xFFBF), (0xFFE0, 0xFFE7))


class CharClass(IntEnum):
    """How a character takes part in tokens."""

    SPACE = 0
    WORD = 1
    DIGIT = 2
    MARK = 3
    SINGLE = 4
    IDEOGRAPH = 5  # a token of its own: scripts without spaces between words


@cache
def folds() -> dict[int, str]:
    """Return code point → what it becomes.

    An empty text for a character that vanishes, a space for white space.
    """
    table = {ord(c): "" for c in DROPPED} | {ord(c): " " for c in SPACES}
    for first, end in _BY_COMPATIBILITY:
        for code in range(first, end):
            plain = unicodedata.normalize("NFKC", chr(code))
            if plain != chr(code):
                table.setdefault(code, "".join(c for c in plain.strip() if c not in DROPPED))
    return table | {ord(c): text for c, text in FOLDS.items()}


@cache
def single_folds() -> NDArray[np.uint32]:
    """Return for each code point below TABLE_SIZE what one character it becomes.

    Itself where it does not fold to one.
    """
    table = np.arange(TABLE_SIZE + 1, dtype=np.uint32)
    for code, text in folds().items():
        if len(text) == 1:
            table[code] = ord(text)
    return table


class Fold(IntEnum):
    """What folding does to a character, beyond putting another single one in its place."""

    NOTHING = 0
    DROPPED = 1
    LONG = 2  # it becomes several characters
    BEYOND = 4  # it stands in no table


@cache
def fold_kinds() -> NDArray[np.uint8]:
    """Return the Fold of each code point below TABLE_SIZE; the last entry stands for all others."""
    table = np.zeros(TABLE_SIZE + 1, dtype=np.uint8)
    table[[code for code, text in folds().items() if not text]] = Fold.DROPPED
    table[[code for code, text in folds().items() if len(text) > 1]] = Fold.LONG
    table[TABLE_SIZE] = Fold.BEYOND
    return table


@cache
def ascii_folds() -> bytes:
    """Return what each ASCII character becomes, as a table for `bytes.translate`."""
    return single_folds()[:128].astype(np.uint8).tobytes() + bytes(range(128, 256))


@cache
def unstable() -> NDArray[np.bool_]:
    """Return for each code point below TABLE_SIZE whether composition (NFC) may touch it.

    The last entry stands for all others: the higher planes hold compatibility ideographs.
    """
    table = np.zeros(TABLE_SIZE + 1, dtype=np.bool_)
    for code in range(TABLE_SIZE):
        char = chr(code)
        decomposition = unicodedata.decomposition(char)
        if unicodedata.combining(char) or unicodedata.normalize("NFC", char) != char:
            table[code] = True
        if decomposition and not decomposition.startswith("<"):
            for part in decomposition.split()[1:]:
                if int(part, 16) < TABLE_SIZE:
                    table[int(part, 16)] = True
    table[0x1161:0x1176] = table[0x11A8:0x11C3] = True  # Hangul vowels and final consonants
    table[TABLE_SIZE] = True
    return table


# So many characters are lowered at once; one of them may depend on its neighbours (a capital sigma).
_BLOCK, _DEPENDS = 256, "\u03a3"


@cache
def lower_case() -> NDArray[np.uint32]:
    """Return the lower-case letter of each code point below TABLE_SIZE, where it is one character."""
    table = np.arange(TABLE_SIZE + 1, dtype=np.uint32)
    for first in range(0, TABLE_SIZE, _BLOCK):
        block = table[first : first + _BLOCK]
        chars = block.tobytes().decode("utf-32-le", "surrogatepass")
        lower = chars.lower()
        if len(lower) != len(chars) or _DEPENDS in chars:
            lower = "".join(low if len(low := char.lower()) == 1 else char for char in chars)
        block[:] = np.frombuffer(lower.encode("utf-32-le", "surrogatepass"), dtype="<u4")
    return table


@cache
def classes() -> NDArray[np.uint8]:
    """Return the CharClass of each code point below TABLE_SIZE; the last entry stands for all others.

    Planes above the second hold ideographs and little else.
    """
    by_category = {"L": CharClass.WORD, "M": CharClass.MARK, "Z": CharClass.SPACE}
    of = {name: int(value) for name, value in by_category.items()}
    single, digit = int(CharClass.SINGLE), int(CharClass.DIGIT)
    table = np.full(TABLE_SIZE + 1, single, dtype=np.uint8)
    names = list(map(unicodedata.category, map(chr, range(TABLE_SIZE))))
    kinds = {name: digit if name == "Nd" else of.get(name[0], single) for name in set(names)}
    table[:TABLE_SIZE] = list(map(kinds.__getitem__, names))
    table[[ord(char) for char in SPACES]] = CharClass.SPACE
    table[ord("_")] = CharClass.WORD
    for first, end in _UNSPACED:
        letters = np.isin(table[first:end], (CharClass.WORD, CharClass.SINGLE))
        table[first:end][letters] = CharClass.IDEOGRAPH
    table[TABLE_SIZE] = CharClass.IDEOGRAPH
    return table


# Thai, Lao, Myanmar, Khmer; kana; Han and its extensions in the first two planes.
_UNSPACED = (
    (0x0E01, 0x0E50), (0x0E81, 0x0ED0), (0x1000, 0x1040), (0x1780, 0x17D4), (0x3041, 0x3100),
    (0x31F0, 0x3200), (0x3400, 0x4DC0), (0x4E00, 0xA000), (0xF900, 0xFB00),
)  # fmt: skip


def class_of(codes: NDArray[np.uint32]) -> NDArray[np.uint8]:
    """Return the class of each code point."""
    return classes().take(codes, mode="clip")
