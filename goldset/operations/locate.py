"""Fill in where gold spans stand, from the text in which they were confirmed. The quote decides, no guess."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from goldset.domain import rules
from goldset.domain.findings import Loc, Severity
from goldset.domain.items import GoldSpan, Item, NearSpan, Status
from goldset.domain.presence import is_absent
from goldset.domain.snapshots import Corpus
from goldset.errors import GoldsetError, ItemFileError
from goldset.reporting.formatted import LocateNote
from goldset.resolution.exact_search import MOST_PLACES, find_quotes
from goldset.resolution.locate import QuotePlace, find_quote, located_fields
from goldset.stores.item_files import ItemFile, read_item
from goldset.stores.snapshot_texts import SnapshotTexts
from goldset.stores.yaml_edit import REMOVED, change_fields

# Faults of offsets alone: the quote mends them.
_OFFSET_FAULTS = frozenset({rules.OFFSETS.code, rules.SPAN_LENGTH.code})
_SHOWN_PLACES = 5
# By snapshot and quote, the documents that hold the quote.
Holders = dict[tuple[str | None, str], list[str]]


@dataclass(slots=True)
class LocatedFile:
    """The new text of one item file, the same where nothing was to be filled in.

    Attributes:
        path: The file.
        text: What it is to hold.
        notes: What became of its quotes.
        proofs: Snapshot and document of each gold span whose place is known.
    """

    path: str
    text: str
    notes: list[LocateNote] = field(default_factory=list)
    proofs: list[tuple[str, str]] = field(default_factory=list)


def locate_files(files: Iterable[ItemFile], texts: SnapshotTexts) -> Iterator[LocatedFile]:
    """Yield each item file with the places of its spans filled in; nothing is written.

    Items that are retired, spans that wait for a decision, and files with other errors are left as they are.

    Raises:
        CorpusError: The corpus that was named cannot be used.
    """
    listed = list(files)
    holders = _holders(listed, texts)
    for file in listed:
        yield _locate_file(file, texts, holders)


def _locate_file(file: ItemFile, texts: SnapshotTexts, holders: Holders) -> LocatedFile:
    located = LocatedFile(file.path, file.text)
    text, item, without = _readable(file)
    if item is None or item.status is Status.RETIRED:
        return located
    changes: dict[Loc, Any] = {}
    for loc, quote, snapshot in _quotes(item):
        note, fields = _located(quote, snapshot, texts)
        if fields and (snapshot, quote.text) in holders and isinstance(quote, GoldSpan) and not quote.also_in:
            others = [doc_id for doc_id in holders[snapshot, quote.text] if doc_id != quote.doc_id]
            fields |= {"also_in": others} if others else {}
        if fields is not None and snapshot and isinstance(quote, GoldSpan):
            located.proofs.append((snapshot, quote.doc_id))
        if note:
            said = f"offsets that did not fit the text's length: {note}" if loc in without else note
            corrected = fields is not None and (loc in without or _replaces(quote, fields))
            located.notes.append(LocateNote(file.path, _shown(loc), said, fields is not None, corrected))
        changes |= {(*loc, name): value for name, value in (fields or {}).items()}
        if fields is None and text != file.text:
            # Offsets that were taken out to read the item are put back where the quote does not mend them.
            return LocatedFile(file.path, file.text, located.notes)
    changes |= _ids(item)
    try:
        located.text = change_fields(text, changes)
    except ItemFileError as error:
        located.notes = [LocateNote(file.path, "", f"{error.message}; {error.hint}", settled=False)]
    return located


def _replaces(quote: GoldSpan | NearSpan, fields: dict[str, Any]) -> bool:
    return any(not is_absent(getattr(quote, name)) for name in fields)


def _holders(files: Iterable[ItemFile], texts: SnapshotTexts) -> Holders:
    """Return which documents hold the quotes without a place; every document of the corpus is read once."""
    quotes: dict[str, set[str]] = {}
    for file in files:
        for _, quote, snapshot in _quotes(file.item) if file.item else ():
            if snapshot and isinstance(quote, GoldSpan) and quote.start is None:
                quotes.setdefault(snapshot, set()).add(quote.text)
    found: Holders = {}
    for snapshot, wanted in sorted(quotes.items()):
        corpus = texts.whole_corpus(snapshot) if texts.has(snapshot) else None
        if corpus is not None:
            found |= {(snapshot, quote): ids for quote, ids in _holding(wanted, corpus).items()}
    return found


def _holding(quotes: set[str], corpus: Corpus) -> dict[str, list[str]]:
    """Return by quote the documents that hold it."""
    places = find_quotes(quotes, ((doc_id, corpus.text(doc_id) or "") for doc_id in corpus.documents))
    held = {quote: list(dict.fromkeys(place.doc_id for place in there)) for quote, there in places.items()}
    # Of these not all places are told.
    frequent = [quote for quote, there in places.items() if len(there) >= MOST_PLACES]
    for doc_id in corpus.documents if frequent else ():
        text = corpus.text(doc_id) or ""
        for quote in frequent:
            if quote in text and doc_id not in held[quote]:
                held[quote].append(doc_id)
    return {quote: doc_ids for quote, doc_ids in held.items() if doc_ids}


def _readable(file: ItemFile) -> tuple[str, Item | None, list[Loc]]:
    """Return an item and its text without impossible offsets, and the entries whose offsets those were."""
    errors = [finding for finding in file.findings if finding.severity is Severity.ERROR]
    if file.item is not None or not errors or not {f.code for f in errors} <= _OFFSET_FAULTS:
        return file.text, file.item, []
    text, entries = file.text, _entries_at_fault(file)
    for loc in entries:
        text = change_fields(text, {(*loc, "start"): REMOVED, (*loc, "end"): REMOVED})
    return text, read_item(file.path, text.encode()).item, entries


def _entries_at_fault(file: ItemFile) -> list[Loc]:
    entries = {
        finding.field.rpartition(".")[0] for finding in file.findings if finding.code in _OFFSET_FAULTS
    }
    lists = [entry.removesuffix("]").split("[") for entry in sorted(entries) if entry.count("[") == 1]
    return [(name, int(number)) for name, number in lists]


def _quotes(item: Item) -> Iterator[tuple[Loc, GoldSpan | NearSpan, str | None]]:
    for number, (span, entry) in enumerate(zip(item.spans(), item.gold_spans, strict=True)):
        if isinstance(entry, GoldSpan):
            yield ("gold_spans", number), entry, span.snapshot
    for number, near in enumerate(item.near_spans):
        yield ("near_spans", number), near, item.corpus_snapshot


def _located(
    quote: GoldSpan | NearSpan, snapshot: str | None, texts: SnapshotTexts
) -> tuple[str, dict[str, Any] | None]:
    """Return what to say of a quote, and the fields to change; None where its place is not known."""
    if snapshot is None:
        return "no snapshot says in which text it stands: name one in `corpus_snapshot`", None
    try:
        known = texts.documents(snapshot)
    except GoldsetError as error:
        return error.message, None
    if quote.doc_id not in known:
        return f"{quote.doc_id} is not in snapshot {snapshot}", None
    text = texts.text(snapshot, quote.doc_id)
    if text is None:
        return f"the text of {quote.doc_id} in {snapshot} is not at hand: name its corpus with --corpus", None
    found = find_quote(quote, text)
    if found.at is None:
        return _why_nowhere(quote, found, snapshot), None
    fields = located_fields(quote, text, found.at)
    return _said(quote, fields), fields


def _why_nowhere(quote: GoldSpan | NearSpan, found: QuotePlace, snapshot: str) -> str:
    if not found.places:
        return f"its text does not stand in {quote.doc_id} of {snapshot}"
    places = ", ".join(str(at) for at in found.places[:_SHOWN_PLACES])
    more = ", …" if len(found.places) > _SHOWN_PLACES else ""
    return (
        f"its text stands {len(found.places)} times in {quote.doc_id} (at {places}{more}): "
        "quote more of it, or give `start` and `end`"
    )


def _said(quote: GoldSpan | NearSpan, fields: dict[str, Any]) -> str:
    if not fields:
        return ""
    wrong = [name for name in fields if getattr(quote, name) is not None]
    corrected = [
        f"{name} {getattr(quote, name)} -> {fields[name]}" for name in wrong if name in ("start", "end")
    ]
    corrected += [name for name in wrong if name not in ("start", "end", "occurrences")]
    filled = [name for name in fields if name not in wrong]
    parts = [f"corrected {', '.join(corrected)}"] if corrected else []
    parts += [f"filled in {', '.join(filled)}"] if filled else []
    return "; ".join(parts) or f"corrected {', '.join(wrong)}"


def _ids(item: Item) -> dict[Loc, str]:
    """Return ids for the spans of an item that has several: a place in a list is no name that lasts."""
    if len(item.gold_spans) < 2:  # noqa: PLR2004 (several)
        return {}
    named: Sequence[tuple[int, str]] = [
        (number, span.id)
        for number, (span, entry) in enumerate(zip(item.spans(), item.gold_spans, strict=True))
        if isinstance(entry, GoldSpan) and entry.id is None
    ]
    return {("gold_spans", number, "id"): name for number, name in named}


def _shown(loc: Loc) -> str:
    return f"{loc[0]}[{loc[1]}]"
