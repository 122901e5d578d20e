"""The files of a folder of the disk: what is a document there, and what is left out."""

import os
import re
from collections.abc import Iterator
from pathlib import Path

from goldset.errors import CorpusError
from goldset.stores.corpus_faults import Fault, Faults, shown
from goldset.stores.corpus_files import Listed, UnreadableFileError
from goldset.stores.corpus_paths import Selection
from goldset.stores.corpus_source import Origin

_SUBMODULE_PATH = re.compile(r'^\s*path\s*=\s*"?(?P<path>.*?)"?\s*$', re.MULTILINE)
# What a golden set consists of; where the set's folder is a source itself, these are no documents.
OWN_NAMES = frozenset({"items", "snapshots", "schema", "goldset.yaml"})


class FolderFiles:
    """The files below a folder (satisfies `Files`).

    Names that begin with a dot are left out. A link to a file of the same source is a document of its own;
    links that lead out of it and links to folders are never followed. The golden set's own files are never
    part of it.
    """

    def __init__(self, root: Path, origin: Origin, selection: Selection, set_root: Path | None) -> None:
        self.origin = origin
        self._root = os.path.realpath(root)
        self._selection = selection
        self._own = _own_paths(Path(self._root), set_root.resolve()) if set_root else frozenset[str]()
        self._links_left: list[str] = []

    def listed(self, faults: Faults) -> list[Listed]:
        """Return every file that may be a document, by path.

        Raises:
            CorpusError: The folder is not there, or a folder below it cannot be listed, or a submodule in it
                was not fetched.
        """
        if not os.path.isdir(self._root):
            raise CorpusError(f"there is no folder {Path(self._root).name} to index", self.emptiness()[1])
        self._stop_at_empty_submodules()
        return [Listed(path) for path in sorted(self._walk("", faults))]

    def _walk(self, folder: str, faults: Faults) -> Iterator[str]:
        try:
            with os.scandir(os.path.join(self._root, folder)) as entries:
                found = list(entries)
        except OSError as error:
            raise CorpusError(
                f"the folder {shown(folder or Path(self._root).name)} cannot be listed: {error.strerror}",
                "check its permissions, or leave it out with `exclude`",
            ) from None
        for entry in found:
            path = f"{folder}/{entry.name}" if folder else entry.name
            if entry.name.startswith(".") or path in self._own:
                continue
            if entry.is_symlink():
                if self._is_document_link(path, faults):
                    yield path
            elif entry.is_dir():
                if self._selection.may_hold(path):
                    yield from self._walk(path, faults)
            elif entry.is_file():
                yield path

    def _is_document_link(self, path: str, faults: Faults) -> bool:
        target = os.path.realpath(os.path.join(self._root, path))
        if os.path.isdir(target):
            if self._selection.may_hold(path):
                self._links_left.append(path)
            return False
        if self._selection.kind(path) is None:
            return False
        if not os.path.exists(target):
            faults.add(Fault.BROKEN_LINK, shown(path))
            return False
        inside = os.path.relpath(target, self._root).replace(os.sep, "/")
        if inside.startswith("../") or is_own(inside, self._own):
            self._links_left.append(path)
            return False
        return os.path.isfile(target)

    def read(self, path: str) -> bytes:
        """Return a file's bytes.

        Raises:
            UnreadableFileError: It cannot be read.
        """
        try:
            return _read(f"{self._root}/{path}")
        except OSError as error:
            raise UnreadableFileError(error.strerror or "unknown reason") from None

    def notices(self) -> list[str]:
        """Return which links were not followed."""
        return [
            f"a link out of the source or to a folder is not followed: {shown(p)}" for p in self._links_left
        ]

    def emptiness(self) -> tuple[str, str]:
        """Return why there may be no documents, and what to do."""
        return "the folder has no file that is a document", (
            "check the path; Markdown, MDX, text, reStructuredText, HTML and PDF files are documents, "
            "and `include` in goldset.yaml can name others"
        )

    def _stop_at_empty_submodules(self) -> None:
        for submodule in _submodules(Path(self._root)):
            below = os.path.relpath(submodule, self._root)
            outside = below.startswith("..")
            if outside and not self._root.startswith(submodule + os.sep):
                continue
            if not outside and below != "." and not self._selection.may_hold(below.replace(os.sep, "/")):
                continue
            if not os.path.isdir(submodule) or not any(name != ".git" for name in os.listdir(submodule)):
                name = os.path.basename(submodule)
                raise CorpusError(
                    f"the corpus has no documents in {name}: it is a Git submodule that was not fetched",
                    "`git submodule update --init` fetches it (in GitHub Actions: actions/checkout with "
                    "`submodules: true`)",
                )


# Most files fit into the first one; a large buffer for each of them takes longer than their reading.
_BUFFER, _LARGE_BUFFER = 1 << 16, 1 << 20


def _read(path: str) -> bytes:
    # A file object takes twice the time, which shows with a hundred thousand small files.
    handle = os.open(path, os.O_RDONLY | getattr(os, "O_BINARY", 0))
    try:
        parts = []
        size = _BUFFER
        while part := os.read(handle, size):
            parts.append(part)
            size = _LARGE_BUFFER
        return b"".join(parts)
    finally:
        os.close(handle)


def is_own(path: str, own: frozenset[str]) -> bool:
    """Return whether a path is one of the golden set's own, or below one."""
    names = path.split("/")
    return any("/".join(names[:count]) in own for count in range(1, len(names) + 1))


def _own_paths(root: Path, set_root: Path) -> frozenset[str]:
    """Return what of a source is the golden set's own: the set's folder, or in it the set's own files."""
    if root != set_root and set_root.is_relative_to(root):
        return frozenset({set_root.relative_to(root).as_posix()})
    if root.is_relative_to(set_root):
        names = {set_root / name for name in OWN_NAMES}
        return frozenset(name.relative_to(root).as_posix() for name in names if name.is_relative_to(root))
    return frozenset()


def _submodules(folder: Path) -> list[str]:
    """Return the folders of all submodules that the repository around a folder names, absolute."""
    for where in (folder, *folder.parents):
        names = where / ".gitmodules"
        if names.is_file():
            text = names.read_text(encoding="utf-8", errors="surrogateescape")
            return [os.path.join(where, found["path"]) for found in _SUBMODULE_PATH.finditer(text)]
        if (where / ".git").exists():
            break
    return []
