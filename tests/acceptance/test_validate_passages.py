"""Validation against the kept texts of a real snapshot."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path

from goldset.stores.snapshot_files import text_path, text_sha256
from tests.conftest import Ran, git, write_tree
from tests.snapshot_builder import add_snapshot

Goldset = Callable[..., Ran]
NOON = "The bell in the old tower rings twice at noon."
BELLS = f"🔔🔔🔔 Bells\n\n{NOON}\nThere are 7 presses. The first came in 1817.\n"


def with_snapshot(folder: Path, documents: dict[str, str]) -> Path:
    return add_snapshot(folder, "2026-10-01", documents)


def item(name: str, spans: str, answer: str = "Twice.") -> dict[str, str | bytes]:
    text = f"""\
id: {name}
question: What about {name}?
slice: bells
answerable: true
gold_answer: "{answer}"
corpus_snapshot: "2026-10-01"
gold_spans:
{spans}"""
    return {f"items/bells/{name}.yaml": text}


def findings(goldset: Goldset, folder: Path) -> list[tuple[str, str, int]]:
    report = json.loads(goldset("validate", "-C", folder, "--format", "json").out)
    return [(finding["code"], finding["item"], finding["line"]) for finding in report["findings"]]


def test_offsets_of_another_unit_are_named_with_file_line_and_what_they_should_be(
    goldset: Goldset, tmp_path: Path
) -> None:
    spans = f"  - doc_id: bells.md\n    text: {NOON}\n    start: 14\n    end: 60\n"
    folder = write_tree(with_snapshot(tmp_path, {"bells.md": BELLS}), item("noon", spans))
    ran = goldset("validate", "-C", folder)
    assert ran.code == 1
    words = " ".join(ran.out.split())
    assert "items/bells/noon.yaml 10:5 error GS304" in words
    assert "they should be 11 and 57 (code points from 0, the end not included)" in words


def test_a_quote_of_one_digit_gives_warnings_that_fail_only_with_strict(
    goldset: Goldset, tmp_path: Path
) -> None:
    folder = write_tree(
        with_snapshot(tmp_path, {"bells.md": BELLS}),
        item("presses", '  - doc_id: bells.md\n    text: "7"\n    start: 68\n    end: 69\n', "7"),
    )
    assert findings(goldset, folder) == [("GS155", "presses", 9), ("GS305", "presses", 9)]
    assert goldset("validate", "-C", folder).code == 0
    assert goldset("validate", "-C", folder, "--strict").code == 1


def test_a_quote_cut_inside_a_word_and_a_span_listed_twice_are_warnings(
    goldset: Goldset, tmp_path: Path
) -> None:
    span = "  - doc_id: bells.md\n    text: ell in the old tower rings twice at noon.\n"
    folder = write_tree(with_snapshot(tmp_path, {"bells.md": BELLS}), item("noon", span + span))
    assert findings(goldset, folder) == [("GS306", "noon", 9), ("GS154", "noon", 11), ("GS306", "noon", 11)]
    assert goldset("validate", "-C", folder).code == 0


def test_a_kept_text_that_was_changed_is_a_finding_and_the_rest_is_checked(
    goldset: Goldset, tmp_path: Path
) -> None:
    documents = {"bells.md": BELLS, "towers.md": "The old tower has two hundred steps in all."}
    folder = with_snapshot(tmp_path, documents)
    write_tree(folder, item("noon", "  - doc_id: bells.md\n    text: The bell in the old tower rings.\n"))
    write_tree(
        folder, item("steps", "  - doc_id: towers.md\n    text: The old tower has three hundred steps.\n")
    )
    (folder / text_path(text_sha256(BELLS))).write_bytes(b"The bell in the old tower rings.")
    assert [code for code, _, _ in findings(goldset, folder)] == ["GS303", "GS502"]


def test_a_damaged_manifest_is_a_finding_and_no_crash(goldset: Goldset, tmp_path: Path) -> None:
    folder = write_tree(
        with_snapshot(tmp_path, {"bells.md": BELLS}),
        item("noon", "  - doc_id: bells.md\n    text: The bell in the old tower rings twice.\n"),
    )
    (folder / "snapshots" / "2026-10-01" / "documents.jsonl").write_bytes(b"{\n")
    assert findings(goldset, folder) == [("GS502", "", 0)]
    assert goldset("validate", "-C", folder).code == 1


def test_a_set_without_a_snapshot_says_that_nothing_was_compared(goldset: Goldset, tmp_path: Path) -> None:
    folder = write_tree(
        tmp_path, item("noon", "  - doc_id: bells.md\n    text: The bell in the old tower rings.\n")
    )
    assert findings(goldset, folder) == [("GS507", "", 0)]
    assert goldset("validate", "-C", folder).code == 0


def unkept(folder: Path, count: int, settings: str = "") -> Path:
    folder = add_snapshot(folder, "2026-10-01", {"bells.md": BELLS}, kept=False)
    for number in range(count):
        write_tree(folder, item(f"noon-{number}", f"  - doc_id: bells.md\n    text: {NOON}\n"))
    return write_tree(folder, {"goldset.yaml": settings})


def test_a_quote_whose_text_is_not_kept_is_a_warning_until_it_is(goldset: Goldset, tmp_path: Path) -> None:
    folder = unkept(tmp_path / "set", 1)
    ran = goldset("validate", "-C", folder)
    assert (ran.code, "GS308" in ran.out) == (0, True)
    assert "the text of bells.md in 2026-10-01 is not kept" in " ".join(ran.out.split())
    assert goldset("validate", "-C", folder, "--strict").code == 1
    corpus = write_tree(tmp_path / "docs", {"bells.md": BELLS})
    assert goldset("fmt", "-C", folder, "--locate", "--corpus", corpus).code == 0
    assert findings(goldset, folder) == []


def test_many_quotes_that_are_not_checked_are_one_finding(goldset: Goldset, tmp_path: Path) -> None:
    folder = unkept(tmp_path, 9)
    found = json.loads(goldset("validate", "-C", folder, "--format", "json").out)["findings"]
    assert [one["code"] for one in found if one["code"] == "GS308"] == ["GS308"]
    assert any(one["message"].startswith("9 quotes of 9 items not checked") for one in found)
    assert findings(goldset, folder / "items" / "bells") == findings(goldset, folder)
    one = goldset("validate", "-C", folder, folder / "items/bells/noon-3.yaml", "--format", "json")
    assert [row["item"] for row in json.loads(one.out)["findings"] if row["code"] == "GS308"] == ["noon-3"]


def test_where_no_text_may_be_kept_one_notice_says_so(goldset: Goldset, tmp_path: Path) -> None:
    folder = unkept(tmp_path, 2, "corpus:\n  keep_text: false\n")
    ran = goldset("validate", "-C", folder)
    assert "GS308" not in ran.out
    assert "2 quotes of 2 items not checked" in ran.err
    assert "keep_text: false" in ran.err


def test_a_text_of_the_snapshots_own_commit_is_checked(goldset: Goldset, repository: Path) -> None:
    write_tree(repository, {"docs/bells.md": BELLS, "goldset.yaml": "corpus: {sources: [{path: docs}]}\n"})
    write_tree(repository, item("noon", "  - doc_id: bells.md\n    text: The bell rings thrice at noon.\n"))
    git(repository, "add", "-A")
    git(repository, "commit", "-qm", "start")
    made = goldset("snapshot", "create", "2026-10-01", "-C", repository)
    assert made.code == 0, made.err
    shutil.rmtree(repository / "docs")
    shutil.rmtree(repository / "snapshots" / "texts")
    assert [code for code, _, _ in findings(goldset, repository)] == ["GS303"]
