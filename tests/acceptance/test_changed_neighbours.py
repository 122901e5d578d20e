"""Which findings about several items count for a change: those that it has part in."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import Ran, git, write_tree

Goldset = Callable[..., Ran]
SETTINGS = """\
set: example
min_items: {slices: {claims: 9, fees: 9}}
gates:
  - {metric: false_answer, slice: claims, ceiling: 0.05, on: high}
"""


def item(name: str, question: str, slice_name: str = "claims", **more: str) -> str:
    fields = {"id": name, "question": question, "slice": slice_name, "answerable": "false", **more}
    reason = {"abstain_reason": "ambiguous"} | fields
    return "".join(f"{key}: {value}\n" for key, value in reason.items())


@pytest.fixture
def a_set(repository: Path) -> Path:
    files: dict[str, str | bytes] = {
        "goldset.yaml": SETTINGS,
        "items/claims/a.yaml": item("a", "May I claim for my boat?"),
        "items/claims/b.yaml": item("b", "Can I claim for a boat?"),
        "items/fees/f.yaml": item("f", "What does a letter cost?", "fees", split="test"),
    }
    write_tree(repository, files)
    git(repository, "add", "-A")
    git(repository, "commit", "-qm", "start")
    git(repository, "checkout", "-qb", "work")
    return repository


def report(goldset: Goldset, folder: Path) -> tuple[list[str], list[str]]:
    """Return codes with paths of what counts, and of what is older."""
    ran = goldset("validate", "-C", folder, "--changed-since", "main", "--format", "json")
    data = json.loads(ran.out)
    counted, older = (
        [f"{f['code']} {f['path'].rpartition('/')[2]} {f['field']}".rstrip() for f in data[key]]
        for key in ("findings", "older")
    )
    return counted, older


def test_a_partner_of_a_touched_item_counts_and_so_does_its_slice(goldset: Goldset, a_set: Path) -> None:
    write_tree(a_set, {"items/claims/a.yaml": item("a", "May I claim for the boat, please?")})
    counted, older = report(goldset, a_set)
    assert sorted(counted) == [
        "GS211 b.yaml question",
        "GS508 goldset.yaml min_items.slices.claims",
        "GS509 goldset.yaml gates[0]",
    ]
    assert older == ["GS508 goldset.yaml min_items.slices.fees", "GS159 f.yaml split"]


def test_what_lies_in_other_slices_is_older(goldset: Goldset, a_set: Path) -> None:
    write_tree(a_set, {"items/fees/f.yaml": item("f", "What does a parcel cost?", "fees")})
    counted, older = report(goldset, a_set)
    assert counted == ["GS508 goldset.yaml min_items.slices.fees"]
    assert older == [
        "GS508 goldset.yaml min_items.slices.claims",
        "GS509 goldset.yaml gates[0]",
        "GS211 b.yaml question",
    ]


def test_a_new_item_that_repeats_a_frozen_one_counts_at_the_frozen_one(goldset: Goldset, a_set: Path) -> None:
    write_tree(
        a_set, {"items/fees/again.yaml": item("again", "What would a letter cost?", "fees", split="dev")}
    )
    counted, _ = report(goldset, a_set)
    assert "GS214 f.yaml question" in counted


def test_a_deleted_file_concerns_its_slice(goldset: Goldset, a_set: Path) -> None:
    (a_set / "items/claims/b.yaml").unlink()
    counted, _ = report(goldset, a_set)
    assert "GS508 goldset.yaml min_items.slices.claims" in counted


def test_settings_concern_the_whole_set(goldset: Goldset, a_set: Path) -> None:
    write_tree(a_set, {"goldset.yaml": f"{SETTINGS}# more\n"})
    counted, _ = report(goldset, a_set)
    assert [line for line in counted if "goldset.yaml" in line] != []
    assert len([line for line in counted if line.startswith("GS508")]) == 2
