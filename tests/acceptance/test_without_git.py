"""Verbs that need no Git work without one; those that do say so."""

import os
import subprocess
import sys
from pathlib import Path

from tests.conftest import ROOT

ITEM = """\
id: a
question: What is asked?
slice: s
answerable: false
abstain_reason: ambiguous
"""


def run(folder: Path, *args: str) -> subprocess.CompletedProcess[str]:
    """Run goldset where no program can be found."""
    return subprocess.run(
        [sys.executable, "-m", "goldset", *args],
        cwd=folder,
        env={**os.environ, "PATH": str(folder / "nowhere"), "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )


def test_validate_needs_no_git(tmp_path: Path) -> None:
    (tmp_path / "items/s").mkdir(parents=True)
    (tmp_path / "items/s/a.yaml").write_text(ITEM)
    done = run(tmp_path, "validate")
    assert done.returncode == 0, done.stderr


def test_a_verb_that_needs_git_says_that_there_is_none(repository: Path) -> None:
    (repository / "items/s").mkdir(parents=True)
    (repository / "items/s/a.yaml").write_text(ITEM)
    (repository / "docs").mkdir()
    (repository / "docs/a.md").write_text("Some text.\n")
    done = run(repository, "reindex", "--corpus", "docs")
    assert done.returncode == 3
    assert "there is no `git` to run" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_set_that_needs_a_new_repository_says_that_there_is_no_git(tmp_path: Path) -> None:
    done = run(tmp_path, "init", "set")
    assert (done.returncode, "install Git" in done.stderr, "Traceback" in done.stderr) == (3, True, False)
