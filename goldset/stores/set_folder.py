"""Where the golden set is that a command speaks of."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from goldset.errors import GoldsetError, SettingsError
from goldset.stores.trees import FolderTree, Tree

SETTINGS = "goldset.yaml"
ITEMS = "items"


@dataclass(frozen=True, slots=True)
class SetFolder:
    """The folder of a golden set (absolute), and its files."""

    root: Path

    @property
    def tree(self) -> Tree:
        """The files of the working folder."""
        return FolderTree(self.root)

    @property
    def in_repository(self) -> str:
        """The set's folder below the root of its repository, with `/`; empty for the root, or without one."""
        for folder in (self.root, *self.root.parents):
            if (folder / ".git").exists():
                inside = self.root.relative_to(folder).as_posix()
                return "" if inside == "." else inside
        return ""

    def relative(self, path: Path) -> str:
        """Return a path of the disk relative to the set's folder, with `/`; empty for the folder itself.

        Raises:
            GoldsetError: The path lies outside.
        """
        try:
            inside = (path if path.is_dir() else path.parent).resolve().relative_to(self.root)
        except ValueError:
            message = f"{path} lies outside the golden set in {self.root}"
            raise GoldsetError(message, "name files or folders of one set") from None
        whole = inside if path.is_dir() else inside / path.name
        return "" if whole == Path() else whole.as_posix()


def find_set_of(folder: Path, paths: Sequence[Path]) -> SetFolder:
    """Return the set that the first of some paths is in, wherever the caller works; without any, `folder`'s.

    Raises:
        SettingsError: There is no set.
    """
    return find_set(paths[0] if paths else folder)


def find_set(folder: Path) -> SetFolder:
    """Return the set that a folder is in: the nearest folder upward with `goldset.yaml`, else with `items/`.

    The search ends at the root of the Git repository, so that no folder outside is taken for a set.

    Raises:
        SettingsError: There is no set.
    """
    here = folder.resolve()
    upward = [here]
    while not (upward[-1] / ".git").exists() and upward[-1].parent != upward[-1]:
        upward.append(upward[-1].parent)
    sets = [at for at in upward if (at / SETTINGS).is_file()] or [
        at for at in upward if (at / ITEMS).is_dir()
    ]
    if sets:
        return SetFolder(sets[0])
    raise SettingsError(
        f"there is no golden set in {here}: neither {SETTINGS} nor {ITEMS}/ here or above",
        "`goldset init` starts one, `-C DIR` names its folder",
    )
