"""`reindex --open-prs` and `relabel sync --open-prs`, against the stand-in for GitHub."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from goldset.forge.github.requesting import SystemClock
from tests.conftest import Ran, git
from tests.golden_set import GoldenSet, change, fee, start
from tests.standin.server import Standin

SNAPSHOT = "goldset/golden-set/snapshot/B"
QUEUE = "goldset/golden-set/relabel/fees-1"


@dataclass
class Hub:
    """A golden set whose repository is on the stand-in."""

    golden: GoldenSet
    standin: Standin

    def reindex(self, *args: str, code: int = 0) -> Ran:
        return self.golden.reindex("--open-prs", *args, code=code)

    def report(self, *args: str) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.reindex("--format", "json", *args).out)
        return found

    def sync(self, *args: str) -> dict[str, Any]:
        done = self.golden.relabel("sync", "--open-prs", "--format", "json", *args)
        found: dict[str, Any] = json.loads(done.out)
        return found

    def push(self) -> None:
        """Push main as a person does."""
        git(self.golden.root, "push", "-q", str(self.standin.world.bare.folder), "main")

    def branches(self) -> list[str]:
        refs = self.standin.world.bare.refs()
        return sorted(name.removeprefix("refs/heads/") for name in refs)

    def pulls(self) -> dict[str, str]:
        """Return the state of the pull requests by branch."""
        issues = self.standin.world.issues.values()
        return {i.pull.head_ref: "merged" if i.pull.merged_at else i.state for i in issues if i.pull}


@pytest.fixture
def hub(
    repository: Path,
    tmp_path: Path,
    goldset: Callable[..., Ran],
    standin: Standin,
    monkeypatch: pytest.MonkeyPatch,
) -> Hub:
    monkeypatch.setattr(SystemClock, "sleep", lambda *_: None)
    for name, value in standin.env().items():
        monkeypatch.setenv(name, value)
    golden = start(repository, tmp_path / "corpus", goldset)
    hub = Hub(golden, standin)
    hub.push()
    return hub


def test_a_re_index_opens_pull_requests_and_a_second_one_writes_nothing(hub: Hub) -> None:
    change(hub.golden, 1, 2)
    hub.golden.page("case3", "New first.", fee(3))
    hub.reindex("B", "--created", "2026-11-01")
    assert hub.branches() == [QUEUE, SNAPSHOT, "main"]
    before = len(hub.standin.journal.writes)
    done = hub.reindex("B", "--created", "2026-11-01")
    assert "Nothing to do" in done.out
    assert len(hub.standin.journal.writes) == before
