"""How requests are made: spaced, repeated only where that is harmless, and stopped cleanly.

GET, PATCH and DELETE are repeated after a lost answer: they lead to the same end. A POST never is before a look at
whether it was carried out. A request that GitHub turns away for its rate was not carried out, and is made again once
GitHub allows it.
"""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from pydantic import BaseModel, TypeAdapter, ValidationError

from goldset.errors import ForgeError
from goldset.forge.github.account import Account, AppKey
from goldset.forge.github.address import Address
from goldset.forge.github.refusals import LATER, clean, refusal, what_is_said
from goldset.forge.github.requesting import Answer, Clock, LostAnswerError, Request, Send, SystemClock

R = TypeVar("R", bound=BaseModel)
T = TypeVar("T")

BETWEEN_WRITES = 1.0
PER_PAGE = 100
TRIES = 4  # the first and three repeats
LONGEST_WAIT = 900.0
_FIRST_PAUSE = 1.0  # after a lost answer; doubled each time
_FIRST_REST = 60.0  # where GitHub says only that there was too much; doubled each time
_MOST_PAGES = 1000


class Client:
    """Requests about one repository. Paths without a slash at their front are below the repository's."""

    def __init__(
        self, address: Address, account: Account | None, send: Send, clock: Clock | None = None
    ) -> None:
        """Make a client.

        Args:
            address: The repository.
            account: As whom requests are made; None for an app as such.
            send: Sends a request and returns its answer; raises LostAnswerError where none came.
            clock: The time; None for that of this machine.
        """
        self.address = address
        self.account = account
        self._send = send
        self._clock = clock or SystemClock()
        self._wrote = float("-inf")

    def get(self, path: str, kind: type[T], **parameters: str | int) -> T:
        """Return what stands at a path, read as `kind`.

        Raises:
            RefusedError: GitHub does not give it.
            ForgeError: GitHub is not there, or does not keep to its own API.
        """
        return _read(*self._repeatable(Request("GET", self._path(path), parameters)), kind)

    def answer(self, path: str, **parameters: str | int) -> Answer:
        """Return the answer to a GET as it came, headers too; raises as `get` does."""
        return self._repeatable(Request("GET", self._path(path), parameters))[1]

    def pages(self, path: str, kind: type[T], **parameters: str | int) -> list[T]:
        """Return a list that stands on any number of pages; raises as `get` does."""
        request = Request("GET", self._path(path), {"per_page": PER_PAGE, **parameters})
        found: list[T] = []
        for _ in range(_MOST_PAGES):
            request, answer = self._repeatable(request)
            found += _read(request, answer, list[kind])  # type: ignore[valid-type]
            following = _next_page(answer)
            if following is None:
                return found
            request = Request("GET", following)
        raise ForgeError(f"GitHub has more than {_MOST_PAGES} pages of {clean(path)}", LATER)

    def patch(self, path: str, body: Any, kind: type[T]) -> T:
        """Change what stands at a path; raises as `get` does."""
        return _read(*self._repeatable(Request("PATCH", self._path(path), body=body)), kind)

    def delete(self, path: str) -> None:
        """Delete what stands at a path; it may be gone already. Raises as `get` does."""
        self._repeatable(Request("DELETE", self._path(path)), gone=True)

    def repeatable_post(self, path: str, body: Any, kind: type[T]) -> T:
        """Post what may be posted any number of times, such as labels to add; raises as `get` does."""
        return _read(*self._repeatable(Request("POST", self._path(path), body=body)), kind)

    def post(self, path: str, body: Any, kind: type[T], find: Callable[[], T | None]) -> T:
        """Post what must be there once.

        Args:
            path: Where.
            body: What.
            kind: What the answer is read as.
            find: Looks whether it is there; asked before it is posted once more.

        Raises:
            RefusedError: GitHub refused it: it is not there.
            ForgeError: It is not known to be there; the next run looks.
        """
        request = Request("POST", self._path(path), body=body)
        reason = ""
        for turn in range(TRIES):
            if turn:
                self._clock.sleep(_FIRST_PAUSE * 2**turn)
                found = find()
                if found is not None:
                    return found
            try:
                answer = self._within_rate(request)
                if not _is_broken(answer):
                    return _read(request, answer, kind)
                reason = _brokenness(answer)
            except LostAnswerError as error:
                reason = str(error)
        found = find()
        if found is None:
            raise self._unanswered(request, reason)
        return found

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Keep a write that another makes, such as a push, apart from those before and after it."""
        wait = self._wrote + BETWEEN_WRITES - self._clock.now()
        if wait > 0:
            # A clock that was set back must not stop the run.
            self._clock.sleep(min(wait, BETWEEN_WRITES))
        try:
            yield
        finally:
            self._wrote = self._clock.now()

    def pause(self, turn: int) -> None:
        """Wait for GitHub to catch up with itself; longer each turn, from 0."""
        self._clock.sleep(_FIRST_PAUSE * 2**turn)

    def _path(self, path: str) -> str:
        if path.startswith(("/", self.address.graphql_url)):
            return path
        repository = f"/repos/{self.address.full_name}"
        return f"{repository}/{path}" if path else repository

    def _repeatable(self, request: Request, *, gone: bool = False) -> tuple[Request, Answer]:
        reason = ""
        for turn in range(TRIES):
            if turn:
                self._clock.sleep(_FIRST_PAUSE * 2 ** (turn - 1))
            try:
                answer = self._within_rate(request, gone=gone)
            except LostAnswerError as error:
                reason = str(error)
                continue
            if not _is_broken(answer):
                return request, answer
            reason = _brokenness(answer)
        raise self._unanswered(request, reason)

    def _within_rate(self, request: Request, *, gone: bool = False) -> Answer:
        """Return an answer that is a success or broken; wait where GitHub says that it was too much."""
        for turn in range(TRIES):
            answer = self._once(request)
            if not _is_too_much(answer):
                break
            wait = self._rest(answer, turn)
            if turn == TRIES - 1 or wait > LONGEST_WAIT:
                raise _too_much(request, answer, wait)
            self._clock.sleep(wait)
        if answer.status < 300 or answer.status >= 500 or (gone and answer.status in (404, 410)):  # noqa: PLR2004
            return answer
        raise refusal(request, answer)

    def _once(self, request: Request) -> Answer:
        if not request.writes:
            return self._send(request)
        with self.writing():
            return self._send(request)

    def _rest(self, answer: Answer, turn: int) -> float:
        """Return how long GitHub wants to be left alone."""
        after = _number(answer.headers.get("retry-after"))
        if after is not None:
            return after
        reset = _number(answer.headers.get("x-ratelimit-reset"))
        if answer.headers.get("x-ratelimit-remaining") == "0" and reset is not None:
            # A second more: the two clocks need not agree.
            return max(reset - self._clock.now() + 1, 1.0)
        return float(_FIRST_REST * 2**turn)

    def _unanswered(self, request: Request, reason: str) -> ForgeError:
        return ForgeError(
            f"{self.address.api_url} did not answer {clean(str(request))}, asked {TRIES} times: {reason}",
            f"look at the network, the proxy and GitHub's own status; {LATER}",
        )


def connect(address: Address, account: Account, clock: Clock | None = None) -> Client:
    """Return a client for a repository; nothing is sent yet."""
    # Imported here: PyGithub is only for those who use it.
    from goldset.forge.github.transport import transport  # noqa: PLC0415

    return Client(address, account, transport(address.api_url, account.token), clock)


def connect_app(address: Address, key: AppKey) -> Client:
    """Return a client by which an app asks for its tokens."""
    from goldset.forge.github.transport import app_credential, transport  # noqa: PLC0415

    return Client(address, None, transport(address.api_url, app_credential(key)))


def _is_too_much(answer: Answer) -> bool:
    if answer.status == 429:  # noqa: PLR2004 (too many requests)
        return True
    if answer.status != 403:  # noqa: PLR2004 (forbidden)
        return False
    spent = answer.headers.get("x-ratelimit-remaining") == "0"
    said = what_is_said(answer).lower()
    return "retry-after" in answer.headers or spent or "rate limit" in said or "abuse" in said


def _too_much(request: Request, answer: Answer, wait: float) -> ForgeError:
    minutes = max(round(wait / 60), 1)
    said = what_is_said(answer) or f"status {answer.status}"
    return ForgeError(
        f"GitHub takes no more requests of this account for now ({said}); stopped before {clean(str(request))}",
        f"run it again in {minutes} minute{'s' if minutes > 1 else ''}: what was done stands, and the next run goes on "
        "from there",
    )


def _is_broken(answer: Answer) -> bool:
    return answer.status >= 500 or not _is_json(answer)  # noqa: PLR2004 (the server's own faults)


def _is_json(answer: Answer) -> bool:
    if not answer.text.strip() or answer.status >= 400:  # noqa: PLR2004 (nothing to read)
        return True
    try:
        json.loads(answer.text)
    except ValueError:
        return False
    return True


def _brokenness(answer: Answer) -> str:
    return f"status {answer.status}" if answer.status >= 500 else "its answer is no JSON"  # noqa: PLR2004


def _read(request: Request, answer: Answer, kind: type[T]) -> T:
    try:
        return TypeAdapter(kind).validate_json(answer.text or "null")
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        where = ".".join(map(str, first["loc"]))
        raise ForgeError(
            f"the answer to {clean(str(request))} is not what GitHub's API promises: {where}: {first['msg']}",
            "look whether GITHUB_API_URL is the address of a GitHub server's API",
        ) from None


def _next_page(answer: Answer) -> str | None:
    for part in answer.headers.get("link", "").split(","):
        address, _, rest = part.partition(";")
        if 'rel="next"' in rest:
            return address.strip().strip("<>")
    return None


def _number(text: str | None) -> float | None:
    try:
        return max(float(text), 0.0) if text is not None else None
    except ValueError:
        return None
