"""What is asked of GitHub and what comes back, as records; the client's clock."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol


@dataclass(frozen=True, slots=True)
class Request:
    """A request.

    Attributes:
        method: GET, POST, PATCH or DELETE.
        path: Below the address of the server's API, or a whole address that the server named.
        parameters: What stands after the question mark.
        body: Sent as JSON; None for no body.
    """

    method: str
    path: str
    parameters: Mapping[str, str | int] = field(default_factory=dict)
    body: Any = None

    def __str__(self) -> str:
        return f"{self.method} {self.path}"

    @property
    def writes(self) -> bool:
        """Whether it may change anything."""
        return self.method != "GET"


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer; names of headers are in lower case."""

    status: int
    headers: Mapping[str, str]
    text: str


class LostAnswerError(Exception):
    """A request was perhaps carried out, and nothing came back that says so."""


Send = Callable[[Request], Answer]


class Clock(Protocol):
    """Time as the client needs it; in seconds."""

    def now(self) -> float:
        """Return the time since 1970."""

    def sleep(self, seconds: float) -> None:
        """Wait."""


class SystemClock:
    """The time of this machine."""

    def now(self) -> float:
        """Return the time since 1970."""
        return time.time()

    def sleep(self, seconds: float) -> None:
        """Wait."""
        time.sleep(seconds)
