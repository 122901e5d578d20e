import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from goldset.domain.progress import Progress
from goldset.operations import workers
from tests.conftest import ROOT, Ran, git, write_tree

Run = Callable[..., Ran]
JOBS = ["1", "2", "3"]
WORDS = ["claim", "policy", "flood", "wind", "roof", "limit", "notice", "days", "excess", "cover", "theft"]


@pytest.fixture(scope="module")
def help_centre(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the project's own set, which has spans of every fate."""
    folder = tmp_path_factory.mktemp("own") / "set"
    for name in ("goldset.yaml", "items", "snapshots", "tests/help-centre"):
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        copy(ROOT / name, folder / name)
    return folder


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return how many processes each pool is to have, filled in while commands run."""
    counts: list[int] = []
    pool = workers.Pool

    def counted(jobs: int, progress: Progress, method: str) -> workers.Pool:
        counts.append(jobs)
        return pool(jobs, progress, method)

    monkeypatch.setattr(workers, "Pool", counted)
    return counts


def test_resolve_prints_the_same_bytes_for_any_number_of_jobs(
    help_centre: Path, goldset: Run, started: list[int]
) -> None:
    corpus = help_centre / "tests/help-centre/2026-11-01"
    made = goldset("snapshot", "create", "b", "--corpus", corpus, "-C", help_centre)
    assert made.code == 0, made.err
    args = ("resolve", "--to", "b", "--corpus", corpus, "--format", "json", "-C", help_centre, "--jobs")
    printed = [goldset(*args, jobs) for jobs in JOBS]
    shutil.rmtree(help_centre / "snapshots/b")
    assert started == [2, 3]
    assert [done.code for done in printed] == [0, 0, 0], [done.err for done in printed]
    assert len({done.out for done in printed}) == 1


def test_reindex_writes_the_same_branches_and_files_for_any_number_of_jobs(
    help_centre: Path, tmp_path: Path, goldset: Run, started: list[int]
) -> None:
    ends = []
    for jobs in JOBS:
        root = Path(shutil.copytree(help_centre, tmp_path / jobs / "set"))
        git(root, "init", "-q", "-b", "main", "--template=")
        git(root, "add", "-A")
        git(root, "commit", "-q", "-m", "start")
        corpus = root / "tests/help-centre/2026-11-01"
        named = ("--created", "2026-11-01", "-C", root, "--jobs", jobs)
        done = goldset("reindex", "2026-11-01", "--corpus", corpus, *named)
        assert done.code == 0, done.err
        kept = [file for file in sorted((root / ".goldset").rglob("*")) if file.is_file()]
        ends.append([git(root, "for-each-ref"), done.out, *(file.read_text() for file in kept)])
    assert started == [2, 3]
    assert ends[0] == ends[1] == ends[2]
    assert ends[0][0].count("relabel/") >= 5


@pytest.fixture
def large(tmp_path: Path, goldset: Run) -> Path:
    """Return the folder of a set whose new corpus keeps two processes busy for a while."""
    rng = random.Random(3)
    files: dict[str, str | bytes] = {"set/goldset.yaml": "corpus: {keep_text: false}\n"}
    for number in range(40):
        lines = [f"{' '.join(rng.choices(WORDS, k=12)).capitalize()}." for _ in range(900)]
        quote = f"The office settles case {number} within thirty days of the loss."
        files[f"a/{number}.md"] = "\n\n".join([f"# Page {number}", quote, *lines]) + "\n"
        rng.shuffle(lines)
        files[f"b/{number}.md"] = "\n\n".join([f"# Page {number}", *lines]) + "\n"
        files[f"set/items/cases/case-{number}.yaml"] = (
            f"id: case-{number}\nquestion: How long?\nslice: cases\nanswerable: true\n"
            f'gold_answer: Thirty days.\ncorpus_snapshot: "a"\n'
            f"gold_spans:\n  - doc_id: {number}.md\n    text: {quote}\n"
        )
    write_tree(tmp_path, files)
    for name in "ab":
        made = goldset("snapshot", "create", name, "--corpus", tmp_path / name, "-C", tmp_path / "set")
        assert made.code == 0, made.err
    return tmp_path


@pytest.fixture
def busy(large: Path) -> Iterator[tuple[subprocess.Popen[str], list[int]]]:
    """Yield a running `resolve --jobs 2` and the ids of its two processes."""
    command = [sys.executable, "-m", "goldset", "resolve", "--to", "b", "--corpus", str(large / "b")]
    process = subprocess.Popen(
        [*command, "--jobs", "2", "-C", str(large / "set")],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        deadline = time.monotonic() + 60
        while len(shared := processes_of(process.pid)) < 2:
            assert process.poll() is None, process.communicate()
            assert time.monotonic() < deadline
            time.sleep(0.02)
        yield process, shared
    finally:
        process.kill()
        process.communicate()


def processes_of(parent: int) -> list[int]:
    """Return the ids of the processes that share a process's work."""
    listing = subprocess.run(
        ["ps", "-eww", "-o", "pid=,ppid=,args="], capture_output=True, text=True, check=True
    ).stdout
    rows = [line.split(None, 2) for line in listing.splitlines()]
    return [int(row[0]) for row in rows if row[1] == str(parent) and "spawn_main" in row[2]]


def are_gone(pids: list[int]) -> bool:
    asked = subprocess.run(
        ["ps", "-o", "pid=", "-p", ",".join(map(str, pids))], capture_output=True, check=False
    )
    return not asked.stdout.strip()


def test_a_process_that_is_killed_ends_the_run_with_an_error(
    busy: tuple[subprocess.Popen[str], list[int]],
) -> None:
    process, shared = busy
    os.kill(shared[0], signal.SIGKILL)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 3, err
    assert out == ""
    assert "goldset: a process that shared the work was ended by signal 9" in err
    assert "run it again with `--jobs 1`" in err
    assert "Traceback" not in err
    assert are_gone(shared)


def test_an_interrupt_ends_all_processes(busy: tuple[subprocess.Popen[str], list[int]]) -> None:
    process, shared = busy
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err.strip()) == (130, "", "Interrupted.")
    assert are_gone(shared)


def test_processes_end_by_themselves_where_the_one_that_started_them_was_killed(
    busy: tuple[subprocess.Popen[str], list[int]],
) -> None:
    process, shared = busy
    process.kill()
    process.wait()
    deadline = time.monotonic() + 60
    while not are_gone(shared):
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_a_negative_number_of_jobs_is_wrong_usage(goldset: Run, tmp_path: Path) -> None:
    done = goldset("resolve", "--to", "b", "--jobs", "-1", "-C", tmp_path)
    assert done.code == 2
    assert "--jobs" in done.err
