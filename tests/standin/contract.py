"""Checks requests and answers against GitHub's own OpenAPI description."""

import functools
import hashlib
import json
import re
import urllib.parse
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jsonschema
from jsonschema import Draft202012Validator

EXTRACT = Path(__file__).with_name("github_openapi.json")
_WITH_SLASHES = {"ref", "branch", "basehead"}
_ANY_ERROR = {"$ref": "#/$defs/basic-error"}


@dataclass(frozen=True)
class Operation:
    """One operation of the description, such as `GET /repos/{owner}/{repo}`."""

    name: str
    data: dict[str, Any]

    def broken_request(self, path: dict[str, str], query: dict[str, str], body: Any) -> list[str]:
        """Return what a request has against the description; names that it does not know count too."""
        given = {"path": path, "query": query}
        found = []
        known = set()
        for parameter in self.data["parameters"]:
            place, name = parameter["in"], parameter["name"]
            known.add(name)
            value = given.get(place, {}).get(name)
            if value is None:
                found += [f"{place} {name} is missing"] * (parameter["required"] and place in given)
            elif not any(_fits(v, parameter["schema"]) for v in _readings(value)):
                found.append(f"{place} {name}: {value!r} does not fit")
        # Pages are asked for everywhere; what is no list takes no notice.
        found += [f"query {name} is unknown" for name in query if name not in {*known, "per_page", "page"}]
        return found + self._broken_body(body)

    def _broken_body(self, body: Any) -> list[str]:
        schema = self.data["body"]
        if schema is None or body is None:
            unexpected = schema is None and body not in (None, {})
            missing = body is None and self.data["body_required"]
            return ["there is a body"] * unexpected + ["there is no body"] * bool(missing)
        unknown = (
            set(body) - set(schema["properties"])
            if isinstance(body, dict) and "properties" in schema
            else set()
        )
        return [f"body {name} is unknown" for name in sorted(unknown)] + _broken(body, schema, "body")

    def broken_answer(self, status: int, body: Any) -> list[str]:
        """Return what an answer has against the description; errors that it does not list are plain ones."""
        answers = self.data["answers"]
        if str(status) not in answers:
            return _broken(body, _ANY_ERROR, "answer") if status >= 400 else [f"status {status} is unknown"]
        schema = answers[str(status)]
        if schema is None:
            return ["there is an answer"] * (body is not None and status < 400)
        return _broken(body, schema, f"answer {status}")


@functools.cache
def _description() -> dict[str, Any]:
    data: dict[str, Any] = json.loads(EXTRACT.read_text(encoding="utf-8"))
    return data


@functools.cache
def operations() -> tuple[tuple[str, re.Pattern[str], Operation], ...]:
    """Return method, pattern of paths and operation; the most exact first."""
    found = []
    for name, data in _description()["operations"].items():
        method, _, template = name.partition(" ")
        found.append((method, path_pattern(template), Operation(name, data)))
    return tuple(sorted(found, key=lambda entry: -len(entry[2].name.split("{"))))


@functools.lru_cache(maxsize=2048)
def operation_of(method: str, path: str) -> tuple[Operation, dict[str, str]] | None:
    """Return the operation that a request asks for, and the parts of its path."""
    for name, pattern, operation in operations():
        found = pattern.fullmatch(path) if name == method else None
        if found:
            return operation, {part: urllib.parse.unquote(text) for part, text in found.groupdict().items()}
    return None


def path_pattern(template: str) -> re.Pattern[str]:
    """Return the pattern of the paths of a template; refs may hold slashes."""
    parts = re.split(r"\{(\w+)\}", template)
    for i in range(1, len(parts), 2):
        parts[i] = f"(?P<{parts[i]}>{'.+' if parts[i] in _WITH_SLASHES else '[^/]+'})"
    return re.compile("".join(parts))


def _readings(value: str) -> list[Any]:
    """Return what a text in a path or query can stand for."""
    readings: list[Any] = [value]
    if re.fullmatch(r"-?\d+", value):
        readings.append(int(value))
    return readings + [value == "true"] * (value in {"true", "false"})


def _fits(value: Any, schema: dict[str, Any]) -> bool:
    return not _broken(value, schema, "")


def _broken(value: Any, schema: dict[str, Any], where: str) -> list[str]:
    """Return where a value does not fit; entries of a list are checked one by one, since most were before."""
    if schema.get("type") == "array" and isinstance(value, list):
        items = schema["items"]
        return [error for i, entry in enumerate(value) for error in _broken(entry, items, f"{where} [{i}]")]
    return [f"{where} {error}" for error in _broken_text(json.dumps(value), _Schema(schema))]


class _Schema:
    """A schema as a key; schemas of the description stay where they are."""

    def __init__(self, schema: dict[str, Any]) -> None:
        self.schema = schema

    def __hash__(self) -> int:
        return id(self.schema)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Schema) and self.schema is other.schema


_REFERRED = Draft202012Validator.VALIDATORS["$ref"]
_FITTING: set[tuple[str, bytes]] = set()


def _referred(
    validator: Any, name: str, value: Any, schema: dict[str, Any]
) -> Iterator[jsonschema.ValidationError]:
    """Check a value against a named schema, unless the same one fitted before: accounts and repositories recur."""
    key = (name, hashlib.sha1(json.dumps(value).encode()).digest())
    if key in _FITTING:
        return
    errors = list(_REFERRED(validator, name, value, schema))
    if not errors:
        _FITTING.add(key)
    yield from errors


_Validator = jsonschema.validators.extend(Draft202012Validator, {"$ref": _referred})  # type: ignore[no-untyped-call]


@functools.cache
def _validator(schema: _Schema) -> Draft202012Validator:
    validator: Draft202012Validator = _Validator({**schema.schema, "$defs": _description()["$defs"]})
    return validator


@functools.lru_cache(maxsize=4096)
def _broken_text(value: str, schema: _Schema) -> tuple[str, ...]:
    errors = _validator(schema).iter_errors(json.loads(value))
    return tuple(f"{error.json_path}: {error.message[:300]}" for error in errors)
