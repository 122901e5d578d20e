"""Places that may be the passage, edited: where the diff maps it, and where its rare words stand together.

Everything here ranks; nothing here accepts. All work is bounded: windows are a few times the passage long,
and at most _WINDOWS of them are looked at in a document.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np
from rapidfuzz.distance import Indel, LCSseq

from goldset.resolution.exact import mapped_window
from goldset.resolution.mapping import Mapping
from goldset.resolution.reading import Passage, Reading, Sample, token_passage
from goldset.resolution.tokens import Keys, distinct

_WINDOWS = 4
# A passage may grow to this many times its tokens, and some more, and still be one passage.
_GROWTH = 3
_MORE = 40
# Borders tried on either side of a place.
_UNITS = 3
_NEIGHBOURHOOD = 64
_BESIDE = 4
# A match farther than this many tokens from the next one is a stray word, not the passage's edge.
_STRAY = 12
MAX_TOKENS = 4000
_MAPPED = 0.15
# So many characters on either side are compared.
_CONTEXT = 64


@dataclass(frozen=True)
class Scored:
    """A place and how like it is.

    Attributes:
        place: Where it stands.
        similarity: Share (0–1) of tokens that both have in the same order.
        bonus: What speaks for the place beside its words: 0.15 where the diff maps the passage to it.
    """

    place: Passage
    similarity: float
    bonus: float = 0.0

    @property
    def rank(self) -> float:
        """What the place is ranked by, in its own document."""
        return round(self.similarity + self.bonus, 6)


def similarity(before: Keys, after: Keys) -> float:
    """Return the share (0–1) of tokens that two runs have in common, in order."""
    return float(Indel.normalized_similarity(before.tolist(), after.tolist()))


def likeness(old: Sample, place: Passage) -> float:
    """Return how like two passages are, 0–1: a capital weighs next to nothing, but breaks a tie."""
    words = float(Indel.normalized_similarity(old.letters, old.spell(place.folded)))
    return _weighed(words, old, place)


def _weighed(words: float, old: Sample, place: Passage) -> float:
    return 0.98 * words + 0.02 * similarity(old.keys, place.keys)


def places_in(old: Passage, new: Reading, mapped: Mapping | None) -> list[Scored]:
    """Return the places of a document that may be the passage, best first, overlaps merged."""
    sample, windows = old.sample, _mapped_windows(old, mapped) if mapped is not None else []
    found = fitted(sample, new, [*windows, *dense_windows(old.sample, new)])
    if mapped is not None:
        between = _between(old, new, mapped)
        found = [_favoured(old, scored, mapped) for scored in (*found, between) if scored]
    return merged(found)


def _between(old: Passage, new: Reading, mapped: Mapping) -> Scored | None:
    """Return all that stands between the mapped neighbours of a passage.

    What it grew to, however much that is.
    """
    gap = mapped_window(old, mapped, _BESIDE)
    if gap is None or not 0 < gap[1] - gap[0] <= _GROWTH * (old.j - old.i) + _MORE:
        return None
    i, j = gap
    if old.on_borders:
        edges = (np.flatnonzero(new.units.borders[i : j + 1]) + i).tolist()
        i, j = (edges[0], edges[-1]) if len(edges) > 1 else gap
    place = token_passage(new, i, j, like=old)
    return Scored(place, likeness(old.sample, place))


def _favoured(old: Passage, scored: Scored, mapped: Mapping) -> Scored:
    """Return a place with a bonus where the diff maps the passage's words or its neighbours to it."""
    place = scored.place
    gap = mapped_window(old, mapped, _NEIGHBOURHOOD)
    own = mapped[old.i : old.j]
    inside = int(((own >= place.i) & (own < place.j)).sum())
    between = gap is not None and gap[0] < place.j and place.i < gap[1]
    return replace(scored, bonus=_MAPPED) if between or 2 * inside > old.j - old.i else scored


def merged(found: Iterable[Scored]) -> list[Scored]:
    """Return places best first, without those that overlap a better one."""
    kept: list[Scored] = []
    ranked = sorted(found, key=lambda s: (-s.rank, s.place.reading.doc_id, s.place.i, s.place.j))
    for scored in ranked:
        if not any(same_place(scored.place, other.place) for other in kept):
            kept.append(scored)
    return kept


def same_place(one: Passage, two: Passage) -> bool:
    """Return whether two places share most of their tokens.

    One that holds another and much more is another place.
    """
    if one.reading.doc_id != two.reading.doc_id:
        return False
    shared = min(one.j, two.j) - max(one.i, two.i)
    return shared > 0.5 * (max(one.j, two.j) - min(one.i, two.i))


def _mapped_windows(old: Passage, mapped: Mapping) -> list[tuple[int, int]]:
    limit = _GROWTH * (old.j - old.i) + _MORE
    found = []
    own = mapped[old.i : old.j]
    own = own[own >= 0]
    if len(own) and own[-1] - own[0] <= limit:
        found.append((int(own[0]), int(own[-1]) + 1))
    gap = mapped_window(old, mapped, _NEIGHBOURHOOD)
    if gap and 0 < gap[1] - gap[0] <= limit:
        found.append(gap)
    return found


def dense_windows(old: Sample, new: Reading) -> list[tuple[int, int]]:
    """Return the windows of the document that hold most of the passage's rare tokens, best first."""
    size = min(max(len(old), 1), len(new.folded))
    if not size:
        return []
    values, counts = new.vocabulary
    wanted = distinct(old.folded)
    at = np.searchsorted(values, wanted)
    there = at < len(values)
    there[there] = values[at[there]] == wanted[there]
    wanted, rarity = wanted[there], 1.0 / np.sqrt(counts[at[there]])
    if not len(wanted):
        return []
    where = np.searchsorted(wanted, new.folded)
    where[where == len(wanted)] = 0
    weights = np.where(wanted[where] == new.folded, rarity[where], 0.0)
    sums = np.concatenate(([0.0], np.cumsum(weights)))
    scores = sums[size:] - sums[:-size]
    found: list[tuple[int, int]] = []
    for _ in range(_WINDOWS):
        best = int(scores.argmax())
        if scores[best] <= 0.2 * rarity.sum():
            break
        found.append((best, best + size))
        scores[max(best - size + 1, 0) : best + size] = 0
    return found


def fitted(old: Sample, new: Reading, windows: Iterable[tuple[int, int]]) -> list[Scored]:
    """Return the places around windows that fit the passage best; none where nothing is shared."""
    hulls = dict.fromkeys(hull for window in windows if (hull := _hull(old, new, window)) is not None)
    return [_fitted(old, new, hull) for hull in hulls]


def _fitted(old: Sample, new: Reading, hull: tuple[int, int]) -> Scored:
    runs = _snapped(old, new, hull) if old.on_borders else []
    if not runs:
        place = token_passage(new, *hull, like=old)
        return Scored(place, likeness(old, place))
    # A passage of whole units is offered as whole units, however little of the last one it shares.
    words, (i, j) = max(runs, key=lambda fit: (fit[0], -abs(fit[1][0] - hull[0]), -fit[1][1]))
    place = token_passage(new, i, j, like=old)
    return Scored(place, _weighed(words, old, place))


def _hull(old: Sample, new: Reading, window: tuple[int, int]) -> tuple[int, int] | None:
    """Return the stretch from the first to the last shared token around a window, stray words aside."""
    pad = len(old) // 2 + 4
    low, high = max(window[0] - pad, 0), min(window[1] + pad, len(new.folded))
    there = old.spell(new.folded[low : min(high, low + 3 * MAX_TOKENS)])
    at: list[int] = []
    for _, start, size in LCSseq.editops(old.letters[:MAX_TOKENS], there).as_matching_blocks():
        at += range(low + start, low + start + size)
    if not at:
        return None
    start, end = 0, len(at)
    while end - start > 2 and at[start + 1] - at[start] > _STRAY:  # noqa: PLR2004 (two matches are the least)
        start += 1
    while end - start > 2 and at[end - 1] - at[end - 2] > _STRAY:  # noqa: PLR2004
        end -= 1
    return at[start], at[end - 1] + 1


def _snapped(old: Sample, new: Reading, hull: tuple[int, int]) -> list[tuple[float, tuple[int, int]]]:
    """Return runs of whole units near a place with their similarity."""
    edges = new.units.edges
    first = int(np.searchsorted(edges, hull[0], side="right")) - 1
    last = int(np.searchsorted(edges, hull[1], side="left"))
    starts = edges[max(first - _UNITS + 1, 0) : first + _UNITS].tolist()
    ends = edges[max(last - _UNITS + 1, 0) : last + _UNITS].tolist()
    limit = _GROWTH * len(old) + _MORE
    letters, base = old.letters, starts[0] if starts else 0
    near = old.spell(new.folded[base : max(ends, default=base)])
    return [
        (Indel.normalized_similarity(letters, near[i - base : j - base]), (i, j))
        for i in starts
        for j in ends
        if i < j <= i + limit
    ]


def context_likeness(old: Passage, place: Passage) -> tuple[float, float]:
    """Return how like the text before and after two passages is, 0–100 each."""
    sides = (
        (
            old.reading.raw[max(old.start - _CONTEXT, 0) : old.start],
            place.reading.raw[max(place.start - _CONTEXT, 0) : place.start],
        ),
        (old.reading.raw[old.end : old.end + _CONTEXT], place.reading.raw[place.end : place.end + _CONTEXT]),
    )
    left, right = (round(100 * Indel.normalized_similarity(one, two), 1) for one, two in sides)
    return left, right
