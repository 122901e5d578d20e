"""Results of ragas: a table of questions, contexts, answers and metrics, as CSV, JSON or JSON Lines."""

import ast
import csv
import json
from collections.abc import Iterable, Mapping, Sequence
from io import StringIO
from math import isfinite
from typing import Any

from goldset.domain.runs import Chunk, Run, RunLine, Verdict
from goldset.errors import GoldsetError
from goldset.stores.asked_questions import IDS, Asked, Record, run_of_records
from goldset.stores.ragas_metrics import is_known

FORM = "ragas"
QUESTIONS, CONTEXTS, ANSWERS = (
    ("user_input", "question"),
    ("retrieved_contexts", "contexts"),
    ("response", "answer"),
)
_OTHERS = frozenset(
    ("reference", "ground_truth", "ground_truths", "reference_contexts", "multi_responses", "rubric", "rubrics",
     "retrieved_context_ids", "reference_context_ids", "persona_name", "query_style", "query_length",
     "synthesizer_name", "")
)  # fmt: skip
_NAMES = {"answer_relevancy": "answer_relevance", "context_relevancy": "context_relevance"}
# A record with its number from 1; of what is none, what is wrong with it.
Row = tuple[int, Mapping[str, Any] | str]
_MEND = "ragas writes it by `result.to_pandas()`, then `to_csv` or `to_json`"


def ragas_run(data: bytes, name: str, asked: Asked) -> Run:
    """Return the run of a ragas result, under its old and its new column names.

    Args:
        data: What the file holds.
        name: Its path as it was given.
        asked: The questions of the set.

    Raises:
        GoldsetError: It is no table of records, or no column holds questions.
    """
    rows = rows_of(data, name)
    records = [row for _, row in rows if not isinstance(row, str)]
    columns = list(dict.fromkeys(key for row in records for key in row))
    if not set(columns) & {*QUESTIONS, *IDS}:
        raise GoldsetError(f"{name} has no column `user_input` or `question`", _MEND)
    taken = {*QUESTIONS, *CONTEXTS, *ANSWERS, *IDS, *_OTHERS}
    free = [key for key in columns if key not in taken and not key.startswith("Unnamed")]
    numeric = [key for key in free if _is_numeric(row.get(key) for row in records)]
    metrics = [key for key in numeric if is_known(key) or key in asked.metrics]
    notices = [f"{name}: `{key}` is not read" for key in sorted(set(free) - set(numeric))]
    notices += [
        f"{name}: `{key}` is not read: ragas has no metric of that name, and no gate of goldset.yaml names it"
        for key in sorted(set(numeric) - set(metrics))
    ]
    found = (_record(number, row, metrics) for number, row in rows)
    return run_of_records(found, asked, data, name, FORM, tuple(notices))


def rows_of(data: bytes, name: str) -> list[Row]:
    """Return the records of a table: CSV, a JSON list, JSON columns as pandas writes them, or JSON Lines.

    Raises:
        GoldsetError: It is none of these.
    """
    try:
        text = data.decode("utf-8-sig")
        rows = _json_rows(text) if text.lstrip().startswith(("{", "[")) else _csv_rows(text)
    except (ValueError, RecursionError, csv.Error) as error:
        raise GoldsetError(f"{name} is no table of ragas: {error}", _MEND) from None
    if all(isinstance(row, str) for _, row in rows):
        raise GoldsetError(f"{name} is no table of ragas: it holds no records", _MEND)
    return rows


def _csv_rows(text: str) -> list[Row]:
    csv.field_size_limit(2**31 - 1)
    rows = list(csv.DictReader(StringIO(text, newline=""), restkey="(more)", restval=None, strict=True))
    named = ({key or "": value for key, value in row.items()} for row in rows)
    return list(enumerate(named, start=1))


def _json_rows(text: str) -> list[Row]:
    try:
        whole = json.loads(text)
    except ValueError:
        lines = enumerate(text.split("\n"), start=1)
        return [(number, _json_row(line)) for number, line in lines if line.strip()]
    listed = whole if isinstance(whole, list) else _json_columns(whole)
    return [(number, _row(record)) for number, record in enumerate(listed, start=1)]


def _json_row(line: str) -> Mapping[str, Any] | str:
    try:
        return _row(json.loads(line))
    except (ValueError, RecursionError):
        return "the line is not JSON"


def _row(record: Any) -> Mapping[str, Any] | str:
    return record if isinstance(record, Mapping) else "the record is not an object"


def _json_columns(whole: Mapping[str, Any]) -> list[Any]:
    columns = list(whole.values())
    if columns and all(isinstance(column, Mapping) for column in columns):
        keys = list(dict.fromkeys(key for column in columns for key in column))
        return [{name: column.get(key) for name, column in whole.items()} for key in keys]
    return [whole]


def _is_numeric(values: Iterable[Any]) -> bool:
    given = [value for value in values if value not in (None, "")]
    return bool(given) and all(_is_number(value) for value in given)


def _is_number(value: Any) -> bool:
    if isinstance(value, bool | int | float):
        return True
    if isinstance(value, str):
        try:
            float(value)
        except ValueError:
            return value in ("True", "False")
        return True
    return False


def _number(value: Any) -> bool | float | None:
    if value in (None, ""):
        return None
    if isinstance(value, bool) or value in ("True", "False"):
        return value in (True, "True")
    try:
        number = float(value)
    except OverflowError:
        return None
    return number if isfinite(number) else None


def _first(row: Mapping[str, Any], names: Sequence[str]) -> tuple[str, Any]:
    return next(((name, row[name]) for name in names if row.get(name) is not None), (names[0], None))


def _record(number: int, row: Mapping[str, Any] | str, metrics: Sequence[str]) -> Record:
    if isinstance(row, str):
        return Record(number, {}, None, row)
    question = _first(row, QUESTIONS)[1]
    return Record(number, row, question if isinstance(question, str) else None, _said(row, metrics))


def _said(row: Mapping[str, Any], metrics: Sequence[str]) -> RunLine | str:
    answer_name, answer = _first(row, ANSWERS)
    name, listed = _first(row, CONTEXTS)
    if answer is not None and not isinstance(answer, str):
        return f"`{answer_name}` is not a text"
    if isinstance(listed, str):
        listed = _literal(listed)
    if listed is not None and not (
        isinstance(listed, list) and all(isinstance(text, str) for text in listed)
    ):
        return f"`{name}` is not a list of texts"
    verdicts: dict[str, bool | int | float | Verdict | None] = {
        _NAMES.get(metric, metric): Verdict(_number(row.get(metric)), definition=f"ragas/{metric}")
        for metric in metrics
    }
    chunks = None if listed is None else tuple(Chunk(text=text) for text in listed)
    return RunLine(item="", answer=answer, retrieved=chunks, verdicts=verdicts)


def _literal(text: str) -> Any:
    """Return the list that a CSV cell writes as Python or JSON; the text itself where it writes none."""
    if not text.strip():
        return None
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError, RecursionError, MemoryError):
        return text
