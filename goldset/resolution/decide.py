"""The decision table: what a span's evidence comes to. Nothing else in the package accepts a span.

In order, the first that applies: the text stands at one place and its surroundings are what they were →
carried over; it stands there and its surroundings changed → `scope_changed`, `context_changed`; several
places → `ambiguous`; something like it in its own document → `split`, `fragment`, `edited`; in another →
`relocated`; else `missing` or `document_removed`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from goldset.domain.resolutions import Candidate, Difference, Outcome, Place, Resolution
from goldset.resolution.align import FAR_BEHIND, Offered, Scored, context_likeness, same_place
from goldset.resolution.changes import Change
from goldset.resolution.differences import differences
from goldset.resolution.excerpts import Stretch
from goldset.resolution.pieces import is_fragment
from goldset.resolution.reading import Passage

# A place in the own document as like as this (0–1) comes before any other document's.
OWN_FLOOR = 0.45
# Less like than this, a place is not worth a person's time.
OFFER_FLOOR = 0.34
# … unless the diff maps the passage to it.
_MAPPED_FLOOR = 0.25
# Less like than this, with what the diff says, a place is not the passage in other words.
EDITED_FLOOR = 0.5
# A copy that stood there before is rarely where a passage went.
_SIBLING = 0.2
# A document that holds the rest of the old one is where a passage went more often than not.
_KIN = 0.15
_CANDIDATES = 3
_COARSE = "it is a whole chunk or document, and its text is not the same to the letter"
# More places of one text than this help nobody; the reason says how many there are.
_PLACES = 50


@dataclass(frozen=True)
class Standing:
    """The place that is the passage, and what speaks against carrying it over.

    Attributes:
        place: Where it stands.
        how: The rule that found it.
        change: What changed around it.
        named: Labels or link targets that changed and that the item names.
        ignored: … and those that it does not name.
    """

    place: Passage
    how: str
    change: Change | None = None
    named: tuple[Difference, ...] = ()
    ignored: tuple[str, ...] = ()


@dataclass(frozen=True)
class Evidence:
    """All that is known about one span.

    Attributes:
        old: The confirmed passage.
        standing: The place that is the passage; None where none is.
        places: Every place with the same words, where it is not clear which one.
        own: Places in the own or renamed document that may be it, best first.
        elsewhere: Places in other documents, best first.
        split: Whether it stands verbatim, but in several places.
        renamed: Whether the own document has another id now.
        removed: Whether the own document is gone and none took its place.
        siblings: Documents that held the same text when it was confirmed.
        refused: (document, text) pairs that a person refused.
        kin: Share (0–1) of the old document that other documents hold now.
        reason: Why it is not clear, for people.
        to_the_letter: Whether only the same text is the same passage: of a whole chunk or document, what was
            meant is somewhere in it.
        start: Where the confirmed passage began in its document; None where nobody knows.
    """

    old: Stretch
    start: int | None = None
    standing: Standing | None = None
    places: tuple[Passage, ...] = ()
    own: tuple[Offered, ...] = ()
    elsewhere: tuple[Offered, ...] = ()
    split: bool = False
    renamed: bool = False
    removed: bool = False
    siblings: frozenset[str] = frozenset()
    refused: frozenset[tuple[str, str]] = frozenset()
    kin: Mapping[str, float] = field(default_factory=dict)
    reason: str = ""
    to_the_letter: bool = False


def decide(evidence: Evidence, blank: Resolution) -> Resolution:
    """Return the resolution of a span; `blank` holds its names."""
    standing = evidence.standing
    if standing is not None and standing.change is None and not standing.named:
        if evidence.to_the_letter and standing.place.raw != evidence.old.raw:
            return replace(_standing_but(evidence, standing, blank), reason=_COARSE)
        return _carried(evidence, standing, blank)
    if standing is not None:
        return _standing_but(evidence, standing, blank)
    if evidence.places:
        return _ambiguous(evidence, blank)
    return _lost(evidence, blank)


def _carried(evidence: Evidence, standing: Standing, blank: Resolution) -> Resolution:
    old, place = evidence.old, standing.place
    if evidence.renamed:
        outcome = Outcome.RENAMED
    elif place.raw != old.raw:
        outcome = Outcome.REFORMATTED
    else:
        outcome = Outcome.UNCHANGED if place.start == evidence.start else Outcome.MOVED
    return replace(
        blank,
        outcome=outcome,
        accepted=True,
        to=as_place(place),
        reason=standing.how,
        ignored=standing.ignored,
    )


def _standing_but(evidence: Evidence, standing: Standing, blank: Resolution) -> Resolution:
    outcome, reason, found = (
        Outcome.EDITED,
        "it names what changed: a number, a letter or a link",
        standing.named,
    )
    if standing.change is not None:
        outcome, reason, found = standing.change.outcome, standing.change.reason, standing.change.differences
    first = Scored(standing.place, 1.0)
    offered = _offer(evidence, [first, *evidence.own, *evidence.elsewhere])
    return replace(blank, outcome=outcome, reason=reason, differences=found, candidates=offered)


def _ambiguous(evidence: Evidence, blank: Resolution) -> Resolution:
    places = [Scored(place, 1.0) for place in evidence.places[:_PLACES]]
    offered = _offer(evidence, [*places, *evidence.own], limit=max(len(places), _CANDIDATES))
    return replace(blank, outcome=Outcome.AMBIGUOUS, reason=evidence.reason, candidates=offered)


def _lost(evidence: Evidence, blank: Resolution) -> Resolution:
    offered = _offer(evidence, _ranked(evidence))
    outcome = _outcome_of_lost(evidence, offered)
    found = offered[0].differences if offered else ()
    reason = evidence.reason if outcome in {Outcome.MISSING, Outcome.DOCUMENT_REMOVED} else ""
    return replace(blank, outcome=outcome, reason=reason, differences=found, candidates=offered)


def _ranked(evidence: Evidence) -> list[Offered]:
    """Return all places, best first: a fair place in the own document comes before any other document's."""
    own = [s for s in evidence.own if s.similarity >= OWN_FLOOR]
    rest = [s for s in evidence.own if s.similarity < OWN_FLOOR]

    def rank(scored: Offered) -> tuple[float, str, int]:
        doc_id = scored.place.doc_id
        kin = _KIN * evidence.kin.get(doc_id, 0.0) - _SIBLING * (doc_id in evidence.siblings)
        return -round(scored.rank + kin, 6), doc_id, scored.place.i

    others = sorted((*rest, *evidence.elsewhere), key=rank)
    return [*own, *others]


def _outcome_of_lost(evidence: Evidence, offered: tuple[Candidate, ...]) -> Outcome:
    own_id = evidence.own[0].place.doc_id if evidence.own else None
    if evidence.split:
        return Outcome.SPLIT
    best = next((c for c in offered if not c.sibling), None)
    if best is None:
        return Outcome.DOCUMENT_REMOVED if evidence.removed else Outcome.MISSING
    if best.place.doc_id != own_id:
        return Outcome.RELOCATED
    if evidence.own[0].rank < EDITED_FLOOR or not best.differences:
        return Outcome.MISSING  # what is left is hardly like it, or a copy that was not meant
    return Outcome.FRAGMENT if is_fragment(evidence.old, evidence.own[0].place) else Outcome.EDITED


def _offer(evidence: Evidence, ranked: Sequence[Offered], limit: int = _CANDIDATES) -> tuple[Candidate, ...]:
    """Return the candidates to show: no overlaps, nothing that a person refused."""
    kept: list[Offered] = []
    best = max((scored.similarity for scored in ranked), default=0.0)
    for scored in ranked:
        place = scored.place
        refused = (place.doc_id, place.raw) in evidence.refused
        known = any(same_place(place, other.place) for other in kept)
        if may_be_offered(scored, best) and not refused and not known:
            kept.append(scored)
    kept = kept[: limit + 1]
    shown = []
    for number, scored in enumerate(kept[:limit]):
        following = kept[number + 1].similarity if number + 1 < len(kept) else 0.0
        shown.append(as_candidate(evidence, scored, scored.similarity - following))
    return tuple(shown)


def may_be_offered(scored: Offered, best: float) -> bool:
    """Return whether a place is worth a person's time beside the likeliest one, which is so like (0–1)."""
    if scored.bonus > 0:
        return scored.similarity >= _MAPPED_FLOOR
    return scored.similarity >= max(OFFER_FLOOR, FAR_BEHIND * best)


def as_place(place: Stretch) -> Place:
    """Return a passage as a record."""
    return Place(place.doc_id, place.start, place.end, place.raw)


def as_candidate(evidence: Evidence, scored: Offered, lead: float) -> Candidate:
    """Return a scored place as a record."""
    place, old = scored.place, evidence.old
    left, right = context_likeness(old, place)
    return Candidate(
        place=as_place(place),
        similarity=round(100 * scored.similarity, 1),
        context_left=left,
        context_right=right,
        occurrences=place.times,
        lead=round(100 * max(lead, 0.0), 1),
        differences=differences(old, place),
        sibling=place.doc_id in evidence.siblings,
    )
