"""The files of a Git tree, read without a checkout, and which commit holds what a folder holds."""

import posixpath
import re
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

from goldset.errors import CorpusError, RepositoryError
from goldset.stores.corpus_faults import Fault, Faults, shown
from goldset.stores.corpus_files import Listed, UnreadableFileError
from goldset.stores.corpus_folder import is_own
from goldset.stores.corpus_paths import Selection
from goldset.stores.corpus_source import Origin
from goldset.stores.git_repo import GitTree, Repository, open_repository

_COMMITTED = re.compile(r"git:(?P<commit>[0-9a-f]{40,64}):(?P<path>.*)", re.DOTALL)


class GitFiles:
    """The files of a commit below a folder (satisfies `Files`); the same rules as for a folder of the disk.

    Where an earlier snapshot came from a commit of this repository, a file with the same blob id is the same
    file.
    """

    def __init__(
        self,
        repository: Repository,
        place: tuple[str, str],
        selection: Selection,
        own: frozenset[str],
        known: str,
    ) -> None:
        commit, folder = place
        self.origin = Origin(f"git:{commit}:{folder}", commit_date(repository, commit))
        self._repository = repository
        self._tree = repository.tree(commit, folder)
        self._selection = selection
        self._own = own
        self._before = _contents_of(repository, known)
        self._contents: Mapping[str, str] = {}
        self._links_left: list[str] = []

    def listed(self, faults: Faults) -> list[Listed]:
        """Return every file that may be a document, by path.

        Raises:
            CorpusError: A submodule stands where documents are wanted: the commit does not hold its files.
        """
        for path in self._tree.submodules:
            if not self._left_out(path) and self._selection.may_hold(path):
                raise CorpusError(
                    f"{self.origin.description} does not hold the documents of the submodule {path}",
                    "index a checkout with `--corpus FOLDER`, or leave the submodule out with `exclude`",
                )
        found = {
            path: blob for path, blob in _contents(self._tree, self._own).items() if not self._left_out(path)
        }
        for path in (path for path, blob in found.items() if not blob and self._selection.kind(path)):
            self._note_link(path, faults)
        self._contents = {path: blob for path, blob in found.items() if blob}
        return [
            Listed(path, unchanged=self._before.get(path) == blob)
            for path, blob in sorted(self._contents.items())
        ]

    def _left_out(self, path: str) -> bool:
        return any(name.startswith(".") for name in path.split("/")) or is_own(path, self._own)

    def _note_link(self, path: str, faults: Faults) -> None:
        target = _target(self._tree, path)
        if target.startswith("../") or is_own(target, self._own):
            self._links_left.append(path)
        else:
            faults.add(Fault.BROKEN_LINK, shown(path))

    def read(self, path: str) -> bytes:
        """Return a file's bytes.

        Raises:
            UnreadableFileError: Git has lost it.
        """
        try:
            return self._repository.read(self._contents[path])
        except (RepositoryError, ValueError) as error:
            raise UnreadableFileError(f"not in the repository: {error}") from None

    def notices(self) -> list[str]:
        """Return which links were not followed."""
        return [f"a link out of the source is not followed: {shown(path)}" for path in self._links_left]

    def emptiness(self) -> tuple[str, str]:
        """Return why there may be no documents, and what to do."""
        return (
            f"{self.origin.description} has no file that is a document",
            "check revision and path: git:REV:PATH",
        )


def _contents(tree: GitTree, own: frozenset[str] = frozenset()) -> dict[str, str]:
    """Return the blob id at each path; links are followed inside the tree, their id is empty if not."""
    paths = tree.files()
    files = {path: tree.blob(path).id for path in paths if not tree.is_link(path)}
    links = {path: _followed(tree, path, files) for path in paths if tree.is_link(path)}
    return files | {path: "" if is_own(t, own) else files.get(t, "") for path, t in links.items()}


def _followed(tree: GitTree, path: str, files: Mapping[str, str]) -> str:
    for _ in range(8):
        path = _target(tree, path)
        if path in files or not tree.is_link(path):
            break
    return path


def _target(tree: GitTree, path: str) -> str:
    target = (tree.read(path) or b"").decode("utf-8", "surrogateescape")
    if target.startswith("/"):
        return "../" + target.lstrip("/")
    return posixpath.normpath(posixpath.join(posixpath.dirname(path), target))


def _contents_of(repository: Repository, known: str) -> Mapping[str, str]:
    """Return what an earlier snapshot's source holds, where it is a commit that this repository still has."""
    place = _COMMITTED.fullmatch(known)
    if place is None:
        return {}
    try:
        return _contents(repository.tree(place["commit"], place["path"]))
    except RepositoryError:
        return {}


def commit_date(repository: Repository, commit: str) -> datetime:
    """Return when a commit was made."""
    return datetime.fromtimestamp(int(repository.run("show", "-s", "--format=%ct", commit)), UTC)


def origin_of(path: Path, set_root: Path, selection: Selection | None) -> Origin:
    """Return where a folder or file of the disk comes from, without a local absolute path.

    Inside a Git repository it is the path below the repository's root; where every document there is just as
    the last commit that touched them has it, `@` and that commit follow, and the commit's date is theirs.
    Elsewhere it is the path below the golden set, or the name alone.

    Args:
        path: The folder or file.
        set_root: The golden set's folder.
        selection: Which files of a folder are documents; None for a file.
    """
    kind, path, set_root = "folder" if path.is_dir() else "file", path.resolve(), set_root.resolve()
    try:
        with open_repository(path if path.is_dir() else path.parent) as repository:
            below = repository.prefix(path) or "."
            last = repository.ask("log", "-1", "--format=%H %ct", "--", f":(literal){path}")
            if last is None or not _is_clean(repository, path, below, selection):
                return Origin(f"{kind}:{below}")
            commit, seconds = last.split()
            return Origin(f"{kind}:{below}@{commit}", datetime.fromtimestamp(int(seconds), UTC))
    except RepositoryError:
        below = path.relative_to(set_root).as_posix() if path.is_relative_to(set_root) else path.name
        return Origin(f"{kind}:{below}")


def _is_clean(repository: Repository, path: Path, below: str, selection: Selection | None) -> bool:
    """Return whether the documents at a path are just those of the checked-out commit."""
    asked = ("status", "--porcelain", "-z", "--no-renames", "--ignored", "--untracked-files=all")
    rows = repository.run("--no-optional-locks", *asked, "--", f":(literal){path}")
    changed = [row[3:].decode("utf-8", "surrogateescape") for row in rows.split(b"\0") if row]
    if selection is None:
        return not changed
    start = 0 if below == "." else len(below) + 1
    return not any(_matters(name[start:], selection) for name in changed)


def _matters(name: str, selection: Selection) -> bool:
    if any(part.startswith(".") for part in name.split("/")):
        return False
    return selection.may_hold(name.rstrip("/")) if name.endswith("/") else selection.kind(name) is not None
