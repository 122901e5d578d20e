import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import Ran, git, goldset_process, write_tree

ITEM = "id: {id}\nquestion: {id}?\nslice: s\nanswerable: false\nabstain_reason: not_in_corpus\n"
PENDING = """\
id: p
question: Which rate?
slice: s
answerable: true
gold_answer: c
corpus_snapshot: "2026-10-01"
gold_spans:
  - id: s1
    relabel:
      outcome: edited
      was:
        doc_id: d.md
        text: old
"""


def item(name: str) -> str:
    return ITEM.format(id=name)


def test_a_sound_set_passes(goldset: Callable[..., Ran], tmp_path: Path) -> None:
    write_tree(tmp_path, {"items/s/a.yaml": item("a"), "items/b.yaml": item("b")})
    assert goldset("validate", "-C", tmp_path) == Ran(
        0, "2 items in 2 files: no errors and no warnings.\n", ""
    )


def test_a_fault_in_one_file_hides_none_in_another(goldset: Callable[..., Ran], tmp_path: Path) -> None:
    write_tree(
        tmp_path,
        {
            "goldset.yaml": "sett: x\n",
            "items/s/a.yaml": "id: [",
            "items/s/b.yaml": b"\xff\xfe\x00",
            "items/s/c.yaml": item("d"),
            "items/s/d.yaml": item("d"),
        },
    )
    ran = goldset("validate", "-C", tmp_path, "--format", "json")
    report = json.loads(ran.out)
    assert ran.code == 1
    assert [(f["path"], f["code"], f["line"]) for f in report["findings"]] == [
        ("goldset.yaml", "GS130", 1),
        ("items/s/a.yaml", "GS111", 1),
        ("items/s/b.yaml", "GS101", 1),
        ("items/s/c.yaml", "GS201", 1),
        ("items/s/d.yaml", "GS202", 1),
    ]
    assert report["totals"] == {"files": 4, "items": 2, "errors": 5, "warnings": 0, "waived": 0}


def test_warnings_fail_only_when_strict(goldset: Callable[..., Ran], tmp_path: Path) -> None:
    write_tree(tmp_path, {"items/t/a.yaml": item("a")})
    assert goldset("validate", "-C", tmp_path).code == 0
    strict = goldset("validate", "-C", tmp_path, "--strict")
    assert strict.code == 1
    assert "GS205  the file lies in `t`, and its `slice` is `s`" in strict.out


@pytest.mark.parametrize("case", ["just begun", "no settings", "texts are kept"])
def test_a_set_without_items_never_passes_in_silence(
    goldset: Callable[..., Ran], tmp_path: Path, case: str
) -> None:
    (tmp_path / "items").mkdir()
    if case != "no settings":
        write_tree(tmp_path, {"goldset.yaml": "set: x\n"})
    if case == "texts are kept":
        write_tree(tmp_path, {"snapshots/texts/00/0.txt": "of an item that was there"})
    ran = goldset("validate", "-C", tmp_path)
    assert ran.code == (0 if case == "just begun" else 1)
    assert "GS206" in ran.out
    assert "goldset new" in ran.out
    assert goldset("validate", "--strict", "-C", tmp_path).code == 1


def test_a_folder_that_is_no_set_cannot_be_validated(goldset: Callable[..., Ran], tmp_path: Path) -> None:
    ran = goldset("validate", "-C", tmp_path)
    assert (ran.code, ran.out) == (3, "")
    assert "goldset init" in ran.err


def test_paths_choose_what_is_printed_not_what_is_checked(
    goldset: Callable[..., Ran], tmp_path: Path
) -> None:
    write_tree(
        tmp_path,
        {
            "items/s/a.yaml": item("a"),
            "items/s/A.yaml": item("A"),
            "items/s/t/b.yaml": item("b"),
            "items/s/c.yaml": "id: c\n",
            "other/x": "",
        },
    )
    only = goldset("validate", "-C", tmp_path, "items/s/t", "--format", "json")
    assert [f["code"] for f in json.loads(only.out)["findings"]] == []
    one = goldset("validate", "-C", tmp_path, "items/s/a.yaml")
    assert (one.code, "GS203" in one.out, "c.yaml" in one.out) == (1, True, False)
    for path in ("items/typo.yaml", "items/none", "other"):
        missing = goldset("validate", "-C", tmp_path, path)
        assert (missing.code, "GS206" in missing.out) == (1, True)
    outside = goldset("validate", "-C", tmp_path, "..")
    assert (outside.code, outside.out) == (3, "")


def test_a_queued_span_fails_until_it_is_decided(goldset: Callable[..., Ran], tmp_path: Path) -> None:
    write_tree(tmp_path, {"items/s/p.yaml": PENDING})
    ran = goldset("validate", "-C", tmp_path)
    assert ran.code == 1
    assert "GS401  `gold_spans[0]`, span `s1`, waits for a decision" in ran.out
    for decided in ("decision: later", "decision: retire"):
        write_tree(tmp_path, {"items/s/p.yaml": PENDING.replace("outcome: edited", decided)})
        assert "GS401" not in goldset("validate", "-C", tmp_path).out


def test_validate_reads_nothing_of_git(tmp_path: Path) -> None:
    write_tree(tmp_path, {"items/s/a.yaml": item("a")})
    git(tmp_path, "init", "-q")
    ran = goldset_process("validate", cwd=tmp_path / "items" / "s")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out == "1 item in 1 file: no errors and no warnings.\n"
