"""What is written is whole or not there, and never in the place of a person's work."""

import os
import stat
from pathlib import Path

import pytest

from goldset.errors import GoldsetError
from goldset.stores import export_target
from goldset.stores.export_target import MARK, write_export

FIRST, SECOND = {"a.txt": b"1", "b/c.txt": b"2"}, {"a.txt": b"3", "d.txt": b"4"}


def tree(folder: Path) -> dict[str, bytes]:
    files = (path for path in folder.rglob("*") if path.is_file() and path.name != MARK)
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def write(folder: Path, files: dict[str, bytes], *, force: bool = False) -> None:
    write_export(folder, files, "pair", force=force)


@pytest.mark.parametrize("error", [KeyboardInterrupt(), OSError(28, "No space left on device")])
def test_who_stops_a_folder_halfway_finds_what_was_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: BaseException
) -> None:
    write(tmp_path / "set", FIRST)

    def stop(path: Path, _: bytes) -> None:
        if path.name == "d.txt":
            raise error

    monkeypatch.setattr(export_target, "write_file", stop)
    with pytest.raises((KeyboardInterrupt, GoldsetError)):
        write(tmp_path / "set", SECOND)
    assert tree(tmp_path) == {f"set/{name}": data for name, data in FIRST.items()}
    assert [path.name for path in tmp_path.iterdir()] == ["set"]


def test_a_rename_that_fails_gives_the_folder_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path / "set", FIRST)
    rename = Path.rename

    def renamed(path: Path, to: Path) -> Path:
        if path.name == "new":
            raise OSError(5, "Input/output error")
        return rename(path, to)

    monkeypatch.setattr(Path, "rename", renamed)
    with pytest.raises(GoldsetError, match=r"set cannot be written: Input/output error"):
        write(tmp_path / "set", SECOND)
    assert tree(tmp_path / "set") == FIRST
    assert [path.name for path in tmp_path.iterdir()] == ["set"]


def test_files_that_are_gone_from_a_set_are_gone_from_its_folder(tmp_path: Path) -> None:
    write(tmp_path / "set", FIRST)
    write(tmp_path / "set", SECOND)
    assert tree(tmp_path / "set") == SECOND
    mask = os.umask(0)
    os.umask(mask)
    assert stat.S_IMODE((tmp_path / "set").stat().st_mode) == 0o777 & ~mask


def test_a_mark_that_says_nothing_protects_everything(tmp_path: Path) -> None:
    for number, mark in enumerate((b"", b"{}", b'{"files": 7}', b'{"files": {"a.txt": 7}}', b"[" * 9999)):
        folder = tmp_path / str(number)
        folder.mkdir()
        (folder / MARK).write_bytes(mark)
        (folder / "a.txt").write_bytes(b"mine")
        with pytest.raises(GoldsetError, match="is not as goldset wrote it"):
            write(folder, SECOND)
        assert tree(folder) == {"a.txt": b"mine"}


def test_a_link_in_the_place_of_a_file_is_not_followed(tmp_path: Path) -> None:
    write(tmp_path / "set", FIRST)
    (tmp_path / "mine").write_bytes(b"1")
    (tmp_path / "set/a.txt").unlink()
    (tmp_path / "set/a.txt").symlink_to(tmp_path / "mine")
    with pytest.raises(GoldsetError, match=r"a\.txt was changed"):
        write(tmp_path / "set", SECOND)


def test_force_leaves_every_other_file_alone(tmp_path: Path) -> None:
    (tmp_path / "set").mkdir()
    (tmp_path / "set/mine").write_bytes(b"mine")
    (tmp_path / "set/a.txt").write_bytes(b"mine")
    write(tmp_path / "set", FIRST, force=True)
    assert tree(tmp_path / "set") == {**FIRST, "mine": b"mine"}
