"""The stand-in for GitHub: tokens, issues, pages, faults, and GitHub's own description."""

import base64
import http.client
import json
import os
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import ROOT, git
from tests.standin.asking import BRANCH, Clone, Reply, ask
from tests.standin.crashing import ClientDiedError, mortal_client
from tests.standin.faults import Answer, bad_gateway, broken_json, primary_limit, secondary_limit
from tests.standin.server import ContractError, Standin

FILES = {"items/a.yaml": "a\nb\nc\n"}
PULL = {"title": "Prices", "body": "Please look", "head": BRANCH, "base": "main"}


@pytest.fixture
def standin(standin: Standin) -> Standin:
    """Give it two branches that differ."""
    base = standin.bare.begin(FILES)
    author = standin.person("goldset-bot")
    author.reset_branch(BRANCH, base)
    author.commit(BRANCH, {"items/a.yaml": "a\nB\nc\n"}, "Ask", web=False)
    return standin


@pytest.fixture
def clone(standin: Standin, tmp_path: Path) -> Clone:
    return Clone(standin, tmp_path / "clone")


# --- who asks


def test_a_token_that_is_not_known_reads_nothing(standin: Standin, clone: Clone) -> None:
    refused = ask(standin, "GET", "", token="ghp_wrong")
    assert (refused.status, refused.data["message"]) == (401, "Bad credentials")
    ran = clone.push("main:new", token="ghp_wrong")
    assert (ran.code, "could not read Username" in ran.err) == (128, True)
    standin.settings.private = False
    assert git(clone.folder, "ls-remote", standin.clone_url, "refs/heads/main")


def test_a_token_that_may_only_read_writes_nothing(standin: Standin, clone: Clone) -> None:
    token = standin.actions_token(write=False)
    assert ask(standin, "GET", "/pulls", token=token).status == 200
    refused = ask(standin, "POST", "/pulls", PULL, token=token)
    assert (refused.status, refused.data["message"]) == (403, "Resource not accessible by integration")
    ran = clone.push("main:new", token=token)
    assert ran.code == 128
    assert "remote: Permission to acme/golden-set.git denied to github-actions[bot]." in ran.err
    assert ask(standin, "GET", "/issues").data == []


def test_a_workflow_may_be_forbidden_to_open_pull_requests(standin: Standin) -> None:
    standin.settings.actions_may_open = False
    refused = ask(standin, "POST", "/pulls", PULL, token=standin.actions_token())
    assert refused.status == 403
    assert refused.data == {
        "message": "GitHub Actions is not permitted to create or approve pull requests.",
        "documentation_url": "https://docs.github.com/rest/pulls/pulls#create-a-pull-request",
        "status": "403",
    }
    assert ask(standin, "POST", "/pulls", PULL).status == 201


def test_an_archived_repository_takes_nothing(standin: Standin, clone: Clone) -> None:
    standin.settings.archived = True
    assert ask(standin, "GET", "").data["archived"] is True
    refused = ask(standin, "POST", "/pulls", PULL)
    assert (refused.status, refused.data["message"]) == (403, "Repository was archived so is read-only.")
    ran = clone.push("main:new")
    assert (ran.code, "remote: This repository was archived so it is read-only." in ran.err) == (128, True)


def test_an_integration_has_no_account_and_no_role(standin: Standin) -> None:
    token = standin.actions_token()
    assert ask(standin, "GET", "//user", token=token).status == 403
    assert ask(standin, "GET", "/actions/permissions/workflow", token=token).status == 403
    assert ask(standin, "GET", "", token=token).data["permissions"]["push"] is False
    assert ask(standin, "GET", "").data["permissions"]["push"] is True
    assert ask(standin, "GET", "//user").data["login"] == "goldset-bot"
    assert ask(standin, "GET", "//users/github-actions[bot]").data["id"] == 41898282
    owner = standin.new_token("acme")
    assert ask(standin, "GET", "/actions/permissions/workflow", token=owner).data == {
        "default_workflow_permissions": "read",
        "can_approve_pull_request_reviews": True,
    }


def test_a_fork_names_its_parent(standin: Standin) -> None:
    standin.settings.fork = True
    seen = ask(standin, "GET", "").data
    assert (seen["fork"], seen["parent"]["full_name"]) == (True, "upstream/golden-set")


def test_an_app_gets_a_token_that_ends_after_an_hour(tmp_path: Path) -> None:
    now = [1_790_000_000.0]
    with Standin.create(tmp_path, clock=lambda: now[0]) as standin:
        claims = {"iss": "1", "iat": int(now[0]) - 60, "exp": int(now[0]) + 540}
        parts = [{"alg": "RS256", "typ": "JWT"}, claims]
        token = (
            ".".join(base64.urlsafe_b64encode(json.dumps(part).encode()).decode() for part in parts) + ".x"
        )
        assert ask(standin, "GET", "/installation", token="ghp_x").status == 401
        number = ask(standin, "GET", "/installation", token=token).data["id"]
        assert ask(standin, "GET", "//app", token=token).data["slug"] == "goldset-app"
        made = ask(standin, "POST", f"//app/installations/{number}/access_tokens", {}, token=token)
        assert (made.status, made.data["expires_at"]) == (201, "2026-09-21T15:13:20Z")
        assert ask(standin, "GET", "", token=made.data["token"]).status == 200
        now[0] += 3600
        assert ask(standin, "GET", "", token=made.data["token"]).status == 401
        assert standin.journal.writes == []


# --- issues


def test_labels_reviewers_and_assignees_leave_events(standin: Standin) -> None:
    ask(standin, "POST", "/pulls", PULL)
    standin.account("ana")
    standin.settings.teams = ["owners"]
    assert ask(standin, "PATCH", "/issues/1", {"labels": ["goldset"], "assignees": ["ana"]}).status == 200
    assert [
        label["name"] for label in ask(standin, "POST", "/issues/1/labels", {"labels": ["more"]}).data
    ] == [
        "goldset",
        "more",
    ]
    asked = {"reviewers": ["ana"], "team_reviewers": ["owners"]}
    assert ask(standin, "POST", "/pulls/1/requested_reviewers", asked).status == 201
    names = [event["event"] for event in ask(standin, "GET", "/issues/1/events").data]
    assert names == ["labeled", "assigned", "labeled", "review_requested", "review_requested"]
    seen = ask(standin, "GET", "/pulls/1/requested_reviewers").data
    assert ([u["login"] for u in seen["users"]], [t["slug"] for t in seen["teams"]]) == (["ana"], ["owners"])
    standin.person("ana").comment(1, "hello")
    assert [e["event"] for e in ask(standin, "GET", "/issues/1/timeline").data][-1] == "commented"


def test_who_cannot_review_or_be_assigned_is_refused(standin: Standin) -> None:
    ask(standin, "POST", "/pulls", PULL)
    standin.account("ana")
    refused = ask(standin, "POST", "/pulls/1/requested_reviewers", {"reviewers": ["ana", "nobody"]})
    assert (refused.status, refused.data["message"].partition(".")[0]) == (
        422,
        "Reviews may only be requested from collaborators",
    )
    own = ask(standin, "POST", "/pulls/1/requested_reviewers", {"reviewers": ["goldset-bot"]})
    assert own.data["message"] == "Review cannot be requested from pull request author."
    refused = ask(standin, "PATCH", "/issues/1", {"assignees": ["nobody"], "labels": ["x"]})
    assert refused.data["errors"] == [
        {"value": "nobody", "resource": "Issue", "field": "assignees", "code": "invalid"}
    ]
    dropped = ask(standin, "POST", "/issues/1/assignees", {"assignees": ["nobody", "ana"]})
    assert [a["login"] for a in dropped.data["assignees"]] == ["ana"]
    assert dropped.data["labels"] == []


def test_a_text_has_a_greatest_length(standin: Standin) -> None:
    long = "x" * 65_537
    refused = ask(standin, "POST", "/pulls", {**PULL, "body": long})
    assert refused.data["errors"][0]["message"] == "body is too long (maximum is 65536 characters)"
    assert ask(standin, "POST", "/pulls", {**PULL, "body": "é" * 65_536}).status == 201
    refused = ask(standin, "POST", "/issues/1/comments", {"body": long})
    assert (refused.status, refused.data["errors"][0]["resource"]) == (422, "IssueComment")
    refused = ask(standin, "POST", "/pulls/1/reviews", {"event": "COMMENT", "body": long})
    assert (refused.status, refused.data["message"]) == (422, "Unprocessable Entity")


def test_comments_are_written_rewritten_and_deleted(standin: Standin) -> None:
    number = standin.person("ana").open_issue("Wait", labels=["goldset:pause"])
    made = ask(standin, "POST", f"/issues/{number}/comments", {"body": "one"}).data
    ask(standin, "PATCH", f"/issues/comments/{made['id']}", {"body": "two"})
    assert [c["body"] for c in ask(standin, "GET", f"/issues/{number}/comments").data] == ["two"]
    assert ask(standin, "DELETE", f"/issues/comments/{made['id']}").status == 204
    assert ask(standin, "GET", f"/issues/{number}/comments").data == []
    paused = ask(standin, "GET", "/issues?state=open&labels=goldset:pause&per_page=1").data
    assert [issue["number"] for issue in paused] == [number]
    assert ask(standin, "GET", "/issues?labels=other").data == []


def test_lists_come_in_pages_with_links(standin: Standin) -> None:
    for number in range(1, 6):
        standin.person("ana").open_issue(f"Issue {number}")
    first = ask(standin, "GET", "/issues?per_page=2&state=all")
    assert [issue["number"] for issue in first.data] == [5, 4]
    links = dict(reversed(link.split("; ")) for link in first.headers["Link"].split(", "))  # type: ignore[misc]
    assert sorted(links) == ['rel="last"', 'rel="next"']
    second = ask(standin, "GET", links['rel="next"'].strip("<>"))
    assert [issue["number"] for issue in second.data] == [3, 2]
    assert sorted(rel.split('"')[1] for rel in second.headers["Link"].split("rel=")[1:]) == [
        "first",
        "last",
        "next",
        "prev",
    ]
    assert "Link" not in ask(standin, "GET", "/issues?per_page=500").headers


# --- the journal and faults


def test_the_journal_counts_writes_and_the_time_between_them(tmp_path: Path) -> None:
    now = [1_790_000_000.0]
    with Standin.create(tmp_path, clock=lambda: now[0]) as standin:
        standin.bare.begin(FILES)
        ask(standin, "POST", "/issues", {"title": "One"})
        now[0] += 1.5
        ask(standin, "PATCH", "/issues/1", {"title": "Two"})
        ask(standin, "GET", "/issues/1")
        standin.journal.assert_writes("POST /issues", "PATCH /issues/1")
        standin.journal.assert_spaced(1.5)
        with pytest.raises(AssertionError):
            standin.journal.assert_spaced(1.6)
        with pytest.raises(AssertionError):
            standin.journal.assert_nothing_written()
        assert [entry.body for entry in standin.journal.find("PATCH", "/issues/")] == [{"title": "Two"}]
        standin.journal.clear()
        standin.journal.assert_nothing_written()


def issue_titles(standin: Standin) -> list[str]:
    return [issue.title for issue in standin.world.issues.values()]


def test_a_fault_happens_before_or_after_the_effect(standin: Standin) -> None:
    standin.faults.answer("POST", "/issues$", bad_gateway(), when="before")
    standin.faults.answer("POST", "/issues$", bad_gateway(), when="after")
    for title, status, there in (("One", 502, []), ("Two", 502, ["Two"]), ("Three", 201, ["Two", "Three"])):
        answer = status_of(lambda title=title: ask(standin, "POST", "/issues", {"title": title}))  # type: ignore[misc]
        assert (answer, issue_titles(standin)) == (status, there)
    assert [entry.took_effect for entry in standin.journal] == [False, True, True]


def status_of(send: Callable[[], Reply]) -> int:
    """Return the status of an answer that need not be JSON; 0 where there was none."""
    try:
        return send().status
    except json.JSONDecodeError:
        return 502
    except (urllib.error.URLError, http.client.HTTPException, OSError):
        return 0


def test_only_the_nth_matching_request_is_hit(standin: Standin) -> None:
    standin.faults.drop("WRITE", nth=2, when="after")
    for title in ("One", "Two"):
        status_of(lambda title=title: ask(standin, "POST", "/issues", {"title": title}))  # type: ignore[misc]
        ask(standin, "GET", "/issues")
    assert [entry.status for entry in standin.journal] == [201, 200, 0, 200]
    assert issue_titles(standin) == ["One", "Two"]


@pytest.mark.parametrize(
    ("answer", "status", "header"),
    [
        (secondary_limit(30), 403, ("Retry-After", "30")),
        (secondary_limit(None), 403, ("Retry-After", None)),
        (secondary_limit(5, 429), 429, ("Retry-After", "5")),
        (primary_limit(1_790_000_000), 403, ("x-ratelimit-reset", "1790000000")),
    ],
)
def test_limits_are_told_as_github_tells_them(
    standin: Standin, answer: Answer, status: int, header: tuple[str, str | None]
) -> None:
    standin.faults.answer("GET", "", answer)
    limited = ask(standin, "GET", "/issues")
    assert (limited.status, limited.headers[header[0]]) == (status, header[1])
    assert "rate limit" in limited.data["message"]
    assert ask(standin, "GET", "/issues").status == 200


def test_connections_drop_hang_and_break(standin: Standin) -> None:
    standin.faults.drop("GET", "/issues")
    standin.faults.hang("GET", "/labels", 0.05)
    standin.faults.answer("GET", "/pulls", broken_json())
    assert status_of(lambda: ask(standin, "GET", "/issues")) == 0
    begun = time.monotonic()
    assert status_of(lambda: ask(standin, "GET", "/labels")) == 0
    assert time.monotonic() - begun >= 0.05
    with pytest.raises(json.JSONDecodeError):
        ask(standin, "GET", "/pulls")
    standin.faults.cut()
    assert [status_of(lambda: ask(standin, "GET", "")) for _ in range(2)] == [0, 0]
    standin.faults.clear()
    assert ask(standin, "GET", "").status == 200


def test_a_push_can_be_lost_before_and_after_it_counted(standin: Standin, clone: Clone) -> None:
    standin.faults.drop("POST", "receive-pack$", when="before")
    standin.faults.drop("POST", "receive-pack$", when="after")
    assert clone.push("main:one").code != 0
    assert standin.world.tip("one") == ""
    assert clone.push("main:one").code != 0
    assert standin.world.tip("one") == standin.world.tip("main")
    assert [entry.took_effect for entry in standin.journal.pushes] == [False, True]


def test_a_client_dies_where_it_is_told(standin: Standin) -> None:
    standin.faults.crash("POST", "/issues$", when="after")
    with mortal_client(), pytest.raises(ClientDiedError):
        ask(standin, "POST", "/issues", {"title": "One"})
    assert issue_titles(standin) == ["One"]


def test_a_process_is_killed_at_a_request(standin: Standin) -> None:
    script = (
        "import os, urllib.request as r\n"
        "r.urlopen(r.Request(os.environ['GITHUB_API_URL'] + '/repos/acme/golden-set',"
        " headers={'Authorization': 'token ' + os.environ['GITHUB_TOKEN']}))"
    )
    process = subprocess.Popen([sys.executable, "-c", script], env={**os.environ, **standin.env()})
    standin.faults.call("GET", "golden-set", lambda _: process.kill(), when="after")
    assert process.wait(timeout=20) == -9


# --- GitHub's description


@pytest.mark.parametrize(
    ("method", "path", "body", "words"),
    [
        ("POST", "/pulls", {"title": "t", "base": "main"}, "'head' is a required property"),
        ("POST", "/pulls", {**PULL, "labels": ["x"]}, "body labels is unknown"),
        ("PATCH", "/pulls/1", {"state": "merged"}, "'merged' is not one of ['open', 'closed']"),
        ("GET", "/pulls?state=merged", None, "query state: 'merged' does not fit"),
        ("GET", "/pulls?author=ana", None, "query author is unknown"),
        ("POST", "/issues/1/comments", None, "there is no body"),
        ("GET", "/nowhere", None, "the stand-in has nothing there"),
    ],
)
def test_what_is_not_in_the_description_fails_the_test(
    standin: Standin, method: str, path: str, body: object, words: str
) -> None:
    assert ask(standin, method, path, body).status in {400, 404}
    with pytest.raises(ContractError) as failed:
        standin.check()
    assert words in str(failed.value)
    standin.violations.clear()


def test_an_answer_against_the_description_fails_the_test(
    standin: Standin, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(standin.world, "now", lambda: 7)
    ask(standin, "POST", "/issues", {"title": "t"})
    assert "$.created_at: 7 is not of type 'string'" in standin.violations[0]
    standin.violations.clear()


def test_an_error_of_the_stand_in_itself_fails_the_test(
    standin: Standin, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(standin.world, "settle", None)
    assert ask(standin, "GET", "").status == 500
    assert "TypeError" in standin.violations[0]
    standin.violations.clear()


def test_it_serves_below_both_base_addresses(standin: Standin) -> None:
    for base in (standin.url, standin.url + "/api/v3"):
        seen = ask(standin, "GET", f"{base}/repos/acme/golden-set").data
        assert seen["url"] == f"{base}/repos/acme/golden-set"
    assert ask(standin, "GET", "//repos/acme/other").status == 404


def test_it_runs_as_a_process_of_its_own(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.standin", str(tmp_path)],
        cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    with process:
        assert process.stdout is not None
        env = json.loads(process.stdout.readline())
        headers = {"Authorization": f"token {env['GITHUB_TOKEN']}"}
        request = urllib.request.Request(
            f"{env['GITHUB_API_URL']}/repos/{env['GITHUB_REPOSITORY']}", headers=headers
        )
        with urllib.request.urlopen(request) as answer:
            assert json.load(answer)["full_name"] == "acme/golden-set"
        process.communicate("")
    assert process.returncode == 0
