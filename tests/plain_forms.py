"""Two small formats, for tests of what every format goes through: one file of lines, and a folder of two files."""

import json
from collections.abc import Sequence

from goldset.domain.set_rows import Evidence, ReadSet, SetRow
from goldset.stores.formats.form import Files, Form
from goldset.stores.formats.source import Source

CARRIES = frozenset({"id", "question", "gold_answer", "gold_spans.text", "gold_spans.doc_id"})


def _line(row: SetRow) -> str:
    quotes = [{"text": one.text, "doc": one.doc, "start": one.start} for one in row.evidence]
    return json.dumps([row.ref, row.question, row.gold_answer, quotes], ensure_ascii=False)


def _row(line: str, number: int) -> SetRow:
    ref, question, answer, quotes = json.loads(line)
    evidence = tuple(Evidence(text=one["text"], doc=one["doc"]) for one in quotes)
    answer = answer and answer.replace("\u2028", " ")  # what a careless tool does
    return SetRow(number, question, ref, answer, None, evidence)


def _lines(rows: Sequence[SetRow]) -> bytes:
    return "".join(f"{_line(row)}\n" for row in rows).encode()


def _read(data: bytes, form: str, source: Source) -> ReadSet:
    lines = data.decode().rstrip("\n").split("\n")
    rows = tuple(_row(line, number) for number, line in enumerate(lines, start=1))
    return ReadSet(form, source.name, "", rows)


def _write_folder(rows: Sequence[SetRow]) -> Files:
    return {"questions.txt": _lines([row for row in rows if row.evidence]), "more/about.txt": b"plain\n"}


LINES = Form(
    name="lines",
    about="a line a question",
    suffix=".txt",
    carries=CARRIES,
    shows=lambda source: not source.is_folder,
    read=lambda source: _read(source.data, "lines", source),
    write=lambda rows: {"": _lines(rows)},
)
# It holds no question without evidence, and cannot say so.
PAIR = Form(
    name="pair",
    about="two files",
    suffix="",
    carries=CARRIES,
    shows=lambda source: source.is_folder,
    read=lambda source: _read(source.read("questions.txt"), "pair", source),
    write=_write_folder,
)
READ_ONLY = Form("readonly", "only read", ".ro", CARRIES, lambda _: False, LINES.read)
