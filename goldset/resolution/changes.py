"""What changed around a passage, and whether it matters."""

from dataclasses import dataclass

from goldset.domain.resolutions import Difference, DifferenceKind, Outcome
from goldset.resolution.differences import differences
from goldset.resolution.harmless import AllowList, is_harmless
from goldset.resolution.reading import Passage

Kind = DifferenceKind
# Lead-ins and table headers are reworded often; these classes alone change what an item or a row says.
LEADING = frozenset(
    {
        Kind.NEGATION,
        Kind.MODAL,
        Kind.NUMBER,
        Kind.DATE,
        Kind.UNIT,
        Kind.CURRENCY,
        Kind.JURISDICTION,
    }
)


@dataclass(frozen=True, slots=True)
class Change:
    """A changed surrounding: the outcome that it means, why in words, and what differs."""

    outcome: Outcome
    reason: str
    differences: tuple[Difference, ...] = ()


def unknown(what: str) -> Change:
    """Return the change that nobody can rule out: what is stored does not hold the old surroundings."""
    return Change(Outcome.CONTEXT_CHANGED, f"{what} is not known: the old text was not kept")


def changed(
    before: Passage, after: Passage, allowed: AllowList, reason: str, kinds: frozenset[Kind] | None = None
) -> Change | None:
    """Return the change between two surroundings, where one of some kinds (None: of any kind) is in it."""
    if is_harmless(before, after, allowed):
        return None
    found = tuple(d for d in differences(before, after) if kinds is None or _counts(d, kinds))
    return Change(Outcome.CONTEXT_CHANGED, reason, found) if found else None


def _counts(difference: Difference, kinds: frozenset[Kind]) -> bool:
    """Return whether a difference is of one of the kinds.

    "all" for "any" is a change, a new "some" is style.
    """
    exchanged = difference.kind is Kind.QUANTIFIER and bool(difference.before and difference.after)
    return difference.kind in kinds or exchanged
