"""The stand-in for GitHub: pull requests that follow the repository."""

from pathlib import Path
from typing import Any

import pytest

from tests.conftest import git
from tests.standin.asking import BRANCH, Clone, ask
from tests.standin.people import suggested_texts
from tests.standin.server import Standin
from tests.standin.world import RefusedError

LINES = "".join(f"line {n}\n" for n in range(1, 31))
CHANGED = LINES.replace("line 10\n", "line ten\n")
PULL = {"title": "Prices", "body": "Please look", "head": BRANCH, "base": "main"}
FILE = "items/a.yaml"
SUGGESTION = "Better:\n\n```suggestion\nline X\nline XI\n```\n"


@pytest.fixture
def clone(standin: Standin, tmp_path: Path) -> Clone:
    clone = Clone(standin, tmp_path / "clone")
    git(clone.folder, "checkout", "-q", BRANCH)
    return clone


@pytest.fixture
def standin(standin: Standin) -> Standin:
    """Give it two branches that differ in a line."""
    base = standin.bare.begin({FILE: LINES})
    author = standin.person("goldset-bot")
    author.reset_branch(BRANCH, base)
    author.commit(BRANCH, {FILE: CHANGED}, "Ask", web=False)
    return standin


@pytest.fixture
def pull(standin: Standin) -> int:
    opened = ask(standin, "POST", "/pulls", PULL)
    assert opened.status == 201
    return int(opened.data["number"])


def review(standin: Standin, comments: list[dict[str, Any]], **more: Any) -> Any:
    body = {"event": "COMMENT", "body": "Decide", "comments": comments, **more}
    return ask(standin, "POST", "/pulls/1/reviews", body)


def events(standin: Standin, number: int = 1) -> list[tuple[str, str]]:
    listed = ask(standin, "GET", f"/issues/{number}/events").data
    return [(event["event"], event["actor"]["login"]) for event in listed]


def test_a_push_moves_the_head_of_a_pull_request(standin: Standin, clone: Clone, pull: int) -> None:
    head = clone.commit("More", {"items/b.yaml": "b\n"})
    assert clone.push("HEAD").code == 0
    now = ask(standin, "GET", f"/pulls/{pull}").data
    assert (now["head"]["sha"], now["commits"], now["changed_files"]) == (head, 2, 2)
    assert [f["filename"] for f in ask(standin, "GET", "/pulls/1/files").data] == [FILE, "items/b.yaml"]
    assert [c["sha"] for c in ask(standin, "GET", "/pulls/1/commits").data][-1] == head
    assert standin.bare.refs("refs/pull/") == {"refs/pull/1/head": head}


def test_a_body_that_is_empty_is_null(standin: Standin) -> None:
    assert ask(standin, "POST", "/pulls", {**PULL, "body": ""}).data["body"] is None
    assert ask(standin, "PATCH", "/pulls/1", {"body": "words"}).data["body"] == "words"
    assert ask(standin, "GET", "/issues/1").data["body"] == "words"


def test_a_branch_has_one_open_pull_request(standin: Standin, pull: int) -> None:
    again = ask(standin, "POST", "/pulls", PULL)
    message = f"A pull request already exists for acme:{BRANCH}."
    assert again.data["errors"] == [{"resource": "PullRequest", "code": "custom", "message": message}]
    assert (again.status, again.data["message"], again.data["status"]) == (422, "Validation Failed", "422")
    standin.person("ana").close(pull)
    assert ask(standin, "POST", "/pulls", PULL).data["number"] == 2


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"head": "main"}, {"code": "custom", "message": "No commits between main and main"}),
        ({"head": "nowhere"}, {"code": "invalid", "field": "head"}),
        ({"base": "nowhere"}, {"code": "invalid", "field": "base"}),
        ({"title": ""}, {"code": "missing_field", "field": "title"}),
    ],
)
def test_a_pull_request_needs_two_branches_and_commits(
    standin: Standin, change: dict[str, str], error: dict[str, str]
) -> None:
    refused = ask(standin, "POST", "/pulls", {**PULL, **change})
    assert (refused.status, refused.data["errors"]) == (422, [{"resource": "PullRequest", **error}])


def test_deleting_the_branch_closes_and_restoring_allows_to_reopen(standin: Standin, pull: int) -> None:
    ana = standin.person("ana")
    ana.delete_branch(BRANCH)
    closed = ask(standin, "GET", f"/pulls/{pull}").data
    assert (closed["state"], closed["merged"], closed["head"]["ref"]) == ("closed", False, BRANCH)
    assert events(standin) == [("closed", "ana"), ("head_ref_deleted", "ana")]
    refused = ask(standin, "PATCH", f"/pulls/{pull}", {"state": "open"})
    message = f"state cannot be changed. The {BRANCH} branch has been deleted."
    assert (refused.status, refused.data["errors"][0]["message"]) == (422, message)
    ana.restore_branch(pull)
    assert ask(standin, "PATCH", f"/pulls/{pull}", {"state": "open"}).data["state"] == "open"


def test_a_closed_one_keeps_its_head_and_reopens_only_on_a_branch_that_went_on(
    standin: Standin, pull: int
) -> None:
    ana = standin.person("ana")
    old = standin.world.tip(BRANCH)
    ana.close(pull)
    ana.amend(BRANCH, {FILE: "other\n"})
    assert ask(standin, "GET", f"/pulls/{pull}").data["head"]["sha"] == old
    with pytest.raises(RefusedError) as refused:
        ana.reopen(pull)
    assert f"The {BRANCH} branch was force-pushed or recreated." in str(refused.value.errors)
    ana.reset_branch(BRANCH, old)
    head = ana.edit_file(BRANCH, FILE, "third\n")
    ana.reopen(pull)
    assert ask(standin, "GET", f"/pulls/{pull}").data["head"]["sha"] == head


@pytest.mark.parametrize("method", ["merge", "squash", "rebase"])
def test_merging_changes_the_base_as_git_would(standin: Standin, pull: int, method: str) -> None:
    ana = standin.person("ana")
    ana.edit_file(BRANCH, FILE, lambda text: text.replace("line 20\n", "line twenty\n"))
    ana.edit_file("main", "other.yaml", "elsewhere\n")
    tip = ana.merge(pull, method)
    merged = ask(standin, "GET", f"/pulls/{pull}").data
    assert (merged["merged"], merged["state"], merged["merge_commit_sha"]) == (True, "closed", tip)
    assert merged["merged_by"]["login"] == "ana"
    log = standin.bare.run("log", "--format=%an|%cn|%s|%P", "main").splitlines()
    text = standin.bare.run("show", f"main:{FILE}")
    assert "line ten\n" in text
    assert "line twenty\n" in text
    assert standin.bare.run("show", "main:other.yaml") == "elsewhere"
    assert log[0].startswith(
        {
            "merge": f"ana|GitHub|Merge pull request #1 from acme/{BRANCH}|",
            "squash": "goldset-bot|GitHub|Prices (#1)|",
            "rebase": "ana|GitHub|Update items/a.yaml|",
        }[method]
    )
    assert len(log[0].rpartition("|")[2].split()) == (2 if method == "merge" else 1)
    assert [name for name, _ in events(standin)] == ["merged", "closed"]


def test_a_squash_of_one_commit_keeps_its_message_with_its_trailers(standin: Standin) -> None:
    ben = standin.person("ben")
    ben.reset_branch("topic", standin.world.tip("main"))
    ben.commit("topic", {"t.txt": "t\n"}, "Ask\n\nWhy.\n\nGoldset-Tree: abc", web=False)
    number = standin.person("goldset-bot").open_pull("topic", "Title")
    message = standin.bare.commit(standin.person("ana").squash(number)).message
    assert message.startswith(
        f"Ask (#{number})\n\nWhy.\n\nGoldset-Tree: abc\n\n---------\n\nCo-authored-by: ben <"
    )


def test_pushing_the_head_to_the_base_merges_and_pushing_the_base_to_the_head_closes(
    standin: Standin, clone: Clone, pull: int
) -> None:
    git(clone.folder, "checkout", "-q", "-b", "topic", "origin/main")
    clone.commit("Go on", {"t.txt": "t\n"})
    assert clone.push("topic").code == 0
    other = standin.person("ana").open_pull("topic", "Other")
    assert clone.push(f"+origin/main:refs/heads/{BRANCH}").code == 0
    assert clone.push("topic:main").code == 0
    first, second = (ask(standin, "GET", f"/pulls/{number}").data for number in (pull, other))
    assert (first["state"], first["merged"]) == ("closed", False)
    assert (second["state"], second["merged"]) == ("closed", True)


def test_a_conflict_is_seen_and_neither_merged_nor_updated(standin: Standin, pull: int) -> None:
    ana = standin.person("ana")
    ana.edit_file("main", FILE, LINES.replace("line 10\n", "line zehn\n"))
    seen = ask(standin, "GET", f"/pulls/{pull}").data
    assert (seen["mergeable"], seen["mergeable_state"]) == (False, "dirty")
    assert ask(standin, "PUT", f"/pulls/{pull}/merge", {}).status == 405
    refused = ask(standin, "PUT", f"/pulls/{pull}/update-branch", {})
    assert (refused.status, refused.data["message"]) == (422, "merge conflict between base and head")


def test_mergeable_may_come_late(standin: Standin, pull: int) -> None:
    standin.settings.mergeable_late = True
    standin.person("ana").edit_file(BRANCH, "b.yaml", "b\n")
    assert [ask(standin, "GET", f"/pulls/{pull}").data["mergeable"] for _ in range(2)] == [None, True]


def test_updating_a_branch_merges_the_base_into_it(standin: Standin, pull: int) -> None:
    ana = standin.person("ana")
    base = ana.edit_file("main", "other.yaml", "elsewhere\n")
    old = standin.world.tip(BRANCH)
    head = ana.update_branch(pull)
    made = standin.bare.commit(head)
    assert (made.parents, made.message) == ((old, base), f"Merge branch 'main' into {BRANCH}")
    assert list(standin.bare.pull_diff(base, head)) == [FILE]
    with pytest.raises(RefusedError, match="no new commits"):
        ana.update_branch(pull)


def test_a_suggestion_replaces_exactly_its_lines(standin: Standin, pull: int) -> None:
    body = {
        "path": FILE,
        "start_line": 9,
        "line": 11,
        "side": "RIGHT",
        "start_side": "RIGHT",
        "body": SUGGESTION,
    }
    assert review(standin, [body]).status == 200
    comment = ask(standin, "GET", f"/pulls/{pull}/comments").data[0]
    assert (comment["start_line"], comment["line"], comment["user"]["login"]) == (9, 11, "goldset-bot")
    assert comment["diff_hunk"].splitlines()[-1] == " line 11"
    ana = standin.person("ana")
    head = ana.commit_suggestion(pull, comment["id"])
    text = (standin.bare.file(head, FILE) or b"").decode()
    assert text == LINES.replace("line 9\nline 10\nline 11\n", "line X\nline XI\n")
    made = standin.bare.commit(head)
    assert made.author.startswith("ana <")
    assert "Co-authored-by: goldset-bot <" in made.message
    with pytest.raises(RefusedError, match="has been applied"):
        ana.commit_suggestion(pull, comment["id"])
    assert ask(standin, "GET", f"/pulls/{pull}/comments").data[0]["line"] is None


def test_a_comment_follows_its_lines_and_is_outdated_when_they_change(standin: Standin, pull: int) -> None:
    review(standin, [{"path": FILE, "line": 10, "side": "RIGHT", "body": SUGGESTION}])
    ana = standin.person("ana")
    ana.edit_file(BRANCH, FILE, lambda text: "first\n" + text)
    moved = ask(standin, "GET", f"/pulls/{pull}/comments").data[0]
    assert (moved["line"], moved["original_line"], moved["commit_id"]) == (11, 10, standin.world.tip(BRANCH))
    ana.edit_file(BRANCH, FILE, lambda text: text.replace("line ten", "line TEN"))
    gone = ask(standin, "GET", f"/pulls/{pull}/comments").data[0]
    assert (gone["line"], gone["position"]) == (None, None)
    with pytest.raises(RefusedError, match="Outdated suggestions cannot be applied"):
        ana.commit_suggestion(pull, gone["id"])
    assert ana.suggestions(pull) == []


def test_suggestions_of_a_batch_may_not_share_lines(standin: Standin, pull: int) -> None:
    places = [(8, 9), (9, 10), (11, 12)]
    comments = [{"path": FILE, "start_line": a, "line": b, "body": SUGGESTION} for a, b in places]
    review(standin, comments)
    ana = standin.person("ana")
    first, second, third = (comment.id for comment in ana.suggestions(pull))
    with pytest.raises(RefusedError, match="Only one suggestion per line"):
        ana.commit_suggestions(pull, [first, second])
    head = ana.commit_suggestions(pull, [first, third])
    text = (standin.bare.file(head, FILE) or b"").decode()
    assert "line 7\nline X\nline XI\nline ten\nline X\nline XI\nline 13\n" in text


def test_a_review_with_one_comment_outside_the_diff_is_refused_whole(standin: Standin, pull: int) -> None:
    good = {"path": FILE, "line": 10, "body": "here"}
    hunk = "Pull request review thread diff hunk can't be blank"
    for entry, words in (
        ({"path": FILE, "line": 25}, f"Pull request review thread line must be part of the diff and {hunk}"),
        ({"path": "no.yaml", "line": 1}, f"Pull request review thread path is invalid and {hunk}"),
        (
            {"path": FILE, "start_line": 2, "line": 9},
            "Pull request review thread start line must be part of the same hunk as the line.",
        ),
    ):
        refused = review(standin, [good, {**entry, "body": "there"}])
        assert (refused.status, refused.data["message"]) == (422, "Unprocessable Entity")
        assert refused.data["errors"] == [words]
    assert ask(standin, "GET", f"/pulls/{pull}/reviews").data == []


def test_a_review_is_of_the_commit_that_it_names(standin: Standin, pull: int) -> None:
    old = standin.world.tip(BRANCH)
    standin.person("ana").edit_file(BRANCH, "b.yaml", "b\n")
    assert review(standin, [{"path": "b.yaml", "line": 1, "body": "new"}], commit_id=old).status == 422
    assert review(standin, [], commit_id=old).data["commit_id"] == old
    assert [r["commit_id"] for r in ask(standin, "GET", f"/pulls/{pull}/reviews").data] == [old]


def test_what_people_type_has_the_lines_of_a_browser(standin: Standin, pull: int) -> None:
    ana = standin.person("ana")
    ana.edit_body(pull, lambda body: body + "\nseen")
    ana.comment(pull, "one\ntwo")
    assert ask(standin, "GET", f"/pulls/{pull}").data["body"] == "Please look\r\nseen"
    assert ask(standin, "GET", f"/issues/{pull}/comments").data[0]["body"] == "one\r\ntwo"


@pytest.mark.parametrize(
    ("body", "texts"),
    [
        (SUGGESTION, ["line X\nline XI\n"]),
        ("~~~~suggestion\r\n```\r\n~~~~\r\n", ["```\n"]),
        ("````\n```suggestion\nno\n```\n````\n", []),
        ("```suggestion\n```", [""]),
        ("  ```suggestion\n   x\n  ```\n```suggestion\nopen", [" x\n", "open\n"]),
        ("    ```suggestion\nno\n```", []),
        ("```yaml\nno\n```", []),
    ],
)
def test_suggestions_are_read_as_github_flavoured_markdown(body: str, texts: list[str]) -> None:
    assert suggested_texts(body) == texts


def test_a_fork_that_was_deleted_leaves_no_repository(standin: Standin) -> None:
    ben = standin.person("ben", "read")
    number = ben.open_from_fork("patch-1", {"x.txt": "x\n"}, "From outside")
    opened = ask(standin, "GET", f"/pulls/{number}").data
    assert (opened["head"]["label"], opened["head"]["repo"]["fork"]) == ("ben:patch-1", True)
    ben.delete_fork(number)
    gone = ask(standin, "GET", f"/pulls/{number}").data["head"]
    assert (gone["ref"], gone["repo"]) == ("patch-1", None)
