"""A plain client for tests of the stand-in itself, and a clone to push from."""

import json
import os
import subprocess
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Mapping
from dataclasses import dataclass
from email.message import Message
from pathlib import Path
from typing import Any

from tests.conftest import Ran, git, write_tree
from tests.standin.server import Standin

BRANCH = "goldset/support/relabel/prices-1"


@dataclass(frozen=True)
class Reply:
    """What came back; `data` is the JSON in it."""

    status: int
    data: Any
    headers: Message


def ask(standin: Standin, method: str, path: str, body: Any = None, token: str | None = None) -> Reply:
    """Send a request about the repository (or, with `//`, about anything; or to an address) and return the answer."""
    below = path[1:] if path.startswith("//") else f"/repos/acme/golden-set{path}"
    address = path if path.startswith("http") else standin.api_url + below
    headers = {"Authorization": f"Bearer {standin.token if token is None else token}"}
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(address, data, headers, method=method)
    try:
        with urllib.request.urlopen(request, timeout=20) as answer:
            content, status, got = answer.read(), answer.status, answer.headers
    except urllib.error.HTTPError as error:
        with error:
            content, status, got = error.read(), error.code, error.headers
    return Reply(status, json.loads(content) if content else None, got)


class Clone:
    """A clone of the stand-in's repository, which pushes with a token."""

    def __init__(self, standin: Standin, folder: Path) -> None:
        """Clone what is there."""
        self.standin = standin
        self.folder = folder
        folder.mkdir()
        assert self._run("clone", "-q", "--template=", standin.clone_url, ".").code == 0

    def commit(self, message: str, files: Mapping[str, str]) -> str:
        write_tree(self.folder, dict(files))
        git(self.folder, "add", "-A")
        git(self.folder, "commit", "-q", "-m", message)
        return git(self.folder, "rev-parse", "HEAD")

    def fetch(self) -> None:
        self._run("fetch", "-q", "--prune", "origin", "+refs/heads/*:refs/remotes/origin/*")

    def push(self, *refs: str, token: str | None = None) -> Ran:
        return self._run("push", "-q", "origin", *refs, token=token)

    def _run(self, *args: str, token: str | None = None) -> Ran:
        env = {**os.environ, **self.standin.git_env(token)}
        done = subprocess.run(
            ["git", *args], cwd=self.folder, env=env, capture_output=True, text=True, check=False
        )
        return Ran(done.returncode, done.stdout, done.stderr)
