"""`goldset score` beside Python's json on the same run: `python tests/bench/score.py [ITEMS] [CHUNKS]`.

A run of 10,000 items with 100 retrieved chunks each, without their texts, over documents of which some hold
evidence. Each is a process of its own that starts cold; they take turns. Printed are the fastest of each, the
median of their ratios, and the peak memory of `score`. Two baselines stand beside each other: json that loads the
file, as scoring has to, and json that only parses it, each line being dropped at once. The bar is held against both.
"""

import hashlib
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from typing import NamedTuple

from goldset.domain.items import GoldSpan, Item
from goldset.domain.snapshots import DocumentRecord, Manifest, Snapshot, corpus_digest
from goldset.stores.canonical import item_text
from goldset.stores.snapshot_files import snapshot_files

ROOT = Path(__file__).parent.parent.parent
ROUNDS = 5
MAX_RATIO = 3.0
MAX_MEGABYTES = 1000.0
DOCUMENTS, LENGTH = 5_000, 9_000
LOADED = """
import json, sys
with open(sys.argv[1], "rb") as file:
    rows = [json.loads(line) for line in file]
"""
PARSED = """
import json, sys
with open(sys.argv[1], "rb") as file:
    for line in file:
        json.loads(line)
"""


class Run(NamedTuple):
    """Seconds of wall time and of processor time, and peak memory in megabytes."""

    wall: float
    processor: float
    memory: float


def make(folder: Path, items: int, chunks: int) -> Path:
    """Write a set and a run over it; the same every time."""
    rnd = random.Random(7)
    names = [f"handbook/part-{n // 100:02d}/page-{n:05d}.md" for n in range(DOCUMENTS)]
    (folder / "goldset.yaml").write_text("set: bench\n")
    _write_snapshot(folder, names)
    run = folder / "run.jsonl"
    with run.open("w") as file:
        file.write(json.dumps({"snapshot": "A", "system": "bench"}) + "\n")
        for n in range(items):
            gold = [(rnd.choice(names), rnd.randrange(LENGTH - 200)) for _ in range(1 + n % 3)]
            _write_item(folder, n, gold)
            file.write(json.dumps(_line(n, gold, names, chunks, rnd)) + "\n")
    return run


def _write_snapshot(folder: Path, names: list[str]) -> None:
    records = {
        name: DocumentRecord(name, hashlib.sha256(name.encode()).hexdigest(), LENGTH) for name in names
    }
    snapshot = Snapshot(
        id="A",
        created=datetime(2026, 10, 1, tzinfo=UTC),
        source="handbook",
        reader="goldset-text/1",
        digest=corpus_digest(records.values()),
        documents=len(records),
        chars=len(records) * LENGTH,
    )
    for path, data in snapshot_files(Manifest(snapshot, records)).items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)


def _write_item(folder: Path, n: int, gold: list[tuple[str, int]]) -> None:
    item = Item(
        id=f"item-{n:05d}",
        question=f"What does page {n} say?",
        slice=f"slice-{n % 20:02d}",
        answerable=True,
        gold_answer="What it says.",
        corpus_snapshot="A",
        gold_spans=[
            GoldSpan(doc_id=doc_id, text="x" * 80, start=start, end=start + 80) for doc_id, start in gold
        ],
    )
    path = folder / "items" / f"{item.slice}" / f"{item.id}.yaml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(item_text(item, 2))


def _line(
    n: int, gold: list[tuple[str, int]], names: list[str], chunks: int, rnd: random.Random
) -> dict[str, object]:
    retrieved = []
    for rank in range(chunks):
        near = rnd.random() < 0.05
        doc_id, at = rnd.choice(gold) if near else (rnd.choice(names), rnd.randrange(LENGTH - 900))
        start = max(at - rnd.randrange(400), 0)
        chunk = {
            "chunk_id": f"c{rnd.randrange(10**6):06d}",
            "doc_id": doc_id,
            "start": start,
            "end": min(start + 900, LENGTH),
        }
        retrieved.append({**chunk, "score": round(1 - rank / chunks, 4)})
    return {"item": f"item-{n:05d}", "retrieved": retrieved}


def run(command: list[str]) -> Run:
    """Run a command by itself and measure it."""
    begin = time.perf_counter()
    process = subprocess.Popen(command, env=_environment(), stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - begin
    if status:
        sys.exit(f"{' '.join(command[:4])} … left with status {status}")
    memory = usage.ru_maxrss / (1024 * 1024 if sys.platform == "darwin" else 1024)
    return Run(seconds, usage.ru_utime + usage.ru_stime, memory)


def _environment() -> dict[str, str]:
    """Return the environment of a command whose modules are compiled once, as they are where goldset is installed."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**kept, "PYTHONPATH": str(ROOT)}


def _beyond(label: str | None, rounds: list[dict[str, Run]], baseline: str = "json loads") -> float:
    """Return the median, over rounds, of what scoring takes beyond a part of it, in multiples of a baseline.

    A machine that others use is faster or slower from minute to minute: what ran side by side is compared.
    """
    return median(
        (one["score"].processor - (one[label].processor if label else 0)) / one[baseline].processor
        for one in rounds
    )


def main(items: int, chunks: int) -> int:
    with tempfile.TemporaryDirectory() as name:
        path = make(Path(name), items, chunks)
        empty = Path(name, "empty.jsonl")
        empty.write_text('{"snapshot": "A"}\n')
        commands = {
            "json loads": [sys.executable, "-c", LOADED, str(path)],
            "json parses": [sys.executable, "-c", PARSED, str(path)],
            "reading the set": [sys.executable, "-c", f"import goldset; goldset.load({name!r})"],
            "set alone": [sys.executable, "-m", "goldset", "score", str(empty), "-C", name],
            "score": [sys.executable, "-m", "goldset", "score", str(path), "-C", name],
        }
        size = path.stat().st_size / 1e6
        rounds = [{label: run(command) for label, command in commands.items()} for _ in range(ROUNDS)]
        runs = {label: [measured[label] for measured in rounds] for label in commands}
    for label, measured in runs.items():
        print(f"{label:<16} {min(r.processor for r in measured):6.2f} s of processor time")
    memory = max(r.memory for r in runs["score"])
    print(f"{items * chunks:,} chunks of {items:,} items, {size:.0f} MB; the median of {ROUNDS} rounds:")
    worst = 0.0
    for baseline in ("json loads", "json parses"):
        ratio = _beyond("set alone", rounds, baseline)
        worst = max(worst, ratio)
        print(f"  in times of what {baseline}, at most {MAX_RATIO}:")
        print(f"    beyond reading the set and reporting on nothing: {ratio:.2f}")
        beyond_set, whole = (_beyond(label, rounds, baseline) for label in ("reading the set", None))
        print(f"    beyond reading the set: {beyond_set:.2f}; in all: {whole:.2f}")
    print(f"  peak memory {memory:.0f} MB (at most {MAX_MEGABYTES:.0f})")
    return int(worst > MAX_RATIO or memory > MAX_MEGABYTES)


if __name__ == "__main__":
    numbers = [int(arg) for arg in sys.argv[1:3]]
    sys.exit(main(*(numbers + [10_000, 100][len(numbers) :])))
