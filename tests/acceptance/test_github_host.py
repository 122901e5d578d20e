"""The GitHub host against the stand-in: every rule of writing once, whatever gets lost."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from goldset.domain.pulls import PullRequest, PullState, Review, ReviewComment, read_marker
from goldset.errors import ForgeError
from goldset.forge.github.host import CHECKS_WAIT, GitHubHost
from goldset.forge.github.preflight import paused, preflight, read_facts
from goldset.forge.port import Dress, Host, PullText
from tests.github_world import BRANCH, MARKER, SETTINGS, TEXT, BareRefs, GitHub, github_at
from tests.standin.faults import Answer, bad_gateway, broken_json, primary_limit, secondary_limit

SNAPSHOT = "goldset/help/snapshot/2026-11-01"
DRESS = Dress(("goldset",), ("ang",), ("@rdiaz", "acme/eval"))
REVIEW = Review("Decide by a click.", (ReviewComment("items/item.yaml", 2, 3, "```suggestion\nb: 1\n```"),))


@pytest.fixture
def github(tmp_path: Path) -> Iterator[GitHub]:
    with github_at(tmp_path / "github") as github:
        yield github


def test_it_is_a_host(github: GitHub) -> None:
    host: Host = github.host()
    assert host.shows_reviews
    assert host.files_on("goldset/s/relabel/fees-1").endswith("/blob/goldset/s/relabel/fees-1/")
    assert host.branches() == {BRANCH: github.tip}


# --- opening: five writes


def test_a_pull_request_is_opened_dressed_and_reviewed_in_five_writes(github: GitHub) -> None:
    host = github.host()
    host.open(BRANCH, TEXT)
    host.dress(BRANCH, DRESS)
    host.review(BRANCH, REVIEW)
    github.standin.journal.assert_writes(
        "POST /pulls",
        "POST /pulls/1/requested_reviewers",
        "POST /issues/1/assignees",
        "POST /issues/1/labels",
        "POST /pulls/1/reviews",
    )
    assert not host.notices
    pull = github.pull()
    assert pull == PullRequest("#1", BRANCH, PullState.OPEN, MARKER, "", github.tip, github.tip, dressed=True)
    issue = github.standin.world.issue(1)
    assert issue.labels == ["goldset"]
    assert [account.login for account in issue.assignees] == ["ang"]
    assert issue.pull is not None
    assert [account.login for account in issue.pull.reviewers] == ["rdiaz"]
    assert issue.pull.teams == ["eval"]


def test_doing_it_all_again_writes_nothing(github: GitHub) -> None:
    for _ in range(2):
        host = github.host()
        host.open(BRANCH, TEXT)
        host.dress(BRANCH, DRESS)
        host.review(BRANCH, REVIEW)
        host.comment(BRANCH, "Out of date.")
    writes = [str(entry) for entry in github.standin.journal.writes]
    assert writes[-1] == "POST /repos/acme/golden-set/pulls 422", (
        "the second run asked, and took what was there"
    )
    assert len([entry for entry in github.standin.journal.writes if entry.took_effect]) == 6
    assert len(github.standin.world.issues) == 1


Deed = Callable[[GitHubHost], None]
WRITES: tuple[tuple[str, str, Deed], ...] = (
    ("POST", "/pulls$", lambda host: host.open(BRANCH, TEXT)),
    ("POST", "/requested_reviewers$", lambda host: host.dress(BRANCH, Dress((), (), DRESS.reviewers))),
    ("POST", "/assignees$", lambda host: host.dress(BRANCH, replace(DRESS, labels=()))),
    ("POST", "/labels$", lambda host: host.dress(BRANCH, DRESS)),
    ("POST", "/reviews$", lambda host: host.review(BRANCH, REVIEW)),
    ("POST", "/comments$", lambda host: host.comment(BRANCH, "Out of date.")),
    ("PATCH", "/comments/[0-9]+$", lambda host: host.comment(BRANCH, "Out of date again.")),
    ("PATCH", "/pulls/1$", lambda host: host.update(BRANCH, replace(TEXT, title="Now"))),
    ("PATCH", "/pulls/1$", lambda host: host.close(BRANCH, "settled")),
)
FAULTS: dict[str, Callable[[Any, str, str], None]] = {
    "502 before": lambda faults, method, path: faults.answer(method, path, bad_gateway()),
    "502 after": lambda faults, method, path: faults.answer(method, path, bad_gateway(), when="after"),
    "504 twice after": lambda faults, method, path: faults.answer(
        method, path, bad_gateway(504), when="after", times=2
    ),
    "dropped before": lambda faults, method, path: faults.drop(method, path),
    "dropped after": lambda faults, method, path: faults.drop(method, path, when="after"),
    "broken JSON after": lambda faults, method, path: faults.answer(
        method, path, broken_json(), when="after"
    ),
    "403 before": lambda faults, method, path: faults.answer(method, path, secondary_limit(5)),
    "429 before": lambda faults, method, path: faults.answer(method, path, secondary_limit(None, 429)),
    "dead for good": lambda faults, method, path: faults.answer(method, path, bad_gateway(), times=None),
    "dead after the effect": lambda faults, method, path: faults.drop(method, path, when="after", times=None),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_whatever_is_lost_and_repeated_there_is_one_of_everything(github: GitHub, fault: str) -> None:
    for method, path, do in WRITES:
        github.standin.journal.clear()
        FAULTS[fault](github.standin.faults, method, path)
        if fault == "dead for good" or (fault == "dead after the effect" and method == "PATCH"):
            with pytest.raises(ForgeError, match="did not answer") as caught:
                do(github.host())
            assert "run it again" in caught.value.hint
        else:
            do(github.host())
        github.standin.faults.clear()
        for _ in range(2):  # the next runs
            github.clock.time += 86_400
            host = github.host()
            host.pull_requests()
            do(host)
        effects = [e for e in github.standin.journal.find(method, path) if e.took_effect]
        assert len(effects) == 1 or method == "PATCH", (method, path)
    issue = github.standin.world.issue(1)
    assert len(github.standin.world.issues) == 1
    assert issue.pull is not None
    assert [len(review.comments) for review in issue.pull.reviews] == [1]
    assert [comment.body.partition("\n")[0] for comment in issue.comments] == [
        "goldset closed this pull request: settled."
    ]
    happened = [str({**event, "id": 0, "created_at": ""}) for event in issue.events]
    assert len(set(happened)) == len(happened)
    assert len(issue.labels) == len(issue.assignees) == 1


def test_a_reset_far_away_stops_the_run_at_once(github: GitHub) -> None:
    github.standin.faults.answer("POST", "/pulls$", primary_limit(github.clock.time + 3600))
    with pytest.raises(ForgeError, match="no more requests") as caught:
        github.host().open(BRANCH, TEXT)
    assert "60 minutes" in caught.value.hint
    assert len(github.standin.journal.writes) == 1


def test_two_hosts_at_once_make_one_pull_request_and_one_comment(github: GitHub) -> None:
    github.runs_at_once = True
    one, two = github.host(), github.host()
    assert one.pull_requests() == two.pull_requests() == []
    one.open(BRANCH, TEXT)
    two.open(BRANCH, replace(TEXT, title="Another"))
    assert len(github.standin.world.issues) == 1
    assert github.pull(one).name == github.pull(two).name == "#1"
    # The second looks before the first has written, and writes after it.
    github.standin.faults.call("POST", "/comments$", lambda _: one.comment(BRANCH, "Said."), times=1)
    two.comment(BRANCH, "Said.")
    assert len(github.standin.world.issue(1).comments) == 1


# --- what is read


def test_only_branches_of_the_set_in_this_repository_count(github: GitHub) -> None:
    host = github.opened()
    ana = github.standin.person("ang")
    for name in ("goldset/help-desk/relabel/a-1", "goldset/other/relabel/a-1", "people/work"):
        github.branch(name, "a: 3\n")
        ana.open_pull(name, "Mine", str(replace(MARKER, set="other")))
    ana.open_from_fork(BRANCH, {"x": "y"}, "From a fork", str(MARKER))
    gone = ana.open_from_fork("goldset/help/relabel/z-9", {"x": "y"}, "From a fork", str(MARKER))
    ana.delete_fork(gone)
    assert [pull.name for pull in host.pull_requests()] == ["#1"]


def test_a_person_who_takes_the_marker_out_or_edits_in_the_browser_is_seen(github: GitHub) -> None:
    host = github.opened()
    ana = github.standin.person("ang")
    ana.edit_body(1, lambda body: "Note\r\n" + body.replace("\n", "\r\n"))
    assert github.pull(host).marker == MARKER
    ana.edit_body(1, "Nothing for robots.")
    assert github.pull(host).marker is None


def test_how_a_pull_request_ended_is_told_apart(github: GitHub) -> None:
    host = github.opened()
    ana = github.standin.person("ang")
    ana.close(1)
    pull = github.pull(host)
    assert (pull.state, pull.declined) == (PullState.CLOSED, True)
    ana.reopen(1)
    assert github.pull(host).state is PullState.OPEN
    ana.squash(1)
    assert github.pull(host).state is PullState.MERGED


def test_it_says_how_to_be_asked_again(github: GitHub) -> None:
    host = github.opened()
    github.standin.person("ang").close(1)
    how = host.how_to_reopen(github.pull(host))
    assert f"{github.standin.url}/acme/golden-set/pull/1" in how
    assert "restore" in how.lower()


def test_of_two_pull_requests_of_one_branch_the_open_one_counts(github: GitHub) -> None:
    host = github.opened()
    ana = github.standin.person("ang")
    ana.close(1)
    ana.open_pull(BRANCH, "Mine now")
    pull = github.pull(host)
    assert (pull.name, pull.state, pull.marker) == ("#2", PullState.OPEN, None)


def test_ten_open_pull_requests_are_read_with_few_requests(github: GitHub) -> None:
    host = github.host()
    for number in range(1, 11):
        branch = f"goldset/help/relabel/claims-{number}"
        if number > 1:
            github.branch(branch, f"a: 1\nb: 2\nc: {number}\n")
        host.open(branch, TEXT)
        host.dress(branch, DRESS)
        host.review(branch, REVIEW)
    github.standin.journal.clear()
    client = github.client()
    read_facts(client)
    assert paused(client) == ""
    again = GitHubHost(client, BareRefs(github.standin), SETTINGS)
    pulls = again.pull_requests()
    assert all(pull.dressed and pull.reviewed == pull.head for pull in pulls)
    assert len(github.standin.journal.reads) == 23
    github.standin.journal.assert_nothing_written()


def test_the_whole_list_is_read_however_long(github: GitHub, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("goldset.forge.github.client.PER_PAGE", 2)
    host = github.opened()
    ana = github.standin.person("ang")
    for _ in range(4):
        ana.open_from_fork("x", {"x": "y"}, "From a fork")
    github.branch(SNAPSHOT, "a: 9\n")
    host.open(SNAPSHOT, TEXT)
    assert [pull.name for pull in host.pull_requests()] == ["#1", "#6"]
    assert len(github.standin.journal.find("GET", "/pulls$")) == 3


# --- dress


def test_what_people_take_off_is_not_put_on_again(github: GitHub) -> None:
    host = github.opened()
    assert not github.pull(host).dressed
    host.dress(BRANCH, DRESS)
    github.standin.person("ang").unlabel(1, "goldset")
    assert github.pull(host).dressed


def test_a_label_of_another_workflow_is_neither_dress_nor_lost(github: GitHub) -> None:
    host = github.opened()
    github.standin.person("ang").label(1, "docs")
    assert not github.pull(host).dressed
    host.dress(BRANCH, DRESS)
    assert github.standin.world.issue(1).labels == ["docs", "goldset"]


def test_a_dress_that_was_stopped_is_finished(github: GitHub) -> None:
    host = github.opened()
    github.standin.faults.answer("POST", "/assignees$", bad_gateway(), times=None)
    with pytest.raises(ForgeError):
        host.dress(BRANCH, DRESS)
    assert not github.pull(host).dressed
    github.standin.faults.clear()
    github.standin.journal.clear()
    host.dress(BRANCH, DRESS)
    github.standin.journal.assert_writes("POST /issues/1/assignees", "POST /issues/1/labels")


def test_whom_github_refuses_loses_only_themself(github: GitHub) -> None:
    host = github.opened()
    reviewers = ("rdiaz", "nobody-here", "goldset-bot", "other/eval", "acme/none", "a@example.org", "ang")
    host.dress(BRANCH, Dress(("goldset", "x" * 60), ("stranger", "ang"), reviewers))
    pull = github.standin.world.issue(1).pull
    assert pull is not None
    assert sorted(account.login for account in pull.reviewers) == ["ang", "rdiaz"]
    refused = ("nobody-here", "goldset-bot", "other/eval", "none", "a@example.org", "stranger", "x" * 60)
    for name in refused:
        assert any(name in notice for notice in host.notices), name
    assert not any("rdiaz" in notice for notice in host.notices)


# --- the review


def test_a_comment_without_a_place_loses_only_itself(github: GitHub) -> None:
    host = github.opened()
    lost = ReviewComment("items/item.yaml", 40, 41, "````suggestion\nlost words\n````")
    other = ReviewComment("items/other.yaml", 1, 1, "other words")
    host.review(BRANCH, replace(REVIEW, comments=(lost, *REVIEW.comments, other)))
    pull = github.standin.world.issue(1).pull
    assert pull is not None
    (review,) = pull.reviews
    assert [(comment.first, comment.line) for comment in review.comments] == [(2, 3)]
    assert "lost words" in review.body
    assert "other words" in review.body
    assert "suggestion\n" not in review.body
    assert "2 suggestions stand in the review's text" in host.notices[0]
    assert github.pull(host).reviewed == github.tip


def test_a_review_none_of_whose_comments_has_a_place_is_text(github: GitHub) -> None:
    host = github.opened()
    host.review(
        BRANCH, replace(REVIEW, comments=(ReviewComment("items/none.yaml", 1, 2, "words " * 12_000),))
    )
    pull = github.standin.world.issue(1).pull
    assert pull is not None
    assert [len(review.comments) for review in pull.reviews] == [0]
    assert "1 more are in the files" in pull.reviews[0].body


def test_a_comment_on_one_line_is_taken(github: GitHub) -> None:
    host = github.opened()
    host.review(BRANCH, replace(REVIEW, comments=(ReviewComment("items/item.yaml", 2, 2, "here"),)))
    assert not host.notices


def test_a_new_tip_is_reviewed_once_more(github: GitHub) -> None:
    host = github.opened()
    host.review(BRANCH, REVIEW)
    new = github.branch(BRANCH, "a: 1\nb: 3\nc: 3\n")
    assert github.pull(host).reviewed == github.tip
    host.review(BRANCH, REVIEW)
    host.review(BRANCH, REVIEW)
    assert github.pull(host).reviewed == new
    assert len(github.standin.journal.find("POST", "/reviews$")) == 2


def test_a_persons_review_is_not_goldsets(github: GitHub) -> None:
    host = github.opened()
    github.standin.person("ang").review(1, "Looks right <!-- goldset review --> to me")
    assert github.pull(host).reviewed == ""


# --- the comment


def test_the_comment_is_kept_in_place(github: GitHub) -> None:
    host = github.opened()
    github.standin.person("ang").comment(1, "What is this? <!-- goldset comment --> I quote")
    host.comment(BRANCH, "One.\nTwo.")
    assert github.pull(host).comment == "One.\nTwo."
    host.comment(BRANCH, "One.\nTwo.")
    host.comment(BRANCH, "Three.")
    assert github.pull(host).comment == "Three."
    github.standin.journal.assert_writes(
        "POST /issues/1/comments", f"PATCH /issues/comments/{github.standin.world.issue(1).comments[1].id}"
    )


def test_of_two_comments_of_two_runs_the_younger_goes(github: GitHub) -> None:
    host = github.opened()
    bot = github.standin.person("goldset-bot")

    def race(_: object) -> None:
        if len(github.standin.world.issue(1).comments) == 0:
            bot.comment(1, "Theirs.\n\n<!-- goldset comment -->")

    seen = host._comments
    calls: list[int] = []

    def comments(number: int) -> list[Any]:
        found = seen(number)
        calls.append(number)
        if len(calls) == 1:
            race(None)
        return found

    host._comments = comments  # type: ignore[method-assign]
    host.comment(BRANCH, "Ours.")
    assert github.pull(github.host()).comment == "Theirs."


def test_a_comment_that_github_does_not_let_through_costs_only_itself(github: GitHub) -> None:
    host = github.opened()
    locked = Answer.of(403, {"message": "Unable to create comment because issue is locked."})
    github.standin.faults.answer("POST", "/comments$", locked)
    host.comment(BRANCH, "Said.")
    assert "issue is locked" in host.notices[0]
    host.comment(BRANCH, "Said.")
    other = Answer.of(403, {"message": "Resource not accessible by integration"})
    github.standin.faults.answer("PATCH", "/comments/", other)
    host.close(BRANCH, "settled")
    assert len(host.notices) == 2
    assert github.pull(host).state is PullState.CLOSED


# --- updating and closing


def test_an_update_is_one_write(github: GitHub) -> None:
    host = github.opened()
    host.update(BRANCH, PullText("New", f"New words.\n\n{MARKER}"))
    github.standin.journal.assert_writes("PATCH /pulls/1")
    assert github.standin.world.issue(1).title == "New"


def test_closing_says_why_and_keeps_what_people_wrote(github: GitHub) -> None:
    host = github.opened()
    github.standin.person("ang").edit_body(1, lambda body: "A note of mine.\n" + body)
    host.close(BRANCH, "every span is decided")
    host.delete_branch(BRANCH, github.tip)
    github.standin.journal.assert_writes("POST /issues/1/comments", "PATCH /pulls/1")
    pull = github.pull(host)
    assert (pull.state, pull.declined, pull.marker) == (
        PullState.CLOSED,
        False,
        MARKER.closed_for("every span is decided"),
    )
    issue = github.standin.world.issue(1)
    assert issue.body is not None
    assert issue.body.startswith("A note of mine.\n")
    assert "every span is decided" in issue.comments[0].body
    assert github.host().branches() == {}
    host.close(BRANCH, "every span is decided")
    assert len(issue.comments) == 1


def test_closing_without_a_marker_is_still_goldsets(github: GitHub) -> None:
    host = github.opened()
    github.standin.person("ang").edit_body(1, "Nothing for robots.")
    host.close(BRANCH, "settled")
    pull = github.pull(host)
    assert not pull.declined
    body = github.standin.world.issue(1).body or ""
    assert body.startswith("Nothing for robots.")
    assert read_marker(body) == pull.marker


def test_a_branch_that_moved_is_left_alone(github: GitHub) -> None:
    host = github.opened()
    with pytest.raises(ForgeError):
        host.put_branch(BRANCH, github.tip, "0" * 40)
    with pytest.raises(ForgeError):
        host.delete_branch(BRANCH, "0" * 40)
    assert host.branches() == {BRANCH: github.tip}


# --- what stands in the way


def test_the_default_branch_comes_from_github(github: GitHub) -> None:
    github.standin.bare.move("refs/heads/develop", github.standin.bare.refs()["refs/heads/main"])
    github.standin.settings.default_branch = "develop"
    assert read_facts(github.client()).default_branch == "develop"


def test_a_base_that_github_does_not_have_is_named(github: GitHub) -> None:
    with pytest.raises(ForgeError, match="base branch"):
        github.host(settings=replace(SETTINGS, base="production")).open(BRANCH, TEXT)


@pytest.mark.parametrize(
    ("setting", "value", "message"),
    [("archived", True, "archived"), ("fork", True, "fork")],
)
def test_a_repository_that_takes_no_pull_requests_of_goldsets_is_an_error(
    github: GitHub, setting: str, value: object, message: str
) -> None:
    setattr(github.standin.settings, setting, value)
    with pytest.raises(ForgeError, match=message):
        read_facts(github.client())


def test_a_token_that_may_only_read_is_an_error(github: GitHub) -> None:
    reader = github.standin.new_token("reader", permission="read")
    with pytest.raises(ForgeError, match="may only read"):
        read_facts(github.client(reader))


@pytest.mark.parametrize("kind", ["actions", "fine-grained", "app"])
def test_a_token_without_the_permission_is_told_what_it_lacks(github: GitHub, kind: str) -> None:
    token = github.standin.new_token("somebody[bot]", kind, write=False)
    with pytest.raises(ForgeError, match="the token may not do this: POST") as caught:
        github.host(token).open(BRANCH, TEXT)
    assert "pull-requests: write" in caught.value.hint


def test_a_token_that_is_none_is_an_error(github: GitHub) -> None:
    with pytest.raises(ForgeError, match="does not accept the token"):
        read_facts(github.client("ghp_nobody"))


def test_an_organisation_that_keeps_workflows_from_opening_is_named_by_its_setting(github: GitHub) -> None:
    github.standin.settings.actions_may_open = False
    with pytest.raises(ForgeError) as caught:
        github.host(github.standin.actions_token()).open(BRANCH, TEXT)
    assert "Allow GitHub Actions to create and approve pull requests" in caught.value.hint


def test_who_opens_with_the_token_of_a_workflow_is_told_about_checks_once(github: GitHub) -> None:
    github.branch(SNAPSHOT, "a: 9\n")
    host = github.host(github.standin.actions_token())
    host.open(BRANCH, TEXT)
    host.open(SNAPSHOT, TEXT)
    assert list(host.notices) == [CHECKS_WAIT]


def test_an_open_issue_with_the_label_pauses(github: GitHub) -> None:
    assert paused(github.client()) == ""
    ana = github.standin.person("ang")
    number = ana.open_issue("Not now", labels=["goldset:pause"])
    assert paused(github.client()) == f"#{number}"
    ana.close(number)
    assert paused(github.client()) == ""


def test_nothing_in_the_way_is_found_by_reading(github: GitHub) -> None:
    preflight(github.client(), SETTINGS, [BRANCH, SNAPSHOT])
    github.standin.journal.assert_nothing_written()
    assert len(github.standin.journal.reads) == 5


def test_a_branch_where_a_folder_must_be_is_named(github: GitHub) -> None:
    github.standin.bare.move(f"refs/heads/{BRANCH}", None)
    github.standin.bare.move("refs/heads/goldset", github.tip)
    with pytest.raises(ForgeError, match="the branch goldset exists") as caught:
        preflight(github.client(), SETTINGS, [BRANCH])
    assert "rename or delete" in caught.value.hint


def test_a_protected_branch_is_named(github: GitHub) -> None:
    github.standin.settings.protected = ["goldset/**"]
    with pytest.raises(ForgeError, match="is a protected branch") as caught:
        preflight(github.client(), SETTINGS, [BRANCH])
    assert "Settings, Branches" in caught.value.hint


@pytest.mark.parametrize("rule", ["creation", "update", "deletion", "non_fast_forward", "pull_request"])
def test_a_rule_in_the_way_is_named(github: GitHub, rule: str) -> None:
    github.standin.settings.rules = {"goldset/**": [rule]}
    with pytest.raises(ForgeError, match="the ruleset “house rules”") as caught:
        preflight(github.client(), SETTINGS, ["goldset/help/relabel/new-1"])
    assert "bypass" in caught.value.hint
    github.standin.settings.bypass = "always"
    preflight(github.client(), SETTINGS, ["goldset/help/relabel/new-1"])


@pytest.mark.parametrize("pattern", ["goldset/**", "main"])
def test_signed_commits_lead_to_the_setting_that_has_github_sign(github: GitHub, pattern: str) -> None:
    github.standin.settings.rules = {pattern: ["required_signatures"]}
    branches = ["goldset/help/relabel/new-1"]
    api = replace(SETTINGS, commits="api")
    app = github.client(github.standin.actions_token())
    for client, settings in ((github.client(), SETTINGS), (app, SETTINGS), (github.client(), api)):
        with pytest.raises(ForgeError, match="signed commits") as caught:
            preflight(client, settings, branches)
        assert "commits: api" in caught.value.hint
    preflight(app, api, branches)
