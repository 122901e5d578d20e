"""Write what loaders are tried on: the project's own set by `goldset export`, and awkward rows by each format.

    python tests/loaders/prepare.py FOLDER

`FOLDER/own` and `FOLDER/awkward` hold a file or folder for each format, named like it, and `expected.json`.
"""

import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from goldset.cli.main import main
from goldset.domain.set_rows import SetRow
from goldset.errors import GoldsetError
from goldset.stores.formats.form import Form
from goldset.stores.formats.registry import FORMS, form_named
from goldset.stores.formats.source import Source
from tests.loaders.rows import AWKWARD

ROOT = Path(__file__).parent.parent.parent


def prepare(folder: Path) -> None:
    """Write both sets in every format that is written."""
    own, awkward = folder / "own", folder / "awkward"
    for form in FORMS:
        if form.write is None:
            continue
        out = own / f"{form.name}{form.suffix}"
        out.parent.mkdir(parents=True, exist_ok=True)
        code = main(
            ["export", form.name, "--out", str(out), "--force", "--stale", "include", "-C", str(ROOT)]
        )
        if code:
            sys.exit(f"goldset export {form.name} ended with {code}")
        try:
            _put(awkward, form, form.write(AWKWARD))
        except GoldsetError as error:
            print(f"awkward rows are refused by {form.name}: {error}")
    complete = form_named("jsonl")
    rows = complete.read(Source("jsonl", own / f"jsonl{complete.suffix}")).rows
    for target, expected in ((own, rows), (awkward, AWKWARD)):
        _complete_corpus(target, expected)
        (target / "expected.json").write_text(
            json.dumps([_expected(row) for row in expected]), encoding="utf-8"
        )


def _put(folder: Path, form: Form, files: Mapping[str, bytes]) -> None:
    for below, data in files.items():
        name = f"{form.name}{form.suffix}"
        path = folder / name / below if below else folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


def _complete_corpus(target: Path, rows: Sequence[SetRow]) -> None:
    """Write the documents beside a BEIR folder, as its owner has to."""
    documents = {one.doc for row in rows for one in row.evidence if one.doc is not None}
    lines = [json.dumps({"_id": doc, "title": doc, "text": f"All of {doc}."}) for doc in sorted(documents)]
    (target / "beir" / "corpus.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")


def _expected(row: SetRow) -> dict[str, object]:
    return {
        "id": row.ref,
        "question": row.question,
        "gold_answer": row.gold_answer,
        "answerable": row.answerable,
        "texts": [one.text for one in row.evidence if one.text is not None],
        "documents": _grades(row),
        "split": row.details.get("split") or "test",
    }


def _grades(row: SetRow) -> dict[str, int]:
    grades: dict[str, int] = {}
    for one in row.evidence:
        if one.doc is not None:
            grades[one.doc] = max(one.grade, grades.get(one.doc, 0))
    return grades


if __name__ == "__main__":
    prepare(Path(sys.argv[1]).resolve())
