"""What a span's own document said, kept without the document until other documents have been looked through."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from goldset.domain.resolutions import Resolution
from goldset.resolution.align import Offered
from goldset.resolution.decide import Evidence, decide, may_be_offered
from goldset.resolution.excerpts import Excerpt, Stretch
from goldset.resolution.reading import Passage


@dataclass(frozen=True, slots=True)
class Sight:
    """A place that was seen, and how like the passage it is (satisfies `Offered`; see `Scored`)."""

    place: Stretch
    similarity: float
    bonus: float
    rank: float


@dataclass(frozen=True, slots=True)
class Held:
    """A span of which no place is certain: all that is known about it, and what each stage found, for people."""

    evidence: Evidence
    noted: Resolution

    @classmethod
    def of(cls, evidence: Evidence, noted: Resolution) -> "Held":
        """Keep what may be shown of the evidence, cut out of its documents."""
        best = max((scored.similarity for scored in evidence.own), default=0.0)
        own = tuple(
            Sight(_cut(scored.place), scored.similarity, scored.bonus, scored.rank)
            for number, scored in enumerate(evidence.own)
            if number == 0 or may_be_offered(scored, best)
        )
        return cls(replace(evidence, old=_cut(evidence.old), own=own), noted)

    def decided(self, elsewhere: Sequence[Offered], *, split: bool) -> Resolution:
        """Return what the span comes to, with the places that other documents have for it, best first."""
        split = split or self.evidence.split
        return decide(replace(self.evidence, elsewhere=tuple(elsewhere), split=split), self.noted)


def _cut(place: Stretch) -> Stretch:
    return Excerpt.of(place) if isinstance(place, Passage) else place
