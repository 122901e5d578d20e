"""Runs of any form that goldset reads: which form a file has is seen from what it holds, or told."""

import json
from collections.abc import Callable, Mapping
from itertools import islice
from typing import Any, BinaryIO

from goldset.domain.runs import Run
from goldset.errors import GoldsetError
from goldset.stores import deepeval_results, promptfoo_results, ragas_results, run_files, trec_runs
from goldset.stores.asked_questions import Asked

AUTO = "auto"
FORMS = (run_files.FORM, trec_runs.FORM, ragas_results.FORM, deepeval_results.FORM, promptfoo_results.FORM)
_LOOKED_AT = 50  # lines, of which the first that is not blank shows the form


def read_any_run(
    path: str,
    form: str = AUTO,
    *,
    is_chunks: bool = False,
    asked: Callable[[], Asked] = Asked,
    system: str | None = None,
) -> Run:
    """Read a run file of a form.

    Args:
        path: The file; `-` for standard input.
        form: One of `FORMS`, or `auto`: as the file shows.
        is_chunks: Whether the ids of a TREC file are those of chunks; else of documents.
        asked: Returns the questions of the set, by which results of other tools name items.
        system: Which system's run is taken, where a file holds several; None where it holds one.

    Raises:
        GoldsetError: It cannot be read, holds no line at all, has no such system, or has several and none is named.
    """
    with run_files.opened(path) as file:
        shown = form_of(file) if form == AUTO else form
        if shown == promptfoo_results.FORM:
            return promptfoo_results.promptfoo_run(file.read(), path, asked(), system)
        run = _run_of(file, path, shown, is_chunks=is_chunks, asked=asked)
    if system not in (None, run.source.meta.system):
        held = run.source.meta.system or "one without a name"
        raise GoldsetError(f"{path} has no system {system}", f"it holds the run of {held} alone")
    return run


def _run_of(file: BinaryIO, path: str, shown: str, *, is_chunks: bool, asked: Callable[[], Asked]) -> Run:
    if shown == trec_runs.FORM:
        return trec_runs.trec_run(file.read(), path, is_chunks=is_chunks)
    if shown == ragas_results.FORM:
        return ragas_results.ragas_run(file.read(), path, asked())
    if shown == deepeval_results.FORM:
        return deepeval_results.deepeval_run(file.read(), path, asked())
    return run_files.run_of(file, path)


def form_of(file: BinaryIO) -> str:
    """Return the form of a run file, which is left at its beginning.

    What looks like no other is taken for goldset's own, which names its faults.
    """
    shown = _form_of(file)
    file.seek(0)
    return shown


def _form_of(file: BinaryIO) -> str:
    lines = islice(file, _LOOKED_AT)
    first = next((line for line in (line.removeprefix(run_files.BOM).strip() for line in lines) if line), b"")
    if first.startswith((b"{", b"[")):
        return _json_form(first, file)
    names = {name.strip(b'" \r').decode("utf-8", "replace") for name in first.split(b",")}
    if names & {*ragas_results.QUESTIONS}:
        return ragas_results.FORM
    return trec_runs.FORM if len(first.split()) == trec_runs.COLUMNS else run_files.FORM


def _json_form(first: bytes, file: BinaryIO) -> str:
    whole = _json(first)
    if whole is None:
        file.seek(0)
        whole = _json(file.read())  # a run of goldset's own has an object in its first line
    if promptfoo_results.records_of(whole) or promptfoo_results.is_record(whole):
        return promptfoo_results.FORM
    if deepeval_results.cases_of(whole) and isinstance(whole, Mapping):
        return deepeval_results.FORM
    record = whole[0] if isinstance(whole, list) and whole else whole
    if not isinstance(record, Mapping):
        return run_files.FORM
    if isinstance(whole, list) and record.keys() & {
        "actual_output",
        "actualOutput",
        "metrics_data",
        "metricsData",
    }:
        return deepeval_results.FORM
    return ragas_results.FORM if record.keys() & {*ragas_results.QUESTIONS} else run_files.FORM


def _json(data: bytes) -> Any:
    try:
        return json.loads(data)
    except (ValueError, RecursionError):
        return None
