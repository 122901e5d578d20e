"""Where output goes, and what happens when it cannot go there."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from goldset.cli.main import VERBS
from tests.conftest import ROOT, Ran, write_tree


def shell(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    line = command.replace("goldset", f"{sys.executable} -m goldset")
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run(
        ["sh", "-c", line], cwd=folder, env=env, capture_output=True, text=True, check=False
    )


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no device that is always full here")
def test_a_full_disk_is_no_bug(tmp_path: Path) -> None:
    ran = shell("goldset init >/dev/full", tmp_path)
    assert ran.returncode == 3
    assert "the output cannot be written: No space left on device" in ran.stderr
    assert "Traceback" not in ran.stderr
    assert "Exception ignored" not in ran.stderr


def test_a_process_without_standard_output_does_its_job(tmp_path: Path) -> None:
    ran = shell("goldset init >&-", tmp_path)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert (tmp_path / "goldset.yaml").exists()


def test_help_begins_with_what_comes_first(goldset: Callable[..., Ran]) -> None:
    assert next(iter(VERBS)) == "init"
    assert goldset("--help").out.partition("Commands:\n")[2].split()[0] == "init"


def test_one_document_is_one_document(goldset: Callable[..., Ran], tmp_path: Path) -> None:
    write_tree(tmp_path, {"goldset.yaml": "", "docs/one.md": "# One\n"})
    made = goldset("snapshot", "create", "a", "--corpus", "docs", "-C", tmp_path)
    assert made.out == "Snapshot a: 1 document, 0 texts kept.\n"
