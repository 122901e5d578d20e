"""Writing files so that a reader never sees half of one, whatever happens in between."""

import os
import tempfile
from collections.abc import Callable, Iterator, Mapping
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


def write_one_of_many(path: Path, data: bytes) -> None:
    """Write a file as `write_file` does, and leave it to `settle` to see all of many files onto the disk at once.

    Raises:
        GoldsetError: The file cannot be written; what was there before is untouched.
    """
    with _told(path):
        temporary = _stage(path, data, durable=False)
        try:
            temporary.replace(path)
        except BaseException:
            with suppress(OSError):
                temporary.unlink()
            raise


def settle() -> None:
    """See everything that was written onto the disk: one wait for thousands of files, not one for each."""
    if hasattr(os, "sync"):  # Windows writes through by itself
        os.sync()


def write_files(files: Mapping[Path, bytes]) -> None:
    """Write several files, each as `write_file` does; no one has its name before all of them are on the disk.

    Raises:
        GoldsetError: One of them cannot be written; what was there before is untouched.
    """
    with staged_files(files) as put:
        put()


@contextmanager
def staged_files(files: Mapping[Path, bytes]) -> Iterator[Callable[[], None]]:
    """Write files under temporary names, and yield what gives all of them theirs, one rename after the other.

    What can go wrong with writing goes wrong before the first file is changed. Where a rename fails, or what
    follows inside the `with`, those before it are taken back.

    Raises:
        GoldsetError: A file cannot be written; what was there before is untouched.
    """
    staged: dict[Path, Path] = {}
    before: dict[Path, bytes | None] = {}

    def put() -> None:
        for path, temporary in staged.items():
            with _told(path):
                before[path] = path.read_bytes() if path.exists() else None
                temporary.replace(path)

    try:
        for path, data in files.items():
            with _told(path):
                staged[path] = _stage(path, data)
        yield put
    except BaseException:
        for path, old in before.items():
            if not staged[path].exists():
                _take_back(path, old)
        raise
    finally:
        for temporary in staged.values():
            with suppress(OSError):
                temporary.unlink()


def _take_back(path: Path, old: bytes | None) -> None:
    with suppress(OSError, GoldsetError):
        if old is None:
            path.unlink()
        else:
            write_file(path, old)


@contextmanager
def _told(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        message = f"{path} cannot be written: {error.strerror}"
        raise GoldsetError(message, "check free space and the permissions of its folder") from error


def _stage(path: Path, data: bytes, *, durable: bool = True) -> Path:
    """Write a file's bytes under a temporary name in its folder, which is made where it is missing."""
    path.parent.mkdir(parents=True, exist_ok=True)
    mode = path.stat().st_mode & 0o7777 if path.exists() else 0o666 & ~_umask()
    handle, name = tempfile.mkstemp(prefix=f".{path.name[:40]}.", suffix=".tmp", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            if durable:
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
