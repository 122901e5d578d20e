"""What can be made to go wrong, before a request takes effect or after."""

import json
import re
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from tests.standin.journal import Entry

When: TypeAlias = Literal["before", "after"]
CRASH_HEADER = "x-standin-crash"


@dataclass(frozen=True)
class Answer:
    """What is sent back; `content` is its body, byte for byte."""

    status: int
    content: bytes = b""
    headers: dict[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, status: int, body: Any, headers: dict[str, str] | None = None) -> "Answer":
        """Return an answer in JSON; None stands for nothing."""
        content = b"" if body is None else json.dumps(body).encode()
        return cls(status, content, headers or {})


class Drop(Exception):  # noqa: N818  (an order to the server)
    """The connection is closed without an answer."""


def bad_gateway(status: int = 502) -> Answer:
    """Return what a failing front end says: a page, not JSON."""
    page = b"<html><head><title>Unicorn! &middot; GitHub</title></head><body></body></html>"
    return Answer(status, page, {"Content-Type": "text/html"})


def secondary_limit(retry_after: int | None = 60, status: int = 403) -> Answer:
    """Return the answer to too many writes in a short time; `status` is 403 or 429."""
    body = {
        "documentation_url": "https://docs.github.com/free-pro-team@latest/rest/overview/"
        "rate-limits-for-the-rest-api#about-secondary-rate-limits",
        "message": "You have exceeded a secondary rate limit. Please wait a few minutes before you try again. "
        "If you reach out to GitHub Support for help, please include the request ID FBF7:0F00:7A846:84170:6347EB33.",
    }
    return Answer.of(status, body, {} if retry_after is None else {"Retry-After": str(retry_after)})


def primary_limit(reset: float, login: str = "goldset-bot", status: int = 403) -> Answer:
    """Return the answer to too many requests in an hour; `reset` is a Unix time."""
    body = {
        "message": f"API rate limit exceeded for user ID 1001 ({login}). If you reach out to GitHub Support for help, "
        "please include the request ID FBF7:0F00:7A846:84170:6347EB33.",
        "documentation_url": "https://docs.github.com/rest/overview/rate-limits-for-the-rest-api",
    }
    headers = {"x-ratelimit-limit": "5000", "x-ratelimit-remaining": "0", "x-ratelimit-used": "5000"}
    return Answer.of(status, body, {**headers, "x-ratelimit-reset": str(int(reset))})


def broken_json() -> Answer:
    """Return an answer that stops in the middle."""
    return Answer(200, b'[{"url": "https://api.git', {})


@dataclass
class Fault:
    """Something that goes wrong for some requests.

    Attributes:
        method: Whose requests; empty for every method. `WRITE` stands for every write of the API.
        path: A pattern that is found in the path, without `/api/v3`.
        nth: The first of the matching requests that it happens to, from 1.
        times: How many of them it happens to; None for all that follow.
        when: Whether the request still takes effect.
        answer: What is sent; None closes the connection without a word.
        hang: Seconds to wait before that.
        call: Called with the request then; it may kill a process that a test started.
        label: What the journal says.
    """

    method: str = ""
    path: str = ""
    nth: int = 1
    times: int | None = 1
    when: When = "before"
    answer: Answer | None = None
    hang: float = 0.0
    call: Callable[[Entry], None] | None = None
    label: str = "dropped"
    seen: int = 0

    def hits(self, entry: Entry) -> bool:
        """Count a request, and tell whether it happens to it."""
        methods = {"", entry.method, *(["WRITE"] if entry.is_write else [])}
        if self.method not in methods or not re.search(self.path, entry.path):
            return False
        self.seen += 1
        return self.seen >= self.nth and (self.times is None or self.seen < self.nth + self.times)


class Faults:
    """The faults of a stand-in; the first that matches happens, and those after it do not count the request."""

    def __init__(self) -> None:
        self._all: list[Fault] = []
        self.woken = threading.Event()

    def add(self, fault: Fault) -> Fault:
        self._all.append(fault)
        return fault

    def answer(self, method: str, path: str, answer: Answer, *, when: When = "before", **more: Any) -> Fault:
        """Answer so, in place of what would be answered."""
        return self.add(
            Fault(method, path, when=when, answer=answer, label=f"{answer.status} {when}", **more)
        )

    def drop(self, method: str, path: str = "", *, when: When = "before", **more: Any) -> Fault:
        """Close the connection without an answer."""
        return self.add(Fault(method, path, when=when, label=f"dropped {when}", **more))

    def hang(self, method: str, path: str, seconds: float, *, when: When = "before", **more: Any) -> Fault:
        """Say nothing for some seconds (or until the server stops), then close the connection."""
        return self.add(Fault(method, path, when=when, hang=seconds, label=f"hung {when}", **more))

    def crash(self, method: str, path: str = "", *, when: When = "before", **more: Any) -> Fault:
        """Let the client die at this request, in a test that uses `tests.standin.crashing.mortal_client`."""
        answer = Answer.of(500, {"message": "the client is dead"}, {CRASH_HEADER: "1"})
        return self.add(Fault(method, path, when=when, answer=answer, label=f"crash {when}", **more))

    def call(
        self, method: str, path: str, call: Callable[[Entry], None], *, when: When = "before", **more: Any
    ) -> Fault:
        """Call something, such as what kills a client's process, then close the connection."""
        return self.add(Fault(method, path, when=when, call=call, label=f"called {when}", **more))

    def cut(self) -> Fault:
        """Close every connection from now on, as if nothing were there."""
        return self.add(Fault(times=None, label="cut off"))

    def clear(self) -> None:
        self._all.clear()

    def hit(self, entry: Entry) -> Fault | None:
        """Return what happens to a request."""
        return next((fault for fault in self._all if fault.hits(entry)), None)

    def strike(self, fault: Fault, entry: Entry) -> Answer:
        """Do it.

        Raises:
            Drop: There is nothing to answer.
        """
        if fault.call:
            fault.call(entry)
        if fault.hang:
            self.woken.wait(fault.hang)
        if fault.answer is None:
            raise Drop
        return fault.answer
