"""Pull requests on the stand-in for GitHub where there is much to do, or two do it at once."""

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import ROOT, Ran, git
from tests.golden_set import change, fee
from tests.hub import Hub, start_hub
from tests.standin.server import Standin

MISSES = 200


@pytest.fixture
def hub(
    repository: Path,
    tmp_path: Path,
    goldset: Callable[..., Ran],
    standin: Standin,
    monkeypatch: pytest.MonkeyPatch,
) -> Hub:
    return start_hub(repository, tmp_path / "corpus", goldset, standin, monkeypatch)


def test_two_processes_at_once_make_one_pull_request_each_branch(hub: Hub, tmp_path: Path) -> None:
    change(hub.golden, 1)
    command = [sys.executable, "-m", "goldset", "reindex", "B", "--open-prs", "--created", "2026-11-01"]
    runs = []
    for name in ("one", "two"):
        git(tmp_path, "clone", "-q", str(hub.standin.bare.folder), name)
        args = [*command, "--corpus", str(hub.golden.corpus), "-C", str(tmp_path / name)]
        env = {**os.environ, "PYTHONPATH": str(ROOT)}
        runs.append(
            subprocess.Popen(args, env=env, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        )
    ended = [(run.communicate(timeout=120), run.returncode) for run in runs]
    assert all(code in (0, 3) for _, code in ended), ended
    assert 0 in [code for _, code in ended], ended
    hub.reindex("B")
    open_heads = Counter(i.pull.head_ref for i in hub.standin.world.issues.values() if i.pull)
    assert set(open_heads.values()) == {1}, open_heads
    for issue in hub.standin.world.issues.values():
        assert len(issue.comments) <= 1
    hub.quiet("B")


def test_two_hundred_misses_fill_ten_pull_requests(hub: Hub) -> None:
    numbers = range(1, MISSES + 1)
    for number in numbers:
        hub.golden.page(f"case{number}", fee(number))
        hub.golden.item(f"item-{number}", (f"case{number}", fee(number)))
    hub.golden.git("rm", "-q", "-r", "snapshots")
    hub.golden.snapshot()
    hub.golden.commit("many")
    hub.push()
    change(hub.golden, *numbers)
    ends = Counter(hub.ends("B", "--created", "2026-11-01").values())
    assert ends == {"queued": MISSES}
    assert len(hub.pulls()) == 1 + MISSES // 20
    for issue in hub.standin.world.issues.values():
        assert issue.pull is not None
        assert len(issue.body or "") <= 60_000
        assert all(len(review.comments) <= 30 for review in issue.pull.reviews)
        if "/relabel/" in issue.pull.head_ref:
            assert len(hub.person().suggestions(issue.number)) == 20
    hub.quiet("B")
