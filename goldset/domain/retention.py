"""What of the snapshots is still needed: which documents hold gold, and what a prune may take away."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from goldset.domain.items import Item
from goldset.domain.resolutions import Resolution
from goldset.domain.snapshots import Manifest

NEWEST_KEPT = 2


@dataclass(frozen=True, slots=True)
class Held:
    """What open goldset branches hold: snapshots by id, kept texts by SHA-256."""

    snapshots: frozenset[str] = frozenset()
    texts: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class PrunePlan:
    """What a prune changes.

    Attributes:
        thinned: Manifests to be written with fewer documents.
        deleted: Ids of snapshots that nothing names.
        texts: SHA-256 of kept texts that nothing names.
    """

    thinned: tuple[Manifest, ...]
    deleted: tuple[str, ...]
    texts: tuple[str, ...]


def gold_documents(items: Iterable[Item]) -> frozenset[str]:
    """Return the ids of all documents that confirmed spans name, in whatever snapshot, and near spans.

    Retired and pinned items count: they are never deleted, and may be asked about.
    """
    listed = list(items)
    spans = {span.confirmed.doc_id for item in listed for span in item.spans()}
    return frozenset(spans | {near.doc_id for item in listed for near in item.near_spans})


def named_snapshots(items: Iterable[Item]) -> frozenset[str]:
    """Return the ids of all snapshots that items, their spans and their relabel blocks name."""
    listed = list(items)
    spans = [span for item in listed for span in item.spans()]
    names = [item.corpus_snapshot for item in listed] + [span.snapshot for span in spans]
    names += [span.relabel.snapshot for span in spans if span.relabel is not None]
    return frozenset(name for name in names if name)


def prune_plan(
    items: Sequence[Item],
    manifests: Sequence[Manifest],
    resolutions: Mapping[str, Collection[Resolution]],
    kept_texts: Iterable[str],
    held: Held,
) -> PrunePlan:
    """Plan what to thin and to delete.

    The newest two snapshots and those that open branches hold stay as they are. Of the others those stay that
    a confirmed span names, or where a person took a carry-over back (that must never be forgotten), thinned
    to the documents of `gold_documents` and of the places where spans were carried over to.

    Args:
        items: All items of the set.
        manifests: All snapshots.
        resolutions: Lines by snapshot id.
        kept_texts: SHA-256 of every kept text.
        held: What open goldset branches hold.
    """
    in_order = sorted(manifests, key=lambda manifest: (manifest.snapshot.created, manifest.snapshot.id))
    whole = {manifest.snapshot.id for manifest in in_order[-NEWEST_KEPT:]} | held.snapshots
    named = named_snapshots(items) | {
        name for name, lines in resolutions.items() if any(line.undone for line in lines)
    }
    gold = gold_documents(items)
    staying = [m for m in in_order if m.snapshot.id in whole or m.snapshot.id in named]
    needed = {m.snapshot.id: gold | _carried_to(resolutions.get(m.snapshot.id, ())) for m in staying}
    thin = [_thinned(m, needed[m.snapshot.id]) for m in staying if m.snapshot.id not in whole]
    texts = held.texts | {
        document.text_sha256
        for manifest in staying
        for name, document in manifest.documents.items()
        if name in needed[manifest.snapshot.id] or manifest.snapshot.id in held.snapshots
    }
    stays = {manifest.snapshot.id for manifest in staying}
    return PrunePlan(
        thinned=tuple(manifest for manifest in thin if manifest is not None),
        deleted=tuple(m.snapshot.id for m in in_order if m.snapshot.id not in stays),
        texts=tuple(sorted(set(kept_texts) - texts)),
    )


def _carried_to(lines: Iterable[Resolution]) -> frozenset[str]:
    return frozenset(line.to.doc_id for line in lines if line.to is not None)


def _thinned(manifest: Manifest, needed: Collection[str]) -> Manifest | None:
    """Return the manifest with the needed documents only; None where it lists no other."""
    documents = {name: document for name, document in manifest.documents.items() if name in needed}
    if len(documents) == len(manifest.documents):
        return None
    return Manifest(replace(manifest.snapshot, thinned=True), documents)
