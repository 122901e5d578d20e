"""A document as the resolver reads it, and a passage of it."""

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from goldset.resolution.characters import CharClass, class_of
from goldset.resolution.marks import Mark
from goldset.resolution.normalise import normalise, to_codes, to_text
from goldset.resolution.paired import (
    SHOWN,
    first_blank,
    holds_item_mark,
    holds_row_end,
    item_mark,
    last_blank,
    row_end,
    with_pairs,
)
from goldset.resolution.tokens import Keys, Tokens, Wording, distinct, grams, tokenise
from goldset.resolution.units import Units

_RUN = 5
# So many places are compared one by one.
_FEW_PLACES = 4
# So many characters on either side of a passage are its surroundings.
_BESIDE = 64


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The token keys of a document without regard to case.

    Attributes:
        values: Each once, sorted.
        counts: How often each stands.
        numbers: For each token of the document, which of them it is.
    """

    values: Keys
    counts: NDArray[np.int64]
    numbers: NDArray[np.int32]

    def find(self, wanted: Keys) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
        """Return the number of each wanted key, and whether the document holds it at all."""
        at = np.searchsorted(self.values, wanted)
        there = at < len(self.values)
        there[there] = self.values[at[there]] == wanted[there]
        return at, there


@dataclass(frozen=True, slots=True)
class Edges:
    """Where the units of a document begin, for many places that are asked for those around them.

    Attributes:
        at: The tokens at which a unit begins, in order, and the end.
        begun: How many blocks begin there or before.
        ended: … and how many begin before.
    """

    at: list[int]
    begun: list[int]
    ended: list[int]


@dataclass(frozen=True)
class Reading:
    """A document's text with its tokens and units.

    Attributes:
        doc_id: The document's id.
        tokens: Its tokens.
        partial: Whether only a passage and its stored surroundings are known, not the document.
        opens: Whether the text begins where the document begins.
        ends: Whether it ends where the document ends.
    """

    doc_id: str
    tokens: Tokens
    partial: bool = False
    opens: bool = True
    ends: bool = True

    @property
    def raw(self) -> str:
        """The text as it stands."""
        return self.tokens.normal.raw

    @property
    def keys(self) -> Keys:
        """The token keys."""
        return self.tokens.keys

    @property
    def folded(self) -> Keys:
        """The token keys without regard to case: for finding and ranking only."""
        return self.tokens.folded

    @cached_property
    def units(self) -> Units:
        """Where sentences, items, cells and headings begin."""
        return Units(self.tokens)

    @cached_property
    def edges(self) -> Edges:
        """The edges of its units."""
        at, counts = self.units.edges, self.units.block_counts
        return Edges(at.tolist(), counts[at].tolist(), counts[at - 1].tolist())

    @cached_property
    def runs(self) -> Keys:
        """The runs of five words, each once, sorted; marks are no words."""
        tokens = self.tokens
        if not len(tokens):
            return np.zeros(0, dtype=np.uint64)
        classes = class_of(tokens.normal.codes[tokens.first])
        words = tokens.keys[(classes != CharClass.SINGLE) & (classes != CharClass.SPACE)]
        return distinct(grams(words, _RUN))

    def times(self, part: str) -> int:
        """Return how often a part of the text stands in it, overlaps aside; of copies, it is counted once."""
        count = self._times.get(part)
        if count is None:
            count = self._times[part] = self.raw.count(part)
        return count

    @cached_property
    def _times(self) -> dict[str, int]:
        return {}

    @cached_property
    def vocabulary(self) -> "Vocabulary":
        """Each token key without regard to case once."""
        order = np.argsort(self.folded)
        ordered = self.folded[order]
        first = np.ones(len(ordered), dtype=np.bool_)
        first[1:] = ordered[1:] != ordered[:-1]
        numbers = np.empty(len(ordered), dtype=np.int32)
        numbers[order] = np.cumsum(first) - 1
        values = ordered[first]
        return Vocabulary(values, np.bincount(numbers, minlength=len(values)), numbers)

    def spell(self, alphabet: Keys) -> str:
        """Return the document as `spell` does, by its vocabulary: no token is looked up twice."""
        words = self.vocabulary
        at, there = words.find(alphabet)
        letters = np.zeros(len(words.values), dtype=np.int64)
        letters[at[there]] = there.nonzero()[0] + 1
        return _spelled(letters.take(words.numbers), len(alphabet))


def read(doc_id: str, raw: str, *, partial: bool = False) -> Reading:
    """Return a document as the resolver reads it."""
    return Reading(doc_id, tokenise(normalise(raw)), partial)


def read_stored(doc_id: str, raw: str, *, opens: bool, ends: bool) -> Reading:
    """Return a passage between its stored surroundings (see `Reading` for the rest)."""
    return replace(read(doc_id, raw, partial=True), opens=opens, ends=ends)


@dataclass(frozen=True)
class Sample:
    """What the like of a passage is found by, without its document.

    Attributes:
        keys: The token keys.
        folded: The token keys without regard to case.
        on_borders: Whether the passage is one or more whole units.
        led: Whether marks before its first token belong to it.
        itemised: Whether white space stands among these: the mark of an item or a heading belongs to it too.
        trailed: Whether marks after its last token belong to it.
        closed: Whether white space stands among these: the bar that ends a row belongs to it too.
        blocks: How many blocks begin inside it.
    """

    keys: Keys
    folded: Keys
    on_borders: bool
    led: bool
    itemised: bool
    trailed: bool
    closed: bool
    blocks: int = 0

    def __len__(self) -> int:
        return len(self.keys)

    def alone(self) -> "Sample":
        """Return the same, holding nothing of the document in memory."""
        return replace(self, keys=self.keys.copy(), folded=self.folded.copy())

    @cached_property
    def alphabet(self) -> Keys:
        """The token keys without regard to case, each once, sorted."""
        return distinct(self.folded)

    @property
    def letters(self) -> str:
        """The tokens as letters of the alphabet, one each."""
        return spell(self.alphabet, self.folded)


def spell(alphabet: Keys, folded: Keys) -> str:
    """Return tokens as letters, one each: those of an alphabet by their number in it, all others as one letter."""
    if not len(alphabet):
        return "\0" * len(folded)
    at = np.searchsorted(alphabet, folded)
    at[at == len(alphabet)] = 0
    at += 1
    at[alphabet[at - 1] != folded] = 0
    return _spelled(at, len(alphabet))


def _spelled(letters: NDArray[np.int64], most: int) -> str:
    """Return the text of letters by number."""
    if most < 1 << 8:
        return letters.astype(np.uint8).tobytes().decode("latin-1")
    return to_text(letters.astype(np.uint32))


@dataclass(frozen=True)
class Passage:
    """A stretch of a document: [start, end) of the raw text, which are the tokens [i, j)."""

    reading: Reading
    start: int
    end: int
    i: int
    j: int

    @property
    def doc_id(self) -> str:
        """The id of its document."""
        return self.reading.doc_id

    @property
    def raw(self) -> str:
        """The text as it stands."""
        return self.reading.raw[self.start : self.end]

    @property
    def before(self) -> str:
        """The text before it, as much as counts as its surroundings."""
        return self.reading.raw[max(self.start - _BESIDE, 0) : self.start]

    @property
    def after(self) -> str:
        """The text after it, as much as counts as its surroundings."""
        return self.reading.raw[self.end : self.end + _BESIDE]

    @property
    def times(self) -> int:
        """How often its raw text stands in its document."""
        return self.reading.times(self.raw) if self.start < self.end else 0

    @property
    def keys(self) -> Keys:
        """The token keys."""
        return self.reading.tokens.keys_of(self.i, self.j)

    @property
    def folded(self) -> Keys:
        """The token keys without regard to case: for finding and ranking only."""
        return self.reading.tokens.folded[self.i : self.j]

    @cached_property
    def words(self) -> list[str]:
        """The tokens' texts."""
        return self.wording.words

    @property
    def wording(self) -> Wording:
        """What the tokens say."""
        return self.reading.tokens.wording(self.i, self.j)

    @property
    def led(self) -> bool:
        """Whether marks before its first token belong to the passage."""
        return self.i < self.j and bool(self.start < self.reading.tokens.starts[self.i])

    @property
    def itemised(self) -> bool:
        """Whether white space stands among these: the mark of an item or a heading belongs to the passage too."""
        lead = self.reading.raw[self.start : self.reading.tokens.starts[self.i]] if self.led else ""
        return holds_item_mark(lead)

    @property
    def trailed(self) -> bool:
        """Whether marks after its last token belong to the passage."""
        return self.i < self.j and bool(self.end > self.reading.tokens.ends[self.j - 1])

    @property
    def closed(self) -> bool:
        """Whether white space stands among these: the bar that ends a row belongs to the passage too."""
        trail = self.reading.raw[self.reading.tokens.ends[self.j - 1] : self.end] if self.trailed else ""
        return holds_row_end(trail)

    @cached_property
    def sample(self) -> "Sample":
        """What its like is found by."""
        blocks = int(self.reading.units.blocks[self.i + 1 : self.j].sum())
        sides = self.led, self.itemised, self.trailed, self.closed
        return Sample(self.keys, self.folded, self.on_borders, *sides, blocks)

    @cached_property
    def on_borders(self) -> bool:
        """Whether the passage is one or more whole units."""
        return self.i < self.j and self.reading.units.on_borders(self.i, self.j)

    @cached_property
    def whole(self) -> bool:
        """Whether the passage cuts no token in two."""
        return self.i < self.j and bool(
            self.start <= self.reading.tokens.starts[self.i]
            and self.end >= self.reading.tokens.ends[self.j - 1]
        )

    @cached_property
    def copies(self) -> NDArray[np.int64]:
        """The token indices at which its words stand in its own document; its own one is among them."""
        return occurrences(self.reading.keys, self.keys)

    def marks(self) -> list[Mark]:
        """Return the labels and link targets inside, by place."""
        return [mark for mark in self.reading.tokens.normal.marks if self.start <= mark.start < self.end]


def passage(reading: Reading, start: int, end: int) -> Passage:
    """Return a raw stretch as a passage."""
    return Passage(reading, start, end, *reading.tokens.within(start, end))


def token_passage(reading: Reading, i: int, j: int, like: Passage | Sample | None = None) -> Passage:
    """Return tokens as a passage.

    With `like`, marks before and after are taken in where that passage has them, and where their other halves are
    inside.
    """
    start, end = reading.tokens.raw(i, j)
    if like is not None and i < j:
        start, end = _with_marks(reading, (i, j), (start, end), like)
    return Passage(reading, start, end, i, j)


def _with_marks(
    reading: Reading, tokens: tuple[int, int], shown: tuple[int, int], like: Passage | Sample
) -> tuple[int, int]:
    """Return where a passage [start, end) of tokens [i, j) begins and ends with the marks that belong to it."""
    (i, j), (start, end) = tokens, shown
    raw = reading.raw
    bare = (not start or raw[start - 1].isspace()) and (end == len(raw) or raw[end].isspace())
    if bare and not like.itemised and not like.closed:
        return start, end
    floor = int(reading.tokens.ends[i - 1]) if i else 0
    ceiling = int(reading.tokens.starts[j]) if j < len(reading.tokens) else len(raw)
    if like.itemised and (at := item_mark(raw, floor, start)) is not None:
        floor = start = at
    if like.closed:
        end = row_end(raw, end, ceiling)
    low = floor + last_blank(raw[floor:start]) + 1
    high = end + first_blank(raw[end:ceiling])
    if (low, high) == (start, end):
        return start, end
    marks = _marks_only(reading, low, high)
    first, last = with_pairs(marks, start - low, end - low, led=like.led, trailed=like.trailed)
    return low + first, low + last


def _marks_only(reading: Reading, low: int, high: int) -> str:
    """Return a stretch of the raw text with `SHOWN` for each character that a reader sees."""
    starts, ends = reading.tokens.shown(low, high)
    begun = np.bincount(np.maximum(starts - low, 0), minlength=high - low + 1)
    ended = np.bincount(np.minimum(ends, high) - low, minlength=high - low + 1)
    codes = to_codes(reading.raw[low:high]).copy()
    codes[np.cumsum(begun - ended)[:-1] > 0] = ord(SHOWN)
    return to_text(codes)


def occurrences(keys: Keys, wanted: Keys) -> NDArray[np.int64]:
    """Return every token index at which a sequence of tokens stands."""
    size = len(wanted)
    if not size or size > len(keys):
        return np.zeros(0, dtype=np.int64)
    at = np.flatnonzero(keys[: len(keys) - size + 1] == wanted[0])
    for offset in range(size - 1, 0, -1):  # the end first: many passages begin with a common word
        if len(at) <= _FEW_PLACES:
            whole = wanted.tobytes()
            return np.array([i for i in at.tolist() if keys[i : i + size].tobytes() == whole], dtype=np.int64)
        at = at[keys[at + offset] == wanted[offset]]
    return at.astype(np.int64)
