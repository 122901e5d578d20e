"""A base, a branch of goldset's and people on the stand-in, and the GitHub host that works there."""

import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from goldset.domain.pulls import Marker, PullKind, PullRequest
from goldset.errors import ForgeError
from goldset.forge.github.account import find_account
from goldset.forge.github.address import find_address
from goldset.forge.github.client import Client, connect
from goldset.forge.github.commits import CommitSource
from goldset.forge.github.host import GitHubHost, HostSettings
from goldset.forge.port import PullText
from tests.standin.server import Standin

BRANCH = "goldset/help/relabel/claims-1"
SETTINGS = HostSettings("help", "main", ("goldset",))
MARKER = Marker("help", PullKind.RELABEL, "2026-11-01", "d" * 64, {"item": {"s1": "key"}})
TEXT = PullText("Relabel claims", f"Old against new.\n\n{MARKER}")


@dataclass
class FakeClock:
    time: float = field(default_factory=lambda: float(int(time.time())))  # tokens end by the real one
    slept: list[float] = field(default_factory=list)

    def now(self) -> float:
        return self.time

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.time += seconds


class BareRefs:
    """The branches of the stand-in's repository, moved as a push with a lease would."""

    def __init__(self, standin: Standin) -> None:
        self._standin = standin

    def tips(self) -> Mapping[str, str]:
        refs = self._standin.bare.refs("refs/heads/goldset/help/")
        return {name.removeprefix("refs/heads/"): tip for name, tip in refs.items()}

    def merged(self, commits: Iterable[str]) -> frozenset[str]:
        raise AssertionError(commits)  # GitHub itself says what was merged

    def move(self, branch: str, new: str | None, old: str | None) -> None:
        if self.tips().get(branch) != old:
            raise ForgeError("moved", "run it again")
        self._standin.bare.move(f"refs/heads/{branch}", new, old)


@dataclass
class GitHub:
    """A stand-in with a base, a branch of goldset's, and people."""

    standin: Standin
    clock: FakeClock
    tip: str
    runs_at_once: bool = False

    def client(self, token: str | None = None) -> Client:
        self.clock.time += 1  # a run begins a while after another has ended
        env = self.standin.env(token)
        address = find_address(env, None)
        return connect(address, find_account(env, address), self.clock)

    def host(
        self, token: str | None = None, settings: HostSettings = SETTINGS, source: CommitSource | None = None
    ) -> GitHubHost:
        return GitHubHost(self.client(token), BareRefs(self.standin), settings, source)

    def opened(self) -> GitHubHost:
        """Return a host on which the branch has its pull request, and start a new journal."""
        host = self.host()
        host.open(BRANCH, TEXT)
        self.standin.journal.clear()
        return host

    def pull(self, host: GitHubHost | None = None) -> PullRequest:
        (found,) = (host or self.host()).pull_requests()
        return found

    def branch(self, name: str, text: str) -> str:
        bare = self.standin.bare
        base = bare.refs()["refs/heads/main"]
        tree = bare.tree_with(
            bare.commit(base).tree, {"items/item.yaml": ("100644", bare.blob(text.encode()))}
        )
        tip = bare.make(tree, (base,), "Ask\n", "goldset <goldset@example.org>", int(self.clock.time))
        bare.move(f"refs/heads/{name}", tip)
        return tip


@contextmanager
def github_at(folder: Path) -> Iterator[GitHub]:
    """Serve a stand-in with a base and a branch; afterwards everything asked was allowed, and spaced."""
    clock = FakeClock()
    with Standin.create(folder, clock=clock.now) as standin:
        bare = standin.bare
        tree = bare.tree_with(None, {"items/item.yaml": ("100644", bare.blob(b"a: 1\nb: 0\nc: 0\n"))})
        bare.move("refs/heads/main", bare.make(tree, (), "Base\n", "Ana <ana@example.org>", int(clock.time)))
        standin.account("ang")
        standin.account("rdiaz")
        standin.settings.teams = ["eval"]
        github = GitHub(standin, clock, "")
        github.tip = github.branch(BRANCH, "a: 1\nb: 2\nc: 2\n")
        yield github
        if not github.runs_at_once:
            standin.journal.assert_spaced()
