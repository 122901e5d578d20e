"""Passages of a record, from columns that hold one or several of them each, or from a list of objects."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from goldset.domain.set_rows import Evidence
from goldset.stores.formats.cells import data_of, is_nothing, may_be_data, number_of, text_of, texts_of
from goldset.stores.formats.mapped_values import Getter, below, getter_of
from goldset.stores.formats.mapping import EvidenceTake, Take

# What a passage is known by, in the order in which a column counts how many there are.
_NAMED = ("text", "chunk_id", "doc")
_NAMES = ("chunk_id", "doc")
_COARSE = ("chunk", "document")
_LISTED_DATA = ("start", "end", "grade", "group")

Values = Mapping[str, Any]


@dataclass(slots=True)
class Passages:
    """The passages of a record.

    Attributes:
        evidence: The passages; grades are those of the file, on its own scale, 0 for what proves nothing.
        notes: What people should know, as sentences without a full stop.
        unread: Keys of `each` that were not read.
    """

    evidence: list[Evidence]
    notes: list[str]
    unread: list[str]


class PassageReader:
    """Reads what one entry of a mapping says."""

    def __init__(self, take: EvidenceTake, columns: Sequence[str], name: str) -> None:
        """Look the columns up.

        Raises:
            GoldsetError: The table has no such column.
        """
        self._take = take
        self._each = getter_of(Take(column=take.each), columns, name) if take.each else None
        self._getters: dict[str, Getter] = {}
        for key, one in take.fields.items():
            self._getters[key] = _inner(one) if take.each else getter_of(one, columns, name)
        self._says_coarse = "coarse" in take.fields
        self._keys = {(one.column or "").partition(".")[0] for one in take.fields.values()}

    def passages(self, values: Values) -> Passages:
        """Return the passages of a record."""
        found = Passages([], [], [])
        if self._each is None:
            if not self._of_plain_columns(values, found):
                self._of_columns(values, found)
            return found
        listed = data_of(self._each(values))
        entries = listed if isinstance(listed, list | tuple) else [] if is_nothing(listed) else [listed]
        for entry in entries:
            if isinstance(entry, Mapping):
                self._of_columns(entry, found)
                unread = (
                    key for key, value in entry.items() if key not in self._keys and not is_nothing(value)
                )
                found.unread += [f"{self._take.each}.{key}" for key in unread]
            elif text := text_of(entry):
                found.evidence.append(self._evidence({"text": text}, found))
        return found

    def _of_plain_columns(self, values: Values, found: Passages) -> bool:
        """Take in the one passage of a record whose columns hold texts alone; return whether they do."""
        said = {}
        for name, get in self._getters.items():
            value = get(values)
            if type(value) is not str or may_be_data(value):
                return False
            said[name] = value if value and not value.isspace() else None
        if any(said.get(name) for name in _NAMED):
            found.evidence.append(self._evidence(said, found))
        return True

    def _of_columns(self, values: Values, found: Passages) -> None:
        cells = {name: self._cells(name, get(values), found) for name, get in self._getters.items()}
        lead = next((name for name in _NAMED if cells.get(name)), None)
        if lead is None:
            return
        count = len(cells[lead])
        grades = self._grades_by_name(values, lead)
        if lead == "chunk_id":
            cells["doc"] = self._docs_of_chunks(cells, found)
        if grades is not None:
            cells["grade"] = [
                grades.pop(name, None) for name in cells.get("chunk_id") or cells.get("doc", [])
            ]
            if grades:
                strays = ", ".join(map(str, grades))
                found.notes.append(f"`{self._column('grade')}` grades {strays}, which the row does not name")
        parted = {name: self._parted(name, listed, count, found) for name, listed in cells.items()}
        for place in range(count):
            said = {name: listed[place] for name, listed in parted.items()}
            if any(said.get(name) for name in _NAMED):
                found.evidence.append(self._evidence(said, found))

    def _cells(self, name: str, value: Any, found: Passages) -> list[Any]:
        """Return what a cell says, one value a passage; a text is one value."""
        if is_nothing(value):
            return []
        if name in _LISTED_DATA:
            data = data_of(value)
            return (
                list(data) if isinstance(data, list | tuple) else [] if isinstance(data, Mapping) else [data]
            )
        data = data_of(value) if name in _NAMES else value
        if isinstance(data, Mapping):
            return [str(key) for key in data]
        listed = texts_of(value)
        if listed is None and isinstance(value, list | tuple | Mapping):
            found.notes.append(
                f"`{self._column(name)}` holds objects, which are not read: a mapping has `each` for them"
            )
            return []
        return [text_of(value)] if listed is None else list(listed)

    def _grades_by_name(self, values: Values, lead: str) -> dict[Any, Any] | None:
        """Return grades by the name of what they grade, where the record has them so."""
        get = self._getters.get("grade") or (self._getters[lead] if lead in _NAMES else None)
        said = data_of(get(values)) if get else None
        return dict(said) if isinstance(said, Mapping) else None

    def _docs_of_chunks(self, cells: Mapping[str, list[Any]], found: Passages) -> list[Any]:
        """Return for each chunk the document whose name its own begins with, where the names are made so."""
        docs, chunks = [doc for doc in cells.get("doc", ()) if doc], cells["chunk_id"]
        owners = [
            max((doc for doc in docs if chunk and chunk.startswith(doc)), key=len, default=None)
            for chunk in chunks
        ]
        if not any(owners):
            return cells.get("doc", [])
        strays = [doc for doc in docs if doc not in owners]
        if strays:
            found.notes.append(
                f"`{self._column('doc')}` names {', '.join(strays)}, of which no passage is named"
            )
        return owners

    def _parted(self, name: str, listed: list[Any], count: int, found: Passages) -> list[Any]:
        """Return as many values as there are passages: one each, or the same for all."""
        if name == "group" and count == 1:
            return [listed]
        if len(listed) == count:
            return listed
        if len(listed) == 1:
            return listed * count
        if listed:
            said = ", ".join(map(str, listed))
            found.notes.append(
                f"`{self._column(name)}` has {len(listed)} values for {count} passages: {said}"
            )
        return [None] * count

    def _column(self, name: str) -> str:
        take = self._take.fields.get(name)
        return str(take.column) if take and take.column else name

    def _evidence(self, said: Values, found: Passages) -> Evidence:
        coarse = said.get("coarse")
        if not self._says_coarse and not said.get("text"):
            coarse = "chunk" if said.get("chunk_id") else "document"
        groups = said.get("group") or ()
        return Evidence(
            text=said.get("text"),
            doc=said.get("doc"),
            chunk_id=said.get("chunk_id"),
            start=number_of(said.get("start")),
            end=number_of(said.get("end")),
            grade=self._grade(said.get("grade"), found),
            groups=tuple(groups if isinstance(groups, list | tuple) else [groups]),
            coarse=coarse if coarse in _COARSE else None,
            span_id=said.get("id"),
        )

    def _grade(self, value: Any, found: Passages) -> int:
        if is_nothing(value):
            return 1
        number = number_of(value)
        if number is None:
            found.notes.append(f"`{self._column('grade')}` has the grade {value}, which is no whole number")
            return 1
        return max(number, 0)


def _inner(take: Take) -> Getter:
    """Return what looks a value up in an object of a list."""
    column = take.column
    if column is None:
        return lambda _: take.value
    first, *path = column.split(".")

    def look_up(values: Values) -> Any:
        if column in values or not path:
            return values.get(column)
        inner = values.get(first)
        return below(inner, path)

    return look_up
