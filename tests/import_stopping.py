"""Run goldset, and stop it at a given write: `python tests/import_stopping.py NUMBER HOW ARGS…`.

HOW is `kill` (SIGKILL), `interrupt` (SIGINT) or `full` (no space left). A program of its own: it ends with its process.
"""

import os
import signal
import sys
from pathlib import Path

from goldset.cli.main import main
from goldset.stores import file_writes


def stop_at(number: int, how: str) -> None:
    stage, seen = file_writes._stage, 0

    def counted(path: Path | str, data: bytes, **how_to: bool) -> str:
        nonlocal seen
        seen += 1
        if seen == number:
            if how == "full":
                raise OSError(28, "No space left on device")
            os.kill(os.getpid(), signal.SIGKILL if how == "kill" else signal.SIGINT)
        return stage(path, data, **how_to)

    file_writes._stage = counted


if __name__ == "__main__":
    stop_at(int(sys.argv[1]), sys.argv[2])
    sys.exit(main(sys.argv[3:]))
