import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest
from pydantic import BaseModel

from goldset.errors import ForgeError
from goldset.forge.github.account import TokenAccount
from goldset.forge.github.address import Address
from goldset.forge.github.client import Client
from goldset.forge.github.refusals import RefusedError
from goldset.forge.github.requesting import Answer, LostAnswerError, Request

ADDRESS = Address("https://api.github.com", "https://github.com", "octo-org", "eval")


class Thing(BaseModel):
    id: int


@dataclass
class FakeClock:
    time: float = 1_000_000.0
    slept: list[float] = field(default_factory=list)

    def now(self) -> float:
        return self.time

    def sleep(self, seconds: float) -> None:
        self.slept.append(round(seconds, 3))
        self.time += seconds


@dataclass
class Script:
    """A server that answers from a list; None stands for a lost answer."""

    answers: list[Answer | None]
    seen: list[Request] = field(default_factory=list)

    def __call__(self, request: Request) -> Answer:
        self.seen.append(request)
        answer = self.answers.pop(0)
        if answer is None:
            raise LostAnswerError("no connection, or it broke off")
        return answer


def said(status: int, data: Any = None, **headers: str) -> Answer:
    text = data if isinstance(data, str) else "" if data is None else json.dumps(data)
    return Answer(status, {name.replace("_", "-"): value for name, value in headers.items()}, text)


def client(script: Script, clock: FakeClock | None = None) -> Client:
    return Client(ADDRESS, TokenAccount("ghp_secret"), script, clock or FakeClock())


FINE = said(200, {"id": 7})


def test_writes_are_a_second_apart_and_reads_are_not() -> None:
    clock, script = FakeClock(), Script([FINE, FINE, FINE, FINE, FINE])
    ours = client(script, clock)
    ours.get("a", Thing)
    ours.patch("a", {}, Thing)
    assert clock.slept == []
    ours.get("a", Thing)
    clock.time += 0.25
    ours.patch("a", {}, Thing)
    assert clock.slept == [0.75]
    clock.time -= 3600  # set back by somebody
    ours.delete("a")
    assert clock.slept == [0.75, 1.0]


def test_a_list_is_read_to_its_last_page() -> None:
    following = "https://api.github.com/repositories/1/pulls?page=2"
    pages: list[Answer | None] = [
        said(200, [{"id": 1}], link=f'<{following}>; rel="next", <https://x>; rel="last"'),
        said(200, [{"id": 2}], link='<https://x>; rel="first"'),
    ]
    script = Script(pages)
    assert [thing.id for thing in client(script).pages("pulls", Thing, state="all")] == [1, 2]
    assert script.seen[0].parameters == {"per_page": 100, "state": "all"}
    assert script.seen[1].path == following


BROKEN: list[Answer | None] = [
    None,
    said(502, "<html>"),
    said(500),
    said(200, "<html>"),
    said(200, '{"id": 7'),
]


@pytest.mark.parametrize("broken", BROKEN)
@pytest.mark.parametrize("method", ["get", "patch", "delete"])
def test_what_leads_to_the_same_end_is_repeated(method: str, broken: Answer | None) -> None:
    script, clock = Script([broken, broken, broken, FINE]), FakeClock()
    ours = client(script, clock)
    ask: dict[str, Callable[[], object]] = {
        "get": lambda: ours.get("a", Thing),
        "patch": lambda: ours.patch("a", {"b": 1}, Thing),
        "delete": lambda: ours.delete("a"),
    }
    ask[method]()
    assert len({str(request) for request in script.seen}) == 1
    assert len(script.seen) == 4
    assert clock.slept == [1.0, 2.0, 4.0]


@pytest.mark.parametrize("broken", BROKEN)
def test_it_stops_when_nothing_comes_back(broken: Answer | None) -> None:
    script = Script([broken] * 4)
    with pytest.raises(
        ForgeError, match="did not answer GET /repos/octo-org/eval/a, asked 4 times"
    ) as caught:
        client(script).get("a", Thing)
    assert "run it again" in caught.value.hint
    assert script.answers == []


@pytest.mark.parametrize("broken", BROKEN)
def test_a_post_is_looked_for_before_it_is_made_again(broken: Answer | None) -> None:
    script = Script([broken])
    assert client(script).post("a", {}, Thing, lambda: Thing(id=9)).id == 9
    assert len(script.seen) == 1


@pytest.mark.parametrize("broken", BROKEN)
def test_a_post_that_was_not_carried_out_is_made_again(broken: Answer | None) -> None:
    script = Script([broken, FINE])
    looked: list[int] = []

    def find() -> Thing | None:
        looked.append(len(script.seen))
        return None

    assert client(script).post("a", {}, Thing, find).id == 7
    assert looked == [1], "looked after the first, before the second"


def test_a_post_that_never_comes_back_is_looked_for_once_more_and_given_up() -> None:
    looked: list[int] = []
    script = Script([None] * 4)
    with pytest.raises(ForgeError, match="did not answer POST"):
        client(script).post("a", {}, Thing, lambda: looked.append(len(script.seen)))
    assert looked == [1, 2, 3, 4]


@pytest.mark.parametrize(
    ("refused", "waits"),
    [
        (said(429, {"message": "Too many"}, retry_after="7"), [7.0]),
        (said(403, {"message": "You have exceeded a secondary rate limit"}, retry_after="31"), [31.0]),
        (said(403, {"message": "You have exceeded a secondary rate limit"}), [60.0]),
        (said(403, "", x_ratelimit_remaining="0", x_ratelimit_reset="1000030"), [31.0]),
        (said(429, "", x_ratelimit_remaining="0", x_ratelimit_reset="999990"), [1.0]),
        (said(429, "<html>", retry_after="soon"), [60.0]),
    ],
)
@pytest.mark.parametrize("method", ["get", "post"])
def test_it_waits_as_long_as_github_says(method: str, refused: Answer, waits: list[float]) -> None:
    script, clock = Script([refused, FINE]), FakeClock()
    ours = client(script, clock)
    if method == "get":
        ours.get("a", Thing)
    else:
        ours.post("a", {}, Thing, lambda: pytest.fail("it was refused: nothing to look for"))
    assert clock.slept == waits
    assert len(script.seen) == 2


def test_it_backs_off_three_times_and_stops_cleanly() -> None:
    script, clock = Script([said(403, {"message": "secondary rate limit"})] * 4), FakeClock()
    with pytest.raises(ForgeError, match="no more requests") as caught:
        client(script, clock).post("a", {}, Thing, lambda: None)
    assert clock.slept == [60.0, 120.0, 240.0]
    assert "run it again in 8 minutes" in caught.value.hint


def test_it_does_not_wait_for_an_hour() -> None:
    script, clock = (
        Script([said(403, "", x_ratelimit_remaining="0", x_ratelimit_reset="1003000")]),
        FakeClock(),
    )
    with pytest.raises(ForgeError) as caught:
        client(script, clock).get("a", Thing)
    assert clock.slept == []
    assert "run it again in 50 minutes" in caught.value.hint


@pytest.mark.parametrize(
    ("answer", "message", "hint"),
    [
        (said(401, {"message": "Bad credentials"}), "does not accept the token", "expired"),
        (
            said(403, {"message": "GitHub Actions is not permitted to create or approve pull requests."}),
            "may not open pull requests",
            "Allow GitHub Actions to create and approve pull requests",
        ),
        (
            said(
                403,
                {"message": "Resource not accessible by integration"},
                x_accepted_github_permissions="pull_requests=write",
            ),
            "POST /repos/octo-org/eval/a; it needs pull_requests=write",
            "pull-requests: write",
        ),
        (said(403, {"message": "Repository was archived so is read-only."}), "archived", "unarchive"),
        (
            said(403, {"message": "x"}, x_github_sso="required; url=https://x"),
            "single sign-on",
            "Configure SSO",
        ),
        (said(404, {"message": "Not Found"}), "no such thing", "given this repository"),
        (
            said(
                422,
                {
                    "message": "Validation Failed",
                    "errors": [{"resource": "PullRequest", "field": "base", "code": "invalid"}],
                },
            ),
            "base branch",
            "--base",
        ),
        (
            said(422, {"message": "Unprocessable Entity", "errors": ["Line could not be resolved"]}),
            "could not be",
            "",
        ),
        (said(307, {"message": "Moved"}, location="https://x"), "has moved", "set-url"),
        (said(451, ""), "451", "run it again later"),
    ],
)
def test_a_refusal_says_what_happened_and_what_to_do(answer: Answer, message: str, hint: str) -> None:
    with pytest.raises(RefusedError) as caught:
        client(Script([answer])).post("a", {}, Thing, lambda: pytest.fail("nothing to look for"))
    assert message in caught.value.message
    assert hint in caught.value.hint


def test_a_refusal_cannot_write_to_the_terminal_or_fill_it() -> None:
    with pytest.raises(RefusedError) as caught:
        client(Script([said(422, {"message": "\x1b[31mred\x07\n\u202e" + "x" * 5000})])).get("a", Thing)
    assert caught.value.message.isprintable()
    assert len(caught.value.message) < 500


def test_deleting_what_is_gone_is_done() -> None:
    client(Script([said(404, {"message": "Not Found"})])).delete("issues/comments/1")


def test_an_answer_of_another_shape_is_an_error_and_not_shown() -> None:
    with pytest.raises(ForgeError, match="not what GitHub's API promises: id") as caught:
        client(Script([said(200, {"id": {"token": "secret"}})])).get("a", Thing)
    assert "secret" not in caught.value.message
