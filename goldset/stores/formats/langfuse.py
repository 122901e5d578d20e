"""Items of datasets of Langfuse, as its exports and its interface have them: JSON, JSON Lines or CSV."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from goldset.domain.set_rows import ReadSet, SetRow
from goldset.stores.formats.cells import data_of
from goldset.stores.formats.columns import nested
from goldset.stores.formats.form import Files, Form
from goldset.stores.formats.item_fields import ALL
from goldset.stores.formats.source import Source
from goldset.stores.formats.traced import Traced, read_flat

NAME = "langfuse"
_EXPECTED = ("expectedOutput", "expected_output")
# One of them tells an item of Langfuse from a golden of another tool.
_TELLING = frozenset(
    {"metadata", "status", "sourceTraceId", "source_trace_id", "sourceObservationId", "source_observation_id"}
    | {"datasetId", "dataset_id", "datasetName", "dataset_name"}
)
_PARTS = ("input", *_EXPECTED, "metadata", "status")
_ARCHIVED = "ARCHIVED"
_WHY = "it is archived at its source"


def shows(source: Source) -> bool:
    """Return whether a table has the columns of dataset items."""
    columns = set(source.table.columns) if source.table is not None else set()
    return "input" in columns and bool(columns & set(_EXPECTED)) and bool(columns & _TELLING)


def read(source: Source) -> ReadSet:
    """Read dataset items; an archived one stays a draft.

    Raises:
        GoldsetError: It is no table, or no item asks a question.
    """
    table = source.as_table()
    found = read_flat(table, NAME, _flat)
    archived = {row.number for row in table.rows if str(row.values.get("status") or "").upper() == _ARCHIVED}
    return replace(found, rows=tuple(_archived(row) if row.number in archived else row for row in found.rows))


def _archived(row: SetRow) -> SetRow:
    reasons = [*row.details.get("draft_reasons", ()), _WHY]
    return replace(
        row, details={**row.details, "status": "draft", "draft_reasons": reasons}, notes=(*row.notes, _WHY)
    )


def _flat(values: Mapping[str, Any]) -> dict[str, Any]:
    expected = next((values[name] for name in _EXPECTED if values.get(name) is not None), None)
    return Traced(
        names=("input", "expectedOutput", "item"),
        given=data_of(values.get("input")),
        expected=data_of(expected),
        metadata=values.get("metadata"),
        others={key: value for key, value in values.items() if key not in _PARTS},
    ).flat()


def write(rows: Sequence[SetRow]) -> Files:
    """Write dataset items as a JSON list, with the ids of items."""
    items = [_item(row) for row in rows]
    return {"": (json.dumps(items, ensure_ascii=False, indent=1) + "\n").encode()}


def _item(row: SetRow) -> dict[str, Any]:
    said = nested(row)
    ref, question, answer = said.pop("id", None), said.pop("question"), said.pop("gold_answer", None)
    return {
        "id": ref,
        "input": {"question": question},
        "expectedOutput": None if answer is None else {"answer": answer},
        "metadata": said,
        "status": "ACTIVE",
    }


FORM = Form(
    name=NAME,
    about="dataset items of Langfuse: JSON, JSON Lines or CSV",
    suffix=".json",
    carries=ALL,
    shows=shows,
    read=read,
    write=write,
)
