"""What changed around a passage, and whether it matters."""

from dataclasses import dataclass

from goldset.domain.resolutions import Difference, DifferenceKind, Outcome
from goldset.resolution import lexicon
from goldset.resolution.differences import differences, is_of, spoken, turns_round
from goldset.resolution.harmless import AllowList, is_harmless
from goldset.resolution.reading import Passage
from goldset.resolution.scope import scope_words

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

# Of these classes a word that took another's place counts, one that came or went does not.
_EXCHANGED = frozenset({Kind.QUANTIFIER, Kind.COMPARATOR})


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
    if not found and kinds is not None:
        found = _other_scope(before, after)
    return Change(Outcome.CONTEXT_CHANGED, reason, found) if found else None


def _other_scope(before: Passage, after: Passage) -> tuple[Difference, ...]:
    """Return the scope words of one surrounding that took the place of others: Norway's of Sweden's."""
    one, two = scope_words((before.raw,)), scope_words((after.raw,))
    if not one - two or not two - one:
        return ()
    return (Difference(Kind.JURISDICTION, " ".join(sorted(one - two)), " ".join(sorted(two - one))),)


def came_or_went(before: Passage | None, after: Passage | None, reason: str) -> Change | None:
    """Return the change where only one surrounding is there, and it says what can turn a meaning."""
    one = before if before is not None else after
    if one is None or (before is not None and after is not None):
        return None
    kinds = guarded(one.words)
    if not kinds:
        return None
    text = spoken(one.words)
    difference = Difference(kinds[0], text if before is not None else "", "" if before is not None else text)
    return Change(Outcome.CONTEXT_CHANGED, reason, (difference,))


def guarded(words: list[str]) -> list[Kind]:
    """Return the classes of words among these that can turn the meaning of what stands beside them."""
    found = [kind for kind in sorted(LEADING) if any(is_of(kind, word) for word in words)]
    if not found and any(word.lower() in lexicon.scope().words for word in words):
        found.append(Kind.JURISDICTION)  # withdrawn, draft, deprecated
    return found


def _counts(difference: Difference, kinds: frozenset[Kind]) -> bool:
    """Return whether a difference is of one of the kinds.

    "all" for "any" and "after" for "before" are changes, a new "some" is style.
    """
    exchanged = difference.kind in _EXCHANGED and bool(difference.before and difference.after)
    return difference.kind in kinds or exchanged or turns_round(difference)
