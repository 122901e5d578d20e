"""A file or folder that holds a golden set, read once and looked at by several formats."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from goldset.errors import GoldsetError


@dataclass(frozen=True)
class Source:
    """What a person named.

    Attributes:
        name: Its path as it was given.
        path: The file or folder.
    """

    name: str
    path: Path

    @property
    def is_folder(self) -> bool:
        """Whether it is a folder."""
        return self.path.is_dir()

    @cached_property
    def data(self) -> bytes:
        """The bytes of a file.

        Raises:
            GoldsetError: It cannot be read.
        """
        return self.read("")

    @cached_property
    def json(self) -> Any:
        """What a JSON file holds; None where it is no JSON."""
        try:
            return json.loads(self.data)
        except (ValueError, RecursionError):
            return None

    def read(self, below: str) -> bytes:
        """Return the bytes of the file, or of a file below the folder.

        Raises:
            GoldsetError: It cannot be read.
        """
        path = self.path / below if below else self.path
        try:
            return path.read_bytes()
        except OSError as error:
            shown = f"{self.name}/{below}" if below else self.name
            raise GoldsetError(f"{shown} cannot be read: {error.strerror}", "check the path") from None

    def files(self) -> tuple[str, ...]:
        """Return the paths of the files below a folder, `/` as separator, in order of their names."""
        found = (path.relative_to(self.path).as_posix() for path in self.path.rglob("*") if path.is_file())
        return tuple(sorted(found))


def sha256_of(files: Mapping[str, bytes]) -> str:
    """Return the SHA-256, in hex, of one file's bytes, or of several with their names, in order of these."""
    if len(files) == 1:
        return hashlib.sha256(next(iter(files.values()))).hexdigest()
    whole = hashlib.sha256()
    for name in sorted(files):
        whole.update(f"{name}\0{len(files[name])}\0".encode())
        whole.update(files[name])
    return whole.hexdigest()
