"""Stop a re-index at every write, run it again, and hold the end against that of a run that nobody stopped.

A program of its own: it forks a process for each run, which a test runner with threads must not. It prints
JSON.
"""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from goldset.cli.main import main
from goldset.operations import hosts, proposals, reindex
from goldset.stores.git_branches import SetBranches

KILLED = 9
PRELOADED = (reindex,)  # before the first fork, so that no run has to


def counted(function: Callable[..., Any], step: Callable[[], None]) -> Callable[..., Any]:
    def run(*args: Any, **more: Any) -> Any:
        step()
        return function(*args, **more)

    return run


def in_child(work: Callable[[], int]) -> int:
    """Do work in a forked process and return its exit code."""
    child = os.fork()
    if child == 0:
        code = 4
        try:
            quiet = os.open(os.devnull, os.O_WRONLY)
            os.dup2(quiet, 1)
            code = work()
        finally:
            os._exit(code)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def stopped_at(number: int, args: list[str]) -> int:
    """Run goldset; leave as if killed just before the given write."""
    seen = 0

    def step() -> None:
        nonlocal seen
        seen += 1
        if seen == number:
            os._exit(KILLED)

    for module, name in ((hosts, "write_file"), (proposals, "write_commits")):
        setattr(module, name, counted(getattr(module, name), step))
    SetBranches.move = counted(SetBranches.move, step)  # type: ignore[method-assign]
    return main(args)


def end_of(root: Path) -> dict[str, str]:
    """Return branches and pull requests as they stand."""
    listing = ["git", "for-each-ref", "--format=%(refname) %(objectname)"]
    refs = subprocess.run(listing, cwd=root, capture_output=True, text=True, check=True).stdout
    files = sorted((root / ".goldset").rglob("*"))
    return {"refs": refs} | {str(f.relative_to(root)): f.read_text() for f in files if f.is_file()}


def run(template: Path, work: Path, args: list[str]) -> dict[str, Any]:
    def reindex_at(root: Path, number: int) -> int:
        return in_child(lambda: stopped_at(number, ["reindex", *args, "-C", str(root)]))

    def copy(name: str) -> Path:
        return Path(shutil.copytree(template, work / name))

    whole = copy("whole")
    codes = {"whole": reindex_at(whole, 0)}
    expected = end_of(whole)
    different, number = [], 0
    while True:
        number += 1
        root = copy(str(number))
        first = reindex_at(root, number)
        again = reindex_at(root, 0)
        if again or end_of(root) != expected:
            different.append({"stopped": number, "first": first, "again": again, "end": end_of(root)})
        shutil.rmtree(root)
        if first != KILLED:
            break
    return {"codes": codes, "stops": number - 1, "different": different, "expected": expected}


if __name__ == "__main__":
    sys.stdout.write(json.dumps(run(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3:])))
