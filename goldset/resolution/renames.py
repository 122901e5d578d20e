"""Which document became which: by shared rare runs of words, by equal text, by what Git or a list says.

A run is rare when at most _RARE documents on a side hold it. The margins are measured: without the mutual
best, sibling pages made from one template swap their passages.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from goldset.resolution.tokens import Keys, distinct

_RARE = 3
# Trusted: half of the document and twice the runner-up, or a fifth and four times the runner-up.
_MARGINS = ((0.5, 2.0), (0.2, 4.0))
# With the same file name, which no other document has.
_NAMED_MARGIN = (0.1, 4.0)
# Of these shares on, a document that existed before may have taken the other one in; where it holds less
# than nearly all, no other document holds any to speak of.
_MERGED = ((0.8, 1.0), (0.6, 8.0))
# Below this share another document must not hold the passage as well.
SURE = 0.8
# A rival holds at least this share of the old document.
_RIVAL = 0.03
# Git compares lines, and is wrong near its limit: the content must not contradict it.
_HINT_FLOOR = 0.1


@dataclass(frozen=True, slots=True)
class Rename:
    """A document that is another one now.

    Attributes:
        source: Id in the old snapshot.
        target: Id in the new one.
        share: Share (0–1) of the old document's rare runs that the new one holds; 1 for equal text.
        evidence: What says so, for people.
        rivals: Other new or changed documents that hold some of the old one.
    """

    source: str
    target: str
    share: float
    evidence: str
    rivals: tuple[str, ...] = ()


@dataclass(slots=True)
class Shares:
    """How many rare runs of each old document each new one holds; made by `count_runs`, added to by `add`."""

    sources: dict[str, Keys]
    union: Keys
    held: dict[str, Keys] = field(default_factory=dict)

    def add(self, doc_id: str, shared: Keys) -> None:
        """Count a document by the runs that it shares (see `shared_runs`); any order gives the same result."""
        if len(shared):
            self.held[doc_id] = shared

    def table(self, *, alone: bool = False) -> dict[str, dict[str, tuple[int, float]]]:
        """Return source → target → (rare runs shared, share of the source's rare runs).

        With `alone`, each target is looked at as though there were no other.
        """
        held = {target: np.searchsorted(self.union, shared) for target, shared in self.held.items()}
        rare = np.ones(len(self.union), dtype=np.bool_)
        if not alone:
            counts = np.zeros(len(self.union), dtype=np.int64)
            for at in held.values():
                counts[at] += 1
            rare = counts <= _RARE
        owners, sizes = self._owners(rare)
        names = list(self.sources)
        table: dict[str, dict[str, tuple[int, float]]] = {source: {} for source in names}
        for target, at in held.items():
            owned = owners[at]
            shared = np.bincount(owned[owned >= 0], minlength=len(names))
            for number in np.flatnonzero(shared).tolist():
                count = int(shared[number])
                table[names[number]][target] = count, count / sizes[number]
        return table

    def _owners(self, rare: NDArray[np.bool_]) -> tuple[NDArray[np.int64], list[int]]:
        """Return the numbers of the sources that hold each rare run (-1: none), and how many each holds."""
        at = [np.searchsorted(self.union, mine) for mine in self.sources.values()]
        own = np.zeros(len(self.union), dtype=np.int64)
        for places in at:
            own[places] += 1
        rare = rare & (own <= _RARE)
        owners = np.full((len(self.union), _RARE), -1, dtype=np.int64)
        taken = np.zeros(len(self.union), dtype=np.int64)
        sizes = []
        for number, places in enumerate(at):
            mine = places[rare[places]]
            owners[mine, taken[mine]] = number
            taken[mine] += 1
            sizes.append(len(mine))
        return owners, sizes


def count_runs(sources: Mapping[str, Keys]) -> Shares:
    """Return the counter for old documents that are gone or hold another page now, by their runs."""
    union = distinct(np.concatenate(list(sources.values()))) if sources else np.zeros(0, dtype=np.uint64)
    return Shares(dict(sources), union)


def shared_runs(runs: Keys, union: Keys) -> Keys:
    """Return which of a document's runs the lost documents hold."""
    at = np.searchsorted(union, runs)
    at[at == len(union)] = 0
    return runs[union[at] == runs] if len(union) else runs[:0]


def may_have_merged(shares: Shares) -> frozenset[str]:
    """Return the documents that hold enough of an old one to have taken it in.

    Of no other does `by_content` ask what it held before: its margins for a merge begin at this share.
    """
    least = min(floor for floor, _ in _MERGED)
    rows = shares.table().values()
    return frozenset(target for row in rows for target, (_, share) in row.items() if share >= least)


def by_content(
    shares: Shares, new: frozenset[str], held_before: Mapping[str, frozenset[str]]
) -> dict[str, Rename]:
    """Return the renames that the content shows.

    Args:
        shares: What the new and changed documents hold of the old ones.
        new: Ids that the old snapshot did not have.
        held_before: For a document that existed before, the old documents of which it held next to nothing
            then.
    """
    table = shares.table()
    found = {}
    for source, row in table.items():
        ranked = sorted(row.items(), key=lambda cell: (-cell[1][1], cell[0]))
        fresh = [(target, share) for target, (_, share) in ranked if target in new and target != source]
        if fresh and _trusted(source, fresh) and _is_best_source(table, source, fresh[0][0]):
            target, share = fresh[0]
        else:
            merged = _merged(source, ranked, held_before)
            if merged is None:
                continue
            target, share = merged
        rivals = tuple(t for t, (_, s) in ranked if s >= _RIVAL and t not in {target, source})
        found[source] = Rename(source, target, share, f"holds {share:.0%} of its rare runs of words", rivals)
    return found


def _trusted(source: str, fresh: list[tuple[str, float]]) -> bool:
    target, best = fresh[0]
    second = fresh[1][1] if len(fresh) > 1 else 0.0
    named = (
        _file_name(source) == _file_name(target)
        and [_file_name(t) for t, _ in fresh].count(_file_name(target)) == 1
    )
    margins = (*_MARGINS, _NAMED_MARGIN) if named else _MARGINS
    return any(best >= floor and best >= lead * second for floor, lead in margins)


def _merged(
    source: str, ranked: list[tuple[str, tuple[int, float]]], held_before: Mapping[str, frozenset[str]]
) -> tuple[str, float] | None:
    """Return the older document that took another one in, with its share; None where none or several may."""
    for floor, lead in _MERGED:
        found = [(t, s) for t, (_, s) in ranked if s >= floor and source in held_before.get(t, frozenset())]
        if len(found) == 1:
            target, share = found[0]
            second = max((s for t, (_, s) in ranked if t not in {target, source}), default=0.0)
            return found[0] if share >= lead * second else None
    return None


def _file_name(doc_id: str) -> str:
    return doc_id.rsplit("/", 1)[-1]


def _is_best_source(table: dict[str, dict[str, tuple[int, float]]], source: str, target: str) -> bool:
    """Return whether no other old document shares as much with the target."""
    own = table[source][target][0]
    return all(row.get(target, (0, 0.0))[0] < own for other, row in table.items() if other != source)


def by_equal_text(gone: Mapping[str, str], new: Mapping[str, str]) -> dict[str, Rename]:
    """Return the renames of documents whose text is the same.

    Both are id → text hash, and pair one to one.
    """
    at: dict[str, list[str]] = {}
    for doc_id, text in new.items():
        at.setdefault(text, []).append(doc_id)
    holders: dict[str, int] = {}
    for text in gone.values():
        holders[text] = holders.get(text, 0) + 1
    return {
        source: Rename(source, at[text][0], 1.0, "has the same text")
        for source, text in gone.items()
        if len(at.get(text, [])) == 1 == holders[text]
    }


def by_hints(
    hints: Iterable[tuple[str, str]], shares: Shares, gone: frozenset[str], new: frozenset[str]
) -> dict[str, Rename]:
    """Return the renames that Git or a list says, one to one, where the content agrees."""
    pairs = sorted({(source, target) for source, target in hints if source in gone and target in new})
    sources, targets = [source for source, _ in pairs], [target for _, target in pairs]
    table = shares.table()
    found = {}
    for source, target in pairs:
        if sources.count(source) > 1 or targets.count(target) > 1:
            continue
        row = {t: share for t, (_, share) in table.get(source, {}).items() if t in new}
        share = row.get(target, 0.0)
        known = source in shares.sources
        if known and (share < _HINT_FLOOR or any(s > share for s in row.values())):
            continue
        rivals = tuple(
            t for t, (_, s) in sorted(table.get(source, {}).items()) if s >= _RIVAL and t != target
        )
        found[source] = Rename(source, target, share, "the list of renames says so", rivals)
    return found
