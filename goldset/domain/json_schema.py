"""JSON Schemas of items and settings, for editors: made from the records, so the two cannot drift apart."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from pydantic import BaseModel

from goldset.domain.fields import Record
from goldset.domain.items import Item
from goldset.domain.presence import Presence
from goldset.domain.settings import Settings

DIALECT = "https://json-schema.org/draft/2020-12/schema"
Schema = dict[str, Any]
# What a reader looks for first stands first.
_ORDER = ["$schema", "title", "description", "type", "$ref", "properties", "required"]

_ATTRIBUTE = re.compile(r"^ {4,8}(\w+): (.*(?:\n(?: {9,}).*)*)", re.MULTILINE)


def item_schema() -> Schema:
    """Return the JSON Schema (draft 2020-12) of an item file."""
    schema = _schema_of(Item, "Item of a golden set")
    spans = schema["properties"]["gold_spans"]
    # One branch per entry gives an editor one clear message; `oneOf` would give it the faults of both.
    gold, pending = {"$ref": "#/$defs/GoldSpan"}, {"$ref": "#/$defs/PendingSpan"}
    spans["items"] = {"type": "object", "if": {"required": ["relabel"]}, "then": pending, "else": gold}
    return schema


def settings_schema() -> Schema:
    """Return the JSON Schema (draft 2020-12) of `goldset.yaml`."""
    return _schema_of(Settings, "Settings of a golden set")


def descriptions(record: type) -> tuple[str, dict[str, str]]:
    """Return what a class's docstring says of the class, and of each of its attributes."""
    head, _, attributes = (record.__doc__ or "").partition("Attributes:\n")
    named = {name: " ".join(text.split()) for name, text in _ATTRIBUTE.findall(attributes)}
    return " ".join(head.split()), named


def _schema_of(record: type[BaseModel], title: str) -> Schema:
    schema: Schema = _tidied(record.model_json_schema())
    classes = {cls.__name__: cls for cls in _records(Record)}
    for name, part in [(record.__name__, schema), *schema.get("$defs", {}).items()]:
        if name in classes:
            _describe(classes[name], part)
    definitions = {"$defs": schema.pop("$defs")} if "$defs" in schema else {}
    return {"$schema": DIALECT, "title": title, **schema, **definitions}


def _records(base: type[Record]) -> Iterator[type[Record]]:
    for child in base.__subclasses__():
        yield child
        yield from _records(child)


def _describe(record: type[Record], part: Schema) -> None:
    """Give a class's part of the schema its descriptions and its rules about which fields go together."""
    part["description"], attributes = descriptions(record)
    for name, text in attributes.items():
        part["properties"][name] = {"description": text, **part["properties"][name]}
    rules = [_conditional(rule, record, part["properties"]) for rule in record.presence]
    if rules:
        part["allOf"] = rules


def _conditional(rule: Presence, record: type[Record], properties: Mapping[str, Schema]) -> Schema:
    values = {name: _one_of(allowed) for name, allowed in rule.values.items()}
    # A field that is absent has its default, which may be one of the values.
    named = [
        name for name, allowed in rule.values.items() if record.model_fields[name].default not in allowed
    ]
    condition = {**values, **{name: _given(properties[name]) for name in rule.present}}
    consequence = {
        **{name: _given(properties[name]) for name in rule.needs},
        **{name: _absent(properties[name]) for name in rule.forbids},
    }
    needed = {"required": [*named, *rule.present]} if named or rule.present else {}
    missing = {"required": list(rule.needs)} if rule.needs else {}
    return {
        "$comment": rule.when,
        "if": {"properties": condition, **needed},
        "then": {"properties": consequence, **missing},
    }


def _one_of(values: tuple[str | bool | None, ...]) -> Schema:
    return {"const": values[0]} if len(values) == 1 else {"enum": list(values)}


def _given(field: Schema) -> Schema:
    if "array" in _types(field):
        return {"minItems": 1}
    return {"type": "string", "minLength": 1} if "string" in _types(field) else {"not": {"type": "null"}}


def _absent(field: Schema) -> Schema:
    return {"maxItems": 0} if "array" in _types(field) else {"type": "null"}


def _types(field: Schema) -> list[str]:
    found = field.get("type", [])
    return [found] if isinstance(found, str) else list(found)


def _tidied(value: Any) -> Any:
    """Return a schema without the titles and empty defaults that pydantic adds, optional types in short."""
    if isinstance(value, list):
        return [_tidied(element) for element in value]
    if not isinstance(value, dict):
        return value
    kept = {key: element for key, element in value.items() if not _is_noise(key, element)}
    if "properties" in kept:
        kept["properties"] = {name: _tidied(field) for name, field in value["properties"].items()}
    tidy = {key: element if key == "properties" else _tidied(element) for key, element in kept.items()}
    ordered = sorted(_with_short_null(tidy).items(), key=lambda pair: _place(pair[0]))
    return dict(ordered)


def _place(key: str) -> int:
    return _ORDER.index(key) if key in _ORDER else len(_ORDER)


def _is_noise(key: str, value: Any) -> bool:
    return (key == "title" and isinstance(value, str)) or (key == "default" and value in (None, []))


def _with_short_null(schema: Schema) -> Schema:
    choices = schema.get("anyOf", [])
    if choices and "anyOf" in choices[0]:  # a date or a time, or nothing
        return {**schema, **choices[0], "anyOf": [*choices[0]["anyOf"], *choices[1:]]}
    if len(choices) != 2 or choices[1] != {"type": "null"} or not isinstance(choices[0].get("type"), str):  # noqa: PLR2004
        return schema
    rest = {key: value for key, value in schema.items() if key != "anyOf"}
    return {**rest, **choices[0], "type": [choices[0]["type"], "null"]}
