"""Writing files so that a reader never sees half of one, whatever happens in between."""

import os
import secrets
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

from goldset.errors import GoldsetError

_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)


def write_file(path: Path, data: bytes) -> None:
    """Write a file whole: under a temporary name in its own folder, then renamed. Makes missing folders.

    An existing file keeps its permissions.

    Raises:
        GoldsetError: The file cannot be written; what was there before is untouched.
    """
    write_files({path: data})


def write_one_of_many(path: str, data: bytes, *, durable: bool, is_new: bool = False) -> None:
    """Write a file as `write_file` does, or leave it to `settle` to see many files onto the disk at once.

    Args:
        path: The file.
        data: Its bytes.
        durable: Whether it is seen onto the disk before it has its name.
        is_new: Whether it is known that no such file was there, whose permissions it would keep.

    Raises:
        GoldsetError: The file cannot be written; what was there before is untouched.
    """
    try:
        temporary = _stage(path, data, durable=durable, is_new=is_new)
        try:
            os.replace(temporary, path)
        except BaseException:
            with suppress(OSError):
                os.unlink(temporary)
            raise
    except OSError as error:
        raise _unwritable(path, error) from error


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
    staged: dict[Path, str] = {}
    before: dict[Path, bytes | None] = {}

    def put() -> None:
        for path, temporary in staged.items():
            with _told(path):
                before[path] = path.read_bytes() if path.exists() else None
                os.replace(temporary, path)

    try:
        for path, data in files.items():
            with _told(path):
                staged[path] = _stage(path, data)
        yield put
    except BaseException:
        for path, old in before.items():
            if not os.path.exists(staged[path]):
                _take_back(path, old)
        raise
    finally:
        for temporary in staged.values():
            with suppress(OSError):
                os.unlink(temporary)


def _take_back(path: Path, old: bytes | None) -> None:
    with suppress(OSError, GoldsetError):
        if old is None:
            path.unlink()
        else:
            write_file(path, old)


@contextmanager
def _told(path: Path | str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise _unwritable(path, error) from error


def _unwritable(path: Path | str, error: OSError) -> GoldsetError:
    message = f"{path} cannot be written: {error.strerror}"
    return GoldsetError(message, "check free space and the permissions of its folder")


# Strings and numbers of open files, no paths and file objects: of thousands of files they would take most of the time.
def _stage(path: Path | str, data: bytes, *, durable: bool = True, is_new: bool = False) -> str:
    """Write a file's bytes under a temporary name in its folder, which is made where it is missing."""
    folder, name = os.path.split(path)
    temporary = os.path.join(folder, f".{name[:40]}.{secrets.token_hex(6)}.tmp")
    try:
        handle = os.open(temporary, _NEW, 0o666)
    except FileNotFoundError:
        os.makedirs(folder, exist_ok=True)
        handle = os.open(temporary, _NEW, 0o666)
    try:
        _fill(handle, data, durable=durable)
        if not is_new:
            with suppress(FileNotFoundError):
                os.chmod(temporary, os.stat(path).st_mode & 0o7777)
    except BaseException:
        with suppress(OSError):
            os.unlink(temporary)
        raise
    return temporary


def _fill(handle: int, data: bytes, *, durable: bool) -> None:
    """Write all bytes into an open file, and close it."""
    try:
        while data:
            data = data[os.write(handle, data) :]
        if durable:
            os.fsync(handle)
    finally:
        os.close(handle)
