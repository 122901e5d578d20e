"""By what a row of a foreign set is known when the set is imported again: keys and hashes, never its place."""

import json
import re
from dataclasses import MISSING, fields, is_dataclass
from typing import Any

from goldset.domain.items import Item, digest
from goldset.domain.mentions import plain
from goldset.domain.set_rows import SetRow

_SHORT = 16  # letters for four bits each: two of a million rows agree once in thirty million sets
# A hash of letters alone never looks like a number, to no reader of YAML and to no person.
_LETTERS = str.maketrans("0123456789abcdef", "bcdfghjkmnpqrstv")
# Figures with their inner marks, words with theirs, and signs that may change the meaning (`C++`, `$5`, `5 %`).
_TELLING = re.compile(r"\w+(?:[.,:/'’-]\w+)*|[^\w\s.,;:!?¿¡'\"…()\[\]«»„“”‘’–—-]")


def key_of_ref(source: str, ref: str) -> str:
    """Return the key of a row that has an id in its source."""
    return _hash(["ref", source, ref])


def key_of_question(source: str, question: str, row: str = "") -> str:
    """Return the key of a row without an id: of its question, and of all that it says where that is not enough."""
    return _hash(["question", source, plain(question), row])


def loose(question: str) -> str:
    """Return a question without case, white space and punctuation that changes no meaning."""
    return " ".join(_TELLING.findall(plain(question)))


def row_hash(row: SetRow) -> str:
    """Return the hash of what a row says: not of where it stands, nor of what goldset noted about it."""
    return _hash(_said(row, without=("number", "where", "notes")))


def has_half_character(row: SetRow) -> bool:
    """Return whether a text of a row holds half a character (a lone surrogate), which no file can hold."""
    try:
        json.dumps(_said(row), ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return True
    return False


def written_hash(item: Item) -> str:
    """Return the hash of what an item means: layout, comments and the hash itself aside."""
    said = item.model_dump(mode="json", exclude_defaults=True, exclude_none=True)
    if "origin" in said:
        said["origin"].pop("written", None)
    return _hash(said)


def is_as_written(item: Item) -> bool:
    """Return whether an imported item still says what the import wrote: no person has changed it."""
    return item.origin is not None and item.origin.written == written_hash(item)


def _hash(value: Any) -> str:
    return digest(value)[:_SHORT].translate(_LETTERS)


def _said(value: Any, without: tuple[str, ...] = ()) -> Any:
    """Return what a record says beyond its defaults, so that a new field changes no hash."""
    if is_dataclass(value):
        return {
            f.name: _said(getattr(value, f.name))
            for f in fields(value)
            if f.name not in without and not _is_default(f, getattr(value, f.name))
        }
    if isinstance(value, dict):
        return {str(key): _said(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [_said(one) for one in value]
    return value if value is None or isinstance(value, str | int | float) else str(value)


def _is_default(field: Any, value: Any) -> bool:
    if field.default is not MISSING:
        return bool(value == field.default)
    return field.default_factory is not MISSING and bool(value == field.default_factory())
