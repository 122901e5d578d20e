"""`goldset validate` beside PyYAML's CSafeLoader, on the same files: `python tests/bench/validate.py [N]`.

Each is a process of its own that starts cold and runs alone; they take turns. Printed are the fastest of each
(what other work on the machine adds is no part of either), their ratio, and the peak memory of `validate`.
"""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
ROUNDS = 3
MAX_RATIO = 3.0
MAX_MEGABYTES = 300.0
BASELINE = """
import sys, yaml
from pathlib import Path
for path in sorted(Path(sys.argv[1], "items").rglob("*.yaml")):
    with path.open("rb") as file:
        yaml.load(file.read(), yaml.CSafeLoader)
"""


def run(command: list[str]) -> tuple[float, float]:
    """Run a command; return its seconds of wall time and its peak memory in megabytes."""
    begin = time.perf_counter()
    process = subprocess.Popen(
        command, env={**os.environ, "PYTHONPATH": str(ROOT)}, stdout=subprocess.DEVNULL
    )
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - begin
    if status:
        sys.exit(f"{' '.join(command[:4])} … left with status {status}")
    return seconds, usage.ru_maxrss / (1024 * 1024 if sys.platform == "darwin" else 1024)


def main(count: int) -> int:
    with tempfile.TemporaryDirectory() as name:
        run([sys.executable, str(ROOT / "tests/bench/make_set.py"), name, str(count)])
        times: dict[str, list[tuple[float, float]]] = {"CSafeLoader": [], "validate": []}
        for _ in range(ROUNDS):
            times["CSafeLoader"].append(run([sys.executable, "-c", BASELINE, name]))
            times["validate"].append(run([sys.executable, "-m", "goldset", "validate", "-C", name]))
    for label, runs in times.items():
        print(
            f"{label:<12} {min(runs)[0]:6.2f} s   (all: {', '.join(f'{seconds:.2f}' for seconds, _ in runs)})"
        )
    ratio = min(times["validate"])[0] / min(times["CSafeLoader"])[0]
    memory = max(megabytes for _, megabytes in times["validate"])
    print(f"{count:,} items: {ratio:.2f} times CSafeLoader (at most {MAX_RATIO})")
    print(f"peak memory {memory:.0f} MB (at most {MAX_MEGABYTES:.0f})")
    return int(ratio > MAX_RATIO or memory > MAX_MEGABYTES)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000))
