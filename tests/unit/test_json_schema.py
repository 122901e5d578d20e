from typing import Any

import pytest
from jsonschema import Draft202012Validator

from goldset.domain.items import GoldSpan, Item, Relabel
from goldset.domain.json_schema import descriptions, item_schema, settings_schema
from goldset.domain.settings import Settings


@pytest.mark.parametrize("schema", [item_schema(), settings_schema()])
def test_a_schema_is_one_of_its_dialect(schema: dict[str, Any]) -> None:
    Draft202012Validator.check_schema(schema)
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"


def objects(schema: dict[str, Any]) -> list[dict[str, Any]]:
    return [schema, *(part for part in schema["$defs"].values() if "properties" in part)]


@pytest.mark.parametrize("schema", [item_schema(), settings_schema()])
def test_every_field_has_a_description_for_the_editor(schema: dict[str, Any]) -> None:
    without = [
        name
        for part in objects(schema)
        for name, field in part["properties"].items()
        if not field.get("description", "").endswith(".")
    ]
    assert without == []


@pytest.mark.parametrize("schema", [item_schema(), settings_schema()])
def test_unknown_keys_are_faults_everywhere(schema: dict[str, Any]) -> None:
    assert [part for part in objects(schema) if part["additionalProperties"] is not False] == []


@pytest.mark.parametrize("record", [Item, GoldSpan, Relabel, Settings])
def test_a_docstring_describes_every_field_and_nothing_else(record: type[Item]) -> None:
    assert list(descriptions(record)[1]) == list(record.model_fields)


def test_a_description_over_two_lines_is_read_whole() -> None:
    assert descriptions(GoldSpan)[1]["group"].endswith("a group of its own.")
    assert descriptions(Relabel)[0].endswith("a person's answer.")


def judge(data: dict[str, Any]) -> list[str]:
    return [error.message for error in Draft202012Validator(settings_schema()).iter_errors(data)]


def test_settings_as_documented_are_accepted() -> None:
    data = {
        "set": "help-centre",
        "corpus": {"sources": [{"name": "kb", "path": "export", "metadata": {"url": "front_matter.url"}}]},
        "owners": {"default": "@evals", "slices": {"exclusions": "@r-diaz"}},
        "policy": {"spelling_pairs": [["colour", "color"]]},
        "gates": [{"metric": "recall", "k": 5, "floor": 0.85, "on": "low"}],
    }
    assert judge(data) == []
    Settings.model_validate(data)


def test_a_gate_without_floor_and_ceiling_is_refused() -> None:
    assert judge({"gates": [{"metric": "recall"}]}) == ["'ceiling' is a required property"]
