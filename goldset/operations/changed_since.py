"""What of a set has changed since a commit, and what its items said then."""

from collections.abc import Container
from dataclasses import dataclass
from pathlib import Path

from goldset.domain import rules
from goldset.domain.findings import Finding
from goldset.domain.items import Item
from goldset.errors import RepositoryError
from goldset.operations.base import default_base
from goldset.stores.git_repo import Repository, open_repository
from goldset.stores.item_files import FOLDER, SUFFIX, read_item
from goldset.stores.set_folder import SETTINGS
from goldset.stores.snapshot_files import FOLDER as SNAPSHOTS

_OF_THE_SET = (SETTINGS, f"{FOLDER}/", f"{SNAPSHOTS}/")


@dataclass(frozen=True, slots=True)
class Changed:
    """Changes of a set's files since the commit at which this branch and another one parted.

    Attributes:
        paths: Files of the set that differ, new and deleted ones too, relative to its folder.
        before: By path, the items that changed files held then, as far as they could be read.
        altered: Those of the files that were there then: they are another now, or gone.
        base: That commit.
    """

    paths: frozenset[str]
    before: dict[str, Item]
    altered: frozenset[str] = frozenset()
    base: str = ""

    def concerns(self, finding: Finding, files: Container[str]) -> bool:
        """Return whether a fault may be of this change; where that cannot be told, it is.

        Args:
            finding: The fault.
            files: The item files that there are now.
        """
        if not self.paths.isdisjoint((finding.path, *finding.also)):
            return True
        if finding.path not in files:  # a fault of the set as a whole, or of the folders that it names
            of_it = (finding.path, *(path for path in finding.also if path.endswith("/")))
            return any(path.startswith(of_it if finding.also else _OF_THE_SET) for path in self.paths)
        if finding.code == rules.UNKNOWN_ITEM.code:
            return any(path.startswith(f"{FOLDER}/") for path in self.altered)
        if finding.code == rules.UNKNOWN_PERSON.code:
            return SETTINGS in self.paths
        about_snapshots = finding.code.startswith(("GS3", "GS5"))
        return about_snapshots and any(path.startswith((SETTINGS, f"{SNAPSHOTS}/")) for path in self.altered)


def changed_since(root: Path, revision: str) -> Changed:
    """Return what differs in the working folder from where this branch left another one.

    Args:
        root: The set's folder.
        revision: A branch or commit; what happened there since is left aside.

    Raises:
        RepositoryError: There is no repository, no such commit, or no history that both branches share:
            no difference and all files are both no answer then.
    """
    with open_repository(root) as repository:
        return _changed(repository, root, _parting(repository, [revision]))


def changed_since_base(root: Path) -> Changed | None:
    """Return what differs in the working folder from where this branch left the base branch.

    Args:
        root: The set's folder.

    Returns:
        None where there is nothing earlier: no repository, or no commit in it.

    Raises:
        GoldsetError: Nothing says what the base branch is, or its history is not here.
    """
    if not any((folder / ".git").exists() for folder in (root, *root.parents)):
        return None
    with open_repository(root) as repository:
        if repository.ask("rev-parse", "--verify", "--quiet", "HEAD^{commit}") is None:
            return None
        name = default_base(repository)
        tips = [f"refs/heads/{name}", f"refs/remotes/origin/{name}"]
        known = [
            tip for tip in tips if repository.ask("rev-parse", "--verify", "--quiet", f"{tip}^{{commit}}")
        ]
        if not known:
            hint = repository.remedy("fetch it")
            raise RepositoryError(f"the base branch {name} has no commit here", hint)
        return _changed(repository, root, _parting(repository, known))


def _changed(repository: Repository, root: Path, base: str) -> Changed:
    prefix = repository.prefix(root)
    paths = differing(repository, base, prefix)
    tree = repository.tree(base)
    before = {}
    altered = set()
    for path in paths:
        data = tree.read(f"{prefix}/{path}" if prefix else path)
        if data is not None:
            altered.add(path)
        if path.startswith(f"{FOLDER}/") and path.endswith(SUFFIX) and data is not None:
            item = read_item(path, data).item
            if item is not None:
                before[path] = item
    return Changed(frozenset(paths), before, frozenset(altered), base)


def _parting(repository: Repository, revisions: list[str]) -> str:
    """Return where HEAD left a branch, which a clone may know by several revisions: the latest of these."""
    commits = [repository.commit(revision) for revision in revisions]
    found = repository.ask("merge-base", "HEAD", *commits)
    if found is None:
        hint = repository.remedy("name a commit that this branch came from")
        raise RepositoryError(f"{revisions[0]} and HEAD have no common history here", hint)
    return found


def differing(repository: Repository, base: str, prefix: str) -> list[str]:
    """Return the files of a set in which the working folder differs from a commit, paths below its folder."""
    where = f":(top,literal){prefix}" if prefix else ":(top)"
    tracked = repository.run("diff", "--name-only", "--no-renames", "--no-ext-diff", "-z", base, "--", where)
    new = repository.run("ls-files", "--others", "--exclude-standard", "--full-name", "-z", "--", where)
    names = {name.decode("utf-8", "surrogateescape") for name in (tracked + new).split(b"\0") if name}
    below = f"{prefix}/" if prefix else ""
    return sorted(name.removeprefix(below) for name in names if name.startswith(below))
