"""The stand-in and goldset in one process and on one repository, so that a night takes no time on the wire."""

import json
import urllib.parse
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from goldset.forge.github.account import TokenAccount
from goldset.forge.github.address import Address
from goldset.forge.github.client import Client
from goldset.forge.github.host import GitHubHost, HostSettings
from goldset.forge.github.requesting import Answer, Request
from goldset.operations import reindex as reindexing
from goldset.operations import sync as syncing
from goldset.operations.base import read_base
from goldset.operations.hosts import Hosting
from goldset.operations.reindex import ReindexRequest, reindex
from goldset.reporting.reindexed import Account
from goldset.stores.git_branches import LocalBranches, SetBranches
from goldset.stores.git_repo import Repository
from goldset.stores.set_folder import SetFolder
from tests.standin.bare import Bare
from tests.standin.server import Standin

START = datetime(2026, 11, 1, tzinfo=UTC)


class Stopped(BaseException):
    """The run ends here, as if it had been killed."""


@dataclass
class Clock:
    """Time that passes only while somebody waits for it."""

    seconds: float = START.timestamp()

    def now(self) -> float:
        return self.seconds

    def sleep(self, seconds: float) -> None:
        self.seconds += seconds


@dataclass
class Stops:
    """Where runs are stopped: at the write of this number, before or after its effect; 0 for nowhere."""

    at: int = 0
    after: bool = False
    seen: int = 0

    def before_effect(self) -> None:
        self.seen += 1
        if self.seen == self.at and not self.after:
            raise Stopped

    def after_effect(self) -> None:
        if self.seen == self.at and self.after:
            raise Stopped


class StoppableBranches(LocalBranches):
    """Branches of the one repository, whose moves may be where a run is stopped."""

    def __init__(self, repository: Repository, stops: Stops) -> None:
        super().__init__(repository)
        self._stops = stops

    def move(self, branch: str, new: str | None, old: str | None) -> None:
        self._stops.before_effect()
        super().move(branch, new, old)
        self._stops.after_effect()

    def worked_on(self) -> Mapping[str, str]:
        return {}


@dataclass
class Hub:
    """A set on the stand-in.

    Attributes:
        root: The set's folder; no branch is checked out there, so that people may move `main`.
        corpus: The folder that is indexed each night.
        standin: The stand-in on the same repository.
        stops: Where the next run is stopped.
        clock: The time.
    """

    root: Path
    corpus: Path
    standin: Standin
    clock: Clock
    stops: Stops = field(default_factory=Stops)

    def send(self, request: Request) -> Answer:
        """Carry a request to the stand-in without a wire."""
        parts = urllib.parse.urlsplit(request.path)
        query = urllib.parse.urlencode(request.parameters) or parts.query
        target = parts.path + (f"?{query}" if query else "")
        body = b"" if request.body is None else json.dumps(request.body).encode()
        if request.writes:
            self.stops.before_effect()
        answer = self.standin.answer(request.method, target, body)
        if request.writes:
            self.stops.after_effect()
        headers = {name.lower(): value for name, value in answer.headers.items()}
        return Answer(answer.status, headers, answer.content.decode())

    def hosting(
        self, repository: Repository, found: SetFolder, branch: str | None, *, open_prs: bool
    ) -> Hosting:
        """Return the host as `choose_hosting` would; there is nothing to fetch."""
        del branch, open_prs
        base = read_base(repository, found, "main")
        name, forge = base.settings.set, base.settings.forge
        branches = SetBranches(repository, name, base.commit, StoppableBranches(repository, self.stops))
        address = Address("http://standin/api/v3", "http://standin", "acme", "golden-set")
        client = Client(address, TokenAccount(self.standin.token), self.send, self.clock)
        return Hosting(base, branches, GitHubHost(client, branches, HostSettings(name, "main", forge.labels)))

    def reindex(self, name: str, day: int) -> Account:
        """Run one night to its end, or to where it is stopped."""
        self.stops.seen = 0
        when = START + timedelta(days=day)
        request = ReindexRequest(str(self.corpus), name, when, when, open_prs=True, accept_change=True)
        return reindex(self.root, request, lambda _: None)


def make_hub(folder: Path, bare: Bare, patch: pytest.MonkeyPatch) -> Hub:
    """Return a hub of a repository whose set and corpus lie in a folder, and make goldset's verbs use it."""
    clock = Clock()
    hub = Hub(folder / "set", folder / "corpus", Standin(bare, clock=clock.now, check=False), clock)
    patch.setattr(reindexing, "choose_hosting", hub.hosting)
    patch.setattr(syncing, "choose_hosting", hub.hosting)
    return hub
