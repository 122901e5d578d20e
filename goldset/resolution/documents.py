"""The manifest join: what became of each document that a span was confirmed in."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum, auto

import numpy as np

from goldset.domain.resolutions import Difference, DifferenceKind, Outcome
from goldset.domain.snapshots import DocumentRecord
from goldset.resolution.changes import Change
from goldset.resolution.library import Pair
from goldset.resolution.mapping import Mapping as TokenMap
from goldset.resolution.mapping import map_tokens
from goldset.resolution.reading import Reading, read
from goldset.resolution.renames import Rename, Shares, by_content, by_equal_text, by_hints
from goldset.resolution.scope import path_scope, scope_words
from goldset.resolution.tokens import Keys
from goldset.resolution.units import find_headings, front_matter_end

# A document that keeps less than this share of its runs of five words may hold another page now.
_REPLACED = 0.05

Titles = tuple[str | None, str | None]
"""What the records of two snapshots say is a document's title."""

_FRONT_TITLE = re.compile(r"^title[ \t]*[:=][ \t]*[\"']?(.*?)[\"']?[ \t]*$", re.MULTILINE)


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
        chars: Length of its old text in code points; None where no record says so.
    """

    doc_id: str
    fate: Fate
    target: str | None = None
    rename: Rename | None = None
    change: Change | None = None
    kin: Mapping[str, float] = field(default_factory=dict)
    chars: int | None = None


@dataclass(frozen=True)
class Snapshots:
    """The records of two snapshots: of the one that spans were confirmed in, and of the new one."""

    before: Mapping[str, DocumentRecord]
    after: Mapping[str, DocumentRecord]
    hints: tuple[tuple[str, str], ...]
    terms: frozenset[str]

    def fresh(self) -> list[str]:
        """Return the ids of new and changed documents, sorted: only they can have received a passage."""
        return sorted(d for d, record in self.after.items() if not _same_text(self.before.get(d), record))

    def titles(self, doc_id: str) -> Titles:
        """Return a document's titles then and now, as the records say."""
        before, after = self.before.get(doc_id), self.after.get(doc_id)
        return before.title if before else None, after.title if after else None


def joined_by_id(pair: Snapshots, doc_id: str) -> Joined:
    """Return what became of a document by its id alone: the same, changed, or gone.

    One that changed may still be another page now (see `another_page`), and one that is gone renamed.
    """
    record, own = pair.before.get(doc_id), pair.after.get(doc_id)
    chars = record.chars if record else None
    if own is None:
        return Joined(doc_id, Fate.GONE, chars=chars)
    fate = Fate.SAME if _same_text(record, own) else Fate.CHANGED
    return Joined(doc_id, fate, doc_id, change=_metadata_change(record, own), chars=chars)


def joined_by_content(
    pair: Snapshots, lost: Mapping[str, bool], shares: Shares, held_little: Mapping[str, frozenset[str]]
) -> dict[str, Joined]:
    """Return what became of documents that are gone (True) or another page now (False).

    Args:
        pair: The snapshots.
        lost: These documents.
        shares: What new and changed documents hold of them.
        held_little: For each older document, the lost ones of which it held next to nothing before.
    """
    found, table = _renames(pair, lost, shares, held_little), shares.table()
    joined = {}
    for doc_id, gone in lost.items():
        kin = {target: share for target, (_, share) in table.get(doc_id, {}).items()}
        record = pair.before.get(doc_id)
        what = _lost(pair, doc_id, found.get(doc_id), gone=gone)
        joined[doc_id] = replace(what, kin=kin, chars=record.chars if record else None)
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


def another_page(pair: Pair, doc_id: str, titles: Titles, passages: Sequence[str]) -> list[bool]:
    """Return for each passage whether a document with another title is another page now.

    It is where it holds next to nothing of what stood beside the passage: that the same words stand on another page,
    too, says nothing of the page. The titles are compared first: where they are the same, neither text is normalised.

    Args:
        pair: The texts.
        doc_id: The document, which changed.
        titles: Its titles then and now, as the records say: for where the old text was not kept.
        passages: Texts of the spans that were confirmed in it.
    """
    texts = pair.old.readable_text(doc_id), pair.new.readable_text(doc_id)
    if None not in texts and len({_folded(_title(text or "")) for text in texts}) == 1:
        return [False] * len(passages)
    old, new = pair.old.readable(doc_id), pair.new.readable(doc_id)
    if old is None:
        replaced = None not in titles and len({_folded(str(title)) for title in titles}) > 1
        return [replaced] * len(passages)
    if new is None:
        return [False] * len(passages)
    shared = _common(old.runs, new.runs)
    return [_holds_little(old.runs, shared, read(doc_id, text).runs) for text in passages]


def _holds_little(old: Keys, shared: Keys, passage: Keys) -> bool:
    beside = len(old) - len(_common(old, passage))
    return len(shared) - len(_common(shared, passage)) < _REPLACED * beside


def _common(one: Keys, two: Keys) -> Keys:
    return np.intersect1d(one, two, assume_unique=True)


def _renames(
    pair: Snapshots, lost: Mapping[str, bool], shares: Shares, held_little: Mapping[str, frozenset[str]]
) -> dict[str, Rename]:
    """Return the renames of documents that are gone (True) or replaced (False)."""
    added = frozenset(pair.after.keys() - pair.before.keys())
    hashes = {d: pair.before[d].text_sha256 for d in lost if d in pair.before}
    all_gone = {d: r.text_sha256 for d, r in pair.before.items() if d not in pair.after} | hashes
    equal = by_equal_text(all_gone, {d: pair.after[d].text_sha256 for d in added})
    content = by_content(shares, added, held_little)
    hinted = by_hints(pair.hints, shares, frozenset(lost), added)
    return hinted | content | {source: rename for source, rename in equal.items() if source in lost}


def held_little(earlier: Shares, documents: Iterable[str]) -> dict[str, frozenset[str]]:
    """Return for each older document the lost ones of which it held next to nothing before.

    Args:
        earlier: What the older documents held of the lost ones.
        documents: The older documents, those that held nothing too.
    """
    table = earlier.table(alone=True)
    return {
        doc_id: frozenset(
            source
            for source in earlier.sources
            if table[source].get(doc_id, (0, 0.0))[1] < 0.05  # noqa: PLR2004
        )
        for doc_id in documents
    }


def _title(raw: str) -> str:
    """Return the title in the front matter and the first heading: either may be a template's placeholder."""
    title = _FRONT_TITLE.search(raw, 0, front_matter_end(raw))
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
    return map_tokens(old.tokens, new.tokens)
