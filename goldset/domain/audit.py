"""How much of a foreign set is still true: what became of its evidence, of its rows, and of a score that rests on it."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import partial

from goldset.domain.resolutions import Outcome, Place, Resolution
from goldset.domain.set_rows import BadRow, Evidence


class State(StrEnum):
    """What became of a piece of evidence, the best first; the last three are of rows alone.

    A row is as its worst group is, and a group as its best evidence: evidence of one group is interchangeable.
    """

    ALIVE = "alive"
    MOVED = "moved"
    CHANGED_AROUND = "changed_around"
    AMBIGUOUS = "ambiguous"
    CANNOT_TELL = "cannot_tell"
    CHANGED = "changed"
    GONE = "gone"
    UNANSWERABLE = "unanswerable"
    NOTHING_TO_CHECK = "nothing_to_check"
    REFUSED = "refused"


# The passage stands; it may or may not; it does not. Rows of the other states rest on no evidence.
LIVE = frozenset({State.ALIVE, State.MOVED})
DOUBTFUL = frozenset({State.CHANGED_AROUND, State.AMBIGUOUS, State.CANNOT_TELL})
DEAD = frozenset({State.CHANGED, State.GONE})
_RANK = {state: number for number, state in enumerate(State)}


class Likeness(StrEnum):
    """In which form evidence stands in the corpus.

    Attributes:
        LETTER: To the letter.
        FORM: In the same words in another form: line breaks, markup, quotation marks.
        DOCUMENT: A document alone is named, and the whole of it is as it was.
    """

    LETTER = "letter"
    FORM = "form"
    DOCUMENT = "document"


@dataclass(frozen=True, slots=True)
class AuditedEvidence:
    """A piece of evidence and what became of it.

    Attributes:
        evidence: As the file has it, with the text of its chunk.
        state: What became of it.
        reason: Why, in words for people, without a full stop; empty where the state says it all.
        place: Where it stands now; None where it stands nowhere, or at several places.
        likeness: In which form it stands there; None without a place.
        found: What placing or resolving it said; None where it was not looked for.
        notes: What a person should know of it besides, without full stops.
    """

    evidence: Evidence
    state: State
    reason: str = ""
    place: Place | None = None
    likeness: Likeness | None = None
    found: Resolution | None = None
    notes: tuple[str, ...] = ()

    @property
    def is_misplaced(self) -> bool:
        """Whether it stands, and document or offset of the file lead past it."""
        within = self.found is not None and self.found.outcome is Outcome.MOVED
        leads_past = self.evidence.start is not None or (self.evidence.doc is not None and not within)
        return self.state is State.MOVED and leads_past


@dataclass(frozen=True, slots=True)
class AuditedRow:
    """A row of the file and what became of it.

    Attributes:
        number: Where it stands, as `SetRow.number`.
        state: What became of it.
        question: Its question; empty for a refused row.
        ref: The file's own id of it; None where it gives none.
        where: How people find it where a number does not say it.
        evidence: What became of its evidence, in its order.
        near: What became of passages that look like an answer and are none; no score rests on them.
        reason: Why it is refused.
    """

    number: int
    state: State
    question: str = ""
    ref: str | None = None
    where: str = ""
    evidence: tuple[AuditedEvidence, ...] = ()
    near: tuple[AuditedEvidence, ...] = ()
    reason: str = ""

    def groups(self) -> tuple[State, ...]:
        """Return what became of each of its evidence groups."""
        return group_states(self.evidence)


def group_states(evidence: Sequence[AuditedEvidence]) -> tuple[State, ...]:
    """Return what became of each evidence group: what became of its best evidence."""
    found: dict[str, list[State]] = defaultdict(list)
    for number, one in enumerate(evidence):
        for name in one.evidence.groups or (f"\0{number}",):
            found[name].append(one.state)
    return tuple(min(states, key=_RANK.__getitem__) for states in found.values())


def row_state(evidence: Sequence[AuditedEvidence]) -> State:
    """Return the state of a row with evidence: that of its worst group."""
    return max(group_states(evidence), key=_RANK.__getitem__)


@dataclass(frozen=True, slots=True)
class Resting:
    """What of a score rests on labels of some kind.

    Attributes:
        rows: Rows that are lost for them when a row counts all or nothing.
        recall: Mean over all rows with evidence of the share of a row's groups that are, 0–1.
        complete: Share of all rows with evidence that `rows` are, 0–1.
    """

    rows: int
    recall: float
    complete: float


@dataclass(frozen=True, slots=True)
class ScoreRest:
    """What a score of this file can be, whatever the retriever is.

    A row counts in recall by the share of its evidence groups, and all or nothing with its worst group.

    Attributes:
        rows: Rows with evidence that the file does not call unanswerable: what a score is a mean over.
        dead: What rests on passages that stand in the corpus no more: nobody can bring it.
        doubtful: What rests on passages of which nobody knows, beyond `dead`.
        misplaced: What rests on passages that stand, and to which document or offset of the file do not lead:
            lost only to a scorer that goes by these.
    """

    rows: int
    dead: Resting
    doubtful: Resting
    misplaced: Resting

    @property
    def most_recall(self) -> float:
        """The recall that a perfect retriever can reach at most, 0–1."""
        return 1 - self.dead.recall

    @property
    def most_complete(self) -> float:
        """The share of rows for which it can bring all evidence, 0–1."""
        return 1 - self.dead.complete


def score_rest(rows: Iterable[AuditedRow]) -> ScoreRest:
    """Return what a score over rows rests on; all shares are 0 where none has evidence to check."""
    checked = [row for row in rows if row.state in LIVE | DOUBTFUL | DEAD]
    groups = [row.groups() for row in checked]
    number = len(checked) or 1

    def resting(states: frozenset[State]) -> Resting:
        lost = sum(row.state in states for row in checked)
        return Resting(lost, sum(map(partial(_share, states), groups)) / number, lost / number)

    past = [row for row in checked if row.state in LIVE and any(one.is_misplaced for one in row.evidence)]
    share = sum(sum(one.is_misplaced for one in row.evidence) / len(row.evidence) for row in past)
    misplaced = Resting(len(past), share / number, len(past) / number)
    return ScoreRest(len(checked), resting(DEAD), resting(DOUBTFUL), misplaced)


def _share(states: frozenset[State], groups: Sequence[State]) -> float:
    return sum(state in states for state in groups) / len(groups)


@dataclass(frozen=True, slots=True)
class AuditReport:
    """How much of a file is still true.

    Attributes:
        form: Name of the file's format.
        name: The file as it was named.
        sha256: SHA-256 of its bytes.
        corpus: The corpus as it was named.
        documents: How many documents it has.
        rows: What became of each row, refused ones too, in the order of the file.
        was: The corpus as it was when the file was labelled, as it was named; empty without one.
        chunks: File of chunk texts as it was named; empty without one.
        chunks_sha256: SHA-256 of it; None without one.
        lines: Lines beside the rows, such as judgements, that could not be taken.
        not_read: By field that audit does not look at: in how many rows it was given.
        notices: What a person should know of the whole, without full stops.
    """

    form: str
    name: str
    sha256: str
    corpus: str
    documents: int
    rows: tuple[AuditedRow, ...]
    was: str = ""
    chunks: str = ""
    chunks_sha256: str | None = None
    lines: tuple[BadRow, ...] = ()
    not_read: Mapping[str, int] = field(default_factory=dict)
    notices: tuple[str, ...] = ()

    @property
    def totals(self) -> dict[str, int]:
        """How many rows there are in each state, every state named; `rows` is their sum."""
        counts = Counter(row.state for row in self.rows)
        return {"rows": len(self.rows), **{str(state): counts[state] for state in State}}

    @property
    def evidence_totals(self) -> dict[str, int]:
        """How many pieces of evidence there are in each state; `evidence` is their sum."""
        counts = Counter(one.state for row in self.rows for one in row.evidence)
        named = {str(state): counts[state] for state in State if state in LIVE | DOUBTFUL | DEAD}
        return {"evidence": sum(counts.values()), **named}

    @property
    def rest(self) -> ScoreRest:
        """What a score of the file rests on."""
        return score_rest(self.rows)

    @property
    def is_sound(self) -> bool:
        """Whether no row rests on a dead or doubtful label, and none was refused."""
        return not self.of([*DEAD, *DOUBTFUL, State.REFUSED])

    def of(self, states: Collection[State]) -> list[AuditedRow]:
        """Return the rows of some states, in the order of the file."""
        return [row for row in self.rows if row.state in states]
