"""The two sides of a change: which commits a person named, and the set's files on each."""

import os
import re
from dataclasses import dataclass

from goldset.domain.set_diff import FileChange
from goldset.errors import RepositoryError, WrongUsageError
from goldset.operations.changed_since import differing
from goldset.stores.git_commits import changes_between
from goldset.stores.git_repo import Repository
from goldset.stores.set_folder import SetFolder
from goldset.stores.trees import FilesTree, Tree

_RANGE = re.compile(r"(.*?)(\.{2,3})([^.].*)?", re.DOTALL)
# What a push event names as the state before a branch was there.
_NOTHING = re.compile(r"0{40}|0{64}")
_PARENT = re.compile(r"(.+?)(?:\^1?|~1?)", re.DOTALL)
SHORT = 10


@dataclass(frozen=True, slots=True)
class Side:
    """A set as it is on one side of a change.

    Attributes:
        name: The side in words, such as `main (1a2b3c4d5e)`.
        revision: Something that Git takes for it; empty for the working folder, and where nothing is there.
        tree_id: Id of the tree of the set's folder; empty for the working folder.
        tree: The set's files.
    """

    name: str
    revision: str
    tree_id: str
    tree: Tree


@dataclass(frozen=True, slots=True)
class SetAt(SetFolder):
    """A set's folder, with its files as they are on one side of a change."""

    files: Tree

    @property
    def tree(self) -> Tree:
        """The files of that side."""
        return self.files


@dataclass(frozen=True, slots=True)
class Sides:
    """A change: both sides, and the files of the set that differ, by path below its folder."""

    old: Side
    new: Side
    files: tuple[FileChange, ...]

    @property
    def paths(self) -> tuple[str, ...]:
        """The paths of these files."""
        return tuple(file.path for file in self.files)


def read_sides(repository: Repository, found: SetFolder, change: str) -> Sides:
    """Return both sides of a change.

    Args:
        repository: The repository that holds the set.
        found: The set's folder.
        change: `BASE..HEAD`, `BASE...HEAD` for what happened on HEAD since both parted, or `BASE` for what
            the working folder has changed. An end that is left out is HEAD.

    Raises:
        WrongUsageError: The words name no change.
        RepositoryError: A revision names no commit here, or two that parted have no common history here.
    """
    prefix = repository.prefix(found.root)
    parted = _RANGE.fullmatch(change)
    if parted is None:
        old = _side(repository, change, prefix)
        new = Side("the working folder", "", "", found.tree)
        paths = differing(repository, old.revision or old.tree_id, prefix)
        was = frozenset(old.tree.files())
        files = (_file(path, path in was, os.path.lexists(found.root / path)) for path in paths)
        return Sides(old, new, tuple(files))
    first, dots, last = parted[1] or "HEAD", parted[2], parted[3] or "HEAD"
    if not (parted[1] or parted[3]):
        raise WrongUsageError(f"{change} names no change", "write BASE..HEAD, such as main..HEAD")
    if len(dots) == len("..."):
        old = _side(repository, _parting(repository, first, last), prefix, f"the parting from {first}")
    else:
        old = _side(repository, first, prefix)
    new = _side(repository, last, prefix)
    (changes,) = changes_between(repository, [(old.tree_id, new.tree_id)])
    differ = sorted(changes, key=lambda change: change.path)
    return Sides(old, new, tuple(_file(c.path, c.old is not None, c.new is not None) for c in differ))


def _file(path: str, was: bool, stands: bool) -> FileChange:  # noqa: FBT001 (two facts of one kind)
    return FileChange(path, "changed" if was and stands else "removed" if was else "added")


def _parting(repository: Repository, first: str, last: str) -> str:
    commits = [_commit(repository, revision) for revision in (first, last)]
    found = repository.ask("merge-base", *(commit for commit in commits if commit))
    if found is None or None in commits:
        hint = repository.remedy(f"compare them as they are: {first}..{last}")
        raise RepositoryError(f"{first} and {last} have no common history here", hint)
    return found


def _side(repository: Repository, revision: str, prefix: str, said: str = "") -> Side:
    commit = _commit(repository, revision)
    empty = repository.run("hash-object", "-t", "tree", "--stdin").decode().strip()
    if commit is None:
        return Side("nothing", "", empty, FilesTree({}))
    said = said or ("" if commit.startswith(revision) else revision)
    name = f"{said} ({commit[:SHORT]})" if said else commit[:SHORT]
    tree_id = repository.ask(
        "rev-parse", "--verify", "--quiet", f"{commit}:{prefix}" if prefix else f"{commit}^{{tree}}"
    )
    is_folder = tree_id is not None and repository.ask("cat-file", "-t", tree_id) == "tree"
    if not is_folder or tree_id is None:
        return Side(f"{name}, without the set", commit, empty, FilesTree({}))
    return Side(name, commit, tree_id, repository.tree(commit, prefix))


def _commit(repository: Repository, revision: str) -> str | None:
    """Return the commit of a revision; None for nothing, which the parent of a first commit is too."""
    if _NOTHING.fullmatch(revision):
        return None
    try:
        return repository.commit(revision)
    except RepositoryError:
        child = _PARENT.fullmatch(revision)
        if child is None or repository.shallow:
            raise
        commit = repository.commit(child[1])
        if repository.run("rev-list", "--parents", "-n", "1", commit).split()[1:]:
            raise
        return None
