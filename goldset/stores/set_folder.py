"""Where a golden set stands on the disk."""

from dataclasses import dataclass
from pathlib import Path

from goldset.errors import GoldsetError
from goldset.stores.trees import FolderTree


@dataclass(frozen=True, slots=True)
class SetFolder:
    """The folder of a golden set: that of its goldset.yaml or items/.

    Attributes:
        root: The folder, absolute.
        tree: Its files.
    """

    root: Path
    tree: FolderTree

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


def find_set(folder: Path) -> SetFolder:
    """Return the set that a folder belongs to: the nearest folder upward with goldset.yaml or items/.

    The search ends at the root of the Git work tree, so that no set of somebody else's is ever taken.

    Raises:
        GoldsetError: There is no set.
    """
    start = folder.resolve()
    for candidate in (start, *start.parents):
        if (candidate / "goldset.yaml").is_file() or (candidate / "items").is_dir():
            return SetFolder(candidate, FolderTree(candidate))
        if (candidate / ".git").exists():
            break
    message = f"there is no golden set in {start} or above it: no goldset.yaml and no items/"
    raise GoldsetError(message, "start one with `goldset init`, or name its folder with -C")
