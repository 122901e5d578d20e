"""Places that may be the passage, edited: where the diff maps it, and where its rare words stand together.

Everything here ranks; nothing here accepts. All work is bounded: windows are a few times the passage long,
and at most _WINDOWS of them are looked at in a document.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Protocol, TypeVar

import numpy as np
from rapidfuzz.distance import Indel, LCSseq

from goldset.resolution.exact import mapped_window
from goldset.resolution.excerpts import Stretch
from goldset.resolution.lists import is_item
from goldset.resolution.mapping import Mapping
from goldset.resolution.reading import Passage, Reading, Sample, token_passage
from goldset.resolution.tokens import Keys

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
# What a place loses for being a field of the front matter.
_FIELD = 0.15
# With what was added to its item, a place must still be as like as this (0–1).
_STILL_LIKE = 0.5
# Sums of a few shares (0–1) differ by less than this, whatever order they are added in.
_ROUNDING = 1e-9
# Ranks are rounded to six places. A place that is less like by so much ranks behind, and takes no other's place.
_SURELY = 1e-5
# A place of less than this share (0–1) of the best one's likeness is noise beside it.
FAR_BEHIND = 0.5
# What a place loses for each border of a block that it crosses and the passage did not.
_CROSSED = 0.03
MAX_TOKENS = 4000
_MAPPED = 0.15


class Offered(Protocol):
    """A place that may be shown to a person (see `Scored`)."""

    @property
    def place(self) -> Stretch:
        """Where it stands."""

    @property
    def similarity(self) -> float:
        """How like it is."""

    @property
    def bonus(self) -> float:
        """What speaks for it beside its words."""

    @property
    def rank(self) -> float:
        """What it is ranked by."""


SomeOffered = TypeVar("SomeOffered", bound=Offered)


@dataclass(frozen=True)
class Scored:
    """A place and how like it is (satisfies `Offered`).

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


@dataclass(frozen=True, slots=True)
class Spelled:
    """A passage and a document in letters, one a token: equal tokens of both are equal letters.

    Two texts are compared several times as fast as two lists of keys.
    """

    letters: str
    text: str


def similarity(before: Keys, after: Keys) -> float:
    """Return the share (0–1) of tokens that two runs have in common, in order."""
    return float(Indel.normalized_similarity(before.tolist(), after.tolist()))


def _likeness(old: Sample, place: Passage, spelled: Spelled) -> float:
    """Return how like two passages are, 0–1: a capital weighs next to nothing, but breaks a tie."""
    return _weighed(_alike(spelled.letters, spelled.text[place.i : place.j]), old, place)


def _weighed(words: float, old: Sample, place: Passage) -> float:
    keys = place.keys
    same = words == 1.0 and np.array_equal(old.keys, keys)
    return 1.0 if same else 0.98 * words + 0.02 * similarity(old.keys, keys)


def places_in(old: Passage, new: Reading, mapped: Mapping | None) -> list[Scored]:
    """Return the places of a document that may be the passage, best first, overlaps merged."""
    sample, windows = old.sample, _mapped_windows(old, mapped) if mapped is not None else []
    spelled = Spelled(sample.letters, new.spell(sample.alphabet))
    hulls: dict[tuple[int, int], Scored | None] = {}
    dense = fitted(sample, new, _dense_windows(sample, new), spelled, hulls)
    found = [_no_field(old, scored) for scored in dense]
    if mapped is not None:
        found = [*fitted(sample, new, windows, spelled, hulls), *found]
        between = _between(old, new, mapped, spelled)
        found = [_favoured(old, scored, mapped) for scored in (*found, between) if scored]
        if _is_whole_item(old):
            found = [_whole_item(old, scored, mapped, spelled) for scored in found]
    return _likeliest_first(old, merged(found))


def _no_field(old: Passage, scored: Scored) -> Scored:
    """Return a place with less rank where it is a field of the front matter, and the passage was none."""
    there = scored.place.reading.units.front_matter
    if not there or scored.place.start >= there or old.start < old.reading.units.front_matter:
        return scored
    return replace(scored, bonus=scored.bonus - _FIELD)


def _likeliest_first(old: Passage, found: list[Scored]) -> list[Scored]:
    """Return places best first, those of one rank by how like the text around them is."""
    if len({scored.rank for scored in found}) == len(found):
        return found
    return sorted(found, key=lambda scored: (-scored.rank, -sum(context_likeness(old, scored.place))))


def _is_whole_item(old: Passage) -> bool:
    """Return whether a passage is one list item or table row, whole."""
    return old.i < old.j and is_item(old) and old.reading.units.block(old.i, old.i + 1) == (old.i, old.j)


def _whole_item(old: Passage, scored: Scored, mapped: Mapping, spelled: Spelled) -> Scored:
    """Return a place with what was added to its item, as the whole item was confirmed: its rank stays.

    Not where the rest of the item comes from beside the passage.
    """
    place, units = scored.place, scored.place.reading.units
    i, j = units.block(place.i, place.i + 1)
    limit = 2 * (place.j - place.i)  # where more was added than stood there, it is another item
    if place.j > j or (i, j) == (place.i, place.j) or j - i > limit or not is_item(place):
        return scored
    near = np.concatenate((mapped[max(old.i - limit, 0) : old.i], mapped[old.j : old.j + limit]))
    if np.any((near >= i) & (near < j)):
        return scored
    grown = token_passage(place.reading, i, j, like=old)
    like = _likeness(old.sample, grown, spelled)
    if like < _STILL_LIKE:
        return scored
    return Scored(grown, like, scored.bonus + scored.similarity - like)


def _between(old: Passage, new: Reading, mapped: Mapping, spelled: Spelled) -> Scored | None:
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
    return Scored(place, _likeness(old.sample, place, spelled))


def _favoured(old: Passage, scored: Scored, mapped: Mapping) -> Scored:
    """Return a place with a bonus where the diff maps the passage's words or its neighbours to it."""
    place = scored.place
    gap = mapped_window(old, mapped, _NEIGHBOURHOOD)
    own = mapped[old.i : old.j]
    inside = int(((own >= place.i) & (own < place.j)).sum())
    between = gap is not None and gap[0] < place.j and place.i < gap[1]
    return replace(scored, bonus=_MAPPED) if between or 2 * inside > old.j - old.i else scored


def merged(found: Iterable[SomeOffered]) -> list[SomeOffered]:
    """Return places best first, without those that overlap a better one."""
    found = list(found)
    if len(found) < 2:  # noqa: PLR2004 (one overlaps no other)
        return found
    kept: list[SomeOffered] = []
    ranked = sorted(found, key=lambda s: (-s.rank, s.place.doc_id, s.place.i, s.place.j))
    for scored in ranked:
        if not any(same_place(scored.place, other.place) for other in kept):
            kept.append(scored)
    return kept


def same_place(one: Stretch, two: Stretch) -> bool:
    """Return whether two places share most of their tokens.

    One that holds another and much more is another place.
    """
    if one.doc_id != two.doc_id:
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


def _dense_windows(old: Sample, new: Reading) -> list[tuple[int, int]]:
    """Return the windows of the document that hold most of the passage's rare tokens, best first."""
    size = min(max(len(old), 1), len(new.folded))
    if not size:
        return []
    words = new.vocabulary
    at, there = words.find(old.alphabet)
    at = at[there]
    if not len(at):
        return []
    rarity = 1.0 / np.sqrt(words.counts[at])
    weights = np.zeros(len(words.values))
    weights[at] = rarity
    sums = np.zeros(len(new.folded) + 1)
    np.cumsum(weights[words.numbers], out=sums[1:])
    scores = sums[size:] - sums[:-size]
    found: list[tuple[int, int]] = []
    for _ in range(_WINDOWS):
        best = int(scores.argmax())
        if scores[best] <= 0.2 * rarity.sum():
            break
        found.append((best, best + size))
        scores[max(best - size + 1, 0) : best + size] = 0
    return found


def fitted(
    old: Sample,
    new: Reading,
    windows: Iterable[tuple[int, int]],
    spelled: Spelled,
    known: dict[tuple[int, int], Scored | None] | None = None,
    floor: float = 0.0,
) -> list[Scored]:
    """Return the places around windows that fit the passage best; none where nothing is shared.

    Args:
        old: The passage.
        new: The document.
        windows: Where to look.
        spelled: Both in letters.
        known: What fits a stretch of shared tokens is looked up here, and added.
        floor: Places that are less like the passage than this (0–1) may be left out, and those that are noise beside
            another one; 0 for none.
    """
    known = {} if known is None else known
    hulls = dict.fromkeys(hull for window in windows if (hull := _hull(old, new, window, spelled)))
    for hull in hulls:
        if hull not in known:
            scored = known[hull] = _fitted(old, new, hull, spelled, floor)
            if floor and scored is not None:
                floor = max(floor, FAR_BEHIND * scored.similarity)
    return [scored for hull in hulls if (scored := known[hull]) is not None]


def _fitted(
    old: Sample, new: Reading, hull: tuple[int, int], spelled: Spelled, floor: float
) -> Scored | None:
    # What is compared with regard to case is never more like: tokens that are equal so are equal without.
    least = floor - _SURELY
    found = _snapped(old, new, hull, spelled, least) if old.on_borders else None
    if found is None:
        found = _alike(spelled.letters, spelled.text[hull[0] : hull[1]]), hull
    words, (i, j) = found
    if words < least:
        return None
    place = token_passage(new, i, j, like=old)
    return Scored(place, _weighed(words, old, place))


def _hull(old: Sample, new: Reading, window: tuple[int, int], spelled: Spelled) -> tuple[int, int] | None:
    """Return the stretch from the first to the last shared token around a window, stray words aside."""
    pad = len(old) // 2 + 4
    low, high = max(window[0] - pad, 0), min(window[1] + pad, len(new.folded))
    there = spelled.text[low : min(high, low + 3 * MAX_TOKENS)]
    at: list[int] = []
    for _, start, size in LCSseq.editops(spelled.letters[:MAX_TOKENS], there).as_matching_blocks():
        at += range(low + start, low + start + size)
    if not at:
        return None
    start, end = 0, len(at)
    while end - start > 2 and at[start + 1] - at[start] > _STRAY:  # noqa: PLR2004 (two matches are the least)
        start += 1
    while end - start > 2 and at[end - 1] - at[end - 2] > _STRAY:  # noqa: PLR2004
        end -= 1
    return at[start], at[end - 1] + 1


def _snapped(
    old: Sample, new: Reading, hull: tuple[int, int], spelled: Spelled, least: float
) -> tuple[float, tuple[int, int]] | None:
    """Return the run of whole units near a place that fits the passage best, with its similarity.

    A passage of whole units is offered as whole units, however little of the last one it shares. Where none can be
    as like as the least that counts, the place comes back as it is, with a similarity that none exceeds.
    """
    edges, blocks = new.edges, new.units.block_counts
    first, last = bisect_right(edges.at, hull[0]) - 1, bisect_left(edges.at, hull[1])
    crosses = blocks[hull[1] - 1] - blocks[hull[0]] > old.blocks
    if (
        (edges.at[first], edges.at[last]) == hull
        and not crosses
        and spelled.letters == spelled.text[hull[0] : hull[1]]
    ):
        return 1.0, hull  # nothing is more like it
    starts = slice(max(first - _UNITS + 1, 0), first + _UNITS)
    ends = slice(max(last - _UNITS + 1, 0), last + _UNITS)
    opened, closed = edges.at[starts], edges.at[ends]
    if not opened or not closed:
        return None
    letters, base = spelled.letters, opened[0]
    near = spelled.text[base : closed[-1]]
    size, within = len(old), old.blocks
    shared, limit = LCSseq.similarity(letters, near), _GROWTH * size + _MORE
    if (most := 2 * shared / (size + shared)) < least:
        return most, hull
    runs = []
    inner = list(zip(closed, edges.ended[ends], strict=True))
    for i, before in zip(opened, edges.begun[starts], strict=True):
        for j, inside in inner:
            length = j - i
            if 0 < length <= limit:
                crosses = inside - before - within
                crossed = _CROSSED * crosses if crosses > 0 else 0.0
                # A run can be no more like the passage than with all the tokens that any run shares.
                both = size + length
                lost = both - 2 * min(length, shared)
                runs.append((lost / both + crossed, crossed, i, j))
    runs.sort()
    best = None
    for far, crossed, i, j in runs:
        if best is not None and 1.0 - far < best[0][0] - _ROUNDING:
            break
        words = _alike(letters, near[i - base : j - base])
        fits = (words - crossed, -abs(i - hull[0]), -j, -i)
        if best is None or fits > best[0]:
            best = fits, words, (i, j)
    return best and best[1:]


def _alike(one: str, two: str) -> float:
    return float(Indel.normalized_similarity(one, two))


def context_likeness(old: Stretch, place: Stretch) -> tuple[float, float]:
    """Return how like the text before and after two passages is, 0–100 each."""
    sides = (old.before, place.before), (old.after, place.after)
    left, right = (round(100 * Indel.normalized_similarity(one, two), 1) for one, two in sides)
    return left, right
