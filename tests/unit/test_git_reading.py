from pathlib import Path

import pytest

from goldset.errors import RepositoryError
from goldset.stores.git_repo import ASKED_AT_ONCE, open_repository
from tests.conftest import git, write_tree


def test_many_files_come_in_the_order_asked_for_and_to_the_last_byte(repository: Path) -> None:
    files: dict[str, str | bytes] = {
        f"{n}.bin": bytes([n % 256, 10, 0]) * (n % 5) for n in range(ASKED_AT_ONCE + 9)
    }
    files["large.bin"] = b"x" * 300_000
    write_tree(repository, files)
    git(repository, "add", "-A")
    git(repository, "commit", "-qm", "Files")
    with open_repository(repository) as opened:
        tree = opened.tree("HEAD")
        wanted = [*reversed(tree.files()), "large.bin", "large.bin"]
        assert list(tree.read_many(wanted)) == [(path, files[path]) for path in wanted]
        assert list(tree.read_many([])) == []


def test_a_reader_that_stops_early_or_a_lost_file_ends_the_conversation(repository: Path) -> None:
    write_tree(repository, {"a": "x", "b": "y"})
    git(repository, "add", "-A")
    git(repository, "commit", "-qm", "Files")
    with open_repository(repository) as opened:
        reading = opened.tree("HEAD").read_many(["a", "b"])
        assert next(reading) == ("a", b"x")
        reading.close()  # type: ignore[attr-defined]
        with pytest.raises(RepositoryError, match="Git has lost the file 0000"):
            list(opened.read_all(["0" * 40]))
        with pytest.raises(RepositoryError, match="c is not in commit"):
            list(opened.tree("HEAD").read_many(["a", "c"]))
