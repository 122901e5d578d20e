from pathlib import Path

import pytest

from goldset.errors import RepositoryError
from goldset.stores.git_repo import Identity, open_repository
from tests.conftest import git, write_tree


def commit(folder: Path, text: str) -> str:
    write_tree(folder, {"file": text})
    git(folder, "add", ".")
    git(folder, "commit", "-qm", text)
    return git(folder, "rev-parse", "HEAD")


def test_a_branch_is_made_moved_and_deleted_only_from_where_it_was_seen(repository: Path) -> None:
    one, two = commit(repository, "1"), commit(repository, "2")
    with open_repository(repository) as repo:
        repo.move_branch("goldset/s/relabel/a-1", one, None, "made")
        assert repo.branches("goldset/s") == {"goldset/s/relabel/a-1": one}
        with pytest.raises(RepositoryError, match="changed while"):
            repo.move_branch("goldset/s/relabel/a-1", two, two[:-1] + "0", "moved")
        with pytest.raises(RepositoryError, match="changed while"):
            repo.move_branch("goldset/s/relabel/a-1", two, None, "made again")
        repo.move_branch("goldset/s/relabel/a-1", two, one, "moved")
        repo.move_branch("goldset/s/relabel/a-1", two, one, "moved once more: already there")
        with pytest.raises(RepositoryError, match="changed while"):
            repo.move_branch("goldset/s/relabel/a-1", None, one, "deleted")
        repo.move_branch("goldset/s/relabel/a-1", None, two, "deleted")
        repo.move_branch("goldset/s/relabel/a-1", None, two, "deleted once more")
        assert repo.branches("goldset/s") == {}


def test_the_default_branch_is_the_remotes_not_main(tmp_path: Path, repository: Path) -> None:
    commit(repository, "1")
    git(repository, "branch", "develop")
    git(repository, "symbolic-ref", "HEAD", "refs/heads/develop")
    git(tmp_path, "clone", "-q", str(repository), "clone")
    git(tmp_path / "clone", "checkout", "-q", "-b", "main", "origin/main")
    with open_repository(tmp_path / "clone") as repo:
        assert repo.default_branch() == "develop"


def test_without_a_remote_the_branch_at_hand_is_the_default(repository: Path) -> None:
    commit(repository, "1")
    git(repository, "branch", "-m", "trunk")
    with open_repository(repository) as repo:
        assert repo.default_branch() == "trunk"
        git(repository, "checkout", "-q", "--detach")
        assert repo.default_branch() is None
        git(repository, "config", "init.defaultBranch", "trunk")
        assert repo.default_branch() == "trunk"


def test_a_missing_identity_falls_back_to_goldsets_own(
    repository: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with open_repository(repository) as repo:
        assert repo.identity() == Identity("Ana Ng", "ana@example.org")
        for name in ("GIT_COMMITTER_NAME", "GIT_COMMITTER_EMAIL", "GIT_AUTHOR_NAME", "GIT_AUTHOR_EMAIL"):
            monkeypatch.delenv(name)
        assert repo.identity() == Identity("goldset", "goldset@localhost")
        repo.move_branch("b", commit_without_identity(repository), None, "made")


def commit_without_identity(folder: Path) -> str:
    write_tree(folder, {"file": "x"})
    git(folder, "add", ".")
    git(folder, "-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "x")
    return git(folder, "rev-parse", "HEAD")


def test_checked_out_branches_are_known_in_every_working_tree(repository: Path, tmp_path: Path) -> None:
    commit(repository, "1")
    git(repository, "worktree", "add", "-q", "-b", "side", str(tmp_path / "side"))
    with open_repository(repository) as repo:
        assert repo.checked_out() == {"main": str(repository), "side": str(tmp_path / "side")}


def test_a_sets_folder_is_named_from_the_root(repository: Path, tmp_path: Path) -> None:
    (repository / "sets/one").mkdir(parents=True)
    with open_repository(repository / "sets/one") as repo:
        assert (repo.prefix(repository / "sets/one"), repo.prefix(repository)) == ("sets/one", "")
        with pytest.raises(RepositoryError, match="outside"):
            repo.prefix(tmp_path)
