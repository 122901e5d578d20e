"""Thin old snapshots and delete what nothing names; a change of its own, for its own pull request."""

import re
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from goldset.domain.retention import Held, PrunePlan, prune_plan
from goldset.errors import ItemFileError, RepositoryError
from goldset.stores.git_repo import Repository, open_repository
from goldset.stores.item_files import read_items
from goldset.stores.set_folder import SetFolder, find_set
from goldset.stores.settings_file import read_settings
from goldset.stores.snapshot_files import (
    FOLDER,
    TEXTS,
    kept_texts,
    read_manifest,
    read_resolutions,
    read_snapshots,
)
from goldset.stores.snapshot_writes import delete_snapshots, delete_texts, thin_snapshot

# A snapshot's id as an item names it, in whatever style of YAML.
_NAMED = re.compile(rb"snapshot[\"']?\s*:\s*[\"']?([A-Za-z0-9][A-Za-z0-9._-]*)")


@dataclass(frozen=True, slots=True)
class Pruned:
    """What a prune changed, or would change, and what open branches kept it from."""

    plan: PrunePlan
    held: Held


def prune_snapshots(folder: Path, *, dry_run: bool) -> Pruned:
    """Thin and delete; a run that was stopped is finished by the next one.

    Raises:
        ItemFileError: An item cannot be read, so that nobody knows what it names.
        SnapshotError: A snapshot is damaged.
    """
    found = find_set(folder)
    read = read_items(found.tree)
    broken = [file.path for file in read.files if file.item is None]
    if broken:
        raise ItemFileError(
            f"{len(broken)} item files have errors, and what they name is unknown: {', '.join(broken[:5])}",
            "mend what `goldset validate` reports first",
        )
    snapshots = read_snapshots(found.tree)
    held = held_by_branches(found, [snapshot.id for snapshot in snapshots])
    plan = prune_plan(
        read.items,
        [read_manifest(found.tree, snapshot.id) for snapshot in snapshots],
        {snapshot.id: read_resolutions(found.tree, snapshot.id) for snapshot in snapshots},
        kept_texts(found.tree),
        held,
    )
    if not dry_run:
        # Texts go last: whatever stops this in between, no manifest names a text that is gone too early.
        for manifest in plan.thinned:
            thin_snapshot(found.root, manifest)
        delete_snapshots(found.root, plan.deleted)
        delete_texts(found.root, plan.texts)
    return Pruned(plan, held)


def held_by_branches(found: SetFolder, snapshot_ids: list[str]) -> Held:
    """Return what the open goldset branches of a set hold, local and remote ones; nothing outside of Git.

    A branch holds the snapshots and texts that it adds, and each snapshot that an item file which it changes
    mentions.
    """
    with ExitStack() as stack:
        try:
            repository = stack.enter_context(open_repository(found.root))
        except RepositoryError:
            return Held()
        prefix = repository.prefix(found.root)
        below = f"{prefix}/" if prefix else ""
        tips = _open_branches(repository, read_settings(found.tree).set)
        held = [_held_by(repository, tip, below, snapshot_ids) for tip in tips]
    return Held(
        frozenset().union(*(one.snapshots for one in held)), frozenset().union(*(one.texts for one in held))
    )


def _open_branches(repository: Repository, set_name: str) -> list[str]:
    patterns = [f"refs/heads/goldset/{set_name}/**", f"refs/remotes/*/goldset/{set_name}/**"]
    rows = repository.run("for-each-ref", "--format=%(objectname)", *patterns)
    return sorted(set(rows.decode().split()))


def _held_by(repository: Repository, tip: str, below: str, snapshot_ids: list[str]) -> Held:
    changed = repository.run("diff", "--name-only", "--no-renames", "-z", f"HEAD...{tip}", "--", f"{below}.")
    names = changed.decode("utf-8", "surrogateescape").split("\0")
    paths = [name.removeprefix(below) for name in names if name]
    inside = [path.split("/") for path in paths if path.startswith(f"{FOLDER}/")]
    added = {names[1] for names in inside if len(names) > 2}  # noqa: PLR2004 (folder, id, file)
    texts = {path.rsplit("/", 1)[1].removesuffix(".txt") for path in paths if path.startswith(f"{TEXTS}/")}
    tree = repository.tree(tip, below.rstrip("/"))
    items = [tree.read(path) or b"" for path in paths if path.startswith("items/")]
    mentioned = {name.decode() for data in items for name in _NAMED.findall(data)} & set(snapshot_ids)
    return Held(frozenset(added - {"texts"} | mentioned), frozenset(texts))
