"""A golden set whose repository is on the stand-in for GitHub."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from goldset.forge.github.requesting import SystemClock
from tests.conftest import Ran, git
from tests.golden_set import GoldenSet, start
from tests.standin.people import Person
from tests.standin.server import Standin

SNAPSHOT = "goldset/golden-set/snapshot/B"
QUEUE = "goldset/golden-set/relabel/fees-1"


@dataclass
class Hub:
    """A golden set, the stand-in, and what both make of each other."""

    golden: GoldenSet
    standin: Standin

    def reindex(self, *args: str, code: int = 0) -> Ran:
        return self.golden.reindex("--open-prs", *args, code=code)

    def report(self, *args: str) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.reindex("--format", "json", *args).out)
        return found

    def ends(self, *args: str) -> dict[str, str]:
        """Re-index and return where each span ends, by item."""
        return {row["item"]: row["end"] for row in self.report(*args)["spans"]}

    def sync(self, *args: str) -> dict[str, Any]:
        done = self.golden.relabel("sync", "--open-prs", "--format", "json", *args)
        found: dict[str, Any] = json.loads(done.out)
        return found

    def quiet(self, *args: str) -> dict[str, Any]:
        """Re-index and check that nothing was written."""
        self.standin.journal.clear()
        found = self.report(*args)
        self.standin.journal.assert_nothing_written()
        return found

    def push(self, *refs: str) -> None:
        """Push as a person does; main where nothing is named."""
        git(self.golden.root, "push", "-q", str(self.standin.bare.folder), *(refs or ("main",)))

    def pull(self) -> None:
        """Bring main up to what was merged there."""
        git(self.golden.root, "pull", "-q", "--ff-only", str(self.standin.bare.folder), "main")

    def person(self) -> Person:
        return self.standin.person("ana")

    def branches(self) -> list[str]:
        return sorted(name.removeprefix("refs/heads/") for name in self.standin.bare.refs())

    def tip(self, branch: str) -> str:
        return self.standin.world.tip(branch)

    def number(self, branch: str) -> int:
        """Return the newest pull request of a branch."""
        issues = self.standin.world.issues.values()
        return max(i.number for i in issues if i.pull and i.pull.head_ref == branch)

    def pulls(self) -> dict[str, str]:
        """Return the state of the pull requests by branch."""
        issues = self.standin.world.issues.values()
        return {i.pull.head_ref: "merged" if i.pull.merged_at else i.state for i in issues if i.pull}

    def comments(self, branch: str) -> list[str]:
        return [comment.body for comment in self.standin.world.issues[self.number(branch)].comments]

    def file(self, branch: str, path: str) -> str:
        content = self.standin.bare.file(self.tip(branch), path)
        assert content is not None
        return content.decode()


def start_hub(
    repository: Path, corpus: Path, goldset: Callable[..., Ran], standin: Standin, patch: pytest.MonkeyPatch
) -> Hub:
    """Return a set of one item a case with snapshot A, on main here and there."""
    patch.setattr(SystemClock, "sleep", lambda *_: None)
    for name, value in standin.env().items():
        patch.setenv(name, value)
    hub = Hub(start(repository, corpus, goldset), standin)
    hub.push()
    return hub
