"""Figures of a text, compared by value: `$1,000` is 1000, `thirty` is 30, `1.000` hangs on the language."""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from functools import lru_cache

# Languages that write 1.000,5 for a thousand and a half; the others write 1,000.5.
_COMMA_DECIMAL = re.compile(
    "(?:af|az|be|bg|bs|ca|cs|da|de|el|es|et|eu|fi|fr|gl|hr|hu|hy|id|is|it|ka|kk|ky|lt|lv|mk|nb|nl|nn|no|pl|pt|ro|ru"
    "|sk|sl|sq|sr|sv|tr|uk|uz|vi)(?:-|$)"
)
_POINT_DECIMAL = re.compile("es-(?:mx|us|gt|hn|ni|pa|pr|do)$|de-li$")

# A number may follow a letter only in scripts without spaces: 为5万 holds one, W19x does not.
_UNSPACED = r"\u0e00-\u0fff\u1000-\u109f\u1780-\u17ff\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff"
_NUMBER = re.compile(
    rf"(?<![^\W_{_UNSPACED}])"
    r"\d+(?:(?:[.,:'’]|[ \u00a0\u202f\u2009](?=\d{3}(?!\d)))\d+)*|[¼½¾⅓⅔⅛⅜⅝⅞]"
)
_SIGN = re.compile(r"(?:^|[\s(\[])[-−–]$")
_GROUPED = re.compile(r"\d{1,3}(?:([.,'’ \u00a0\u202f\u2009])\d{3})(?:\1\d{3})*(?:[.,]\d+)?")

_UNITS = {"zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8}
_UNITS |= {"nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15}
_UNITS |= {"sixteen": 16, "seventeen": 17, "eighteen": 18, "nineteen": 19}
_TENS = {
    "twenty": 20,
    "thirty": 30,
    "forty": 40,
    "fifty": 50,
    "sixty": 60,
    "seventy": 70,
    "eighty": 80,
    "ninety": 90,
}
_IN_WORDS = re.compile(
    rf"(?<![^\W_])(?:({'|'.join(_TENS)})(?:-({'|'.join(_UNITS)}))?|({'|'.join(_UNITS)}))(?![^\W_])",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W\d_]+")
_MULTIPLIERS = {"hundred": 100, "thousand": 1000, "million": 10**6, "billion": 10**9}
# Written right after the digits, in Chinese, Japanese and Korean.
_ATTACHED = {"万": 10**4, "萬": 10**4, "만": 10**4, "億": 10**8, "亿": 10**8, "억": 10**8}
_POINT_GROUPED = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?")
_COMMA_GROUPED = re.compile(r"\d{1,3}(?:\.\d{3})+(?:,\d+)?")

Value = Decimal | str


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure as it stands in a text, with each value that it can be read as.

    A clock time or a number of several parts (`9:30`, `7.2.1`) has a text for a value.

    Attributes:
        text: Its digits or words.
        values: Each value that it can be read as, a multiplier after it (`million`) counted in.
        start: Where it begins in its text, in code points from 0.
        end: Where it ends, half open, with its multiplier.
    """

    text: str
    values: frozenset[Value]
    start: int = field(default=0, compare=False)
    end: int = field(default=0, compare=False)


def figures(text: str, language: str | None) -> list[Figure]:
    """Return the figures of a text in order.

    Args:
        text: Any text.
        language: BCP 47 tag by which separators are read; None keeps both readings of `1.000`.
    """
    return list(_figures(text, language))


# The checks of an item ask for the same texts several times, and those of both sides of a change do again.
@lru_cache(maxsize=4096)
def _figures(text: str, language: str | None) -> tuple[Figure, ...]:
    folded = _with_ascii_digits(text)
    found = [*_written_in_digits(folded, language), *_written_in_words(folded)]
    return tuple(sorted(found, key=lambda figure: figure.start))


def missing_figures(text: str, others: Iterable[str], language: str | None) -> list[Figure]:
    """Return the figures of a text whose value stands in none of the others, each once.

    The word "one" is left out: it counts things less often than it stands for them.
    """
    missing = {f.text: f for f in figures(text, language) if f.text.casefold() != "one"}
    for other in others:
        if missing:
            known = {value for figure in figures(other, language) for value in figure.values}
            missing = {text: figure for text, figure in missing.items() if not (figure.values & known)}
    return list(missing.values())


def _written_in_digits(text: str, language: str | None) -> Iterator[Figure]:
    for match in _NUMBER.finditer(text):
        factor, end = _multiplier(text, match.end())
        values = {
            value * factor if isinstance(value, Decimal) else value for value in _values(match, language)
        }
        if _SIGN.search(text[max(match.start() - 2, 0) : match.start()]):
            values = {-value if isinstance(value, Decimal) else value for value in values}
        yield Figure(match[0], frozenset(values), match.start(), end)


def _written_in_words(text: str) -> Iterator[Figure]:
    for match in _IN_WORDS.finditer(text):
        tens, ones, alone = (group.casefold() if group else "" for group in match.groups())
        value = _TENS.get(tens, 0) + _UNITS.get(ones or alone, 0)
        factor, end = _multiplier(text, match.end())
        yield Figure(match[0], frozenset({Decimal(value * factor)}), match.start(), end)


def _multiplier(text: str, at: int) -> tuple[int, int]:
    """Return what stands after a number as its multiplier, and where that ends; 1 where there is none."""
    factor = _ATTACHED.get(text[at : at + 1])
    if factor:
        return factor, at + 1
    word = _WORD.match(text, at + 1) if text[at : at + 1].isspace() else None
    factor = _MULTIPLIERS.get(word[0].casefold()) if word else None
    return (factor, word.end()) if word and factor else (1, at)


def _values(match: re.Match[str], language: str | None) -> set[Value]:
    number = match[0]
    if not number[0].isdigit():
        return {Decimal(str(unicodedata.numeric(number)))}
    if ":" in number:
        return {":".join(part.lstrip("0") or "0" for part in number.split(":"))}
    marks = _currency_marks(match) or _decimal_marks(language)
    values = {_value(number, decimal) for decimal in marks}
    if all(isinstance(value, str) for value in values):  # no figure in its own language: 1.000,50 in English
        values = {_value(number, decimal) for decimal in ".,"} - values or values
    return values


def _currency_marks(match: re.Match[str]) -> str:
    """Return the decimal mark that a currency sign tells where the thousands are grouped; empty without one.

    `€1,000` is written as English does and `1.000 €` as German does, in a text of whatever language.
    """
    before, after = (
        match.string[: match.start()][-1:],
        match.string[match.end() : match.end() + 2].lstrip()[:1],
    )
    if _is_currency(before) and _POINT_GROUPED.fullmatch(match[0]):
        return "."
    if _is_currency(after) and _COMMA_GROUPED.fullmatch(match[0]):
        return ","
    return ""


def _is_currency(char: str) -> bool:
    return bool(char) and unicodedata.category(char) == "Sc"


def _decimal_marks(language: str | None) -> str:
    if language is None:
        return ".,"
    tag = language.casefold()
    return "," if _COMMA_DECIMAL.match(tag) and not _POINT_DECIMAL.match(tag) else "."


def _value(number: str, decimal: str) -> Value:
    whole, mark, fraction = number.rpartition(decimal)
    if not mark:
        whole, fraction = number, ""
    grouped = _GROUPED.fullmatch(whole)
    if not (whole.isdigit() or grouped) or not (fraction.isdigit() or not mark):
        return number
    digits = re.sub(r"\D", "", whole)
    return Decimal(f"{digits}.{fraction}") if fraction else Decimal(digits)


def _with_ascii_digits(text: str) -> str:
    if text.isascii():
        return text
    return "".join(str(unicodedata.digit(char)) if char.isdecimal() else char for char in text)
