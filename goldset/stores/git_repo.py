"""The one door to Git: small questions with plain answers; only this module imports git."""

import os
import subprocess
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

# Without it GitPython fails on import where there is no Git; verbs that need no Git must go on working.
os.environ.setdefault("GIT_PYTHON_REFRESH", "quiet")

import git
from git.exc import (
    GitCommandError,
    GitCommandNotFound,
    InvalidGitRepositoryError,
    NoSuchPathError,
)

from goldset.errors import RepositoryError
from goldset.stores.git_faults import hint_for, telling

BRANCHES = "refs/heads/"
_NO_GIT, _GET_GIT = "there is no `git` to run", "install Git, or add it to PATH"
ASKED_AT_ONCE = 256
LINK_MODE = "120000"
SUBMODULE_MODE = "160000"
_DEEPEN = (
    "the clone is shallow: fetch the whole history with `git fetch --unshallow` "
    "(in GitHub Actions: actions/checkout with `fetch-depth: 0`)"
)


@dataclass(frozen=True, slots=True)
class Blob:
    """A file of a Git tree: its path below the tree that was asked for, mode, and object id."""

    path: str
    mode: str
    id: str


class GitTree:
    """The files of a commit below a folder (see `trees.Tree`)."""

    def __init__(self, repository: "Repository", commit: str, prefix: str = "") -> None:
        self.commit = commit
        self._repository = repository
        entries = list(repository.blobs(commit, prefix))
        self._blobs = {entry.path: entry for entry in entries if entry.mode != SUBMODULE_MODE}
        self.submodules = [entry.path for entry in entries if entry.mode == SUBMODULE_MODE]

    def files(self, folder: str = "") -> list[str]:
        """Return the paths of all files below a folder, sorted."""
        below = f"{folder.rstrip('/')}/" if folder else ""
        return sorted(path for path in self._blobs if path.startswith(below))

    def read(self, path: str) -> bytes | None:
        """Return a file's bytes, or None where it is not there."""
        blob = self._blobs.get(path)
        return None if blob is None else self._repository.read(blob.id)

    def read_many(self, paths: Iterable[str]) -> Iterator[tuple[str, bytes]]:
        """Yield (path, bytes) of each file in the order given."""
        listed = list(paths)
        yield from zip(listed, self._repository.read_all(self.blob(path).id for path in listed), strict=True)

    def has(self, path: str) -> bool:
        """Return whether there is such a file."""
        return path in self._blobs

    def is_link(self, path: str) -> bool:
        """Return whether the path is a symbolic link."""
        return path in self._blobs and self._blobs[path].mode == LINK_MODE

    def blob(self, path: str) -> Blob:
        """Return what Git knows of a file without reading it.

        Raises:
            RepositoryError: There is no such file in the tree.
        """
        try:
            return self._blobs[path]
        except KeyError:
            raise RepositoryError(f"{path} is not in commit {self.commit[:12]}") from None


class Repository:
    """A Git repository while it is open (see `open_repository`)."""

    def __init__(self, repo: git.Repo) -> None:
        self._repo = repo

    @property
    def root(self) -> Path:
        """Folder of the working tree; the repository's own folder where it is bare."""
        return Path(self._repo.working_tree_dir or self._repo.git_dir)

    def commit(self, revision: str) -> str:
        """Return the id of the commit that a revision names.

        Raises:
            RepositoryError: The revision names no commit here.
        """
        try:
            return str(
                self._repo.git.rev_parse("--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}")
            )
        except GitCommandError as error:
            hint = self.remedy("check the name, or fetch it")
            raise RepositoryError(f"{revision} names no commit in {self.root.name}", hint) from error

    def tree(self, revision: str, prefix: str = "") -> GitTree:
        """Return the files of a revision below a folder of the repository."""
        return GitTree(self, self.commit(revision), prefix)

    def blobs(self, commit: str, prefix: str = "") -> Iterator[Blob]:
        """Yield every file and submodule of a commit below a folder, with paths relative to it."""
        name = f"{commit}:{prefix}" if prefix else commit
        try:
            listing: bytes = self._repo.git.ls_tree("-r", "-z", name, stdout_as_string=False)
        except GitCommandError as error:
            raise RepositoryError(f"there is no folder {prefix or '/'} in commit {commit[:12]}") from error
        for row in listing.split(b"\0"):
            if row:
                head, path = row.split(b"\t", 1)
                mode, _kind, blob_id = head.decode().split()
                yield Blob(path.decode("utf-8", "surrogateescape"), mode, blob_id)

    def read(self, blob_id: str) -> bytes:
        """Return the bytes of a blob."""
        data: bytes = self._repo.odb.stream(bytes.fromhex(blob_id)).read()
        return data

    def read_all(self, blob_ids: Iterable[str]) -> Iterator[bytes]:
        """Yield the bytes of blobs in the order given; asked for in groups, which saves most of the waiting.

        Raises:
            RepositoryError: Git has no such blob.
        """
        ids = iter(blob_ids)
        with self.conversation("cat-file", "--batch") as process:
            # A group's questions fit into the pipe, so that neither side waits for the other for ever.
            while group := list(islice(ids, ASKED_AT_ONCE)):
                process.stdin.write("".join(f"{blob_id}\n" for blob_id in group).encode())
                process.stdin.flush()
                for blob_id in group:
                    head = process.stdout.readline().split()
                    if len(head) != 3:  # noqa: PLR2004 (id, kind, size)
                        raise RepositoryError(f"Git has lost the file {blob_id}", "check it with `git fsck`")
                    yield process.stdout.read(int(head[2]))
                    process.stdout.read(1)

    def run(self, *args: str, stdin: bytes = b"", env: Mapping[str, str] | None = None) -> bytes:
        """Run one Git command and return the bytes that it printed.

        Raises:
            RepositoryError: Git ended with an error; the message is Git's own.
        """
        process = self._start(args, env)
        out, err = process.communicate(stdin)
        if process.returncode:
            raise self._failed(_verb(args), err)
        return bytes(out)

    @contextmanager
    def conversation(self, *args: str) -> Iterator[Any]:
        """Start a Git command and yield its process, to speak with through `stdin` and `stdout`.

        Raises:
            RepositoryError: Git ended with an error, in the middle or at the end; the message is Git's own.
        """
        handle = self._start(args)
        process = handle.proc  # without the handle, which ends it when it goes, the process would not live
        try:
            yield process
            process.stdin.close()
        except BrokenPipeError:
            process.wait()
        except BaseException:
            process.kill()
            raise
        if process.wait():
            raise self._failed(_verb(args), process.stderr.read())

    def _start(self, args: tuple[str, ...], env: Mapping[str, str] | None = None) -> Any:
        pipe = subprocess.PIPE
        return self._repo.git.execute(["git", *args], istream=pipe, as_process=True, env=dict(env or {}))

    def _failed(self, command: str, said: bytes) -> RepositoryError:
        lines = said.decode("utf-8", "replace").strip().splitlines() or ["no message"]
        return RepositoryError(
            f"`git {command}` failed in {self.root.name}: {telling(lines)}", hint_for(lines)
        )

    def ask(self, *args: str) -> str | None:
        """Return the line that a Git command printed, or None where it printed nothing or failed."""
        try:
            return self.run(*args).decode("utf-8", "surrogateescape").rstrip("\n") or None
        except RepositoryError:
            return None

    def remedy(self, otherwise: str) -> str:
        """Return what to do about history that is not here; `otherwise` where the clone is whole."""
        return _DEEPEN if self.shallow else otherwise

    @property
    def shallow(self) -> bool:
        """Whether the clone lacks part of its history."""
        return self.ask("rev-parse", "--is-shallow-repository") == "true"

    def prefix(self, folder: Path) -> str:
        """Return a folder's path below the root of the repository, with `/`; empty for the root itself.

        Raises:
            RepositoryError: The folder lies outside the repository.
        """
        try:
            relative = folder.resolve().relative_to(self.root.resolve()).as_posix()
        except ValueError as error:
            raise RepositoryError(f"{folder} is outside the repository {self.root.name}") from error
        return "" if relative == "." else relative

    def default_branch(self) -> str | None:
        """Return the branch that changes are merged into, as the repository says; None where nothing says it.

        The default branch of `origin`, else `init.defaultBranch` where there is one, else the branch that
        is checked out. A branch is never chosen for its name alone: `main` may be production.
        """
        remote = self.ask("symbolic-ref", "--quiet", "--short", "refs/remotes/origin/HEAD")
        if remote:
            return remote.removeprefix("origin/")
        configured = self.ask("config", "--get", "init.defaultBranch")
        if configured and self.tip(configured):
            return configured
        return self.ask("symbolic-ref", "--quiet", "--short", "HEAD")

    def tip(self, branch: str) -> str | None:
        """Return the commit at the tip of a local branch, or None where there is no such branch."""
        return self.ask("rev-parse", "--verify", "--quiet", f"{BRANCHES}{branch}^{{commit}}")

    def branches(self, folder: str) -> dict[str, str]:
        """Return the tips of the local branches below a folder such as `goldset/help-centre`, by name."""
        rows = self.run("for-each-ref", "--format=%(objectname) %(refname)", f"{BRANCHES}{folder}")
        pairs = (row.split(" ", 1) for row in rows.decode("utf-8", "surrogateescape").splitlines())
        return {name.removeprefix(BRANCHES): tip for tip, name in pairs}

    def checked_out(self) -> dict[str, str]:
        """Return the folder of the working tree that each checked-out branch stands in, by branch name."""
        found, folder = {}, ""
        for row in (
            self.run("worktree", "list", "--porcelain", "-z").decode("utf-8", "surrogateescape").split("\0")
        ):
            word, _, value = row.partition(" ")
            if word == "worktree":
                folder = value
            elif word == "branch":
                found[value.removeprefix(BRANCHES)] = folder
        return found

    def move_branch(self, branch: str, new: str | None, old: str | None, why: str) -> None:
        """Move a branch from the commit `old` to `new`; None stands for no branch (made, or deleted).

        Where the branch already stands at `new` nothing is done, so that a stopped run can be repeated.

        Raises:
            RepositoryError: The branch stands elsewhere by now: somebody else has moved it.
        """
        if old is None:
            command = f"create {BRANCHES}{branch}\0{new}\0"
        elif new is None:
            command = f"delete {BRANCHES}{branch}\0{old}\0"
        else:
            command = f"update {BRANCHES}{branch}\0{new}\0{old}\0"
        by = self.identity().environment()
        try:
            self.run("update-ref", "-m", why, "--stdin", "-z", stdin=command.encode(), env=by)
        except RepositoryError as error:
            if self.tip(branch) != new:
                raise RepositoryError(
                    f"branch {branch} changed while goldset was at work, and was left as it is",
                    "run the command again",
                ) from error

    def identity(self) -> "Identity":
        """Return who commits are by, as configured; a name of goldset's own where nothing is configured."""
        line = self.ask("-c", "user.useConfigOnly=true", "var", "GIT_COMMITTER_IDENT")
        if line is None:
            return UNKNOWN
        name, _, rest = line.rpartition(" <")
        return Identity(name, rest.partition(">")[0])


def _verb(args: tuple[str, ...]) -> str:
    """Return the Git command among arguments that may begin with settings."""
    return args[2] if args[0] == "-c" else args[0]


@dataclass(frozen=True, slots=True)
class Identity:
    """Who makes a commit."""

    name: str
    email: str

    def environment(self) -> dict[str, str]:
        """Return the variables by which Git takes this identity, whatever is configured."""
        return {"GIT_COMMITTER_NAME": self.name, "GIT_COMMITTER_EMAIL": self.email}


# Who makes commits where nobody has told Git a name.
UNKNOWN = Identity("goldset", "goldset@localhost")


def create_repository(folder: Path) -> None:
    """Make an empty repository of a folder, on branch `main`.

    Raises:
        RepositoryError: There is no Git, or it cannot.
    """
    try:
        git.Repo.init(folder, initial_branch="main").close()
    except GitCommandNotFound as error:
        raise RepositoryError(_NO_GIT, _GET_GIT) from error
    except GitCommandError as error:
        raise RepositoryError(f"Git makes no repository in {folder}", "run `git init` there first") from error


@contextmanager
def open_repository(folder: Path) -> Iterator[Repository]:
    """Open the repository that holds a folder, and close it again.

    Raises:
        RepositoryError: The folder is in no Git repository.
    """
    try:
        repo = git.Repo(folder, search_parent_directories=True)
    except (InvalidGitRepositoryError, NoSuchPathError) as error:
        raise RepositoryError(f"{folder} is in no Git repository", "run `git init` there first") from error
    try:
        yield Repository(repo)
    except GitCommandNotFound as error:
        raise RepositoryError(_NO_GIT, _GET_GIT) from error
    finally:
        repo.close()


def make_repository(folder: Path, branch: str, message: str) -> None:
    """Make a folder a repository with one commit of all its files, whatever Git is configured to do."""
    repo = git.Repo.init(folder, initial_branch=branch)
    try:
        made = Repository(repo)
        plain = ("-c", "core.hooksPath=/dev/null", "-c", "commit.gpgSign=false", "-c", "core.autocrlf=false")
        made.run(*plain, "add", "--all", "--force")
        who = made.identity()
        named = ("-c", f"user.name={who.name}", "-c", f"user.email={who.email}")
        made.run(*plain, *named, "commit", "--quiet", f"--message={message}")
    finally:
        repo.close()
