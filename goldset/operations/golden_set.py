"""A golden set as a value: its items, settings and snapshots, and where its spans stand."""

import os
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from goldset.domain.items import Item, Span
from goldset.domain.settings import Settings
from goldset.domain.snapshots import Snapshot
from goldset.domain.standing import SetStanding
from goldset.errors import ItemFileError, SnapshotError
from goldset.operations.resolve import ResolvedSet, ResolveRequest, resolve_set
from goldset.operations.standings import read_standing
from goldset.stores.item_files import read_items
from goldset.stores.set_folder import SetFolder, find_set
from goldset.stores.settings_file import read_settings
from goldset.stores.snapshot_files import read_snapshots


@dataclass(frozen=True)
class GoldenSet:
    """A golden set as it was when it was loaded (see `load`).

    Attributes:
        root: Its folder, absolute.
        settings: What goldset.yaml says; the defaults where there is none.
        items: Every item that could be read, by path.
        unreadable: Paths of item files with errors, relative to the folder; empty unless they were allowed.
    """

    root: Path
    settings: Settings
    items: tuple[Item, ...]
    unreadable: tuple[str, ...]

    @property
    def spans(self) -> tuple[Span, ...]:
        """Every gold span of every item, by item and place in the item."""
        return tuple(span for item in self.items for span in item.spans())

    @cached_property
    def snapshots(self) -> tuple[Snapshot, ...]:
        """The corpus snapshots, the newest last.

        Raises:
            SnapshotError: One is damaged.
        """
        return tuple(read_snapshots(self._folder.tree))

    def standing(self, at: str | None = None) -> SetStanding:
        """Return where every item and span stands in a snapshot: current, stale with the reason, or skipped.

        Args:
            at: Id of the snapshot; None for the newest.

        Raises:
            SnapshotError: There is no such snapshot, or none at all, or one that is needed is damaged.
        """
        found = read_standing(self._folder.tree, self.items, at)
        if found is None:
            raise SnapshotError("the set has no snapshot yet", "make one with `goldset snapshot create`")
        return found

    @property
    def _folder(self) -> SetFolder:
        return find_set(self.root)


def load(path: str | os.PathLike[str] = ".", *, allow_errors: bool = False) -> GoldenSet:
    """Load the golden set that a folder belongs to.

    Args:
        path: The set's folder, or one below it.
        allow_errors: Leave out item files with errors and name them in `unreadable`. Without it they are an
            error, so that no item ever is missing without a word.

    Raises:
        ItemFileError: An item file has errors.
        SettingsError: goldset.yaml has errors.
        GoldsetError: There is no set.
    """
    found = find_set(Path(path))
    read = read_items(found.tree)
    unreadable = tuple(file.path for file in read.unreadable)
    if unreadable and not allow_errors:
        count = (
            f"{len(unreadable)} item files have errors" if len(unreadable) > 1 else "an item file has errors"
        )
        raise ItemFileError(f"{count}: {', '.join(unreadable[:3])}", "`goldset validate` lists all of them")
    return GoldenSet(found.root, read_settings(found.tree), read.items, unreadable)


def resolve(
    golden: GoldenSet | str | os.PathLike[str],
    to: str,
    *,
    corpus: str | None = None,
    renames: str | os.PathLike[str] | None = None,
) -> ResolvedSet:
    """Resolve every span of a set again in a snapshot. Nothing is written.

    Args:
        golden: The set, or a folder of it; its files are read again.
        to: Id of the snapshot.
        corpus: What that snapshot indexed: a folder, a JSON Lines or Parquet file, or `git:REV:PATH`;
            relative to the set's folder. None for kept texts and the sources of goldset.yaml.
        renames: File of renamed documents, `{"from", "to"}` in JSON Lines; None where there is none.

    Raises:
        SnapshotError: There is no such snapshot, or its texts cannot be had.
        CorpusError: The corpus that was named cannot be used.
        GoldsetError: There is no set, or the list of renames cannot be read.
    """
    folder = golden.root if isinstance(golden, GoldenSet) else Path(golden)
    listed = None if renames is None else Path(renames)
    return resolve_set(folder, ResolveRequest(to=to, corpus=corpus, renames=listed))
