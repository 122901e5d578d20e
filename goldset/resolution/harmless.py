"""The allow-list: the only ground for accepting a text whose words are not those that a person confirmed.

Commas and sentence-end marks that touch no figure, sign or currency; a curated list of spelling pairs; a
capital at a word's start, except where it makes another word; a hyphen at a line's end. White space, quote
and dash style, invisible characters, ligatures, entities and markup are already equal in normal form.
Nothing else.
"""

from dataclasses import dataclass
from itertools import takewhile

from goldset.domain.resolutions import DifferenceKind as Kind
from goldset.domain.settings import PolicySettings
from goldset.resolution import lexicon
from goldset.resolution.characters import CharClass, class_of
from goldset.resolution.differences import Piece, is_of, pieces
from goldset.resolution.normalise import to_codes
from goldset.resolution.reading import Passage
from goldset.resolution.roles import Role, role_of

_TOUCHING = frozenset("$€£¥₹₩%+-=<>±×÷°#/")
_JOINTS = frozenset({"and", "or"})
# Shorter words have no capital in a heading of any style.
_TITLE_WORD = 4
# A list's comma before this one stands within so many words.
_MEMBERS = 12
_WORDY = (CharClass.WORD, CharClass.DIGIT)
_COMMAS = frozenset(",،、")
_STOPS = frozenset(".;:!?()")
_RELATIVE = frozenset(
    {"which", "who", "whom", "whose", "that", "where", "as", "including", "like", "rather", "such"}
)
# Such a word opens a clause, and the comma says whether that clause tells which one is meant.
_PRONOUNS = frozenset({"we", "you", "they", "i", "he", "she", "it", "your", "our", "their"})
_BINDING = (Kind.NEGATION, Kind.MODAL, Kind.QUANTIFIER, Kind.COMPARATOR, Kind.CONNECTIVE)
# Languages in which a capital letter says what kind of word it is.
_CAPITAL_LANGUAGES = ("de", "lb")


@dataclass(frozen=True)
class AllowList:
    """The harmless differences, with a project's additions.

    Attributes:
        spellings: Spelling in lower case → a number that all spellings of the word share.
        protected: Words in lower case of terms that must stand as they are.
        capitals_differ: Whether a capital letter makes another word, as in German.
    """

    spellings: dict[str, int]
    protected: frozenset[str]
    capitals_differ: bool = False


def allow_list(policy: PolicySettings, language: str | None) -> AllowList:
    """Return the harmless differences of a project for a language (BCP 47; None is unknown)."""
    spellings = dict(lexicon.harmless().spellings)
    for number, pair in enumerate(policy.spelling_pairs, start=len(spellings) + 1):
        spellings.update({spelling.lower(): number for spelling in pair})
    protected = frozenset(word for term in policy.protected_terms for word in term.lower().split())
    capitals = bool(language) and str(language).lower().split("-")[0] in _CAPITAL_LANGUAGES
    return AllowList(spellings, protected, capitals)


def is_harmless(before: Passage, after: Passage, allowed: AllowList) -> bool:
    """Return whether two passages differ in nothing but harmless things."""
    found = pieces(before.keys.tolist(), after.keys.tolist())
    if not found:
        return True
    commas = (
        _loose_commas(before.words, piece.i, piece.j) - _loose_commas(after.words, piece.k, piece.m)
        for piece in found
    )
    if sum(map(abs, commas)) > 1:
        return False  # a pair of them sets a phrase apart: "my brother, Tom, pays"
    dressed = _other_title_case(before, after)
    return all(
        _allowed(before, after, piece, allowed, dressed=dressed) or _rejoined(before, after, piece)
        for piece in found
    )


def _other_title_case(before: Passage, after: Passage) -> bool:
    """Return whether two headings differ in style: in one of them every longer word has a capital.

    A single capital that came or went may name a defined term.
    """
    if not before.words or len(before.words) != len(after.words):
        return False
    if not all(role_of(side) is Role.HEADING for side in (before, after)):
        return False
    longer = [(one, two) for one, two in zip(before.words[1:], after.words[1:], strict=True) if _is_long(one)]
    one, two = ([pair[side][:1].isupper() for pair in longer] for side in (0, 1))
    return (all(one) and not any(two)) or (all(two) and not any(one))


def _is_long(word: str) -> bool:
    return len(word) >= _TITLE_WORD and word.isalpha()


def _allowed(before: Passage, after: Passage, piece: Piece, allowed: AllowList, *, dressed: bool) -> bool:
    old, new = before.words, after.words
    left, right = old[piece.i : piece.j], new[piece.k : piece.m]
    if allowed.protected & {word.lower() for word in (*left, *right)}:
        return False
    marks = lexicon.harmless().marks
    if not (
        _marks_are_free(before, piece.i, piece.j, marks) and _marks_are_free(after, piece.k, piece.m, marks)
    ):
        return False
    left = [word for word in left if word not in marks]
    right = [word for word in right if word not in marks]
    if dressed and len(left) == len(right):
        pairs = zip(left, right, strict=True)
        return all(a == b or {a, b} == {"a", "A"} or _same_but_case(a, b, allowed) for a, b in pairs)
    opens = _opens(before, piece.i) or _opens(after, piece.k)
    return _same_words(left, right, allowed, opens=opens)


def _opens(side: Passage, at: int) -> bool:
    """Return whether a unit begins at the token.

    There a capital says nothing, elsewhere it may name a defined term.
    """
    return bool(side.reading.units.borders[side.i + at])


def _marks_are_free(side: Passage, i: int, j: int, marks: frozenset[str]) -> bool:
    """Return whether no mark in words[i:j] touches a figure, sign or currency, or leads into a word."""
    words = side.words
    for at in range(i, j):
        if words[at] not in marks:
            continue
        if _leads_into_a_word(side, at):
            return False
        beside = (words[at - 1] if at else "", words[at + 1] if at + 1 < len(words) else "")
        if any(word and (word in _TOUCHING or any(c.isdigit() for c in word)) for word in beside):
            return False
        if words[at] == "." and "." in beside:
            return False  # an ellipsis: something is left out there
        if words[at] in _COMMAS and _is_guarded(beside) and not _is_serial(words, at):
            return False
    return True


def _leads_into_a_word(side: Passage, at: int) -> bool:
    """Return whether a mark is part of a name or of code: ".env", "!x", "a.b", the last character of `run!`.

    Scripts without spaces between words go on after a mark without one.
    """
    raw, end = side.reading.raw, int(side.reading.tokens.ends[side.i + at])
    following = raw[end : end + 1]
    return following == "`" or (bool(following) and class_of(to_codes(following))[0] in _WORDY)


def _loose_commas(words: list[str], i: int, j: int) -> int:
    """Return how many commas of words[i:j] are not those before the last member of a list."""
    return sum(words[at] in _COMMAS and not _is_serial(words, at) for at in range(i, j))


def _is_serial(words: list[str], at: int) -> bool:
    """Return whether a comma stands before the last member of a list: "a, b, and c".

    Up to the next mark, and back to the last one that is no comma, no other joint may bind its members.
    """
    if words[at + 1 : at + 2] and words[at + 1].lower() not in _JOINTS:
        return False
    before = list(takewhile(lambda word: word not in _STOPS, words[max(at - _MEMBERS, 0) : at][::-1]))
    after = list(takewhile(lambda word: word not in _STOPS and word not in _COMMAS, words[at + 2 :]))
    joined = any(word.lower() in _JOINTS for word in (*before, *after))
    return not joined and any(word in _COMMAS for word in before)


def _is_guarded(beside: tuple[str, str]) -> bool:
    """Return whether a comma stands beside a word that it may bind or cut off.

    "A, and B or C", "fees, which …", "the goods, you send".
    """
    if beside[1].lower() in _PRONOUNS:
        return True
    return any(word.lower() in _RELATIVE or any(is_of(kind, word) for kind in _BINDING) for word in beside)


def _same_words(left: list[str], right: list[str], allowed: AllowList, *, opens: bool) -> bool:
    """Return whether two runs are the same words in other spelling, or the first of them in other case."""
    while left and right:
        if opens and _same_but_case(left[0], right[0], allowed):
            left, right, opens = left[1:], right[1:], False
            continue
        sizes = _first_pair(left, right, allowed)
        opens = False
        if sizes is None:
            return False
        left, right = left[sizes[0] :], right[sizes[1] :]
    return not left and not right


def _first_pair(left: list[str], right: list[str], allowed: AllowList) -> tuple[int, int] | None:
    """Return how many tokens of each side make up a harmless pair at its start."""
    if left[0] == right[0]:
        return 1, 1
    for a in (1, 3):  # a hyphenated word is three tokens
        for b in (1, 3):
            one, two = "".join(left[:a]), "".join(right[:b])
            pair = allowed.spellings.get(one.lower()), allowed.spellings.get(two.lower())
            if pair[0] is not None and pair[0] == pair[1] and _same_case(one, two):
                return min(a, len(left)), min(b, len(right))
    return None


def _same_case(one: str, two: str) -> bool:
    return one[:1].isupper() == two[:1].isupper() and one[1:].islower() and two[1:].islower()


def _same_but_case(one: str, two: str, allowed: AllowList) -> bool:
    """Return whether two words differ only in the case of their first letter, and are the same word."""
    if one.lower() != two.lower() or len(one) < 2 or one[1:] != two[1:] or one[1:] != one[1:].lower():  # noqa: PLR2004
        return False  # acronyms, single letters, inner capitals
    if allowed.capitals_differ or any(char.isdigit() for char in one) or is_of(Kind.UNIT, one):
        return False  # "mg" and "Mg" are a billion apart
    return one.lower() not in lexicon.harmless().case_matters


def _rejoined(before: Passage, after: Passage, piece: Piece) -> bool:
    """Return whether a word was cut by a hyphen at a line's end on one side and is whole on the other."""
    sides = ((before, piece.i, piece.j), (after, piece.k, piece.m))
    for (cut, i, j), (whole, k, m) in (sides, sides[::-1]):
        if m - k != 1 or j - i != 3:  # noqa: PLR2004 (head, hyphen, tail)
            continue
        head, hyphen, tail = cut.words[i:j]
        word = whole.words[k]
        at = int(cut.reading.tokens.ends[cut.i + i + 1])
        after_hyphen = cut.reading.raw[at : int(cut.reading.tokens.starts[cut.i + i + 2])]
        if (
            hyphen == "-"
            and "\n" in after_hyphen
            and head + tail == word
            and tail.islower()
            and head.isalpha()
        ):
            return True
    return False
