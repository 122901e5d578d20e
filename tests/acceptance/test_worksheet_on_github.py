"""Worksheets about the pull requests of GitHub, from a clone that holds none of goldset's branches."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import Ran, git
from tests.golden_set import change
from tests.hub import QUEUE, Hub, start_hub
from tests.sheets import cells_of, fill
from tests.standin.server import Standin


@pytest.fixture
def hub(
    repository: Path,
    tmp_path: Path,
    goldset: Callable[..., Ran],
    standin: Standin,
    monkeypatch: pytest.MonkeyPatch,
) -> Hub:
    made = start_hub(repository, tmp_path / "corpus", goldset, standin, monkeypatch)
    git(repository, "remote", "add", "origin", standin.clone_url)
    change(made.golden, 1, 2)
    made.reindex("B", "--created", "2026-11-01")
    return made


def test_decisions_are_pushed_to_the_pull_requests_that_ask(hub: Hub, tmp_path: Path) -> None:
    run, root, path = hub.golden.goldset, hub.golden.root, tmp_path / "w.xlsx"
    done = run("worksheet", "queue", "--out", path, "-C", root)
    assert "seen with `--open-prs`" in done.err
    assert not path.exists()
    hub.standin.journal.clear()
    done = run("worksheet", "queue", "--open-prs", "--out", path, "-C", root)
    hub.standin.journal.assert_nothing_written()
    assert sorted(cells_of(path)) == ["item-1 s1", "item-2 s1"]
    fill(
        path,
        {"item-1 s1": {"Decision": "A", "New answer": "It is $999."}, "item-2 s1": {"Decision": "later"}},
    )
    before = hub.golden.refs()
    done = run("worksheet", "apply", path, "--by", "r.diaz", "--open-prs", "-C", root)
    assert done.code == 0, done.err
    assert "2  applied" in done.out
    commit = hub.standin.bare.commit(hub.tip(QUEUE))
    assert "Decided-by: r.diaz" in commit.message
    assert "gold_answer: It is $999." in hub.file(QUEUE, "items/fees/item-1.yaml")
    assert "decision: later" in hub.file(QUEUE, "items/fees/item-2.yaml")
    assert hub.golden.refs() == before
    again = run("worksheet", "apply", path, "--by", "r.diaz", "--open-prs", "-C", root)
    assert "2  already applied" in again.out
    assert hub.standin.bare.commit(hub.tip(QUEUE)).sha == commit.sha
