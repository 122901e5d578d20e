"""A set as a person gives it: a file, the name of its form, and what its columns say, or what was guessed of them."""

from dataclasses import dataclass
from pathlib import Path

from goldset.domain.collector import without_collector
from goldset.domain.set_rows import ReadSet
from goldset.errors import WrongUsageError
from goldset.stores.formats.guess import guess_for, is_by_name
from goldset.stores.formats.mapping import ColumnMapping
from goldset.stores.formats.mapping_file import read_mapping
from goldset.stores.formats.registry import AUTO, form_of
from goldset.stores.formats.source import Source
from goldset.stores.formats.table import FORMS, TABLE, read_mapped


@dataclass(frozen=True, slots=True)
class GivenSet:
    """A set that was read.

    Attributes:
        read: What it says.
        guessed: What its columns were taken to say, where nobody said so; None where no guess was needed.
    """

    read: ReadSet
    guessed: ColumnMapping | None = None


@without_collector()
def read_given(path: Path, name: str, form: str = AUTO, mapping: tuple[Path, str] | None = None) -> GivenSet:
    """Read a set of any form.

    Args:
        path: The file or folder.
        name: The path as it was given.
        form: Name of its format, or `auto`: as the file shows.
        mapping: File that says what the columns of a table say, and its path as it was given.

    Raises:
        GoldsetError: It or the mapping cannot be read, it shows no format, or holds no row.
        WrongUsageError: There is no format of this name, or one that has no columns is to be read by a mapping.
    """
    source = Source(name, path)
    if mapping is None:
        known = form_of(source, form)
        is_table = known in (*FORMS, TABLE)
        read = known.read(source)
        guessed = guess_for(source.as_table()) if is_table else None
        is_sure = guessed is not None and is_by_name(guessed, source.as_table().columns)
        return GivenSet(read, None if is_sure else guessed)
    if form not in (AUTO, TABLE.name, *(known.name for known in FORMS)):
        raise WrongUsageError(
            f"a mapping says what the columns of a table say, and {form} is none",
            "leave out `--from` or `--mapping`",
        )
    return GivenSet(read_mapped(source, read_mapping(*mapping)))
