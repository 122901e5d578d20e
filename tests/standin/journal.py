"""What was asked of the stand-in, in order."""

import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any


@dataclass
class Entry:
    """One request.

    Attributes:
        number: Its place among all requests, from 1.
        method: Such as `POST`.
        path: Without the host and without `/api/v3`.
        query: The query by name.
        body: What was sent, read as JSON; None where nothing was.
        status: Of the answer; 0 where none was sent.
        time: When it came, in seconds by the stand-in's clock.
        login: Whose token it had; empty without a usable one.
        git: `fetch` or `push` for Git's own requests; empty for the API's.
        fault: What was made to go wrong; empty where nothing was.
        took_effect: Whether the request was carried out, whatever was answered.
    """

    number: int
    method: str
    path: str
    query: dict[str, str]
    body: Any
    time: float
    login: str = ""
    status: int = 0
    git: str = ""
    fault: str = ""
    took_effect: bool = False

    @property
    def is_write(self) -> bool:
        """Whether it is a request of the API that changes something; asking for a token is not."""
        return not self.git and self.method != "GET" and not self.path.endswith("/access_tokens")

    def __str__(self) -> str:
        fault = f" ({self.fault})" if self.fault else ""
        return f"{self.method} {self.path} {self.status}{fault}"


class Journal:
    """The requests so far; tests read it, and may clear it."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []

    def __iter__(self) -> Iterator[Entry]:
        return iter(self.entries)

    def __len__(self) -> int:
        return len(self.entries)

    def clear(self) -> None:
        self.entries.clear()

    def find(self, method: str = "", path: str = "") -> list[Entry]:
        """Return the requests of a method whose path matches a pattern anywhere."""
        return [e for e in self.entries if method in {"", e.method} and re.search(path, e.path)]

    @property
    def writes(self) -> list[Entry]:
        return [entry for entry in self.entries if entry.is_write]

    @property
    def reads(self) -> list[Entry]:
        return [entry for entry in self.entries if not entry.git and entry.method == "GET"]

    @property
    def pushes(self) -> list[Entry]:
        return [entry for entry in self.entries if entry.git == "push"]

    def least_pause(self) -> float:
        """Return the fewest seconds between a write and the next; infinite for fewer than two."""
        times = [entry.time for entry in self.writes]
        return min((later - earlier for earlier, later in itertools.pairwise(times)), default=float("inf"))

    def assert_writes(self, *expected: str) -> None:
        """Check that exactly these writes were asked for, such as `POST /pulls`, in order.

        Paths are given without `/repos/{owner}/{repo}`.
        """
        seen = [f"{e.method} {re.sub('^/repos/[^/]+/[^/]+', '', e.path)}" for e in self.writes]
        assert seen == list(expected), "\n".join(str(entry) for entry in self.entries)

    def assert_nothing_written(self) -> None:
        """Check that nothing was written and nothing pushed."""
        written = [str(entry) for entry in (*self.writes, *self.pushes)]
        assert written == []

    def assert_spaced(self, seconds: float = 1.0) -> None:
        """Check that writes are at least so many seconds apart."""
        assert self.least_pause() >= seconds - 1e-6, [(entry.time, str(entry)) for entry in self.writes]
