"""Every console example of the README is run, in order, in a copy of this repository; what it prints must agree."""

import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.conftest import ROOT, git

INSTALL = re.compile(r"^python3 -m venv .*? && \.venv/bin/(?=goldset )")


@dataclass(frozen=True)
class Example:
    """A command of a console block, with the lines that the README says it prints."""

    line: int
    command: str
    printed: str


def examples(markdown: str) -> list[Example]:
    """Return the commands of every console block, each with the lines up to the next one."""
    found: list[Example] = []
    inside = False
    for number, line in enumerate(markdown.splitlines(), start=1):
        if line.startswith("```"):
            inside = line == "```console"
        elif inside and line.startswith("$ "):
            found.append(Example(number, line[2:], ""))
        elif inside and found:
            last = found.pop()
            found.append(Example(last.line, last.command, f"{last.printed}{line}\n"))
    return found


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("readme") / "goldset"
    tracked = git(ROOT, "ls-files", "-z", "--cached", "--others", "--exclude-standard").split("\0")
    for name in tracked:
        if name and (ROOT / name).is_file():
            target = folder / name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes((ROOT / name).read_bytes())
    shim = folder.parent / "bin" / "goldset"
    shim.parent.mkdir()
    shim.write_text(f'#!/bin/sh\nPYTHONPATH={ROOT} exec {sys.executable} -P -m goldset "$@"\n')
    shim.chmod(0o755)
    git(folder, "init", "-q", "-b", "main", "--template=")
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "-m", "Copy")
    return folder


def test_console_examples_print_what_the_readme_says(copy: Path) -> None:
    shown = examples((ROOT / "README.md").read_text(encoding="utf-8"))
    assert len(shown) > 3
    path = f"{copy.parent / 'bin'}{os.pathsep}{os.environ['PATH']}"
    wrong = []
    for example in shown:
        if ".venv/bin/pytest" in example.command:
            continue  # this very run
        command = INSTALL.sub("", example.command).replace(".venv/bin/goldset", "goldset")
        if re.search(r"\bpip3? install\b", command):
            continue  # needs a registry
        done = subprocess.run(
            ["sh", "-c", command],
            cwd=copy,
            env={**os.environ, "PATH": path},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
            timeout=120,
        )
        if example.printed and done.stdout != example.printed:
            wrong.append(f"README.md:{example.line}: $ {example.command}\n{done.stdout}")
    assert wrong == []
