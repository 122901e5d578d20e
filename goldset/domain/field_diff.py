"""What differs between two records, field by field, as plain values."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from goldset.domain.fields import Record

Plain = Any


@dataclass(frozen=True, slots=True)
class FieldChange:
    """One field that differs: its path such as `origin.ref`, and plain JSON values; None where it says nothing."""

    path: str
    old: Plain
    new: Plain


def record_changes(old: Record, new: Record, leave: frozenset[str] = frozenset()) -> Iterator[FieldChange]:
    """Yield the fields in which two records of one type differ by meaning, in the order of the type.

    What a field says by default it says also where it is written out.

    Args:
        old: The record before.
        new: The record after.
        leave: Fields of the records to leave out.
    """
    for name in type(new).model_fields:
        before, now = getattr(old, name), getattr(new, name)
        if name not in leave and before != now:
            yield from _changes(name, _plain(old, name), _plain(new, name))


def _plain(record: Record, name: str) -> Plain:
    return record.model_dump(mode="json", include={name}, exclude_none=True).get(name)


def _changes(path: str, old: Plain, new: Plain) -> Iterator[FieldChange]:
    if isinstance(old, Mapping) and isinstance(new, Mapping):
        for key in dict.fromkeys([*old, *new]):
            yield from _changes(f"{path}.{key}", old.get(key), new.get(key))
    elif old != new:
        yield FieldChange(path, old, new)
