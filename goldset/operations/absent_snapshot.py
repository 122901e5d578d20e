"""Where a snapshot is that the set at hand lacks: on an open branch of goldset's, or nowhere yet."""

import shlex

from goldset.domain.branch_names import folder
from goldset.errors import RepositoryError, SnapshotError
from goldset.stores.git_repo import open_repository
from goldset.stores.set_folder import SetFolder
from goldset.stores.settings_file import read_settings
from goldset.stores.snapshot_files import snapshot_ids, snapshot_path

HEAD = "snapshot.yaml"


def require_snapshot(found: SetFolder, wanted: str, corpus: str | None = None) -> None:
    """Refuse a snapshot that the set does not have, and say where it is or how it is made.

    Args:
        found: The set.
        wanted: Id of the snapshot.
        corpus: The corpus that a person named beside it; None where none was.

    Raises:
        SnapshotError: The set has no such snapshot.
    """
    known = snapshot_ids(found.tree)
    if wanted in known:
        return
    branch = _branch_with(found, wanted)
    if branch is not None:
        merge = f"`git merge {branch}`, or plan with `goldset reindex --dry-run`"
        raise SnapshotError(f"snapshot {wanted} is on branch {branch}, not merged yet", merge)
    message = f"there is no snapshot {wanted}"
    if corpus is not None:
        named = shlex.quote(corpus)
        make = f"make it with `goldset snapshot create {wanted} --corpus {named}`"
        plan = f"plan with `goldset reindex {wanted} --corpus {named} --dry-run`"
        raise SnapshotError(message, f"{make}, or {plan}")
    listed = ", ".join(known[-5:]) or "none yet"
    raise SnapshotError(message, f"`goldset snapshot list` shows them: {listed}")


def _branch_with(found: SetFolder, wanted: str) -> str | None:
    """Return a branch of goldset's that holds a snapshot, its own one before those that ask about it."""
    try:
        with open_repository(found.root) as repository:
            prefix = repository.prefix(found.root)
            path = "/".join(part for part in (prefix, snapshot_path(wanted, HEAD)) if part)
            tips = repository.branches(folder(read_settings(found.tree).set).rstrip("/"))
            holding = [name for name, tip in tips.items() if repository.ask("rev-parse", f"{tip}:{path}")]
    except RepositoryError:
        return None
    return min(holding, key=lambda name: ("/snapshot/" not in name, name), default=None)
