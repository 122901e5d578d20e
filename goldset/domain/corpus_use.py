"""How much of a corpus a golden set asks about: documents and sections without an item, and what hangs on few documents."""

import heapq
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from goldset.domain.balance import item_facts
from goldset.domain.items import Status
from goldset.domain.snapshots import DocumentRecord
from goldset.domain.standing import Cause, ItemStanding, SpanStanding, State

# Of so many most used documents it is told how many items hang on them.
TOP = 5


@dataclass(frozen=True, slots=True)
class Use:
    """A document that holds a gold span of an active item.

    Attributes:
        item: The item's id.
        doc_id: Where the span stands; of a stale span where it stood when a person confirmed it.
        place: [start, end) in the document's text, in code points; None where that is not known.
        is_current: Whether the span is current.
        is_coarse: Whether it is a whole chunk or document: it says nothing of a section.
    """

    item: str
    doc_id: str
    place: tuple[int, int] | None
    is_current: bool
    is_coarse: bool


@dataclass(frozen=True, slots=True)
class Part:
    """Some documents or sections: how many, and their code points."""

    number: int
    chars: int


@dataclass(frozen=True, slots=True)
class Gap:
    """A document, or a section of one, that no item asks about.

    Attributes:
        doc_id: The document.
        section: Headings of the section, outermost first; empty for a whole document, and for what stands
            above a document's first heading.
        chars: Its code points.
    """

    doc_id: str
    section: tuple[str, ...]
    chars: int


@dataclass(frozen=True, slots=True)
class Gaps:
    """The biggest gaps, and what is not listed: its `number` and `chars` and those of the listed are all there are."""

    listed: tuple[Gap, ...]
    rest: Part


@dataclass(frozen=True, slots=True)
class DocumentUse:
    """The documents of a snapshot: each is used, used by stale items alone, or unused.

    Attributes:
        used: Those that hold a current span of an active item.
        stale: Those that only stale spans stood in.
        unused: Those without an item.
        passages: Code points that current exact spans cover, each counted once.
        gaps: The unused ones, biggest first.
        gone: Documents that spans name and the snapshot does not have.
    """

    used: Part
    stale: Part
    unused: Part
    passages: int
    gaps: Gaps
    gone: tuple[str, ...]

    @property
    def whole(self) -> Part:
        """All documents."""
        parts = (self.used, self.stale, self.unused)
        return Part(sum(part.number for part in parts), sum(part.chars for part in parts))


@dataclass(frozen=True, slots=True)
class Concentration:
    """How far items hang on the same few documents.

    Attributes:
        items: Items with a gold span in the corpus.
        without: Active items without one, such as unanswerable ones.
        top: The most used documents with their items, most first; at most `TOP`.
        hanging: Items with a span in one of these.
        documents: Documents that are used.
        effective: As how many equally used documents these are, by the inverse Simpson index over the items'
            shares (an item of two documents gives half to each); 0 without items.
        curve: For 0, 1, 2, … of the most used documents, how many items have a span in one of them.
    """

    items: int
    without: int
    top: tuple[tuple[str, int], ...]
    hanging: int
    documents: int
    effective: float
    curve: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Section:
    """What stands between one heading and the next.

    Attributes:
        path: The headings above it and its own, outermost first; empty above the first one.
        start: Where it begins, its heading included, in code points.
        end: Where the next one begins.
        chars: Code points of what stands below its heading, white space at the ends aside; never 0.
    """

    path: tuple[str, ...]
    start: int
    end: int
    chars: int


@dataclass(frozen=True, slots=True)
class SectionUse:
    """The sections of the documents that have an item.

    Attributes:
        used: Those with a current exact span.
        unused: Those without.
        gaps: The latter, biggest first.
        unread: Documents whose text is not at hand: nothing is known of their sections.
        unplaced: Spans that are in no section: stale, coarse, without a place, or in front matter.
    """

    used: Part
    unused: Part
    gaps: Gaps
    unread: tuple[str, ...]
    unplaced: int


def uses_of(standings: Iterable[ItemStanding]) -> Iterator[Use]:
    """Yield where the spans of active items stand; dropped ones and those pinned to another snapshot stand nowhere."""
    for standing in standings:
        if item_facts(standing.item).status is Status.ACTIVE:
            yield from (use for span in standing.spans if (use := _use(standing.item.id, span)) is not None)


def _use(item: str, standing: SpanStanding) -> Use | None:
    confirmed, place = standing.span.confirmed, standing.place
    is_coarse = confirmed.coarse is not None
    if standing.state is State.STALE:
        return Use(item, confirmed.doc_id, None, is_current=False, is_coarse=is_coarse)
    if standing.state is State.SKIPPED and (standing.cause is not Cause.PINNED or place is None):
        return None
    if place is None:
        return Use(item, confirmed.doc_id, None, is_current=True, is_coarse=is_coarse)
    return Use(item, place.doc_id, (place.start, place.end), is_current=True, is_coarse=is_coarse)


def document_use(documents: Mapping[str, DocumentRecord], uses: Sequence[Use], most: int) -> DocumentUse:
    """Return which documents of a snapshot have an item.

    Args:
        documents: All of them.
        uses: Where gold spans stand.
        most: How many unused documents are listed.
    """
    current = {use.doc_id for use in uses if use.is_current}
    stale = {use.doc_id for use in uses} - current
    unused = documents.keys() - current - stale
    exact: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for use in uses:
        if use.place is not None and not use.is_coarse and use.doc_id in documents:
            chars = documents[use.doc_id].chars  # what a person wrote may end beyond the text
            exact[use.doc_id].append((use.place[0], min(use.place[1], chars)))
    return DocumentUse(
        used=_part(documents, current),
        stale=_part(documents, stale),
        unused=_part(documents, unused),
        passages=sum(covered(places) for places in exact.values()),
        gaps=biggest((Gap(name, (), documents[name].chars) for name in unused), most),
        gone=tuple(sorted((current | stale) - documents.keys())),
    )


def _part(documents: Mapping[str, DocumentRecord], names: Iterable[str]) -> Part:
    sizes = [documents[name].chars for name in names if name in documents]
    return Part(len(sizes), sum(sizes))


def covered(places: Iterable[tuple[int, int]]) -> int:
    """Return how many code points places [start, end) of one text cover, each counted once."""
    total = done = 0
    for start, end in sorted(places):
        total += max(end - max(start, done), 0)
        done = max(done, end)
    return total


def biggest(gaps: Iterable[Gap], most: int) -> Gaps:
    """Return the biggest gaps, in order, and how many others there are; memory is needed for the listed alone."""
    number = chars = 0

    def counted() -> Iterator[Gap]:
        nonlocal number, chars
        for gap in gaps:
            number += 1
            chars += gap.chars
            yield gap

    # Asked for none, `nsmallest` would read, and so count, nothing.
    found = heapq.nsmallest(max(most, 1), counted(), key=lambda gap: (-gap.chars, gap.doc_id, gap.section))
    listed = tuple(found[:most])
    return Gaps(listed, Part(number - len(listed), chars - sum(gap.chars for gap in listed)))


def concentration(uses: Iterable[Use], active: int) -> Concentration:
    """Return how far items hang on the same documents.

    Args:
        uses: Where gold spans stand, those of stale items included.
        active: How many active items there are.
    """
    by_item: dict[str, set[str]] = defaultdict(set)
    by_document: dict[str, set[str]] = defaultdict(set)
    for use in uses:
        by_item[use.item].add(use.doc_id)
        by_document[use.doc_id].add(use.item)
    ranked = sorted(by_document, key=lambda name: (-len(by_document[name]), name))
    shares: dict[str, float] = defaultdict(float)
    for names in by_item.values():
        for name in names:
            shares[name] += 1 / len(names)
    squares = sum(share * share for share in shares.values())
    curve = tuple(_curve([by_document[name] for name in ranked]))
    return Concentration(
        items=len(by_item),
        without=active - len(by_item),
        top=tuple((name, len(by_document[name])) for name in ranked[:TOP]),
        hanging=curve[min(TOP, len(ranked))],
        documents=len(ranked),
        effective=len(by_item) ** 2 / squares if squares else 0.0,
        curve=curve,
    )


def _curve(items: Iterable[set[str]]) -> Iterator[int]:
    seen: set[str] = set()
    yield 0
    for found in items:
        seen |= found
        yield len(seen)


def section_use(
    sections: Iterable[tuple[str, Sequence[Section] | None]], uses: Iterable[Use], most: int
) -> SectionUse:
    """Return which sections of used documents have a span.

    Args:
        sections: By document that has an item; None where its text is not at hand. Read once.
        uses: Where gold spans stand.
        most: How many sections without one are listed.
    """
    places: dict[str, list[tuple[int, int]]] = defaultdict(list)
    loose: Counter[str] = Counter()
    for use in uses:
        if use.place is None or use.is_coarse:
            loose[use.doc_id] += 1
        else:
            places[use.doc_id].append(use.place)
    reading = _Sections(places)
    gaps = biggest(reading.gaps(sections), most)
    return SectionUse(
        used=Part(reading.number, reading.chars),
        unused=Part(
            len(gaps.listed) + gaps.rest.number, sum(gap.chars for gap in gaps.listed) + gaps.rest.chars
        ),
        gaps=gaps,
        unread=tuple(reading.unread),
        unplaced=loose.total() + reading.outside,
    )


class _Sections:
    """Sections while they are read: those with a span are counted, the others given on."""

    def __init__(self, places: Mapping[str, Sequence[tuple[int, int]]]) -> None:
        """Start with nothing read, knowing where spans stand by document."""
        self.places = places
        self.number = self.chars = self.outside = 0
        self.unread: list[str] = []

    def gaps(self, documents: Iterable[tuple[str, Sequence[Section] | None]]) -> Iterator[Gap]:
        """Yield the sections without a span."""
        for doc_id, sections in documents:
            if sections is None:
                self.unread.append(doc_id)
                continue
            places = self.places.get(doc_id, ())
            self.outside += sum(not any(_meet(place, one) for one in sections) for place in places)
            for section in sections:
                if any(_meet(place, section) for place in places):
                    self.number += 1
                    self.chars += section.chars
                else:
                    yield Gap(doc_id, section.path, section.chars)


def _meet(place: tuple[int, int], section: Section) -> bool:
    return place[0] < section.end and section.start < place[1]
