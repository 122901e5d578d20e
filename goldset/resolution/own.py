"""The span in its own document, or in the one that took its place.

Verbatim, harmlessly changed, or edited.
"""

from dataclasses import dataclass, replace

import numpy as np

from goldset.domain.items import Span
from goldset.resolution.align import MAX_TOKENS, Scored, context_likeness, places_in
from goldset.resolution.changes import Change
from goldset.resolution.context import Known, changed_context
from goldset.resolution.decide import Standing
from goldset.resolution.exact import Verbatim, find_verbatim
from goldset.resolution.harmless import AllowList, is_harmless
from goldset.resolution.labels import compare_marks
from goldset.resolution.mapping import Mapping
from goldset.resolution.pieces import Cover, cover, is_split, may_be_split
from goldset.resolution.reading import Passage, Reading, token_passage
from goldset.resolution.roles import plays_same_part

# Where so little of the passage is left, its blocks are looked for one by one.
_WHOLE_ENOUGH = 0.8


@dataclass(frozen=True)
class Query:
    """A span to be found, with what was confirmed about it.

    Attributes:
        span: The span.
        old: The confirmed passage, in its document or between its stored surroundings.
        known: How often the text stood in its document, where that text is not kept; else None.
        allowed: What may differ without a person.
        terms: A project's own scope words.
    """

    span: Span
    old: Passage
    known: int | None
    allowed: AllowList
    terms: frozenset[str]

    @property
    def start(self) -> int | None:
        """Where the confirmed passage begins in its document; None where nobody knows."""
        return self.span.confirmed.start if self.old.reading.partial else self.old.start


@dataclass(frozen=True)
class Found:
    """What a document says about a span (see `decide.Evidence` for the fields)."""

    standing: Standing | None = None
    places: tuple[Passage, ...] = ()
    own: tuple[Scored, ...] = ()
    cover: Cover | None = None
    reason: str = ""
    bounded: str = ""


def find_in(query: Query, new: Reading, mapped: Mapping) -> Found:
    """Return what a document says about a span.

    Args:
        query: The span.
        new: The new text of its document, or of the one that took its place.
        mapped: Old token → new token.
    """
    old = query.old
    verbatim = find_verbatim(old, new, mapped, query.known)
    if verbatim.place is not None:
        return Found(standing=_standing(query, verbatim.place, mapped, verbatim.how))
    harmless = None if verbatim.places else find_harmless(old, new, mapped, query.allowed)
    if harmless is not None:
        return Found(
            standing=_standing(query, harmless, mapped, "only harmless differences, where the diff maps it")
        )
    if old.j - old.i > MAX_TOKENS:
        return Found(
            bounded=f"the passage has more than {MAX_TOKENS:,} words, too many to look for an edited copy"
        )
    own = places_in(old, new, mapped)
    if verbatim.places and not _vanished(old, verbatim, mapped):
        return Found(
            places=likeliest_first(old, verbatim.places, mapped), own=tuple(own), reason=verbatim.how
        )
    copies = [Scored(place, 1.0) for place in likeliest_first(old, verbatim.places[:200], mapped)[:3]]
    if copies:
        own = _copies_last(own, copies)
    blocks = _blocks(old, new, own)
    gone = "the confirmed copy is gone; the same words still stand elsewhere in the document"
    return Found(own=tuple(own), cover=blocks, reason=gone if copies else verbatim.how)


def likeliest_first(old: Passage, places: tuple[Passage, ...], mapped: Mapping) -> tuple[Passage, ...]:
    """Return places with the same words, those first that the diff and the text around speak for."""
    inside = mapped[old.i : old.j]
    inside = inside[inside >= 0]  # they rise: those inside a place stand side by side
    # Of many copies, most stand between the same texts: each pair of these is compared once.
    likeness: dict[tuple[str, str], float] = {}

    def rank(place: Passage, within: int) -> tuple[float, float, int]:
        around = place.before, place.after
        if around not in likeness:
            likeness[around] = sum(context_likeness(old, place))
        return -round(within / (old.j - old.i), 3), -likeness[around], place.i

    ends = inside.searchsorted([place.j for place in places])
    within = (ends - inside.searchsorted([place.i for place in places])).tolist()
    ranked = sorted(zip(places, within, strict=True), key=lambda pair: rank(*pair))
    return tuple(place for place, _ in ranked)


def _vanished(old: Passage, verbatim: Verbatim, mapped: Mapping) -> bool:
    """Return whether copies still stand, but the diff shows that the confirmed one is not among them.

    It is not where most of its words map nowhere, and every copy that stands is one that stood elsewhere: a
    copy that none of the old ones maps to may be the confirmed one, moved.
    """
    own = mapped[old.i : old.j]
    if verbatim.before == 1 or (own >= 0).mean() >= 0.5:  # noqa: PLR2004 (most of it)
        return False
    others = [int(i) for i in old.copies if i != old.i]
    return {place.i for place in verbatim.places} <= {int(mapped[i]) for i in others}


def _copies_last(own: list[Scored], copies: list[Scored]) -> list[Scored]:
    """Return the places with those behind the rest that are only copies of the passage which vanished."""
    spans = [(c.place.i, c.place.j) for c in copies]
    fresh = [s for s in own if not any(s.place.i < j and i < s.place.j for i, j in spans)]
    return [*fresh, *copies]


def _blocks(old: Passage, new: Reading, own: list[Scored]) -> Cover | None:
    if (own and own[0].similarity >= _WHOLE_ENOUGH) or not may_be_split(old, new):
        return None
    found = cover(old, [new])
    return found if is_split(old, found) else None


def _standing(query: Query, place: Passage, mapped: Mapping, how: str) -> Standing:
    old = query.old
    inside = mapped[old.i : old.j]
    there = 2 * int(((inside >= place.i) & (inside < place.j)).sum()) > old.j - old.i
    known = Known(
        query.allowed, query.terms, query.span.confirmed.section, there and beside(old, place, mapped)
    )
    named, ignored = compare_marks(old, place, query.span.item)
    return Standing(place, how, changed_context(old, place, known), named, ignored)


def with_change(standing: Standing, change: Change | None) -> Standing:
    """Return a standing with a change found outside of the text, which weighs more than one found in it."""
    return standing if change is None else replace(standing, change=change)


def beside(old: Passage, place: Passage, mapped: Mapping) -> bool:
    """Return whether a neighbour moved along with a passage, or there is none on a side, then and now."""
    left = mapped[old.i - 1] == place.i - 1 if old.i else place.i == 0
    right = mapped[old.j] == place.j if old.j < len(mapped) else place.j == len(place.reading.tokens)
    return bool(left or right)


def find_harmless(old: Passage, new: Reading, mapped: Mapping, allowed: AllowList) -> Passage | None:
    """Return the place that the diff maps the passage to, where only harmless things differ; else None.

    Both ends stand on unit borders, then and now: what was appended to a sentence would pass otherwise.
    """
    if old.reading.partial or not old.on_borders or not old.whole:
        return None
    several = len(old.copies) > 1
    for low, high in _windows(old, len(new.tokens), mapped):
        place = token_passage(new, low, high, like=old)
        if not place.on_borders or not _anchored(old, place, mapped, both=several):
            continue
        inside = mapped[old.i : old.j]
        inside = inside[inside >= 0]
        few = 2 * len(inside) < old.j - old.i and not np.array_equal(old.folded, place.folded)
        if few or np.any((inside < low) | (inside >= high)):
            continue
        if is_harmless(old, place, allowed) and plays_same_part(old, place, mapped):
            return place
    return None


def _windows(old: Passage, size: int, mapped: Mapping) -> list[tuple[int, int]]:
    """Return what the passage may have become, by its own ends and its neighbours'."""
    lows = [int(mapped[old.i]), int(mapped[old.i - 1]) + 1 if old.i else 0]
    highs = [int(mapped[old.j - 1]) + 1, int(mapped[old.j]) if old.j < len(mapped) else size]
    if mapped[old.i] < 0:
        lows = lows[1:]
    if old.i and mapped[old.i - 1] < 0:
        lows = lows[:-1]
    return list(dict.fromkeys((low, high) for low in lows for high in highs if 0 <= low < high))


def _anchored(old: Passage, place: Passage, mapped: Mapping, *, both: bool) -> bool:
    """Return whether a neighbour moved along with the passage; both of them where copies of it exist."""
    left = mapped[old.i - 1] == place.i - 1 if old.i else place.i == 0
    right = mapped[old.j] == place.j if old.j < len(mapped) else place.j == len(place.reading.tokens)
    return bool(left and right) if both else bool(left or right)
