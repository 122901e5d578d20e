"""Whether an answer says a text that it must, or must not: as whole words, with figures compared by value.

`$1,000` is said by `1000 dollars` and not by `$11,000`; `2%` not by `12%`; `refund` by `refunds` and not by
`nonrefundable`. Case, white space, punctuation and the style of quotes and dashes make no difference.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from goldset.domain.figures import Value, figures
from goldset.domain.scripts import is_unspaced

_UNIT = (
    r"us\$|(?<![^\W_])[a-z]{1,2}\$|[%％‰]"
    r"|(?<![^\W_])(?:per\s?cent|pct|prozent|procent|pour\s?cent|por\s?ciento|per\s?cento"
    r"|usd|dollars?|eur|euros?|gbp|pounds?|jpy|yen)(?![^\W_])"
)
_SAME_UNIT = {"us$": "$", "usd": "$", "dollar": "$", "dollars": "$", "eur": "€", "euro": "€", "euros": "€"}
_SAME_UNIT |= {"gbp": "£", "pound": "£", "pounds": "£", "jpy": "¥", "yen": "¥", "％": "%"}
_APOSTROPHE = dict.fromkeys(map(ord, "’‘ʼ＇`´"), "'")
_INVISIBLE = dict.fromkeys(map(ord, "\u00ad\u200b\u200c\u200d\u2060\ufeff"), None)

# A refund is a sort of refunds; a word as short as "no" or "art" is another one with any letter more.
_LEAST_STEM, _LONGEST_ENDING = 4, 2
_LEAST_KOREAN_STEM, _LONGEST_PARTICLE = 2, 3
_LONGEST_PREFIX = 3  # "and the" of Arabic and Hebrew is written onto the word


def plain(text: str) -> str:
    """Return a text for comparison: composed, any white space as one blank, case aside."""
    return " ".join(unicodedata.normalize("NFC", text).casefold().split())


class Token(NamedTuple):
    """A word, a sign, or a figure of a text.

    Attributes:
        text: The word or sign, folded, or the figure's digits or words.
        values: What a figure can be read as; empty for a word.
        unit: Currency or percent sign of a figure; empty without one.
        start: Where it begins in the folded text.
        end: Where it ends.
    """

    text: str
    values: frozenset[Value]
    unit: str
    start: int
    end: int


def tokens(text: str, language: str | None) -> list[Token]:
    """Return the words, signs and figures of a text in order; punctuation is left out.

    Args:
        text: Any text.
        language: BCP 47 tag by which figures are read; None keeps both readings of `1.000`.
    """
    folded = unicodedata.normalize("NFC", text).casefold().translate(_APOSTROPHE).translate(_INVISIBLE)
    found: list[Token] = []
    at = 0
    for figure in figures(folded, language):
        if figure.start >= at:
            found += _words(folded, at, figure.start)
            found.append(Token(figure.text, figure.values, "", figure.start, figure.end))
            at = figure.end
    found += _words(folded, at, len(folded))
    return list(_with_units(found, folded))


def says(said: Sequence[Token], wanted: Sequence[Token]) -> bool:
    """Return whether all tokens of a wanted text stand in a row in another text; of no tokens: never."""
    if not wanted:
        return False
    head, *rest = wanted
    last = len(rest)
    return any(
        _is(token, head, is_first=True, is_last=not rest)
        and at + last < len(said)
        and all(
            _is(said[at + n], one, is_first=False, is_last=n == last) for n, one in enumerate(rest, start=1)
        )
        for at, token in enumerate(said)
    )


def unsaid(text: str, wanted: Iterable[str], language: str | None) -> list[str]:
    """Return which of the wanted texts a text does not say."""
    said = tokens(text, language)
    return [one for one in wanted if not _is_said(text, said, one, language)]


def _is_said(text: str, said: Sequence[Token], wanted: str, language: str | None) -> bool:
    looked_for = _wanted(wanted, language)
    return says(said, looked_for) if looked_for else plain(wanted) in plain(text)  # punctuation alone


@lru_cache(maxsize=65536)
def _wanted(text: str, language: str | None) -> tuple[Token, ...]:
    return tuple(tokens(text, language))


def _is(token: Token, wanted: Token, *, is_first: bool, is_last: bool) -> bool:
    if wanted.values:
        return not wanted.values.isdisjoint(token.values) and wanted.unit in ("", token.unit)
    if token.values or wanted.text not in token.text:
        return False
    if token.text == wanted.text:
        return True
    before, _, after = token.text.partition(wanted.text)
    if (before and not is_first) or (after and not is_last):
        return False
    return (not before or _may_precede(before, wanted.text)) and (
        not after or _may_follow(after, wanted.text)
    )


def _may_follow(ending: str, stem: str) -> bool:
    if "가" <= stem[-1] <= "힣":
        return len(stem) >= _LEAST_KOREAN_STEM and len(ending) <= _LONGEST_PARTICLE
    letters = ending.lstrip("'")
    return len(stem) >= _LEAST_STEM and letters.isalpha() and len(letters) <= _LONGEST_ENDING


def _may_precede(prefix: str, stem: str) -> bool:
    joins = "\u0590" <= stem[0] <= "\u07ff"
    return joins and len(stem) >= _LEAST_STEM and len(prefix) <= _LONGEST_PREFIX


@lru_cache(maxsize=1)
def _pattern() -> re.Pattern[str]:
    marks = "".join(chr(n) for n in range(0x300, 0x10000) if unicodedata.category(chr(n))[0] == "M")
    letter = f"[^\\W_][{marks}]*"
    signs = "".join(re.escape(chr(n)) for n in range(0x21, 0x3000) if _is_sign(chr(n)))
    return re.compile(rf"(?P<unit>{_UNIT})|(?P<word>(?:{letter})+(?:'(?:{letter})+)*)|[{signs}]")


def _is_sign(char: str) -> bool:
    return char in "@#&/\\%°" or (unicodedata.category(char) in ("Sm", "Sc", "So") and char not in "|~")


def _words(text: str, start: int, end: int) -> Iterator[Token]:
    for match in _pattern().finditer(text, start, end):
        if match["unit"]:
            unit = _SAME_UNIT.get(match[0], "%" if match[0][-1].isalpha() else match[0])
            yield Token(unit, frozenset(), "", match.start(), match.end())
        else:
            yield from _parts(match[0], match.start())


def _parts(word: str, start: int) -> Iterator[Token]:
    """Yield a word; as several where its script has no spaces, or a short word is joined to it (`l'assuré`)."""
    if word.isascii() and "'" not in word:
        yield Token(word, frozenset(), "", start, start + len(word))
        return
    for part in re.finditer(r"[^']+(?:'[^']{1,2}(?![^']))*", word):
        at, run = part.start(), ""
        for char in part[0]:
            if run and (is_unspaced(char) or is_unspaced(run[0])) and unicodedata.category(char)[0] != "M":
                yield Token(run, frozenset(), "", start + at, start + at + len(run))
                at, run = at + len(run), ""
            run += char
        yield Token(run, frozenset(), "", start + at, start + at + len(run))


def _with_units(found: Sequence[Token], text: str) -> Iterator[Token]:
    """Yield the tokens with the currency or percent sign beside a figure made part of it."""
    taken: set[int] = set()
    merged = list(found)
    for n, token in enumerate(found):
        if token.values:
            for other in (n - 1, n + 1):
                if (
                    0 <= other < len(found)
                    and other not in taken
                    and _is_unit_beside(found[other], token, text)
                ):
                    taken.add(other)
                    merged[n] = token._replace(unit=found[other].text)
                    break
    return (token for n, token in enumerate(merged) if n not in taken)


def _is_unit_beside(unit: Token, figure: Token, text: str) -> bool:
    between = text[unit.end : figure.start] if unit.start < figure.start else text[figure.end : unit.start]
    return _is_unit(unit.text) and not between.strip()


def _is_unit(text: str) -> bool:
    return text in {"%", "‰"} or (bool(text) and unicodedata.category(text[-1]) == "Sc")
