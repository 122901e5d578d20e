"""What was found in a document, kept without the document: it is put back where the text is read again."""

from dataclasses import dataclass, replace
from functools import cache

from goldset.domain.items import Span
from goldset.resolution.harmless import AllowList
from goldset.resolution.own import Found, Query
from goldset.resolution.reading import Passage, Reading, read


@dataclass(frozen=True, slots=True)
class Held:
    """What a document said about a span; passages stand in no text, but for one whose text was not kept."""

    old: Passage
    known: int | None
    terms: frozenset[str]
    found: Found

    @classmethod
    def of(cls, query: Query, found: Found) -> "Held":
        """Return what to keep of a span and of what its document said."""
        old = query.old if query.old.reading.partial else _moved(query.old, _away())
        return cls(old, query.known, query.terms, _all_moved(found, _away()))

    @property
    def partial(self) -> bool:
        """Whether the old document's text was not kept."""
        return self.old.reading.partial

    def query(self, span: Span, old: Reading | None, allowed: AllowList) -> Query:
        """Return what is known about the span's confirmed place, with its text put back."""
        place = self.old if old is None else _moved(self.old, old)
        return Query(span, place, self.known, allowed, self.terms)

    def put_back(self, new: Reading | None) -> Found:
        """Return what the document said, with its text put back."""
        return self.found if new is None else _all_moved(self.found, new)


@cache
def _away() -> Reading:
    return read("", "")


def _moved(passage: Passage, reading: Reading) -> Passage:
    return Passage(reading, passage.start, passage.end, passage.i, passage.j)


def _all_moved(found: Found, reading: Reading) -> Found:
    standing, cover = found.standing, found.cover
    return replace(
        found,
        standing=standing and replace(standing, place=_moved(standing.place, reading)),
        places=tuple(_moved(place, reading) for place in found.places),
        own=tuple(replace(scored, place=_moved(scored.place, reading)) for scored in found.own),
        cover=cover and replace(cover, blocks=tuple(_moved(block, reading) for block in cover.blocks)),
    )
