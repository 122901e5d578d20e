"""The golden set that the demo runs on: the repository's own, packed into the wheel."""

import shutil
from importlib.resources import as_file, files
from pathlib import Path

from goldset.errors import GoldsetError

OLD_SNAPSHOT = "2026-10-01"
NEW_SNAPSHOT = "2026-11-01"
NEW_CORPUS = f"tests/help-centre/{NEW_SNAPSHOT}"
_PARTS = ("goldset.yaml", "items", "snapshots", "tests/help-centre")


def copy_demo_set(target: Path) -> None:
    """Copy the set and both states of its corpus into an empty folder.

    Raises:
        GoldsetError: The set is neither packed with goldset nor in the checkout that goldset runs from.
    """
    with as_file(files("goldset")) as package:
        packed, checkout = package / "demo_set", package.parent
        source = packed if packed.is_dir() else checkout
        for part in _PARTS:
            if not (source / part).exists():
                raise GoldsetError(
                    f"the demo's {part} is missing from this installation", "install git-goldset again"
                )
            if (source / part).is_dir():
                shutil.copytree(source / part, target / part)
            else:
                shutil.copyfile(source / part, target / part)
