from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from goldset.domain.pulls import Marker, PullKind, PullState
from goldset.errors import ForgeError, GoldsetError, RepositoryError
from goldset.forge.local import LocalHost
from goldset.forge.port import PullText
from goldset.stores.file_writes import write_file
from goldset.stores.git_branches import SetBranches
from goldset.stores.git_commits import NewCommit, write_commits
from goldset.stores.git_repo import Identity, Repository, open_repository
from tests.conftest import git, write_tree

BRANCH = "goldset/s/relabel/rules-1"
MARKER = Marker("s", PullKind.RELABEL, "B", "b" * 64, {"x": {"s1": "key"}})
TEXT = PullText("Relabel", f"Body.\n\n{MARKER}\n")


@pytest.fixture
def base(repository: Path) -> str:
    write_tree(repository, {"items/x.yaml": "old\n"})
    git(repository, "add", ".")
    git(repository, "commit", "-qm", "base")
    return git(repository, "rev-parse", "HEAD")


def host_of(repo: Repository, write: Callable[[Path, bytes], None] = write_file) -> LocalHost:
    return LocalHost(repo.root, "s", SetBranches(repo, "s", repo.commit("main")), write)


def queue(folder: Path, base: str) -> str:
    """Make a queue branch with its pull request, and return the branch's commit."""
    with open_repository(folder) as repo:
        new = NewCommit(base, {"items/x.yaml": b"block\n"}, "Relabel")
        (commit,) = write_commits(repo, [new], Identity("g", "g@h"), datetime(2026, 11, 1, tzinfo=UTC))
        host = host_of(repo)
        host.put_branch(BRANCH, commit, None)
        host.open(BRANCH, TEXT)
    return commit


def state(folder: Path) -> PullState:
    with open_repository(folder) as repo:
        (pull,) = host_of(repo).pull_requests()
    return pull.state


def test_a_pull_request_is_a_file_that_git_does_not_see(repository: Path, base: str) -> None:
    head = queue(repository, base)
    assert git(repository, "status", "--porcelain") == ""
    assert (repository / ".goldset/s/relabel/rules-1.md").read_text() == f"# Relabel\n\nBody.\n\n{MARKER}\n"
    with open_repository(repository) as repo:
        (pull,) = host_of(repo).pull_requests()
    assert (pull.branch, pull.state, pull.marker, pull.head) == (BRANCH, PullState.OPEN, MARKER, head)


def test_a_merged_branch_is_a_merged_pull_request_even_when_it_is_gone(repository: Path, base: str) -> None:
    queue(repository, base)
    git(repository, "merge", "-q", "--no-ff", BRANCH)
    assert state(repository) is PullState.MERGED
    git(repository, "branch", "-D", BRANCH)
    assert state(repository) is PullState.MERGED


def test_a_squashed_branch_is_merged_and_stays_so(repository: Path, base: str) -> None:
    queue(repository, base)
    git(repository, "checkout", "-q", BRANCH)
    write_tree(repository, {"items/x.yaml": "decided\n"})
    git(repository, "commit", "-qam", "Decide")
    git(repository, "checkout", "-q", "main")
    git(repository, "merge", "-q", "--squash", BRANCH)
    git(repository, "commit", "-qm", "Squashed")
    write_tree(repository, {"items/x.yaml": "decided, then edited\n"})
    git(repository, "commit", "-qam", "Edit")
    assert state(repository) is PullState.MERGED
    with open_repository(repository) as repo:
        host_of(repo).remember()
    git(repository, "branch", "-D", BRANCH)
    git(repository, "reflog", "expire", "--expire=now", "--all")
    git(repository, "gc", "-q", "--prune=now")
    assert state(repository) is PullState.MERGED


def test_a_branch_deleted_unmerged_was_closed_by_a_person_and_reopens_with_its_branch(
    repository: Path, base: str
) -> None:
    head = queue(repository, base)
    git(repository, "branch", "-D", BRANCH)
    with open_repository(repository) as repo:
        (pull,) = host_of(repo).pull_requests()
        assert pull.declined
        host_of(repo).remember()
        (pull,) = host_of(repo).pull_requests()
        assert pull.declined
    git(repository, "branch", BRANCH, head)
    assert state(repository) is PullState.OPEN


def test_goldsets_own_closing_is_no_persons_even_when_its_branch_still_stands(
    repository: Path, base: str
) -> None:
    head = queue(repository, base)
    with open_repository(repository) as repo:
        host = host_of(repo)
        host.close(BRANCH, "resolved")
        for _ in range(2):
            (pull,) = host.pull_requests()
            assert (pull.state, pull.declined) == (PullState.CLOSED, False)
            assert pull.marker == replace(MARKER, closed="resolved")
            host.delete_branch(BRANCH, head)


def test_a_closing_that_was_stopped_half_way_is_still_open(repository: Path, base: str) -> None:
    queue(repository, base)
    written: list[Path] = []

    def stop_at_the_second(path: Path, data: bytes) -> None:
        written.append(path)
        if len(written) == 2:
            raise GoldsetError("stopped")
        write_file(path, data)

    with open_repository(repository) as repo, pytest.raises(GoldsetError, match="stopped"):
        host_of(repo, stop_at_the_second).close(BRANCH, "resolved")
    assert state(repository) is PullState.OPEN


def test_comments_are_kept_in_place(repository: Path, base: str) -> None:
    queue(repository, base)
    with open_repository(repository) as repo:
        host = host_of(repo)
        host.comment(BRANCH, "one")
        host.comment(BRANCH, "two")
        (pull,) = host.pull_requests()
    assert pull.comment == "two"


def test_a_damaged_file_is_named(repository: Path, base: str) -> None:
    queue(repository, base)
    (repository / ".goldset/s/relabel/rules-1.json").write_text("{")
    with pytest.raises(ForgeError, match=r"rules-1\.json"):
        state(repository)


def test_a_branch_that_is_checked_out_is_not_moved(repository: Path, base: str) -> None:
    head = queue(repository, base)
    git(repository, "checkout", "-q", BRANCH)
    with open_repository(repository) as repo, pytest.raises(RepositoryError, match="checked out"):
        host_of(repo).delete_branch(BRANCH, head)


def test_a_branch_in_the_way_is_named_with_the_remedy(repository: Path, base: str) -> None:
    assert base
    git(repository, "branch", "goldset")
    with (
        open_repository(repository) as repo,
        pytest.raises(RepositoryError, match="branch goldset exists") as error,
    ):
        host_of(repo).branches()
    assert error.value.hint == "rename it: git branch -m goldset old-goldset"


def work(folder: Path) -> tuple[bool, list[str], list[str]]:
    with open_repository(folder) as repo:
        (found,) = SetBranches(repo, "s", repo.commit("main")).read([BRANCH])
    return found.touched, [c.path for c in found.changes], [c.path for c in found.own_changes]


def test_only_goldsets_own_commits_leave_a_branch_untouched(repository: Path, base: str) -> None:
    queue(repository, base)
    assert work(repository) == (False, ["items/x.yaml"], ["items/x.yaml"])
    git(repository, "checkout", "-q", BRANCH)
    assert work(repository)[0], "a branch that somebody has checked out is theirs"
    write_tree(repository, {"items/y.yaml": "more\n"})
    git(repository, "add", ".")
    git(repository, "commit", "-qm", "More")
    git(repository, "checkout", "-q", "main")
    assert work(repository) == (True, ["items/x.yaml", "items/y.yaml"], ["items/x.yaml"])


def test_a_base_brought_into_a_branch_is_no_change_of_it(repository: Path, base: str) -> None:
    queue(repository, base)
    write_tree(repository, {"items/z.yaml": "z\n"})
    git(repository, "add", ".")
    git(repository, "commit", "-qm", "On the base")
    git(repository, "checkout", "-q", BRANCH)
    git(repository, "merge", "-q", "--no-edit", "main")
    git(repository, "checkout", "-q", "main")
    touched, changed, _ = work(repository)
    assert (touched, changed) == (True, ["items/x.yaml"])


def test_a_history_that_is_not_there_is_an_error_that_says_how_to_deepen(
    repository: Path, base: str, tmp_path: Path
) -> None:
    queue(repository, base)
    git(repository, "commit", "-q", "--allow-empty", "-m", "later")
    source = f"file://{repository}"
    git(tmp_path, "clone", "-q", "--depth", "1", "--no-single-branch", "-b", "main", source, "ci")
    git(tmp_path / "ci", "branch", BRANCH, f"origin/{BRANCH}")
    with pytest.raises(RepositoryError, match="no common history") as error:
        work(tmp_path / "ci")
    assert "unshallow" in error.value.hint


def test_what_another_run_writes_down_meanwhile_is_left_to_it(
    repository: Path, base: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    queue(repository, base)
    there = repository / ".goldset/s/relabel"
    with open_repository(repository) as repo:
        host = host_of(repo)
        tips = SetBranches.tips

        def slow_tips(branches: SetBranches) -> dict[str, str]:
            other = (there / "rules-1.json").read_text().replace("rules-1", "rules-2")
            (there / "rules-2.json").write_text(other)
            return dict(tips(branches))

        monkeypatch.setattr(SetBranches, "tips", slow_tips)
        host.remember()
    assert (there / "rules-2.json").exists()
