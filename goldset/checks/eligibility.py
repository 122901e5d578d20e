"""Whether gold documents hold where, when and in the language in which the question is asked."""

import re
from collections.abc import Iterator
from datetime import date, datetime

from goldset.checks.base import CheckedSet, Entry, confirmed_spans
from goldset.domain import rules
from goldset.domain.findings import Fault, Loc
from goldset.domain.items import Item
from goldset.domain.places import covers
from goldset.domain.snapshots import DocumentRecord
from goldset.domain.validity import day_of

_LANGUAGE = re.compile(r"([a-z]{2,3})(?:[-_][a-z0-9]+)*")
_SAME_LANGUAGE = {"nb": "no", "nn": "no", "iw": "he", "in": "id", "fil": "tl", "eng": "en"}


def eligible_documents(checked: CheckedSet) -> Iterator[Fault]:
    """Yield gold spans whose document, by its metadata, does not hold for the question."""
    for entry in checked.entries:
        for loc, record in _documents(checked, entry):
            at = (*loc, "doc_id")
            yield from _place(entry, record, at)
            yield from _language(entry, record, at)
            yield from _time(entry, record, at)


def _documents(checked: CheckedSet, entry: Entry) -> Iterator[tuple[Loc, DocumentRecord]]:
    """Yield each document with metadata that proves something, with the first span of it."""
    seen = set()
    for loc, span in confirmed_spans(entry):
        manifest = checked.manifests.get(span.snapshot or "")
        record = manifest.documents.get(span.confirmed.doc_id) if manifest else None
        if record is not None and record.metadata and record.doc_id not in seen:
            seen.add(record.doc_id)
            yield loc, record


def _place(entry: Entry, record: DocumentRecord, loc: Loc) -> Iterator[Fault]:
    asked, holds = entry.item.jurisdiction, record.metadata.get("jurisdiction")
    if asked and holds and covers(holds, asked) is False:
        message = f"{record.doc_id} holds in {holds}, and the question is asked in {asked}"
        yield entry.fault(rules.OTHER_JURISDICTION, message, loc)


def _language(entry: Entry, record: DocumentRecord, loc: Loc) -> Iterator[Fault]:
    asked, written = entry.item.language, record.metadata.get("language")
    ours, theirs = _primary(asked), _primary(written)
    if ours and theirs and ours != theirs:
        message = f"{record.doc_id} is in {written}, and the question is in {asked}"
        yield entry.fault(rules.OTHER_LANGUAGE, message, loc)


def _primary(tag: str | None) -> str:
    """Return the language of a BCP 47 tag without its region; empty where it is none."""
    found = _LANGUAGE.fullmatch(tag.strip().casefold()) if tag else None
    return _SAME_LANGUAGE.get(found[1], found[1]) if found else ""


def _time(entry: Entry, record: DocumentRecord, loc: Loc) -> Iterator[Fault]:
    asked = _asked(entry.item)
    if asked is None:
        return
    field, day = asked
    begin, end = (day_of(record.metadata.get(name)) for name in ("effective_from", "effective_to"))
    if begin and day < begin:
        message = f"{record.doc_id} is valid from {begin}, after the item's `{field}` ({day})"
        yield entry.fault(rules.NOT_YET_VALID, message, loc)
    if end and day > end:
        message = f"{record.doc_id} was valid until {end}, before the item's `{field}` ({day})"
        yield entry.fault(rules.EXPIRED, message, loc)


def _asked(item: Item) -> tuple[str, date] | None:
    """Return the field that says when the question is asked, and that day."""
    for field, when in (("as_of", item.as_of), ("labelled_at", item.labelled_at)):
        if when is not None:
            return field, when.date() if isinstance(when, datetime) else when
    return None
