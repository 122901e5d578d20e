"""A table and a mapping of its columns, made to rows of a set. Every record ends as a row or as a bad one."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import Any

from goldset.domain.set_rows import BadRow, Evidence, ReadSet, SetRow
from goldset.stores.formats.cells import data_of, is_nothing, may_be_data, number_of, text_of, texts_of
from goldset.stores.formats.item_fields import id_of
from goldset.stores.formats.judgements import NOT_RELEVANT, graded, scale_notices
from goldset.stores.formats.mapped_evidence import PassageReader
from goldset.stores.formats.mapped_values import Getter, Untaken, detail, getter_of, one_text, truth
from goldset.stores.formats.mapping import PLAIN, ColumnMapping, EvidenceTake, Take
from goldset.stores.formats.reading import Row, Table

_UNANSWERABLE = "passages of questions without an answer"
_TOP_GRADE = 3


def apply(mapping: ColumnMapping, table: Table, form: str = "") -> ReadSet:
    """Return the rows that a table holds under a mapping.

    Args:
        mapping: What its columns say.
        table: The table.
        form: Name of the format; empty: the kind of table.

    Raises:
        GoldsetError: The mapping names a column that the table has not.
    """
    reader = _Reader(mapping, table)
    rows = tuple(reader.rows())
    bad = tuple(sorted((*table.bad, *reader.bad), key=lambda one: one.number))
    top = max((one.grade for row in rows for one in row.evidence), default=0)
    notices = [*table.notices, *reader.notices(), *scale_notices(top)]
    if top > _TOP_GRADE:
        rows = tuple(_regraded(row, top) for row in rows)
    not_read = {name: count for name, count in sorted(reader.not_read.items()) if count}
    return ReadSet(form or table.kind, table.name, table.sha256, rows, bad, not_read, tuple(notices))


def _regraded(row: SetRow, top: int) -> SetRow:
    return replace(row, evidence=tuple(replace(one, grade=graded(one.grade, top)) for one in row.evidence))


class _Reader:
    def __init__(self, mapping: ColumnMapping, table: Table) -> None:
        self.bad: list[BadRow] = []
        self.not_read: Counter[str] = Counter()
        self._table = table
        self._mapping = mapping
        self._untaken = Untaken()
        self._fields = {
            name: [(take, self._getter(take)) for take in takes] for name, takes in mapping.fields.items()
        }
        self._details = [name for name in self._fields if name not in PLAIN]
        self._evidence = self._readers(mapping.evidence)
        self._near = self._readers(mapping.near)
        count = mapping.evidence_count
        self._count = self._getter(Take(column=count)) if count else None
        self._unused = list(_unused(mapping, table.columns))
        self._inner = _inner_keys(mapping, table.columns)

    def _getter(self, take: Take) -> Getter:
        return getter_of(take, self._table.columns, self._table.name)

    def _readers(self, takes: Iterable[EvidenceTake]) -> list[PassageReader]:
        return [PassageReader(take, self._table.columns, self._table.name) for take in takes]

    def rows(self) -> Iterator[SetRow]:
        """Yield a row for each record but the bad ones."""
        for record in self._table.rows:
            try:
                yield self._row(record)
            except ValueError as error:
                self.bad.append(
                    BadRow(record.number, f"{record.where + ': ' if record.where else ''}{error}")
                )

    def notices(self) -> Iterator[str]:
        """Yield what people should know of the table as a whole."""
        yield from self._untaken.notices()
        said = [name for name in self._mapping.untaken if self.not_read[name]]
        if said:
            names = " and ".join(f"`{name}`" for name in said)
            yield f"{names}: what a system said or found is never taken for gold"

    def _row(self, record: Row) -> SetRow:
        values, notes = record.values, []
        question = self._question(values)
        answer, others = one_text(self._value("gold_answer", values))
        notes += [f"another right answer of its source: {other}" for other in others]
        if answer and _holds_objects(self._value("gold_answer", values)):
            notes.append(f"`{self._column('gold_answer')}` is no text: it is taken as JSON")
        answerable = self._answerable(values)
        evidence = self._passages(self._evidence, values, notes)
        self._hold_against_count(values, evidence, notes)
        kept = [one for one in evidence if one.grade > 0]
        self.not_read[NOT_RELEVANT] += len(kept) < len(evidence)
        if answerable is False and kept:
            self.not_read[_UNANSWERABLE] += 1
            kept = []
        details = dict(self._said_details(values))
        self._count_unread(values)
        return SetRow(
            number=record.number,
            question=question,
            ref=self._ref(values),
            gold_answer=answer,
            answerable=answerable,
            evidence=tuple(kept),
            near=tuple(self._passages(self._near, values, notes)),
            details=details,
            notes=tuple(notes),
            where=record.where,
        )

    def _value(self, name: str, values: Mapping[str, Any]) -> Any:
        found = self._fields.get(name)
        return found[0][1](values) if found else None

    def _column(self, name: str) -> str:
        return next((str(take.column) for take, _ in self._fields.get(name, ())), name)

    def _question(self, values: Mapping[str, Any]) -> str:
        value = self._value("question", values)
        question, more = one_text(value)
        if more or _holds_objects(value):
            raise ValueError(f"`{self._column('question')}` is not one question")
        if not question or not question.strip():
            raise ValueError(f"`{self._column('question')}` is empty")
        return question.strip()

    def _ref(self, values: Mapping[str, Any]) -> str | None:
        value = self._value("id", values)
        return None if value is None else id_of(value) or id_of(text_of(value))

    def _answerable(self, values: Mapping[str, Any]) -> bool | None:
        for take, get in self._fields.get("answerable", ()):
            value = get(values)
            said = truth(value, take)
            if said is None and not is_nothing(value):
                self._refuse(take, "answerable", text_of(value) or "")
            return said
        return None

    def _refuse(self, take: Take, name: str, value: str) -> None:
        column = take.column or name
        self._untaken.add(column, name, value)
        self.not_read[column] += 1

    def _passages(
        self, readers: Iterable[PassageReader], values: Mapping[str, Any], notes: list[str]
    ) -> list[Evidence]:
        found: list[Evidence] = []
        for reader in readers:
            passages = reader.passages(values)
            found += passages.evidence
            notes += passages.notes
            self.not_read.update(set(passages.unread))
        return found

    def _hold_against_count(
        self, values: Mapping[str, Any], evidence: Sequence[Evidence], notes: list[str]
    ) -> None:
        said = number_of(self._count(values)) if self._count else None
        if said is not None and said != len(evidence):
            notes.append(
                f"`{self._mapping.evidence_count}` says {said}, and {len(evidence)} passages are named"
            )

    def _said_details(self, values: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
        for name in self._details:
            found = []
            for take, get in self._fields[name]:
                try:
                    said = detail(name, get(values), take)
                except ValueError as error:
                    self._refuse(take, name, str(error))
                else:
                    found += [] if said is None else [said]
            if found:
                yield name, found[0] if len(found) == 1 else list(dict.fromkeys(chain(*found)))

    def _count_unread(self, values: Mapping[str, Any]) -> None:
        self.not_read.update([column for column in self._unused if not is_nothing(values.get(column))])
        for column, known in self._inner.items():
            inner = data_of(values.get(column))
            if isinstance(inner, Mapping):
                self.not_read.update(
                    f"{column}.{key}"
                    for key, value in inner.items()
                    if key not in known and not is_nothing(value)
                )


def _holds_objects(value: Any) -> bool:
    """Return whether a cell holds an object, or a list that is none of texts, or writes one."""
    if isinstance(value, Mapping) and isinstance(value.get("text"), list):
        return False  # answers as reading-comprehension sets have them
    data = value if not isinstance(value, str) or may_be_data(value) else None
    return isinstance(data_of(data), Mapping | list | tuple) and texts_of(data) is None


def _unused(mapping: ColumnMapping, columns: Sequence[str]) -> Iterator[str]:
    named = set(mapping.columns())
    firsts = {name.partition(".")[0] for name in named if name not in columns}
    return (column for column in columns if column not in named and column not in firsts)


def _inner_keys(mapping: ColumnMapping, columns: Sequence[str]) -> dict[str, set[str]]:
    """Return by column that holds objects which of their keys are read."""
    found: dict[str, set[str]] = {}
    for name in mapping.columns():
        if name not in columns:
            first, _, rest = name.partition(".")
            found.setdefault(first, set()).add(rest.partition(".")[0])
    return found
