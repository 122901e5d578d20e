"""What the columns of a table probably say, by their names and by what stands in them."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from goldset.errors import GoldsetError
from goldset.stores.formats import headings
from goldset.stores.formats.cells import data_of, is_nothing, number_of, text_of, texts_of, truth_of
from goldset.stores.formats.item_fields import DETAILS, SPAN, takes
from goldset.stores.formats.mapped_values import one_text
from goldset.stores.formats.mapping import SKELETON, ColumnMapping, EvidenceTake, Take
from goldset.stores.formats.reading import Table

# What the columns of a table that goldset wrote are called: fields of items, `gold_spans.text` and the like.
SPAN_COLUMN, NEAR_COLUMN = "gold_spans.", "near_spans."
_KEY_OF = {"doc_id": "doc"}
_SAMPLES = 1000
_A_DOCUMENT = re.compile(
    r"[^\n]{0,300}(?:\.[A-Za-z][A-Za-z0-9]{0,5}|\.mp[34])(?:#[^\s]*)?|\w+://\S+|[\w.~-]+(?:/[\w .~-]+)+"
)
_A_CHUNK = re.compile(
    r"(?:chunk|node|passage|segment)[ _-]?[0-9]|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-|^[0-9a-f]{32,64}$",
    re.IGNORECASE,
)
_SENTENCE = 60
_SEPARATORS = (";", "|", ",")

Records = Sequence[Mapping[str, Any]]


def guess_for(table: Table) -> ColumnMapping:
    """Return what the columns of a table probably say.

    Raises:
        GoldsetError: No column holds questions; the message has the columns, the hint what to write.
    """
    return guess(table.columns, [row.values for row in table.rows[:_SAMPLES]], table.name)


def guess(columns: Sequence[str], samples: Records, name: str = "the table") -> ColumnMapping:
    """Return what columns probably say.

    Args:
        columns: Their names.
        samples: Records, some hundred of them.
        name: The table, for messages.

    Raises:
        GoldsetError: No column holds questions; the message has the columns, the hint what to write.
    """
    return _Guess(columns, samples).mapping(name)


def is_by_name(mapping: ColumnMapping, columns: Sequence[str]) -> bool:
    """Return whether a mapping takes every column for the field of items that it is called after: nothing is guessed.

    Args:
        mapping: The mapping.
        columns: The names of the table's columns.
    """
    passages = (*mapping.evidence, *mapping.near)
    taken = [take.column or SPAN_COLUMN for one in passages if not one.each for take in one.fields.values()]
    return (
        set(columns) == set(mapping.columns())
        and mapping.evidence_count is None
        and all(takes == (Take(column=name),) for name, takes in mapping.fields.items())
        and all(one.each in (None, "gold_spans", "near_spans") for one in passages)
        and all(column.startswith((SPAN_COLUMN, NEAR_COLUMN)) for column in taken)
    )


class _Guess:
    def __init__(self, columns: Sequence[str], samples: Records) -> None:
        self._columns = columns
        self._samples = samples
        self._plain = {column: headings.plain(column) for column in columns}
        self._free = dict.fromkeys(columns)

    def mapping(self, name: str) -> ColumnMapping:
        untaken = self._set_aside()
        fields = dict(self._fields())
        if "question" not in fields:
            listed = ", ".join(f"`{column}`" for column in self._columns) or "none"
            raise GoldsetError(
                f"{name}: no column is known to hold questions; its columns are {listed}",
                f"write a mapping, and name it with `--mapping FILE`:\n{SKELETON}",
            )
        count = self._count()
        near = tuple(self._listed("near_spans", NEAR_COLUMN))
        evidence = tuple(self._listed("gold_spans", SPAN_COLUMN)) or tuple(self._evidence())
        return ColumnMapping(fields, evidence, near, count, tuple(untaken))

    def _values(self, column: str) -> Iterator[Any]:
        return (values[column] for values in self._samples if not is_nothing(values.get(column)))

    def _take(self, names: Iterable[str]) -> str | None:
        """Return the free column whose name comes first among some, and use it up."""
        by_plain = {self._plain[column]: column for column in reversed(list(self._free))}
        column = next((by_plain[name] for name in names if name in by_plain), None)
        if column is not None:
            del self._free[column]
        return column

    def _set_aside(self) -> list[str]:
        """Return the columns of what a system said or found, and use them up."""
        plains = set(self._plain.values())
        aside = set(headings.SYSTEM)
        if plains & headings.FOUND:
            aside |= {"contexts", *headings.ANSWERS}
        elif plains & set(headings.RIGHT_ANSWERS):
            aside |= set(headings.ANSWERS)
        found = [column for column, plain in self._plain.items() if plain in aside]
        for column in found:
            self._free.pop(column, None)
        return found

    def _fields(self) -> Iterator[tuple[str, tuple[Take, ...]]]:
        for field in (*headings.NAMES, *(name for name in DETAILS if name not in headings.NAMES)):
            column = field if field in self._free else None
            if column is None and field in headings.NAMES:
                column = self._fitting(field)
            if field == "answerable" and column is None:
                column = self._take(headings.UNANSWERABLE)
                if column is not None:
                    yield field, (self._opposite(column),)
                continue
            if column is not None:
                self._free.pop(column, None)
                yield field, (Take(column=column, separator=self._separator(field, column)),)

    def _fitting(self, field: str) -> str | None:
        """Return the column of a field; one of choices only where it says one of them somewhere."""
        column = self._take(headings.NAMES[field])
        if column is None or field not in {"kind", "tier", "split", "abstain_reason", "labelled_at", "as_of"}:
            return column
        if self._plain[column] == headings.plain(field) or any(
            takes(field, one_text(v)[0]) for v in self._values(column)
        ):
            return column
        self._free[column] = None
        return None

    def _opposite(self, column: str) -> Take:
        said = dict.fromkeys((text_of(value) or "").strip() for value in self._values(column))
        no = tuple(text for text in said if truth_of(text) is False) or ("false",)
        yes = tuple(text for text in said if truth_of(text) is True) or ("true",)
        return Take(column=column, true=no, false=yes)

    def _separator(self, field: str, column: str) -> str:
        if field not in {"tags", "must_include", "must_not_include"}:
            return ""
        texts = [
            value for value in self._values(column) if isinstance(value, str) and texts_of(value) is None
        ]
        # A comma stands in what an answer must include: it parts tags alone.
        known = _SEPARATORS if field == "tags" else _SEPARATORS[:2]
        return next((mark for mark in known if any(mark in text for text in texts)), "")

    def _count(self) -> str | None:
        column = self._take(headings.COUNTS)
        if column is None or all(
            isinstance(v, int) or number_of(v) is not None for v in self._values(column)
        ):
            return column
        self._free[column] = None
        return None

    def _listed(self, field: str, prefix: str) -> Iterator[EvidenceTake]:
        """Yield what goldset itself writes: a column of objects, or a column for each of their fields."""
        if field in self._free and self._holds_spans(field):
            del self._free[field]
            yield EvidenceTake({_KEY_OF.get(name, name): Take(column=name) for name in SPAN}, each=field)
            return
        fields = {}
        for name in SPAN:
            if f"{prefix}{name}" in self._free:
                del self._free[f"{prefix}{name}"]
                fields[_KEY_OF.get(name, name)] = Take(column=f"{prefix}{name}")
        if fields:
            # Without it whether a passage is a whole chunk would be guessed from what else is given.
            yield EvidenceTake({**fields, "coarse": fields.get("coarse", Take(value=""))})

    def _holds_spans(self, column: str) -> bool:
        entries = (entry for value in self._values(column) for entry in _objects(data_of(value)))
        return any(entry.keys() & {"text", "doc_id", "chunk_id"} for entry in entries)

    def _holds_objects(self, column: str) -> bool:
        data = (data_of(value) for value in self._values(column))
        return any(
            isinstance(one, Mapping) or (isinstance(one, list) and any(isinstance(e, Mapping) for e in one))
            for one in data
        )

    def _evidence(self) -> Iterator[EvidenceTake]:
        objects = self._of_objects()
        if objects:
            yield objects
            return
        quote = self._take_texts(headings.QUOTES)
        chunk = None if quote else self._take_texts(headings.CHUNKS)
        ids, docs = self._names()
        fields = {}
        if quote or chunk:
            fields["text"] = Take(column=quote or chunk)
        if chunk:
            fields["coarse"] = Take(value="chunk")
        for key, column in (("doc", docs), ("chunk_id", ids)):
            if column:
                fields[key] = Take(column=column)
        if not fields:
            return
        for key, names in (("start", headings.STARTS), ("end", headings.ENDS), ("grade", headings.GRADES)):
            column = self._take(names)
            if column:
                fields[key] = Take(column=column)
        yield EvidenceTake(fields)

    def _take_texts(self, names: Sequence[str]) -> str | None:
        """Return the column of passages: one of the names whose values are texts, and no ids."""
        for name in names:
            column = self._take([name])
            if column is None:
                continue
            if any(_is_passage(text) for value in self._values(column) for text in _texts(value)):
                return column
            self._free[column] = None
        return None

    def _take_ids(self, names: Sequence[str]) -> str | None:
        """Return the column of ids: one of the names whose values are no texts."""
        for name in names:
            column = self._take([name])
            if column is None:
                continue
            if not any(_is_passage(text) for value in self._values(column) for text in _texts(value)):
                return column
            self._free[column] = None
        return None

    def _names(self) -> tuple[str | None, str | None]:
        """Return the columns of chunk ids and of documents."""
        ids = self._take(headings.CHUNK_IDS) or self._take_ids(headings.CHUNKS)
        if ids and self._look_like(ids, _A_DOCUMENT) and not self._look_like(ids, _A_CHUNK):
            return None, ids
        docs = None
        for name in headings.DOCUMENTS:
            column = self._take([name])
            if column is None:
                continue
            if ids is None and self._look_like(column, _A_CHUNK):
                ids = column
            elif docs is None and (
                name not in headings.VAGUE_DOCUMENTS or self._look_like(column, _A_DOCUMENT)
            ):
                docs = column
            else:
                self._free[column] = None
        return ids, docs

    def _look_like(self, column: str, pattern: re.Pattern[str]) -> bool:
        match = pattern.search if pattern is _A_CHUNK else pattern.fullmatch
        return any(match(text) for value in self._values(column) for text in _texts(value))

    def _of_objects(self) -> EvidenceTake | None:
        """Return evidence from a column that holds objects, by the names of their keys."""
        known = {*headings.QUOTES, *headings.CHUNKS, *headings.CHUNK_IDS, *headings.DOCUMENTS}
        for column in [column for column in self._free if self._plain[column] in known]:
            if not self._holds_objects(column):
                continue
            entries = [entry for value in self._values(column) for entry in _objects(data_of(value))]
            keys = list(dict.fromkeys(key for entry in entries for key in entry))
            fields = dict(_inner_fields(keys, is_chunk=self._plain[column] in headings.CHUNKS))
            if fields:
                del self._free[column]
                return EvidenceTake(fields, each=column)
        return None


def _inner_fields(keys: Sequence[str], *, is_chunk: bool) -> Iterator[tuple[str, Take]]:
    by_plain = {headings.plain(key): key for key in reversed(keys)}
    known = {
        "text": ("text", "content", "page content", *headings.QUOTES, *headings.CHUNKS),
        "chunk_id": (*headings.CHUNK_IDS, *(("id",) if is_chunk else ())),
        "doc": (*headings.DOCUMENTS, *(() if is_chunk else ("id",))),
        "start": headings.STARTS,
        "end": headings.ENDS,
        "grade": headings.GRADES,
        "group": ("group",),
    }
    found = False
    for field, names in known.items():
        key = next((by_plain[name] for name in names if name in by_plain), None)
        if key is not None:
            found = True
            yield field, Take(column=key)
    if found and is_chunk:
        yield "coarse", Take(value="chunk")


def _objects(data: Any) -> Iterator[Mapping[str, Any]]:
    entries = data if isinstance(data, list) else [data]
    return (entry for entry in entries if isinstance(entry, Mapping))


def _texts(value: Any) -> list[str]:
    data = data_of(value)
    if isinstance(data, Mapping):
        return [str(key) for key in data]
    listed = texts_of(value)
    found = [text_of(value)] if listed is None else listed
    return [text for text in found if text]


def _is_passage(text: str) -> bool:
    """Return whether a text is a passage and no id: it has words, and is no name of a file."""
    if _A_DOCUMENT.fullmatch(text) or (_A_CHUNK.search(text) and len(text) <= _SENTENCE):
        return False
    return len(text) > _SENTENCE or len(text.split()) > 1
