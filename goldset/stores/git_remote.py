"""Branches of the remote repository that a host has: read into refs of goldset's own, moved by pushes.

Neither local branches nor remote-tracking ones are touched, and what is fetched is kept from Git's tidying
up by refs below `refs/goldset/`.
"""

import base64
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property

from goldset.domain.branch_names import blocking_names, folder
from goldset.errors import RepositoryError
from goldset.stores.git_repo import BRANCHES, Repository

FETCHED = "refs/goldset/remote/"
FETCHED_BASE = "refs/goldset/base/"
# Git gives up a transfer that is slower than this many bytes a second for so many seconds, and never asks.
_PATIENCE = (("http.lowSpeedLimit", "100"), ("http.lowSpeedTime", "60"))


@dataclass(frozen=True, slots=True)
class Remote:
    """A repository to fetch from and to push to.

    Attributes:
        url: Its address, without a name or password.
        server: What the addresses begin with that the token is for, such as `https://github.com`.
        token: Returns the token; None where Git's own credentials are used.
    """

    url: str
    server: str
    token: Callable[[], str] | None = None

    def environment(self) -> dict[str, str]:
        """Return the variables by which Git sends the token: no argument and no file ever holds it."""
        settings = list(_PATIENCE)
        if self.token is not None:
            key = f"http.{self.server.rstrip('/')}/.extraheader"
            basic = base64.b64encode(f"x-access-token:{self.token()}".encode()).decode()
            # The empty value drops what a checkout action may have left: two such headers are refused.
            settings += [(key, ""), (key, f"AUTHORIZATION: basic {basic}")]
        pairs: dict[str, str] = {}
        for number, (key, value) in enumerate(settings):
            pairs |= {f"GIT_CONFIG_KEY_{number}": key, f"GIT_CONFIG_VALUE_{number}": value}
        return {**pairs, "GIT_CONFIG_COUNT": str(len(settings)), "GIT_TERMINAL_PROMPT": "0"}


_FETCH = (
    "fetch",
    "--quiet",
    "--no-tags",
    "--no-write-fetch-head",
    "--no-recurse-submodules",
    "--no-auto-maintenance",
)


def fetch_branch(repository: Repository, remote: Remote, branch: str) -> str:
    """Fetch a branch and return the id of its commit; no branch of the repository is touched.

    Raises:
        RepositoryError: The remote repository cannot be reached, or has no such branch.
    """
    kept = f"{FETCHED_BASE}{branch}"
    repository.run(*_FETCH, remote.url, f"+{BRANCHES}{branch}:{kept}", env=remote.environment())
    return repository.run("rev-parse", kept).decode().strip()


class RemoteBranches:
    """The branches of one set in a remote repository, with their commits (satisfies `Branches`)."""

    def __init__(self, repository: Repository, remote: Remote, set_name: str) -> None:
        """Look at a remote repository; what is there is fetched when it is first asked for.

        Args:
            repository: The open repository, into which is fetched.
            remote: The remote one.
            set_name: Name of the set.
        """
        self._repository = repository
        self._remote = remote
        self._set = set_name

    @cached_property
    def _tips(self) -> dict[str, str]:
        """Where branches stand; kept up to date by this object's own pushes."""
        here = folder(self._set)
        self._run(*_FETCH, "--prune", self._remote.url, f"+{BRANCHES}{here}*:{FETCHED}{here}*")
        rows = self._repository.run("for-each-ref", "--format=%(objectname)\t%(refname)", f"{FETCHED}{here}")
        # Branches outside the set's folder matter where they stand in its way; their commits do not.
        return {**self._listed(*blocking_names(self._set)), **_named(rows, FETCHED)}

    def named_like(self, folder: str) -> Mapping[str, str]:
        """Return the tips of the branches that are called so or stand below that folder."""
        known = self._tips
        return {name: tip for name, tip in known.items() if name == folder or name.startswith(f"{folder}/")}

    def move(self, branch: str, new: str | None, old: str | None) -> None:
        """Push a branch from `old` to `new`, if it stands at `old` still."""
        lease = f"--force-with-lease={BRANCHES}{branch}:{old or ''}"
        try:
            # Hooks are for people's work; this is none.
            self._run(
                "push", "--quiet", "--no-verify", lease, self._remote.url, f"{new or ''}:{BRANCHES}{branch}"
            )
        except RepositoryError as error:
            # An answer may be lost after its effect. One that was refused had none: where the branch stands as
            # it should all the same, another run is at the same work, and both would write everything twice.
            if _is_refusal(error) or self._listed(branch).get(branch) != new:
                raise _refused(branch, error) from error
        self._keep(branch, new)

    def worked_on(self) -> Mapping[str, str]:
        """Return nothing: what somebody has checked out elsewhere shows when it is pushed."""
        return {}

    def remedy(self, blocking: str) -> str:
        """Return how to rename a branch."""
        return f"rename it on the host, or delete it there: git push origin --delete {blocking}"

    def _keep(self, branch: str, new: str | None) -> None:
        """Keep where a branch stands after a push, without asking again."""
        if new is None:
            self._repository.run("update-ref", "-d", f"{FETCHED}{branch}")
            self._tips.pop(branch, None)
        else:
            self._repository.run("update-ref", f"{FETCHED}{branch}", new)
            self._tips[branch] = new

    def _listed(self, *names: str) -> dict[str, str]:
        """Return where branches stand on the remote now."""
        rows = self._run("ls-remote", "--heads", self._remote.url, *(f"{BRANCHES}{name}" for name in names))
        return {name: tip for name, tip in _named(rows, BRANCHES).items() if name in names}

    def _run(self, *args: str) -> bytes:
        return self._repository.run(*args, env=self._remote.environment())


def _refused(branch: str, error: RepositoryError) -> RepositoryError:
    if _is_refusal(error):
        return RepositoryError(
            f"branch {branch} changed while goldset was at work, and was left as it is",
            "is another run at work? wait for it, then run the command again",
        )
    return RepositoryError(f"branch {branch} could not be pushed: {error.message}", error.hint)


def _is_refusal(error: RepositoryError) -> bool:
    """Return whether a branch did not stand where the push expected it."""
    return any(sign in error.message for sign in ("stale info", "already exists", "cannot lock ref"))


def _named(rows: bytes, prefix: str) -> dict[str, str]:
    """Return ids by name from lines of `ID TAB REF`."""
    pairs = (row.split("\t", 1) for row in rows.decode("utf-8", "surrogateescape").splitlines())
    return {name.removeprefix(prefix): tip for tip, name in pairs}
