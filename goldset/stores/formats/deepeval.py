"""Goldens of DeepEval, as JSON, JSON Lines or CSV, its keys in snake case or in camel case."""

import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from goldset.domain.set_rows import BadRow, Evidence, ReadSet, SetRow
from goldset.errors import GoldsetError
from goldset.stores.formats.cells import data_of, is_nothing, text_of, texts_of
from goldset.stores.formats.form import Files, Form
from goldset.stores.formats.item_fields import ALL
from goldset.stores.formats.metadata import Told, listed, metadata_of, told_by
from goldset.stores.formats.reading import Row
from goldset.stores.formats.source import Source

NAME = "deepeval"
# What DeepEval puts between the texts of a list, where a cell holds them all.
BETWEEN = "|"
_READ = frozenset(
    {"input", "expected_output", "context", "additional_metadata", "source_file", "name", "comments"}
)
_TELLING = frozenset(
    {"context", "retrieval_context", "actual_output", "additional_metadata", "custom_column_key_values"}
    | {"source_file", "tools_called", "expected_tools"}
)
_FEW = frozenset({"id", "name", "comments", "input", "expected_output"})
_OF_OTHERS = frozenset({"metadata", "dataset_id", "dataset_name", "source_trace_id", "passages", "vars"})
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_TO_TEXT = (
    "the texts of `context` are parted at `|`, as DeepEval joins them: one that holds a `|` is in pieces"
)
_MEND = "a golden of DeepEval has `input`"


@dataclass(slots=True)
class _Reading:
    """A file while it is read."""

    rows: list[SetRow] = field(default_factory=list)
    names: list[str | None] = field(default_factory=list)
    bad: list[BadRow] = field(default_factory=list)
    not_read: Counter[str] = field(default_factory=Counter)
    parted: bool = False


def _snake(name: str) -> str:
    return _CAMEL.sub("_", name.strip()).lower()


def shows(source: Source) -> bool:
    """Return whether the first records of a file are goldens."""
    heads = source.table.first_keys() if source.table is not None else ()
    return bool(heads) and all(_is_golden({_snake(str(key)) for key in keys}) for keys in heads)


def _is_golden(keys: set[str]) -> bool:
    if "scenario" in keys:
        return "expected_outcome" in keys
    if "input" not in keys or keys & _OF_OTHERS:
        return False
    return bool(keys & _TELLING) or ("expected_output" in keys and keys <= _FEW)


def read(source: Source) -> ReadSet:
    """Read goldens. `context` is gold; `retrieval_context` and `actual_output` never are.

    Raises:
        GoldsetError: The file holds no records.
    """
    table = source.as_table()
    reading = _Reading(bad=list(table.bad))
    for row in table.rows:
        _take(row, reading)
    if not reading.rows and not reading.bad:
        raise GoldsetError(f"{source.name} holds no golden", _MEND)
    rows = _with_refs(reading)
    notices = (*table.notices, *((_TO_TEXT,) if reading.parted else ()))
    bad = tuple(sorted(reading.bad, key=lambda one: one.number))
    return ReadSet(NAME, table.name, table.sha256, rows, bad, dict(sorted(reading.not_read.items())), notices)


def _take(row: Row, reading: _Reading) -> None:
    said = {_snake(str(key)): value for key, value in row.values.items() if not is_nothing(value)}
    question = text_of(said.get("input"))
    if question is None:
        is_talk = "scenario" in said or "turns" in said
        why = "it is a conversation (`scenario`), and no single question" if is_talk else "`input` is missing"
        reading.bad.append(BadRow(row.number, f"{row.where}: {why}" if row.where else why))
        return
    notes: list[str] = []
    told = _metadata(said, reading)
    evidence = tuple(_evidence(said, told, reading, notes))
    reading.not_read.update(key for key in said if key not in _READ)
    if comments := text_of(said.get("comments")):
        notes.append(f"comments: {' '.join(comments.split())}")
    reading.names.append(text_of(said.get("name")))
    reading.rows.append(
        SetRow(
            number=row.number,
            question=question.strip(),
            ref=told.ref,
            gold_answer=text_of(said.get("expected_output")) or told.gold_answer,
            answerable=told.answerable,
            evidence=evidence,
            near=told.near,
            details=told.details,
            notes=tuple(notes),
            where=row.where,
        )
    )


def _metadata(said: dict[str, Any], reading: _Reading) -> Told:
    """Return what the metadata of a golden says; what items have no place for is counted by key."""
    told = Told()
    metadata = data_of(said.get("additional_metadata"))
    if isinstance(metadata, Mapping):
        told = told_by(metadata)
        reading.not_read.update(f"additional_metadata.{key}" for key in told.others)
    elif metadata is not None:
        reading.not_read["additional_metadata"] += 1
    custom = data_of(said.pop("custom_column_key_values", None))
    if isinstance(custom, Mapping):
        reading.not_read.update(f"custom_column_key_values.{key}" for key in custom)
    elif custom is not None:
        reading.not_read["custom_column_key_values"] += 1
    return told


def _evidence(said: Mapping[str, Any], told: Told, reading: _Reading, notes: list[str]) -> Iterator[Evidence]:
    """Yield the evidence of a golden: what its metadata says of its contexts, else each as a whole chunk."""
    value = said.get("context")
    texts = _contexts(value, told, reading, notes)
    doc = text_of(said.get("source_file"))
    places = {at for _, at in told.spans if at is not None}
    # Of texts that were joined nobody knows which is which once there are more of them than there were.
    is_same = texts_of(value) is not None or len(texts) == len(places) or not told.spans
    if is_same and all(at < len(texts) for at in places):
        for one, at in told.spans:
            yield one if at is None else replace(one, text=texts[at])
        texts = ["" if at in places else text for at, text in enumerate(texts)]
    else:
        notes.append("`gold_spans` of its metadata do not fit `context`, and are not read")
    for text in texts:
        if text and not text.isspace():
            yield Evidence(text=text, doc=doc, coarse="chunk")
    if doc is not None and not texts and not told.spans:
        yield Evidence(doc=doc, coarse="document")


def _contexts(value: Any, told: Told, reading: _Reading, notes: list[str]) -> list[str]:
    found = texts_of(value)
    if found is None and isinstance(value, str):
        known = _parted_by_length(value, told)
        found = list(known or value.split(BETWEEN))
        reading.parted |= known is None and len(found) > 1
    if found is None and value is not None:
        notes.append("`context` is no list of texts, and is not read")
        reading.not_read["context"] += 1
    return [text or "" for text in found or ()]


def _parted_by_length(joined: str, told: Told) -> list[str] | None:
    """Return the texts that were joined, where the places of all of them tell their lengths; None where not."""
    lengths = {
        at: one.end - one.start
        for one, at in told.spans
        if at is not None and one.start is not None and one.end is not None
    }
    texts, start = [], 0
    for at in range(len(lengths)):
        if at not in lengths or (at and joined[start - 1 : start] != BETWEEN):
            return None
        texts.append(joined[start : start + lengths[at]])
        start += lengths[at] + 1
    return texts if texts and start == len(joined) + 1 else None


def _with_refs(reading: _Reading) -> tuple[SetRow, ...]:
    """Return the rows with their names as ids, where no name is that of two questions."""
    asked: dict[str, set[str]] = defaultdict(set)
    for row, name in zip(reading.rows, reading.names, strict=True):
        if name is not None:
            asked[name.strip()].add(row.question)
    if all(len(questions) == 1 for questions in asked.values()):
        named = zip(reading.rows, reading.names, strict=True)
        return tuple(replace(row, ref=row.ref or (name and name.strip()) or None) for row, name in named)
    reading.not_read["name"] += sum(name is not None for name in reading.names)
    return tuple(reading.rows)


def write(rows: Sequence[SetRow]) -> Files:
    """Write goldens as JSON, with what DeepEval has no place for in `additional_metadata`."""
    goldens = [_golden(row) for row in rows]
    return {"": (json.dumps(goldens, ensure_ascii=False, indent=2) + "\n").encode()}


def _golden(row: SetRow) -> dict[str, Any]:
    texts, spans = listed(row)
    documents = {one.doc for one in row.evidence}
    metadata = metadata_of(row, ("answerable", "near_spans"))
    return {
        "input": row.question,
        "actual_output": None,
        "expected_output": row.gold_answer,
        "retrieval_context": None,
        "context": texts or None,
        "name": row.ref,
        "comments": None,
        "source_file": documents.pop() if len(documents) == 1 else None,
        "additional_metadata": (metadata | ({"gold_spans": spans} if spans else {})) or None,
    }


FORM = Form(
    name=NAME,
    about="goldens of DeepEval: JSON, JSON Lines or CSV",
    suffix=".json",
    carries=ALL,
    shows=shows,
    read=read,
    write=write,
)
