"""Where an export is written: whole or not at all, and never over a person's work."""

import hashlib
import json
import os
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from goldset.errors import GoldsetError
from goldset.stores.file_writes import write_file, write_files
from goldset.stores.formats.form import Files

# In every folder that goldset wrote: what it wrote there, so that it can tell a person's files from its own.
MARK = ".goldset-export.json"
_FORCE = "choose another name, or replace what is there with `--force`"


def write_export(target: Path, files: Files, form: str, *, force: bool) -> None:
    """Write what a format made of a set: one file, or a new folder.

    A folder of goldset's own, in which nobody changed anything since, is replaced. With `force` files take the
    place of those of their names; other files of the folder stay.

    Raises:
        GoldsetError: The target is there and not goldset's own, or cannot be written. Nothing was changed.
    """
    if files.keys() == {""}:
        check_target(target, is_folder=False, force=force, data=files[""])
        if not _holds(target, files[""]):
            write_file(target.resolve(), files[""])  # a link stays one
        return
    check_target(target, is_folder=True, force=force)
    folder = target.resolve()
    marked = {**files, MARK: _mark(files, form)}
    if _is_free(folder) or not _foreign(folder):
        _replace(folder, marked)
    else:
        write_files({folder / path: data for path, data in marked.items()})


def check_target(target: Path, *, is_folder: bool, force: bool, data: bytes | None = None) -> None:
    """Refuse a target that is not to be replaced.

    Args:
        target: The file or folder to be written.
        is_folder: Which of them.
        force: Whether a person wants it replaced.
        data: What a file is to hold; a file that holds it already is left alone. None: not known yet, and a
            file that is there is not refused yet.

    Raises:
        GoldsetError: Something else is there.
    """
    if not os.path.lexists(target):
        return
    if is_folder:
        if not target.is_dir():
            raise GoldsetError(f"{target} is no folder, and this format needs one", "choose another name")
        foreign = "" if force else _foreign(target)
        if foreign:
            raise GoldsetError(f"{target} is not as goldset wrote it: {foreign}", _FORCE)
    elif target.is_dir():
        raise GoldsetError(f"{target} is a folder, and this format is one file", "name a file in it")
    elif target.exists() and not target.is_file():
        raise GoldsetError(f"{target} is no file", "`--out -` writes to standard output")
    elif data is not None and not force and not _holds(target, data):
        raise GoldsetError(f"{target} is there already, and holds something else", _FORCE)


def _holds(target: Path, data: bytes) -> bool:
    return target.is_file() and target.stat().st_size == len(data) and target.read_bytes() == data


def _is_free(folder: Path) -> bool:
    return not folder.exists() or not any(folder.iterdir())


def _foreign(folder: Path) -> str:
    """Return what in a folder goldset did not write, in words; empty where it wrote all of it."""
    there = sorted(path for path in folder.rglob("*") if not path.is_dir() or path.is_symlink())
    known = _marked(folder)
    for path in there:
        name = path.relative_to(folder).as_posix()
        if name == MARK and known:
            continue
        if name not in known:
            return f"{name} is not goldset's"
        if path.is_symlink() or _sha256(path.read_bytes()) != known[name]:
            return f"{name} was changed"
    return ""


def _marked(folder: Path) -> dict[str, Any]:
    """Return by path the SHA-256 of what goldset wrote into a folder; empty where nothing says that it did."""
    try:
        marked = json.loads((folder / MARK).read_bytes())
        return dict(marked["files"])
    except (OSError, ValueError, TypeError, KeyError, RecursionError):
        return {}


def _mark(files: Mapping[str, bytes], form: str) -> bytes:
    hashes = {path: _sha256(files[path]) for path in sorted(files)}
    mark = {"version": 1, "written_by": "goldset export", "format": form, "files": hashes}
    return (json.dumps(mark, ensure_ascii=False, indent=2) + "\n").encode()


def _sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _replace(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write a folder under another name, and give it its own once everything is on the disk."""
    with _told(folder):
        folder.parent.mkdir(parents=True, exist_ok=True)
        work = Path(tempfile.mkdtemp(prefix=f".{folder.name[:40]}.", suffix=".tmp", dir=folder.parent))
    try:
        fresh, old = work / "new", work / "old"
        with _told(folder):
            fresh.mkdir()
            for path, data in files.items():
                write_file(fresh / path, data)
            if folder.exists():
                folder.rename(old)
            try:
                fresh.rename(folder)
            except BaseException:
                if old.exists():
                    old.rename(folder)
                raise
    finally:
        with suppress(OSError):
            shutil.rmtree(work)


@contextmanager
def _told(folder: Path) -> Iterator[None]:
    """Say what cannot be written by the name that people know."""
    try:
        yield
    except OSError as error:
        why = error.strerror
    except GoldsetError as error:
        cause = error.__cause__
        why = cause.strerror if isinstance(cause, OSError) else error.message
    else:
        return
    message = f"{folder} cannot be written: {why}"
    raise GoldsetError(message, "check free space and the permissions of its folder")
