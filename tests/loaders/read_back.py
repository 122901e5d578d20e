"""Read with goldset what the tools themselves wrote of the sets that they loaded.

    python tests/loaders/read_back.py FOLDER FORM

Reads every file of `FOLDER/*/saved` whose name begins with `FORM`, as `goldset import` would without being told.
"""

import json
import sys
from pathlib import Path

from goldset.stores.formats.registry import read_set


def read_back(folder: Path, form: str) -> int:
    """Return how many files were read; each must be shown to be of the form, and say what was exported."""
    paths = sorted(folder.glob(f"*/saved/{form}*"))
    for path in paths:
        expected = json.loads((path.parent.parent / "expected.json").read_text(encoding="utf-8"))
        read = read_set(path, path.name)
        assert read.form == form, f"{path} is taken for {read.form}"
        assert read.bad == (), f"{path}: {read.bad}"
        found = [(row.question, row.gold_answer) for row in read.rows]
        assert found == [(one["question"], one["gold_answer"]) for one in expected], path
        refs = [row.ref for row in read.rows]  # some tools forget them
        assert refs == [one["id"] for one in expected] or not any(refs), path
        parted = any("parted at" in notice for notice in read.notices)
        for row, one in zip(read.rows, expected, strict=True):
            texts = [proof.text for proof in row.evidence if proof.text is not None]
            assert texts == one["texts"] or (parted and "|".join(texts) == "|".join(one["texts"])), path
        print(f"goldset reads {path.relative_to(folder)}: {len(found)} rows")
    return len(paths)


if __name__ == "__main__":
    if not read_back(Path(sys.argv[1]).resolve(), sys.argv[2]):
        sys.exit(f"the tool saved nothing of the form {sys.argv[2]}")
