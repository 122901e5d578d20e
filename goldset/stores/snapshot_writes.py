"""Changing `snapshots/` of a working folder: whole snapshots appear and go at once, never half of one."""

import shutil
from collections.abc import Iterable, Mapping
from pathlib import Path

from goldset.domain.snapshots import Manifest
from goldset.errors import SnapshotError
from goldset.stores.file_writes import write_file
from goldset.stores.snapshot_files import FOLDER, RESOLUTIONS, snapshot_files, text_path

# Hidden names are read by nobody; what a killed run left under one is cleared away by the next.
_COMING, _GOING = ".new", ".old"


def write_snapshot(
    root: Path, manifest: Manifest, texts: Mapping[str, str], resolutions: bytes = b""
) -> None:
    """Add a snapshot: its kept texts first, then its folder, which appears under its name when it is whole.

    Args:
        root: The set's folder.
        manifest: The snapshot.
        texts: Texts to keep, by SHA-256.
        resolutions: Its `resolutions.jsonl`; empty for none.

    Raises:
        SnapshotError: There is such a folder already.
        GoldsetError: A file cannot be written; no half snapshot is left.
    """
    target = root / FOLDER / manifest.snapshot.id
    if target.exists():
        raise SnapshotError(f"there is a folder {FOLDER}/{target.name} already", "choose another id")
    for sha256, text in sorted(texts.items()):
        path = root / text_path(sha256)
        if not path.exists():
            write_file(path, text.encode())
    coming = root / FOLDER / _COMING
    shutil.rmtree(coming, ignore_errors=True)
    try:
        for name, data in snapshot_files(manifest).items():
            write_file(coming / Path(name).name, data)
        if resolutions:
            write_file(coming / RESOLUTIONS, resolutions)
        coming.rename(target)
    except BaseException:
        shutil.rmtree(coming, ignore_errors=True)
        raise


def thin_snapshot(root: Path, manifest: Manifest) -> None:
    """Write a thinned manifest; `snapshot.yaml` goes first: thinned, it allows any part of the documents."""
    files = snapshot_files(manifest)
    for path in sorted(files, reverse=True):
        write_file(root / path, files[path])


def delete_snapshots(root: Path, ids: Iterable[str]) -> None:
    """Delete snapshots; each goes from its name at once."""
    going = root / FOLDER / _GOING
    for snapshot_id in ids:
        shutil.rmtree(going, ignore_errors=True)
        (root / FOLDER / snapshot_id).rename(going)
    shutil.rmtree(going, ignore_errors=True)


def delete_texts(root: Path, texts: Iterable[str]) -> None:
    """Delete kept texts, and folders that are empty then."""
    for sha256 in texts:
        path = root / text_path(sha256)
        path.unlink(missing_ok=True)
        if not any(path.parent.iterdir()):
            path.parent.rmdir()
