import json
import multiprocessing
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from goldset.domain.imported_items import Made, OpenRow, make_items
from goldset.domain.progress import Progress
from goldset.operations.workers import Pool
from tests.conftest import ROOT, Ran, git, write_tree

Run = Callable[..., Ran]
ROWS = 80  # more than are seen onto the disk one by one
PAGE = "# Fees\n\n" + "".join(f"Case {n} costs ${n + 100} and a stamp.\n\n" for n in range(ROWS))


def said(number: int) -> str:
    span = {"text": f"Case {number} costs ${number + 100} and a stamp.", "doc_id": "fees.md"}
    row = {
        "id": f"c{number}",
        "question": f"What does case {number} cost?",
        "gold_answer": f"${number + 100}",
    }
    return json.dumps({**row, "gold_spans": [span]}) + "\n"


@pytest.fixture
def a_set(repository: Path, goldset: Run) -> Path:
    write_tree(repository, {"goldset.yaml": "corpus: {sources: [{path: docs}]}\n", "items/.keep": ""})
    write_tree(repository, {"docs/fees.md": PAGE})
    write_tree(repository.parent, {"set.jsonl": "".join(map(said, range(ROWS)))})
    assert goldset("snapshot", "create", "A", "-C", repository).code == 0
    git(repository, "add", "-A")
    git(repository, "commit", "-q", "-m", "start")
    return repository


def stopped(a_set: Path, number: int, how: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, ROOT / "tests/import_stopping.py", str(number), how, *arguments(a_set)],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


def arguments(a_set: Path) -> list[str]:
    return ["import", str(a_set.parent / "set.jsonl"), "--yes", "-C", str(a_set)]


def everything(folder: Path) -> dict[str, bytes]:
    found = (path for name in ("items", "snapshots") for path in (folder / name).rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in found}


@pytest.mark.parametrize(("how", "code"), [("kill", -9), ("interrupt", 130), ("full", 3)])
def test_an_import_that_is_stopped_goes_on_where_it_stopped(
    a_set: Path, goldset: Run, how: str, code: int
) -> None:
    whole = Path(shutil.copytree(a_set, a_set.parent / "whole"))
    assert goldset("import", a_set.parent / "set.jsonl", "--yes", "-C", whole).code == 0
    done = stopped(a_set, 42, how)
    assert done.returncode == code, done.stderr
    items = sorted((a_set / "items").rglob("*.yaml"))
    assert len(items) == 40  # the first write was that of the document's text
    assert [path for path in everything(a_set) if path.endswith(".tmp")] == []
    if how != "kill":
        assert "40 of 80 items are written" in done.stderr
        assert "run it again, it goes on from there" in " ".join(done.stderr.split())
    assert goldset("validate", "-C", a_set).code == 0
    again = goldset(*arguments(a_set), "--format", "json")
    assert again.code == 0
    totals = json.loads(again.out)["totals"]
    assert (totals["unchanged"], totals["imported"]) == (40, 40)
    assert everything(a_set) == everything(whole)


def test_where_nothing_can_be_written_nothing_is(a_set: Path) -> None:
    done = stopped(a_set, 1, "full")
    assert done.returncode == 3
    assert "0 of 80 items are written" in done.stderr
    assert list((a_set / "items").rglob("*.yaml")) == []


@pytest.fixture
def shared(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have two processes share the work, a row or a document each at a time."""

    @contextmanager
    def opened(jobs: int, progress: Progress) -> Iterator[Pool]:
        assert jobs == 2
        pool = Pool(jobs, progress, "fork", batch=1)
        try:
            yield pool
        finally:
            pool.stop()

    monkeypatch.setattr("goldset.operations.import_set.open_workers", opened)


@pytest.mark.usefixtures("shared")
def test_processes_that_share_an_import_write_and_say_what_one_does(
    a_set: Path, goldset: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = [said(number) for number in range(ROWS)]
    rows[7] = rows[7].replace("a stamp", "no stamp")  # in other words
    rows[9] = rows[9].replace('"id": "c9"', '"id": "con"')  # no name of a file
    rows[11] = rows[11].replace('"question": "', '"question": "What does case 12 cost? ')
    rows[13] = rows[13].replace("$113", "$999")  # stands nowhere
    (a_set.parent / "set.jsonl").write_text("".join([*rows, rows[20]]))
    alone = Path(shutil.copytree(a_set, a_set.parent / "alone"))
    both = goldset(*arguments(a_set), "--jobs", "2", "--format", "json")
    monkeypatch.undo()
    one = goldset(*arguments(alone), "--format", "json")
    assert (both.code, both.out) == (one.code, one.out)
    assert json.loads(one.out)["totals"]["draft"] == 2
    assert everything(a_set) == everything(alone)


@pytest.mark.usefixtures("shared")
def test_a_process_that_dies_while_items_are_made_leaves_nothing_half_done(
    a_set: Path, goldset: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    this = os.getpid()

    def die(rows: Sequence[OpenRow]) -> list[Made]:
        if os.getpid() != this and any(one.planned.row.ref == "c42" for one in rows):
            os.kill(os.getpid(), signal.SIGKILL)
        return make_items(rows)

    monkeypatch.setattr("goldset.operations.import_rows.make_items", die)
    done = goldset(*arguments(a_set), "--jobs", "2")
    assert done.code == 3
    assert "was ended by signal 9" in done.err
    assert "no item is written" in " ".join(done.err.split())
    assert list((a_set / "items").rglob("*.yaml")) == []
    assert multiprocessing.active_children() == []


def test_an_import_that_is_interrupted_before_it_writes_says_so(
    a_set: Path, goldset: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: Any) -> list[Made]:
        raise KeyboardInterrupt

    monkeypatch.setattr("goldset.operations.import_rows.make_items", interrupted)
    done = goldset(*arguments(a_set))
    assert done.code == 130
    assert "no item is written: run it again" in done.err
    assert list((a_set / "items").rglob("*.yaml")) == []
