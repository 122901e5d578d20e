"""The README's console examples: read, run, and written anew with `python -m tests.readme_examples`.

A line `$ …` is a command, `> …` after it goes on with it, and what follows is what it prints (both streams).
Commands run in order in a copy of this repository, each where the one before left off.
"""

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent
HOME = "/home/you"
# The id of a commit depends on every file, and so on what the README says it is.
_COMMIT = re.compile(r"\([0-9a-f]{10}\)")
A_COMMIT = "(ed14905752)"
# The examples of installing and testing are run by .ci/run; here the code is installed, and this is the test.
_INSTALL = re.compile(r"^python3 -m venv .*? && \.venv/bin/(?=goldset )")
_NOT_HERE = re.compile(r"\.venv/bin/pytest|\bpip install\b")


@dataclass(frozen=True)
class Example:
    """A command of a console block: its lines as they stand, and [first, end) of the lines it printed."""

    command: str
    first: int
    end: int


def examples(lines: list[str]) -> Iterator[Example]:
    """Yield the commands of every console block."""
    fence, command, first = "", "", 0
    for number, line in enumerate(lines):
        if not fence:
            opened = re.fullmatch(r"(`{3,})(\w*)", line)
            fence = opened[1] if opened else ""
            inside = bool(opened and opened[2] == "console")
            continue
        if line == fence or line.startswith("$ "):
            if inside and command:
                yield Example(command, first, number)
            command, first = line[2:], number + 1
            fence = "" if line == fence else fence
            command = command if fence else ""
        elif line.startswith("> ") and command and first == number:
            command, first = f"{command}\n{line[2:]}", number + 1


def run(command: str, folder: Path) -> tuple[str, Path]:
    """Run a command in a folder and return what it printed, and the folder where it left off."""
    left = folder / ".left"
    done = subprocess.run(
        ["sh", "-c", f'{command}\nprintf %s "$PWD" > "{left}"'],
        cwd=folder,
        env=_environment(folder),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
        timeout=300,
    )
    where = Path(left.read_text()) if left.exists() else folder
    left.unlink(missing_ok=True)
    return done.stdout, where


def _environment(folder: Path) -> dict[str, str]:
    shims = next(parent for parent in (folder, *folder.parents) if (parent / "bin" / "goldset").exists())
    kept = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    who = {"NAME": "Ana Ng", "EMAIL": "ana@example.org", "DATE": "2026-11-02T09:00:00+0000"}
    identity = {f"GIT_{role}_{key}": value for role in ("AUTHOR", "COMMITTER") for key, value in who.items()}
    path = f"{shims / 'bin'}{os.pathsep}{os.environ['PATH']}"
    nothing = {"GIT_CONFIG_GLOBAL": f"{shims / 'no-such-gitconfig'}", "GIT_CONFIG_NOSYSTEM": "1"}
    quiet = {**nothing, "NO_COLOR": "1", "COLUMNS": "80"}
    return {**kept, **identity, **quiet, "PATH": path, "GIT_PAGER": "cat"}


def copy_repository(home: Path) -> Path:
    """Copy the repository's files into a new repository below a folder, with a `goldset` to call."""
    folder = home / "goldset"
    listing = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(listing, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\0")
    for name in filter(None, names):
        if (ROOT / name).is_file():
            target = folder / name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes((ROOT / name).read_bytes())
    shim = home / "bin" / "goldset"
    shim.parent.mkdir()
    shim.write_text(f'#!/bin/sh\nPYTHONPATH={ROOT} exec {sys.executable} -P -m goldset "$@"\n')
    shim.chmod(0o755)
    for args in (["init", "-q", "-b", "main", "--template="], ["add", "-A"], ["commit", "-q", "-m", "Copy"]):
        subprocess.run(["git", *args], cwd=folder, env=_environment(folder), check=True)
    return folder


def as_run(markdown: str, home: Path) -> str:
    """Return the README with what its commands print now in place of what it says they print."""
    lines = markdown.splitlines()
    folder = copy_repository(home)
    written, last = [], 0
    for example in examples(lines):
        if _NOT_HERE.search(_INSTALL.sub("", example.command)):
            continue
        command = _INSTALL.sub("", example.command)
        printed, folder = run(command, folder)
        printed = _COMMIT.sub(A_COMMIT, printed.replace(str(home), HOME))
        written += [*lines[last : example.first], *printed.splitlines()]
        last = example.end
    return "\n".join([*written, *lines[last:]]) + "\n"


if __name__ == "__main__":
    readme = ROOT / "README.md"
    with tempfile.TemporaryDirectory() as temporary:
        readme.write_text(as_run(readme.read_text(encoding="utf-8"), Path(temporary)), encoding="utf-8")
