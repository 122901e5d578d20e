"""What a golden set is made of: its items, spans, drafts and waivers counted, every count adding up to what it is over.

Items that are drafts or retired stand in every table, in columns of their own, so that none is left out in silence.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from goldset.domain.balance import ItemFacts, item_facts
from goldset.domain.corpus_use import Concentration, DocumentUse, SectionUse
from goldset.domain.item_facts import Kind, OriginKind, Split, Tier
from goldset.domain.items import AbstainReason, Decision, Item, Status
from goldset.domain.reason_kinds import kind_of_reason
from goldset.domain.standing import ItemStanding, SetStanding, State

# How many active items a tier should have: enough to tell something, few enough to be run as often as it is.
TIER_SIZES: dict[Tier, tuple[int, int | None]] = {Tier.SMOKE: (10, 30), Tier.REGRESSION: (100, 300)}


@dataclass(frozen=True, slots=True)
class Row:
    """Items of one value.

    Attributes:
        value: What they say; None for items that say nothing.
        active: Those that are measured.
        stale: Those of the active ones that are stale in the snapshot.
        draft: Those that are drafts.
        retired: Those that are retired.
    """

    value: str | None
    active: int = 0
    stale: int = 0
    draft: int = 0
    retired: int = 0

    @property
    def total(self) -> int:
        """All of them."""
        return self.active + self.draft + self.retired


@dataclass(frozen=True, slots=True)
class Table:
    """Items by one field: each item is in one row.

    Attributes:
        field: What they are told apart by.
        rows: A row for each value, the items that say nothing last.
    """

    field: str
    rows: tuple[Row, ...]

    @property
    def whole(self) -> Row:
        """The sum of the rows."""
        sums = (
            sum(getattr(row, name) for row in self.rows) for name in ("active", "stale", "draft", "retired")
        )
        return Row("all", *sums)


@dataclass(frozen=True, slots=True)
class Tally:
    """Other things than items by one property: each is in one row.

    Attributes:
        name: `exactness` and `standing` of gold spans, `draft_reason` of what drafts wait for by kind (a draft
            without a reason is in the row of None), `unplaced` of evidence without a place by kind of why, `waiver`
            by finding.
        rows: How many by value, most first; None for those that say nothing.
    """

    name: str
    rows: tuple[tuple[str | None, int], ...]

    @property
    def total(self) -> int:
        """How many there are."""
        return sum(number for _, number in self.rows)


@dataclass(frozen=True, slots=True)
class TierSize:
    """A tier against the size that it should have.

    Attributes:
        tier: The tier.
        items: Its active items.
        least: How many it should have at least.
        most: How many at most; None without bound.
    """

    tier: Tier
    items: int
    least: int
    most: int | None

    @property
    def verdict(self) -> str:
        """`too small`, `too large`, or `fits`."""
        if self.items < self.least:
            return "too small"
        return "too large" if self.most is not None and self.items > self.most else "fits"


@dataclass(frozen=True, slots=True)
class StaleItem:
    """An item that cannot be measured in the snapshot: its id, status, and why in words."""

    item: str
    status: Status
    reason: str


@dataclass(frozen=True, slots=True)
class CoarseSpan:
    """A span that is still to narrow: its item, id and document, and whether it is a whole chunk or document."""

    item: str
    span: str
    doc_id: str
    level: str


@dataclass(frozen=True, slots=True)
class ItemStats:
    """The items of a set, counted.

    Attributes:
        tables: Items by field; each is over all of them, that of reasons not to answer over the unanswerable ones.
        tallies: Spans, drafts' reasons, evidence without a place, and waivers.
        tiers: Tiers against their sizes; empty where no active item names one.
        stale: Stale items by id; None where the set has no snapshot, and nobody knows.
        coarse: Coarse spans of active items and drafts, by item.
    """

    tables: tuple[Table, ...]
    tallies: tuple[Tally, ...]
    tiers: tuple[TierSize, ...]
    stale: tuple[StaleItem, ...] | None
    coarse: tuple[CoarseSpan, ...]

    def table(self, field: str) -> Table:
        """Return the table of a field.

        Raises:
            KeyError: There is none.
        """
        return {table.field: table for table in self.tables}[field]


@dataclass(frozen=True, slots=True)
class SetStats:
    """What a set is made of, and how much of a corpus it asks about.

    Attributes:
        name: The set's name.
        snapshot: Snapshot in which items stand; None where the set has none.
        files: Item files, those that cannot be read included.
        unreadable: Item files that cannot be read, with the first reason: they are in no other count.
        unread: Files among the items whose names do not end in .yaml: nobody reads them.
        twice: Files by item id, where several have the same.
        items: The items that could be read.
        documents: The snapshot's documents; None where they are not known, and `notices` says why.
        sections: Sections of the documents with an item, likewise.
        concentration: How far items hang on few documents; None without a snapshot.
        notices: What is not known, and why.
    """

    name: str
    snapshot: str | None
    files: int
    unreadable: tuple[tuple[str, str], ...]
    unread: tuple[str, ...]
    twice: Mapping[str, tuple[str, ...]]
    items: ItemStats
    documents: DocumentUse | None = None
    sections: SectionUse | None = None
    concentration: Concentration | None = None
    notices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Counted:
    """An item, what it counts as, and whether it is stale."""

    item: Item
    facts: ItemFacts
    is_stale: bool


def item_stats(items: Sequence[Item], standing: SetStanding | None, snapshots: Sequence[str]) -> ItemStats:
    """Count the items of a set.

    Args:
        items: All that could be read.
        standing: Where they stand in a snapshot, in the same order; None where the set has none.
        snapshots: Ids of the set's snapshots, the oldest first.
    """
    facts = [item_facts(item) for item in items]
    stands: Sequence[ItemStanding | None] = standing.items if standing else [None] * len(items)
    counted = [
        _Counted(item, fact, stand is not None and stand.state is State.STALE)
        for item, fact, stand in zip(items, facts, stands, strict=True)
    ]
    unanswerable = [one for one in counted if not one.facts.answerable]
    table_of = _tables(snapshots)
    tables = [table_of(field, counted) for field in _FIELDS]
    tables.append(table_of(_CONFIRMED, counted))
    if unanswerable:
        tables.append(table_of(_REASON, unanswerable))
    return ItemStats(
        tables=tuple(tables),
        tallies=tuple(_tallies(counted, standing)),
        tiers=_tier_sizes(one.facts for one in counted),
        stale=None if standing is None else tuple(_stale(counted, standing)),
        coarse=tuple(_coarse(counted)),
    )


_Says = Callable[[Item, ItemFacts], str | None]
_FIELDS: dict[str, _Says] = {
    "status": lambda _, facts: facts.status,
    "slice": lambda _, facts: facts.slice,
    "kind": lambda item, _: item.kind,
    "tier": lambda item, _: item.tier,
    "split": lambda item, _: item.split,
    "answerable": lambda _, facts: "answerable" if facts.answerable else "unanswerable",
    "jurisdiction": lambda item, _: item.jurisdiction,
    "language": lambda item, _: item.language,
    "origin": lambda item, _: item.origin.kind if item.origin else None,
    "source": lambda item, _: item.origin.source if item.origin else None,
    "labelled_by": lambda item, _: item.labelled_by,
    "labelled_at": lambda item, _: quarter(item.labelled_at) if item.labelled_at else None,
}
_CONFIRMED, _REASON = "confirmed_in", "abstain_reason"
_ORDERED: dict[str, Sequence[str]] = {
    "status": [Status.ACTIVE, Status.DRAFT, Status.RETIRED],
    "kind": [*Kind],
    "tier": [*Tier],
    "split": [*Split],
    "origin": [*OriginKind],
    _REASON: [*AbstainReason],
}
_BY_NAME = frozenset({"labelled_at"})


def _tables(snapshots: Sequence[str]) -> Callable[[str, Iterable[_Counted]], Table]:
    """Return what makes the table of a field, for a set with these snapshots, the oldest first."""
    rank = {snapshot: number for number, snapshot in enumerate(snapshots)}
    says: dict[str, _Says] = {
        **_FIELDS,
        _CONFIRMED: lambda item, _: oldest_confirmation(item, rank),
        _REASON: lambda item, _: abstain_reason(item),
    }
    orders = {**_ORDERED, _CONFIRMED: snapshots}

    def table(field: str, counted: Iterable[_Counted]) -> Table:
        by_value: dict[str | None, list[_Counted]] = defaultdict(list)
        for one in counted:
            value = says[field](one.item, one.facts)
            by_value[None if value is None else str(value)].append(one)
        rows = (_row(value, found) for value, found in by_value.items())
        return Table(field, tuple(sorted(rows, key=lambda row: _place(row, field, orders.get(field)))))

    return table


def _row(value: str | None, found: Iterable[_Counted]) -> Row:
    numbers: Counter[Status] = Counter()
    stale = 0
    for one in found:
        numbers[one.facts.status] += 1
        stale += one.is_stale and one.facts.status is Status.ACTIVE
    return Row(value, numbers[Status.ACTIVE], stale, numbers[Status.DRAFT], numbers[Status.RETIRED])


def _place(row: Row, field: str, order: Sequence[str] | None) -> tuple[bool, int, int, str]:
    """Return where a row stands: as its field is ordered, else by size; items that say nothing are the last."""
    name = row.value or ""
    if order is not None:
        return row.value is None, [str(one) for one in order].index(name) if name in order else -1, 0, name
    return row.value is None, 0, 0 if field in _BY_NAME else -row.total, name


def quarter(day: date) -> str:
    """Return a date's quarter: `2026-Q4`."""
    return f"{day.year:04}-Q{(day.month + 2) // 3}"


def oldest_confirmation(item: Item, rank: Mapping[str, int]) -> str | None:
    """Return the snapshot in which the span was confirmed that nobody has looked at for the longest time.

    Args:
        item: The item; one without spans has only its own snapshot.
        rank: The set's snapshots by age, the oldest being 0; one that the set does not hold counts as older.
    """
    spans = [
        span.snapshot
        for span in item.spans()
        if span.relabel is None or span.relabel.decision is not Decision.DROP
    ]
    known = [snapshot for snapshot in spans or [item.corpus_snapshot] if snapshot is not None]
    return min(known, key=lambda snapshot: (rank.get(snapshot, -1), snapshot), default=None)


def abstain_reason(item: Item) -> str | None:
    """Return why the right answer of an item is no answer, as it says or as a person decided on a queued span."""
    decided = [span.relabel.abstain_reason for span in item.spans() if span.relabel is not None]
    return item.abstain_reason or next((reason for reason in decided if reason is not None), None)


def _tier_sizes(facts: Iterable[ItemFacts]) -> tuple[TierSize, ...]:
    numbers = Counter(fact.tier for fact in facts if fact.status is Status.ACTIVE)
    if not any(numbers[tier] for tier in Tier):
        return ()
    sizes = [TierSize(tier, numbers[tier], *bounds) for tier, bounds in TIER_SIZES.items()]
    rest = sum(size.items for size in sizes)
    return (*sizes, TierSize(Tier.FULL, numbers[Tier.FULL], rest, None))


def _stale(counted: Iterable[_Counted], standing: SetStanding) -> Iterator[StaleItem]:
    status = {id(one.item): one.facts.status for one in counted}
    for found in standing.stale():
        yield StaleItem(found.item.id, status[id(found.item)], found.reason)


def _coarse(counted: Iterable[_Counted]) -> Iterator[CoarseSpan]:
    for one in sorted(counted, key=lambda one: one.item.id):
        for span in one.item.spans() if one.facts.status is not Status.RETIRED else ():
            if span.confirmed.coarse:
                yield CoarseSpan(one.item.id, span.id, span.confirmed.doc_id, span.confirmed.coarse)


def _tallies(counted: Sequence[_Counted], standing: SetStanding | None) -> Iterator[Tally]:
    spans = [span for one in counted for span in one.item.spans()]
    yield _tally("exactness", (span.confirmed.coarse or "exact" for span in spans))
    if standing is not None:
        causes = (f"{span.state}: {span.cause.replace('_', ' ')}" for span in standing.spans)
        yield _tally("standing", causes)
    drafts = [one.item for one in counted if one.facts.status is Status.DRAFT]
    yield _tally(
        "draft_reason", (why for item in drafts for why in _kinds(item, item.draft_reasons) or (None,))
    )
    whys = ((one.item, [evidence.reason for evidence in one.item.unplaced]) for one in counted)
    yield _tally("unplaced", (why for item, reasons in whys for why in _kinds(item, reasons)))
    yield _tally("waiver", (waiver.code for one in counted for waiver in one.item.waivers))


def _kinds(item: Item, reasons: Iterable[str]) -> list[str]:
    """Return of which kind each reason of an item is."""
    named = (one.doc_id for one in item.unplaced if one.doc_id)
    names = {*named, *(span.confirmed.doc_id for span in item.spans())}
    return [kind_of_reason(reason, names) for reason in reasons]


def _tally(name: str, values: Iterable[str | None]) -> Tally:
    numbers = Counter(values)
    return Tally(
        name, tuple(sorted(numbers.items(), key=lambda row: (row[0] is None, -row[1], row[0] or "")))
    )
