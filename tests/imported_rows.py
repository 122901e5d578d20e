"""A form of one row a line, as `SetRow` has it: what imports are tested with, whatever formats there are."""

import json
from pathlib import Path
from typing import Any

from goldset.domain.set_rows import BadRow, Evidence, ReadSet, SetRow
from goldset.stores.formats.form import Form
from goldset.stores.formats.source import Source, sha256_of


def _row(number: int, said: dict[str, Any]) -> SetRow:
    for name in ("evidence", "near"):
        said[name] = tuple(Evidence(**one) for one in said.get(name, ()))
    return SetRow(number=number, **{**said, "notes": tuple(said.get("notes", ()))})


def _read(source: Source) -> ReadSet:
    rows: list[SetRow] = []
    bad: list[BadRow] = []
    for number, line in enumerate(source.data.decode().splitlines(), start=1):
        said = json.loads(line)
        if "bad" in said:
            bad.append(BadRow(number, said["bad"], is_row=said.get("is_row", True)))
        else:
            rows.append(_row(number, said))
    return ReadSet("rows", source.name, sha256_of({"": source.data}), tuple(rows), tuple(bad))


ROWS = Form(
    "rows", "one row a line", ".rows", frozenset(), lambda source: source.name.endswith(".rows"), _read
)


def write_rows(path: Path, *rows: dict[str, Any]) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path
