import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import Ran, git, write_tree

Goldset = Callable[..., Ran]


def item(name: str, status: str = "active", slice_name: str = "claims") -> str:
    retired = "\nretired: {reason: asked no more}" if status == "retired" else ""
    return (
        f"id: {name}\nquestion: May I claim {name}?\nslice: {slice_name}\nanswerable: false\n"
        f"abstain_reason: ambiguous\nstatus: {status}{retired}\n"
    )


@pytest.fixture
def a_set(repository: Path) -> Path:
    names = {"one": "active", "draft": "draft", "gone": "retired"}
    write_tree(
        repository,
        {
            "goldset.yaml": "",
            **{f"items/claims/{name}.yaml": item(name, status) for name, status in names.items()},
        },
    )
    git(repository, "add", "-A")
    git(repository, "commit", "-qm", "start")
    git(repository, "checkout", "-qb", "work")
    return repository


def findings(goldset: Goldset, folder: Path, *args: str) -> list[tuple[str, str, str]]:
    report = json.loads(goldset("validate", "-C", folder, "--format", "json", *args).out)
    return [(f["code"], f["item"], f["path"]) for f in report["findings"]]


def test_a_deleted_item_is_an_error_that_says_how_to_take_it_back(goldset: Goldset, a_set: Path) -> None:
    (a_set / "items/claims/one.yaml").unlink()
    assert findings(goldset, a_set) == [("GS216", "one", "items/claims/one.yaml")]
    git(a_set, "commit", "-qam", "delete")
    ran = goldset("validate", "-C", a_set, "--changed-since", "main")
    assert ran.code == 1
    said = " ".join(ran.out.split())
    assert "-- items/claims/one.yaml`, then retire it with `goldset relabel retire one" in said
    take_back = re.search(r"`(git restore --source=\w+ -- \S+)`", said)
    assert take_back is not None
    git(a_set, *take_back[1].split()[1:])
    done = goldset("relabel", "retire", "one", "--reason", "asked no more", "-C", a_set)
    assert (done.code, done.out) == (0, "one: written to items/claims/one.yaml; 0 more to decide\n")
    text = (a_set / "items/claims/one.yaml").read_text("utf-8")
    assert "status: retired" in text
    assert "  reason: asked no more\n" in text
    assert goldset("validate", "-C", a_set, "--changed-since", "main").code == 0
    again = goldset("relabel", "retire", "one", "--reason", "x", "-C", a_set)
    assert (again.code, "retired already" in again.err) == (3, True)


def test_who_retires_an_item_says_why(goldset: Goldset, a_set: Path) -> None:
    ran = goldset("relabel", "retire", "one", "-C", a_set)
    assert (ran.code, "say it with `--reason`" in ran.err) == (2, True)
    assert git(a_set, "status", "--porcelain") == ""


def test_a_retired_item_may_not_go_either_and_a_draft_may(goldset: Goldset, a_set: Path) -> None:
    (a_set / "items/claims/gone.yaml").unlink()
    (a_set / "items/claims/draft.yaml").unlink()
    assert findings(goldset, a_set) == [("GS216", "gone", "items/claims/gone.yaml")]


def test_a_moved_file_and_one_that_cannot_be_read_are_not_deleted(goldset: Goldset, a_set: Path) -> None:
    write_tree(a_set, {"items/fees/one.yaml": item("one", slice_name="fees"), "items/claims/gone.yaml": "id"})
    (a_set / "items/claims/one.yaml").unlink()
    assert "GS216" not in [code for code, _, _ in findings(goldset, a_set)]


def test_the_last_item_of_all_may_not_go_in_silence(goldset: Goldset, a_set: Path) -> None:
    git(a_set, "rm", "-rq", "items")
    codes = [code for code, _, _ in findings(goldset, a_set, "--changed-since", "main")]
    assert codes == ["GS206", "GS216", "GS216"]
