"""What must hold inside one item beyond the schema: names, span ids, offsets."""

import unicodedata
from collections.abc import Iterator

from goldset.checks.names import why_unusable
from goldset.domain import rules
from goldset.domain.findings import Fault, Loc, field_path
from goldset.domain.items import GoldSpan, Item, NearSpan, OfferedCandidate, PendingSpan


def item_faults(path: str, item: Item) -> Iterator[Fault]:
    """Yield what is wrong inside an item; each is an error: the item cannot be used until it is mended."""
    yield from name_faults(path, ("id",), item.id)
    yield from name_faults(path, ("slice",), item.slice)
    yield from _span_id_faults(path, item)
    for loc, passage in passages(item):
        yield from _passage_faults(path, loc, passage)


def passages(item: Item) -> Iterator[tuple[Loc, GoldSpan | NearSpan | OfferedCandidate]]:
    """Yield every passage that an item holds, pending and offered ones included, with its path."""
    for n, entry in enumerate(item.gold_spans):
        if isinstance(entry, PendingSpan):
            yield ("gold_spans", n, "relabel", "was"), entry.relabel.was
            for m, candidate in enumerate(entry.relabel.candidates):
                yield ("gold_spans", n, "relabel", "candidates", m), candidate
        else:
            yield ("gold_spans", n), entry
    for n, near in enumerate(item.near_spans):
        yield ("near_spans", n), near


def name_faults(path: str, loc: Loc, name: str) -> Iterator[Fault]:
    """Yield why a name of an item (its id, slice, or a span's id) cannot be used."""
    reason = why_unusable(name)
    if reason:
        yield Fault(rules.UNUSABLE_NAME, f"`{field_path(loc)}` {reason}", path, loc)


def _span_id_faults(path: str, item: Item) -> Iterator[Fault]:
    first: dict[str, int] = {}
    for n, span_id in enumerate(item.span_ids()):
        loc: Loc = ("gold_spans", n, "id")
        if span_id in first:
            message = (
                f"`{field_path(loc)}` is `{span_id}`, which `gold_spans[{first[span_id]}]` is called already"
            )
            yield Fault(rules.SPAN_ID_TWICE, message, path, loc if item.gold_spans[n].id else loc[:-1])
        first.setdefault(span_id, n)
        yield from name_faults(path, loc, span_id)


def _passage_faults(path: str, loc: Loc, passage: GoldSpan | NearSpan | OfferedCandidate) -> Iterator[Fault]:
    start, end, length = passage.start, passage.end, len(passage.text)
    if start is not None and end is not None and (start >= end or end - start != length):
        name = field_path(loc)
        if start >= end:
            message = f"`{name}` ends at {end}, not after its start at {start}"
            yield Fault(rules.OFFSETS, message, path, (*loc, "end"))
        else:
            message = (
                f"`{name}.text` has {length} characters, but from `start` to `end` there are {end - start}"
            )
            yield Fault(rules.SPAN_LENGTH, message, path, (*loc, "text"))
    doc_id = passage.doc_id
    if ".." in doc_id and ".." in doc_id.replace("\\", "/").split("/"):
        message = f"`{field_path(loc)}.doc_id` leads out of the corpus"
        yield Fault(rules.DOCUMENT_ID, message, path, (*loc, "doc_id"))
    elif not unicodedata.is_normalized("NFC", doc_id):
        composed = unicodedata.normalize("NFC", doc_id)
        message = f"`{field_path(loc)}.doc_id` is {doc_id!a}; snapshots write it composed, {composed!a}"
        yield Fault(rules.DOCUMENT_ID, message, path, (*loc, "doc_id"))
