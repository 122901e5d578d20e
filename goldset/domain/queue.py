"""The relabel queue: which spans are asked about, by which key, in which group."""

import re
import unicodedata
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from goldset.domain.items import Item, OfferedCandidate, PendingSpan, Relabel, Span, Status, digest
from goldset.domain.pulls import PullRequest, PullState
from goldset.domain.resolutions import Candidate, Outcome, Resolution
from goldset.domain.settings import Settings

DRAFTS = "drafts"
KEY_LENGTH = 24
_SAFE = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9_-]|\.(?!\.|lock$|$))*")


@dataclass(frozen=True, slots=True)
class Ask:
    """A span that waits for a person, with what a snapshot has to offer for it."""

    span: Span
    line: Resolution
    snapshot: str

    @property
    def candidates(self) -> tuple[Candidate, ...]:
        """The places to offer, best first, without those that a person refused."""
        refused = {(r.doc_id, r.text) for r in self.span.confirmed.rejected}
        return tuple(c for c in self.line.candidates if (c.place.doc_id, c.place.text) not in refused)

    @property
    def key(self) -> str:
        """The span key: what makes this question another one."""
        return _key(
            self.span, str(self.line.outcome), [(c.place.doc_id, c.place.text) for c in self.candidates]
        )

    @property
    def documents(self) -> tuple[str, str]:
        """The pair of documents that one decision may settle; empty texts where it is no such case."""
        if self.line.outcome is Outcome.DOCUMENT_REMOVED:
            return self.span.confirmed.doc_id, ""
        if self.line.outcome is Outcome.RELOCATED and self.candidates:
            return self.span.confirmed.doc_id, self.candidates[0].place.doc_id
        return "", ""

    def entry(self) -> PendingSpan:
        """Return what stands in the item on a queue branch in place of the span's entry."""
        relabel = Relabel(
            outcome=str(self.line.outcome),
            snapshot=self.snapshot,
            differences=tuple(str(difference) for difference in self.line.differences),
            was=self.span.confirmed,
            candidates=tuple(_offered(candidate) for candidate in self.candidates),
        )
        return PendingSpan(id=self.span.id, relabel=relabel)


def block_key(span: Span) -> str | None:
    """Return the span key of the question in a relabel block; None where the block holds no outcome."""
    block = span.relabel
    if block is None or block.outcome is None:
        return None
    return _key(span, block.outcome, [(c.doc_id, c.text) for c in block.candidates])


def _key(span: Span, outcome: str, places: list[tuple[str, str]]) -> str:
    """Return the hash of item, span, confirmed text, outcome and best place (`ambiguous`: all places)."""
    chosen = sorted(places) if outcome == Outcome.AMBIGUOUS else places[:1]
    return digest([span.item.id, span.id, span.confirmed.text, outcome, chosen])[:KEY_LENGTH]


def _offered(candidate: Candidate) -> OfferedCandidate:
    place = candidate.place
    data = {"doc_id": place.doc_id, "start": place.start, "end": place.end, "text": place.text}
    if candidate.differences:
        data["differences"] = tuple(str(difference) for difference in candidate.differences)
    return OfferedCandidate(similarity=round(candidate.similarity, 1), **data)


def asks_by_item(asks: Iterable[Ask]) -> dict[str, tuple[Ask, ...]]:
    """Return asks by item id, items and spans in order."""
    found: dict[str, list[Ask]] = {}
    for ask in sorted(asks, key=lambda ask: ask.span.key):
        found.setdefault(ask.span.item.id, []).append(ask)
    return {item: tuple(spans) for item, spans in found.items()}


def keys_of(asks: Iterable[Ask]) -> dict[str, str]:
    """Return span keys by span id."""
    return {ask.span.id: ask.key for ask in asks}


def in_reading_order(asks: Mapping[str, tuple[Ask, ...]], items: Iterable[str]) -> list[str]:
    """Return items so that those that one decision about a pair of documents settles stand together."""
    return sorted(items, key=lambda item: (max(ask.documents for ask in asks[item]), item))


def declined_keys(pulls: Iterable[PullRequest]) -> dict[str, str]:
    """Return the keys that a person refused by closing a pull request unmerged, with that one's name."""
    closed = [pull for pull in pulls if pull.declined and pull.marker]
    return {key: pull.name for pull in closed for key in _keys(pull)}


def is_deferred(ask: Ask, pulls: Iterable[PullRequest]) -> bool:
    """Return whether a person has put just this question off.

    The question stands in the block that says `later`. Where a hand-written block does not hold it, a
    merged pull request that asked it does.
    """
    block = ask.span.relabel
    if block is None or block.decision != "later":
        return False
    asked = block_key(ask.span)
    if asked is not None:
        return asked == ask.key
    return any(ask.key in _keys(pull) for pull in pulls if pull.state is PullState.MERGED)


def _keys(pull: PullRequest) -> Collection[str]:
    return [key for spans in pull.marker.keys.values() for key in spans.values()] if pull.marker else []


def group_name(item: Item, settings: Settings) -> str:
    """Return the group that an item is queued in, safe as a part of a branch's name."""
    if item.status is Status.DRAFT:
        return DRAFTS
    if settings.relabel.group_by == "item":
        return _safe(item.id)
    if settings.relabel.group_by == "owner":
        owner = settings.owners.slices.get(item.slice, settings.owners.default) or "nobody"
        return _safe(owner.removeprefix("@"))
    return _safe(item.slice)


def _safe(name: str) -> str:
    """Return a name for a branch; two names never give one, whatever their characters."""
    if _SAFE.fullmatch(name) and name != DRAFTS:
        return name
    plain = unicodedata.normalize("NFKD", name.replace("ß", "ss")).encode("ascii", "ignore").decode()
    kept = re.sub(r"[^A-Za-z0-9_]+", "-", plain).strip("-")
    return f"{kept or 'group'}-{digest(name)[:6]}"
