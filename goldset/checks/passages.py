"""Whether each gold span stands where it says, in the text of its snapshot, and can be told from others."""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from difflib import get_close_matches

from goldset.checks.base import CheckedSet, Entry, confirmed_spans, shown
from goldset.domain import rules
from goldset.domain.findings import Fault, Loc, Rule, field_path
from goldset.domain.items import GoldSpan, NearSpan, Status
from goldset.domain.scripts import is_unspaced
from goldset.domain.snapshots import DocumentRecord
from goldset.domain.word_ends import cuts_word, is_joined

# A quote of fewer letters can stand anywhere; an ideograph says about as much as four letters.
SHORT = 10
IDEOGRAPH = 4
_SHOWN_PLACES = 3
_LINK = re.compile(r"!?\[([^\]\n]*)\]\([^)\s]*\)")
_MARKS = re.compile(r"[*`\u200b-\u200d\u2060\ufeff]|(?<!\w)_+|_+(?!\w)")


@dataclass(frozen=True, slots=True)
class _Passage:
    """A passage to look up: its item, its place in the file, its entry, the snapshot that confirmed it."""

    entry: Entry
    loc: Loc
    quote: GoldSpan | NearSpan
    snapshot: str

    def fault(self, rule: Rule, message: str, field: str, hint: str = "") -> Fault:
        return self.entry.fault(rule, message, (*self.loc, field), hint)


def places(checked: CheckedSet) -> Iterator[Fault]:
    """Yield passages whose snapshot or document is unknown, or that do not stand where they say.

    Every kept text is read once, however many passages stand in it.
    """
    by_text: dict[str, list[tuple[_Passage, DocumentRecord]]] = defaultdict(list)
    for passage in _passages(checked):
        found = _document(checked, passage)
        if isinstance(found, Fault):
            yield found
        elif found:
            by_text[found.text_sha256].append((passage, found))
    for _, found_in in sorted(by_text.items()):
        text = _text(checked, found_in)
        if isinstance(text, Fault):
            yield text
            continue
        for passage, _ in found_in:
            yield from [_unchecked(passage)] if text is None else _against(passage, text)


def _text(checked: CheckedSet, found_in: list[tuple[_Passage, DocumentRecord]]) -> str | Fault | None:
    """Return one text, from whichever of the snapshots that have it still can give it."""
    places = {(passage.snapshot, record.doc_id): record for passage, record in found_in}
    for (snapshot, _), record in places.items():
        text = checked.text(snapshot, record)
        if text is not None:
            return text
    return None


def _unchecked(passage: _Passage) -> Fault:
    where = f"the text of {passage.quote.doc_id} in {passage.snapshot} is not kept"
    return passage.fault(rules.NOT_CHECKED, f"`{field_path(passage.loc)}` is not checked: {where}", "text")


def short_quotes(checked: CheckedSet) -> Iterator[Fault]:
    """Yield gold spans whose text is too short to tell its place from any other."""
    for entry in checked.entries:
        for loc, span in confirmed_spans(entry):
            text = span.confirmed.text
            if weight(text) < SHORT:
                message = f"`{field_path(loc)}.text`, {shown(text)}, is too short to identify a place"
                yield entry.fault(rules.SHORT_QUOTE, message, (*loc, "text"))


def repeated_spans(checked: CheckedSet) -> Iterator[Fault]:
    """Yield gold spans that repeat another one of their item: the same text, and no other place stated."""
    for entry in checked.entries:
        seen: dict[tuple[str, str], dict[int | None, str]] = defaultdict(dict)
        for loc, span in confirmed_spans(entry):
            c = span.confirmed
            twins = seen[c.doc_id, c.text]
            twin = (
                twins.get(c.start)
                or twins.get(None)
                or (next(iter(twins.values()), "") if c.start is None else "")
            )
            if twin:
                message = f"`{field_path(loc)}` repeats span `{twin}`"
                yield entry.fault(rules.SPAN_TWICE, message, (*loc, "text"))
            twins.setdefault(c.start, span.id)


def weight(text: str) -> int:
    """Return how much a quote says, in letters of a Latin text."""
    if text.isascii():
        return sum(map(str.isalnum, text))
    return sum(IDEOGRAPH if is_unspaced(char) else 1 for char in text if char.isalnum())


def _passages(checked: CheckedSet) -> Iterator[_Passage]:
    for entry in checked.entries:
        for loc, span in confirmed_spans(entry):
            if span.snapshot is not None:
                yield _Passage(entry, loc, span.confirmed, span.snapshot)
        item = entry.item
        if item.corpus_snapshot and item.status is not Status.RETIRED:
            for number, near in enumerate(item.near_spans):
                yield _Passage(entry, ("near_spans", number), near, item.corpus_snapshot)


def _document(checked: CheckedSet, passage: _Passage) -> Fault | DocumentRecord | None:
    """Return the record of the passage's document, or the fault that there is none."""
    name, doc_id = passage.snapshot, passage.quote.doc_id
    if not checked.snapshots:
        return None
    if name not in checked.snapshots:
        own = getattr(passage.quote, "corpus_snapshot", None)
        loc = (*passage.loc, "corpus_snapshot") if own else ("corpus_snapshot",)
        known = f"the newest of this set: {_listed(checked.snapshots)}"
        message = f"`{field_path(loc)}` is {name}, and there is no such snapshot"
        return passage.entry.fault(rules.UNKNOWN_SNAPSHOT, message, loc, known)
    manifest = checked.manifests.get(name)
    if manifest is None:
        return None
    record = manifest.documents.get(doc_id)
    if record is not None:
        return record
    near = _nearest(doc_id, manifest.documents)
    hint = f"did you mean {near}?" if near else ""
    message = f"`{field_path(passage.loc)}.doc_id`: {doc_id} is not in snapshot {name}"
    return passage.fault(rules.UNKNOWN_DOCUMENT, message, "doc_id", hint)


def _nearest(doc_id: str, known: Iterable[str]) -> str:
    names = list(known)
    # Comparing each name of a large corpus would take seconds; mostly the folder is what people mistake.
    last = doc_id.rpartition("/")[2]
    same = sorted(name for name in names if name.rpartition("/")[2] == last)
    if same:
        return same[0]
    close = get_close_matches(doc_id, names[:2000], n=1, cutoff=0.8)
    return close[0] if close else ""


def _listed(names: frozenset[str]) -> str:
    newest = sorted(names)[-5:]
    return ", ".join(newest) + (", …" if len(names) > len(newest) else "")


def _against(passage: _Passage, text: str) -> Iterator[Fault]:
    quote = passage.quote
    found = _find(text, quote.text)
    if not found:
        yield _absent(passage, text)
        return
    at = found[0] if quote.start is None else quote.start
    if quote.start is not None and text[quote.start : quote.end] != quote.text:
        yield passage.fault(rules.WRONG_PLACE, _wrong_place(passage, found), "start")
        at = found[0]
    if isinstance(quote, GoldSpan):
        yield from _inside_a_word(passage, text, at)
        described = quote.start is not None and (quote.prefix or quote.suffix)
        if len(found) > 1 and (not described or weight(quote.text) < SHORT):
            inside = sum(cuts_word(text, place, place + len(quote.text)) for place in found)
            where = f"{_count(found)} times in {quote.doc_id}" + (
                f", {inside} of them inside a longer word or number" if inside else ""
            )
            message = f"`{field_path(passage.loc)}.text`, {shown(quote.text)}, stands {where}"
            yield passage.fault(rules.SEVERAL_PLACES, message, "text")


def _find(text: str, quote: str) -> list[int]:
    """Return where a quote stands, at most a few places."""
    found: list[int] = []
    at = text.find(quote)
    while at >= 0 and len(found) <= _SHOWN_PLACES:
        found.append(at)
        at = text.find(quote, at + 1)
    return found


def _count(found: list[int]) -> str:
    return str(len(found)) if len(found) <= _SHOWN_PLACES else f"more than {_SHOWN_PLACES}"


def _wrong_place(passage: _Passage, found: list[int]) -> str:
    quote, length = passage.quote, len(passage.quote.text)
    right = " or ".join(f"{at} and {at + length}" for at in found[:_SHOWN_PLACES])
    more = " or further on" if len(found) > _SHOWN_PLACES else ""
    return (
        f"`{field_path(passage.loc)}` has {quote.start} and {quote.end} as `start` and `end`, and the text "
        f"does not stand there; they should be {right}{more} (code points from 0, the end not included)"
    )


def _absent(passage: _Passage, text: str) -> Fault:
    """Return the fault of a text that does not stand in its document to the letter."""
    quote, where = passage.quote, f"{passage.quote.doc_id} of snapshot {passage.snapshot}"
    named = f"`{field_path(passage.loc)}.text`, {shown(quote.text)},"
    if _loosened(quote.text) in _loosened(text):
        return passage.fault(rules.OTHER_FORM, f"{named} stands in {where} only in another form", "text")
    return passage.fault(rules.NOT_IN_DOCUMENT, f"{named} does not stand in {where}", "text")


def _loosened(text: str) -> str:
    """Return a text without what a rendered page does not show: its white space, marks and link targets."""
    return " ".join(_MARKS.sub("", _LINK.sub(r"\1", unicodedata.normalize("NFC", text))).split())


def _inside_a_word(passage: _Passage, text: str, at: int) -> Iterator[Fault]:
    end, name = at + len(passage.quote.text), f"{field_path(passage.loc)}.text"
    if at and is_joined(text[at - 1], text[at]):
        yield passage.fault(rules.INSIDE_A_WORD, f"`{name}` begins inside a word", "text")
    if end < len(text) and is_joined(text[end - 1], text[end]):
        yield passage.fault(rules.INSIDE_A_WORD, f"`{name}` ends inside a word", "text")
