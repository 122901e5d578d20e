"""Every case file, judged by the records and by the JSON Schema as an editor would: the two agree."""

import re
from datetime import date, datetime
from pathlib import Path
from typing import Any

import pytest
import yaml
from jsonschema import Draft202012Validator, FormatChecker
from pydantic import ValidationError

from goldset.domain.items import Item
from goldset.domain.json_schema import item_schema

CASES = Path(__file__).parent.parent / "cases" / "items"
ACCEPTED = sorted((CASES / "accepted").glob("*.yaml"))
REJECTED = sorted((CASES / "rejected").glob("*.yaml"))


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


@formats.checks("date")
def _is_date(value: object) -> bool:
    return not isinstance(value, str) or _parses(date, value)


@formats.checks("date-time")
def _is_time(value: object) -> bool:
    return not isinstance(value, str) or ("T" in value and _parses(datetime, value))


def _parses(kind: type[date], value: str) -> bool:
    try:
        kind.fromisoformat(value)
    except ValueError:
        return False
    return True


def load(path: Path) -> Any:
    return yaml.load(path.read_bytes(), Loader=Core)


def faults_by_record(data: Any) -> list[str]:
    try:
        Item.model_validate(data)
    except ValidationError as error:
        return [str(fault["msg"]) for fault in error.errors()]
    return []


def faults_by_schema(data: Any) -> list[str]:
    validator = Draft202012Validator(item_schema(), format_checker=formats)
    return [error.message for error in validator.iter_errors(data)]


@pytest.mark.parametrize("path", ACCEPTED, ids=lambda path: path.stem)
def test_an_accepted_case_is_accepted_by_both(path: Path) -> None:
    data = load(path)
    assert faults_by_record(data) == []
    assert faults_by_schema(data) == []


@pytest.mark.parametrize("path", REJECTED, ids=lambda path: path.stem)
def test_a_rejected_case_is_rejected_by_both(path: Path) -> None:
    data = load(path)
    assert faults_by_record(data)
    assert faults_by_schema(data)


def test_there_are_cases_of_both_kinds() -> None:
    assert len(ACCEPTED) >= 20
    assert len(REJECTED) >= 40


def test_every_field_stands_in_an_accepted_case() -> None:
    text = "\n".join(path.read_text("utf-8") for path in ACCEPTED)
    missing = [field for field in Item.model_fields if not re.search(rf"^{field}:", text, re.MULTILINE)]
    assert missing == []
