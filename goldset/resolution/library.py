"""Texts of snapshots on their way into the resolver, read once and kept while there is room."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import partial
from typing import TypeVar
from weakref import WeakValueDictionary

from goldset.domain.settings import PolicySettings
from goldset.errors import CorpusError
from goldset.resolution.outlines import Outline
from goldset.resolution.reading import Reading, read
from goldset.resolution.tokens import Keys

# Readings of so many characters stay, some thirty bytes each with all that is made of them: 120 MB.
SPACE = 4_000_000
# So many of them stay, however long they are.
_AT_HAND = 2

# What later stages look for in a document is kept for some more of them: up to this many times as many bytes.
_EXTRACTS = 36


def scope_terms(policy: PolicySettings) -> frozenset[str]:
    """Return a project's own scope words."""
    return frozenset(term.lower() for term in policy.scope_terms)


Key = tuple[str | None, str]
"""Id of an earlier snapshot, None for the new one; document id."""

Texts = Callable[[str | None, str], str | None]
"""(Id of an earlier snapshot, None for the new one; document id) → its text; None where it was not kept."""

T = TypeVar("T")


class Shelf:
    """The readings that one process keeps; the least recently used leave when there is no room."""

    def __init__(self, space: int = SPACE) -> None:
        self._space = space
        self._chars = 0
        self._readings: OrderedDict[Key, Reading] = OrderedDict()

    def get(self, key: Key) -> Reading | None:
        """Return a reading that is there, which makes it the most recently used; None else."""
        reading = self._readings.get(key)
        if reading is not None:
            self._readings.move_to_end(key)
        return reading

    def put(self, key: Key, reading: Reading) -> None:
        """Keep a reading that is not there yet, whatever its size; others leave for it, but for the latest one.

        A document's older and newer text are looked at in turn, span after span.
        """
        self._readings[key] = reading
        self._chars += len(reading.raw)
        while self._chars > self._space and len(self._readings) > _AT_HAND:
            self._chars -= len(self._readings.popitem(last=False)[1].raw)


@dataclass(frozen=True, slots=True)
class Extract:
    """What a document is searched by: its runs of five words and, of a new one, its outline.

    Passages are looked for in new documents alone.
    """

    runs: Keys
    outline: Outline | None

    @classmethod
    def of(cls, reading: Reading, *, new: bool) -> "Extract":
        """Take what is needed out of a document."""
        return cls(reading.runs, Outline.of(reading) if new else None)


class Extracts:
    """The extracts that one process keeps: the first ones, as those who ask go through documents in order."""

    def __init__(self, space: int) -> None:
        self._space = space
        self._runs: dict[Key, Keys] = {}
        self._outlines: dict[Key, Outline] = {}

    def runs(self, key: Key) -> Keys | None:
        """Return a document's runs if they are there."""
        return self._runs.get(key)

    def take_runs(self, key: Key) -> Keys | None:
        """Return a document's runs if they are there, and keep them no longer."""
        runs = self._runs.pop(key, None)
        self._space += 0 if runs is None else runs.nbytes
        return runs

    def outline(self, key: Key) -> Outline | None:
        """Return a document's outline if it is there."""
        return self._outlines.get(key)

    def has_room(self, size: int) -> bool:
        """Return whether so many bytes can be kept."""
        return size <= self._space

    def put(self, key: Key, extract: Extract) -> None:
        """Keep an extract while there is room."""
        outline = extract.outline
        if outline is not None and key not in self._outlines and outline.nbytes <= self._space:
            self._outlines[key] = outline
            self._space -= outline.nbytes
        if key not in self._runs and extract.runs.nbytes <= self._space:
            self._runs[key] = extract.runs
            self._space -= extract.runs.nbytes

    def forget(self, snapshot: str) -> None:
        """Make room: nobody asks for an earlier snapshot any more."""
        for key in [key for key in self._runs if key[0] == snapshot]:
            self._space += self._runs.pop(key).nbytes


class Library:
    """The readings of one snapshot."""

    def __init__(self, snapshot: str | None, texts: Texts, shelf: Shelf, extracts: Extracts) -> None:
        self._snapshot, self._texts, self._shelf, self._extracts = snapshot, texts, shelf, extracts
        # Readings that passages still hold take no more room when they come back to the shelf.
        self._in_use: WeakValueDictionary[str, Reading] = WeakValueDictionary()
        self._last: tuple[str, str | None] | None = None

    def text(self, doc_id: str) -> str | None:
        """Return a document's text as it stands; None where it was not kept.

        The last one is held, as spans come sorted by document.

        Raises:
            CorpusError: The document cannot be read.
        """
        reading = self._shelf.get((self._snapshot, doc_id))
        if reading is not None:
            return reading.raw
        if self._last is None or self._last[0] != doc_id:
            self._last = doc_id, self._texts(self._snapshot, doc_id)
        return self._last[1]

    def reading(self, doc_id: str) -> Reading | None:
        """Return a document's reading; None where its text was not kept.

        Raises:
            CorpusError: The document cannot be read.
        """
        key = self._snapshot, doc_id
        there = self._shelf.get(key)
        if there is not None:
            return there
        reading = self._in_use.get(doc_id)
        if reading is None:
            text = self.text(doc_id)
            if text is None:
                return None
            reading = self._in_use[doc_id] = read(doc_id, text)
        self._shelf.put(key, reading)
        return reading

    def readable(self, doc_id: str) -> Reading | None:
        """Return a document's reading; None where it cannot be read, which only its own spans report."""
        try:
            return self.reading(doc_id)
        except CorpusError:
            return None

    def glean(self, doc_id: str) -> Reading | None:
        """Return a document's reading, and keep what it is searched by; None where it cannot be read."""
        reading = self.readable(doc_id)
        if reading is not None and self._extracts.has_room(reading.keys.nbytes):
            self._extracts.put((self._snapshot, doc_id), Extract.of(reading, new=self._snapshot is None))
        return reading

    def runs(self, doc_id: str) -> Keys | None:
        """Return a document's runs of five words, which of a new one are asked for once; None: it cannot be read."""
        key = self._snapshot, doc_id
        new = self._snapshot is None
        runs = self._extracts.take_runs(key) if new else self._extracts.runs(key)
        if runs is not None:
            return runs
        reading = self.glean(doc_id)
        if reading is None:
            return None
        if new:
            self._extracts.take_runs(key)
        return reading.runs

    def folded(self, doc_id: str) -> Keys | None:
        """Return a document's tokens without regard to case; None where it cannot be read."""
        outline = self._extracts.outline((self._snapshot, doc_id))
        if outline is None:
            reading = self.glean(doc_id)
            return None if reading is None else reading.folded
        return outline.folded

    def outlined(self, doc_id: str) -> Reading | None:
        """Return a document, by its outline where that is kept; None where it cannot be read."""
        return self.recalled(doc_id) or self.readable(doc_id)

    def recalled(self, doc_id: str) -> Reading | None:
        """Return a document by its outline; None where that is not kept, or its text cannot be read."""
        outline = self._extracts.outline((self._snapshot, doc_id))
        text = None if outline is None else self.readable_text(doc_id)
        if outline is None or text is None:
            return None
        return outline.open(doc_id, text, partial(self._again, doc_id))

    def _again(self, doc_id: str) -> Reading:
        reading = self.reading(doc_id)
        assert reading is not None
        return reading

    def readable_text(self, doc_id: str) -> str | None:
        """Return a document's text as it stands; None where it was not kept or cannot be read."""
        try:
            return self.text(doc_id)
        except CorpusError:
            return None


@dataclass(frozen=True)
class Pair:
    """The texts of two snapshots: the one that spans were confirmed in, and the new one.

    Attributes:
        old: The readings of the older one.
        new: Those of the new one.
        terms: A project's own scope words.
    """

    old: Library
    new: Library
    terms: frozenset[str]


class ReadingRoom:
    """Where one process reads: the texts that it can ask for, and what it has made of them so far."""

    def __init__(self, texts: Texts, terms: frozenset[str], space: int = SPACE) -> None:
        self.texts, self.terms = texts, terms
        self._shelf = Shelf(space)
        self._extracts = Extracts(_EXTRACTS * space)
        self._new = Library(None, texts, self._shelf, self._extracts)
        self._old = "", Library("", texts, self._shelf, self._extracts)
        self._kept: tuple[Hashable, object] | None = None
        self._jobs = 0

    @property
    def new(self) -> Library:
        """The texts of the new snapshot."""
        return self._new

    def begin(self) -> int:
        """Return the number of a job that begins: what is kept for one is of no use to the next."""
        self._jobs += 1
        return self._jobs

    def pair(self, snapshot: str) -> Pair:
        """Return the texts of an earlier snapshot and of the new one."""
        if self._old[0] != snapshot:
            self._extracts.forget(self._old[0])
            self._old = snapshot, Library(snapshot, self.texts, self._shelf, self._extracts)
        return Pair(self._old[1], self._new, self.terms)

    def kept(self, key: Hashable, kind: type[T], make: Callable[[], T]) -> T:
        """Return what was made for a key, made anew when the last one was another's."""
        if self._kept is None or self._kept[0] != key:
            self._kept = key, make()
        found = self._kept[1]
        assert isinstance(found, kind)
        return found
