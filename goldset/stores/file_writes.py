"""Writing files so that a reader never sees half of one, whatever happens in between."""

import os
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

from goldset.errors import GoldsetError


def write_file(path: Path, data: bytes) -> None:
    """Write a file whole: under a temporary name in its own folder, then renamed. Makes missing folders.

    An existing file keeps its permissions.

    Raises:
        GoldsetError: The file cannot be written; what was there before is untouched.
    """
    write_files({path: data})


def write_files(files: Mapping[Path, bytes]) -> None:
    """Write several files, each as `write_file` does; no one has its name before all of them are on the disk.

    Raises:
        GoldsetError: One of them cannot be written; what was there before is untouched.
    """
    staged: list[tuple[Path, Path]] = []
    try:
        for path, data in files.items():
            with _told(path):
                staged.append((_stage(path, data), path))
        while staged:
            with _told(staged[0][1]):
                staged[0][0].replace(staged[0][1])
            del staged[0]
    finally:
        for temporary, _ in staged:
            with suppress(OSError):
                temporary.unlink()


@contextmanager
def _told(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        message = f"{path} cannot be written: {error.strerror}"
        raise GoldsetError(message, "check free space and the permissions of its folder") from error


def _stage(path: Path, data: bytes) -> Path:
    """Write a file's bytes under a temporary name in its folder, which is made where it is missing."""
    path.parent.mkdir(parents=True, exist_ok=True)
    mode = path.stat().st_mode & 0o7777 if path.exists() else 0o666 & ~_umask()
    handle, name = tempfile.mkstemp(prefix=f".{path.name[:40]}.", suffix=".tmp", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        Path(name).chmod(mode)
    except BaseException:
        with suppress(OSError):
            Path(name).unlink()
        raise
    return Path(name)


def _umask() -> int:
    # The only way to read it is to set it.
    mask = os.umask(0)
    os.umask(mask)
    return mask
