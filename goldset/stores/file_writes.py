"""Writing files so that a reader never sees half of one, whatever happens in between."""

import os
import tempfile
from contextlib import suppress
from pathlib import Path

from goldset.errors import GoldsetError


def write_file(path: Path, data: bytes) -> None:
    """Write a file whole: under a temporary name in its own folder, then renamed. Makes missing folders.

    An existing file keeps its permissions.

    Raises:
        GoldsetError: The file cannot be written; what was there before is untouched.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        mode = path.stat().st_mode & 0o7777 if path.exists() else 0o666 & ~_umask()
        handle, name = tempfile.mkstemp(prefix=f".{path.name[:40]}.", suffix=".tmp", dir=path.parent)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            Path(name).chmod(mode)
            Path(name).replace(path)
        except BaseException:
            with suppress(OSError):
                Path(name).unlink()
            raise
    except OSError as error:
        message = f"{path} cannot be written: {error.strerror}"
        raise GoldsetError(message, "check free space and the permissions of its folder") from error


def _umask() -> int:
    # The only way to read it is to set it.
    mask = os.umask(0)
    os.umask(mask)
    return mask
