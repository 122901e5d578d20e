"""Values of a record, each as the field of an item takes it."""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from goldset.domain.items import Item
from goldset.errors import GoldsetError
from goldset.stores.field_types import TRUTH, record_type
from goldset.stores.formats.cells import data_of, is_nothing, may_be_data, text_of, texts_of, truth_of
from goldset.stores.formats.item_fields import says_nothing, takes
from goldset.stores.formats.mapping import LISTS, Take

Getter = Callable[[Mapping[str, Any]], Any]
_TYPES = record_type(Item)
_SHOWN = 60


def getter_of(take: Take, columns: Sequence[str], name: str) -> Getter:
    """Return what looks a value up in a record.

    Raises:
        GoldsetError: The table has no such column.
    """
    column = take.column
    if column is None:
        return lambda _: take.value
    if column in columns:
        return lambda values: values.get(column)
    first, *path = column.split(".")
    if path and first in columns:
        return lambda values: below(values.get(first), path)
    raise GoldsetError(
        f"{name} has no column `{column}`, only {', '.join(f'`{known}`' for known in columns)}",
        "mend the mapping",
    )


def below(value: Any, path: Sequence[str]) -> Any:
    """Return what stands at a path in nested objects, those that a cell writes as text as well."""
    for part in path:
        value = data_of(value)
        if not isinstance(value, Mapping):
            return None
        value = value.get(part)
    return value


def one_text(value: Any) -> tuple[str | None, list[str]]:
    """Return the text that a cell says, and further ones where it holds a list of several."""
    if type(value) is str and not may_be_data(value):
        return text_of(value), []
    if isinstance(value, Mapping) and isinstance(value.get("text"), list):
        value = value["text"]  # answers as reading-comprehension sets have them
    listed = texts_of(value)
    if listed is None:
        return text_of(value), []
    found = list(dict.fromkeys(text for text in listed if text))
    return (found[0], found[1:]) if found else (None, [])


def truth(value: Any, take: Take) -> bool | None:
    """Return whether a cell says yes or no, in the words that a mapping gives, or in those of several languages."""
    if not take.true and not take.false:
        return truth_of(value)
    said = (text_of(value) or "").strip().casefold()
    if said in {text.strip().casefold() for text in take.true}:
        return True
    return False if said in {text.strip().casefold() for text in take.false} else None


def detail(name: str, value: Any, take: Take) -> Any:
    """Return what an item takes for one of its further fields; None where the cell says nothing.

    Raises:
        ValueError: Items do not take what it says; the message is the value.
    """
    if is_nothing(value):
        return None
    if name in LISTS:
        found: Any = list_of(value, take)
    elif _TYPES.fields[name].fields or _TYPES.fields[name].element:
        found = data_of(value)
    elif _TYPES.fields[name].scalar == TRUTH:
        found = truth_of(value)
    else:
        text, more = one_text(value)
        if more:
            raise ValueError(shown(value))
        found = _worded((text or "").strip(), take) or None
    if not takes(name, found):
        raise ValueError(shown(value))
    return None if says_nothing(name, found) else found


def list_of(value: Any, take: Take) -> list[str]:
    """Return the entries of a list: of a list, or of a text parted by a separator."""
    listed = texts_of(value)
    if listed is None:
        text = text_of(value) or ""
        listed = list(text.split(take.separator)) if take.separator else [text]
        listed = [text.strip() for text in listed if text] if take.separator else listed
    return [_worded(text, take) for text in listed if text]


def _worded(text: str, take: Take) -> str:
    return take.values.get(text, text) if take.values else text


def shown(value: Any) -> str:
    """Return a value as a message shows it."""
    text = re.sub(r"\s+", " ", text_of(value) or "nothing")
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 1]}…"


class Untaken:
    """What fields do not take, by column and value, told once for all rows."""

    def __init__(self) -> None:
        self._counts: Counter[tuple[str, str, str]] = Counter()

    def add(self, column: str, field: str, value: str) -> None:
        """Count a value that a field does not take."""
        self._counts[column, field, value] += 1

    def notices(self) -> Iterator[str]:
        """Yield a sentence a column and field, the most frequent values in it."""
        by_field: dict[tuple[str, str], list[str]] = {}
        for (column, name, value), count in self._counts.most_common():
            by_field.setdefault((column, name), []).append(f"{value} ({count})")
        for (column, name), values in sorted(by_field.items()):
            more = f" and {len(values) - 5} more" if len(values) > 5 else ""  # noqa: PLR2004 (enough to see)
            yield f"`{column}` says what `{name}` of an item cannot be: {', '.join(values[:5])}{more}"
