"""The normal form of a document, with the way back: each character knows which raw characters it stands for.

The whole document is normalised and a quote is cut out by the offset map: a mark that opens before a quote
decides how the quote reads. Two texts with one normal form differ only in what nobody reads as different:
white space, quote and dash style, invisible characters, ligatures, entities, composition of letters,
markup.
"""

import unicodedata
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from goldset.resolution import characters
from goldset.resolution.marks import Mark, Markup
from goldset.resolution.markup import read_markup

Codes = NDArray[np.uint32]
Offsets = NDArray[np.int64]
_SPACE = 32


@dataclass(frozen=True, slots=True)
class NormalText:
    """A document's normal form.

    Attributes:
        raw: The document's text as it stands.
        codes: Code points of the normal form; white space is one space each, runs are kept.
        starts: For each of them, where the raw characters that it stands for begin.
        ends: … and where they end.
        marks: Labels and link targets that the normal form hides, by place.
    """

    raw: str
    codes: Codes
    starts: Offsets
    ends: Offsets
    marks: tuple[Mark, ...]

    def text(self, start: int, end: int) -> str:
        """Return a stretch of the normal form, offsets in it."""
        return to_text(self.codes[start:end])


def to_codes(text: str) -> Codes:
    """Return the code points of a text; lone surrogates are kept."""
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)


def to_text(codes: Codes) -> str:
    """Return the text of code points."""
    return codes.astype("<u4").tobytes().decode("utf-32-le", "surrogatepass")


def normalise(raw: str) -> NormalText:
    """Return a document's normal form."""
    markup = read_markup(raw)
    raw_codes = to_codes(raw)
    gone, swaps = _plan(raw, raw_codes, markup)
    codes = characters.single_folds()[np.minimum(raw_codes, characters.TABLE_SIZE - 1)]
    codes = np.where(raw_codes < characters.TABLE_SIZE, codes, raw_codes).astype(np.uint32)
    codes[markup.blank] = _SPACE
    kept = np.flatnonzero(~gone)
    starts, ends, codes = kept.astype(np.int64), kept.astype(np.int64) + 1, codes[kept]
    if swaps:
        starts, ends, codes = _with_swaps(starts, ends, codes, swaps)
    starts, ends, codes = _dashes(starts, ends, codes)
    return NormalText(raw, codes, starts, ends, tuple(markup.marks))


def _plan(raw: str, codes: Codes, markup: Markup) -> tuple[NDArray[np.bool_], list[tuple[int, int, str]]]:
    """Return which raw characters vanish, and what stands in for them where something does."""
    inside = np.minimum(codes, characters.TABLE_SIZE - 1)
    gone = markup.drop | (characters.dropped()[inside] & ~markup.blank)
    gone[markup.blank] = False
    swaps = [(start, end, _folded(text)) for start, end, text in markup.swaps]
    long = np.flatnonzero(characters.long_folds()[inside] & ~gone & ~markup.blank).tolist()
    swaps += [(at, at + 1, characters.folds()[int(codes[at])]) for at in long]
    if not unicodedata.is_normalized("NFC", raw):
        swaps = _composed(raw, codes, gone | markup.blank, swaps)
    for start, end, _ in swaps:
        gone[start:end] = True
    return gone, sorted(swaps)


def _folded(text: str) -> str:
    """Return a short text in normal form, character by character."""
    folds = characters.folds()
    return unicodedata.normalize("NFC", "".join(folds.get(ord(char), char) for char in text))


def _composed(
    raw: str, codes: Codes, hidden: NDArray[np.bool_], swaps: list[tuple[int, int, str]]
) -> list[tuple[int, int, str]]:
    """Return the swaps with those added that compose letters and their marks."""
    taken = hidden.copy()
    for start, end, _ in swaps:
        taken[start:end] = True
    moving = characters.unstable()[np.minimum(codes, characters.TABLE_SIZE - 1)] & (
        codes < characters.TABLE_SIZE
    )
    moving |= codes >= characters.TABLE_SIZE  # compatibility ideographs of the higher planes
    edges = np.flatnonzero(np.diff(np.concatenate(([False], moving, [False])).astype(np.int8)))
    added = []
    for first, end in zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True):
        start = max(first - 1, 0)
        piece = raw[start:end]
        composed = unicodedata.normalize("NFC", piece)
        if composed != piece and not taken[start:end].any():
            added.append((start, end, _folded(composed)))
    return [*swaps, *added]


def _with_swaps(
    starts: Offsets, ends: Offsets, codes: Codes, swaps: list[tuple[int, int, str]]
) -> tuple[Offsets, Offsets, Codes]:
    """Return the arrays with what stands in for swapped pieces put in.

    Each such character spans its whole piece.
    """
    lengths = [len(text) for _, _, text in swaps]
    at = np.searchsorted(starts, np.repeat([start for start, _, _ in swaps], lengths))
    new_starts = np.repeat(np.array([start for start, _, _ in swaps], dtype=np.int64), lengths)
    new_ends = np.repeat(np.array([end for _, end, _ in swaps], dtype=np.int64), lengths)
    new_codes = to_codes("".join(text for _, _, text in swaps))
    return np.insert(starts, at, new_starts), np.insert(ends, at, new_ends), np.insert(codes, at, new_codes)


def _dashes(starts: Offsets, ends: Offsets, codes: Codes) -> tuple[Offsets, Offsets, Codes]:
    """Return the arrays with `--` and `---` as one dash where they stand between two words or two spaces."""
    dash = codes == ord("-")
    edges = np.flatnonzero(np.diff(np.concatenate(([False], dash, [False])).astype(np.int8)))
    first, end = edges[::2], edges[1::2]
    run = np.isin(end - first, (2, 3)) & (first > 0) & (end < len(codes))
    first, end = first[run], end[run]
    if not len(first):
        return starts, ends, codes
    before, after = characters.class_of(codes[first - 1]), characters.class_of(codes[end])
    spaced = (before == characters.CharClass.SPACE) & (after == characters.CharClass.SPACE)
    joined = (before == characters.CharClass.WORD) & (after == characters.CharClass.WORD)
    keep = np.ones(len(codes), dtype=np.bool_)
    ends = ends.copy()
    for start, stop in zip(first[spaced | joined].tolist(), end[spaced | joined].tolist(), strict=True):
        ends[start] = ends[stop - 1]
        keep[start + 1 : stop] = False
    return starts[keep], ends[keep], codes[keep]
