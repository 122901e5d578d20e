"""The stand-in for GitHub: pushes, rules of branches, and the Git data API."""

from pathlib import Path

import pytest

from tests.conftest import git
from tests.standin.asking import BRANCH, Clone, ask
from tests.standin.objects import GitError
from tests.standin.server import Standin

FILES = {"items/a.yaml": "a\nb\nc\n"}


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


def test_a_push_needs_the_branch_where_it_was_seen(standin: Standin, clone: Clone) -> None:
    tip = standin.person("ana").edit_file(BRANCH, "b.txt", "b\n")
    git(clone.folder, "checkout", "-q", BRANCH)
    clone.commit("Mine", {"c.txt": "c\n"})
    assert "[rejected]" in clone.push(BRANCH).err
    ran = clone.push(
        f"--force-with-lease={BRANCH}:{git(clone.folder, 'rev-parse', f'origin/{BRANCH}')}", BRANCH
    )
    assert "(stale info)" in ran.err
    assert standin.world.tip(BRANCH) == tip


def test_a_protected_branch_takes_no_push(standin: Standin, clone: Clone) -> None:
    standin.settings.protected = ["main"]
    tip = standin.world.tip("main")
    clone.commit("Mine", {"c.txt": "c\n"})
    ran = clone.push("main")
    assert ran.code == 1
    assert "remote: error: GH006: Protected branch update failed for refs/heads/main." in ran.err
    assert "! [remote rejected] main -> main (protected branch hook declined)" in ran.err
    assert ask(standin, "DELETE", "/git/refs/heads/main").status == 422
    assert standin.world.tip("main") == tip
    assert ask(standin, "GET", "/branches/main").data["protected"] is True
    assert clone.push("main:other").code == 0


@pytest.mark.parametrize(
    ("rule", "refs", "words"),
    [
        ("creation", "main:goldset/new", "- Cannot create ref due to creations being restricted."),
        ("deletion", f":{BRANCH}", "- Cannot delete this branch"),
        ("update", f"+main:{BRANCH}", "- Cannot update this protected ref."),
        ("pull_request", f"+main:{BRANCH}", "- Changes must be made through a pull request."),
        ("non_fast_forward", f"+main:{BRANCH}", "- Cannot force-push to this branch"),
    ],
)
def test_a_rule_of_the_branch_stops_pushes_and_the_api(
    standin: Standin, clone: Clone, rule: str, refs: str, words: str
) -> None:
    standin.settings.rules = {"goldset/**": [rule]}
    before = standin.bare.refs()
    ran = clone.push(refs)
    name = refs.partition(":")[2]
    assert f"remote: error: GH013: Repository rule violations found for refs/heads/{name}." in ran.err
    assert f"remote: {words}" in ran.err
    assert "(push declined due to repository rule violations)" in ran.err
    if rule == "deletion":
        refused = ask(standin, "DELETE", f"/git/refs/heads/{BRANCH}")
    elif rule == "creation":
        refused = ask(
            standin, "POST", "/git/refs", {"ref": "refs/heads/goldset/new", "sha": before["refs/heads/main"]}
        )
    else:
        body = {"sha": before["refs/heads/main"], "force": True}
        refused = ask(standin, "PATCH", f"/git/refs/heads/{BRANCH}", body)
    assert (refused.status, words[2:] in refused.data["message"]) == (422, True)
    assert standin.bare.refs() == before
    assert [r["type"] for r in ask(standin, "GET", f"/rules/branches/{BRANCH}").data] == [rule]
    assert ask(standin, "GET", "/rules/branches/main").data == []


def test_signed_commits_come_only_through_the_api(standin: Standin, clone: Clone) -> None:
    standin.settings.rules = {"goldset/**": ["required_signatures"]}
    git(clone.folder, "checkout", "-q", "-b", "goldset/new", "main")
    made = clone.commit("Mine", {"c.txt": "c\n"})
    ran = clone.push("goldset/new")
    assert "remote: - Commits must have verified signatures." in ran.err
    assert "remote:   Found 1 violation:" in ran.err
    assert f"remote:   {made}" in ran.err
    with pytest.raises(GitError):
        standin.bare.commit(made)
    tokens = {standin.actions_token(): (201, True), standin.token: (422, False)}
    for token, (status, verified) in tokens.items():
        commit = commit_by_api(standin, token)
        assert commit["verification"]["verified"] is verified
        body = {"ref": f"refs/heads/goldset/{status}", "sha": commit["sha"]}
        assert ask(standin, "POST", "/git/refs", body, token=token).status == status


def commit_by_api(standin: Standin, token: str) -> dict[str, dict[str, bool]]:
    tip = standin.world.tip("main")
    blob = ask(standin, "POST", "/git/blobs", {"content": "Yw==", "encoding": "base64"}, token).data["sha"]
    entry = {"path": "deep/er/c.txt", "mode": "100644", "type": "blob", "sha": blob}
    base = ask(standin, "GET", f"/git/commits/{tip}").data["tree"]["sha"]
    tree = ask(standin, "POST", "/git/trees", {"base_tree": base, "tree": [entry]}, token).data["sha"]
    body = {"message": "By hand", "tree": tree, "parents": [tip]}
    made = ask(standin, "POST", "/git/commits", body, token)
    assert made.status == 201
    assert standin.bare.file(made.data["sha"], "deep/er/c.txt") == b"c"
    assert standin.bare.run("fsck", "--no-dangling", made.data["sha"]) == ""
    commit: dict[str, dict[str, bool]] = made.data
    return commit


def test_a_ref_of_the_api_moves_as_git_allows(standin: Standin) -> None:
    main, other = standin.world.tip("main"), standin.world.tip(BRANCH)
    new = {"ref": "refs/heads/z", "sha": other}
    assert ask(standin, "POST", "/git/refs", new).status == 201
    assert ask(standin, "POST", "/git/refs", new).data["message"] == "Reference already exists"
    assert ask(standin, "GET", "/git/ref/heads/z").data["object"]["sha"] == other
    assert [r["ref"] for r in ask(standin, "GET", "/git/matching-refs/heads/goldset/").data] == [
        f"refs/heads/{BRANCH}"
    ]
    refused = ask(standin, "PATCH", "/git/refs/heads/z", {"sha": main})
    assert (refused.status, refused.data["message"]) == (422, "Update is not a fast forward")
    assert ask(standin, "PATCH", "/git/refs/heads/z", {"sha": main, "force": True}).status == 200
    assert (
        ask(standin, "PATCH", "/git/refs/heads/z", {"sha": "0" * 40}).data["message"]
        == "Object does not exist"
    )
    assert ask(standin, "DELETE", "/git/refs/heads/z").status == 204
    assert ask(standin, "DELETE", "/git/refs/heads/z").data["message"] == "Reference does not exist"
    assert ask(standin, "GET", "/git/ref/heads/z").status == 404


def test_refs_are_read_and_moved_when_packed_too(standin: Standin) -> None:
    standin.bare.run("pack-refs", "--all")
    standin.bare.run("repack", "-adq")
    assert sorted(standin.bare.refs()) == [f"refs/heads/{BRANCH}", "refs/heads/main"]
    ana = standin.person("ana")
    head = ana.edit_file("main", "new.txt", "n\n")
    assert standin.bare.run("rev-parse", "main") == head
    ana.delete_branch(BRANCH)
    assert standin.bare.run("for-each-ref", "--format=%(refname)", "refs/heads") == "refs/heads/main"
