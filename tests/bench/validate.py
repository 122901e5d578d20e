"""`goldset validate` with all checks beside PyYAML's CSafeLoader, on the same files: `python tests/bench/validate.py [N]`.

Each is a process of its own that starts cold and runs alone; they take turns. Printed are the fastest of each
(what other work on the machine adds is no part of either), their ratio, and the peak memory of `validate`. Then the
check for questions that are asked twice by itself, on once, twice and four times as many.
"""

import gc
import os
import subprocess
import sys
import tempfile
import time
from math import log
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent.parent
sys.path.insert(0, str(ROOT))
ROUNDS = 3
MAX_RATIO = 6.0
MAX_GROWTH = 1.3  # times n log n, for what else the machine does
MAX_MEGABYTES = 300.0
BASELINE = """
import sys, yaml
from pathlib import Path
from typing import NamedTuple
for path in sorted(Path(sys.argv[1], "items").rglob("*.yaml")):
    with path.open("rb") as file:
        yaml.load(file.read(), yaml.CSafeLoader)
"""


class Run(NamedTuple):
    """Seconds of wall time and of processor time, and peak memory in megabytes."""

    wall: float
    processor: float
    memory: float


def run(command: list[str]) -> Run:
    """Run a command by itself and measure it."""
    begin = time.perf_counter()
    process = subprocess.Popen(
        command, env={**os.environ, "PYTHONPATH": str(ROOT)}, stdout=subprocess.DEVNULL
    )
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - begin
    if os.waitstatus_to_exitcode(status) not in (0, 1):
        sys.exit(f"{' '.join(command[:4])} … left with status {status}")
    memory = usage.ru_maxrss / (1024 * 1024 if sys.platform == "darwin" else 1024)
    return Run(seconds, usage.ru_utime + usage.ru_stime, memory)


def main(count: int) -> int:
    with tempfile.TemporaryDirectory() as name:
        run([sys.executable, "-m", "tests.bench.kept_set", name, str(count)])
        runs: dict[str, list[Run]] = {"CSafeLoader": [], "validate": []}
        for _ in range(ROUNDS):
            runs["CSafeLoader"].append(run([sys.executable, "-c", BASELINE, name]))
            runs["validate"].append(run([sys.executable, "-m", "goldset", "validate", "-C", name]))
    for label, measured in runs.items():
        print(f"{label:<12} {least(measured, 'wall'):6.2f} s, processor {least(measured, 'processor'):.2f} s")
    ratio = least(runs["validate"], "wall") / least(runs["CSafeLoader"], "wall")
    processor = least(runs["validate"], "processor") / least(runs["CSafeLoader"], "processor")
    memory = max(r.memory for r in runs["validate"])
    print(f"{count:,} items: {ratio:.2f} times CSafeLoader (at most {MAX_RATIO}), processor {processor:.2f}")
    print(f"peak memory {memory:.0f} MB (at most {MAX_MEGABYTES:.0f})")
    growth = near_duplicates(count)
    return int(ratio > MAX_RATIO or memory > MAX_MEGABYTES or growth > MAX_GROWTH)


def near_duplicates(count: int) -> float:
    """Print what the check for repeated questions takes, and return its growth over fourfold n log n."""
    from goldset.checks.base import CheckedSet, Entry
    from goldset.checks.questions import repeated_questions
    from goldset.domain.settings import Settings
    from tests.bench.kept_set import items_without_documents

    seconds = []
    for number in (count, 2 * count, 4 * count):
        entries = [Entry(f"items/a/{n}.yaml", one) for n, one in enumerate(items_without_documents(number))]
        checked = CheckedSet(
            entries, Settings(), frozenset(), frozenset(), {}, lambda _snapshot, _record: None
        )
        gc.collect()
        gc.disable()
        begin = time.process_time()
        found = sum(1 for _ in repeated_questions(checked))
        seconds.append(time.process_time() - begin)
        gc.enable()
        print(f"repeated questions: {number:>7,} items {seconds[-1]:6.2f} s, {found:,} found")
    growth = seconds[-1] / seconds[0] / (4 * log(4 * count) / log(count))
    print(f"four times as many take {seconds[-1] / seconds[0]:.1f} times as long: {growth:.2f} of n log n")
    return growth


def least(runs: list[Run], figure: str) -> float:
    return min(float(getattr(measured, figure)) for measured in runs)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000))
