"""Runs of any form that goldset reads: which form a file has is seen from what it holds, or told."""

from io import BytesIO

from goldset.domain.runs import Run
from goldset.stores import run_files, trec_runs

AUTO = "auto"
FORMS = (run_files.FORM, trec_runs.FORM)


def read_any_run(path: str, form: str = AUTO, *, is_chunks: bool = False) -> Run:
    """Read a run file of a form.

    Args:
        path: The file; `-` for standard input.
        form: One of `FORMS`, or `auto`: as its first line says.
        is_chunks: Whether the ids of a TREC file are those of chunks; else of documents.

    Raises:
        GoldsetError: It cannot be read, or holds no line at all.
    """
    data = run_files.run_bytes(path)
    if (form_of(data) if form == AUTO else form) == trec_runs.FORM:
        return trec_runs.trec_run(data, path, is_chunks=is_chunks)
    return run_files.run_of(BytesIO(data), path)


def form_of(data: bytes) -> str:
    """Return the form of a run file; what looks like no other is taken for goldset's own, which names its faults."""
    lines = data.removeprefix(b"\xef\xbb\xbf").split(b"\n", 50)[:50]
    first = next((line for line in lines if line.strip()), b"")
    is_object = first.lstrip().startswith((b"{", b"["))
    return trec_runs.FORM if not is_object and len(first.split()) == trec_runs.COLUMNS else run_files.FORM
