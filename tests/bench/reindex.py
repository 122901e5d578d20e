"""Re-index a generated set of 10,000 items so that 200 queue branches are due; print seconds and peak memory.

    python tests/bench/reindex.py [--items 10000] [--branches 200]

Prints the whole first run, a second one with nothing new, and by itself the writing of as many branches.
"""

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from goldset.stores.git_commits import NewCommit, write_commits
from goldset.stores.git_repo import Identity, open_repository

ROOT = Path(__file__).parent.parent.parent
PER_PAGE = 10
PER_BRANCH = 20
SLICES = 10
WORDS = (
    "member",
    "claim",
    "office",
    "letter",
    "roof",
    "water",
    "fire",
    "storm",
    "car",
    "van",
    "desk",
    "hour",
)


def sentence(number: int, amount: int) -> str:
    first, second = WORDS[number % len(WORDS)], WORDS[number // len(WORDS) % len(WORDS)]
    return (
        f"For the {first} and the {second} of case {number} the office pays up to ${amount} for each claim."
    )


def write_corpus(folder: Path, items: int, changed: int) -> None:
    folder.mkdir(parents=True)
    for page in range(items // PER_PAGE):
        numbers = range(page * PER_PAGE, (page + 1) * PER_PAGE)
        body = "\n\n".join(sentence(n, 2 * n + 1 if n < changed else 2 * n) for n in numbers)
        (folder / f"page{page}.md").write_text(f"# Page {page}\n\n{body}\n")


def write_set(root: Path, items: int) -> None:
    (root / "goldset.yaml").write_text(
        "set: bench\npolicy: {max_removed: 1.0, max_queued: 1.0}\nrelabel: {open_pull_requests: 100000}\n"
    )
    for number in range(items):
        folder = root / f"items/slice{number % SLICES}"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"item-{number}.yaml").write_text(
            f"id: item-{number}\nquestion: How much is paid in it?\nslice: slice{number % SLICES}\n"
            f'answerable: true\ngold_answer: Up to ${2 * number}.\ncorpus_snapshot: "A"\ngold_spans:\n'
            f"  - id: s1\n    doc_id: page{number // PER_PAGE}.md\n    text: {sentence(number, 2 * number)}\n"
        )


def git(root: Path, *args: str) -> str:
    return subprocess.run(["git", *args], cwd=root, check=True, capture_output=True, text=True).stdout.strip()


@dataclass(frozen=True)
class Cost:
    """Seconds on the clock, and seconds of processors in goldset and the Git processes that it starts."""

    clock: float
    processor: float

    def __str__(self) -> str:
        return f"{self.clock:7.2f} s on the clock, {self.processor:7.2f} s of processor"


def used() -> float:
    both = [resource.getrusage(who) for who in (resource.RUSAGE_CHILDREN, resource.RUSAGE_SELF)]
    return sum(usage.ru_utime + usage.ru_stime for usage in both)


def cost_of(work: Callable[[], object]) -> Cost:
    clock, processor = time.perf_counter(), used()
    work()
    return Cost(time.perf_counter() - clock, used() - processor)


def goldset(root: Path, *args: str) -> Cost:
    command = [sys.executable, "-m", "goldset", *args, "-C", str(root)]
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    quiet = subprocess.DEVNULL
    return cost_of(lambda: subprocess.run(command, check=True, env=env, stdout=quiet, stderr=quiet))


def peak() -> float:
    """Return the peak memory of the children so far, in MB."""
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024


def branches_alone(root: Path, branches: int, items: int) -> None:
    """Write that many branches of changed items, and nothing else."""
    documents = (root / "snapshots/A/documents.jsonl").read_bytes()
    with open_repository(root) as repository:
        base = repository.commit("HEAD")
        commits = []
        for branch in range(branches):
            first = branch // SLICES * PER_BRANCH
            numbers = [((first + n) * SLICES + branch % SLICES) % items for n in range(PER_BRANCH)]
            files = {
                f"items/slice{n % SLICES}/item-{n}.yaml": f"new {n} {branch}\n".encode() for n in numbers
            }
            commits.append(NewCommit(base, {**files, "snapshots/X/documents.jsonl": documents}, "Bench"))
        ids = write_commits(repository, commits, Identity("bench", "b@h"), datetime.now(UTC))
        for number, commit in enumerate(ids):
            repository.move_branch(f"bench/{number}", commit, None, "bench")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--items", type=int, default=10_000)
    parser.add_argument("--branches", type=int, default=200)
    asked = parser.parse_args()
    changed = asked.branches * PER_BRANCH
    with tempfile.TemporaryDirectory() as name:
        work = Path(name)
        root = work / "set"
        root.mkdir()
        git(root, "init", "-q", "-b", "main")
        git(root, "config", "user.name", "bench")
        git(root, "config", "user.email", "bench@localhost")
        write_corpus(work / "A", asked.items, 0)
        write_corpus(work / "B", asked.items, changed)
        write_set(root, asked.items)
        goldset(root, "snapshot", "create", "A", "--corpus", str(work / "A"), "--created", "2026-10-01")
        git(root, "add", "-A")
        git(root, "commit", "-q", "-m", "start")
        print(f"items {asked.items}, spans to queue {changed}, branches {asked.branches}")
        print(f"branches alone  {cost_of(lambda: branches_alone(root, asked.branches, asked.items))}")
        print(f"first run       {goldset(root, 'reindex', 'B', '--corpus', str(work / 'B'))}")
        made = git(root, "for-each-ref", "refs/heads/goldset").count("\n") + 1
        print(f"branches made   {made:7}")
        print(f"second run      {goldset(root, 'reindex', '--corpus', str(work / 'B'))}, nothing new")
        print(f"peak memory     {peak():7.0f} MB")


if __name__ == "__main__":
    main()
