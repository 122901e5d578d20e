"""What differs between two runs of tokens, and what sort of thing it is.

The classes are labels, for people and for ranking. What is accepted is decided by `harmless`, never here.
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from rapidfuzz.distance import LCSseq
from rapidfuzz.fuzz import ratio

from goldset.domain.resolutions import Difference, DifferenceKind
from goldset.resolution import lexicon
from goldset.resolution.excerpts import Stretch

Kind = DifferenceKind
# The order in which they are named: what can turn an answer first.
_ORDER = (
    Kind.NEGATION,
    Kind.NUMBER,
    Kind.CURRENCY,
    Kind.UNIT,
    Kind.DATE,
    Kind.MODAL,
    Kind.COMPARATOR,
    Kind.QUANTIFIER,
    Kind.CONNECTIVE,
    Kind.JURISDICTION,
    Kind.ENTITY,
)
# Words that are alike by such a share (0–100) are spellings or forms of one.
_ALIKE = 60
# “a”, “my”, “to”: words of so few letters say little of what is asked.
_SLIGHT = 2
# Texts longer than this are compared by their ends only; the product bounds the work.
_MAX_PRODUCT = 4_000_000
# Words of one letter that begin with a capital without being names.
_ONE_CAPITAL = frozenset("AI")
_GLUED = frozenset("%$€£¥₹°")
# Figures in any script with what often follows them; letters mixed with figures otherwise are a name.
_FIGURE = re.compile(
    r"[-+]?\d[\d.,:]*(?:st|nd|rd|th|s|%|k|m|bn|x)?|[\u00b2\u00b3\u00b9\u00bc-\u00be\u2070-\u209c\u2150-\u218b]+"
)


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch that differs: old tokens [i, j) of one side against new tokens [k, m) of the other."""

    i: int
    j: int
    k: int
    m: int


def pieces(before: Sequence[int], after: Sequence[int]) -> list[Piece]:
    """Return where two runs of token keys differ, in order."""
    found: list[Piece] = []
    if len(before) * len(after) > _MAX_PRODUCT:
        return [Piece(0, len(before), 0, len(after))] if list(before) != list(after) else []
    for block in LCSseq.opcodes(before, after):
        if block.tag == "equal":
            continue
        piece = Piece(block.src_start, block.src_end, block.dest_start, block.dest_end)
        if found and found[-1].j == piece.i and found[-1].m == piece.k:
            piece = Piece(found[-1].i, piece.j, found[-1].k, piece.m)
            found.pop()
        found.append(piece)
    return found


def differences(before: Stretch, after: Stretch) -> tuple[Difference, ...]:
    """Return what differs between two passages, in the order of the text."""
    return word_differences(before.words, after.words, pieces(before.keys.tolist(), after.keys.tolist()))


def word_differences(before: list[str], after: list[str], where: list[Piece]) -> tuple[Difference, ...]:
    """Return the classed differences of two runs of tokens that differ in the given stretches."""
    moved = _moved(before, after, where)
    if moved:
        return (moved,)
    found: list[Difference] = []
    for piece in where:
        found += _classed(before, after, piece)
    if where:
        known = {difference.kind for difference in found}
        found += [d for d in in_running_scripts(before, after) if d.kind not in known]
    return tuple(dict.fromkeys(found))


def _moved(before: list[str], after: list[str], where: list[Piece]) -> Difference | None:
    """Return an order difference where the same words stand in another order."""
    if len(where) < 2 or len(before) != len(after):  # noqa: PLR2004 (one stretch cannot change its order)
        return None
    if Counter(before) != Counter(after):
        return None
    first, last = where[0], where[-1]
    return Difference(Kind.ORDER, spoken(before[first.i : last.j]), spoken(after[first.k : last.m]))


def _classed(before: list[str], after: list[str], piece: Piece) -> list[Difference]:
    old, new = before[piece.i : piece.j], after[piece.k : piece.m]
    went, came = _by_kind(old), _by_kind(new)
    kinds = [kind for kind in _ORDER if went.get(kind) != came.get(kind)] if went or came else []
    if _is_opposite(old, new) and Kind.NEGATION not in kinds:
        kinds.insert(0, Kind.NEGATION)
    if len(kinds) <= 1:
        kind = kinds[0] if kinds else Kind.WORDS
        return [Difference(kind, _glued(before, piece.i, piece.j), _glued(after, piece.k, piece.m))]
    return [Difference(kind, spoken(went.get(kind, ())), spoken(came.get(kind, ()))) for kind in kinds]


def _glued(words: list[str], i: int, j: int) -> str:
    """Return a stretch with the sign of currency or percent that belongs to its figure."""
    if i < j and words[i][:1].isdigit() and i and words[i - 1] in _GLUED:
        i -= 1
    if i < j < len(words) and words[j - 1][-1:].isdigit() and words[j] in _GLUED:
        j += 1
    return spoken(words[i:j])


def _by_kind(words: list[str]) -> dict[Kind, list[str]]:
    """Return the words of each class, in order."""
    found: dict[Kind, list[str]] = {}
    for word in words:
        for kind in _kinds_of(word):
            found.setdefault(kind, []).append(word)
    return found


def is_of(kind: Kind, word: str) -> bool:
    """Return whether a word is of a class."""
    return kind in _kinds_of(word)


@lru_cache(maxsize=1 << 15)
def _kinds_of(word: str) -> frozenset[Kind]:
    """Return the classes of a word."""
    table, lower = lexicon.classes(), word.lower()
    kinds = table.kinds.get(lower, frozenset())
    if len(word) <= 3 and word != word.upper():  # noqa: PLR2004 (the pronoun "us")
        kinds -= {Kind.JURISDICTION}
    if _FIGURE.fullmatch(word):
        kinds |= {Kind.NUMBER}
    if word in table.capitalised:
        kinds |= {Kind.DATE}
    if lower.endswith("n't"):
        kinds |= {Kind.NEGATION}
    if word != lower and _is_name(word):
        kinds |= {Kind.ENTITY}
    return kinds


def _is_name(word: str) -> bool:
    """Return whether a word with capitals looks like a name: with letters, and no lone "A" or "I"."""
    return word not in _ONE_CAPITAL and any(map(str.isalpha, word))


def _is_opposite(old: list[str], new: list[str]) -> bool:
    """Return whether one side is the other with a prefix that negates it."""
    if len(old) != 1 or len(new) != 1:
        return False
    short, long = sorted((old[0].lower(), new[0].lower()), key=len)
    return long.endswith(short) and long.removesuffix(short) in lexicon.classes().prefixes


def exchanged(before: Sequence[str], after: Sequence[str]) -> tuple[frozenset[str], frozenset[str]]:
    """Return the words of two texts that took each other's place, where these are not spelled alike; else none.

    Args:
        before: The words of the one, in lower case.
        after: Those of the other.
    """
    said = [frozenset(w for w in words if len(w) > _SLIGHT or not w.isascii()) for words in (before, after)]
    one, two = said[0] - said[1], said[1] - said[0]
    if not one or not two or ratio(" ".join(sorted(one)), " ".join(sorted(two))) >= _ALIKE:
        return frozenset(), frozenset()
    return one, two


def turns_round(difference: Difference) -> bool:
    """Return whether a word took the place of its opposite: "open" of "close", "you" of "we"."""
    pair = frozenset((difference.before.lower(), difference.after.lower()))
    return pair in lexicon.classes().opposites


def in_running_scripts(before: Sequence[str], after: Sequence[str]) -> tuple[Difference, ...]:
    """Return the classed words that came or went in scripts without spaces, where a word is several tokens."""
    old, new = "".join(before), "".join(after)
    if old.isascii() and new.isascii():
        return ()
    found = []
    for kind, words in lexicon.classes().running.items():
        came = [word for word in words if new.count(word) > old.count(word)]
        went = [word for word in words if old.count(word) > new.count(word)]
        if came or went:
            found.append(Difference(kind, " ".join(went), " ".join(came)))
    return tuple(found)


def spoken(words: Sequence[str]) -> str:
    """Return tokens as people write them: no space before a full stop or after an opening bracket."""
    text = ""
    for word in words:
        tight = not text or word in {",", ".", ";", ":", "!", "?", ")", "]", "%", "°"} or text[-1] in "([$€£¥"
        text += word if tight else f" {word}"
    return text
