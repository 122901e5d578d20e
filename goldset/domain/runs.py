"""A run: what a system retrieved, answered and cited for each item, as its run file says.

Records are msgspec structures: a run of a million chunks is read and checked in one pass.
"""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from enum import StrEnum

from msgspec import Struct


class Arm(StrEnum):
    """What context the generator was given: the gold passages, what was retrieved, or nothing."""

    GOLD = "gold"
    RETRIEVED = "retrieved"
    NONE = "none"


class Status(StrEnum):
    """How the system ended on a question, as the run says."""

    ANSWERED = "answered"
    PARTIAL = "partial"
    ABSTAINED = "abstained"
    ERROR = "error"
    TIMEOUT = "timeout"


class Layout(StrEnum):
    """How the gold arm's passages stood in the prompt."""

    ALONE = "alone"
    AMONG_DISTRACTORS = "among_distractors"


class Chunk(Struct, frozen=True, forbid_unknown_fields=True, gc=False, omit_defaults=True):
    """A retrieved passage, in the order of the ranking.

    Attributes:
        chunk_id: The chunk's name in the index.
        doc_id: Its document: an id of the snapshot, or the document's `url` or alias.
        start: Where it begins in the document's text, in code points from 0.
        end: Where it ends, half open.
        text: Its text; needed where there are no offsets.
        score: What the retriever gave it; shown only: the order listed is the ranking.
    """

    chunk_id: str | None = None
    doc_id: str | None = None
    start: int | None = None
    end: int | None = None
    text: str | None = None
    score: float | None = None


class Citation(Struct, frozen=True, forbid_unknown_fields=True, gc=False, omit_defaults=True):
    """A source that the answer names.

    Attributes:
        chunk_id: A chunk's name; it should be one of those retrieved.
        doc_id: A document, where the system cites documents.
        quote: What the answer claims to stand there.
    """

    chunk_id: str | None = None
    doc_id: str | None = None
    quote: str | None = None


class Stages(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Chunk ids after each stage of retrieval, best first; None where the run does not say.

    Attributes:
        candidates: What the index returned.
        reranked: What was left after reranking.
        context: What stood in the prompt.
    """

    candidates: tuple[str, ...] | None = None
    reranked: tuple[str, ...] | None = None
    context: tuple[str, ...] | None = None


class Parts(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """Of a partial answer: how many parts of the question it answers, of how many."""

    answered: int
    total: int


class Verdict(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a judge said of one answer, with who judged and by which definition where the line says so.

    Attributes:
        value: True or false, a share 0–1, or a count; None where the judge failed.
        judge: Name of the judge: a model, or a person.
        version: Version of judge and prompt.
        definition: Name of the definition that was judged by, such as `ragas-0.3/faithfulness`.
    """

    value: bool | int | float | None = None
    judge: str | None = None
    version: str | None = None
    definition: str | None = None


class JudgeOf(Struct, frozen=True, omit_defaults=True):
    """Who gave a verdict of one name in all of a run's lines, and by which definition."""

    judge: str | None = None
    version: str | None = None
    definition: str | None = None


class RunMeta(Struct, frozen=True, omit_defaults=True):
    """The first line of a run file, without `item`: what holds for all of it.

    Attributes:
        snapshot: Corpus snapshot that was indexed; None: the newest, and every report says so.
        system: Name of what was run.
        revision: Its version, such as a commit.
        k: How many chunks were asked for.
        gold_layout: How the gold arm's passages stood in the prompt.
        verdicts: By verdict name, who judged and by which definition.
    """

    snapshot: str | None = None
    system: str | None = None
    revision: str | None = None
    k: int | None = None
    gold_layout: Layout | None = None
    verdicts: dict[str, JudgeOf] = {}


class RunLine(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a run says of one item in one arm.

    Attributes:
        item: Id of the item.
        arm: Which context the generator was given.
        status: How it ended; None where the run does not say (then answered where there is an answer or a
            list of chunks, see `evaluation.states`).
        answer: The answer; None for a run of retrieval alone.
        retrieved: The ranking, best first; None: the run has no ranking for it, which is not an empty one.
        stages: Chunk ids after each stage.
        citations: Sources that the answer names; None where the run does not say.
        verdicts: By name, what judges said.
        abstain_reason: Why it did not answer.
        confidence: How sure it was, any scale: only its order counts.
        parts: Of a partial answer.
        latency_ms: Milliseconds.
        cost: In whatever currency the run has.
    """

    item: str
    arm: Arm = Arm.RETRIEVED
    status: Status | None = None
    answer: str | None = None
    retrieved: tuple[Chunk, ...] | None = None
    stages: Stages | None = None
    citations: tuple[Citation, ...] | None = None
    verdicts: dict[str, bool | int | float | Verdict | None] = {}
    abstain_reason: str | None = None
    confidence: float | None = None
    parts: Parts | None = None
    latency_ms: float | None = None
    cost: float | None = None


@dataclass(frozen=True, slots=True)
class BadLine:
    """A line of a run file that cannot be scored: it is counted and named, never left out in silence.

    Attributes:
        line: Line from 1.
        message: What is wrong, naming the field.
        item: Id of the item where it could be read; that item then ends as `error`.
    """

    line: int
    message: str
    item: str = ""


@dataclass(frozen=True, slots=True)
class RunSource:
    """Which file a run came from.

    Attributes:
        name: Its path as it was given.
        sha256: SHA-256 of its bytes.
        form: Its format: `goldset`, `trec`, `ragas`, `deepeval` or `promptfoo`.
        meta: What holds for all of it.
        bad: Lines that cannot be scored.
        notices: What a person should know, such as keys that goldset does not read.
    """

    name: str
    sha256: str
    form: str
    meta: RunMeta
    bad: Sequence[BadLine] = ()
    notices: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Run:
    """A run as it was read: what it says by item and arm.

    Attributes:
        source: The file, with every line of it that cannot be scored.
        said: By item id and arm, the one line of it; a bad line where it cannot be scored, or where there are two.
        documents: Every document that a chunk of it names, and perhaps some that none does; None where nobody noted
            them while it was read.
    """

    source: RunSource
    said: Mapping[str, Mapping[Arm, "RunLine | BadLine"]]
    documents: AbstractSet[str | None] | None = None

    @property
    def arms(self) -> tuple[Arm, ...]:
        """The arms that the run has lines of, in the order of `Arm`."""
        found = {arm for lines in self.said.values() for arm in lines}
        return tuple(arm for arm in Arm if arm in found)

    @property
    def lines(self) -> list[RunLine]:
        """Every line that can be scored."""
        return [line for arms in self.said.values() for line in arms.values() if isinstance(line, RunLine)]
