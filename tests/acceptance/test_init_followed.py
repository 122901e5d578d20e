"""What `goldset init` prints is done, to the letter, by a new user: it ends in a validated set with one item."""

import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import PINNED, ROOT, Ran, git, write_tree

PAGE = "# Parcels\n\nExpress delivery costs 9 euros for parcels up to 2 kg. It arrives on the next working day.\n"
ANSWERS = "What does express cost?\nfees\n9 euros.\nExpress delivery costs 9 euros for parcels up to 2 kg.\n"
COMMAND = re.compile(r"^  \d\. ((?:cd|git|goldset) .*)$", re.MULTILINE)


@pytest.fixture
def shell(tmp_path: Path) -> Callable[..., str]:
    """Run command lines of a shell in a folder, all of which must succeed; `goldset` is this one."""
    tool = write_tree(
        tmp_path / "bin",
        {"goldset": f"#!/bin/sh\nPYTHONPATH='{ROOT}' exec '{sys.executable}' -P -m goldset \"$@\"\n"},
    )
    (tool / "goldset").chmod(0o755)
    env = {**os.environ, **PINNED, "PATH": f"{tool}{os.pathsep}{os.environ['PATH']}"}

    def run(folder: Path, *lines: str, answers: str = "") -> str:
        done = subprocess.run(
            ["bash", "-euo", "pipefail", "-c", "\n".join(lines)],
            cwd=folder, env=env, input=answers, text=True, check=False, timeout=120,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )  # fmt: skip
        assert done.returncode == 0, done.stdout
        return done.stdout

    return run


def told(said: str) -> list[str]:
    """Return the commands that `goldset init` printed, in order."""
    found = COMMAND.findall(said)
    assert [re.match(r"\w+( \w+)?", line)[0] for line in found][-5:] == [  # type: ignore[index]
        "goldset snapshot", "goldset new", "goldset validate", "git add", "git commit",
    ]  # fmt: skip
    return found


def assert_one_sound_item(shell: Callable[..., str], repository: Path, place: str, tmp_path: Path) -> None:
    """Clone what was committed, and validate the clone."""
    assert git(repository, "status", "--porcelain", "--", place, ".github", ":!docs") == ""
    git(tmp_path, "clone", "-q", str(repository), "clone")
    said = shell(tmp_path / "clone" / place, "goldset validate --strict", "goldset fmt --check")
    assert said.startswith("1 item in 1 file: no errors and no warnings.\n")


@pytest.mark.parametrize("names_corpus", [True, False])
def test_in_an_empty_directory(shell: Callable[..., str], tmp_path: Path, *, names_corpus: bool) -> None:
    here = tmp_path / "delivery"
    write_tree(here, {"docs/parcels.md": PAGE})
    said = shell(here, "goldset init --corpus docs" if names_corpus else "goldset init")
    assert ("`corpus:`" in said) is not names_corpus
    assert ("docs is not committed" in said) is names_corpus
    if not names_corpus:
        # What the first step says: take the `# ` from the three lines.
        settings = (here / "goldset.yaml").read_text("utf-8")
        lines = "# corpus:\n#   sources:\n#     - path: docs"
        assert lines in settings
        (here / "goldset.yaml").write_text(settings.replace(lines, lines.replace("# ", "")), "utf-8")
    assert "no errors and 1 warning" in shell(here, "goldset validate")
    shell(here, *told(said), answers=ANSWERS)
    assert_one_sound_item(shell, here, ".", tmp_path)


def test_in_a_sub_folder_of_a_repository_that_has_all_of_it_already(
    shell: Callable[..., str], repository: Path, tmp_path: Path
) -> None:
    mine = {
        ".github/CODEOWNERS": "* @everyone\n",
        ".github/pull_request_template.md": "Why?\n",
        ".github/workflows/ci.yml": "on: push\njobs: {}\n",
        ".gitattributes": "*.png binary\n",
        ".gitignore": ".vscode/\n",
        ".vscode/settings.json": '{"editor.rulers": [100]}\n',
        ".pre-commit-config.yaml": "repos: []\n",
        "docs/parcels.md": PAGE,
        "notes.txt": "not for this commit\n",
    }
    write_tree(repository, dict(mine))
    git(repository, "add", "docs", ".github")
    git(repository, "commit", "-qm", "Ours")
    said = shell(repository, "goldset init 'eval/help centre' --corpus docs")
    shell(repository, *told(said), answers=ANSWERS)
    for path, text in mine.items():
        assert (repository / path).read_text("utf-8") == text
    assert "notes.txt" not in git(repository, "ls-files")
    assert_one_sound_item(shell, repository, "eval/help centre", tmp_path)


def test_git_ignores_what_the_set_needs(goldset: Callable[..., Ran], repository: Path) -> None:
    write_tree(repository, {".gitignore": "*.txt\n/eval/items/\n"})
    said = " ".join(goldset("init", repository / "eval").out.split())
    assert "Git ignores files such as items/a/a.yaml, snapshots/texts/00/0.txt" in said
