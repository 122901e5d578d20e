"""A repository as GitHub holds it, with the refs and events of a pull request, a merge queue and a push."""

import json
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.conftest import ROOT, Ran, git, write_tree
from tests.steps import Runner

ITEM = "id: {id}\nquestion: Is {id} free?\nslice: s\nanswerable: false\nabstain_reason: not_in_corpus\n"
BROKEN = "id: broken\n"
NOTHING = "0" * 40
_PYTHON = """\
#!/bin/bash
echo "$*" >> '{log}'
case "$*" in
  "-m venv "*) mkdir -p "$3/bin" && cp '{bin}/python3' "$3/bin/python" && cp '{bin}/goldset' "$3/bin/goldset" ;;
  "-m pip install "*) ;;
  *) exit 1 ;;
esac
"""


def item(name: str) -> str:
    return ITEM.format(id=name)


@dataclass
class World:
    """The repository, with a set in `eval/set` and the workflows that `goldset init` wrote.

    Attributes:
        home: A folder for all of it.
        goldset: Runs a command line.
        secrets: Secrets of the repository.
        env: The environment of steps, beside the runner's own.
    """

    home: Path
    goldset: Callable[..., Ran]
    secrets: dict[str, str] = field(default_factory=dict)
    env: dict[str, str] = field(default_factory=dict)
    runs: int = 0

    def __post_init__(self) -> None:
        self.origin.mkdir(parents=True)
        git(self.origin, "init", "-q", "-b", "main", "--template=")
        assert self.goldset("init", self.origin / "eval" / "set").code == 0
        self.commit({"eval/set/items/s/one.yaml": item("one"), "README.md": "x"})

    @property
    def origin(self) -> Path:
        return self.home / "origin"

    @property
    def installed(self) -> str:
        """What was asked of Python: environments and installations."""
        log = self.home / "python.log"
        return log.read_text() if log.exists() else ""

    def tip(self, revision: str = "HEAD") -> str:
        return git(self.origin, "rev-parse", revision)

    def commit(self, files: Mapping[str, str | bytes], *gone: str) -> str:
        write_tree(self.origin, dict(files))
        for path in gone:
            (self.origin / path).unlink()
        git(self.origin, "add", "-A")
        git(self.origin, "commit", "-qm", "change")
        return self.tip()

    def branch(self, *changes: Mapping[str, str | bytes]) -> str:
        """Commit changes on a branch from main, each by itself; return its tip."""
        git(self.origin, "checkout", "-q", "-B", "work", "main")
        for files in changes:
            self.commit(files)
        return self.tip()

    def pull_request(self, *changes: Mapping[str, str | bytes], number: int = 7) -> dict[str, Any]:
        """Open a pull request of changes, and return its event; its merge is checked out."""
        base = self.tip("main")
        head = self.branch(*changes)
        git(self.origin, "checkout", "-q", "--detach", "main")
        git(self.origin, "merge", "-q", "--no-ff", "-m", "merge", head)
        git(self.origin, "update-ref", f"refs/pull/{number}/merge", "HEAD")
        git(self.origin, "checkout", "-q", "main")
        here = {"full_name": "octo-org/eval", "fork": False}
        return {
            "action": "synchronize",
            "number": number,
            "before": self.tip(f"{head}^"),
            "after": head,
            "pull_request": {
                "number": number,
                "base": {"ref": "main", "sha": base, "repo": here},
                "head": {"ref": "work", "sha": head, "repo": here},
            },
            "repository": here,
        }

    def runner(self, name: str, event: Mapping[str, Any], ref: str, **github: Any) -> Runner:
        self.runs += 1
        home = self.home / f"run-{self.runs}"
        home.mkdir()
        (home / "event.json").write_text(json.dumps(event), "utf-8")
        contexts = {
            "github": {"event_name": name, "event": event, "ref": ref, "token": "", **github},
            "secrets": self.secrets,
            "inputs": event.get("inputs", {}),
        }
        return Runner(home, self.origin, ref, contexts, {**self._tools(), **self.env})

    def on_pull_request(self, event: Mapping[str, Any]) -> Runner:
        return self.runner("pull_request", event, f"refs/pull/{event['number']}/merge")

    def _tools(self) -> dict[str, str]:
        """Return an environment in which goldset is this one, and Python installs nothing."""
        folder = self.home / "bin"
        if not folder.exists():
            log = self.home / "python.log"
            python = _PYTHON.format(log=log, bin=folder)
            goldset = f"#!/bin/bash\nPYTHONPATH='{ROOT}' exec '{sys.executable}' -m goldset \"$@\"\n"
            write_tree(folder, {"python": python, "python3": python, "goldset": goldset})
            for tool in folder.iterdir():
                tool.chmod(0o755)
        return {"PATH": f"{folder}:/usr/local/bin:/usr/bin:/bin"}
