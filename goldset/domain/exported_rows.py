"""Items as the neutral rows that every format is written from, their passages where they stand in a snapshot."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from goldset.domain.items import GoldSpan, Item, NearSpan, Span, Unplaced
from goldset.domain.resolutions import Place
from goldset.domain.set_rows import Evidence, SetRow

# What rows have a place of their own for, and so is in no row's details.
_IN_ROWS = frozenset(
    {"id", "question", "gold_answer", "answerable", "gold_spans", "near_spans", "unplaced", "corpus_snapshot"}
)
# What a span says of the place at which it was confirmed, and what people refused: rows have no place for it.
_SPAN_ONLY = ("prefix", "suffix", "section", "occurrences", "also_in", "rejected")


@dataclass(frozen=True, slots=True)
class SpanPlace:
    """A gold span in the snapshot that is exported.

    Attributes:
        span: The span, as a person last confirmed it.
        place: The passage there; None where it does not stand, or nobody knows where.
        reason: Why there is no place; empty where there is one.
    """

    span: Span
    place: Place | None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class PlacedItem:
    """An item in the snapshot that is exported.

    Attributes:
        item: The item, merged decisions carried out.
        spans: Its gold spans but those that a person dropped.
        near: For each near span whether it stands where the item says.
        stale: Why the item is stale, in words; empty where all its spans stand in the snapshot.
    """

    item: Item
    spans: tuple[SpanPlace, ...] = ()
    near: tuple[bool, ...] = ()
    stale: str = ""


def row_of(placed: PlacedItem, number: int, snapshot: str | None) -> SetRow:
    """Return an item as a row.

    A passage that does not stand in the snapshot has the text that a person last confirmed, and no offsets:
    those would be wrong there.

    Args:
        placed: The item.
        number: Which row it is, from 1.
        snapshot: The snapshot that is exported; None for a set without any.
    """
    item = placed.item
    return SetRow(
        number=number,
        question=item.question.strip(),
        ref=item.id,
        gold_answer=item.gold_answer,
        answerable=item.answerable,
        evidence=(*_evidence(placed), *(_unplaced(one) for one in item.unplaced)),
        near=tuple(
            _near(one, stands=stands) for one, stands in zip(item.near_spans, placed.near, strict=True)
        ),
        details=_details(placed, snapshot),
        notes=tuple(_notes(placed)),
    )


def _evidence(placed: PlacedItem) -> Iterator[Evidence]:
    for number, one in enumerate(placed.spans, start=1):
        confirmed, place = one.span.confirmed, one.place
        yield Evidence(
            text=place.text if place else confirmed.text,
            doc=place.doc_id if place else confirmed.doc_id,
            start=place.start if place else None,
            end=place.end if place else None,
            grade=confirmed.grade,
            groups=_names(confirmed),
            coarse=confirmed.coarse,
            # A name that its place in the list gives says nothing, unless spans before it are left out.
            span_id=None if one.span.id == f"s{number}" else one.span.id,
        )


def _unplaced(one: Unplaced) -> Evidence:
    return Evidence(
        text=one.text,
        doc=one.doc_id,
        chunk_id=one.chunk_id,
        grade=one.grade,
        groups=_names(one),
        coarse=one.coarse,
    )


def _names(one: GoldSpan | Unplaced) -> tuple[str, ...]:
    if one.group is None:
        return ()
    return (one.group,) if isinstance(one.group, str) else one.group


def _near(near: NearSpan, *, stands: bool) -> Evidence:
    place = (near.start, near.end) if stands else (None, None)
    return Evidence(text=near.text, doc=near.doc_id, start=place[0], end=place[1])


def _details(placed: PlacedItem, snapshot: str | None) -> dict[str, Any]:
    """Return what else an item says, as plain data; defaults say nothing."""
    said = placed.item.model_dump(mode="json", exclude_defaults=True, exclude=set(_IN_ROWS))
    stands = bool(placed.spans) and all(one.place for one in placed.spans)
    where = snapshot if stands else placed.item.corpus_snapshot
    return {**said, **({"corpus_snapshot": where} if where else {})}


def _notes(placed: PlacedItem) -> Iterator[str]:
    for one in placed.spans:
        if one.place is None:
            when = f" in {one.span.snapshot}" if one.span.snapshot else ""
            yield f"span {one.span.id} has the text that was last confirmed{when}: {one.reason}"


def not_in_rows(placed: PlacedItem) -> frozenset[str]:
    """Return what an item says that no row has a place for: names as `fields_of` gives them."""
    spans: Sequence[GoldSpan] = [one.span.confirmed for one in placed.spans]
    lost = {f"gold_spans.{name}" for one in spans for name in _SPAN_ONLY if getattr(one, name)}
    if any(one.span.relabel for one in placed.spans):
        lost.add("gold_spans.relabel")
    if any(not one.place and one.span.confirmed.start is not None for one in placed.spans):
        lost |= {"gold_spans.start", "gold_spans.end"}
    if any(
        near.start is not None and not stands
        for near, stands in zip(placed.item.near_spans, placed.near, strict=True)
    ):
        lost |= {"near_spans.start", "near_spans.end"}
    if any(one.reason for one in placed.item.unplaced):
        lost.add("unplaced.reason")
    return frozenset(lost)
