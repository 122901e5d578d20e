"""Run the main job on the repository's own golden set in a repository of its own, and tell what happened."""

from datetime import UTC, datetime
from pathlib import Path

from goldset.domain.branch_names import folder as branch_folder
from goldset.domain.pulls import PullKind
from goldset.errors import WrongUsageError
from goldset.operations.reindex import ReindexRequest, reindex
from goldset.reporting.demo import Demo
from goldset.stores.demo_set import NEW_CORPUS, NEW_SNAPSHOT, OLD_SNAPSHOT, copy_demo_set
from goldset.stores.git_repo import make_repository, open_repository
from goldset.stores.item_files import read_items
from goldset.stores.settings_file import read_settings
from goldset.stores.snapshot_files import read_manifest, read_resolutions
from goldset.stores.trees import FolderTree

BRANCH = "main"


def run_demo(folder: Path, now: datetime) -> Demo:
    """Copy the set into an empty folder, make it a repository, and take in the set's new corpus.

    Raises:
        WrongUsageError: The folder is not empty.
        GoldsetError: The set is missing from this installation.
    """
    if folder.exists() and any(folder.iterdir()):
        raise WrongUsageError(f"{folder} is not empty", "name a folder that is empty or not there yet")
    folder.mkdir(parents=True, exist_ok=True)
    copy_demo_set(folder)
    make_repository(folder, BRANCH, "Start with the golden set of the help centre")
    request = ReindexRequest(
        corpus=NEW_CORPUS, id=NEW_SNAPSHOT, created=datetime(2026, 11, 1, 6, tzinfo=UTC), now=now, base=BRANCH
    )
    account = reindex(folder, request, lambda _step: None)
    tree = FolderTree(folder)
    carried = f"{branch_folder(read_settings(tree).set, PullKind.SNAPSHOT)}{NEW_SNAPSHOT}"
    with open_repository(folder) as repository:
        branch = repository.tree(carried)
        after = read_manifest(branch, NEW_SNAPSHOT)
        lines = {line.key: line for line in read_resolutions(branch, NEW_SNAPSHOT)}
    return Demo(tuple(read_items(tree).items), read_manifest(tree, OLD_SNAPSHOT), after, account, lines)
