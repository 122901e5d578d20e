"""The action's install step, run for real: into an environment of its own, from each place that goldset may come from."""

import os
import re
import sys
import tomllib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib.metadata import requires, version
from pathlib import Path
from subprocess import run
from threading import Thread

import pytest
from packaging.requirements import Requirement

from tests.conftest import ROOT, Ran
from tests.workflow_world import World, item

PINS = ROOT / ".github" / "action-constraints.txt"
TWO = {"eval/set/items/s/two.yaml": item("two")}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheels")
    build = [
        sys.executable,
        "-m",
        "pip",
        "wheel",
        "--quiet",
        "--no-deps",
        "--wheel-dir",
        str(folder),
        str(ROOT),
    ]
    run(build, check=True, capture_output=True, timeout=300)
    (made,) = folder.glob("git_goldset-*.whl")
    return made


@pytest.fixture
def world(tmp_path: Path, goldset: Callable[..., Ran]) -> World:
    made = World(tmp_path, goldset)
    made.env = {
        "PIP_NO_DEPS": "1",
        "PYTHONPATH": str(needed(tmp_path / "needed")),
        "PATH": os.environ["PATH"],
        "PIP_CONFIG_FILE": os.devnull,
    }
    return made


def needed(folder: Path) -> Path:
    """Return a folder of what goldset needs, from where the tests have it, and without goldset: that is installed here."""
    folder.mkdir()
    for packages in (Path(path) for path in sys.path if path.endswith("-packages")):
        for package in packages.iterdir():
            if "goldset" not in package.name and not (folder / package.name).exists():
                (folder / package.name).symlink_to(package)
    return folder


@contextmanager
def index(wheel: Path, folder: Path) -> Iterator[str]:
    """Serve a package index that has this one wheel."""
    project = folder / "simple" / "git-goldset"
    project.mkdir(parents=True)
    (project / wheel.name).write_bytes(wheel.read_bytes())
    (project / "index.html").write_text(f'<a href="{wheel.name}">{wheel.name}</a>', "utf-8")

    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, *_: object) -> None: ...

    with ThreadingHTTPServer(("localhost", 0), partial(Quiet, directory=str(folder))) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://localhost:{server.server_port}/simple"
        server.shutdown()


@pytest.mark.parametrize("source", ["wheelhouse", "index-url", "package"])
def test_goldset_is_there_and_checks_the_change(world: World, wheel: Path, source: str) -> None:
    runner = world.on_pull_request(world.pull_request(TWO))
    runner.checkout(2)
    given = {"set": "eval/set", "python": sys.executable}
    if source == "index-url":
        with index(wheel, world.home / "index") as address:
            runner.action({**given, "index-url": address, "version": wheel.name.split("-")[1]})
    else:
        runner.action({**given, source: str(wheel if source == "package" else wheel.parent)})
    assert runner.ran.code == 0, runner.ran.log
    assert "1 item in 1 file checked" in runner.ran.summary
    (installed,) = runner.home.glob("goldset.*/lib/*/site-packages/goldset/__init__.py")
    assert installed.read_bytes() == (ROOT / "goldset" / "__init__.py").read_bytes()


def test_all_that_goldset_needs_is_pinned_to_what_it_takes() -> None:
    lines = [line for line in PINS.read_text("utf-8").splitlines() if not line.startswith("#")]
    pins = {named(name): number for name, number in (line.split("==") for line in lines)}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    waiting = [*project["project"]["dependencies"], *project["build-system"]["requires"]]
    seen = set()
    while waiting:
        needed = Requirement(waiting.pop())
        if needed.marker and not needed.marker.evaluate({"extra": ""}):
            continue
        name = named(needed.name)
        assert needed.specifier.contains(pins[name]), needed
        if name not in seen and name != "hatchling":  # which builds, and need not be installed here
            seen.add(name)
            assert version(name)
            waiting += requires(name) or []
    assert len(seen) > 10


def named(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()
