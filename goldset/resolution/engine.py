"""One gold span, stage by stage: in its own document; among new and changed ones; the decision."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from goldset.domain.items import GoldSpan, Span
from goldset.domain.resolutions import Outcome, Resolution
from goldset.domain.settings import PolicySettings
from goldset.errors import CorpusError
from goldset.resolution.align import merged
from goldset.resolution.carry import UNCHANGED_DOCUMENT, carry_over
from goldset.resolution.decide import OFFER_FLOOR, Evidence, Standing, decide
from goldset.resolution.describe import find_exact
from goldset.resolution.documents import Fate, Joined, token_map
from goldset.resolution.exact import is_mapped, locate, mapped_window
from goldset.resolution.excerpts import Stretch
from goldset.resolution.harmless import AllowList, allow_list, is_harmless
from goldset.resolution.held import Held
from goldset.resolution.library import Pair
from goldset.resolution.mapping import Mapping as TokenMap
from goldset.resolution.own import Found, Query, find_in, with_change
from goldset.resolution.pieces import cover, is_split
from goldset.resolution.reading import Passage, Reading, Sample, occurrences, passage, read, read_stored
from goldset.resolution.renames import SURE
from goldset.resolution.spots import Spot
from goldset.resolution.untouched import TextPair, carry_untouched

# Neighbours within so many tokens count as beside a passage.
_BESIDE = 8
_WORDLESS = "its text holds no word"


def blank(span: Span, outcome: Outcome = Outcome.UNRESOLVED, reason: str = "") -> Resolution:
    """Return the resolution of a span of which nothing is known."""
    return Resolution(span.item.id, span.id, span.confirmed_key(), outcome, accepted=False, reason=reason)


def _doubt(old: Passage, place: Passage) -> str:
    if np.array_equal(old.keys, place.keys):
        return "another new document holds the passage too"
    return "its words differ a little, and its new document is not beyond doubt"


def _stored(confirmed: GoldSpan, chars: int | None) -> Passage:
    """Return the passage between its stored surroundings."""
    prefix, text = confirmed.prefix or "", confirmed.text
    raw = prefix + text + (confirmed.suffix or "")
    opens = confirmed.start == len(prefix)
    ends = confirmed.start is not None and confirmed.start - len(prefix) + len(raw) == chars
    known = read_stored(confirmed.doc_id, raw, opens=opens, ends=ends)
    return passage(known, len(prefix), len(prefix) + len(text))


@dataclass(frozen=True, slots=True)
class Sought:
    """A passage that is looked for in new and changed documents other than its own.

    Attributes:
        number: The span's own number.
        sample: The passage.
        own: Its document in the new snapshot; None where it has none.
        floor: Places that are less like it than this (0–1) make no difference.
    """

    number: int
    sample: Sample
    own: str | None
    floor: float


@dataclass
class _Open:
    """A span that is looked for, with what its own document said."""

    query: Query
    joined: Joined
    found: Found


def _note(one: _Open) -> dict[str, str]:
    """Return what each stage found, for people."""
    joined, found = one.joined, one.found
    note = {"document": joined.fate.name.lower()}
    if joined.rename is not None:
        note["document"] += f": {joined.target}, which {joined.rename.evidence}"
    if one.query.old.reading.partial:
        note["old text"] = "not kept; its stored surroundings are compared"
    note["words"] = found.standing.how if found.standing else found.reason
    if found.own:
        note["edited"] = (
            f"{len(found.own)} places in the document, the best like by {found.own[0].similarity:.0%}"
        )
    return {name: text for name, text in note.items() if text}


def _noted(one: _Open) -> Resolution:
    return replace(blank(one.query.span), note=_note(one))


class Run:
    """The spans of one pair of snapshots, in one process."""

    def __init__(self, pair: Pair, policy: PolicySettings) -> None:
        self.pair = pair
        self.policy = policy
        self._allowed: dict[str | None, AllowList] = {}
        self._map: tuple[str, str, TokenMap] | None = None
        self._texts: tuple[str, TextPair | None] | None = None
        self._held: dict[int, Held] = {}

    def look_inside(self, number: int, span: Span, joined: Joined) -> Resolution | Sought:
        """Look for a span in its own document; what other documents may settle is sought there.

        Args:
            number: The span's own number, by which `decide` knows it again.
            span: The span.
            joined: What became of its document.
        """
        found = self._looked(span, joined)
        if isinstance(found, Resolution):
            return found
        if not self._is_sought(found):
            return self._decided(found, ())
        if found.found.standing is None:
            self._held[number] = self._hold(found)
        self._glean(span, joined)
        whole = found.found.standing is not None or joined.target is None
        sample = found.query.old.sample.alone()
        return Sought(number, sample, joined.target, 0.0 if whole else OFFER_FLOOR)

    def decide(self, number: int, span: Span, joined: Joined, spots: Sequence[Spot]) -> Resolution:
        """Decide on a span that was sought elsewhere; `spots` are the places found there."""
        held = self._held.pop(number, None)
        if held is None:
            found = self._looked(span, joined)
            if isinstance(found, Resolution):
                return found
            if found.found.standing is not None:
                return self._decided(found, spots)
            held = self._hold(found)
        elsewhere = merged(spots)
        split = joined.target is None and self._is_split(held.evidence.old, elsewhere)
        return held.decided(elsewhere, split=split)

    def _looked(self, span: Span, joined: Joined) -> Resolution | _Open:
        try:
            return self._untouched(span, joined) or self._own(span, joined)
        except CorpusError as error:
            return blank(span, reason=error.message)

    def _glean(self, span: Span, joined: Joined) -> None:
        """Keep what the search goes by of texts that are at hand now, and would have to be read again."""
        self.pair.old.runs(span.confirmed.doc_id)
        if joined.target is not None:
            self.pair.new.folded(joined.target)

    def _hold(self, one: _Open) -> Held:
        return Held.of(self._evidence(one, ()), _noted(one))

    def _own(self, span: Span, joined: Joined) -> Resolution | _Open:
        """Look for a span in its own document."""
        if joined.fate is Fate.SAME:
            return self._carry(span, joined)
        query = self._query(span, joined.chars)
        if isinstance(query, Resolution):
            return query
        if joined.target is None:
            return _Open(query, joined, Found())
        new = self.pair.new.reading(joined.target)
        if new is None or (not new.raw.strip() and query.old.reading.raw.strip()):
            what = "cannot be read" if new is None else "is empty now"
            return blank(span, reason=f"{joined.target} {what}")
        found = find_in(query, new, self._mapping(query, new))
        if found.bounded:
            return blank(span, reason=found.bounded)
        if found.standing is not None:
            found = replace(found, standing=with_change(found.standing, joined.change))
        return _Open(query, joined, found)

    def _untouched(self, span: Span, joined: Joined) -> Resolution | None:
        """Return the resolution of a span of a changed document, if the changes are nowhere near it."""
        if joined.fate is not Fate.CHANGED or joined.change is not None:
            return None
        doc_id = span.confirmed.doc_id
        if self._texts is None or self._texts[0] != doc_id:
            old = self.pair.old.text(doc_id)
            new = self.pair.new.text(doc_id) if old is not None else None
            self._texts = doc_id, None if old is None or new is None else TextPair(old, new, self.pair.terms)
        texts = self._texts[1]
        return None if texts is None else carry_untouched(span, texts, blank(span))

    def _carry(self, span: Span, joined: Joined) -> Resolution | _Open:
        """Carry over a span whose document is the same.

        The old text, where kept, is read instead of the new one.
        """
        if joined.change is None and (carried := carry_over(span, self.pair, blank(span))) is not None:
            return carried
        doc_id = span.confirmed.doc_id
        reading = self.pair.old.reading(doc_id) or self.pair.new.reading(doc_id)
        if reading is None:
            return blank(span, reason=f"{doc_id} cannot be read")
        place, count = locate(reading, span.confirmed.text, span.confirmed.start)
        if place is None:
            return self._not_confirmed(span, reading, count)
        query = Query(span, place, None, self._allow(span), self.pair.terms)
        return _Open(query, joined, Found(standing=Standing(place, UNCHANGED_DOCUMENT, joined.change)))

    def _not_confirmed(self, span: Span, reading: Reading, count: int) -> Resolution | _Open:
        """Return what to say of a text that does not stand exactly once where it was confirmed."""
        where = f"{span.confirmed.doc_id} of snapshot {span.snapshot}"
        if not count:
            return blank(span, Outcome.MISSING, f"its text does not stand in {where} either")
        wanted = read("", span.confirmed.text).keys
        places = [
            passage(reading, *reading.tokens.raw(int(i), int(i) + len(wanted)))
            for i in occurrences(reading.keys, wanted)
        ]
        # What opens before a quote may have it read otherwise than alone: as code, as part of a word.
        quote = span.confirmed.text
        places = places or [passage(reading, at, at + len(quote)) for at in find_exact(reading.raw, quote)]
        evidence = Evidence(
            places[0],
            places=tuple(places),
            reason=f"its text stands {count} times in {where}; it has no offsets",
        )
        return decide(evidence, blank(span))

    def _query(self, span: Span, chars: int | None) -> Query | Resolution:
        """Return what is known about a span's confirmed place, in a text of so many characters."""
        confirmed, allowed = span.confirmed, self._allow(span)
        reading = self.pair.old.reading(confirmed.doc_id)
        if reading is not None:
            place, count = locate(reading, confirmed.text, confirmed.start)
            if place is not None and place.i < place.j:
                return Query(span, place, None, allowed, self.pair.terms)
            if place is not None:
                return blank(span, reason=_WORDLESS)
            if count:
                unclear = self._not_confirmed(span, reading, count)
                assert isinstance(unclear, Resolution)
                return replace(unclear, candidates=())
        place = _stored(confirmed, chars)
        if place.i >= place.j:
            return blank(span, reason=_WORDLESS)
        return Query(span, place, confirmed.occurrences or 0, allowed, self.pair.terms)

    def _allow(self, span: Span) -> AllowList:
        language = span.item.language
        if language not in self._allowed:
            self._allowed[language] = allow_list(self.policy, language)
        return self._allowed[language]

    def _mapping(self, query: Query, new: Reading) -> TokenMap:
        """Return the diff of two texts; the last one is kept, as spans come sorted by document."""
        old = query.old.reading
        if old.partial:
            return token_map(old, new)
        if self._map is None or self._map[:2] != (old.doc_id, new.doc_id):
            self._map = (old.doc_id, new.doc_id, token_map(old, new))
        return self._map[2]

    def _decided(self, one: _Open, spots: Sequence[Spot]) -> Resolution:
        """Return the resolution of a span; `spots` are places in other documents, where they matter."""
        return self._checked(one.query, decide(self._evidence(one, spots), _noted(one)))

    def _is_sought(self, one: _Open) -> bool:
        """Return whether other documents matter.

        No place of its own document holds its words, or that document is not beyond doubt.
        """
        unsure = one.joined.rename is not None and one.joined.rename.share < SURE
        return unsure if one.found.standing is not None else not one.found.places

    def _evidence(self, one: _Open, spots: Sequence[Spot]) -> Evidence:
        """Put together all that is known about a span."""
        confirmed, found, old = one.query.span.confirmed, one.found, one.query.old
        elsewhere = merged(spots)
        standing, places, reason = found.standing, found.places, found.reason
        if standing is not None and self._doubtful(one, standing, elsewhere):
            places, standing, reason = (
                (standing.place, *self._copies(one, elsewhere)),
                None,
                "another new document holds the passage too",
            )
        return Evidence(
            old=old,
            start=one.query.start,
            standing=standing,
            places=places,
            own=found.own,
            elsewhere=tuple(elsewhere),
            split=found.cover is not None,
            renamed=one.joined.fate is Fate.RENAMED,
            removed=one.joined.fate is Fate.GONE,
            siblings=frozenset(confirmed.also_in),
            refused=frozenset((r.doc_id, r.text) for r in confirmed.rejected),
            kin=one.joined.kin,
            reason=reason,
            to_the_letter=confirmed.coarse is not None,
        )

    def _copies(self, one: _Open, elsewhere: Sequence[Spot]) -> list[Passage]:
        """Return the places in other documents that hold the passage's words."""
        found = []
        for spot in elsewhere:
            reading = self.pair.new.readable(spot.place.doc_id)
            place = spot.passage(reading) if reading is not None else None
            found += [place] if place and is_harmless(one.query.old, place, one.query.allowed) else []
        return found

    def _doubtful(self, one: _Open, standing: Standing, elsewhere: Sequence[Spot]) -> bool:
        """Return whether a rename that is not beyond doubt is contradicted by a copy elsewhere."""
        rename, old = one.joined.rename, one.query.old
        if rename is None or rename.share >= SURE:
            return False
        if not np.array_equal(old.keys, standing.place.keys):
            return True  # other words in a document that may be another: one doubt too many
        holders = {place.doc_id for place in self._copies(one, elsewhere)}
        # A document that held the words already did not receive them.
        holders -= set(one.query.span.confirmed.also_in)
        if holders & set(rename.rivals):
            return True
        return bool(holders) and not self._both_beside(one, standing.place)

    def _both_beside(self, one: _Open, place: Passage) -> bool:
        """Return whether the passage is mapped whole, between mapped neighbours on both sides."""
        mapped = self._mapping(one.query, place.reading)
        beside = mapped_window(one.query.old, mapped, _BESIDE)
        return beside is not None and is_mapped(one.query.old, place, mapped)

    def _is_split(self, old: Stretch, elsewhere: Sequence[Spot]) -> bool:
        """Return whether a passage of a lost document stands in several new ones, block by block."""
        if not elsewhere or elsewhere[0].similarity >= 0.8:  # noqa: PLR2004
            return False
        there = [self.pair.new.readable(name) for name in dict.fromkeys(s.place.doc_id for s in elsewhere)]
        return is_split(old, cover(old, [reading for reading in there if reading is not None]))

    def _checked(self, query: Query, resolution: Resolution) -> Resolution:
        """Read an accepted place once more and compare it with what was confirmed."""
        place = resolution.to
        if not resolution.accepted or place is None:
            return resolution
        library = self.pair.old if resolution.outcome is Outcome.UNCHANGED else self.pair.new
        reading = library.reading(place.doc_id) or self.pair.new.reading(place.doc_id)
        assert reading is not None
        there = reading.raw[place.start : place.end]
        same = there == query.span.confirmed.text or is_harmless(
            query.old, passage(reading, place.start, place.end), query.allowed
        )
        if there == place.text and same:
            return resolution
        return blank(query.span, reason="the place found does not read as it was found")
