"""What a run can be measured by: which of its lines hold rankings, places, answers, citations and verdicts.

A metric applies to every item or to none: a line that lacks what the others have counts as nothing found, and
not as an item that was not asked.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from goldset.domain.gold import GoldSet
from goldset.domain.runs import Arm, Chunk, RunLine, RunMeta, Status

_OF_A_GENERATOR = (Status.ANSWERED, Status.PARTIAL, Status.ABSTAINED)


@dataclass(slots=True)
class Shape:
    """What the lines of one arm hold; each is true as soon as one line has it.

    Attributes:
        rankings: Lists of chunks.
        places: Chunks with offsets, or with a text that was to be located: passages can be scored.
        answers: Answers, or a status that only a generator has.
        citations: Lists of citations.
        judged_correct: Verdicts named `correct`.
    """

    rankings: bool = False
    places: bool = False
    answers: bool = False
    citations: bool = False
    judged_correct: bool = False

    def see(self, line: RunLine) -> None:
        """Take one line into account."""
        chunks = line.retrieved
        if chunks is not None:
            self.rankings = True
            if not self.places:
                self.places = any(chunk.start is not None or chunk.text is not None for chunk in chunks)
        if line.answer is not None or line.status in _OF_A_GENERATOR:
            self.answers = True
        if line.citations is not None:
            self.citations = True
        if "correct" in line.verdicts:
            self.judged_correct = True


def shapes_of(lines: Iterable[RunLine]) -> dict[Arm, Shape]:
    """Return the shape of each arm that a run has lines of."""
    shapes: dict[Arm, Shape] = {}
    for line in lines:
        shapes.setdefault(line.arm, Shape()).see(line)
    return shapes


def _no_text(_: str) -> str | None:
    return None


@dataclass(frozen=True, slots=True)
class RunView:
    """What holds for all items of a run while it is scored.

    Attributes:
        gold: The set in the run's snapshot.
        meta: What the run says of itself.
        shapes: What the lines of each arm hold.
        chunks: By chunk id, where the index's chunks stand, from a chunk map; empty without one.
        text: Returns a document's text in the snapshot; None where it is not kept.
    """

    gold: GoldSet
    meta: RunMeta = field(default_factory=RunMeta)
    shapes: Mapping[Arm, Shape] = field(default_factory=dict)
    chunks: Mapping[str, Chunk] = field(default_factory=dict)
    text: Callable[[str], str | None] = _no_text
