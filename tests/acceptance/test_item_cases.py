"""Every case file, judged by the records, by the reader and, as an editor would, by the JSON Schema."""

import re
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from goldset.domain.items import Item
from goldset.domain.json_schema import item_schema
from goldset.stores.item_files import read_item
from tests.editor_reading import load, schema_faults

CASES = Path(__file__).parent.parent / "cases" / "items"
ACCEPTED = sorted((CASES / "accepted").glob("*.yaml"))
REJECTED = sorted((CASES / "rejected").glob("*.yaml"))
SCHEMA = item_schema()


def record_faults(data: Any) -> list[str]:
    try:
        Item.model_validate(data)
    except ValidationError as error:
        return [str(fault["msg"]) for fault in error.errors()]
    return []


@pytest.mark.parametrize("path", ACCEPTED, ids=lambda path: path.stem)
def test_an_accepted_case_is_accepted_by_all(path: Path) -> None:
    data = load(path.read_bytes())
    assert record_faults(data) == []
    assert schema_faults(data, SCHEMA) == []
    assert read_item(f"items/claims/{path.name}", path.read_bytes()).item == Item.model_validate(data)


@pytest.mark.parametrize("path", REJECTED, ids=lambda path: path.stem)
def test_a_rejected_case_is_rejected_by_all(path: Path) -> None:
    data = load(path.read_bytes())
    assert record_faults(data)
    assert schema_faults(data, SCHEMA)
    read = read_item(f"items/claims/{path.name}", path.read_bytes())
    assert read.item is None
    assert all(finding.message and finding.hint for finding in read.findings)


def test_there_are_cases_of_both_kinds() -> None:
    assert len(ACCEPTED) >= 20
    assert len(REJECTED) >= 40


def test_every_field_stands_in_an_accepted_case() -> None:
    text = "\n".join(path.read_text("utf-8") for path in ACCEPTED)
    missing = [field for field in Item.model_fields if not re.search(rf"^{field}:", text, re.MULTILINE)]
    assert missing == []
