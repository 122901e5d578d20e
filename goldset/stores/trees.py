"""A tree of files to read from: a folder of the disk, or a tree at a Git commit (`git_repo.GitTree`).

Everything goldset reads of a golden set goes through a tree, so that the set in the working folder, the set
on the base branch and the set on a queue branch are read by the same code.
"""

import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from goldset.errors import GoldsetError


class Tree(Protocol):
    """Files by relative path with `/`."""

    def files(self, folder: str = "") -> list[str]:
        """Return the paths of all files below a folder, sorted; empty where the folder is not there."""

    def read(self, path: str) -> bytes | None:
        """Return a file's bytes, or None where it is not there."""

    def read_many(self, paths: Iterable[str]) -> Iterator[tuple[str, bytes]]:
        """Yield (path, bytes) of each file in the order given; a missing file is a `GoldsetError`."""

    def is_link(self, path: str) -> bool:
        """Return whether the path is a symbolic link."""


class FolderTree:
    """A folder of the disk; symbolic links are listed, never followed into other folders."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._root = os.fspath(root)

    def files(self, folder: str = "") -> list[str]:
        """Return the paths of all files below a folder, sorted."""
        top = os.path.join(self._root, folder) if folder else self._root
        skip = len(self._root) + 1
        found = []
        for where, folders, names in os.walk(top):
            folders[:] = [name for name in folders if name != ".git"]
            links = [name for name in folders if os.path.islink(os.path.join(where, name))]
            found += [os.path.join(where, name)[skip:].replace(os.sep, "/") for name in (*names, *links)]
        return sorted(found)

    def read(self, path: str) -> bytes | None:
        """Return a file's bytes, or None where it is not there."""
        try:
            with open(os.path.join(self._root, path), "rb") as file:
                return file.read()
        except (FileNotFoundError, NotADirectoryError, IsADirectoryError):
            return None
        except OSError as error:
            raise GoldsetError(
                f"{path} cannot be read: {error.strerror}", "check the file's permissions"
            ) from error

    def read_many(self, paths: Iterable[str]) -> Iterator[tuple[str, bytes]]:
        """Yield (path, bytes) of each file in the order given."""
        for path in paths:
            data = self.read(path)
            if data is None:
                raise GoldsetError(f"{path} is not there any more", "run the command again")
            yield path, data

    def is_link(self, path: str) -> bool:
        """Return whether the path is a symbolic link."""
        return os.path.islink(os.path.join(self._root, path))


class FilesTree:
    """Files at hand in memory."""

    def __init__(self, contents: Mapping[str, bytes]) -> None:
        self._contents = contents

    def files(self, folder: str = "") -> list[str]:
        """Return the paths of all files below a folder, sorted."""
        below = f"{folder.rstrip('/')}/" if folder else ""
        return sorted(path for path in self._contents if path.startswith(below))

    def read(self, path: str) -> bytes | None:
        """Return a file's bytes, or None where it is not there."""
        return self._contents.get(path)

    def read_many(self, paths: Iterable[str]) -> Iterator[tuple[str, bytes]]:
        """Yield (path, bytes) of each file in the order given."""
        for path in paths:
            yield path, self._contents[path]

    def is_link(self, path: str) -> bool:  # noqa: ARG002 (a protocol's signature)
        """Return False: there are no links in memory."""
        return False


@dataclass(frozen=True)
class LayeredTree:
    """Several trees as one: a file is that of the first that has it (satisfies `Tree`)."""

    trees: tuple[Tree, ...]

    def files(self, folder: str = "") -> list[str]:
        """Return the paths of all files below a folder, sorted."""
        return sorted({path for tree in self.trees for path in tree.files(folder)})

    def read(self, path: str) -> bytes | None:
        """Return a file's bytes, or None where no tree has it."""
        return next((data for tree in self.trees if (data := tree.read(path)) is not None), None)

    def read_many(self, paths: Iterable[str]) -> Iterator[tuple[str, bytes]]:
        """Yield (path, bytes) of each file in the order given."""
        for path in paths:
            data = self.read(path)
            assert data is not None
            yield path, data

    def is_link(self, path: str) -> bool:
        """Return whether the path is a symbolic link in the first tree that has it."""
        return next((tree.is_link(path) for tree in self.trees if tree.read(path) is not None), False)
