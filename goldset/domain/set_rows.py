"""Golden sets of any form: what a row of a foreign file says, before anything is known of the corpus.

One neutral record stands between goldset's items and every format: an import reads rows and makes items of
them, an export makes rows of items and writes them. What of a row a format has lost is told by reading what was
written (see `carried.lost`).
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

Coarse = Literal["chunk", "document"]


@dataclass(frozen=True, slots=True)
class Evidence:
    """What a row names as proof of its answer; at least one of text, document and chunk is given.

    Attributes:
        text: The passage as the file has it; None where only a document or a chunk is named.
        doc: Its document as the file names it: an id, a path, a title or a URL; None where none is named.
        chunk_id: Its chunk as the file names it.
        start: Where it begins in the document, in code points from 0; only where the file counts them so.
        end: Where it ends, half open.
        grade: How much it proves, 1–3.
        groups: Evidence groups that it serves; none: a group of its own.
        coarse: Whether it is a whole chunk or document rather than the passage itself.
        span_id: Name of the span in its item; None where the file gives none.
    """

    text: str | None = None
    doc: str | None = None
    chunk_id: str | None = None
    start: int | None = None
    end: int | None = None
    grade: int = 1
    groups: tuple[str, ...] = ()
    coarse: Coarse | None = None
    span_id: str | None = None


@dataclass(frozen=True, slots=True)
class SetRow:
    """One question of a set, as a file has it. Retrieved text and model output are never in it.

    Attributes:
        number: Where it stands: the line of a file of lines, else the record, from 1.
        question: The question, white space around it removed.
        ref: The file's own id of it, as text; None where it gives none.
        gold_answer: The right answer; None where the file gives none.
        answerable: Whether the corpus holds an answer; None where the file does not say.
        evidence: What proves the answer.
        near: Passages that look like an answer and are not.
        details: Fields of `Item` by name beyond these, as plain data: must_include, tags, kind, tier, …
        notes: What a person should know of the row, as sentences without a full stop.
        where: How people find it where a number does not say it, such as `tests[2]`; empty: by number.
    """

    number: int
    question: str
    ref: str | None = None
    gold_answer: str | None = None
    answerable: bool | None = None
    evidence: tuple[Evidence, ...] = ()
    near: tuple[Evidence, ...] = ()
    details: Mapping[str, Any] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    where: str = ""


@dataclass(frozen=True, slots=True)
class BadRow:
    """A row, or a line beside the rows such as a judgement, that cannot be taken.

    Attributes:
        number: Where it stands, as `SetRow.number`.
        reason: What is wrong with it, naming the field.
        file: The file of a folder that it stands in; empty where there is one file.
        is_row: Whether it would have been a row, and counts as one that was refused.
    """

    number: int
    reason: str
    file: str = ""
    is_row: bool = True


@dataclass(frozen=True, slots=True)
class ReadSet:
    """A set as it was read. Every row of the file is in `rows` or in `bad`.

    Attributes:
        form: Name of its format.
        name: The file as it was named.
        sha256: SHA-256 of its bytes; of a folder, of the files that were read, in order of their names.
        rows: The rows.
        bad: What could not be taken, in order.
        not_read: By field, assertion or column that items have no place for: in how many rows it was given.
        notices: What a person should know of the file as a whole.
    """

    form: str
    name: str
    sha256: str
    rows: tuple[SetRow, ...]
    bad: tuple[BadRow, ...] = ()
    not_read: Mapping[str, int] = field(default_factory=dict)
    notices: tuple[str, ...] = ()


_PLAIN = ("question", "gold_answer", "answerable")


def fields_of(row: SetRow) -> frozenset[str]:
    """Return the names of what a row says: those of `Item`, and `gold_spans.NAME` for what evidence says.

    `ref` is the id. Defaults say nothing: a grade of 1, a span that is a group of its own.
    """
    said = {name for name in _PLAIN if getattr(row, name) is not None}
    said |= {name for name, value in row.details.items() if value not in (None, "", [], ())}
    said |= {"id"} if row.ref is not None else set()
    said |= {"near_spans"} if row.near else set()
    return frozenset(said | {f"gold_spans.{name}" for one in row.evidence for name in _said(one)})


def _said(one: Evidence) -> Iterable[str]:
    given = {
        "text": one.text,
        "doc_id": one.doc,
        "chunk_id": one.chunk_id,
        "start": one.start,
        "end": one.end,
        "grade": None if one.grade == 1 else one.grade,
        "group": one.groups or None,
        "coarse": one.coarse,
        "id": one.span_id,
    }
    return (name for name, value in given.items() if value is not None)
