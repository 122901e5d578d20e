"""Fields of items in the files of others: which there are, and whether a value is one that items take."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from pydantic import TypeAdapter, ValidationError

from goldset.domain.items import Item
from goldset.domain.set_rows import Evidence

_ROW = ("id", "question", "gold_answer", "answerable", "gold_spans", "near_spans", "unplaced")
# What `SetRow.details` may hold, in the order of an item.
DETAILS = tuple(name for name in Item.model_fields if name not in _ROW)
SPAN = ("id", "doc_id", "chunk_id", "text", "start", "end", "grade", "coarse", "group")
# Everything that a row can say.
ALL = frozenset(
    {
        "id",
        "question",
        "gold_answer",
        "answerable",
        "near_spans",
        *DETAILS,
        *(f"gold_spans.{name}" for name in SPAN),
    }
)
_COARSE = ("chunk", "document")
_TOP_GRADE = 3


def id_of(value: Any) -> str | None:
    """Return an id as text: the number 7 and the text `7` are one, `0012` and `12` two; None where it is none."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    return (value.strip() or None) if isinstance(value, str) else None


def takes(name: str, value: Any) -> bool:
    """Return whether items take a value, as JSON has it, for a field."""
    try:
        _adapter(name).validate_python(value)
    except ValidationError:
        return False
    return True


@cache
def _adapter(name: str) -> TypeAdapter[Any]:
    hint: Any = Item.model_fields[name].annotation
    return TypeAdapter(hint)


@cache
def _default(name: str) -> Any:
    return Item.model_fields[name].get_default()


def says_nothing(name: str, value: Any) -> bool:
    """Return whether a value of a detail is what an item has anyway."""
    default = _default(name)
    return value in (None, "", [], ()) or (default is not None and value == default)


def entry_of(one: Evidence) -> dict[str, Any]:
    """Return evidence as an entry of `gold_spans`, with the names of its fields; defaults are left out."""
    groups: Any = one.groups[0] if len(one.groups) == 1 else list(one.groups)
    said = (
        one.span_id,
        one.doc,
        one.chunk_id,
        one.text,
        one.start,
        one.end,
        None if one.grade == 1 else one.grade,
        one.coarse,
        groups or None,
    )
    return {name: value for name, value in zip(SPAN, said, strict=True) if value is not None}


def evidence_of(entry: Mapping[str, Any]) -> Evidence:
    """Return an entry of `gold_spans` as evidence; keys that it has no place for are left out.

    Raises:
        ValueError: A value is not what its field takes, or nothing is named; the message says which.
    """
    texts = {name: _text(entry, name) for name in ("id", "doc_id", "chunk_id", "text")}
    if not (texts["text"] or texts["doc_id"] or texts["chunk_id"]):
        raise ValueError("names no text, no document and no chunk")
    grade, coarse = _whole(entry, "grade"), entry.get("coarse")
    if grade is not None and not 1 <= grade <= _TOP_GRADE:
        raise ValueError(f"has the grade {grade}, not 1–{_TOP_GRADE}")
    if coarse not in (None, *_COARSE):
        raise ValueError(f"has `coarse: {coarse}`, not chunk or document")
    return Evidence(
        text=texts["text"],
        doc=texts["doc_id"],
        chunk_id=texts["chunk_id"],
        start=_whole(entry, "start"),
        end=_whole(entry, "end"),
        grade=1 if grade is None else grade,
        groups=_groups(entry.get("group")),
        coarse=coarse,
        span_id=texts["id"],
    )


def _text(entry: Mapping[str, Any], name: str) -> str | None:
    value = entry.get(name)
    if value is not None and not isinstance(value, str):
        raise ValueError(f"has a `{name}` that is not a text")
    return value or None


def _whole(entry: Mapping[str, Any], name: str) -> int | None:
    value = entry.get(name)
    if value is None or (isinstance(value, int) and not isinstance(value, bool) and value >= 0):
        return value
    raise ValueError(f"has a `{name}` that is not a whole number from 0")


def _groups(value: Any) -> tuple[str, ...]:
    groups = [] if value is None else [value] if isinstance(value, str) else value
    if not isinstance(groups, list | tuple) or not all(isinstance(one, str) and one for one in groups):
        raise ValueError("has a `group` that is neither a name nor a list of names")
    return tuple(groups)
