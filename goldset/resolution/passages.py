"""Find a quote that a person typed or pasted: verbatim, with other white space, or what comes nearest."""

import heapq
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from rapidfuzz import fuzz

from goldset.domain.resolutions import Place
from goldset.resolution.describe import find_exact

# Of all pieces only the few that share most words are compared letter by letter; that bounds the time.
_COMPARED = 60
_LONGEST_PIECE = 800
_LONGEST_QUOTE = 600
_LIKENESS = 60.0
_PIECE = re.compile(r"[^\n]+")
_SENTENCE_END = re.compile(r"[.!?]['\"”’)]*\s+|[。！？]")
_LAP = 3
_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Near:
    """A passage that is like a quote: where it stands, and how like it is (0–100)."""

    place: Place
    likeness: float


def find_verbatim(quote: str, texts: Iterable[tuple[str, str]]) -> list[Place]:
    """Return every place at which a quote stands, in the order of the (doc_id, text) pairs."""
    return [
        Place(doc_id, at, at + len(quote), quote) for doc_id, text in texts for at in find_exact(text, quote)
    ]


def find_respaced(quote: str, texts: Iterable[tuple[str, str]]) -> list[Place]:
    """Return every place at which a quote stands but for white space, with the text as it stands there."""
    words = quote.split()
    pattern = re.compile(r"\s+".join(map(re.escape, words)))
    return [
        Place(doc_id, match.start(), match.end(), match[0])
        for doc_id, text in texts
        if words and words[0] in text
        for match in pattern.finditer(text)
    ]


def nearest(quote: str, texts: Iterable[tuple[str, str]], limit: int = 3) -> list[Near]:
    """Return the passages that are most like a quote, best first; none that is less than 60 like it."""
    sought = quote[:_LONGEST_QUOTE]
    words = {word.casefold() for word in _WORD.findall(sought)}
    pieces = ((_shared(words, piece.text), piece) for piece in _pieces(texts))
    best = heapq.nlargest(_COMPARED, (pair for pair in pieces if pair[0]), key=lambda pair: pair[0])
    found = [near for _, piece in best if (near := _aligned(sought, piece))]
    return sorted(found, key=lambda near: (-near.likeness, near.place.doc_id, near.place.start))[:limit]


def _pieces(texts: Iterable[tuple[str, str]]) -> Iterator[Place]:
    """Yield the lines of texts, long ones in overlapping parts."""
    for doc_id, text in texts:
        for line in _PIECE.finditer(text):
            for start in range(line.start(), line.end(), _LONGEST_PIECE // 2):
                end = min(start + _LONGEST_PIECE, line.end())
                yield Place(doc_id, start, end, text[start:end])
                if end == line.end():
                    break


def _shared(words: set[str], text: str) -> int:
    return len(words.intersection(word.casefold() for word in _WORD.findall(text)))


def _aligned(sought: str, piece: Place) -> Near | None:
    """Return the whole sentences of a piece that are like the quote.

    What is like it is as long as the quote, and so too short where words were added: it is grown.
    """
    found = fuzz.partial_ratio_alignment(sought, piece.text, score_cutoff=_LIKENESS)
    if found is None:
        return None
    if len(sought) < len(piece.text):
        within = [
            s
            for s in _sentences(piece.text)
            if min(s[1], found.dest_end) - max(s[0], found.dest_start) > _LAP
        ]
        start, end = (within[0][0], within[-1][1]) if within else (found.dest_start, found.dest_end)
    else:
        start, end = 0, len(piece.text)
    text = piece.text[start:end].strip()
    at = piece.start + piece.text.index(text, start)
    return Near(Place(piece.doc_id, at, at + len(text), text), round(found.score, 1))


def _sentences(text: str) -> list[tuple[int, int]]:
    ends = [match.end() for match in _SENTENCE_END.finditer(text)]
    return list(pairwise([0, *ends, len(text)]))
