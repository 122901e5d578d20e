"""The normal form of a document, with the way back: each character knows which raw characters it stands for.

The whole document is normalised and a quote is cut out by the offset map: a mark that opens before a quote
decides how the quote reads. Two texts with one normal form differ only in what nobody reads as different:
white space, quote and dash style, invisible characters, ligatures, entities, composition of letters,
markup.
"""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from goldset.resolution import characters
from goldset.resolution.marks import Mark
from goldset.resolution.markup import read_markup

Codes = NDArray[np.uint32]
Offsets = NDArray[np.int32]
_SPACE = 32
_DASH = 45
Swap = tuple[int, int, str]


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
    return codes.astype("<u4", copy=False).tobytes().decode("utf-32-le", "surrogatepass")


def normalise(raw: str) -> NormalText:
    """Return a document's normal form."""
    markup = read_markup(raw)
    blank, gone = (np.frombuffer(flags, dtype=np.bool_) for flags in (markup.blank, markup.drop))
    swaps = [(start, end, _folded(text)) for start, end, text in markup.swaps]
    codes = fold_singly(raw) if raw.isascii() else _folded_codes(raw, blank, gone, swaps)
    if 1 in markup.blank:
        np.putmask(codes, blank, _SPACE)
        gone &= ~blank
    swaps.sort()
    for start, end, _ in swaps:
        gone[start:end] = True
    kept = np.flatnonzero(~gone)
    codes, starts = codes[kept], kept.astype(np.int32)
    ends = starts + np.int32(1)
    if swaps:
        starts, ends, codes = _with_swaps(starts, ends, codes, swaps)
    starts, ends, codes = _dashes(starts, ends, codes)
    return NormalText(raw, codes, starts, ends, tuple(markup.marks))


def fold_singly(raw: str) -> Codes:
    """Return what each character becomes where that is one: of an ASCII text without markup, its normal form."""
    if raw.isascii():
        return np.frombuffer(_folded_bytes(raw), dtype=np.uint8).astype(np.uint32)
    return characters.single_folds().take(to_codes(raw).astype(np.intp), mode="clip")


def folded_singly(raw: str) -> str:
    """Return the same as a text."""
    return _folded_bytes(raw).decode("ascii") if raw.isascii() else to_text(fold_singly(raw))


def _folded_bytes(raw: str) -> bytes:
    return raw.encode("ascii").translate(characters.ascii_folds())


def _folded_codes(
    raw: str, blank: NDArray[np.bool_], gone: NDArray[np.bool_], swaps: list[Swap]
) -> NDArray[np.uint32]:
    """Return what each character becomes where that is one; add to `gone` and `swaps` where it is not."""
    raw_codes, codes = to_codes(raw), fold_singly(raw)
    kinds = characters.fold_kinds().take(raw_codes.astype(np.intp), mode="clip")
    odd = np.flatnonzero(kinds)
    if len(odd):
        kinds = kinds[odd]
        beyond = odd[kinds == characters.Fold.BEYOND]
        codes[beyond] = raw_codes[beyond]
        gone[odd[kinds == characters.Fold.DROPPED]] = True
        long = odd[kinds == characters.Fold.LONG]
        long = long[~(gone[long] | blank[long])]
        folds = characters.folds()
        swaps += [(at, at + 1, folds[ord(raw[at])]) for at in long.tolist()]
    if not unicodedata.is_normalized("NFC", raw):
        swaps += _composed(raw, raw_codes, gone | blank, swaps)
    return codes


@lru_cache(maxsize=1024)
def _folded(text: str) -> str:
    """Return a short text in normal form, character by character."""
    folds = characters.folds()
    return unicodedata.normalize("NFC", "".join(folds.get(ord(char), char) for char in text))


def _composed(
    raw: str, codes: Codes, taken: NDArray[np.bool_], swaps: Sequence[Swap]
) -> list[tuple[int, int, str]]:
    """Return the swaps that compose letters and their marks, where nothing else becomes of them."""
    for start, end, _ in swaps:
        taken[start:end] = True
    moving = characters.unstable().take(codes, mode="clip")
    edges = np.flatnonzero(np.diff(np.concatenate(([False], moving, [False])).astype(np.int8)))
    added = []
    for first, end in zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True):
        start = max(first - 1, 0)
        piece = raw[start:end]
        composed = unicodedata.normalize("NFC", piece)
        if composed != piece and not taken[start:end].any():
            added.append((start, end, _folded(composed)))
    return added


def _with_swaps(
    starts: Offsets, ends: Offsets, codes: Codes, swaps: Sequence[Swap]
) -> tuple[Offsets, Offsets, Codes]:
    """Return the arrays with what stands in for swapped pieces put in.

    Each such character spans its whole piece.
    """
    lengths = [len(text) for _, _, text in swaps]
    new_starts = np.repeat(np.array([start for start, _, _ in swaps], dtype=np.int32), lengths)
    new_ends = np.repeat(np.array([end for _, end, _ in swaps], dtype=np.int32), lengths)
    new_codes = to_codes("".join(text for _, _, text in swaps))
    at = np.searchsorted(starts, new_starts) + np.arange(len(new_starts))
    old = np.ones(len(starts) + len(at), dtype=np.bool_)
    old[at] = False

    def put_in(before: NDArray[Any], new: NDArray[Any]) -> NDArray[Any]:
        both = np.empty(len(old), dtype=before.dtype)
        both[old], both[at] = before, new
        return both

    return put_in(starts, new_starts), put_in(ends, new_ends), put_in(codes, new_codes)


def _dashes(starts: Offsets, ends: Offsets, codes: Codes) -> tuple[Offsets, Offsets, Codes]:
    """Return the arrays with `--` and `---` as one dash where they stand between two words or two spaces."""
    dash = codes == _DASH
    if not (dash[1:] & dash[:-1]).any():
        return starts, ends, codes
    edges = np.flatnonzero(np.diff(np.concatenate(([False], dash, [False])).astype(np.int8)))
    first, end = edges[::2], edges[1::2]
    run = (end - first > 1) & (end - first < 4) & (first > 0) & (end < len(codes))  # noqa: PLR2004 (two, three)
    first, end = first[run], end[run]
    before, after = characters.class_of(codes[first - 1]), characters.class_of(codes[end])
    spaced = (before == characters.CharClass.SPACE) & (after == characters.CharClass.SPACE)
    joined = (before == characters.CharClass.WORD) & (after == characters.CharClass.WORD)
    keep = np.ones(len(codes), dtype=np.bool_)
    ends = ends.copy()
    for start, stop in zip(first[spaced | joined].tolist(), end[spaced | joined].tolist(), strict=True):
        ends[start] = ends[stop - 1]
        keep[start + 1 : stop] = False
    return starts[keep], ends[keep], codes[keep]
