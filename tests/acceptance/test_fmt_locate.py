import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import Ran, write_tree
from tests.snapshot_builder import add_snapshot

Goldset = Callable[..., Ran]
LINE = "The bell rings twice."
TEXT = f"# Bells\n\nFirst part. {LINE} Then it rests.\n"
AT = TEXT.index(LINE)
HEAD = """\
id: bell
question: How often does it ring?
slice: bells   # a small one
answerable: true
gold_answer: Twice.
corpus_snapshot: "1"
gold_spans:
"""
PATH = "items/bells/bell.yaml"


@pytest.fixture
def a_set(tmp_path: Path) -> Path:
    write_tree(tmp_path, {"goldset.yaml": "", "docs/bells.md": TEXT})
    return add_snapshot(tmp_path, "1", {"bells.md": TEXT})


def test_places_are_filled_in_and_the_second_run_changes_nothing(goldset: Goldset, a_set: Path) -> None:
    write_tree(a_set, {PATH: HEAD + f"  - doc_id: bells.md\n    text: {LINE}\n"})
    ran = goldset("fmt", "--locate", "-C", a_set)
    assert ran.code == 0
    assert ran.out == f"changed       {PATH}\n1 file: 1 changed, 0 canonical already; 1 place filled in.\n"
    text = (a_set / PATH).read_text("utf-8")
    assert f"    start: {AT}\n    end: {AT + len(LINE)}\n" in text
    assert "# a small one" in text
    again = goldset("fmt", "--locate", "-C", a_set)
    assert (again.code, again.out) == (0, "1 file: 0 changed, 1 canonical already.\n")
    assert goldset("validate", "-C", a_set, "--strict").code == 0


def test_without_the_option_nothing_is_looked_up(goldset: Goldset, a_set: Path) -> None:
    write_tree(a_set, {PATH: HEAD + f"  - doc_id: bells.md\n    text: {LINE}\n"})
    goldset("fmt", "-C", a_set)
    assert "start:" not in (a_set / PATH).read_text("utf-8")


@pytest.mark.parametrize("end", [3 + len(LINE), 9])
def test_offsets_that_disagree_are_corrected(goldset: Goldset, a_set: Path, end: int) -> None:
    write_tree(
        a_set, {PATH: HEAD + f"  - doc_id: bells.md\n    text: {LINE}\n    start: 3\n    end: {end}\n"}
    )
    assert goldset("validate", "-C", a_set).code == 1
    ran = goldset("fmt", "--locate", "-C", a_set)
    assert ran.code == 0
    assert f"corrected     {PATH}, gold_spans[0]: " in ran.out
    assert f"    start: {AT}\n    end: {AT + len(LINE)}\n" in (a_set / PATH).read_text("utf-8")
    assert goldset("validate", "-C", a_set).code == 0


def test_check_writes_nothing_and_tells_what_it_would(goldset: Goldset, a_set: Path) -> None:
    before = HEAD + f"  - doc_id: bells.md\n    text: {LINE}\n"
    write_tree(a_set, {PATH: before})
    ran = goldset("fmt", "--locate", "--check", "-C", a_set, "--format", "json")
    assert ran.code == 1
    report = json.loads(ran.out)
    assert report["changed"] == [PATH]
    assert report["located"][0]["settled"] is True
    assert (a_set / PATH).read_text("utf-8") == before


def test_what_has_no_one_place_is_reported_and_left_as_it_is(goldset: Goldset, a_set: Path) -> None:
    before = HEAD + "  - doc_id: bells.md\n    text: The bell rings thrice.\n"
    write_tree(a_set, {PATH: before})
    ran = goldset("fmt", "--locate", "-C", a_set)
    assert ran.code == 1
    said = f"not located {PATH}, gold_spans[0]: its text does not stand in bells.md of 1"
    assert said in " ".join(ran.out.split())
    assert max(map(len, ran.out.splitlines())) <= 80
    assert "bell rings thrice.\n" in (a_set / PATH).read_text("utf-8")
    assert "start:" not in (a_set / PATH).read_text("utf-8")


def test_a_named_corpus_gives_texts_that_were_not_kept(goldset: Goldset, tmp_path: Path) -> None:
    write_tree(tmp_path, {"goldset.yaml": "", "docs/bells.md": TEXT})
    add_snapshot(tmp_path, "1", {"bells.md": TEXT}, kept=False)
    write_tree(tmp_path, {PATH: HEAD + f"  - doc_id: bells.md\n    text: {LINE}\n"})
    assert "not at hand" in goldset("fmt", "--locate", "-C", tmp_path).out
    assert goldset("fmt", "--locate", "--corpus", "docs", "--check", "-C", tmp_path).code == 1
    assert not (tmp_path / "snapshots/texts").exists()
    ran = goldset("fmt", "--locate", "--corpus", "docs", "-C", tmp_path)
    assert (ran.code, ran.out.rpartition("; ")[2]) == (0, "1 text kept.\n")
    assert f"start: {AT}\n" in (tmp_path / PATH).read_text("utf-8")
    (kept,) = (tmp_path / "snapshots/texts").rglob("*.txt")
    assert kept.read_text("utf-8") == TEXT
    assert goldset("fmt", "--locate", "-C", tmp_path).out == "1 file: 0 changed, 1 canonical already.\n"


def test_a_set_that_keeps_no_texts_is_given_none(goldset: Goldset, tmp_path: Path) -> None:
    write_tree(tmp_path, {"goldset.yaml": "corpus: {keep_text: false}\n", "docs/bells.md": TEXT})
    add_snapshot(tmp_path, "1", {"bells.md": TEXT}, kept=False)
    write_tree(tmp_path, {PATH: HEAD + f"  - doc_id: bells.md\n    text: {LINE}\n"})
    assert goldset("fmt", "--locate", "--corpus", "docs", "-C", tmp_path).code == 0
    assert not (tmp_path / "snapshots/texts").exists()


def test_a_corpus_that_is_not_there_stops_before_anything_is_written(goldset: Goldset, a_set: Path) -> None:
    write_tree(a_set, {PATH: HEAD + f"  - doc_id: bells.md\n    text: {LINE}\n"})
    (a_set / "snapshots/texts").rename(a_set / "elsewhere")
    before = (a_set / PATH).read_bytes()
    ran = goldset("fmt", "--locate", "--corpus", "nowhere", "-C", a_set)
    assert ran.code == 3
    assert (a_set / PATH).read_bytes() == before


def test_a_corpus_without_looking_up_is_wrong_usage(goldset: Goldset, a_set: Path) -> None:
    assert goldset("fmt", "--corpus", "docs", "-C", a_set).code == 2
