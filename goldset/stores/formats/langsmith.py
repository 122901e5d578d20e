"""Datasets of LangSmith, as its exports have them: JSON Lines, JSON or CSV."""

from collections.abc import Mapping, Sequence
from typing import Any

from goldset.domain.set_rows import ReadSet, SetRow
from goldset.stores.formats.columns import nested
from goldset.stores.formats.form import Files, Form
from goldset.stores.formats.item_fields import ALL
from goldset.stores.formats.reading import CSV, TSV
from goldset.stores.formats.source import Source
from goldset.stores.formats.traced import Traced, mapping_in, read_flat
from goldset.stores.json_lines import lines_of

NAME = "langsmith"
_PARTS = ("inputs", "outputs", "metadata")
_PREFIXES = (
    ("inputs.", "inputs_", "input_", "input."),
    ("outputs.", "outputs_", "output_", "output."),
    ("metadata.", "metadata_"),
)
# What a run has and an example of a dataset has not.
_RUN = frozenset({"run_type", "trace_id", "parent_run_id"})
_OTHERS = frozenset(
    {
        "id",
        "split",
        "splits",
        "created_at",
        "modified_at",
        "dataset_id",
        "source_run_id",
        "name",
        "metadata",
        "example_id",
    }
)
_FROM_RUNS = "examples made of a run (`source_run_id`): their answers may be what a system said, look at them"
_SPLIT = "dataset_split"


def shows(source: Source) -> bool:
    """Return whether a table has the inputs and outputs of examples."""
    table = source.table
    if table is None or _RUN & set(table.columns):
        return False
    columns = set(table.columns)
    if {"inputs", "outputs"} <= columns:
        return True
    if table.kind not in (CSV, TSV):
        return False
    parts = [_part_of(column) for column in columns]
    return all(part or column in _OTHERS for part, column in zip(parts, columns, strict=True)) and {
        part[0] for part in parts if part
    } >= {"inputs", "outputs"}


def _part_of(column: str) -> tuple[str, str] | None:
    for part, prefixes in zip(_PARTS, _PREFIXES, strict=True):
        for prefix in prefixes:
            if column.startswith(prefix) and len(column) > len(prefix):
                return part, column.removeprefix(prefix)
    return None


def read(source: Source) -> ReadSet:
    """Read examples: their outputs are the reference, and what else they hold is read by its name.

    Raises:
        GoldsetError: It is no table, or no example asks a question.
    """
    table = source.as_table()
    is_flat = not {"inputs", "outputs"} & set(table.columns)
    from_runs = any(row.values.get("source_run_id") for row in table.rows)
    notices = (_FROM_RUNS,) if from_runs else ()
    return read_flat(table, NAME, lambda values: _flat(_gathered(values) if is_flat else values), notices)


def _gathered(values: Mapping[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = {part: {} for part in _PARTS}
    for column, value in values.items():
        part = _part_of(column)
        if part:
            found[part[0]][part[1]] = value
        elif column != "metadata":
            found[column] = value
        else:
            found[column] |= mapping_in(value)
    return found


def _flat(values: Mapping[str, Any]) -> dict[str, Any]:
    return Traced(
        names=("inputs", "outputs", "example"),
        given=mapping_in(values.get("inputs")),
        expected=mapping_in(values.get("outputs")),
        metadata=values.get("metadata"),
        others={key: value for key, value in values.items() if key not in _PARTS},
    ).flat()


def write(rows: Sequence[SetRow]) -> Files:
    """Write examples as JSON Lines; ids of items are in the metadata, for LangSmith takes none but its own."""
    return {"": lines_of([_example(row) for row in rows])}


def _example(row: SetRow) -> dict[str, Any]:
    said = nested(row)
    question, answer = said.pop("question"), said.pop("gold_answer", None)
    if "split" in said:
        said[_SPLIT] = [said.pop("split")]
    outputs = {} if answer is None else {"answer": answer}
    return {"inputs": {"question": question}, "outputs": outputs, "metadata": said}


FORM = Form(
    name=NAME,
    about="datasets of LangSmith: JSON Lines, JSON or CSV",
    suffix=".jsonl",
    carries=ALL,
    shows=shows,
    read=read,
    write=write,
)
