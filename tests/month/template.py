"""What every month begins with: a small set with its corpus, in a repository where no branch is checked out."""

import contextlib
import io
from pathlib import Path

from goldset.cli.main import main
from tests.conftest import Ran, git
from tests.golden_set import start

SETTINGS = (
    "policy: {max_removed: 1.0, max_queued: 1.0}\n"
    "relabel: {items_per_pull_request: 2, open_pull_requests: 3}\n"
)


def make_template(folder: Path, cases: int) -> Path:
    """Make it, and return its folder."""
    root = folder / "set"
    root.mkdir(parents=True)
    git(root, "init", "-q", "-b", "main", "--template=")
    golden = start(root, folder / "corpus", run, range(1, cases + 1))
    (root / "goldset.yaml").write_text(SETTINGS)
    golden.commit("limits")
    git(root, "checkout", "-q", "--detach")
    return folder


def run(*args: str | Path) -> Ran:
    """Run a goldset command line in this process."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = main([str(arg) for arg in args])
    return Ran(code, out.getvalue(), err.getvalue())
