"""Re-index pairs of a re-anchoring benchmark whole: outcomes, branches, seconds and peak memory of each.

    python -m tests.bench.queue PART_DIR PAIR…

Makes a golden-set repository of a pair (snapshot A, its spans as items) and runs `reindex` to its corpus B
twice. Then accepts the best candidate of every queued span, retires the items without one, merges every
branch, and says where all spans stand after one more run.
"""

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections import Counter
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

from goldset.cli.main import main as main_of_goldset
from tests.bench.reanchor import _corpus, _rows, _write_set

ROOT = Path(__file__).parent.parent.parent
HERE = {**os.environ, "PYTHONPATH": str(ROOT)}


def git(root: Path, *args: str) -> str:
    done = subprocess.run(["git", *args], cwd=root, capture_output=True, text=True, check=True)
    return done.stdout.strip()


def goldset(root: Path, *args: str | Path) -> tuple[str, float]:
    """Run goldset and return what it printed and its seconds of processor, Git's included."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [sys.executable, "-m", "goldset", *map(str, args), "-C", str(root)]
    done = subprocess.run(command, env=HERE, capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1):
        sys.exit(done.stderr)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return done.stdout, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def run_pair(part: Path, pair: dict[str, Any], work: Path) -> None:
    spans = [
        row
        for row in _rows((part / "spans.jsonl").read_text("utf-8").splitlines())
        if row["pair"] == pair["pair"]
    ]
    root = work / "set"
    _write_set(root, spans, _corpus(part, pair["a"], work))
    _corpus(part, pair["b"], work)
    renames = work / "renames.jsonl"
    rows = [json.dumps({"from": old, "to": new}) for old, new in sorted(pair["git_renames"].items())]
    renames.write_text("".join(f"{row}\n" for row in rows), "utf-8")
    git(root, "init", "-q", "-b", "main")
    git(root, "config", "user.name", "bench")
    git(root, "config", "user.email", "bench@localhost")
    goldset(
        root, "snapshot", "create", "a", "--corpus", work / f"{pair['a']}.jsonl", "--created", "2026-01-01"
    )
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "start")
    command: list[str | Path] = [
        "reindex",
        "b",
        "--corpus",
        work / f"{pair['b']}.jsonl",
        "--renames",
        renames,
        "--accept-change",
    ]
    clock = time.perf_counter()
    out, seconds = goldset(root, *command, "--format", "json")
    clock = time.perf_counter() - clock
    again, second = goldset(root, *command, "--format", "json")
    report = json.loads(out)
    branches = git(root, "for-each-ref", "--format=%(refname:short)", "refs/heads/goldset").splitlines()
    totals = {name: count for name, count in report["totals"].items() if count}
    ends = {name: count for name, count in report["ends"].items() if count}
    memory = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    print(f"{pair['pair']}: {report['snapshot']['documents']} documents, {totals}")
    print(f"  {ends}; {len(branches)} branches {Counter(name.split('/')[2] for name in branches)}")
    print(f"  {clock:.1f} s on the clock, {seconds:.1f} s of processor, peak {memory:.0f} MB")
    print(f"  second run: {len(json.loads(again)['steps'])} steps, {second:.1f} s of processor")
    queued = [row for row in report["spans"] if row["end"] == "queued"]
    refused = [row for row in queued if not decide(root, "accept", row["item"])]
    retired = sum(decide(root, "retire", row["item"]) for row in refused)
    for name in branches:
        git(root, "merge", "-q", "--no-edit", name)
    last = json.loads(goldset(root, *command, "--format", "json")[0])
    ends = {name: count for name, count in last["ends"].items() if count}
    print(f"  accepted {len(queued) - len(refused)}, retired {retired} of {len(queued)} queued")
    print(f"  {len(branches)} branches merged without a conflict; then {ends}")


def decide(root: Path, verb: str, item: str) -> bool:
    """Decide in this process, and return whether it could be done."""
    with redirect_stdout(StringIO()), redirect_stderr(StringIO()):
        return main_of_goldset(["relabel", verb, item, "-C", str(root)]) == 0


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("part", type=Path)
    parser.add_argument("pairs", nargs="+")
    asked = parser.parse_args()
    rows = json.loads((asked.part / "pairs.json").read_text("utf-8"))
    for pair in rows:
        if pair["pair"] in asked.pairs:
            with tempfile.TemporaryDirectory() as work:
                run_pair(asked.part, pair, Path(work))


if __name__ == "__main__":
    main()
