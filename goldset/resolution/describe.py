"""What an item stores about a passage, so that it can be found again and told from its like."""

from collections.abc import Sequence
from dataclasses import dataclass

from goldset.resolution.normalise import normalise
from goldset.resolution.tokens import tokenise
from goldset.resolution.units import Heading, Units, find_headings, heading_path

MIN_CONTEXT = 64
MAX_CONTEXT = 400


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


def describe(text: str, start: int, end: int, headings: Sequence[Heading] | None = None) -> Description:
    """Return the surroundings of text[start:end].

    Args:
        text: The document.
        start: Where the passage begins.
        end: Where it ends.
        headings: Those of the document, where they are known already.

    Raises:
        ValueError: where [start, end) is empty or not in the text.
    """
    if not 0 <= start < end <= len(text):
        raise ValueError(f"no passage [{start}, {end}) in a text of {len(text)} characters")
    # Sentences far away say nothing about this one, and normalising a long document takes its time.
    low, high = _window(text, start, end)
    tokens = tokenise(normalise(text[low:high]))
    units = Units(tokens)
    i, j = tokens.within(start - low, end - low)
    first, last = units.unit(i, j) if i < j else (i, j)
    before = units.unit(first - 1, first)[0] if first else 0
    left = low + tokens.raw(before, before + 1)[0] if before < len(tokens) else start
    right = low + tokens.raw(first, last)[1] if last > first else end
    return Description(
        prefix=text[_bounded(start - left, start) : start],
        suffix=text[end : end + max(min(max(right - end, MIN_CONTEXT), MAX_CONTEXT), 0)],
        section=heading_path(find_headings(text) if headings is None else headings, start),
        occurrences=len(find_exact(text, text[start:end])),
    )


def _window(text: str, start: int, end: int) -> tuple[int, int]:
    """Return a stretch of whole paragraphs around a passage that holds all of its context."""
    low = text.rfind("\n\n", 0, max(start - 4 * MAX_CONTEXT, 0))
    high = text.find("\n\n", end + 4 * MAX_CONTEXT)
    return max(low, 0), high if high >= 0 else len(text)


def _bounded(length: int, start: int) -> int:
    return max(start - min(max(length, MIN_CONTEXT), MAX_CONTEXT), 0)
