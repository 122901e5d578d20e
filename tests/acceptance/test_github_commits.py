"""Commits made through GitHub's API."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from goldset.errors import ForgeError
from goldset.forge.github.commits import MOST_INLINE, LocalCommit
from goldset.forge.github.host import GitHubHost
from tests.github_world import SETTINGS, GitHub, github_at
from tests.standin.faults import When, bad_gateway

NEW = "goldset/help/relabel/claims-2"
MESSAGE = "Ask about claims\n\nGoldset-Tree: 1\n"


@dataclass
class Source:
    """Commits that only goldset has."""

    github: GitHub

    def read(self, commit: str) -> LocalCommit:
        bare = self.github.standin.bare
        content = {"a": b"b: 7\n", "b": b"b: 8\n", "bytes": b"\xff\x00", "long": b"x" * (MOST_INLINE + 1)}[
            commit
        ]
        base = bare.refs()["refs/heads/main"]
        changes: dict[str, bytes | None] = {"items/new.yaml": content, "items/item.yaml": None}
        blobs = {
            path: None if data is None else ("100644", bare.blob(data)) for path, data in changes.items()
        }
        return LocalCommit(base, bare.tree_with(bare.commit(base).tree, blobs), MESSAGE, changes)


@pytest.fixture
def github(tmp_path: Path) -> Iterator[GitHub]:
    with github_at(tmp_path / "github") as github:
        github.standin.settings.rules = {"goldset/**": ["required_signatures"]}
        yield github


def signing(github: GitHub) -> GitHubHost:
    token = github.standin.actions_token()
    return github.host(token, replace(SETTINGS, commits="api"), Source(github))


@pytest.mark.parametrize(("commit", "blobs"), [("a", 0), ("bytes", 1), ("long", 1)])
def test_a_branch_is_made_of_a_commit_that_github_signs(github: GitHub, commit: str, blobs: int) -> None:
    host = signing(github)
    host.put_branch(NEW, commit, None)
    tip = host.branches()[NEW]
    made, wanted = github.standin.bare.commit(tip), Source(github).read(commit)
    assert made.tree == wanted.tree
    assert made.parents == (wanted.parent,)
    assert made.message == MESSAGE
    assert "github-actions[bot]" in made.author
    assert "gpgsig" in github.standin.bare.run("cat-file", "commit", tip)
    github.standin.journal.assert_writes(
        *["POST /git/blobs"] * blobs, "POST /git/trees", "POST /git/commits", "POST /git/refs"
    )


def test_a_branch_is_rebuilt_only_where_it_stands(github: GitHub) -> None:
    host = signing(github)
    host.put_branch(NEW, "a", None)
    tip = host.branches()[NEW]
    host.put_branch(NEW, "b", tip)
    assert host.branches()[NEW] != tip
    with pytest.raises(ForgeError, match="moved meanwhile"):
        host.put_branch(NEW, "a", tip)
    with pytest.raises(ForgeError, match="moved meanwhile"):
        host.put_branch(NEW, "a", None)


def test_a_push_of_a_person_at_the_last_moment_is_not_overwritten(github: GitHub) -> None:
    host = signing(github)
    host.put_branch(NEW, "a", None)
    tip = host.branches()[NEW]
    ana = github.standin.person("ang")
    pushed: list[str] = []

    def push(_: object) -> None:
        pushed.append(ana.edit_file(NEW, "items/new.yaml", "b: mine\n"))

    # The request itself is lost, and made again: the person's push lies between.
    github.standin.faults.call("POST", "/graphql$", push)
    with pytest.raises(ForgeError, match="moved meanwhile"):
        host.put_branch(NEW, "b", tip)
    assert github.standin.world.tip(NEW) == pushed[0]


@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize("path", ["/git/trees$", "/git/commits$", "/git/refs$", "/graphql$"])
def test_a_lost_answer_leaves_one_commit_on_the_branch(github: GitHub, path: str, when: When) -> None:
    host = signing(github)
    if path == "/graphql$":
        host.put_branch(NEW, "b", None)
    old = host.branches().get(NEW)
    github.standin.faults.answer("POST", path, bad_gateway(), when=when)
    host.put_branch(NEW, "a", old)
    made = github.standin.bare.commit(host.branches()[NEW])
    wanted = Source(github).read("a")
    assert (made.tree, made.parents) == (wanted.tree, (wanted.parent,))


def test_a_rule_that_forbids_it_is_said(github: GitHub) -> None:
    host = signing(github)
    host.put_branch(NEW, "a", None)
    tip = host.branches()[NEW]
    github.standin.settings.rules = {"goldset/**": ["non_fast_forward"]}
    with pytest.raises(ForgeError, match="Cannot force-push"):
        host.put_branch(NEW, "b", tip)
    github.standin.settings.rules = {"goldset/**": ["creation"]}
    with pytest.raises(ForgeError, match="creations being restricted"):
        host.put_branch("goldset/help/relabel/claims-3", "b", None)
