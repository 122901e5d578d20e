"""Word lists of the resolver, read once from the files beside it."""

import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from goldset.domain.resolutions import DifferenceKind as Kind
from goldset.resolution.characters import CharClass, class_of
from goldset.resolution.normalise import to_codes

_CLASSES = (
    Kind.NEGATION,
    Kind.MODAL,
    Kind.CONNECTIVE,
    Kind.QUANTIFIER,
    Kind.COMPARATOR,
    Kind.UNIT,
    Kind.DATE,
    Kind.CURRENCY,
    Kind.NUMBER,
    Kind.JURISDICTION,
)


@dataclass(frozen=True, slots=True)
class Classes:
    """Which words belong to which class of difference; words in lower case.

    Attributes:
        words: Class → words; a word may be in several.
        kinds: Word → the classes that it is in.
        prefixes: What turns a word into its opposite.
        opposites: Pairs of words that do so to each other.
        running: Class → words of several characters in scripts without spaces, where they are several tokens.
        capitalised: Months that are other words in lower case.
        anaphors: Words that point to the sentence before.
        phrases: … and groups of words that do.
        running_anaphors: … and openings that do in scripts without spaces.
        prepositions: Words that may stand before …
        pointers: … one of these, which then point there.
        empty: Openings that look like one and point nowhere.
        limits: Words that limit what stands right after them.
        bounds: … and words that bound a figure there.
        limits_after: Words that limit what stands right before them.
        limits_after_in: … by the language in which they do.
    """

    words: dict[Kind, frozenset[str]]
    kinds: dict[str, frozenset[Kind]]
    prefixes: tuple[str, ...]
    opposites: frozenset[frozenset[str]]
    running: dict[Kind, tuple[str, ...]]
    capitalised: frozenset[str]
    anaphors: frozenset[str]
    phrases: tuple[tuple[str, ...], ...]
    running_anaphors: tuple[str, ...]
    prepositions: frozenset[str]
    pointers: frozenset[str]
    empty: tuple[tuple[str, ...], ...]
    limits: frozenset[str]
    bounds: frozenset[str]
    limits_after: frozenset[str]
    limits_after_in: dict[str, frozenset[str]]


@dataclass(frozen=True, slots=True)
class Remarks:
    """By what a sentence speaks of what stands beside it, beside negations and words that limit it; lower case.

    Attributes:
        pointers: Words that point there.
        pointing: … and groups of words that do, between spaces, as all groups here.
        section: Groups of words that do, and that below a heading point to all that stands there.
        whole: Groups of words that point to all of a document.
        running: Parts of texts that point in scripts without spaces.
        running_whole: … and that point to all of a document or section.
        subjects: Groups of words for what a page or section is about.
        telling: Words that take back what they speak of, or limit it.
        doubting: … and that do so where the sentence points to it alone.
        contrasting: Words that open a sentence which limits the one right before.
        correcting: Words that open, with a mark behind them, what corrects the text beside it.
        conditioning: Words that open a paragraph which says for whom or when the text below holds.
        excepting: Words that open a sentence which takes something out.
        turns: Groups of words that take back what they speak of.
        running_turns: … and parts of texts that do in scripts without spaces.
        over: Groups of words that say of something that it is over.
        opening: Words that may follow one that opens a sentence and calls a text withdrawn: “Deprecated since …”.
    """

    pointers: frozenset[str]
    pointing: tuple[str, ...]
    section: tuple[str, ...]
    whole: tuple[str, ...]
    running: tuple[str, ...]
    running_whole: tuple[str, ...]
    subjects: tuple[str, ...]
    telling: frozenset[str]
    doubting: frozenset[str]
    contrasting: frozenset[str]
    correcting: frozenset[str]
    conditioning: frozenset[str]
    excepting: frozenset[str]
    turns: tuple[str, ...]
    running_turns: tuple[str, ...]
    over: tuple[str, ...]
    opening: frozenset[str]


@dataclass(frozen=True, slots=True)
class Harmless:
    """What may differ without a person.

    Attributes:
        spellings: Spelling → a number shared by all spellings of the word; lower case.
        case_matters: Words that are other words with a capital letter.
        marks: Punctuation that may come and go.
    """

    spellings: dict[str, int]
    case_matters: frozenset[str]
    marks: frozenset[str]


@dataclass(frozen=True, slots=True)
class Scope:
    """Words that say where, when or to whom a text applies; lower case but for `exact`.

    Attributes:
        words: Words that do by themselves.
        plan_words: Words that do beside one of `plan_heads`.
        plan_heads: What makes a plan word one.
        exact: Words that do with the capitals that they have here.
        codes: Words that do in paths.
        version_heads: What makes the figure, number word or letter after it one.
        part_heads: What makes the figure after it the number of a part.
        bounds: Words that bound the figure or month after them.
        withdrawn: Words, in any language, that say of a text that it holds no more, or not yet.
        outright: … and that say so as the whole of a heading or a file's name.
        titles: Words that say so in titles alone.
        phrases: (words, the name that they share), the longest first.
        same: Word → the name that it shares.
        parts: Parts of texts in scripts that write no spaces between words.
        negating_parts: What negates in those scripts.
    """

    words: frozenset[str]
    plan_words: frozenset[str]
    plan_heads: frozenset[str]
    exact: frozenset[str]
    codes: frozenset[str]
    version_heads: frozenset[str]
    part_heads: frozenset[str]
    bounds: frozenset[str]
    withdrawn: frozenset[str]
    outright: frozenset[str]
    titles: frozenset[str]
    fields: frozenset[str]
    phrases: tuple[tuple[tuple[str, ...], str], ...]
    same: dict[str, str]
    parts: tuple[str, ...]
    negating_parts: tuple[str, ...]


def _load(name: str) -> dict[str, Any]:
    return tomllib.loads(files("goldset.resolution").joinpath("lexicons", name).read_text("utf-8"))


def _runs_on(word: str) -> bool:
    """Return whether a word is written without spaces beside it, in several tokens."""
    if word.isascii() or len(word) == 1:  # most of hundreds of words
        return False
    running = (CharClass.IDEOGRAPH, CharClass.MARK)
    return any(kind in running for kind in class_of(to_codes(word)))


def _phrases(rows: Iterable[str]) -> tuple[str, ...]:
    return tuple(f" {row} " for row in rows)


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


def _by_word(words: dict[Kind, frozenset[str]]) -> dict[str, frozenset[Kind]]:
    """Return which classes each word is in."""
    return {
        word: frozenset(kind for kind in words if word in words[kind])
        for word in set().union(*words.values())
    }


@cache
def classes() -> Classes:
    """Return the classes of difference."""
    table = _load("classes.toml")
    anaphor, limit = table["anaphor"], table["limit"]
    words = {kind: _words(table[kind]["words"]) | _words(table[kind].get("signs", "")) for kind in _CLASSES}
    return Classes(
        words=words,
        kinds=_by_word(words),
        prefixes=tuple(table["negation"]["prefixes"].split()),
        running={kind: tuple(sorted(filter(_runs_on, words[kind]))) for kind in _CLASSES},
        opposites=frozenset(frozenset(p.split("/")) for p in table["negation"]["opposites"].split()),
        capitalised=_words(table["date"]["capitalised"]),
        anaphors=_words(anaphor["words"]),
        phrases=tuple(tuple(phrase.split()) for phrase in anaphor["phrases"]),
        running_anaphors=tuple(anaphor["running"].split()),
        prepositions=_words(anaphor["prepositions"]),
        pointers=_words(anaphor["pointers"]),
        empty=tuple(tuple(phrase.split()) for phrase in anaphor["empty"]),
        limits=_words(limit["before"]),
        bounds=_words(limit["bounds"]),
        limits_after=_words(limit["after"]),
        limits_after_in={language: _words(text) for language, text in limit["after_in"].items()},
    )


@cache
def remarks() -> Remarks:
    """Return what tells sentences that speak of what stands beside them."""
    table = _load("classes.toml")["remark"]
    return Remarks(
        pointers=_words(table["pointers"]),
        pointing=_phrases(table["phrases"]),
        section=_phrases(table["section"]),
        whole=_phrases(table["whole"]),
        running=tuple(table["running"].split()),
        running_whole=tuple(table["running_whole"].split()),
        subjects=_phrases(table["subjects"]),
        doubting=_words(table["doubting"]),
        contrasting=_words(table["contrasting"]),
        correcting=_words(table["correcting"]),
        conditioning=_words(table["conditioning"]),
        excepting=_words(table["excepting"]),
        telling=_words(table["turning"]) | scope().withdrawn | classes().limits,
        turns=_phrases(table["turns"]),
        running_turns=tuple(table["running_turns"].split()),
        over=_phrases(table["over"]),
        opening=_words(table["opening"]),
    )


@cache
def harmless() -> Harmless:
    """Return what may differ without a person."""
    table = _load("harmless.toml")
    spellings: dict[str, int] = {}
    for number, pair in enumerate(table["spelling"].split()):
        spellings.update(dict.fromkeys(pair.split("/"), number))
    return Harmless(spellings, _words(table["case_matters"]), _words(table["marks"]))


@cache
def scope() -> Scope:
    """Return the scope words."""
    table = _load("scope.toml")
    names = ("words", "plan_words", "plan_heads", "exact", "codes", "version_heads", "part_heads", "bounds")
    named_words = {name: _words(table[name]) for name in names}
    withdrawn, outright = _words(table["withdrawn"]), _words(table["withdrawn_outright"])
    named = [phrase.partition(": ")[::2] for phrase in table["phrases"]]
    phrases = [(tuple(words.split()), name or words) for words, name in named]
    return Scope(
        **named_words | {"words": named_words["words"] | withdrawn | outright},
        withdrawn=withdrawn | _words(table["withdrawn_elsewhere"]),
        outright=outright,
        titles=_words(table["titles"]),
        fields=_words(table["fields"]),
        phrases=tuple(sorted(phrases, key=lambda phrase: (-len(phrase[0]), phrase[0]))),
        same=dict(pair.split(": ") for pair in table["same"].split(", ")),
        parts=tuple(table["parts"].split()),
        negating_parts=tuple(table["negating_parts"].split()),
    )
