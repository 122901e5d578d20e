import os
from pathlib import Path

import pytest

from goldset.errors import GoldsetError
from goldset.stores.file_writes import write_file, write_one_of_many


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


def test_one_of_many_keeps_its_permissions(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"old")
    path.chmod(0o640)
    write_one_of_many(str(path), b"new", durable=False)
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


def test_a_new_file_has_the_permissions_that_this_process_gives(tmp_path: Path) -> None:
    mask = os.umask(0o027)
    try:
        write_file(tmp_path / "a", b"x")
    finally:
        os.umask(mask)
    assert (tmp_path / "a").stat().st_mode & 0o777 == 0o640


def test_a_disk_that_takes_a_file_in_pieces_gets_all_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write = os.write
    monkeypatch.setattr(os, "write", lambda handle, data: write(handle, data[:3]))
    write_one_of_many(str(tmp_path / "b" / "a"), b"0123456789", durable=False)
    assert (tmp_path / "b" / "a").read_bytes() == b"0123456789"


def test_a_file_s_place_that_is_a_folder_stays_and_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    with pytest.raises(GoldsetError, match="cannot be written"):
        write_one_of_many(str(tmp_path / "a"), b"x", durable=True)
    assert [file.name for file in tmp_path.iterdir()] == ["a"]
