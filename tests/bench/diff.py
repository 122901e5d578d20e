"""`goldset diff` beside `git diff` of the same range: `python -m tests.bench.diff [ITEMS] [CHANGES]`.

A set of 10,000 items in which 1,000 change: a fifth each added, retired, relabelled, reworded, and moved to another
slice. Each command is a process of its own; they take turns. Printed is the processor time of each with all that
it starts, the fastest of several runs (what other work on the machine adds is no part of either), and the ratio:
in the repository as it was committed to, where each object is a file, and in a clone, where they are packed.
"""

import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.bench.make_set import SLICES, make_set, sentence

ROOT = Path(__file__).parent.parent.parent
ROUNDS = 3
MAX_RATIO = 5.0
IDENTITY = ("-c", "user.name=bench", "-c", "user.email=bench@example.org", "-c", "gc.auto=0")
STAMP = "2026-10-05T09:00:00+0000"
ENVIRONMENT = {"PYTHONPATH": str(ROOT), "GIT_AUTHOR_DATE": STAMP, "GIT_COMMITTER_DATE": STAMP}


def run(command: list[str], folder: Path) -> tuple[float, float]:
    """Run a command; return seconds of wall time, and of processor time with that of its children."""
    begin = time.perf_counter()
    process = subprocess.Popen(
        command, cwd=folder, env={**os.environ, **ENVIRONMENT}, stdout=subprocess.DEVNULL
    )
    _, status, usage = os.wait4(process.pid, 0)
    if status:
        sys.exit(f"{' '.join(command)} left with status {status}")
    return time.perf_counter() - begin, usage.ru_utime + usage.ru_stime


def git(folder: Path, *args: str) -> None:
    subprocess.run(["git", *IDENTITY, *args], cwd=folder, check=True, stdout=subprocess.DEVNULL)


def relabelled(rng: random.Random, text: str) -> str:
    """Return an item's text with another first passage at another place."""
    lines = text.splitlines(keepends=True)
    for number, line in enumerate(lines):
        if line.startswith("    text: "):
            new, start = sentence(rng), rng.randrange(40_000)
            lines[number] = f"    text: {new}\n"
            lines[number + 1] = f"    start: {start}\n"
            lines[number + 2] = f"    end: {start + len(new)}\n"
            break
    return "".join(lines)


def change(folder: Path, changes: int) -> None:
    """Change that many items of the set in a folder, a fifth in each way."""
    rng = random.Random(5)
    paths = sorted(folder.glob("items/*/*.yaml"))
    # A passage of one line: its entry can be written anew line by line.
    simple = [path for path in paths if "    text: The policy" in path.read_text(encoding="utf-8")]
    chosen = simple[:: len(simple) // changes][:changes]
    for number, path in enumerate(chosen):
        text = path.read_text(encoding="utf-8")
        target = path
        if number % 5 == 0:
            target = path.with_name(f"new-{path.name}")
            text = text.replace(f"id: {path.stem}", f"id: new-{path.stem}", 1).replace(
                "In claim", "For claim"
            )
        elif number % 5 == 1:
            text += "retired: {reason: The product is not sold any more, at: 2026-11-02, by: a.ng}\n"
            text = text.replace("status: active", "status: retired")
        elif number % 5 == 2:
            text = relabelled(rng, text)
        elif number % 5 == 3:
            text = text.replace("is it true that my policy", "may I take it that the policy", 1)
        else:
            part = SLICES[(SLICES.index(path.parent.name) + 1) % len(SLICES)]
            target = folder / "items" / part / path.name
            text = text.replace(f"slice: {path.parent.name}", f"slice: {part}", 1)
            path.unlink()
        target.write_text(text, encoding="utf-8", newline="\n")


def main(items: int, changes: int) -> int:
    with tempfile.TemporaryDirectory() as name:
        folder, clone = Path(name) / "set", Path(name) / "clone"
        folder.mkdir()
        make_set(folder, items)
        (folder / "goldset.yaml").write_text("set: bench\n")
        git(folder, "init", "-q", "-b", "main", "--template=")
        git(folder, "add", "-A")
        git(folder, "commit", "-qm", "before")
        change(folder, changes)
        git(folder, "add", "-A")
        git(folder, "commit", "-qm", "after")
        git(folder, "clone", "-q", "--no-local", folder.as_uri(), str(clone))
        loose = ratio_in(folder, "objects in files")
        packed = ratio_in(clone, "objects packed")
    print(f"{changes:,} of {items:,} items; wanted: processor at most {MAX_RATIO:.0f} times that of git diff")
    return int(max(loose, packed) > MAX_RATIO)


def ratio_in(folder: Path, said: str) -> float:
    """Measure both commands in a folder, print it, and return the ratio of their processor time."""
    wanted = "HEAD~1..HEAD"
    goldset = [sys.executable, "-m", "goldset", "diff", wanted, "--format", "markdown"]
    runs = [(run(["git", "diff", wanted], folder), run(goldset, folder)) for _ in range(ROUNDS)]
    for label, at in (("git diff", 0), ("goldset diff", 1)):
        wall, processor = (min(r[at][figure] for r in runs) for figure in (0, 1))
        print(f"{label:<14}{wall:6.2f} s, processor {processor:.2f} s")
    ratio = min(r[1][1] for r in runs) / min(r[0][1] for r in runs)
    print(f"{said}: processor {ratio:.1f} times that of git diff")
    return ratio


if __name__ == "__main__":
    numbers = [int(word) for word in sys.argv[1:]]
    sys.exit(main(*(numbers + [10_000, 1_000][len(numbers) :])))
