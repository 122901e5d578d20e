"""What a format of golden sets is to import, audit and export."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from goldset.domain.set_rows import ReadSet, SetRow
from goldset.stores.formats.source import Source

# What is written: by path below the target, its bytes; the path is empty for a format of one file.
Files = Mapping[str, bytes]


@dataclass(frozen=True, slots=True)
class Form:
    """A format.

    Attributes:
        name: What `--format` and `--from` call it.
        about: What it is, in a few words.
        suffix: How the name of its file ends, such as `.jsonl`; empty for a folder.
        carries: Names of the fields (see `fields_of`) that come back when what `write` wrote is read.
        shows: Says whether a source looks like this format, of what its first records hold; never raises.
        read: Reads a source. Raises GoldsetError where no row can be had at all.
        write: Writes rows; None where the format is only read. Raises GoldsetError where a package is missing.
        lacks: Says what a person has to add to files that were written before tools take them; empty for nothing.
    """

    name: str
    about: str
    suffix: str
    carries: frozenset[str]
    shows: Callable[[Source], bool]
    read: Callable[[Source], ReadSet]
    write: Callable[[Sequence[SetRow]], Files] | None = None
    lacks: Callable[[Files], str] = lambda _: ""
