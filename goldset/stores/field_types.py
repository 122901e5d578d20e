"""What each field of a record takes, read from the models, so that the field decides what a scalar is."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from pydantic import BaseModel

from goldset.domain.fields import Prose
from goldset.domain.findings import Loc

TEXT, NUMBER, DECIMAL, TRUTH, DATE = "text", "number", "decimal", "truth", "date"
_SCALARS = {str: TEXT, int: NUMBER, float: DECIMAL, bool: TRUTH, date: DATE, datetime: DATE}


@dataclass(frozen=True, slots=True)
class FieldType:
    """What a field takes; a field that takes several things (text or a list of texts) has several parts set.

    Attributes:
        scalar: TEXT, NUMBER, DECIMAL, TRUTH or DATE; empty where no scalar is taken.
        prose: Whether it is text in a person's own words.
        nullable: Whether it may have no value.
        choices: The only texts that are allowed; empty where any is.
        fields: The keys of a record.
        values: What the values of a mapping with free keys are.
        element: What the entries of a list are.
    """

    scalar: str = ""
    prose: bool = False
    nullable: bool = False
    choices: tuple[str, ...] = ()
    fields: Mapping[str, "FieldType"] = field(default_factory=dict)
    values: "FieldType | None" = None
    element: "FieldType | None" = None

    def child(self, part: str | int) -> "FieldType":
        """Return what stands at a key or list position; ANYTHING where the field takes no such part."""
        if isinstance(part, int):
            return self.element or ANYTHING
        return self.fields.get(part) or self.values or ANYTHING

    def at(self, loc: Loc) -> "FieldType":
        """Return what stands at a path."""
        found = self
        for part in loc:
            found = found.child(part)
        return found


ANYTHING = FieldType(scalar="any")


@cache
def record_type(model: type[BaseModel]) -> FieldType:
    """Return what a record takes."""
    hints = get_type_hints(model, include_extras=True)
    return FieldType(fields={name: _of(hints[name]) for name in model.model_fields})


def _of(hint: Any) -> FieldType:
    origin, args = get_origin(hint), get_args(hint)
    if origin is Annotated:
        inner = _of(args[0])
        return _merged([inner, FieldType(prose=any(isinstance(mark, Prose) for mark in args[1:]))])
    if origin in (Union, UnionType):
        return _merged([_of(arg) for arg in args])
    if origin is Literal:
        return FieldType(scalar=TEXT, choices=tuple(map(str, args)))
    if origin is tuple:
        return FieldType(element=_merged([_of(arg) for arg in args if arg is not Ellipsis]))
    if origin is dict:
        return FieldType(values=_of(args[1]))
    return _of_class(hint)


def _of_class(hint: Any) -> FieldType:
    if hint is NoneType:
        return FieldType(nullable=True)
    if issubclass(hint, BaseModel):
        return record_type(hint)
    if issubclass(hint, Enum):
        return FieldType(scalar=TEXT, choices=tuple(str(member.value) for member in hint))
    return FieldType(scalar=_SCALARS[hint])


def _merged(parts: list[FieldType]) -> FieldType:
    fields: dict[str, FieldType] = {}
    for part in parts:
        for name, kind in part.fields.items():
            fields[name] = _merged([fields[name], kind]) if name in fields else kind
    return FieldType(
        scalar=next((part.scalar for part in parts if part.scalar), ""),
        prose=any(part.prose for part in parts),
        nullable=any(part.nullable for part in parts),
        choices=next((part.choices for part in parts if part.choices), ()),
        fields=fields,
        values=next((part.values for part in parts if part.values), None),
        element=next((part.element for part in parts if part.element), None),
    )
