"""How long an import takes, beside reading its file and hashing the corpus: `python -m tests.bench.import_set [ROWS]`.

Rows with a question, an answer and a quote each, of which one in fifty stands nowhere; documents of some 25 kB, 50 MB
for 100,000 rows. Files are written to a temporary folder first, so all of it reads from memory. Printed are the parts,
the whole, and their quotient.
"""

import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import TypeVar

from goldset.domain.progress import untold
from goldset.operations.import_outcomes import ImportRequest
from goldset.operations.import_set import import_set
from goldset.stores.formats.registry import read_set

MOST = 5.0
Found = TypeVar("Found")
WORDS = (
    *("claim", "policy", "flood", "wind", "roof", "limit", "notice", "days", "deductible", "insured"),
    *("cover", "agent", "form", "date", "loss", "water", "theft", "repair", "survey", "office"),
    *("harbour", "garden", "engine", "ticket", "parcel", "member", "branch", "letter", "school", "bridge"),
)
PER_DOCUMENT = 50
CHARACTERS = 25_000


def sentence(rng: random.Random, number: int) -> str:
    return (
        f"The {' '.join(rng.choices(WORDS, k=rng.randrange(6, 14)))} of case {number} costs ${number % 977}."
    )


def write_world(folder: Path, rows: int) -> Path:
    rng = random.Random(5)
    lines = []
    (folder / "docs").mkdir()
    for document in range(max(rows // PER_DOCUMENT, 1)):
        text = [f"# Page {document}\n"]
        for number in range(document * PER_DOCUMENT, (document + 1) * PER_DOCUMENT):
            quote = sentence(rng, number)
            filler = " ".join(f"{' '.join(rng.choices(WORDS, k=12))}." for _ in range(5)).capitalize()
            text.append(f"## Case {number}\n\n{filler} {quote}\n")
            said = quote.replace("costs", "takes") if number % 50 == 7 else quote
            row = {
                "id": f"case-{number}",
                "question": f"What does the {rng.choice(WORDS)} of case {number} cost?",
                "gold_answer": f"${number % 977}",
                "gold_spans": [{"text": said, "doc_id": f"{document}.md"}],
            }
            lines.append(json.dumps(row))
        body = "\n".join(text)
        (folder / f"docs/{document}.md").write_text(
            body + "\n" + "word " * ((CHARACTERS - len(body)) // 5) + "\n"
        )
    (folder / "set.jsonl").write_text("\n".join(lines) + "\n")
    (folder / "set").mkdir()
    (folder / "set/goldset.yaml").write_text("corpus: {sources: [{path: ../docs}]}\n")
    return folder / "set"


def timed(name: str, job: Callable[[], Found]) -> tuple[float, Found]:
    before, wall = os.times(), time.perf_counter()
    found = job()
    after = os.times()
    seconds = sum(after[:4]) - sum(before[:4])
    print(
        f"{name:<34} {time.perf_counter() - wall:7.2f} s on the clock {seconds:7.2f} s of processor",
        flush=True,
    )
    return seconds, found


def main() -> int:
    rows = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        root = write_world(folder, rows)
        snapshot = [sys.executable, "-m", "goldset", "snapshot", "create", "A", "-C", str(root)]
        subprocess.run(snapshot, check=True, stdout=subprocess.DEVNULL)
        files = sorted((folder / "docs").iterdir())
        reading, read = timed("reading the file", lambda: read_set(folder / "set.jsonl", "set.jsonl"))
        hashing, _ = timed(
            "hashing the corpus",
            lambda: subprocess.run(["sha256sum", *map(str, files)], check=True, stdout=subprocess.DEVNULL),
        )
        request = ImportRequest(today=date(2026, 10, 2))
        importing, report = timed("importing", lambda: import_set(root, read, request, untold))
        _, second = timed("importing again", lambda: import_set(root, read, request, untold))
    print({k: v for k, v in report.totals.items() if v}, {k: v for k, v in second.totals.items() if v})
    whole = reading + importing
    print(f"import: {whole / (reading + hashing):.1f} times reading and hashing (at most {MOST})")
    return int(whole > MOST * (reading + hashing))


if __name__ == "__main__":
    sys.exit(main())
