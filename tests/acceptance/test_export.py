"""`goldset export`: every item in it or counted, passages where they stand, and nothing lost without a word."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from goldset.stores.formats import registry
from tests.conftest import ROOT, write_tree
from tests.golden_set import GoldenSet, Run, change, fee, start
from tests.plain_forms import LINES, PAIR, READ_ONLY


@pytest.fixture(autouse=True)
def _forms(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "FORMS", (*registry.FORMS, LINES, PAIR, READ_ONLY))


@pytest.fixture
def golden(repository: Path, tmp_path: Path, goldset: Run) -> GoldenSet:
    return start(repository, tmp_path / "corpus", goldset)


def export(golden: GoldenSet, form: str, *args: str | Path, code: int = 0) -> Any:
    """Export to a file, and return the account."""
    done = golden.goldset("export", form, "--format", "json", "-C", golden.root, *args)
    assert done.code == code, (done.code, done.out, done.err)
    return json.loads(done.out or done.err)


def lines(text: str) -> dict[str, Any]:
    return {row[0]: row for row in map(json.loads, text.splitlines())}


def stale_one(golden: GoldenSet) -> None:
    """Let item-1 wait for a person in snapshot B, and everything else stand there; page 3 has a new first line."""
    golden.page("case3", "A new first line.", fee(3))
    change(golden, 1)
    golden.reindex("B")
    for name in golden.queues():
        if name.startswith("snapshot"):
            golden.merge(name)


def test_the_items_that_are_stale_are_those_that_score_calls_stale(golden: GoldenSet, tmp_path: Path) -> None:
    golden.item("twice", ("case1", fee(1)), ("case2", fee(2)))
    golden.item("nowhere", ("case2", "It is said on no page of this corpus at all."))
    golden.commit()
    stale_one(golden)
    (tmp_path / "run.jsonl").write_text('{"item": "item-2", "retrieved": []}\n')
    scored = golden.goldset("score", tmp_path / "run.jsonl", "-C", golden.root, "--format", "json").out
    stale = {row["item"] for row in json.loads(scored)["items"] if row["state"] == "stale"}
    account = export(golden, "lines", "--stale", "only", "--out", tmp_path / "a")
    assert {*account["exported"]} == stale == {"item-1", "twice", "nowhere"}


def test_a_set_goes_to_standard_output_and_its_account_beside_it(golden: GoldenSet) -> None:
    done = golden.goldset("export", "lines", "-C", golden.root)
    assert done.code == 0
    quote = {
        "text": fee(2),
        "doc": "case2.md",
        "start": (golden.corpus / "case2.md").read_text().index(fee(2)),
    }
    assert lines(done.out)["item-2"] == ["item-2", "What does item-2 say?", "As the page says.", [quote]]
    assert done.err.splitlines()[0] == "4 items of golden-set in A: 4 exported as lines."
    assert max(map(len, done.err.splitlines())) <= 80


def test_passages_are_taken_where_they_stand_in_the_snapshot(golden: GoldenSet) -> None:
    stale_one(golden)
    done = golden.goldset("export", "lines", "-C", golden.root, "--stale", "exclude")
    before = golden.goldset("export", "lines", "-C", golden.root, "--at", "A")
    page = (golden.corpus / "case3.md").read_text()
    (moved,) = lines(done.out)["item-3"][3]
    assert page[moved["start"] :].startswith(fee(3))
    (was,) = lines(before.out)["item-3"][3]
    assert moved["start"] - was["start"] == len("A new first line.\n\n")
    assert sorted(lines(before.out)) == ["item-1", "item-2", "item-3", "item-4"]


def test_what_becomes_of_stale_items_must_be_said(golden: GoldenSet, tmp_path: Path) -> None:
    stale_one(golden)
    done = golden.goldset("export", "lines", "-C", golden.root, "--out", tmp_path / "set.txt")
    assert done.code == 2
    assert done.err == (
        "goldset: 1 item is stale in B: item-1\n"
        "  → say what becomes of stale items: `--stale include`, `exclude` or `only`\n"
    )
    assert not (tmp_path / "set.txt").exists()


def test_stale_items_are_left_out_by_name(golden: GoldenSet, tmp_path: Path) -> None:
    stale_one(golden)
    account = export(golden, "lines", "--stale", "exclude", "--out", tmp_path / "a.txt")
    assert account["left_out"] == {"stale": ["item-1"]}
    assert account["totals"]["items"] == 4
    assert account["totals"]["exported"] == 3
    only = export(golden, "lines", "--stale", "only", "--out", tmp_path / "b.txt")
    assert only["exported"] == ["item-1"]
    assert only["left_out"] == {"not stale": ["item-2", "item-3", "item-4"]}


def test_a_stale_item_has_the_text_last_confirmed_and_no_offsets(golden: GoldenSet, tmp_path: Path) -> None:
    stale_one(golden)
    account = export(golden, "lines", "--stale", "include", "--out", tmp_path / "a.txt")
    (quote,) = lines((tmp_path / "a.txt").read_text())["item-1"][3]
    assert quote == {"text": fee(1), "doc": "case1.md", "start": None}
    assert list(account["stale"]) == ["item-1"]
    assert "edited in B" in account["stale"]["item-1"]
    assert account["totals"]["stale"] == 1


def test_every_item_is_exported_or_counted_by_the_reason(golden: GoldenSet, tmp_path: Path) -> None:
    golden.item("a-draft", ("case1", fee(1)), more="status: draft\n")
    golden.item("old", ("case1", fee(1)), more="status: retired\nretired: {reason: gone}\n")
    golden.item("smoke", ("case1", fee(1)), more="tier: smoke\ntags: [x, y]\n", slice_name="other")
    golden.item("full", ("case1", fee(1)), more="tier: full\n", slice_name="other")
    account = export(golden, "lines", "--tier", "smoke", "--slice", "other", "--out", tmp_path / "a")
    assert account["exported"] == ["smoke"]
    assert account["left_out"] == {
        "draft": ["a-draft"],
        "not slice=other": ["item-1", "item-2", "item-3", "item-4"],
        "not tier=smoke": ["full"],
        "retired": ["old"],
    }
    assert account["totals"]["items"] == 8
    both = export(golden, "lines", "--status", "draft", "--status", "retired", "--out", tmp_path / "b")
    assert both["exported"] == ["a-draft", "old"]
    tagged = export(golden, "lines", "--tag", "y", "--out", tmp_path / "c")
    assert tagged["exported"] == ["smoke"]


def test_a_value_that_no_item_has_is_refused(golden: GoldenSet) -> None:
    done = golden.goldset("export", "lines", "-C", golden.root, "--slice", "feees")
    assert (done.code, done.out) == (2, "")
    assert "no item has slice=feees" in done.err
    assert "fees" in done.err.splitlines()[1]


def test_an_item_that_cannot_be_read_stops_the_export(golden: GoldenSet, tmp_path: Path) -> None:
    write_tree(golden.root, {"items/fees/broken.yaml": "id: [\n"})
    done = golden.goldset("export", "lines", "-C", golden.root, "--out", tmp_path / "a")
    assert done.code == 3
    assert "items/fees/broken.yaml" in done.err
    assert not (tmp_path / "a").exists()


def test_a_pinned_item_goes_with_its_snapshot_alone(golden: GoldenSet, tmp_path: Path) -> None:
    golden.item("pinned", ("case1", fee(1)), more="pinned: true\n")
    golden.commit()
    golden.page("hours", "The desk is open from ten to five on every day of the week but Sunday.")
    golden.reindex("B")
    golden.merge(*[name for name in golden.queues() if name.startswith("snapshot")])
    account = export(golden, "lines", "--out", tmp_path / "a")
    assert account["left_out"] == {"pinned to another snapshot": ["pinned"]}
    assert "pinned" in export(golden, "lines", "--at", "A", "--out", tmp_path / "b")["exported"]


def test_a_merged_decision_counts_at_once(golden: GoldenSet, tmp_path: Path) -> None:
    stale_one(golden)
    (queue,) = [name for name in golden.queues() if name.startswith("relabel")]
    golden.relabel("unanswerable", "item-1", "s1", "--reason", "nobody says it any more")
    golden.merge(queue)
    account = export(golden, "lines", "--out", tmp_path / "a")
    assert account["unanswerable_unsaid"] == ["item-1"]
    assert lines((tmp_path / "a").read_text())["item-1"][2:] == [None, []]


def test_a_dropped_span_is_left_out_and_the_others_keep_their_names(
    golden: GoldenSet, tmp_path: Path
) -> None:
    golden.item("two", ("case1", fee(1)), ("case2", fee(2)))
    golden.commit()
    stale_one(golden)
    (queue,) = [name for name in golden.queues() if name.startswith("relabel")]
    golden.relabel("drop", "two", "s1", "--reason", "it is said in the other")
    golden.relabel("retire", "item-1", "s1", "--reason", "nobody asks")
    golden.merge(queue)
    account = export(golden, "jsonl", "--out", tmp_path / "a")
    assert account["left_out"] == {"retired": ["item-1"]}
    items = {item["id"]: item for item in map(json.loads, (tmp_path / "a").read_text().splitlines())}
    assert [(one["id"], one["text"]) for one in items["two"]["gold_spans"]] == [("s2", fee(2))]
    done = golden.goldset("export", "jsonl", "-C", golden.root, "--status", "retired")
    assert (done.code, done.out) == (2, "")
    assert "1 item is stale in B: item-1" in done.err


def test_a_question_that_nobody_answered_yet_is_lost_by_name(golden: GoldenSet, tmp_path: Path) -> None:
    stale_one(golden)
    (queue,) = [name for name in golden.queues() if name.startswith("relabel")]
    golden.merge(queue)
    account = export(golden, "jsonl", "--out", tmp_path / "a", "--stale", "only")
    assert account["lost"]["gold_spans.relabel"] == 1
    (item,) = map(json.loads, (tmp_path / "a").read_text().splitlines())
    assert [one["text"] for one in item["gold_spans"]] == [fee(1)]


def test_a_set_without_a_snapshot_is_stale_as_a_whole(goldset: Run, tmp_path: Path) -> None:
    golden = GoldenSet(tmp_path / "set", tmp_path / "corpus", goldset)
    golden.item("one", ("case1", fee(1)))
    write_tree(golden.root, {"goldset.yaml": "set: new\n", "items/fees/none.yaml": unanswerable("none")})
    done = goldset("export", "jsonl", "-C", golden.root)
    assert done.code == 2
    assert "1 item is stale, because the set has no snapshot: one" in done.err
    account = export(golden, "jsonl", "--stale", "include", "--out", tmp_path / "a")
    assert account["exported"] == ["none", "one"]
    assert account["snapshot"] is None


def test_what_the_format_cannot_carry_is_said_by_field_and_items(golden: GoldenSet, tmp_path: Path) -> None:
    golden.item("tagged", ("case1", fee(1)), more="tags: [x]\nlanguage: en\nmust_include: [$100]\n")
    write_tree(golden.root, {"items/fees/none.yaml": unanswerable("none")})
    account = export(golden, "lines", "--out", tmp_path / "a")
    assert account["lost"] == {
        "abstain_reason": 1,
        "answerable": 6,
        "corpus_snapshot": 5,
        "gold_spans.end": 5,
        "gold_spans.start": 5,
        "language": 1,
        "must_include": 1,
        "slice": 6,
        "tags": 1,
    }
    assert account["unanswerable_unsaid"] == ["none"]
    done = golden.goldset("export", "lines", "-C", golden.root)
    assert "\n  1 unanswerable, which lines cannot say: none\n" in done.err
    assert "\nLost on the way to lines, by how many items have it:\n" in done.err
    assert "\n  6  answerable, slice\n  5  corpus_snapshot, gold_spans.end, gold_spans.start\n" in done.err


def unanswerable(name: str) -> str:
    head = f"id: {name}\nquestion: What of {name}?\nslice: fees\n"
    return f"{head}answerable: false\nabstain_reason: not_in_corpus\n"


def test_items_that_a_format_cannot_hold_are_named(golden: GoldenSet, tmp_path: Path) -> None:
    write_tree(golden.root, {"items/fees/none.yaml": unanswerable("none")})
    account = export(golden, "pair", "--out", tmp_path / "set")
    assert account["not_held"] == ["none"]
    assert account["exported"] == ["item-1", "item-2", "item-3", "item-4"]
    assert account["totals"]["items"] == 5


def test_what_a_format_carries_and_alters_all_the_same_is_named(golden: GoldenSet, tmp_path: Path) -> None:
    path = golden.root / "items/fees/item-2.yaml"
    odd = '"As the\\u2028page says."'
    path.write_text(path.read_text().replace("As the page says.", odd))
    account = export(golden, "lines", "--out", tmp_path / "a")
    assert account["altered"] == {"item-2": ["gold_answer"]}


def test_what_a_person_has_to_add_is_said(golden: GoldenSet, tmp_path: Path) -> None:
    (note,) = export(golden, "beir", "--out", tmp_path / "beir")["notes"]
    assert note.startswith("corpus.jsonl, which tools need, is not among the files")
    assert export(golden, "lines", "--out", tmp_path / "lines")["notes"] == []


def test_the_same_set_gives_the_same_bytes(golden: GoldenSet, tmp_path: Path) -> None:
    export(golden, "pair", "--out", tmp_path / "a")
    export(golden, "pair", "--out", tmp_path / "b")
    assert tree(tmp_path / "a") == tree(tmp_path / "b")
    assert sorted(tree(tmp_path / "a")) == [".goldset-export.json", "more/about.txt", "questions.txt"]


def tree(folder: Path) -> dict[str, bytes]:
    files = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def test_a_folder_needs_a_name(golden: GoldenSet) -> None:
    done = golden.goldset("export", "pair", "-C", golden.root)
    assert (done.code, done.out) == (2, "")
    assert "--out FOLDER" in done.err


def test_a_file_that_holds_something_else_is_not_replaced(golden: GoldenSet, tmp_path: Path) -> None:
    out = tmp_path / "set.txt"
    export(golden, "lines", "--out", out)
    export(golden, "lines", "--out", out)
    out.write_text("labels of three weeks\n")
    done = golden.goldset("export", "lines", "-C", golden.root, "--out", out)
    assert done.code == 3
    assert "--force" in done.err
    assert out.read_text() == "labels of three weeks\n"
    export(golden, "lines", "--out", out, "--force")
    assert len(lines(out.read_text())) == 4


def test_paths_are_as_if_started_in_the_folder(golden: GoldenSet) -> None:
    account = export(golden, "lines", "--out", "out/set.txt")
    assert account["out"] == "out/set.txt"
    assert len(lines((golden.root / "out/set.txt").read_text())) == 4


def test_a_link_stays_a_link(golden: GoldenSet, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "set.txt")
    export(golden, "lines", "--out", tmp_path / "link", "--force")
    assert (tmp_path / "link").is_symlink()
    assert len(lines((tmp_path / "set.txt").read_text())) == 4


def test_a_folder_of_goldset_is_replaced_until_somebody_changes_it(golden: GoldenSet, tmp_path: Path) -> None:
    out = tmp_path / "set"
    out.mkdir()
    export(golden, "pair", "--out", out)
    golden.item("another", ("case1", fee(1)))
    export(golden, "pair", "--out", out)
    assert len(lines((out / "questions.txt").read_text())) == 5
    (out / "notes.txt").write_text("mine\n")
    done = golden.goldset("export", "pair", "-C", golden.root, "--out", out)
    assert done.code == 3
    assert "notes.txt is not goldset's" in done.err
    (out / "questions.txt").write_text("mine too\n")
    export(golden, "pair", "--out", out, "--force")
    assert (out / "notes.txt").read_text() == "mine\n"
    assert len(lines((out / "questions.txt").read_text())) == 5
    (out / "notes.txt").unlink()
    (out / "questions.txt").write_text("changed\n")
    done = golden.goldset("export", "pair", "-C", golden.root, "--out", out)
    assert "questions.txt was changed" in done.err
    assert (out / "questions.txt").read_text() == "changed\n"


def test_nothing_takes_the_place_of_a_folder_or_a_device(golden: GoldenSet, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").write_text("")
    for form, out in (
        ("lines", tmp_path / "folder"),
        ("pair", tmp_path / "file"),
        ("lines", Path("/dev/null")),
    ):
        done = golden.goldset("export", form, "-C", golden.root, "--out", out, "--force")
        assert done.code == 3, (form, out)
    assert Path("/dev/null").is_char_device()


def test_a_format_that_is_not_there_or_only_read_is_refused(golden: GoldenSet) -> None:
    done = golden.goldset("export", "lotus", "-C", golden.root)
    assert done.code == 2
    assert "there is no format lotus" in done.err
    assert ", lines, pair, qrels, unjudged\n" in done.err
    assert "did you mean deepeval?" in golden.goldset("export", "deep-eval", "-C", golden.root).err
    done = golden.goldset("export", "-C", golden.root)
    assert done.code == 2
    assert "no format is named" in done.err
    done = golden.goldset("export", "readonly", "-C", golden.root)
    assert done.code == 2
    assert "only reads" in done.err


def test_the_help_lists_the_formats_that_can_be_written(goldset: Run) -> None:
    shown = goldset("export", "--help").out
    assert "  lines " in shown
    assert "a line a question" in shown
    assert "readonly" not in shown


@pytest.mark.parametrize("form", ["lines", "pair"])
def test_a_full_disk_leaves_what_was_there(golden: GoldenSet, tmp_path: Path, form: str) -> None:
    for number in range(40):
        golden.item(f"more-{number}", ("case1", fee(1)))
    work = tmp_path / "work"
    work.mkdir()
    done = subprocess.run(
        [sys.executable, "-c", _WITH_FORMS, "export", form, "-C", golden.root, "--out", work / "set"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 3, done.stderr
    assert "cannot be written: File too large" in done.stderr
    assert list(work.iterdir()) == []


# A file that grows beyond 4 KiB is refused, as on a full disk.
_WITH_FORMS = """
import resource, signal, sys, tempfile
from goldset.cli.main import main
from goldset.stores.formats import registry
from goldset.stores import export_target
from tests.plain_forms import LINES, PAIR
registry.FORMS = (LINES, PAIR)
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
write = export_target.write_export
def written(*args, **more):
    resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))
    return write(*args, **more)
import goldset.operations.export
goldset.operations.export.write_export = written
sys.exit(main())
"""
