"""The steps of resolving: each a function of a reading room and a batch, so that any process can do it.

Steps, batches and results are plain records that can be pickled. What a step returns depends on its batch and
the texts alone, never on what the process did before.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from goldset.domain.items import Span
from goldset.domain.resolutions import Resolution
from goldset.domain.settings import PolicySettings
from goldset.resolution.documents import Fate, Joined, Titles, another_page
from goldset.resolution.engine import Run, Sought
from goldset.resolution.library import Library, Pair, ReadingRoom
from goldset.resolution.renames import shared_runs
from goldset.resolution.seeds import Found, Seeds, find_hits
from goldset.resolution.spots import Ask, Spot, find_spots
from goldset.resolution.tokens import Keys

Numbered = tuple[int, Span]
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Case:
    """A document with spans to look for in it.

    Attributes:
        joined: The document, and what became of it.
        spans: The spans, each with its number.
        titles: The document's titles then and now; None where it is settled what became of it.
        spots: For each span, the places in other documents that were found for it.
    """

    joined: Joined
    spans: tuple[Numbered, ...]
    titles: Titles | None = None
    spots: tuple[Sequence[Spot], ...] = ()


@dataclass(frozen=True, slots=True)
class Setup:
    """What every step knows.

    Attributes:
        snapshot: Id of the earlier snapshot; empty for drafts.
        policy: The project's own words.
        job: Number of the job in its room: what is held of its spans, by their numbers, is of no other.
    """

    snapshot: str
    policy: PolicySettings
    job: int = 0

    def pair(self, room: ReadingRoom) -> Pair:
        """Return the texts of the two snapshots."""
        return room.pair(self.snapshot)

    def run(self, room: ReadingRoom) -> Run:
        """Return what looks for one span after the other; it stays in the room."""
        return room.kept((self.snapshot, self.job), Run, lambda: Run(self.pair(room), self.policy))


@dataclass(frozen=True, slots=True)
class LookInside:
    """Look for spans in their own documents."""

    setup: Setup

    def __call__(self, room: ReadingRoom, cases: Sequence[Case]) -> list[list[Resolution | Sought | None]]:
        """Return what each case's spans came to; None for one whose document is another page now."""
        return [self._case(room, case) for case in cases]

    def _case(self, room: ReadingRoom, case: Case) -> list[Resolution | Sought | None]:
        joined, run = case.joined, self.setup.run(room)
        replaced = [False] * len(case.spans)
        if case.titles is not None and joined.fate is Fate.CHANGED:
            passages = [span.confirmed.text for _, span in case.spans]
            replaced = another_page(self.setup.pair(room), joined.doc_id, case.titles, passages)
        return [
            None if other else run.look_inside(number, span, joined)
            for (number, span), other in zip(case.spans, replaced, strict=True)
        ]


@dataclass(frozen=True, slots=True)
class RunsOf:
    """Read the runs of words of older documents."""

    setup: Setup

    def __call__(self, room: ReadingRoom, doc_ids: Sequence[str]) -> list[tuple[str, Keys]]:
        """Return the runs of each document whose text is known."""
        return list(_runs(self.setup.pair(room).old, doc_ids))


@dataclass(frozen=True, slots=True)
class SharedRuns:
    """Find runs of words in documents: of the new snapshot, or of the older one."""

    setup: Setup
    runs: Keys
    older: bool

    def __call__(self, room: ReadingRoom, doc_ids: Sequence[str]) -> list[tuple[str, Keys]]:
        """Return which of the runs each document holds; documents that cannot be read are left out."""
        pair = self.setup.pair(room)
        found = _runs(pair.old if self.older else pair.new, doc_ids)
        return [(doc_id, shared_runs(runs, self.runs)) for doc_id, runs in found]


@dataclass(frozen=True, slots=True)
class FindHits:
    """Look through new and changed documents for what is sought."""

    setup: Setup
    seeds: Seeds

    def __call__(self, room: ReadingRoom, doc_ids: Sequence[str]) -> list[tuple[str, dict[int, Found]]]:
        """Return what stands in each document that holds anything."""
        new = self.setup.pair(room).new
        texts = ((doc_id, new.folded(doc_id)) for doc_id in doc_ids)
        found = find_hits(self.seeds, ((doc_id, folded) for doc_id, folded in texts if folded is not None))
        return list(found.by_document.items())


@dataclass(frozen=True, slots=True)
class FindSpots:
    """Look closer at the documents that share most with a passage: each is read once for all passages."""

    setup: Setup

    def __call__(
        self, room: ReadingRoom, documents: Sequence[tuple[str, Sequence[Ask]]]
    ) -> list[tuple[int, list[Spot]]]:
        """Return the number of each passage with the places of one document that may be it."""
        found = []
        for doc_id, asks in documents:
            reading = self.setup.pair(room).new.outlined(doc_id)
            if reading is not None:
                found += find_spots(reading, asks)
        return found


@dataclass(frozen=True, slots=True)
class Decide:
    """Decide on spans that were sought elsewhere."""

    setup: Setup

    def __call__(self, room: ReadingRoom, cases: Sequence[Case]) -> list[list[Resolution]]:
        """Return the resolutions of each case's spans."""
        run = self.setup.run(room)
        return [
            [
                run.decide(number, span, case.joined, spots)
                for (number, span), spots in zip(case.spans, case.spots, strict=True)
            ]
            for case in cases
        ]


def _runs(library: Library, doc_ids: Sequence[str]) -> Iterator[tuple[str, Keys]]:
    found = ((doc_id, library.runs(doc_id)) for doc_id in doc_ids)
    return ((doc_id, runs) for doc_id, runs in found if runs is not None)
