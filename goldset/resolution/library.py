"""Texts of snapshots on their way into the resolver, read once and kept while there is room."""

from collections import OrderedDict

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

    def reading(self, doc_id: str) -> Reading | None:
        """Return a document's reading; None where its text was not kept.

        Raises:
            CorpusError: The document cannot be read.
        """
        if doc_id in self._shelf:
            self._shelf.move_to_end(doc_id)
            return self._shelf[doc_id]
        text = self.corpus.text(doc_id)
        if text is None:
            return None
        reading = read(doc_id, text)
        self._shelf[doc_id] = reading
        self._chars += len(text)
        while self._chars > _ROOM and len(self._shelf) > 1:
            self._chars -= len(self._shelf.popitem(last=False)[1].raw)
        return reading

    def readable(self, doc_id: str) -> Reading | None:
        """Return a document's reading; None where it cannot be read, which only its own spans report."""
        try:
            return self.reading(doc_id)
        except CorpusError:
            return None
