import os
from pathlib import Path

import pytest

from goldset.errors import GoldsetError
from goldset.stores.file_writes import write_file


def test_a_new_file_is_written_with_its_folders(tmp_path: Path) -> None:
    write_file(tmp_path / "a" / "b.txt", b"x\r\n")
    assert (tmp_path / "a" / "b.txt").read_bytes() == b"x\r\n"
    assert [file.name for file in (tmp_path / "a").iterdir()] == ["b.txt"]


def test_a_file_keeps_its_permissions(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"old")
    path.chmod(0o640)
    write_file(path, b"new")
    assert path.read_bytes() == b"new"
    assert path.stat().st_mode & 0o777 == 0o640


def test_a_write_that_fails_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"old")

    def full(_handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(GoldsetError, match="cannot be written: No space left"):
        write_file(path, b"new")
    assert path.read_bytes() == b"old"
    assert [file.name for file in tmp_path.iterdir()] == ["a"]


def test_a_folder_in_the_way_is_an_error_for_people(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"")
    with pytest.raises(GoldsetError, match="cannot be written"):
        write_file(tmp_path / "a" / "b", b"x")
