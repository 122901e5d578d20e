"""What an item stores about a passage, so that it can be found again and told from its like."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from goldset.domain.resolutions import Place
from goldset.resolution.normalise import normalise
from goldset.resolution.reading import Reading
from goldset.resolution.tokens import Tokens, tokenise
from goldset.resolution.units import Outline, Units, find_headings

MIN_CONTEXT = 64
MAX_CONTEXT = 400
# Characters of a document that is read whole to describe several of its passages.
_READ_WHOLE = 50_000


@dataclass(frozen=True, slots=True)
class Description:
    """The surroundings of a passage.

    Attributes:
        prefix: 64–400 characters before it (fewer at the document's start), covering the sentence before.
        suffix: 64–400 characters after it (fewer at the end), covering the rest of its own sentence.
        section: The headings above it, outermost first.
        occurrences: How often its exact text stands in the document, overlaps included.
    """

    prefix: str
    suffix: str
    section: tuple[str, ...]
    occurrences: int


def entry_fields(place: Place, found: Description, also_in: Sequence[str]) -> dict[str, Any]:
    """Return the fields of a new entry of `gold_spans`, as plain data.

    Args:
        place: Where the passage stands.
        found: Its surroundings there.
        also_in: Other documents that hold the same text.
    """
    return {
        "doc_id": place.doc_id,
        "text": place.text,
        "start": place.start,
        "end": place.end,
        "prefix": found.prefix or None,
        "suffix": found.suffix or None,
        "section": found.section or None,
        "occurrences": found.occurrences,
        **({"also_in": also_in} if also_in else {}),
    }


def find_exact(text: str, quote: str) -> list[int]:
    """Return every offset at which a quote stands in a text, character by character.

    None for an empty quote.
    """
    found: list[int] = []
    at = text.find(quote) if quote else -1
    while at >= 0:
        found.append(at)
        at = text.find(quote, at + 1)
    return found


def describe(text: str, start: int, end: int) -> Description:
    """Return the surroundings of text[start:end].

    Raises:
        ValueError: where [start, end) is empty or not in the text.
    """
    _refuse_empty(text, start, end)
    # Sentences far away say nothing about this one, and normalising a long document takes its time.
    low, high = _window(text, start, end)
    return _described(text, (start, end), _read(text[low:high], low), Outline(find_headings(text)))


class Surroundings:
    """Describes many passages of one document, which is read once where it is not long.

    Whether it is read whole hangs on the document alone, so that no passage's description hangs on the others.

    Args:
        text: The document's text.
        reading: The same, as it was read before; None where nobody has.
    """

    def __init__(self, text: str, reading: Reading | None = None) -> None:
        self._text, self._reading = text, reading

    @cached_property
    def _outline(self) -> Outline:
        return Outline(find_headings(self._text))

    @cached_property
    def _whole(self) -> "_Read | None":
        if len(self._text) > _READ_WHOLE:
            return None
        known = self._reading
        return _read(self._text, 0) if known is None else _Read(known.tokens, known.units, 0)

    def describe(self, start: int, end: int, occurrences: int | None = None) -> Description:
        """Return the surroundings of a passage of the document.

        Args:
            start: Where it begins.
            end: Where it ends, half open.
            occurrences: How often its text stands in the document; None where nobody has counted.

        Raises:
            ValueError: where [start, end) is empty or not in the text.
        """
        _refuse_empty(self._text, start, end)
        read = self._whole
        if read is None:
            low, high = _window(self._text, start, end)
            read = _read(self._text[low:high], low)
        return _described(self._text, (start, end), read, self._outline, occurrences)


@dataclass(frozen=True, slots=True)
class _Read:
    """A stretch of a document as it is read: its tokens and units, and where it begins."""

    tokens: Tokens
    units: Units
    low: int


def _read(text: str, low: int) -> _Read:
    tokens = tokenise(normalise(text))
    return _Read(tokens, Units(tokens), low)


def _refuse_empty(text: str, start: int, end: int) -> None:
    if not 0 <= start < end <= len(text):
        raise ValueError(f"no passage [{start}, {end}) in a text of {len(text)} characters")


def _described(
    text: str, at: tuple[int, int], read: _Read, outline: Outline, occurrences: int | None = None
) -> Description:
    (start, end), tokens, units, low = at, read.tokens, read.units, read.low
    i, j = tokens.within(start - low, end - low)
    first, last = units.unit(i, j) if i < j else (i, j)
    before = units.unit(first - 1, first)[0] if first else 0
    left = low + tokens.raw(before, before + 1)[0] if before < len(tokens) else start
    right = low + tokens.raw(first, last)[1] if last > first else end
    return Description(
        prefix=text[_bounded(start - left, start) : start],
        suffix=text[end : end + max(min(max(right - end, MIN_CONTEXT), MAX_CONTEXT), 0)],
        section=outline.path(start),
        occurrences=len(find_exact(text, text[start:end])) if occurrences is None else occurrences,
    )


def _window(text: str, start: int, end: int) -> tuple[int, int]:
    """Return a stretch of whole paragraphs around a passage that holds all of its context."""
    low = text.rfind("\n\n", 0, max(start - 4 * MAX_CONTEXT, 0))
    high = text.find("\n\n", end + 4 * MAX_CONTEXT)
    return max(low, 0), high if high >= 0 else len(text)


def _bounded(length: int, start: int) -> int:
    return max(start - min(max(length, MIN_CONTEXT), MAX_CONTEXT), 0)
