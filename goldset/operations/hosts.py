"""Where pull requests are put, with the set's base branch and goldset's own branches as they stand there."""

from dataclasses import dataclass

from goldset.forge.local import LocalHost
from goldset.forge.port import Host
from goldset.operations.base import Base, read_base
from goldset.stores.file_writes import write_file
from goldset.stores.git_branches import SetBranches
from goldset.stores.git_repo import Repository
from goldset.stores.set_folder import SetFolder


@dataclass(frozen=True, slots=True)
class Hosting:
    """A host, and what Git knows of it.

    Attributes:
        base: The set on its base branch.
        branches: The set's branches.
        host: Where pull requests are.
    """

    base: Base
    branches: SetBranches
    host: Host


def local_hosting(repository: Repository, found: SetFolder, branch: str | None) -> Hosting:
    """Return the host that keeps pull requests as files in the set's folder.

    Args:
        repository: The repository that holds the set.
        found: The set's folder.
        branch: Name of the base branch; None for the repository's default branch.
    """
    base = read_base(repository, found, branch)
    branches = SetBranches(repository, base.settings.set, base.commit)
    return Hosting(base, branches, LocalHost(found.root, base.settings.set, branches, write_file))


def choose_hosting(
    repository: Repository, found: SetFolder, branch: str | None, *, open_prs: bool
) -> Hosting:
    """Return GitHub where pull requests are to be opened there, else the set's own folder."""
    if open_prs:
        raise NotImplementedError
    return local_hosting(repository, found, branch)
