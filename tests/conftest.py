"""A pinned world for every test: own Git identity, dates and templates, no configuration of the user's."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from goldset.cli.main import main

if TYPE_CHECKING:
    from tests.standin.server import Standin  # most tests have no need of it

ROOT = Path(__file__).parent.parent
PINNED = {
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_AUTHOR_NAME": "Ana Ng",
    "GIT_AUTHOR_EMAIL": "ana@example.org",
    "GIT_AUTHOR_DATE": "2026-10-05T09:00:00+0000",
    "GIT_COMMITTER_NAME": "Ana Ng",
    "GIT_COMMITTER_EMAIL": "ana@example.org",
    "GIT_COMMITTER_DATE": "2026-10-05T09:00:00+0000",
    "NO_COLOR": "1",
    "COLUMNS": "80",
}


# Tests that were started in the background ignore interrupts, and so would all processes that they start.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(autouse=True)
def _pinned_world(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    for name in [name for name in os.environ if name.startswith("GIT_")]:
        monkeypatch.delenv(name)
    for name, value in PINNED.items():
        monkeypatch.setenv(name, value)
    home = tmp_path_factory.getbasetemp()
    monkeypatch.setenv("HOME", str(home))
    # Not the null device: a `git config --global` run by root would put a file in its place.
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(home / "no-such-gitconfig"))


@dataclass(frozen=True)
class Ran:
    """What a command line did: exit code, standard output, standard error."""

    code: int
    out: str
    err: str


@pytest.fixture
def goldset(capsys: pytest.CaptureFixture[str]) -> Callable[..., Ran]:
    """Run a goldset command line in this process."""

    def run(*args: str | Path) -> Ran:
        capsys.readouterr()
        code = main([str(arg) for arg in args])
        out, err = capsys.readouterr()
        return Ran(code, out, err)

    return run


def goldset_process(*args: str | Path, cwd: Path, timeout: float = 120) -> Ran:
    """Run goldset as a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "goldset", *map(str, args)],
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=timeout,
        check=False,
    )
    return Ran(done.returncode, done.stdout, done.stderr)


def git(folder: Path, *args: str) -> str:
    """Run Git in a folder and return what it printed, without the last line end."""
    done = subprocess.run(["git", *args], cwd=folder, capture_output=True, text=True, check=True)
    return done.stdout.rstrip("\n")


def write_tree(folder: Path, files: dict[str, str | bytes]) -> Path:
    """Write files below a folder, as given to the last byte."""
    for path, content in files.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content.encode() if isinstance(content, str) else content)
    return folder


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """Return the folder of a new Git repository with nothing in it, on branch `main`."""
    folder = tmp_path / "repository"
    folder.mkdir()
    git(folder, "init", "-q", "-b", "main", "--template=")
    return folder


@pytest.fixture
def standin(tmp_path: Path) -> "Iterator[Standin]":
    """Serve a GitHub with an empty repository; what it and its client say must be as GitHub describes it."""
    from tests.standin.server import Standin

    with Standin.create(tmp_path / "github") as host:
        yield host
