"""What became of the rows of a foreign set: every row ends in exactly one way."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class End(StrEnum):
    """How a row ended; `now_draft` is an item that was none, and became a draft as it followed its source."""

    IMPORTED = "imported"
    DRAFT = "draft"
    UNCHANGED = "unchanged"
    UPDATED = "updated"
    NOW_DRAFT = "now_draft"
    CHANGED = "changed_at_source"
    DUPLICATE = "duplicate"
    REFUSED = "refused"


WRITTEN = frozenset({End.IMPORTED, End.DRAFT, End.UPDATED, End.NOW_DRAFT})


@dataclass(frozen=True, slots=True)
class Why:
    """A reason.

    Attributes:
        code: Its kind, such as `not_found`: what is counted.
        text: In words for people, without a full stop.
    """

    code: str
    text: str


@dataclass(frozen=True, slots=True)
class RowEnd:
    """How one row ended.

    Attributes:
        number: Where it stands, as `SetRow.number`.
        end: How it ended.
        where: How people find it where a number does not say it.
        ref: The file's own id of it; None where it gives none.
        item: Id of the item that it became, or that is of it already; None for a refused row.
        path: Path of that item below the set's folder; empty without one.
        reasons: Why it is a draft, refused or a duplicate, or what changed.
        notes: What a person should know of it besides.
    """

    number: int
    end: End
    where: str = ""
    ref: str | None = None
    item: str | None = None
    path: str = ""
    reasons: tuple[Why, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class BadLine:
    """A line beside the rows, such as a judgement, that could not be taken."""

    number: int
    reason: str
    file: str = ""


@dataclass(frozen=True, slots=True)
class Gone:
    """An item of the source that the file does not hold any more."""

    item: str
    path: str
    changed: bool


@dataclass(frozen=True, slots=True)
class ImportReport:
    """What an import did, or would do.

    Attributes:
        form: Name of the file's format.
        name: The file as it was named.
        sha256: SHA-256 of its bytes.
        source: Name of the set that it is; empty where nobody named it.
        snapshot: Snapshot in which evidence was looked for; None where there is none.
        chunks: File of chunk texts as it was named; empty without one.
        chunks_sha256: SHA-256 of it; None without one.
        rows: How each row ended, in the order of the file.
        lines: Lines beside the rows that could not be taken.
        gone: Items of the source that the file does not hold any more; left as they are.
        not_read: By field that items have no place for: in how many rows it was given.
        spans: How many gold spans stand in the items that were written.
        waiting: Untouched drafts of rows that did not change whose evidence would now be found.
        notices: What a person should know of the whole.
        dry_run: Whether nothing was written because nothing was to be.
    """

    form: str
    name: str
    sha256: str
    rows: tuple[RowEnd, ...]
    source: str = ""
    snapshot: str | None = None
    chunks: str = ""
    chunks_sha256: str | None = None
    lines: tuple[BadLine, ...] = ()
    gone: tuple[Gone, ...] = ()
    not_read: Mapping[str, int] = field(default_factory=dict)
    spans: int = 0
    waiting: int = 0
    notices: tuple[str, ...] = ()
    dry_run: bool = False

    @property
    def totals(self) -> dict[str, int]:
        """How many rows ended each way, every way named; `rows` is their sum."""
        counts = Counter(row.end for row in self.rows)
        return {"rows": len(self.rows), **{str(end): counts[end] for end in End}}

    @property
    def reasons(self) -> dict[End, dict[str, int]]:
        """By end, how many rows have each kind of reason; the most frequent first."""
        found: dict[End, dict[str, int]] = {}
        for end in End:
            codes = Counter(
                code for row in self.rows if row.end is end for code in {w.code for w in row.reasons}
            )
            if codes:
                found[end] = dict(sorted(codes.items(), key=lambda pair: (-pair[1], pair[0])))
        return found
