import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import Ran, write_tree
from tests.golden_set import GoldenSet, fee, start


@pytest.fixture
def golden(repository: Path, tmp_path: Path, goldset: Callable[..., Ran]) -> GoldenSet:
    """A set with two queued items on one branch: item-1 and item-2."""
    made = start(repository, tmp_path / "corpus", goldset, range(1, 4))
    made.page("case1", "New first.", fee(1).replace("$100", "$999"))
    made.page("case2", fee(2).replace("$200", "$888"))
    made.reindex("B")
    return made


QUEUE = "relabel/fees-1"


def entry(golden: GoldenSet, item: str, name: str = QUEUE) -> str:
    return golden.on(name, f"items/fees/{item}.yaml").partition("gold_spans:\n")[2]


def test_accept_writes_the_whole_new_entry_as_a_persons_commit(golden: GoldenSet) -> None:
    before = golden.git("status", "--porcelain"), golden.refs()["main"]
    done = golden.relabel("accept", "item-1")
    assert done.out.startswith("item-1 s1: committed to relabel/fees-1")
    text = entry(golden, "item-1")
    assert "relabel" not in text
    for line in (
        "id: s1",
        "doc_id: case1.md",
        "$999",
        "start:",
        "prefix:",
        "suffix:",
        "section: [About case1]",
        "corpus_snapshot: B",
    ):
        assert line in text
    commit = golden.git("log", "-1", "--format=%an%n%B", f"goldset/golden-set/{QUEUE}")
    assert commit.startswith("Ana Ng\nAccept item-1, span s1")
    assert "Goldset-Tree" not in commit
    assert (golden.git("status", "--porcelain"), golden.refs()["main"]) == before


def test_accepting_other_words_asks_whether_the_answer_still_holds(golden: GoldenSet) -> None:
    done = golden.relabel("accept", "item-1")
    said = " ".join(done.err.split())
    assert (
        f"Does the gold answer of item-1 still hold? “As the page says.” → if not, mend it on {QUEUE}" in said
    )
    assert max(map(len, done.err.splitlines())) <= 80


def test_accepting_the_same_words_elsewhere_asks_nothing_more(golden: GoldenSet) -> None:
    golden.page("case2", "Nothing of old is left on this page, as everything went to its own page elsewhere.")
    golden.page("moved", "All that was elsewhere stands here now.", fee(2))
    golden.reindex("C")
    assert golden.relabel("accept", "item-2").err == ""


def test_the_accepted_entry_is_current_and_asked_about_no_more(golden: GoldenSet) -> None:
    golden.relabel("accept", "item-1")
    golden.relabel("accept", "item-2")
    golden.merge(QUEUE)
    assert golden.goldset("validate", "-C", golden.root, "--strict").code == 0
    assert set(golden.ends().values()) == {"current"}


@pytest.mark.parametrize("verb", ["retire", "unanswerable", "drop"])
def test_a_merged_decision_counts_at_once(golden: GoldenSet, verb: str) -> None:
    golden.item("two", ("case1", fee(1)), ("case3", fee(3)))
    golden.commit()
    golden.reindex()
    golden.relabel(verb, "two", "s1", "--reason", "no more of it")
    assert f"decision: {verb}" in entry(golden, "two")
    assert "reason: no more of it" in entry(golden, "two")
    golden.relabel("accept", "item-1")
    golden.relabel("accept", "item-2")
    golden.merge(QUEUE)
    assert golden.goldset("validate", "-C", golden.root).code == 0
    ends = golden.ends()
    assert ends["two s1"] == "skipped"
    assert ends["two s2"] == ("current" if verb == "drop" else "skipped")


def test_unanswerable_says_why_there_is_no_answer(golden: GoldenSet) -> None:
    golden.relabel("unanswerable", "item-1", "--abstain-reason", "out_of_coverage")
    assert "abstain_reason: out_of_coverage" in entry(golden, "item-1")
    golden.relabel("unanswerable", "item-2", "--abstain-reason", "bored", code=2)


def test_comments_of_people_survive_question_and_answer(golden: GoldenSet) -> None:
    path = golden.root / "items/fees/item-1.yaml"
    path.write_text(path.read_text().replace("    text:", "    # as printed on the card\n    text:"))
    golden.commit()
    golden.reindex()
    assert "# as printed on the card" in entry(golden, "item-1")
    golden.relabel("accept", "item-1")
    assert "# as printed on the card" in entry(golden, "item-1")


def test_a_rejected_candidate_is_remembered_and_not_offered_again(golden: GoldenSet) -> None:
    first = entry(golden, "item-1")
    golden.relabel("reject", "item-1")
    text = entry(golden, "item-1")
    assert "rejected:" in text
    assert first.count("- doc_id:") == text.count("- doc_id:")
    golden.relabel("accept", "item-1", "--candidate", "1")
    golden.relabel("later", "item-2")
    golden.merge(QUEUE)
    assert "rejected:" in (golden.root / "items/fees/item-1.yaml").read_text()


def test_a_decision_where_the_branch_is_checked_out_is_left_to_be_committed(golden: GoldenSet) -> None:
    golden.git("checkout", "-q", f"goldset/golden-set/{QUEUE}")
    done = golden.relabel("accept", "item-1")
    assert done.out == "item-1 s1: written to items/fees/item-1.yaml; 0 more to decide\n"
    assert golden.git("status", "--porcelain") == " M items/fees/item-1.yaml"


def test_a_branch_checked_out_elsewhere_is_not_moved_under_its_people(
    golden: GoldenSet, tmp_path: Path
) -> None:
    golden.git("worktree", "add", "-q", str(tmp_path / "other"), f"goldset/golden-set/{QUEUE}")
    before = golden.refs()
    assert "is checked out in" in golden.relabel("accept", "item-1", code=3).err
    golden.page("case1", fee(1).replace("$100", "$777"))
    golden.reindex("C")
    assert golden.refs()[f"goldset/golden-set/{QUEUE}"] == before[f"goldset/golden-set/{QUEUE}"]


def test_a_declined_span_can_be_decided_in_the_working_folder(golden: GoldenSet) -> None:
    golden.merge("snapshot/B")
    golden.git("branch", "-D", f"goldset/golden-set/{QUEUE}")
    assert golden.ends()["item-1 s1"] == "declined"
    listed = golden.relabel("list").out
    assert "declined" in listed
    assert golden.relabel("accept", "item-1").out.startswith("item-1 s1: written to items/fees/item-1.yaml")
    golden.commit()
    assert golden.ends()["item-1 s1"] == "current"


def test_one_decision_settles_a_pair_of_documents_on_every_branch(golden: GoldenSet) -> None:
    golden.item("far", ("case1", fee(1)), slice_name="others")
    golden.commit()
    first, second = "Members who move house tell us within thirty days of the day they move.", fee(1)
    golden.page("case1", "Nothing of old is left on this page, as everything went to its own page elsewhere.")
    golden.page("moved", "All that was elsewhere stands here now.", second, first)
    golden.reindex("C")
    assert "outcome: relocated" in entry(golden, "item-1")
    done = golden.relabel("accept", "--from", "case1.md", "--to", "moved.md", "--format", "json")
    decided = json.loads(done.out)["decided"]
    assert [(one["where"].rpartition("/")[2], one["spans"]) for one in decided] == [
        ("fees-1", [["item-1", "s1"]]),
        ("others-1", [["far", "s1"]]),
    ]
    assert "doc_id: moved.md" in entry(golden, "item-1")
    assert "relabel" in entry(golden, "item-2")
    golden.relabel("accept", "--from", "case1.md", "--to", "moved.md", code=3)


def test_decisions_that_make_no_sense_change_nothing(golden: GoldenSet) -> None:
    before = golden.everything()
    assert "nothing of item-3 waits" in golden.relabel("accept", "item-3", code=3).err
    golden.relabel("accept", "item-2")
    before = golden.everything()
    assert "nothing of item-2 waits" in golden.relabel("later", "item-2", code=3).err
    assert "no item ghost" in golden.relabel("accept", "ghost", code=3).err
    assert "spans that do: s1" in golden.relabel("accept", "item-1", "s9", code=2).err
    assert "not a number 9" in golden.relabel("accept", "item-1", "--candidate", "9", code=2).err
    golden.relabel("accept", code=2)
    golden.relabel("accept", "--from", "a", code=2)
    assert golden.everything() == before


def test_the_list_names_every_span_and_writes_nothing(golden: GoldenSet) -> None:
    golden.relabel("later", "item-2")
    before = golden.everything()
    rows = json.loads(golden.relabel("list", "--format", "json").out)
    assert golden.everything() == before
    assert [(row["item"], row["state"], row["where"]) for row in rows["spans"]] == [
        ("item-1", "undecided", f"goldset/golden-set/{QUEUE}"),
        ("item-2", "later", f"goldset/golden-set/{QUEUE}"),
    ]
    assert [(pull["touched"], pull["undecided"]) for pull in rows["pull_requests"]] == [(True, 1), (False, 0)]
    assert "item-1  s1  undecided  edited" in golden.relabel("list").out


def test_sync_remembers_what_became_of_pull_requests(golden: GoldenSet) -> None:
    golden.git("branch", "-D", f"goldset/golden-set/{QUEUE}")
    golden.relabel("sync")
    stored = json.loads((golden.root / ".goldset/golden-set/relabel/fees-1.json").read_text())
    assert stored["state"] == "closed"
    before = golden.everything()
    golden.relabel("sync")
    assert golden.everything() == before


def test_restoring_the_entry_takes_the_span_out_of_its_pull_request(golden: GoldenSet) -> None:
    old = (golden.root / "items/fees/item-1.yaml").read_text()
    golden.person_commits(QUEUE, {"items/fees/item-1.yaml": old})
    golden.reindex()
    assert golden.queues() == [QUEUE, "relabel/fees-2", "snapshot/B"]
    assert "relabel" in entry(golden, "item-1", "relabel/fees-2")


def test_a_hand_written_entry_is_a_decision(golden: GoldenSet) -> None:
    text = golden.on(QUEUE, "items/fees/item-1.yaml").partition("gold_spans:\n")[0]
    passage = fee(1).replace("$100", "$999")
    entry_by_hand = f"  - id: s1\n    doc_id: case1.md\n    text: {passage}\n    corpus_snapshot: B\n"
    by_hand = f"{text}gold_spans:\n{entry_by_hand}"
    golden.person_commits(QUEUE, {"items/fees/item-1.yaml": by_hand})
    golden.relabel("accept", "item-2")
    golden.merge(QUEUE, "snapshot/B")
    assert golden.goldset("validate", "-C", golden.root).code == 0
    assert set(golden.ends().values()) == {"current"}


def test_a_span_that_needs_no_candidate_lists_what_else_can_be_decided(golden: GoldenSet) -> None:
    (golden.corpus / "case2.md").unlink()
    write_tree(golden.corpus, {"case3.md": "# About case3\n\nNothing like it.\n"})
    golden.reindex("C")
    golden.relabel("retire", "item-2")


def test_an_undo_that_was_stopped_before_its_pull_request_is_finished_by_the_next(golden: GoldenSet) -> None:
    golden.page("case3", "New first.", fee(3))
    golden.reindex("C")
    golden.merge("snapshot/C")
    golden.goldset("undo", "C", "-C", golden.root)
    files = list((golden.root / ".goldset/golden-set/snapshot").glob("C-2.*"))
    assert len(files) == 2
    for path in files:
        path.unlink()
    golden.goldset("undo", "C", "-C", golden.root)
    assert all(path.is_file() for path in files)
    assert "`item-3`, span `s1`" in files[0].with_suffix(".md").read_text()


def test_a_wide_queue_is_listed_on_two_lines_a_span(golden: GoldenSet) -> None:
    name = "what-a-parcel-to-the-islands-costs-in-winter-x7k2mq"
    golden.item(name, ("case1", "New first."), slice_name="a-slice-with-a-rather-long-name")
    golden.commit()
    golden.page("case1", "Newer first.", fee(1).replace("$100", "$999"))
    golden.reindex("C")
    text = golden.relabel("list").out
    assert max(map(len, text.splitlines())) <= 80
    assert f"{name} s1\n  undecided  " in text
    assert "item-1 s1\n  undecided  " in text


def test_what_a_person_declined_is_listed_before_the_snapshot_is_merged(golden: GoldenSet) -> None:
    golden.git("branch", "-q", "-D", f"goldset/golden-set/{QUEUE}")
    rows = json.loads(golden.relabel("list", "--format", "json").out)["spans"]
    assert {(row["item"], row["state"]) for row in rows} == {("item-1", "declined"), ("item-2", "declined")}
