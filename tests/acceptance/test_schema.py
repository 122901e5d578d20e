import json
from collections.abc import Callable
from pathlib import Path

from tests.conftest import ROOT, Ran, write_tree

Goldset = Callable[..., Ran]


def a_set(tmp_path: Path) -> Path:
    return write_tree(tmp_path, {"goldset.yaml": "set: demo\n"})


def test_schemas_are_written_once_and_are_json(goldset: Goldset, tmp_path: Path) -> None:
    ran = goldset("schema", "-C", a_set(tmp_path))
    assert (ran.code, ran.out) == (0, "wrote schema/item.schema.json\nwrote schema/settings.schema.json\n")
    data = (tmp_path / "schema" / "item.schema.json").read_bytes()
    assert data.endswith(b"}\n")
    assert json.loads(data)["title"] == "Item of a golden set"
    assert goldset("schema", "-C", tmp_path).out == ""


def test_check_names_what_drifted_and_writes_nothing(goldset: Goldset, tmp_path: Path) -> None:
    goldset("schema", "-C", a_set(tmp_path))
    assert goldset("schema", "--check", "-C", tmp_path).code == 0
    path = tmp_path / "schema" / "item.schema.json"
    path.write_text("{}\n", encoding="utf-8")
    ran = goldset("schema", "--check", "-C", tmp_path)
    assert ran.code == 1
    assert "schema/item.schema.json is not what this goldset writes" in ran.out
    assert path.read_text("utf-8") == "{}\n"


def test_turned_line_ends_are_no_drift(goldset: Goldset, tmp_path: Path) -> None:
    goldset("schema", "-C", a_set(tmp_path))
    path = tmp_path / "schema" / "item.schema.json"
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    assert goldset("schema", "--check", "-C", tmp_path).code == 0


def test_outside_of_a_set_there_is_nothing_to_do(goldset: Goldset, tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    ran = goldset("schema", "-C", tmp_path)
    assert ran.code == 3
    assert "there is no golden set" in ran.err


def test_the_schemas_of_this_repository_are_up_to_date(goldset: Goldset) -> None:
    ran = goldset("schema", "--check", "-C", ROOT)
    assert (ran.code, ran.out) == (0, "")
