"""How long `goldset --help` takes beside a Python that only imports click: run by turns, in one run.

python tests/bench/startup.py [TIMES]
"""

import os
import statistics
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parents[2]
HELP = [sys.executable, "-m", "goldset", "--help"]
CLICK = [sys.executable, "-c", "import click"]


def seconds(command: list[str]) -> float:
    """Return how long a process took."""
    began = time.perf_counter()
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    subprocess.run(command, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL, check=True)
    return time.perf_counter() - began


def main() -> None:
    times = int(sys.argv[1]) if len(sys.argv) > 1 else 15
    pairs = [(seconds(HELP), seconds(CLICK)) for _ in range(times)]
    shown, click = (statistics.median(column) for column in zip(*pairs, strict=True))
    print(
        f"goldset --help {shown * 1000:.0f} ms, import click {click * 1000:.0f} ms: {shown / click:.2f} times"
    )


if __name__ == "__main__":
    main()
