import itertools
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import Ran, write_tree
from tests.golden_set import GoldenSet, change, fee, move, start


@pytest.fixture
def golden(repository: Path, tmp_path: Path, goldset: Callable[..., Ran]) -> GoldenSet:
    return start(repository, tmp_path / "corpus", goldset)


def test_a_new_corpus_is_carried_over_and_what_changed_is_queued(golden: GoldenSet) -> None:
    change(golden, 1)
    move(golden, 2)
    report = golden.report("B")
    assert [row["end"] for row in report["spans"]] == ["queued", "carried_over", "current", "current"]
    assert report["totals"] | {"edited": 1, "moved": 1, "unchanged": 2, "spans": 4} == report["totals"]
    assert golden.queues() == ["relabel/fees-1", "snapshot/B"]
    changed = golden.git("diff", "--name-only", "main...goldset/golden-set/snapshot/B").splitlines()
    assert all(path.startswith("snapshots/") for path in changed)
    assert "snapshots/B/resolutions.jsonl" in changed
    queue = golden.git("diff", "--name-only", "main...goldset/golden-set/relabel/fees-1").splitlines()
    assert [path for path in queue if not path.startswith("snapshots/texts/")] == [
        "items/fees/item-1.yaml",
        "snapshots/B/documents.jsonl",
        "snapshots/B/snapshot.yaml",
    ]
    assert golden.git("rev-list", "--count", "main..goldset/golden-set/relabel/fees-1") == "1"
    assert "$999 for each claim" in golden.on("relabel/fees-1", "items/fees/item-1.yaml")


def test_a_second_run_writes_nothing_at_all(golden: GoldenSet) -> None:
    change(golden, 1, 2)
    move(golden, 3)
    golden.reindex("B")
    before = golden.everything()
    for args in ((), ("B",), ("C",), ("--accept-change",)):
        assert golden.report(*args)["steps"] == []
    assert golden.everything() == before


def test_a_dry_run_prints_what_would_be_done_and_writes_nothing(golden: GoldenSet) -> None:
    change(golden, 1)
    before = golden.everything()
    steps = golden.report("B", "--dry-run")["steps"]
    assert golden.everything() == before
    assert golden.report("B")["steps"] == steps
    assert steps[0] == "create branch goldset/golden-set/snapshot/B"


def test_branches_merge_in_any_order_without_conflict(golden: GoldenSet) -> None:
    golden.item("other", ("case2", fee(2)), slice_name="others")
    golden.commit()
    change(golden, 1, 2)
    move(golden, 3)
    golden.reindex("B")
    queues = golden.queues()
    assert queues == ["relabel/fees-1", "relabel/others-1", "snapshot/B"]
    for item in ("item-1", "item-2", "other"):
        golden.relabel("accept", item)
    start_at = golden.git("rev-parse", "main")
    trees = set()
    for order in itertools.permutations(queues):
        golden.git("reset", "-q", "--hard", start_at)
        golden.merge(*order)
        trees.add(golden.git("rev-parse", "main:"))
    assert len(trees) == 1
    report = golden.report()
    assert report["steps"] == []
    assert {row["end"] for row in report["spans"]} == {"current"}


def test_squashed_branches_are_merged_ones(golden: GoldenSet) -> None:
    change(golden, 1)
    move(golden, 2)
    golden.reindex("B")
    golden.relabel("accept", "item-1")
    for name in golden.queues():
        golden.git("merge", "-q", "--squash", f"goldset/golden-set/{name}")
        golden.git("commit", "-qm", "Squashed")
    assert set(golden.ends().values()) == {"current"}
    for name in golden.queues():
        golden.git("branch", "-D", f"goldset/golden-set/{name}")
    assert golden.report()["steps"] == []
    change(golden, 3)
    golden.reindex("C")
    assert golden.queues() == ["relabel/fees-2", "snapshot/C"]


def test_validate_fails_on_a_queue_branch_until_each_span_is_decided(golden: GoldenSet) -> None:
    change(golden, 1, 2)
    golden.reindex("B")
    golden.git("checkout", "-q", "goldset/golden-set/relabel/fees-1")
    assert golden.goldset("validate", "-C", golden.root).code == 1
    golden.relabel("accept", "item-1")
    assert golden.goldset("validate", "-C", golden.root).code == 1
    golden.relabel("later", "item-2")
    done = golden.goldset("validate", "-C", golden.root)
    assert done.code == 0, done.out


def test_items_stay_in_their_pull_request_whatever_snapshots_come(golden: GoldenSet) -> None:
    write_tree(
        golden.root, {"goldset.yaml": "relabel: {items_per_pull_request: 2}\npolicy: {max_queued: 1.0}\n"}
    )
    golden.commit()
    change(golden, 1, 3)
    golden.reindex("B")
    first = golden.refs()
    change(golden, 2)
    golden.reindex("C")
    assert golden.queues() == ["relabel/fees-1", "relabel/fees-2", "snapshot/C"]
    assert golden.refs()["goldset/golden-set/relabel/fees-1"] == first["goldset/golden-set/relabel/fees-1"]
    change(golden, 3, to="$888")
    golden.reindex("D")
    block = golden.on("relabel/fees-1", "items/fees/item-3.yaml")
    assert "snapshot: D" in block
    assert "$888" in block
    golden.page("case1", fee(1))
    golden.reindex("E")
    assert golden.git("diff", "--name-only", "main...goldset/golden-set/relabel/fees-1", "--", "items") == (
        "items/fees/item-3.yaml"
    )
    golden.page("case3", fee(3))
    report = golden.report("F")
    assert (
        "close pull request relabel/fees-1: every span that it asked about is resolved or decided"
        in report["steps"]
    )
    assert golden.queues() == ["relabel/fees-2", "snapshot/F"]
    change(golden, 4)
    golden.reindex("G")
    assert "item-4" in golden.on("relabel/fees-2", "items/fees/item-4.yaml")


def test_a_branch_deleted_unmerged_declines_its_questions(golden: GoldenSet) -> None:
    change(golden, 1, 2)
    golden.reindex("B")
    tip = golden.refs()["goldset/golden-set/relabel/fees-1"]
    golden.git("branch", "-D", "goldset/golden-set/relabel/fees-1")
    done = golden.reindex()
    assert golden.queues() == ["snapshot/B"]
    assert f"git branch goldset/golden-set/relabel/fees-1 {tip[:12]}" in done.err
    change(golden, 3)
    ends = golden.ends("C")
    assert (ends["item-1 s1"], ends["item-2 s1"], ends["item-3 s1"]) == ("declined", "declined", "queued")
    assert golden.queues() == ["relabel/fees-2", "snapshot/C"]
    change(golden, 2, to="$777")
    assert golden.ends("D")["item-2 s1"] == "queued"
    golden.git("branch", "goldset/golden-set/relabel/fees-1", tip)
    ends = golden.ends()
    assert (ends["item-1 s1"], ends["item-2 s1"]) == ("queued", "queued")
    assert golden.queues() == ["relabel/fees-1", "relabel/fees-2", "snapshot/D"]


def test_a_branch_with_a_persons_commit_is_left_alone_and_commented_on(golden: GoldenSet) -> None:
    change(golden, 1, 2)
    golden.reindex("B")
    golden.person_commits("relabel/fees-1", {"notes.txt": "mine\n"})
    tip = golden.refs()["goldset/golden-set/relabel/fees-1"]
    change(golden, 1, to="$555")
    change(golden, 3)
    assert golden.ends("C")["item-3 s1"] == "queued"
    assert golden.refs()["goldset/golden-set/relabel/fees-1"] == tip
    assert "item-3" in golden.on("relabel/fees-2", "items/fees/item-3.yaml")
    comment = golden.root / ".goldset/golden-set/relabel/fees-1.comment.md"
    assert "`item-1`, span `s1`: is `edited` in snapshot C" in comment.read_text()
    before = golden.everything()
    golden.reindex()
    assert golden.everything() == before


def test_an_item_changed_on_the_base_rebuilds_its_branch(golden: GoldenSet) -> None:
    change(golden, 1)
    golden.reindex("B")
    path = golden.root / "items/fees/item-1.yaml"
    path.write_text(path.read_text().replace("What does", "Tell me what"))
    golden.commit()
    golden.reindex()
    assert "Tell me what" in golden.on("relabel/fees-1", "items/fees/item-1.yaml")
    golden.merge("relabel/fees-1")


def test_the_limit_of_open_pull_requests_holds_back_the_rest(golden: GoldenSet) -> None:
    limits = "relabel: {group_by: item, open_pull_requests: 2}\npolicy: {max_queued: 1.0}\n"
    write_tree(golden.root, {"goldset.yaml": limits})
    golden.commit()
    change(golden, 1, 2, 3)
    ends = golden.ends("B")
    assert sorted(ends.values()) == ["current", "held", "queued", "queued"]
    assert golden.queues() == ["relabel/item-1-1", "relabel/item-2-1", "snapshot/B"]
    golden.relabel("accept", "item-1")
    golden.merge("snapshot/B", "relabel/item-1-1")
    assert golden.ends()["item-3 s1"] == "queued"


def test_later_is_deferred_until_the_question_changes(golden: GoldenSet) -> None:
    change(golden, 1)
    golden.reindex("B")
    golden.relabel("later", "item-1", "--reason", "ask legal")
    golden.merge("relabel/fees-1", "snapshot/B")
    assert golden.ends()["item-1 s1"] == "deferred"
    golden.page("hours", "The desk is open from ten to four.")
    assert golden.ends("C")["item-1 s1"] == "deferred"
    change(golden, 1, to="$444")
    assert golden.ends("D")["item-1 s1"] == "queued"
    assert "$444" in golden.on("relabel/fees-2", "items/fees/item-1.yaml")


def test_new_items_top_up_a_merged_snapshot(golden: GoldenSet) -> None:
    move(golden, 1)
    golden.reindex("B")
    golden.merge("snapshot/B")
    golden.item("late", ("case1", fee(1)))
    golden.commit()
    assert golden.ends()["late s1"] == "carried_over"
    assert golden.queues() == ["snapshot/B", "snapshot/B-2"]
    assert (
        golden.git("diff", "--name-only", "main...goldset/golden-set/snapshot/B-2")
        == "snapshots/B/resolutions.jsonl"
    )
    golden.merge("snapshot/B-2")
    assert set(golden.ends().values()) == {"current"}


def test_a_refused_corpus_is_not_offered_again(golden: GoldenSet) -> None:
    move(golden, 1)
    change(golden, 2)
    golden.reindex("B")
    golden.git("branch", "-D", "goldset/golden-set/snapshot/B")
    ends = golden.ends("C")
    assert (ends["item-1 s1"], ends["item-2 s1"]) == ("refused", "queued")
    before = golden.everything()
    assert golden.report("C")["steps"] == []
    assert golden.everything() == before
    move(golden, 3)
    assert golden.ends("D")["item-1 s1"] == "carried_over"
    assert golden.queues() == ["relabel/fees-1", "snapshot/D"]


def test_the_next_snapshot_replaces_one_that_was_not_merged(golden: GoldenSet) -> None:
    move(golden, 1)
    golden.reindex("B")
    move(golden, 2)
    golden.reindex("C")
    assert golden.queues() == ["snapshot/C"]
    body = (golden.root / ".goldset/golden-set/snapshot/B.md").read_text()
    assert '"closed":"snapshot C takes its place"' in body


def test_undo_takes_back_what_was_carried_over_until_a_person_decides(golden: GoldenSet) -> None:
    move(golden, 1)
    golden.reindex("B")
    golden.merge("snapshot/B")
    done = golden.goldset("undo", "B", "-C", golden.root)
    assert done.code == 0, done.err
    assert golden.queues() == ["snapshot/B", "snapshot/B-2"]
    assert golden.ends()["item-1 s1"] == "queued"
    golden.merge("snapshot/B-2")
    assert golden.goldset("undo", "B", "-C", golden.root).out.startswith("snapshot B carried nothing over")
    golden.page("case1", "Another first line.", "And one more.", fee(1))
    ends = golden.ends("C")
    assert ends["item-1 s1"] == "queued"
    golden.relabel("accept", "item-1")
    golden.merge("relabel/fees-1", "snapshot/C")
    golden.page("case1", "A third beginning.", fee(1))
    assert golden.ends("D")["item-1 s1"] == "carried_over"


def test_undo_of_an_open_snapshot_stands_on_its_branch(golden: GoldenSet) -> None:
    move(golden, 1)
    golden.reindex("B")
    assert golden.goldset("undo", "B", "-C", golden.root).code == 0
    assert golden.queues() == ["snapshot/B"]
    assert golden.ends()["item-1 s1"] == "queued"


def test_what_was_taken_back_is_queued_in_every_count(golden: GoldenSet) -> None:
    move(golden, 1)
    (golden.corpus / "case2.md").rename(golden.corpus / "fees-of-case2.md")
    golden.reindex("B")
    golden.merge("snapshot/B")
    golden.goldset("undo", "B", "-C", golden.root)
    golden.merge("snapshot/B-2")
    golden.page("hours", "The desk is open from ten to four on every day of the week but Sunday.")
    report = golden.report("C")
    assert (report["totals"]["taken_back"], report["totals"]["moved"], report["totals"]["renamed"]) == (
        2,
        0,
        0,
    )
    assert (report["ends"]["queued"], report["totals"]["spans"]) == (2, 4)
    text = golden.reindex("C").out
    assert (
        "      2  carried over\n             2  unchanged\n      2  queued\n             2  taken back\n"
        in text
    )
    assert "    item-1 s1: moved, taken back\n" in text
    body = (golden.root / ".goldset/golden-set/snapshot/C.md").read_text()
    assert "Snapshot C: 2 spans carried over, 2 to decide" in body
    assert "| `unchanged` | 2 |\n| `taken_back` | 2 |\n| **all** | 4 |" in body


def test_resolve_counts_what_was_taken_back_as_queued(golden: GoldenSet) -> None:
    move(golden, 1)
    golden.reindex("B")
    golden.merge("snapshot/B")
    golden.goldset("undo", "B", "-C", golden.root)
    golden.merge("snapshot/B-2")
    resolve = ("resolve", "--to", "B", "--corpus", golden.corpus, "-C", golden.root)
    text = golden.goldset(*resolve).out
    assert "      1  queued\n             1  taken back\n" in text
    assert "item-1 s1: moved\n    a person took its carry-over back\n" in text
    assert golden.goldset(*resolve, "--exit-code").code == 1


def test_a_renamed_document_is_not_gone_because_its_carry_over_was_taken_back(golden: GoldenSet) -> None:
    (golden.corpus / "case2.md").rename(golden.corpus / "fees-of-case2.md")
    golden.reindex("B")
    golden.merge("snapshot/B")
    golden.goldset("undo", "B", "-C", golden.root)
    write_tree(golden.root, {"goldset.yaml": "policy: {max_removed: 0.0, max_queued: 1.0}\n"})
    golden.merge("snapshot/B-2")
    golden.commit("strict")
    golden.page("hours", "The desk is open from ten to four on every day of the week but Sunday.")
    golden.reindex("C")


@pytest.mark.parametrize("args", [("resolve", "--to", "B"), ("show", "item-1", "--at", "B")])
def test_a_snapshot_on_an_open_branch_alone_is_named_with_its_branch(
    golden: GoldenSet, args: tuple[str, ...]
) -> None:
    move(golden, 1)
    change(golden, 2)
    golden.reindex("B")
    done = golden.goldset(*args, "-C", golden.root)
    said = " ".join(done.err.split())
    assert done.code == 3
    assert "snapshot B is on branch goldset/golden-set/snapshot/B, not merged yet" in said
    assert "`git merge goldset/golden-set/snapshot/B`, or plan with `goldset reindex --dry-run`" in said


def test_a_snapshot_that_is_nowhere_is_made_of_the_corpus_that_was_named(golden: GoldenSet) -> None:
    done = golden.goldset("resolve", "--to", "Z", "--corpus", golden.corpus, "-C", golden.root)
    assert done.code == 3
    assert f"`goldset snapshot create Z --corpus {golden.corpus}`" in done.err
    assert "`goldset reindex Z --corpus" in done.err


def test_another_id_for_a_corpus_that_has_a_snapshot_is_said_to_be_unused(golden: GoldenSet) -> None:
    done = golden.reindex("B")
    assert "note: snapshot A has this corpus already: worked on it, and made no snapshot B" in done.err
    assert golden.reindex("A").err == golden.reindex().err == ""


def test_drafts_are_queued_by_themselves(golden: GoldenSet) -> None:
    golden.item("idea", ("case1", fee(1)), more="status: draft\n")
    golden.commit()
    change(golden, 1)
    golden.reindex("B")
    assert golden.queues() == ["relabel/drafts-1", "relabel/fees-1", "snapshot/B"]


def test_an_undecided_block_that_was_merged_is_asked_about_again(golden: GoldenSet) -> None:
    change(golden, 1)
    golden.reindex("B")
    golden.merge("relabel/fees-1", "snapshot/B")
    assert golden.ends()["item-1 s1"] == "queued"
    assert "relabel/fees-2" in golden.queues()
    before = golden.everything()
    assert golden.report()["steps"] == []
    assert golden.everything() == before


def test_a_draft_without_snapshot_is_looked_for_and_stays_where_it_ends(golden: GoldenSet) -> None:
    draft = "id: idea\nquestion: What?\nslice: fees\nanswerable: true\nstatus: draft\ngold_spans:\n"
    write_tree(golden.root, {"items/fees/idea.yaml": f"{draft}  - doc_id: case2.md\n    text: {fee(2)}\n"})
    golden.commit()
    change(golden, 1)
    first = golden.ends("B")
    assert first["idea s1"] in ("carried_over", "queued")
    before = golden.everything()
    assert golden.ends() == first
    assert golden.everything() == before
