"""The examples of the rules' pages, carried out: each changes one small sound set, in which nothing else is wrong."""

import os
import re
import shutil
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

from goldset.domain.findings import Finding
from goldset.operations.snapshot_create import SnapshotRequest, create_snapshot
from goldset.operations.snapshot_read import verify_snapshot
from goldset.operations.validate import validate
from tests.conftest import ROOT, git, write_tree

NOW = datetime(2026, 10, 1, tzinfo=UTC)
DOCUMENTS: dict[str, str | bytes] = {
    "docs/parcels.md": (
        "# Parcels\n\nA lost parcel may be claimed for 30 days after posting. The receipt is needed.\n\n"
        "Ask at the counter. It is open all day.\n\nWhat is found is kept. Ask at the counter.\n"
    ),
    "docs/fees.md": "# Fees\n\nExpress delivery costs €9.50 for parcels up to 2 kg.\n",
    "docs/florida.md": (
        "---\njurisdiction: US-FL\nlanguage: en-US\neffective_from: 2026-01-01\neffective_to: 2026-06-30\n---\n"
        "# Florida\n\nIn Florida a letter costs $2 more.\n"
    ),
}
ITEMS: dict[str, str | bytes] = {
    "set/items/claims/parcel.yaml": """\
id: parcel
question: My package never came. Until when can I ask for my money back?
slice: claims
answerable: true
gold_answer: For 30 days after posting.
corpus_snapshot: "1"
gold_spans:
  - doc_id: parcels.md
    text: A lost parcel may be claimed for 30 days after posting.
""",
    "set/items/fees/express.yaml": """\
id: express
question: What do I pay if it has to be there tomorrow?
slice: fees
answerable: true
gold_answer: Express delivery costs €9.50.
corpus_snapshot: "1"
gold_spans:
  - doc_id: fees.md
    text: Express delivery costs €9.50 for parcels up to 2 kg.
""",
    "set/items/fees/florida.yaml": """\
id: florida
question: Is there an extra charge for a letter to Miami?
slice: fees
answerable: true
gold_answer: A letter costs $2 more.
corpus_snapshot: "1"
gold_spans:
  - doc_id: florida.md
    text: In Florida a letter costs $2 more.
jurisdiction: US-FL
language: en
as_of: 2026-03-01
""",
}
_BLOCK = re.compile(r"(?:^(In )?`([^`\n]+)`:\n\n)?^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_KEY = re.compile(r"^(?=[\w<])", re.MULTILINE)
_VERIFIED = re.compile(r"Found by\s`goldset\ssnapshot\sverify\s1(?:\s--corpus\s(\S+))?`")


def make_sound_set(folder: Path) -> Path:
    """Write the documents, and a set over them with its snapshot, committed; return the set's folder."""
    root = write_tree(folder, {**DOCUMENTS, **ITEMS, "set/goldset.yaml": "set: example\n"}) / "set"
    create_snapshot(root, SnapshotRequest(id="1", corpus=str(folder / "docs"), created=NOW, now=NOW))
    git(root, "init", "-q", "-b", "main", "--template=")
    git(root, "add", "-A")
    git(root, "commit", "-qm", "start")
    return root


def findings_of_example(page: str, root: Path) -> list[Finding]:
    """Carry out the example of a page in a sound set, and return what is found then."""
    example = page.partition("\n## Example\n")[2].partition("\n## What to do\n")[0]
    blocks = list(_BLOCK.finditer(example))
    assert blocks, "a page has an example"
    for block in blocks:
        changed, path, kind, text = block.groups()
        if kind == "sh":
            env = {**os.environ, "PYTHON": sys.executable, "PYTHONPATH": str(ROOT)}
            script = f'goldset() {{ "$PYTHON" -m goldset "$@"; }}\n{text}'
            subprocess.run(["bash", "-euc", script], cwd=root, env=env, check=True, capture_output=True)
        elif changed:
            file = root / path
            file.write_text(with_lines(file.read_text("utf-8"), text), encoding="utf-8", newline="\n")
        else:
            write_tree(root, {path: text})
    found = list(validate(root).findings)
    verified = _VERIFIED.search(page)
    if verified:
        corpus = str((root / verified[1]).resolve()) if verified[1] else None
        found += verify_snapshot(root, "1", corpus)
    return found


def with_lines(text: str, lines: str) -> str:
    """Return a file with some keys of its top level written anew, at their places, new ones at the end."""
    there = {part.partition(":")[0]: part for part in _KEY.split(text) if part}
    there |= {part.partition(":")[0]: part for part in _KEY.split(lines) if part}
    return "".join(there.values())


def copied(sound: Path, folder: Path) -> Path:
    """Return a copy of the sound set with its documents."""
    return Path(shutil.copytree(sound.parent, folder / "example", symlinks=True)) / "set"
