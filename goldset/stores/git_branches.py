"""The branches of a set: what goldset wrote on each, what people did to it, whether the base holds it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from goldset.domain.branch_names import blocking_branch, folder
from goldset.errors import RepositoryError
from goldset.stores.git_commits import (
    Change,
    Commit,
    changes_between,
    commits_beyond,
    contents_since,
    known_commits,
)
from goldset.stores.git_repo import Repository


@dataclass(frozen=True, slots=True)
class WorkBranch:
    """A branch as Git has it.

    Attributes:
        name: Full name.
        tip: Id of the commit at its tip.
        cut: Id of the commit of the base that it was cut from, or last brought in.
        touched: Whether it holds a commit that goldset did not make of itself, or stands checked out.
        changes: What its tip changes against the cut; paths from the root of the repository.
        own_changes: The same at goldset's own last commit; none where that is not on the branch any more.
    """

    name: str
    tip: str
    cut: str
    touched: bool
    changes: tuple[Change, ...]
    own_changes: tuple[Change, ...]


class Branches(Protocol):
    """Branches of a repository, this one or a remote one whose commits are here."""

    def named_like(self, folder: str) -> Mapping[str, str]:
        """Return the tips of the branches that are called so or stand below that folder, by full name."""

    def move(self, branch: str, new: str | None, old: str | None) -> None:
        """Move a branch from `old` to `new`; None stands for no branch.

        Raises:
            RepositoryError: It stands elsewhere by now, or may not be moved.
        """

    def worked_on(self) -> Mapping[str, str]:
        """Return the branches that somebody works on now though no commit shows it, with where."""

    def remedy(self, blocking: str) -> str:
        """Return how to get a branch out of the way."""


class LocalBranches:
    """The branches of the repository itself (satisfies `Branches`)."""

    def __init__(self, repository: Repository) -> None:
        self._repository = repository

    def named_like(self, folder: str) -> Mapping[str, str]:
        """Return the tips of the branches that are called so or stand below that folder."""
        return self._repository.branches(folder)

    def move(self, branch: str, new: str | None, old: str | None) -> None:
        """Move a branch, unless it is checked out."""
        where = self.worked_on().get(branch)
        if where is not None and self._repository.tip(branch) != new:
            raise RepositoryError(f"branch {branch} is checked out in {where}", "run the command again")
        self._repository.move_branch(branch, new, old, "goldset: reindex")

    def worked_on(self) -> Mapping[str, str]:
        """Return the branches that are checked out, with the folder of each."""
        return self._repository.checked_out()

    def remedy(self, blocking: str) -> str:
        """Return how to rename a branch."""
        return f"rename it: git branch -m {blocking} old-{blocking.replace('/', '-')}"


class SetBranches:
    """The branches of one set over one base (satisfies `Refs` of hosts)."""

    def __init__(
        self, repository: Repository, set_name: str, base: str, branches: Branches | None = None
    ) -> None:
        """Look at the branches of a set.

        Args:
            repository: The open repository.
            set_name: Name of the set.
            base: Id of the commit that stands for the base branch.
            branches: Where they stand; None for the repository itself.
        """
        self._repository = repository
        self._set = set_name
        self._base = base
        self._branches = branches or LocalBranches(repository)

    def tips(self) -> Mapping[str, str]:
        """Return the tips of the set's branches, by full name.

        Raises:
            RepositoryError: A branch stands where Git needs a folder for goldset's branches.
        """
        branches = self._branches.named_like("goldset")
        blocking = blocking_branch(self._set, branches)
        if blocking:
            raise RepositoryError(
                f"branch {blocking} exists, so Git cannot make branches below {folder(self._set)}",
                self._branches.remedy(blocking),
            )
        return {name: tip for name, tip in branches.items() if name.startswith(folder(self._set))}

    def move(self, branch: str, new: str | None, old: str | None) -> None:
        """Move a branch from `old` to `new`; None stands for no branch.

        Raises:
            RepositoryError: It stands elsewhere by now, or is checked out.
        """
        self._branches.move(branch, new, old)

    def merged(self, commits: Iterable[str]) -> frozenset[str]:
        """Return those of the commits whose changes the base holds or held, by merging or squashing.

        A squashed branch is known by what it changed: the base came to hold each of its files, content for
        content.
        """
        known = list(known_commits(self._repository, (commit for commit in commits if commit)))
        beyond = commits_beyond(self._repository, known, self._base) if known else {}
        merged = {commit for commit in known if commit not in beyond}
        rest = [commit for commit in known if commit in beyond]
        cuts = {commit: self._cut(commit, beyond) for commit in rest}
        held: dict[str, frozenset[tuple[str, str | None]]] = {}
        for commit, changes in zip(rest, self._changes([(cuts[c], c) for c in rest]), strict=True):
            cut = cuts[commit]
            if cut not in held:
                held[cut] = contents_since(self._repository, cut, self._base)
            if changes and all((change.path, change.new) in held[cut] for change in changes):
                merged.add(commit)
        return frozenset(merged)

    def read(self, names: Sequence[str]) -> list[WorkBranch]:
        """Return what Git knows of branches, in the order given."""
        tips = self.tips()
        beyond = commits_beyond(self._repository, [tips[name] for name in names], self._base) if names else {}
        worked_on = self._branches.worked_on()
        lines = [self._line(tips[name], beyond) for name in names]
        cuts = [self._cut(tips[name], beyond) for name in names]
        owns = [next((commit.id for commit in line if commit.own), None) for line in lines]
        at_tip = self._changes([(cut, tips[name]) for cut, name in zip(cuts, names, strict=True)])
        at_own = self._changes([(cut, own or cut) for cut, own in zip(cuts, owns, strict=True)])
        return [
            WorkBranch(
                name, tips[name], cut, name in worked_on or not all(commit.own for commit in line), tip, own
            )
            for name, line, cut, tip, own in zip(names, lines, cuts, at_tip, at_own, strict=True)
        ]

    def _line(self, tip: str, beyond: Mapping[str, Commit]) -> list[Commit]:
        """Return the commits that the base does not hold, along first parents, newest first."""
        line = []
        while tip in beyond:
            line.append(beyond[tip])
            tip = beyond[tip].parents[0] if beyond[tip].parents else ""
        return line

    def _cut(self, tip: str, beyond: Mapping[str, Commit]) -> str:
        line = self._line(tip, beyond)
        if not line:
            return tip
        if all(len(commit.parents) == 1 for commit in line):
            return line[-1].parents[0]
        found = self._repository.ask("merge-base", tip, self._base)
        if found is None:
            hint = self._repository.remedy("merge the base into it, or delete it")
            raise RepositoryError(f"commit {tip[:12]} and the base have no common history here", hint)
        return found

    def _changes(self, pairs: Sequence[tuple[str, str]]) -> list[tuple[Change, ...]]:
        tree = known_commits(self._repository, [commit for pair in pairs for commit in pair])
        found = changes_between(self._repository, [(tree[old], tree[new]) for old, new in pairs])
        return [tuple(changes) for changes in found]


class ChangedTree:
    """The files that a branch adds or changes below a folder (satisfies `trees.Tree`)."""

    def __init__(self, repository: Repository, changes: Iterable[Change], prefix: str = "") -> None:
        """Look at changes.

        Args:
            repository: The open repository.
            changes: What was changed; paths from the root of the repository.
            prefix: Folder that paths are taken relative to; what lies outside is left out.
        """
        self._repository = repository
        below = f"{prefix}/" if prefix else ""
        self.blobs = {
            change.path.removeprefix(below): change.new
            for change in changes
            if change.new is not None and change.path.startswith(below)
        }

    def files(self, folder: str = "") -> list[str]:
        """Return the paths of all files below a folder, sorted."""
        below = f"{folder.rstrip('/')}/" if folder else ""
        return sorted(path for path in self.blobs if path.startswith(below))

    def read(self, path: str) -> bytes | None:
        """Return a file's bytes, or None where the branch does not change it."""
        blob = self.blobs.get(path)
        return None if blob is None else self._repository.read(blob)

    def read_many(self, paths: Iterable[str]) -> Iterator[tuple[str, bytes]]:
        """Yield (path, bytes) of each file in the order given."""
        for path in paths:
            yield path, self._repository.read(self.blobs[path])

    def is_link(self, path: str) -> bool:  # noqa: ARG002 (a protocol's signature)
        """Return False: goldset writes no links."""
        return False
