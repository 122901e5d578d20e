from pathlib import Path

import pytest

from goldset.errors import SettingsError
from goldset.stores.set_folder import find_set
from tests.conftest import write_tree


def test_a_folder_below_the_set_finds_it(tmp_path: Path) -> None:
    write_tree(tmp_path, {"set/goldset.yaml": "", "set/items/fees/a.yaml": "", "set/.git/HEAD": ""})
    assert find_set(tmp_path / "set" / "items" / "fees").root == (tmp_path / "set").resolve()


def test_a_set_needs_no_settings(tmp_path: Path) -> None:
    write_tree(tmp_path, {"items/a.yaml": ""})
    found = find_set(tmp_path)
    assert found.root == tmp_path.resolve()
    assert found.tree.files() == ["items/a.yaml"]


def test_settings_further_up_win_over_a_folder_that_is_just_called_items(tmp_path: Path) -> None:
    write_tree(tmp_path, {"goldset.yaml": "", "web/items/page.js": ""})
    assert find_set(tmp_path / "web").root == tmp_path.resolve()


def test_a_set_outside_the_repository_is_not_taken(tmp_path: Path) -> None:
    write_tree(tmp_path, {"goldset.yaml": "", "inner/.git/HEAD": ""})
    with pytest.raises(SettingsError, match="there is no golden set"):
        find_set(tmp_path / "inner")
