"""What a run can be measured by: which of its lines hold rankings, places, answers, citations and verdicts.

A metric applies to every item or to none: a line that lacks what the others have counts as nothing found, and
not as an item that was not asked.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from goldset.domain.gold import GoldSet
from goldset.domain.runs import Arm, Chunk, JudgeOf, RunLine, RunMeta, Status, Verdict
from goldset.evaluation.chunk_map import ChunkMap
from goldset.evaluation.metrics import STAGES

_OF_A_GENERATOR = (Status.ANSWERED, Status.PARTIAL, Status.ABSTAINED)

Value = bool | int | float | Verdict | None


@dataclass(slots=True)
class Shape:
    """What the lines of one arm hold; each is true as soon as one line has it.

    Attributes:
        rankings: Lists of chunks.
        places: Chunks with offsets, or with a text that was to be located: passages can be scored.
        answers: Answers, or a status that only a generator has.
        texts: Texts of answers.
        citations: Lists of citations.
        quotes: Citations with a quote.
        stages: Names of the stages of retrieval that lines list.
        judges: By verdict name, who a line says has judged; None where it leaves that to the run's first line.
    """

    rankings: bool = False
    places: bool = False
    answers: bool = False
    texts: bool = False
    citations: bool = False
    quotes: bool = False
    stages: set[str] = field(default_factory=set)
    judges: dict[str, set[JudgeOf | None]] = field(default_factory=lambda: defaultdict(set))

    def see(self, line: RunLine) -> None:
        """Take one line into account."""
        self._see_retrieval(line)
        self.texts |= line.answer is not None
        self.answers |= line.answer is not None or line.status in _OF_A_GENERATOR
        if line.citations is not None:
            self.citations = True
            self.quotes = self.quotes or any(citation.quote for citation in line.citations)
        for name, verdict in line.verdicts.items():
            self.judges[name].add(_said_of_judge(verdict))

    def _see_retrieval(self, line: RunLine) -> None:
        chunks = line.retrieved
        if chunks is not None:
            self.rankings = True
            if not self.places:
                self.places = any(chunk.start is not None or chunk.text is not None for chunk in chunks)
        if line.stages is not None:
            self.stages |= {name for name in STAGES if getattr(line.stages, name) is not None}


def _said_of_judge(verdict: Value) -> JudgeOf | None:
    if not isinstance(verdict, Verdict) or not (verdict.judge or verdict.version or verdict.definition):
        return None
    return JudgeOf(verdict.judge, verdict.version, verdict.definition)


def judge_of(name: str, verdict: Value, meta: RunMeta) -> JudgeOf:
    """Return who gave a verdict of a name: as its line says, and what that leaves open as the run's first one does."""
    return _completed(name, _said_of_judge(verdict), meta)


def _completed(name: str, said: JudgeOf | None, meta: RunMeta) -> JudgeOf:
    general = meta.verdicts.get(name, JudgeOf())
    if said is None:
        return general
    return JudgeOf(
        said.judge or general.judge,
        said.version or general.version,
        said.definition or general.definition,
    )


def shapes_of(lines: Iterable[RunLine]) -> dict[Arm, Shape]:
    """Return the shape of each arm that a run has lines of."""
    shapes: dict[Arm, Shape] = {}
    for line in lines:
        shapes.setdefault(line.arm, Shape()).see(line)
    return shapes


def _no_text(_: str) -> str | None:
    return None


@dataclass(frozen=True)  # no slots: what is worked out once for the whole run is kept beside its fields
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

    def judge_of(self, name: str, verdict: Value) -> JudgeOf:
        """Return who gave a verdict, and by which definition: as its line says, else as the run's first one."""
        return judge_of(name, verdict, self.meta)

    @cached_property
    def judges(self) -> Mapping[str, frozenset[JudgeOf]]:
        """By verdict name, everyone who judged it anywhere in the run, by each definition."""
        found: dict[str, set[JudgeOf]] = defaultdict(set)
        for shape in self.shapes.values():
            for name, judges in shape.judges.items():
                found[name] |= {_completed(name, judge, self.meta) for judge in judges}
        return {name: frozenset(judges) for name, judges in found.items()}

    @cached_property
    def index(self) -> ChunkMap:
        """The chunk map by document."""
        return ChunkMap(self.chunks, self.gold.aliases)
