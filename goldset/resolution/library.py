"""Texts of snapshots on their way into the resolver, read once and kept while there is room."""

from collections import OrderedDict
from weakref import WeakValueDictionary

from goldset.domain.snapshots import Corpus
from goldset.errors import CorpusError
from goldset.resolution.reading import Reading, read

# Some thirty bytes of arrays per character: this many characters take about 250 MB.
_ROOM = 8_000_000


class Library:
    """The readings of one corpus; the least recently used leave when there is no room."""

    def __init__(self, corpus: Corpus) -> None:
        self.corpus = corpus
        self._shelf: OrderedDict[str, Reading] = OrderedDict()
        self._chars = 0
        # Readings that passages still hold take no more room when they come back to the shelf.
        self._in_use: WeakValueDictionary[str, Reading] = WeakValueDictionary()
        self._last: tuple[str, str | None] | None = None

    def text(self, doc_id: str) -> str | None:
        """Return a document's text as it stands; None where it was not kept.

        The last one is held, as spans come sorted by document.

        Raises:
            CorpusError: The document cannot be read.
        """
        if doc_id in self._shelf:
            return self._shelf[doc_id].raw
        if self._last is None or self._last[0] != doc_id:
            self._last = doc_id, self.corpus.text(doc_id)
        return self._last[1]

    def reading(self, doc_id: str) -> Reading | None:
        """Return a document's reading; None where its text was not kept.

        Raises:
            CorpusError: The document cannot be read.
        """
        if doc_id in self._shelf:
            self._shelf.move_to_end(doc_id)
            return self._shelf[doc_id]
        reading = self._in_use.get(doc_id)
        if reading is None:
            text = self.text(doc_id)
            if text is None:
                return None
            reading = self._in_use[doc_id] = read(doc_id, text)
        self._shelf[doc_id] = reading
        self._chars += len(reading.raw)
        while self._chars > _ROOM and len(self._shelf) > 1:
            self._chars -= len(self._shelf.popitem(last=False)[1].raw)
        return reading

    def readable(self, doc_id: str) -> Reading | None:
        """Return a document's reading; None where it cannot be read, which only its own spans report."""
        try:
            return self.reading(doc_id)
        except CorpusError:
            return None

    def readable_text(self, doc_id: str) -> str | None:
        """Return a document's text as it stands; None where it was not kept or cannot be read."""
        try:
            return self.text(doc_id)
        except CorpusError:
            return None
