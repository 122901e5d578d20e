import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import ROOT, Ran
from tests.golden_set import GoldenSet, fee, start


@pytest.fixture
def golden(repository: Path, tmp_path: Path, goldset: Callable[..., Ran]) -> GoldenSet:
    return start(repository, tmp_path / "corpus", goldset)


def stop_everywhere(golden: GoldenSet, tmp_path: Path, snapshot: str) -> dict[str, Any]:
    work = tmp_path / "stops"
    work.mkdir()
    args = [snapshot, "--corpus", str(golden.corpus), "--created", "2026-11-01"]
    done = subprocess.run(
        [sys.executable, ROOT / "tests/stopping.py", golden.root, work, *args],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    assert found["codes"] == {"whole": 0}, done.stderr
    return found


def test_a_first_run_stopped_at_any_write_is_completed_by_the_next(golden: GoldenSet, tmp_path: Path) -> None:
    golden.page("case1", fee(1).replace("$100", "$999"))
    golden.page("case3", "New first.", fee(3))
    found = stop_everywhere(golden, tmp_path, "B")
    assert found["different"] == []
    assert found["stops"] >= 8
    assert found["expected"]["refs"].count("refs/heads/goldset/") == 2


def test_a_run_that_rebuilds_closes_and_comments_is_completed_too(golden: GoldenSet, tmp_path: Path) -> None:
    golden.page("case1", fee(1).replace("$100", "$999"))
    golden.page("case2", fee(2).replace("$200", "$888"))
    golden.page("case3", "New first.", fee(3))
    golden.item("other", ("case2", fee(2)), slice_name="others")
    golden.item("theirs", ("case1", fee(1)), slice_name="third")
    golden.commit()
    golden.reindex("B")
    golden.person_commits("relabel/third-1", {"notes.txt": "mine\n"})
    # item-1 gets another question, item-2 and `other` are resolved, item-4 is new, `theirs` is out of date.
    golden.page("case1", fee(1).replace("$100", "$777"))
    golden.page("case2", fee(2))
    golden.page("case4", fee(4).replace("$400", "$666"))
    found = stop_everywhere(golden, tmp_path, "C")
    assert found["different"] == []
    assert found["stops"] > 10
    refs = found["expected"]["refs"]
    assert "relabel/others-1" not in refs
    assert "snapshot/C" in refs
    assert "snapshot/B" not in refs
    assert ".goldset/golden-set/relabel/third-1.comment.md" in found["expected"]


def test_two_runs_at_once_make_each_pull_request_once(golden: GoldenSet, tmp_path: Path) -> None:
    golden.page("case1", fee(1).replace("$100", "$999"))
    golden.page("case2", fee(2).replace("$200", "$888"))
    alone = Path(shutil.copytree(golden.root, tmp_path / "alone"))
    command = [
        sys.executable,
        "-m",
        "goldset",
        "reindex",
        "B",
        "--corpus",
        str(golden.corpus),
        "--created",
        "2026-11-01",
    ]
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    subprocess.run(command, cwd=alone, env=env, check=True, capture_output=True)
    both = [
        subprocess.Popen(command, cwd=golden.root, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        for _ in range(2)
    ]
    for process in both:
        _, err = process.communicate(timeout=120)
        assert process.returncode == 0, err
    expected = GoldenSet(alone, golden.corpus, golden.goldset)
    assert golden.refs() == expected.refs()
    assert golden.report()["steps"] == []
