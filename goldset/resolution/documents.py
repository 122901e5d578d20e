"""The manifest join: what became of each document that a span was confirmed in."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum, auto

import numpy as np

from goldset.domain.resolutions import Difference, DifferenceKind, Outcome
from goldset.domain.snapshots import DocumentRecord
from goldset.resolution.changes import Change
from goldset.resolution.library import Library
from goldset.resolution.mapping import Mapping as TokenMap
from goldset.resolution.mapping import map_tokens
from goldset.resolution.reading import Reading
from goldset.resolution.renames import Rename, Shares, by_content, by_equal_text, by_hints, count_runs
from goldset.resolution.scope import path_scope, scope_words
from goldset.resolution.units import FRONT_MATTER, find_headings

# A document that keeps less than this share of its runs of five words may hold another page now.
_REPLACED = 0.05

_FRONT_TITLE = re.compile(r"^title:[ \t]*[\"']?(.*?)[\"']?[ \t]*$", re.MULTILINE)


class Fate(Enum):
    """What became of a document."""

    SAME = auto()
    CHANGED = auto()
    RENAMED = auto()
    GONE = auto()


@dataclass(frozen=True, slots=True)
class Joined:
    """A document of the old snapshot and what it is now.

    Attributes:
        doc_id: Its old id.
        fate: What became of it.
        target: Its id now; None where it is gone.
        rename: What says so, where the id changed.
        change: What changed about to whom, where or when it applies.
        kin: Share (0–1) of a lost document's rare runs that new and changed documents hold.
    """

    doc_id: str
    fate: Fate
    target: str | None = None
    rename: Rename | None = None
    change: Change | None = None
    kin: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True)
class Snapshots:
    """Two snapshots to compare: the one that spans were confirmed in, and the new one."""

    old: Library
    new: Library
    hints: tuple[tuple[str, str], ...]
    terms: frozenset[str]

    @property
    def before(self) -> Mapping[str, DocumentRecord]:
        """Records of the old snapshot."""
        return self.old.corpus.documents

    @property
    def after(self) -> Mapping[str, DocumentRecord]:
        """Records of the new snapshot."""
        return self.new.corpus.documents

    def fresh(self) -> list[str]:
        """Return the ids of new and changed documents, sorted: only they can have received a passage."""
        return sorted(d for d, record in self.after.items() if not _same_text(self.before.get(d), record))


def join(pair: Snapshots, wanted: Iterable[str]) -> dict[str, Joined]:
    """Return what became of each wanted document of the old snapshot."""
    joined: dict[str, Joined] = {}
    lost: dict[str, bool] = {}
    for doc_id in sorted(set(wanted)):
        record, own = pair.before.get(doc_id), pair.after.get(doc_id)
        if own is None:
            lost[doc_id] = True
        elif _same_text(record, own):
            joined[doc_id] = Joined(doc_id, Fate.SAME, doc_id, change=_metadata_change(record, own))
        elif _is_replaced(pair, doc_id):
            lost[doc_id] = False
        else:
            joined[doc_id] = Joined(doc_id, Fate.CHANGED, doc_id, change=_metadata_change(record, own))
    if not lost:
        return joined
    shares = _shares(pair, lost)
    found, table = _renames(pair, lost, shares), shares.table()
    for doc_id, gone in lost.items():
        kin = {target: share for target, (_, share) in table.get(doc_id, {}).items()}
        joined[doc_id] = replace(_lost(pair, doc_id, found.get(doc_id), gone=gone), kin=kin)
    return joined


def _lost(pair: Snapshots, doc_id: str, rename: Rename | None, *, gone: bool) -> Joined:
    if rename is not None:
        change = _rename_change(pair, doc_id, rename.target)
        return Joined(doc_id, Fate.RENAMED, rename.target, rename, change)
    if gone:
        return Joined(doc_id, Fate.GONE)
    change = _metadata_change(pair.before.get(doc_id), pair.after[doc_id])
    other = Change(Outcome.SCOPE_CHANGED, "its document holds next to nothing of what it held: another page")
    return Joined(doc_id, Fate.CHANGED, doc_id, change=change or other)


def _same_text(record: DocumentRecord | None, own: DocumentRecord) -> bool:
    return record is not None and record.text_sha256 == own.text_sha256


def _is_replaced(pair: Snapshots, doc_id: str) -> bool:
    """Return whether a document with another title holds next to nothing of the old text: another page.

    The titles are compared first: where they are the same, neither text is normalised yet.
    """
    texts = pair.old.readable_text(doc_id), pair.new.readable_text(doc_id)
    if None not in texts and len({_folded(_title(text or "")) for text in texts}) == 1:
        return False
    old, new = pair.old.readable(doc_id), pair.new.readable(doc_id)
    if old is None:
        titles = pair.before[doc_id].title if doc_id in pair.before else None, pair.after[doc_id].title
        return None not in titles and len({_folded(str(title)) for title in titles}) > 1
    if new is None or not len(old.tokens):
        return False
    shared = np.intersect1d(old.runs, new.runs, assume_unique=True)
    return len(old.runs) > 0 and len(shared) < _REPLACED * len(old.runs)


def _shares(pair: Snapshots, lost: Iterable[str]) -> Shares:
    """Return what new and changed documents hold of the lost ones whose text is known."""
    shares = count_runs({d: reading for d in lost if (reading := pair.old.readable(d)) is not None})
    for doc_id in pair.fresh() if shares.sources else ():
        reading = pair.new.readable(doc_id)
        if reading is not None:
            shares.add(doc_id, reading)
    return shares


def _renames(pair: Snapshots, lost: Mapping[str, bool], shares: Shares) -> dict[str, Rename]:
    """Return the renames of documents that are gone (True) or replaced (False)."""
    added = frozenset(pair.after.keys() - pair.before.keys())
    hashes = {d: pair.before[d].text_sha256 for d in lost if d in pair.before}
    all_gone = {d: r.text_sha256 for d, r in pair.before.items() if d not in pair.after} | hashes
    equal = by_equal_text(all_gone, {d: pair.after[d].text_sha256 for d in added})
    sources = {d: reading for d in shares.sources if (reading := pair.old.readable(d)) is not None}
    content = by_content(shares, added, _held_little(pair, shares, sources))
    hinted = by_hints(pair.hints, shares, frozenset(lost), added)
    return hinted | content | {source: rename for source, rename in equal.items() if source in lost}


def _held_little(
    pair: Snapshots, shares: Shares, sources: Mapping[str, Reading]
) -> dict[str, frozenset[str]]:
    """Return for each older document the lost ones of which it held next to nothing before."""
    found: dict[str, frozenset[str]] = {}
    earlier = count_runs(sources)
    for doc_id in shares.held:
        if doc_id not in pair.before or doc_id in sources:
            continue
        reading = pair.old.readable(doc_id)
        if reading is not None:
            earlier.add(doc_id, reading)
            found[doc_id] = frozenset()
    table = earlier.table(alone=True)
    for doc_id in found:
        found[doc_id] = frozenset(s for s in sources if table[s].get(doc_id, (0, 0.0))[1] < 0.05)  # noqa: PLR2004
    return found


def _title(raw: str) -> str:
    """Return the title in the front matter and the first heading: either may be a template's placeholder."""
    front = FRONT_MATTER.match(raw)
    title = _FRONT_TITLE.search(front[0]) if front else None
    headings = find_headings(raw)
    return f"{title[1] if title else ''} {headings[0].text if headings else ''}"


def _folded(title: str) -> str:
    return " ".join(title.lower().split())


def _metadata_change(record: DocumentRecord | None, own: DocumentRecord) -> Change | None:
    if record is None:
        return None
    before, after = record.scope(), own.scope()
    fields = sorted(name for name in before.keys() | after.keys() if before.get(name) != after.get(name))
    if not fields:
        return None
    found = tuple(
        Difference(DifferenceKind.JURISDICTION, before.get(f, ""), after.get(f, "")) for f in fields
    )
    return Change(Outcome.SCOPE_CHANGED, f"the document's {', '.join(fields)} changed", found)


def _rename_change(pair: Snapshots, doc_id: str, target: str) -> Change | None:
    """Return what a new path or title says about to whom the document applies."""
    record, own = pair.before.get(doc_id), pair.after[target]
    changed = _metadata_change(record, own)
    if changed is not None:
        return changed
    language, words = path_scope(doc_id, pair.terms)
    new_language, new_words = path_scope(target, pair.terms)
    titles = ((record.title or "") if record else "", own.title or "")
    before, after = (
        words | scope_words(titles[:1], pair.terms),
        new_words | scope_words(titles[1:], pair.terms),
    )
    if language == new_language and before == after:
        return None
    one, two = (
        " ".join([language, *sorted(before - after)]),
        " ".join([new_language, *sorted(after - before)]),
    )
    found = (Difference(DifferenceKind.JURISDICTION, one.strip(), two.strip()),)
    return Change(
        Outcome.SCOPE_CHANGED, f"the document that took its place is for something else: {target}", found
    )


def token_map(old: Reading, new: Reading) -> TokenMap:
    """Return old token → new token."""
    return map_tokens(old.keys, new.keys)


def other_documents(pair: Snapshots, joined: Joined) -> Sequence[str]:
    """Return the new and changed documents other than the span's own."""
    return [d for d in pair.fresh() if d != joined.target]
