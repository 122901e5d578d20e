"""The one door to Git: small questions with plain answers; only this module imports git."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import git
from git.exc import GitCommandError, InvalidGitRepositoryError, NoSuchPathError

from goldset.errors import RepositoryError

LINK_MODE = "120000"
SUBMODULE_MODE = "160000"


@dataclass(frozen=True, slots=True)
class Blob:
    """A file of a Git tree: its path below the tree that was asked for, mode, object id and size in bytes."""

    path: str
    mode: str
    id: str
    size: int


class GitTree:
    """The files of a commit below a folder (see `trees.Tree`)."""

    def __init__(self, repository: "Repository", commit: str, prefix: str = "") -> None:
        self.commit = commit
        self._repository = repository
        self._blobs = {blob.path: blob for blob in repository.blobs(commit, prefix)}

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
        for path in paths:
            yield path, self._repository.read(self.blob(path).id)

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
            return str(self._repo.git.rev_parse("--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}"))
        except GitCommandError as error:
            shallow = self._repo.git.rev_parse("--is-shallow-repository") == "true"
            hint = "the clone is shallow: fetch with full depth" if shallow else "check the name, or fetch it"
            raise RepositoryError(f"{revision} names no commit in {self.root.name}", hint) from error

    def tree(self, revision: str, prefix: str = "") -> GitTree:
        """Return the files of a revision below a folder of the repository."""
        return GitTree(self, self.commit(revision), prefix)

    def blobs(self, commit: str, prefix: str = "") -> Iterator[Blob]:
        """Yield every file of a commit below a folder, with paths relative to it; submodules are left out."""
        name = f"{commit}:{prefix}" if prefix else commit
        try:
            listing: bytes = self._repo.git.ls_tree("-r", "-z", "-l", name, stdout_as_string=False)
        except GitCommandError as error:
            raise RepositoryError(f"there is no folder {prefix or '/'} in commit {commit[:12]}") from error
        for row in listing.split(b"\0"):
            if row:
                head, path = row.split(b"\t", 1)
                mode, _kind, blob_id, size = head.decode().split()
                if mode != SUBMODULE_MODE:
                    yield Blob(path.decode("utf-8", "surrogateescape"), mode, blob_id, int(size))

    def read(self, blob_id: str) -> bytes:
        """Return the bytes of a blob."""
        data: bytes = self._repo.odb.stream(bytes.fromhex(blob_id)).read()
        return data


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
    finally:
        repo.close()
