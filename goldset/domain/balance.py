"""How a set is made up: how many items each slice and tier has, and how many have no answer."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from goldset.domain.items import Decision, Item, PendingSpan, Status

NO_TIER = "(none)"


@dataclass(frozen=True, slots=True)
class ItemFacts:
    """What an item counts as.

    Attributes:
        slice: Its slice.
        tier: Its tier; NO_TIER where it names none.
        answerable: Whether it has an answer, a person's decision taken into account.
        status: Draft, active or retired, likewise.
    """

    slice: str
    tier: str
    answerable: bool
    status: Status


@dataclass(frozen=True, slots=True)
class Balance:
    """How the items of a set are spread. Slices, tiers and `unanswerable` count active items alone.

    Attributes:
        statuses: Items by status; their sum and `unreadable` are all item files of the set.
        slices: Active items by slice.
        tiers: Active items by tier.
        unanswerable: Active items without an answer.
        unreadable: Item files that cannot be read, and so are in no other count.
    """

    statuses: Mapping[str, int]
    slices: Mapping[str, int]
    tiers: Mapping[str, int]
    unanswerable: int
    unreadable: int

    @property
    def files(self) -> int:
        """All item files."""
        return sum(self.statuses.values()) + self.unreadable

    @property
    def active(self) -> int:
        """The items that are measured."""
        return self.statuses.get(Status.ACTIVE, 0)


def item_facts(item: Item) -> ItemFacts:
    """Return what an item counts as; a merged decision counts at once."""
    decisions = {e.relabel.decision for e in item.gold_spans if isinstance(e, PendingSpan)}
    return ItemFacts(
        slice=item.slice,
        tier=item.tier or NO_TIER,
        answerable=item.answerable and Decision.UNANSWERABLE not in decisions,
        status=Status.RETIRED if Decision.RETIRE in decisions else item.status,
    )


def balance(facts: Iterable[ItemFacts | None]) -> Balance:
    """Return how items are spread; None stands for one that cannot be read."""
    listed = list(facts)
    known = [fact for fact in listed if fact is not None]
    active = [fact for fact in known if fact.status is Status.ACTIVE]
    return Balance(
        statuses=Counter(str(fact.status) for fact in known),
        slices=Counter(fact.slice for fact in active),
        tiers=Counter(fact.tier for fact in active),
        unanswerable=sum(not fact.answerable for fact in active),
        unreadable=len(listed) - len(known),
    )
