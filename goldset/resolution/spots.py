"""The places of new and changed documents that may be a passage which left its own."""

from dataclasses import dataclass

from goldset.resolution.align import fitted, merged
from goldset.resolution.excerpts import Excerpt
from goldset.resolution.reading import Passage, Reading, Sample
from goldset.resolution.search_index import Near


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


def spots_near(old: Sample, reading: Reading, near: Near, floor: float = 0.0) -> list[Spot]:
    """Return the places of a document around its hits, best first; none that is less like than `floor`."""
    found = merged(fitted(old, reading, near.windows))
    return [Spot(Excerpt.of(s.place), s.similarity) for s in found if s.similarity >= floor]
