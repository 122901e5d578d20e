"""The stand-in for GitHub: pull requests that follow the repository."""

from pathlib import Path

import pytest

from tests.standin.asking import BRANCH, Clone, ask
from tests.standin.server import Standin

LINES = "".join(f"line {n}\n" for n in range(1, 31))
CHANGED = LINES.replace("line 10\n", "line ten\n")
PULL = {"title": "Prices", "body": "Please look", "head": BRANCH, "base": "main"}


@pytest.fixture
def clone(standin: Standin, tmp_path: Path) -> Clone:
    clone = Clone(standin, tmp_path / "clone", {"items/a.yaml": LINES})
    clone.branch(BRANCH, {"items/a.yaml": CHANGED})
    return clone


def test_a_push_moves_the_head_of_a_pull_request(standin: Standin, clone: Clone) -> None:
    opened = ask(standin, "POST", "/pulls", PULL)
    assert (opened.status, opened.data["number"], opened.data["mergeable"]) == (201, 1, True)
    head = clone.commit("More", {"items/b.yaml": "b\n"})
    assert clone.push("HEAD").code == 0
    now = ask(standin, "GET", "/pulls/1").data
    assert (now["head"]["sha"], now["commits"], now["changed_files"]) == (head, 2, 2)
    assert [f["filename"] for f in ask(standin, "GET", "/pulls/1/files").data] == [
        "items/a.yaml",
        "items/b.yaml",
    ]
