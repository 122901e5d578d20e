"""Simulate months of nightly runs, one a seed, and stop at the first in which something is not as it must be.

python -m tests.month [--seeds N] [--first SEED] [--nights N]
"""

import argparse
import os
import sys
import tempfile
import time
from pathlib import Path

import pytest

from tests.conftest import PINNED
from tests.month.month import CASES, Month
from tests.month.template import make_template


def simulate(seeds: range, nights: int) -> int:
    """Return the number of months that went wrong."""
    failed = stopped = lived = 0
    with tempfile.TemporaryDirectory() as name:
        template = make_template(Path(name) / "template", CASES)
        for seed in seeds:
            with pytest.MonkeyPatch.context() as patch, tempfile.TemporaryDirectory(dir=name) as folder:
                month = Month(template, Path(folder), seed, patch)
                try:
                    month.live(nights)
                except AssertionError as error:
                    failed += 1
                    print(f"seed {seed}: {error}", flush=True)
                finally:
                    month.hub.standin.stop()
            stopped, lived = stopped + month.stopped, lived + month.nights
            print(
                f"seed {seed}: {month.nights} nights, {month.stopped} runs stopped",
                file=sys.stderr,
                flush=True,
            )
    print(
        f"{len(seeds)} months, {lived} nights, {stopped} runs stopped at a write, {failed} months went wrong"
    )
    return failed


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seeds", type=int, default=200)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--nights", type=int, default=30)
    options = parser.parse_args()
    os.environ.update(PINNED)
    begin = time.process_time()
    failed = simulate(range(options.first, options.first + options.seeds), options.nights)
    print(f"{time.process_time() - begin:.0f} s of this process", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
