"""Where a golden set is to be: its folder, its repository, and what stands there already."""

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from goldset.errors import GoldsetError, RepositoryError, WrongUsageError
from goldset.reporting.starter import set_name
from goldset.stores.corpus_sides import path_in_repository
from goldset.stores.git_repo import open_repository
from goldset.stores.set_folder import ITEMS, SETTINGS
from goldset.stores.settings_file import check_settings
from goldset.stores.trees import FolderTree

SNAPSHOTS = "snapshots"
_PARTS = {ITEMS, SNAPSHOTS, "schema"}
# What Git has to take in: a pattern such as `*.txt` or `data/` in a .gitignore would lose it without a word.
_NEEDED = (SETTINGS, f"{ITEMS}/a/a.yaml", f"{SNAPSHOTS}/a/documents.jsonl", f"{SNAPSHOTS}/texts/00/0.txt")


@dataclass(frozen=True, slots=True)
class Site:
    """Where a set is, or is to be.

    Attributes:
        root: Its folder.
        repository: The root of the Git repository.
        branch: The branch that changes are merged into.
        is_new: Whether there is no repository yet.
    """

    root: Path
    repository: Path
    branch: str
    is_new: bool

    @property
    def folder(self) -> str:
        """The set's folder below the root of the repository; empty for the root."""
        return "" if self.root == self.repository else self.root.relative_to(self.repository).as_posix()

    @property
    def prefix(self) -> str:
        """The folder with a slash at its end; empty for the root."""
        return f"{self.folder}/" if self.folder else ""

    @property
    def has_settings(self) -> bool:
        """Whether there is a set already."""
        return (self.root / SETTINGS).is_file()


def find_site(folder: Path) -> Site:
    """Return the site of a set.

    Raises:
        GoldsetError: The folder cannot hold a set.
    """
    root = folder.resolve()
    upward = [root, *root.parents]
    nearest = next(path for path in upward if path.exists())
    if not nearest.is_dir():
        raise GoldsetError(f"{folder} cannot be made: {nearest} is a file", "name another folder")
    try:
        with open_repository(nearest) as opened:
            repository, branch = opened.root.resolve(), opened.default_branch() or "main"
    except RepositoryError:
        return Site(root, root, "main", is_new=True)
    if repository not in upward or not (repository / ".git").exists():
        raise GoldsetError(f"{folder} has no working tree", "name a folder of a clone")
    site = Site(root, repository, branch, is_new=False)
    _refuse_useless(folder, site)
    return site


def _refuse_useless(folder: Path, site: Site) -> None:
    parts = site.folder.split("/")
    if ".git" in parts:
        raise GoldsetError(f"{folder} is Git's own folder", "name a folder of the working tree")
    if not site.folder.isprintable():
        raise GoldsetError(f"the path {site.folder!r} cannot stand in a workflow", "name another folder")
    above = site.repository
    for part in parts if site.folder else ():
        if part in _PARTS and (above / SETTINGS).is_file():
            raise GoldsetError(f"{folder} is part of the golden set in {above}", "name a folder beside it")
        above /= part


def unused_name(site: Site) -> str:
    """Return a name for the set: its folder's, or its path's where another set of the repository has that."""
    name = set_name(site.root.name)
    if site.is_new:
        return name
    with open_repository(site.repository) as opened:
        listed = opened.run("ls-files", "-coz", "--exclude-standard", "--", SETTINGS, f"*/{SETTINGS}")
    places = [(site.repository / os.fsdecode(path)).parent for path in listed.split(b"\0") if path]
    taken = {check_settings(FolderTree(place))[0].set for place in places if place != site.root}
    return name if name not in taken else set_name(site.folder.replace("/", "-") or f"{name}-root")


def slices_of(site: Site) -> list[str]:
    """Return the slices that there are, sorted."""
    paths = [path.split("/") for path in FolderTree(site.root).files(ITEMS)]
    return sorted({parts[1] for parts in paths if len(parts) > 2})  # noqa: PLR2004 (items, slice, file)


def has_items(site: Site) -> bool:
    """Return whether the set has items already."""
    return any(path.endswith(".yaml") for path in FolderTree(site.root).files(ITEMS))


def in_use(repository: Path, path: str) -> Path:
    """Return where a file for the host stands already, else where it goes.

    The host takes the first one that it finds: a second one in .github/ would put the first out of force.
    """
    name = path.rpartition("/")[2].casefold()
    for folder in (".github", "", "docs"):
        at = repository / folder
        for found in sorted(at.iterdir()) if at.is_dir() else ():
            if found.name.casefold() in (name, name.removesuffix(".md")):
                return found
    return repository / path


def source_path(corpus: str | None, here: Path, site: Site) -> str:
    """Return a corpus as the settings have it, seen from the set's folder; empty where nobody says.

    Raises:
        WrongUsageError: There is no such folder or file.
    """
    if not corpus or corpus.startswith("git:"):
        return corpus or ""
    path = (here / corpus).resolve()
    if not path.exists():
        raise WrongUsageError(f"there is no {corpus}", "name the folder or file that your documents are in")
    return relative(path, site.root)


def documents_in(site: Site, sources: Sequence[str]) -> list[str]:
    """Return the folders, each with a slash at its end, and files of the repository that sources are in.

    The root is an empty text. What Git does not take in no pull request changes, so it is left out.
    """
    paths = [path_in_repository(source, site.root, site.repository) for source in sources]
    found = []
    for path in sorted({path for path in paths if path is not None}):
        whole = site.repository / path
        if not path:
            found.append("")
        elif site.is_new or not ignored(site, [whole]):
            found.append(path if whole.is_file() else f"{path}/")
    return found


def relative(path: Path, start: Path) -> str:
    """Return a path as seen from a folder, with `/`."""
    return Path(os.path.relpath(path, start)).as_posix()


def ignored(site: Site, paths: Sequence[Path]) -> list[str]:
    """Return those of some paths that Git would not take in, relative to the set's folder."""
    with open_repository(site.repository) as opened:
        said = opened.ask("-c", "core.quotePath=false", "check-ignore", "--no-index", *map(str, paths)) or ""
    found = set(said.split("\n"))
    return [relative(path, site.root) for path in paths if str(path) in found]


def lost_paths(site: Site) -> list[str]:
    """Return example paths of what a set needs and Git would not take in, relative to the set's folder."""
    return ignored(site, [site.root / path for path in _NEEDED])


def corpus_notice(site: Site, sources: Sequence[str]) -> str:
    """Return what to know of sources that a checkout of the repository would lack; empty where there are none."""
    paths = {source: (site.root / source).resolve() for source in sources if not source.startswith("git:")}
    outside = [name for name, path in paths.items() if not path.is_relative_to(site.repository)]
    with open_repository(site.repository) as opened:
        unknown = [
            name
            for name, path in paths.items()
            if name not in outside and not opened.ask("ls-files", str(path))
        ]
    said = [
        *([f"{', '.join(outside)} lies outside of the repository"] if outside else []),
        *([f"{', '.join(unknown)} is not committed"] if unknown else []),
    ]
    return f"{' and '.join(said)}: the workflow that re-indexes has to have it" if said else ""
