"""A file or folder that holds a golden set, read once and looked at by several formats."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from goldset.errors import GoldsetError
from goldset.stores.formats.json_text import parsed
from goldset.stores.formats.reading import Table
from goldset.stores.formats.records import table_of


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
            return parsed(self.data)
        except (ValueError, RecursionError):
            return None

    @cached_property
    def table(self) -> Table | None:
        """The records of a file that holds a table; None where `as_table` raises."""
        return self._table if isinstance(self._table, Table) else None

    def as_table(self) -> Table:
        """Return the records of a file that holds a table.

        Raises:
            GoldsetError: It holds none, or needs a package that is missing.
        """
        if isinstance(self._table, Table):
            return self._table
        raise self._table

    @cached_property
    def _table(self) -> Table | GoldsetError:
        if self.is_folder:
            return GoldsetError(f"{self.name} is a folder, and not a table", "name the file in it")
        try:
            return table_of(self.name, self.data, lambda: self.json)
        except GoldsetError as error:
            return error

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
