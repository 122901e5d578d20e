"""What differs between two snapshots, by document."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from goldset.domain.snapshots import DocumentRecord, Manifest


@dataclass(frozen=True, slots=True)
class SnapshotDiff:
    """The documents in which two snapshots differ; each is in one list, every list is sorted.

    Attributes:
        added: Ids that only the second has.
        removed: Ids that only the first has.
        renamed: Pairs (first id, second id) of a removed and an added document with the same text, where no
            other removed or added document has it.
        changed: Ids whose text differs.
        metadata_changed: Ids whose text is the same and whose metadata differs.
        unchanged: How many documents are the same in both.
        incomplete: Whether a thinned snapshot took part: documents that it does not list are not compared.
    """

    added: tuple[str, ...]
    removed: tuple[str, ...]
    renamed: tuple[tuple[str, str], ...]
    changed: tuple[str, ...]
    metadata_changed: tuple[str, ...]
    unchanged: int
    incomplete: bool


def snapshot_diff(first: Manifest, second: Manifest) -> SnapshotDiff:
    """Return what differs; a thinned snapshot says nothing of documents that it does not list."""
    before, after = first.documents, second.documents
    gone = [] if second.snapshot.thinned else sorted(before.keys() - after.keys())
    new = [] if first.snapshot.thinned else sorted(after.keys() - before.keys())
    both = sorted(before.keys() & after.keys())
    changed = [name for name in both if before[name].text_sha256 != after[name].text_sha256]
    same_text = [name for name in both if before[name].text_sha256 == after[name].text_sha256]
    described = [name for name in same_text if dict(before[name].metadata) != dict(after[name].metadata)]
    renamed = _renamed(gone, before, new, after)
    left, right = {old for old, _ in renamed}, {name for _, name in renamed}
    return SnapshotDiff(
        added=tuple(name for name in new if name not in right),
        removed=tuple(name for name in gone if name not in left),
        renamed=tuple(renamed),
        changed=tuple(changed),
        metadata_changed=tuple(described),
        unchanged=len(same_text) - len(described),
        incomplete=first.snapshot.thinned or second.snapshot.thinned,
    )


def _renamed(
    gone: list[str], before: Mapping[str, DocumentRecord], new: list[str], after: Mapping[str, DocumentRecord]
) -> list[tuple[str, str]]:
    lost = _by_text(before[name] for name in gone)
    found = _by_text(after[name] for name in new)
    return sorted((lost[text], found[text]) for text in lost.keys() & found.keys())


def _by_text(documents: Iterable[DocumentRecord]) -> dict[str, str]:
    """Return the ids of documents by text, without texts that several have."""
    listed = list(documents)
    counts = Counter(document.text_sha256 for document in listed)
    return {d.text_sha256: d.doc_id for d in listed if counts[d.text_sha256] == 1 and d.chars}
