"""The stand-in's own reading and writing of Git's files, against Git itself."""

import difflib
import itertools
import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.standin.bare import Bare
from tests.standin.diffs import moved_line, parse_diff
from tests.standin.objects import NO_COMMIT, GitError

ANA = "Ana Ng <ana@example.org>"


@pytest.fixture
def bare(tmp_path: Path) -> Bare:
    return Bare.create(tmp_path / "bare.git")


def history(bare: Bare, size: int) -> list[str]:
    """Make commits with up to two random parents, and a second root."""
    chosen = random.Random(7)
    commits: list[str] = []
    for number in range(size):
        parents = chosen.sample(commits, min(len(commits), chosen.choice([1, 1, 2]))) if number != 5 else []
        tree = bare.tree_with(None, {"n": ("100644", bare.blob(str(number).encode()))})
        commits.append(bare.make(tree, parents, f"{number}\n", ANA, 1_790_000_000 + number))
    return commits


def test_histories_are_what_git_says(bare: Bare) -> None:
    commits = history(bare, 14)
    for number, commit in enumerate(commits):
        bare.move(f"refs/heads/c/{number}", commit)
        assert bare.history(commit) == frozenset(bare.run("rev-list", commit).split())
    for base, head in itertools.product(commits[8:], repeat=2):
        between = bare.between(base, head)
        assert sorted(between) == sorted(bare.run("rev-list", f"{base}..{head}").split())
        place = {commit: number for number, commit in enumerate(between)}
        assert all(place.get(p, -1) < place[c] for c in between for p in bare.commit(c).parents)
    assert bare.run("fsck", "--strict") == ""


def test_trees_are_what_git_writes(bare: Bare, tmp_path: Path) -> None:
    blob = ("100644", bare.blob(b"x\n"))
    paths = ["a/b/c", "a.b", "a0", "a/d", "a-b/c", "z", "ü/ß"]
    tree = bare.tree_with(None, dict.fromkeys(paths, blob))
    assert bare.run(
        "-c", "core.quotePath=false", "ls-tree", "-r", "--name-only", tree
    ).splitlines() == sorted(paths)
    changed = bare.tree_with(tree, {"a/b/c": None, "z": None, "z/new": ("100755", blob[1]), "missing": None})
    env = {"GIT_INDEX_FILE": str(tmp_path / "index")}
    bare.run("read-tree", tree, env=env)
    bare.run(
        "update-index", "--index-info", data=f"0 {NO_COMMIT}\ta/b/c\n0 {NO_COMMIT}\tz\n".encode(), env=env
    )
    bare.run("update-index", "--add", "--cacheinfo", f"100755,{blob[1]},z/new", env=env)
    assert changed == bare.run("write-tree", env=env)
    assert bare.objects.find(changed, "a/b") is None


def test_refs_move_as_gits_do(bare: Bare) -> None:
    one, two = history(bare, 2)
    bare.move("refs/heads/a/b", one)
    with pytest.raises(GitError):
        bare.move("refs/heads/a", one)
    with pytest.raises(GitError):
        bare.move("refs/heads/a/b/c", one)
    with pytest.raises(GitError):
        bare.move("refs/heads/a/b", two, two)
    with pytest.raises(GitError):
        bare.move("refs/heads/a/b", None, two)
    assert bare.refs() == {"refs/heads/a/b": one}
    bare.move("refs/heads/a/b", two, one)
    bare.move("refs/heads/a/b", None, two)
    bare.move("refs/heads/a", one)
    assert bare.run("show-ref").split() == [one, "refs/heads/a"]
    (bare.folder / "refs/heads/a.lock").touch()
    with pytest.raises(GitError):
        bare.move("refs/heads/a", two, one)


@given(st.data())
@settings(max_examples=150, deadline=None)
def test_lines_that_no_change_touches_keep_their_text_wherever_they_go(data: st.DataObject) -> None:
    old = [f"line {n}\n" for n in range(data.draw(st.integers(1, 12)))]
    new = list(old)
    for number in range(data.draw(st.integers(0, 4))):
        at = data.draw(st.integers(0, len(new)))
        new[at : at + data.draw(st.integers(0, 2))] = [
            f"new {number} {i}\n" for i in range(data.draw(st.integers(0, 2)))
        ]
    first = data.draw(st.integers(1, len(old)))
    last = data.draw(st.integers(first, len(old)))
    hunks = "".join(difflib.unified_diff(old, new, "a/f", "b/f", n=0))
    changes = parse_diff("diff --git a/f b/f\n" + hunks).get("f")
    moved = moved_line(changes, first, last)
    wanted = old[first - 1 : last]
    assert (moved is not None) == any(new[i : i + len(wanted)] == wanted for i in range(len(new) + 1))
    if moved is not None:
        assert new[moved[0] - 1 : moved[1]] == wanted
