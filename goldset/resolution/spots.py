"""The places of new and changed documents that may be a passage which left its own."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise

import numpy as np

from goldset.resolution.align import Spelled, fitted, merged
from goldset.resolution.batches import cut
from goldset.resolution.excerpts import Excerpt
from goldset.resolution.reading import Passage, Reading, Sample, spell
from goldset.resolution.search_index import Windows
from goldset.resolution.tokens import distinct

# Passages of so many tokens are spelled in one alphabet.
_TOGETHER = 20_000


@dataclass(frozen=True, slots=True)
class Spot:
    """A place in a document, cut out of it, and how like the passage it is (0–1; satisfies `Offered`)."""

    place: Excerpt
    similarity: float

    @property
    def bonus(self) -> float:
        """No diff speaks for a place in another document."""
        return 0.0

    @property
    def rank(self) -> float:
        """What the place is ranked by."""
        return round(self.similarity, 6)

    def passage(self, reading: Reading) -> Passage:
        """Return the place with its document's text."""
        place = self.place
        return Passage(reading, place.start, place.end, place.i, place.j)


@dataclass(frozen=True, slots=True)
class Ask:
    """A passage that is looked for in a document.

    Attributes:
        number: The number of its span.
        sample: The passage.
        windows: Where the document holds most of its runs.
        floor: Places that are less like it than this (0–1) make no difference.
    """

    number: int
    sample: Sample
    windows: Windows
    floor: float


def find_spots(reading: Reading, asks: Sequence[Ask]) -> list[tuple[int, list[Spot]]]:
    """Return each passage's number with the places of a document that may be it, best first."""
    found = []
    for ask, spelled in zip(asks, _spelled(reading, [ask.sample for ask in asks]), strict=True):
        places = merged(fitted(ask.sample, reading, ask.windows, spelled, floor=ask.floor))
        spots = [Spot(Excerpt.of(s.place), s.similarity) for s in places if s.similarity >= ask.floor]
        found.append((ask.number, spots))
    return found


def _spelled(reading: Reading, samples: Sequence[Sample]) -> Iterator[Spelled]:
    """Yield each passage with the document: many passages share an alphabet, and the document is spelled once."""
    for some in cut(samples, len, _TOGETHER):
        tokens = np.concatenate([sample.folded for sample in some])
        alphabet = distinct(tokens)
        text, letters = spell(alphabet, reading.folded), spell(alphabet, tokens)
        for i, j in pairwise(accumulate(map(len, some), initial=0)):
            yield Spelled(letters[i:j], text)
