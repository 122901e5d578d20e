"""Start a golden-set repository, or add a set to an existing one; nothing that is there is changed."""

import os
from pathlib import Path

from goldset.errors import GoldsetError, RepositoryError
from goldset.operations.schema import schema_files
from goldset.reporting import starter
from goldset.reporting.started import Kept, Started
from goldset.stores.file_writes import write_file
from goldset.stores.git_repo import create_repository, open_repository
from goldset.stores.set_folder import ITEMS, SETTINGS
from goldset.stores.settings_file import check_settings
from goldset.stores.trees import FolderTree
from goldset.stores.workflow_files import NAMES, path_of, workflow_files


def start_set(folder: Path) -> Started:
    """Write the files of a golden set that are not there yet.

    Raises:
        GoldsetError: The folder is a file, or cannot be written to.
    """
    root = folder.resolve()
    if root.exists() and not root.is_dir():
        raise GoldsetError(f"{folder} is a file", "name a folder")
    for needed in (root, root / ITEMS, root / "snapshots"):
        _make_folder(needed)
    repository, branch, is_new = _repository_of(root)
    written: list[str] = []
    kept: list[Kept] = []
    for path, data in _files(root, repository, branch).items():
        name = _relative(path, root)
        if path.exists() or path.is_symlink():
            kept.append(Kept(name, _lacking(path, data)))
        else:
            write_file(path, data)
            written.append(name)
    return Started(str(root), is_new, tuple(written), tuple(kept))


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise GoldsetError(f"{folder} cannot be made: {error.strerror}", "name another folder") from error


def _repository_of(root: Path) -> tuple[Path, str, bool]:
    """Return the root of the repository, the branch that changes are merged into, and whether it was made."""
    try:
        with open_repository(root) as repository:
            return repository.root.resolve(), repository.default_branch() or "main", False
    except RepositoryError:
        create_repository(root)
        return root, "main", True


def _files(root: Path, repository: Path, branch: str) -> dict[Path, bytes]:
    """Return every file of a set; those of the host stand at the repository's root."""
    prefix = "" if root == repository else f"{root.relative_to(repository).as_posix()}/"
    settings, _ = check_settings(FolderTree(root))
    name = settings.set if (root / SETTINGS).is_file() else _set_name(root, repository)
    owners = starter.code_owners_text(prefix, _slices(root), settings.owners)
    own = {
        SETTINGS: starter.settings_text(name).encode(),
        ".gitattributes": starter.ATTRIBUTES.encode(),
        **schema_files(),
    }
    hosts = {
        ".github/CODEOWNERS": owners.encode(),
        ".github/pull_request_template.md": starter.PULL_REQUEST_TEMPLATE.encode(),
    }
    at_root = {_in_use(repository, path): data for path, data in hosts.items()}
    folder = prefix.rstrip("/")
    workflows = workflow_files(folder, branch, name if _has_other_workflows(repository, folder) else "")
    at_root |= {repository / path: data for path, data in workflows.items()}
    return {**{root / path: data for path, data in own.items()}, **at_root}


def _set_name(root: Path, repository: Path) -> str:
    """Return a name for the set: its folder's, or its path's where another set of the repository has that."""
    with open_repository(repository) as opened:
        listed = opened.run("ls-files", "-coz", "--exclude-standard", "--", SETTINGS, f"*/{SETTINGS}")
    places = [(repository / os.fsdecode(path)).parent for path in listed.split(b"\0") if path]
    taken = {check_settings(FolderTree(place))[0].set for place in places if place != root}
    name = starter.set_name(root.name)
    return name if name not in taken else starter.set_name("-".join(root.relative_to(repository).parts))


def _has_other_workflows(repository: Path, folder: str) -> bool:
    """Return whether the repository has workflows of goldset's that are of a set in another folder."""
    if not folder:
        return False
    there = [repository / path_of(name) for name in NAMES]
    return any(folder not in path.read_text("utf-8", "replace") for path in there if path.is_file())


def _in_use(repository: Path, path: str) -> Path:
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


def _slices(root: Path) -> list[str]:
    paths = [path.split("/") for path in FolderTree(root).files(ITEMS)]
    return sorted({parts[1] for parts in paths if len(parts) > 2})  # noqa: PLR2004 (items, slice, file)


def _relative(path: Path, root: Path) -> str:
    return Path(os.path.relpath(path, root)).as_posix()


def _lacking(path: Path, wanted: bytes) -> tuple[str, ...]:
    """Return the lines that goldset would have written to a file made of independent lines."""
    if path.name not in {".gitattributes", "CODEOWNERS"} or not path.is_file():
        return ()
    has = {line.strip() for line in path.read_bytes().decode("utf-8", "replace").splitlines()}
    lines = wanted.decode().splitlines()
    return tuple(line for line in lines if line.strip() and not line.startswith("#") and line not in has)
