"""Linters find nothing in the action and in any workflow: this repository's, and those that `init` writes."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import ROOT, Ran, git

PLACES = {
    "root": [""],
    "folder": ["eval/set"],
    "several": ["", "eval/set", "eval/set2"],
    "odd": ['eval/it\'s [$5] "set" ${{ github.token }} 漢', "eval/#x: y"],
}


@pytest.fixture
def workflows(goldset: Callable[..., Ran], tmp_path: Path) -> list[Path]:
    for name, places in PLACES.items():
        repository = tmp_path / name
        repository.mkdir()
        git(repository, "init", "-q", "-b", "main" if name != "odd" else "tr${{unk}}-'#+!", "--template=")
        for place in places:
            (repository / "docs").mkdir(exist_ok=True)
            assert goldset("init", repository / place, "--corpus", repository / "docs").code == 0
    found = [*tmp_path.glob("*/.github/workflows/*.yml"), *(ROOT / ".github" / "workflows").glob("*.yml")]
    assert len(found) >= 3 * sum(map(len, PLACES.values()))
    return sorted(found)


def tool(*words: str | Path) -> subprocess.CompletedProcess[str]:
    """Run a tool that is installed beside this Python."""
    name, *args = words
    command = [Path(sys.executable).parent / name, *args]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)


def test_no_workflow_and_not_the_action_does_anything_unsafe(workflows: list[Path]) -> None:
    done = tool("zizmor", "--offline", "--no-progress", ROOT / "action.yml", *workflows)
    assert (done.returncode, done.stdout.splitlines()[:1]) == (
        0,
        [line for line in done.stdout.splitlines()[:1] if line.startswith("No findings to report.")],
    ), done.stdout + done.stderr


def test_workflows_and_action_are_as_their_schemas_say(workflows: list[Path]) -> None:
    for schema, files in (("github-workflows", workflows), ("github-actions", [ROOT / "action.yml"])):
        done = tool("check-jsonschema", "--builtin-schema", f"vendor.{schema}", *files)
        assert done.returncode == 0, done.stdout + done.stderr


def test_the_linters_see_faults(tmp_path: Path) -> None:
    bad = tmp_path / "bad.yml"
    bad.write_text(
        "on: pull_request_target\njobs: {a: {runs-on: x, steps: [{uses: a/b@main}], zap: 1}}\n", "utf-8"
    )
    assert tool("zizmor", "--offline", "--no-progress", bad).returncode > 10
    assert tool("check-jsonschema", "--builtin-schema", "vendor.github-workflows", bad).returncode == 1
