"""How an item ends in one arm of a run: in exactly one state, whatever the run says or leaves out."""

from goldset.domain.gold import GoldItem
from goldset.domain.runs import BadLine, RunLine
from goldset.domain.scores import End
from goldset.domain.standing import State

Said = RunLine | BadLine | None
"""What a run says of an item in an arm; None where it has no line for it."""

ATTEMPTED = frozenset({End.ANSWERED, End.PARTIAL})
FAILED = frozenset({End.ERROR, End.TIMEOUT, End.MISSING})


def end_of(gold: GoldItem, said: Said) -> tuple[End, str]:
    """Return how an item ended, and why in words where that needs saying.

    A stale item is stale whatever the run says: what is right is not known in that snapshot.
    """
    if gold.state is State.STALE:
        return End.STALE, gold.reason
    if said is None:
        return End.MISSING, "the run has no line for it"
    if isinstance(said, BadLine):
        return End.ERROR, f"line {said.line}: {said.message}"
    if said.status is not None:
        return End(said.status.value), ""
    if said.answer is not None or said.retrieved is not None:
        return End.ANSWERED, ""
    return End.ERROR, "null result: neither a status, nor an answer, nor a list of chunks"
