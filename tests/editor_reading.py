"""How an editor judges an item or settings: YAML 1.2, and the JSON Schema with formats checked."""

import re
from datetime import date, datetime
from typing import Any

import yaml
from jsonschema import Draft202012Validator, FormatChecker


class Core(yaml.SafeLoader):
    """YAML 1.2's core schema, by which editors read."""

    yaml_implicit_resolvers: dict[Any, Any] = {}  # noqa: RUF012 (PyYAML's own way)


for tag, pattern, first in [
    ("null", r"^(?:~|null|Null|NULL|)$", ["~", "n", "N", ""]),
    ("bool", r"^(?:true|True|TRUE|false|False|FALSE)$", list("tTfF")),
    ("int", r"^[-+]?[0-9]+$", list("-+0123456789")),
    ("float", r"^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$", list("-+.0123456789")),
]:
    Core.add_implicit_resolver(f"tag:yaml.org,2002:{tag}", re.compile(pattern), first)

formats = FormatChecker(formats=())


def _parses(kind: type[date], value: str) -> bool:
    try:
        kind.fromisoformat(value)
    except ValueError:
        return False
    return True


@formats.checks("date")
def _is_date(value: object) -> bool:
    return not isinstance(value, str) or _parses(date, value)


@formats.checks("date-time")
def _is_time(value: object) -> bool:
    return not isinstance(value, str) or ("T" in value and _parses(datetime, value))


def load(data: bytes) -> Any:
    """Return YAML as an editor reads it."""
    return yaml.load(data, Loader=Core)


def schema_faults(data: Any, schema: dict[str, Any]) -> list[str]:
    """Return what a JSON Schema finds wrong with data."""
    validator = Draft202012Validator(schema, format_checker=formats)
    return [error.message for error in validator.iter_errors(data)]
