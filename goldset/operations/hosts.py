"""Where pull requests are put, with the set's base branch and goldset's own branches as they stand there."""

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from goldset.errors import RepositoryError
from goldset.forge.local import LocalHost
from goldset.forge.port import Host
from goldset.operations.base import Base, read_base
from goldset.stores.file_writes import write_file
from goldset.stores.git_branches import SetBranches
from goldset.stores.git_commits import committed_files
from goldset.stores.git_remote import Remote, RemoteBranches, fetch_branch
from goldset.stores.git_repo import UNKNOWN, Identity, Repository
from goldset.stores.set_folder import SetFolder

if TYPE_CHECKING:
    from goldset.forge.github.commits import LocalCommit


def _ready(_branches: Sequence[str]) -> None:
    """Find nothing in the way."""


@dataclass(frozen=True, slots=True)
class Hosting:
    """A host, and what Git knows of it.

    Attributes:
        base: The set on its base branch.
        branches: The set's branches.
        host: Where pull requests are.
        paused: The issue or pull request by which a person paused goldset there; empty where none did.
        prepare: Raises what stands in the way of writing these branches; to be called before the first write.
        notices: What a person should know.
        unseen: What was not looked at, to be said where nothing was found; empty where there is no more.
        identity: Who commits are by: what Git is configured with, else the account on the host.
    """

    base: Base
    branches: SetBranches
    host: Host
    paused: str = ""
    prepare: Callable[[Sequence[str]], None] = _ready
    notices: tuple[str, ...] = ()
    unseen: tuple[str, ...] = ()
    identity: Callable[[], Identity] = field(default=lambda: UNKNOWN)


def choose_hosting(
    repository: Repository, found: SetFolder, branch: str | None, *, open_prs: bool
) -> Hosting:
    """Return GitHub where pull requests are to be opened there, else the set's own folder.

    Args:
        repository: The repository that holds the set.
        found: The set's folder.
        branch: Name of the base branch; None for the repository's default branch.
        open_prs: Whether GitHub is meant.
    """
    hosting = github_hosting if open_prs else local_hosting
    return hosting(repository, found, branch)


def local_hosting(repository: Repository, found: SetFolder, branch: str | None) -> Hosting:
    """Return the host that keeps pull requests as files in the set's folder."""
    base = read_base(repository, found, branch)
    branches = SetBranches(repository, base.settings.set, base.commit)
    return Hosting(
        base,
        branches,
        LocalHost(found.root, base.settings.set, branches, write_file),
        unseen=_elsewhere(repository),
        identity=repository.identity,
    )


def github_hosting(repository: Repository, found: SetFolder, branch: str | None) -> Hosting:
    """Return GitHub, with base and branches fetched from there.

    Raises:
        ForgeError: Nothing says which repository or account, or it may not be written to.
        RepositoryError: The clone is shallow, or Git cannot reach GitHub.
    """
    # Imported here: pydantic and the client are only for those who use them.
    from goldset.forge.github import preflight  # noqa: PLC0415
    from goldset.forge.github.account import find_account  # noqa: PLC0415
    from goldset.forge.github.address import find_address  # noqa: PLC0415
    from goldset.forge.github.client import connect  # noqa: PLC0415
    from goldset.forge.github.host import GitHubHost, HostSettings  # noqa: PLC0415
    from goldset.forge.github.identity import own_identity  # noqa: PLC0415

    if repository.shallow:
        raise RepositoryError(
            "whether people have worked on a branch cannot be told in a shallow clone", repository.remedy("")
        )
    address = find_address(os.environ, repository.ask("config", "--get", "remote.origin.url"))
    account = find_account(os.environ, address)
    client = connect(address, account)
    facts = preflight.read_facts(client)
    name = branch or facts.default_branch
    remote = Remote(address.git_url, address.server_url, account.token)
    base = read_base(repository, found, name, fetch_branch(repository, remote, name))
    there = RemoteBranches(repository, remote, base.settings.set)
    branches = SetBranches(repository, base.settings.set, base.commit, there)
    settings = HostSettings(base.settings.set, name, base.settings.labels, base.settings.forge.commits)
    return Hosting(
        base=base,
        branches=branches,
        host=GitHubHost(client, branches, settings, LocalCommits(repository)),
        paused=preflight.paused(client),
        prepare=lambda names: preflight.preflight(client, settings, names),
        notices=_unpushed(repository, base),
        identity=lambda: _configured(repository) or Identity(*own_identity(client, account)),
    )


def _elsewhere(repository: Repository) -> tuple[str, ...]:
    """Return that pull requests may be on a host which was not asked."""
    if repository.ask("config", "--get", "remote.origin.url") is None:
        return ()
    return ("only branches of this clone were looked at; pull requests on GitHub are seen with `--open-prs`",)


def _configured(repository: Repository) -> Identity | None:
    identity = repository.identity()
    return None if identity is UNKNOWN else identity


@dataclass(frozen=True, slots=True)
class LocalCommits:
    """Commits of this repository, to be made anew through a host's API."""

    repository: Repository

    def read(self, commit: str) -> "LocalCommit":
        """Return a commit with one parent."""
        from goldset.forge.github.commits import LocalCommit  # noqa: PLC0415

        known, files = committed_files(self.repository, commit)
        return LocalCommit(known.parents[0], known.tree, known.message, files)


def _unpushed(repository: Repository, base: Base) -> tuple[str, ...]:
    """Return that the base branch has commits here that its host lacks."""
    tip = repository.tip(base.branch)
    if tip is None or repository.ask("rev-list", "-1", tip, f"^{base.commit}") is None:
        return ()
    return (f"{base.branch} has commits here that were not pushed: they are not looked at",)
