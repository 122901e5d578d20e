"""What was made as a worksheet, and what became of one: each row ends in exactly one way."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from goldset.domain.worksheet import FilledRow, Key, Kind
from goldset.domain.worksheet_answers import Blank, ReadRow, Refused, Repeated


class End(StrEnum):
    """How a row ends."""

    APPLIED = "applied"
    ALREADY = "already_applied"
    UNDECIDED = "not_decided"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class MadeSheet:
    """What was made.

    Attributes:
        path: The file; empty where there was nothing to ask, and none was written.
        set: Name of the golden set.
        kind: What it asks.
        owner: Whose slices it is about; None for all.
        rows: How many rows it has.
        items: How many items these are about.
        others: How many more rows there are in slices of others.
        elsewhere: What else was left out, in words, and how many of it.
        notices: What a person should know.
    """

    path: str
    set: str
    kind: Kind
    owner: str | None
    rows: int
    items: int
    others: int
    elsewhere: Mapping[str, int]
    notices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RowEnd:
    """How one row ended.

    Attributes:
        row: The row.
        key: What it is about; None where it has no key.
        end: How it ended.
        message: For a refused row, why; for others what a person should know, or nothing.
        hint: For a refused row, what to do.
        where: The branch or the file that holds the decision; empty where none does.
    """

    row: FilledRow
    key: Key | None
    end: End
    message: str = ""
    hint: str = ""
    where: str = ""


@dataclass(frozen=True, slots=True)
class Place:
    """Where decisions were written.

    Attributes:
        where: The branch; empty for files of the working folder.
        commit: Id of the commit on it; empty likewise.
        paths: The item files.
        left: How many spans of these items still wait there.
        reworded: (item, gold answer) of items whose answer now rests on other words than it was checked against.
    """

    where: str
    commit: str
    paths: tuple[str, ...]
    left: int = 0
    reworded: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Applied:
    """What became of a worksheet.

    Attributes:
        set: Name of the golden set.
        kind: What it asked.
        by: Who decided.
        ends: How each row ended, in order.
        places: Where decisions were written, or would be.
        dry_run: Whether nothing was written.
        notices: What a person should know.
    """

    set: str
    kind: Kind
    by: str
    ends: tuple[RowEnd, ...]
    places: tuple[Place, ...]
    dry_run: bool
    notices: tuple[str, ...] = ()

    @property
    def refused(self) -> bool:
        """Whether a row was refused."""
        return any(end.end is End.REFUSED for end in self.ends)

    def totals(self) -> dict[End, int]:
        """Return how many rows ended in each way; the sum is the number of rows."""
        counted = Counter(end.end for end in self.ends)
        return {end: counted[end] for end in End}


@dataclass
class Ledger:
    """How rows end, put down as it becomes known; at the end every one of them is in it."""

    rows: Sequence[ReadRow]
    _ends: dict[int, RowEnd] = field(default_factory=dict)

    def put(self, one: ReadRow, end: End, message: str = "", hint: str = "", where: str = "") -> None:
        """Put down how a row ended."""
        self._ends[id(one)] = RowEnd(one.row, one.key, end, message, hint, where)

    def knows(self, one: ReadRow) -> bool:
        """Return whether a row was put down."""
        return id(one) in self._ends

    def settle_blank_rows(self, settling: Iterable[tuple[ReadRow, str]]) -> None:
        """Put down blank rows of items that another row settled as a whole: they wait no more.

        Args:
            settling: Rows about whole items, with what they say of them.
        """
        by_item = {one.key.item: (one, said) for one, said in settling if one.key}
        for blank in self.rows:
            one, said = by_item.get(blank.key.item, (None, "")) if isinstance(blank, Blank) else (None, "")
            end = self._ends.get(id(one))
            if end is not None and end.end in (End.APPLIED, End.ALREADY):
                message = f"{end.row.name} settles the whole question: {said}"
                self.put(blank, end.end, message, where=end.where)

    def ends(self) -> tuple[RowEnd, ...]:
        """Return how every row ended: what was not put down ends as its content says."""
        ends = list[RowEnd]()
        by_name: dict[str, RowEnd] = {}  # a row that repeats another one stands below it
        for one in self.rows:
            end = by_name[one.row.name] = self._ends.get(id(one)) or _end_of(one, by_name)
            ends.append(end)
        return tuple(ends)


def _end_of(one: ReadRow, by_name: Mapping[str, RowEnd]) -> RowEnd:
    if isinstance(one, Refused):
        return RowEnd(one.row, one.key, End.REFUSED, one.message, one.hint)
    if isinstance(one, Blank):
        return RowEnd(one.row, one.key, End.UNDECIDED)
    if isinstance(one, Repeated):
        first = by_name[one.first]
        if first.end is End.REFUSED:
            return RowEnd(one.row, one.key, End.REFUSED, first.message, first.hint)
        return RowEnd(one.row, one.key, End.ALREADY, f"{one.first} says the same", where=first.where)
    raise AssertionError(f"nothing was put down for {one.row.name}")
