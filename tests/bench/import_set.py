"""How long an import takes, beside reading its file and hashing the corpus.

    python -m tests.bench.import_set [--rows N] [--jobs N] [--form jsonl] [--form csv] [--form xlsx]

Rows with a question, an answer and a quote each, of which one in fifty stands nowhere; documents of some 25 kB, 50 MB
for 100,000 rows; the same rows as JSON Lines, CSV and a workbook. Files are written to a temporary folder first, so all of
it reads from memory. Printed are the parts and the quotients: of the import with reading to reading and hashing, in
processor time and on the clock, once with goldset's own reading and once with what plain reading of the same file takes.
What it is held against is taken before the import and after it, and the mean counts: a machine that others work on is
not as fast in one minute as in the next.
"""

import argparse
import csv
import json
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from datetime import date
from pathlib import Path
from typing import NamedTuple, TypeVar

from openpyxl import load_workbook

from goldset.domain.progress import untold
from goldset.domain.set_rows import ReadSet
from goldset.operations.import_outcomes import ImportRequest
from goldset.operations.import_set import import_set
from goldset.stores.formats.registry import read_set
from goldset.stores.formats.workbook import workbook_of

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


def write_world(folder: Path, rows: int) -> list[dict[str, str]]:
    """Write documents and an empty set, and return the rows of its file."""
    rng = random.Random(5)
    told = []
    (folder / "docs").mkdir()
    for document in range(max(rows // PER_DOCUMENT, 1)):
        text = [f"# Page {document}\n"]
        for number in range(document * PER_DOCUMENT, (document + 1) * PER_DOCUMENT):
            quote = sentence(rng, number)
            filler = " ".join(f"{' '.join(rng.choices(WORDS, k=12))}." for _ in range(5)).capitalize()
            text.append(f"## Case {number}\n\n{filler} {quote}\n")
            row = {
                "id": f"case-{number}",
                "question": f"What does the {rng.choice(WORDS)} of case {number} cost?",
                "gold_answer": f"${number % 977}",
                "quote": quote.replace("costs", "takes") if number % 50 == 7 else quote,
                "document": f"{document}.md",
            }
            told.append(row)
        body = "\n".join(text)
        (folder / f"docs/{document}.md").write_text(
            body + "\n" + "word " * ((CHARACTERS - len(body)) // 5) + "\n"
        )
    return told


def write_json_lines(path: Path, rows: list[dict[str, str]]) -> None:
    with path.open("w") as file:
        for row in rows:
            said = {name: row[name] for name in ("id", "question", "gold_answer")}
            spans = [{"text": row["quote"], "doc_id": row["document"]}]
            file.write(json.dumps({**said, "gold_spans": spans}) + "\n")


def write_csv(path: Path, rows: list[dict[str, str]]) -> None:
    with path.open("w", newline="") as file:
        table = csv.DictWriter(file, list(rows[0]))
        table.writeheader()
        table.writerows(rows)


def write_workbook(path: Path, rows: list[dict[str, str]]) -> None:
    path.write_bytes(workbook_of("Set", [list(rows[0]), *(list(row.values()) for row in rows)]))


def plain_json(path: Path) -> Iterable[object]:
    with path.open() as file:
        return [json.loads(line) for line in file]


def plain_csv(path: Path) -> Iterable[object]:
    with path.open(newline="") as file:
        return list(csv.reader(file))


def plain_workbook(path: Path) -> Iterable[object]:
    return list(load_workbook(path, read_only=True).worksheets[0].iter_rows(values_only=True))


FORMS = {
    "jsonl": (write_json_lines, plain_json),
    "csv": (write_csv, plain_csv),
    "xlsx": (write_workbook, plain_workbook),
}


class Took(NamedTuple):
    """Seconds on the clock, and of processor time of this process and those that it waited for."""

    clock: float
    processor: float

    def __add__(self, other: "Took") -> "Took":  # type: ignore[override]
        return Took(self.clock + other.clock, self.processor + other.processor)

    def mean(self, other: "Took") -> "Took":
        return Took((self.clock + other.clock) / 2, (self.processor + other.processor) / 2)


def timed(name: str, job: Callable[[], Found]) -> tuple[Took, Found]:
    before, wall = os.times(), time.perf_counter()
    found = job()
    after = os.times()
    took = Took(time.perf_counter() - wall, sum(after[:4]) - sum(before[:4]))
    print(f"{name:<24} {took.clock:8.2f} s on the clock {took.processor:8.2f} s of processor", flush=True)
    return took, found


def measure(folder: Path, form: str, rows: list[dict[str, str]], jobs: int) -> float:
    """Print how long each part takes, and return the quotient of the processor time."""
    write, plain = FORMS[form]
    path, root = folder / f"set.{form}", folder / form
    write(path, rows)
    root.mkdir()
    (root / "goldset.yaml").write_text("corpus: {sources: [{path: ../docs}]}\n")
    snapshot = [sys.executable, "-m", "goldset", "snapshot", "create", "A", "-C", str(root)]
    subprocess.run(snapshot, check=True, stdout=subprocess.DEVNULL)
    print(f"\n{form}, {len(rows):,} rows, {jobs} processes")
    files = sorted(map(str, (folder / "docs").iterdir()))
    sums = ["sha256sum", *files]

    def held_against() -> tuple[Took, Took, Took, ReadSet]:
        plainly, _ = timed("plain reading", lambda: plain(path))
        reading, read = timed("reading the file", lambda: read_set(path, path.name))
        hashing, _ = timed(
            "hashing the corpus", lambda: subprocess.run(sums, check=True, capture_output=True)
        )
        return plainly, reading, hashing, read

    *before, read = held_against()
    request = ImportRequest(today=date(2026, 10, 2), jobs=jobs)
    importing, report = timed("importing", lambda: import_set(root, read, request, untold))
    again, second = timed("importing again", lambda: import_set(root, read, request, untold))
    assert report.totals["imported"] + report.totals["draft"] == second.totals["unchanged"] == len(rows)
    *after, _ = held_against()
    plainly, reading, hashing = (one.mean(other) for one, other in zip(before, after, strict=True))
    print({name: count for name, count in report.totals.items() if count})
    for what, bar in (("reading", reading + hashing), ("plain reading", plainly + hashing)):
        first, later = reading + importing, reading + again
        print(
            f"{first.processor / bar.processor:6.1f} times {what} and hashing in processor time, "
            f"{first.clock / bar.clock:.1f} on the clock; again {later.processor / bar.processor:.1f}"
        )
    return (reading + importing).processor / (reading + hashing).processor


def main() -> int:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument(
        "--form", choices=FORMS, action="append", help="more than one is asked for by repeating it"
    )
    asked.add_argument("--rows", type=int, default=100_000)
    asked.add_argument("--jobs", type=int, default=1)
    given = asked.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        rows = write_world(folder, given.rows)
        found = [measure(folder, form, rows, given.jobs) for form in given.form or FORMS]
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000
    print(f"\nat most {most:,.0f} MB of memory; the bar is {MOST} times reading and hashing")
    return int(max(found) > MOST)


if __name__ == "__main__":
    sys.exit(main())
