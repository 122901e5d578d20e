from datetime import UTC, datetime
from pathlib import Path

import pytest

from goldset.errors import RepositoryError
from goldset.stores.git_commits import (
    Change,
    NewCommit,
    changes_between,
    commits_beyond,
    contents_since,
    decider,
    known_commits,
    write_commits,
)
from goldset.stores.git_repo import Identity, open_repository
from tests.conftest import git, write_tree

WHEN = datetime(2026, 11, 1, tzinfo=UTC)
BOT = Identity("goldset", "goldset@localhost")


@pytest.fixture
def base(repository: Path) -> str:
    write_tree(repository, {"items/a/x.yaml": "x\n", "items/a/y.yaml": "y\n", "notes.txt": "mine\n"})
    git(repository, "add", ".")
    git(repository, "commit", "-qm", "base")
    return git(repository, "rev-parse", "HEAD")


def make(repository: Path, *commits: NewCommit) -> list[str]:
    with open_repository(repository) as repo:
        return write_commits(repo, commits, BOT, WHEN)


def test_commits_are_written_without_branch_index_or_working_tree(repository: Path, base: str) -> None:
    write_tree(repository, {"items/a/x.yaml": "half done\n"})
    git(repository, "add", ".")
    write_tree(repository, {"items/a/x.yaml": "more of it\n"})
    before = git(repository, "status", "--porcelain=v2"), git(repository, "for-each-ref")
    (commit,) = make(
        repository, NewCommit(base, {"items/a/x.yaml": b"new\n", "items/a/y.yaml": None}, "Change")
    )
    assert (git(repository, "status", "--porcelain=v2"), git(repository, "for-each-ref")) == before
    assert git(repository, "show", f"{commit}:items/a/x.yaml") == "new"
    assert git(repository, "ls-tree", "-r", "--name-only", commit).splitlines() == [
        "items/a/x.yaml",
        "notes.txt",
    ]
    assert git(repository, "log", "-1", "--format=%P %an %ae %cI", commit) == (
        f"{base} goldset goldset@localhost 2026-11-01T00:00:00+00:00"
    )


def test_the_same_commit_made_twice_has_the_same_id(repository: Path, base: str) -> None:
    new = NewCommit(base, {'odd "name"\\ü\n.txt': b"\x00\n"}, "Change")
    assert make(repository, new) == make(repository, new)
    (commit,) = make(repository, new)
    assert git(repository, "ls-tree", "-z", "--name-only", commit).split("\0")[2] == 'odd "name"\\ü\n.txt'


def test_own_commits_are_told_from_a_persons(repository: Path, base: str) -> None:
    own, person = make(
        repository, NewCommit(base, {"a": b"1"}, "Own"), NewCommit(base, {"a": b"2"}, "Decide", own=False)
    )
    git(repository, "checkout", "-q", "-b", "amended", own)
    write_tree(repository, {"a": "3"})
    git(repository, "commit", "-qa", "--amend", "--no-edit")
    amended = git(repository, "rev-parse", "HEAD")
    with open_repository(repository) as repo:
        found = commits_beyond(repo, [own, person, amended], base)
    assert {name: commit.own for name, commit in found.items()} == {own: True, person: False, amended: False}
    assert found[own].parents == (base,)


def test_a_merge_is_never_goldsets_own(repository: Path, base: str) -> None:
    (own,) = make(repository, NewCommit(base, {"a": b"1"}, "Own"))
    git(repository, "checkout", "-q", "-b", "side", base)
    git(
        repository,
        "merge",
        "-q",
        "--no-ff",
        "-m",
        f"Merge\n\nGoldset-Tree: {git(repository, 'rev-parse', own + ':')}",
        own,
    )
    merge = git(repository, "rev-parse", "HEAD")
    with open_repository(repository) as repo:
        assert not commits_beyond(repo, [merge], base)[merge].own


def test_changes_of_many_pairs_come_in_order(repository: Path, base: str) -> None:
    same, one, two = make(
        repository,
        NewCommit(base, {}, "Nothing"),
        NewCommit(base, {"items/a/x.yaml": b"new\n"}, "One"),
        NewCommit(base, {"items/a/y.yaml": None, "é": b"1"}, "Two"),
    )
    with open_repository(repository) as repo:
        tree = known_commits(repo, [base, same, one, two, "0" * 40])
        assert list(tree) == [base, same, one, two]
        start = tree[base]
        found = changes_between(
            repo, [(start, tree[same]), (start, tree[one]), (start, start), (start, tree[two])]
        )
    x, y = (git(repository, "rev-parse", f"{base}:items/a/{name}.yaml") for name in "xy")
    new, plus = (
        git(repository, "rev-parse", f"{one}:items/a/x.yaml"),
        git(repository, "rev-parse", f"{two}:é"),
    )
    expected = [
        [],
        [Change("items/a/x.yaml", x, new)],
        [],
        [Change("items/a/y.yaml", y, None), Change("é", None, plus)],
    ]
    assert found == expected


def test_contents_that_the_base_came_to_hold_include_squashed_ones(repository: Path, base: str) -> None:
    (one,) = make(repository, NewCommit(base, {"items/a/x.yaml": b"new\n"}, "One"))
    git(repository, "merge", "-q", "--squash", one)
    git(repository, "commit", "-qm", "Squashed")
    write_tree(repository, {"items/a/x.yaml": "newer\n"})
    git(repository, "commit", "-qam", "Later")
    with open_repository(repository) as repo:
        found = contents_since(repo, base, "HEAD")
    assert ("items/a/x.yaml", git(repository, "rev-parse", f"{one}:items/a/x.yaml")) in found


def test_an_unknown_parent_is_an_error_and_moves_nothing(repository: Path, base: str) -> None:
    with pytest.raises(RepositoryError, match="fast-import"):
        make(repository, NewCommit("1" * 40, {"a": b"1"}, "Lost"))
    assert git(repository, "for-each-ref", "--format=%(refname) %(objectname)") == f"refs/heads/main {base}"


@pytest.mark.parametrize(
    ("author", "message", "who"),
    [
        ("Ana Ng", "Accept item-1", "Ana Ng"),
        ("Ana Ng", "Decide 1 span\n\n- item-1 s1: retire\n\nDecided-by: r.diaz\n", "r.diaz"),
        ("goldset[bot]", "Decide 1 span\n\nDecided-by: r.diaz", "r.diaz"),
        ("Ana Ng", "Two of them\n\nDecided-by: r.diaz\nDecided-by: a.ng", None),
        ("Ana Ng", "Two of one\n\nDecided-by: r.diaz\nDecided-by: r.diaz", "r.diaz"),
        ("Ana Ng", "Say who decides\n\nIt is in Decided-by: r.diaz", "Ana Ng"),
        ("goldset[bot]", "Carry over", None),
    ],
)
def test_the_message_names_who_decided_where_another_person_commits_it(
    author: str, message: str, who: str | None
) -> None:
    assert decider(author, message) == who
