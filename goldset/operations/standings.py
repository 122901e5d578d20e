"""Where the items of a set stand in a snapshot, read from its files."""

from collections.abc import Iterable

from goldset.domain.items import Item
from goldset.domain.snapshots import Snapshot, newest
from goldset.domain.standing import SetStanding, Standpoint, stand, standpoint
from goldset.errors import SnapshotError
from goldset.stores.snapshot_files import read_manifest, read_resolutions, read_snapshots
from goldset.stores.trees import Tree


def read_standing(tree: Tree, items: Iterable[Item], at: str | None) -> SetStanding | None:
    """Return where items stand in a snapshot, the newest where none is named; None for a set without any.

    Raises:
        SnapshotError: There is no such snapshot, or one that is needed is damaged.
    """
    listed = list(items)
    found = read_standpoint(tree, listed, at)
    return None if found is None else stand(listed, found)


def read_standpoint(tree: Tree, items: Iterable[Item], at: str | None) -> Standpoint | None:
    """Return what says where items stand in a snapshot; None where the set has none and none is named."""
    known = {snapshot.id: snapshot for snapshot in read_snapshots(tree)}
    here = _named(known, at)
    if here is None:
        return None
    named = {span.snapshot for item in items for span in item.spans()} & known.keys()
    older = [s.id for s in known.values() if (s.created, s.id) <= (here.created, here.id)]
    return standpoint(
        here.id,
        [read_manifest(tree, name) for name in sorted({*(n for n in named if n), here.id})],
        {name: read_resolutions(tree, name) for name in older},
    )


def _named(known: dict[str, Snapshot], at: str | None) -> Snapshot | None:
    if at is None:
        return newest(known.values())
    if at not in known:
        listed = ", ".join(sorted(known)[-5:]) or "none yet"
        raise SnapshotError(f"there is no snapshot {at}", f"`goldset snapshot list` shows them: {listed}")
    return known[at]
