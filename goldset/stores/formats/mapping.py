"""Which column of a table says what of an item: as a person writes it, or as it was guessed and shown."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from goldset.stores.canonical import mapping_lines
from goldset.stores.formats.item_fields import DETAILS

PLAIN = ("id", "question", "gold_answer", "answerable")
# Fields of items, each from a column or the same in every row.
FIELDS = (*PLAIN, *DETAILS)
LISTS = frozenset({"tags", "must_include", "must_not_include", "derived_figures", "draft_reasons"})
SPAN_KEYS = ("text", "doc", "chunk_id", "start", "end", "grade", "group", "coarse", "id")
SKELETON = """\
question: THE COLUMN OF THE QUESTIONS
gold_answer: THE COLUMN OF THE RIGHT ANSWERS
id: A COLUMN OF IDS
evidence: {text: A COLUMN OF QUOTES, doc: A COLUMN OF DOCUMENTS}
"""


@dataclass(frozen=True, slots=True)
class Take:
    """Where the value of a field comes from.

    Attributes:
        column: The column; a path with points where a column holds objects. None: the value is the same for all.
        value: That value.
        separator: What parts the entries of a list in one text; empty: the text is one entry.
        true: For a truth value: what the column says for yes; empty: yes, true, 1, ja, sí and the like.
        false: The same for no.
        values: By what the column says, what the field takes.
    """

    column: str | None = None
    value: Any = None
    separator: str = ""
    true: tuple[str, ...] = ()
    false: tuple[str, ...] = ()
    values: Mapping[str, str] = field(default_factory=dict)

    def data(self) -> Any:
        """Return it as a mapping file has it."""
        if self.column is None:
            return {"value": self.value}
        said: dict[str, Any] = {"column": self.column}
        for name in ("separator", "true", "false", "values"):
            value = getattr(self, name)
            if value:
                said[name] = list(value) if isinstance(value, tuple) else value
        return said if len(said) > 1 else self.column


@dataclass(frozen=True, slots=True)
class EvidenceTake:
    """Where evidence comes from: one or several passages of a row.

    Attributes:
        fields: By name (`SPAN_KEYS`), where its value comes from: in a column of the table, or a key of `each`.
        each: The column that holds a list of objects or texts, one a passage; None: passages are in columns.
    """

    fields: Mapping[str, Take]
    each: str | None = None

    def data(self) -> dict[str, Any]:
        """Return it as a mapping file has it."""
        head = {"each": self.each} if self.each else {}
        return {**head, **{name: self.fields[name].data() for name in SPAN_KEYS if name in self.fields}}


@dataclass(frozen=True, slots=True)
class ColumnMapping:
    """What the columns of a table say.

    Attributes:
        fields: By field (`FIELDS`), where its value comes from; lists may come from several columns.
        evidence: Where evidence comes from.
        near: Where passages come from that look like an answer and are none.
        evidence_count: The column that says how many passages a row has, to hold them against.
        untaken: Columns of what systems said or found: shown to people, and never read.
    """

    fields: Mapping[str, tuple[Take, ...]]
    evidence: tuple[EvidenceTake, ...] = ()
    near: tuple[EvidenceTake, ...] = ()
    evidence_count: str | None = None
    untaken: tuple[str, ...] = ()

    def text(self) -> str:
        """Return it as a YAML file that `read_mapping` reads as it is."""
        data: dict[str, Any] = {name: _data(self.fields[name]) for name in FIELDS if name in self.fields}
        for name, takes in (("evidence", self.evidence), ("near", self.near)):
            if takes:
                data[name] = takes[0].data() if len(takes) == 1 else [take.data() for take in takes]
        if self.evidence_count:
            data["evidence_count"] = self.evidence_count
        return "\n".join(mapping_lines(data, 0)) + "\n"

    def columns(self) -> Iterator[str]:
        """Yield every column that it names, paths as they are written."""
        for takes in self.fields.values():
            yield from (take.column for take in takes if take.column is not None)
        for passage in (*self.evidence, *self.near):
            if passage.each:
                yield passage.each
            else:
                yield from (take.column for take in passage.fields.values() if take.column is not None)
        if self.evidence_count:
            yield self.evidence_count


def _data(takes: Sequence[Take]) -> Any:
    return takes[0].data() if len(takes) == 1 else [take.data() for take in takes]
