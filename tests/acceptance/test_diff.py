"""`goldset diff` on real repositories: every change by meaning, every file accounted for."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Ran, git, write_tree

Goldset = Callable[..., Ran]
OLD = "A lost parcel may be claimed for 30 days after posting."
NEW = "A lost parcel may be claimed for 20 days after posting."


def item(name: str, text: str = OLD, slice_name: str = "claims", more: str = "") -> str:
    return (
        f"id: {name}\nquestion: How long may I claim for {name}?\nslice: {slice_name}\nanswerable: true\n"
        f'gold_answer: For a while.\ncorpus_snapshot: "1"\n{more}'
        f"gold_spans:\n  - id: period\n    doc_id: parcels.md\n    text: {text}\n"
    )


def commit(folder: Path, files: dict[str, str | bytes], message: str = "change") -> str:
    write_tree(folder, files)
    git(folder, "add", "-A")
    git(folder, "commit", "-qm", message, "--allow-empty")
    return git(folder, "rev-parse", "HEAD")


@pytest.fixture
def a_set(repository: Path) -> Path:
    names = ("one", "two", "three")
    files: dict[str, str | bytes] = {f"items/claims/{name}.yaml": item(name) for name in names}
    commit(repository, {"goldset.yaml": "set: post\n", **files}, "start")
    return repository


def report(goldset: Goldset, folder: Path, change: str = "HEAD~1..HEAD", *args: str) -> dict[str, Any]:
    done = goldset("diff", change, "-C", folder, "--format", "json", *args)
    assert done.code == 0, done.err
    found: dict[str, Any] = json.loads(done.out)
    balance = found["balance"]
    rows = found["items"]
    grown = sum(row["before"] is None for row in rows) - sum(row["after"] is None for row in rows)
    assert balance["after"]["item_files"] - balance["before"]["item_files"] == grown
    totals = dict(found["totals"])
    changed = totals.pop("changed_files")
    items = totals.pop("items")
    assert sum(totals.values()) == items == len(rows)
    paths = {row[side]["path"] for row in rows for side in ("before", "after") if row[side]}
    settings = int(changed > len(paths) + len(found["files"]))
    assert changed == len(paths) + len(found["files"]) + settings
    return found


def changes(found: dict[str, Any]) -> dict[str, list[str]]:
    return {row["item"]: row["changes"] for row in found["items"]}


def test_each_kind_of_change_is_named(goldset: Goldset, a_set: Path) -> None:
    (a_set / "items/claims/one.yaml").unlink()
    commit(
        a_set,
        {
            "items/claims/two.yaml": item("two", NEW).replace("How long", "For how many days"),
            "items/fees/three.yaml": item("three", slice_name="fees", more="tier: smoke\n"),
            "items/claims/four.yaml": item("four"),
        },
    )
    git(a_set, "rm", "-q", "items/claims/three.yaml")
    git(a_set, "commit", "-q", "--amend", "--no-edit")
    found = report(goldset, a_set)
    assert changes(found) == {
        "one": ["deleted"],
        "two": ["relabelled", "reworded"],
        "three": ["moved_slice", "moved_file", "fields"],
        "four": ["added"],
    }
    shown = goldset("diff", "HEAD~1..HEAD", "-C", a_set).out
    assert "git checkout" in shown
    assert "⟦30⟧" in shown
    assert "⟦20⟧" in shown
    assert "differs: number: 30 -> 20" in " ".join(shown.split())
    assert "file was: items/claims/three.yaml" in shown
    assert "tier: ∅ -> smoke" in shown
    assert all(len(line) <= 80 for line in shown.splitlines())


def test_a_retired_item_is_retired_and_not_deleted(goldset: Goldset, a_set: Path) -> None:
    retired = item("one", more="status: retired\nretired: {reason: no more parcels}\n")
    commit(a_set, {"items/claims/one.yaml": retired})
    found = report(goldset, a_set)
    assert changes(found) == {"one": ["retired", "fields"]}
    assert found["balance"]["after"]["statuses"] == {"active": 2, "retired": 1}
    assert found["balance"]["after"]["slices"][0]["n"] == 2


def block(decision: str) -> str:
    was = f"was: {{doc_id: parcels.md, text: {OLD}}}"
    candidate = f"{{doc_id: parcels.md, start: 0, end: {len(NEW)}, text: {NEW}}}"
    said = f"decision: {decision}\n      abstain_reason: ambiguous\n      " if decision else ""
    head = item("one").partition("  - id")[0]
    rest = f"outcome: edited\n      {was}\n      candidates: [{candidate}]\n"
    if decision in {"drop", "retire", "unanswerable"}:
        rest = f"{was}\n"
    return f"{head}  - id: period\n    relabel:\n      {said}{rest}"


@pytest.mark.parametrize(
    ("decision", "action", "first"),
    [
        ("", "pending", "pending"),
        ("later", "deferred", "relabelled"),
        ("retire", "retired", "retired"),
        ("unanswerable", "unanswerable", "relabelled"),
        ("drop", "dropped", "relabelled"),
    ],
)
def test_a_relabel_block_is_told_by_its_decision(
    goldset: Goldset, a_set: Path, decision: str, action: str, first: str
) -> None:
    commit(a_set, {"items/claims/one.yaml": block(decision)})
    found = report(goldset, a_set)
    (row,) = found["items"]
    assert (row["changes"][0], row["spans"][0]["action"]) == (first, action)


def test_a_candidate_that_was_taken_is_accepted_and_another_passage_written_by_hand(
    goldset: Goldset, a_set: Path
) -> None:
    commit(a_set, {"items/claims/one.yaml": block("")})
    for text, action in ((NEW, "accepted"), (f"{NEW} So it is.", "written"), (OLD, "restored")):
        git(a_set, "checkout", "-q", "-B", "try", "main")
        commit(a_set, {"items/claims/one.yaml": item("one", text)})
        (row,) = report(goldset, a_set)["items"]
        assert row["spans"][0]["action"] == action


def test_an_unreadable_item_is_listed_on_either_side(goldset: Goldset, a_set: Path) -> None:
    commit(
        a_set, {"items/claims/one.yaml": "id: one\nquestion: [\n", "items/claims/bad.yaml": b"\xff\xfe\x00"}
    )
    found = report(goldset, a_set)
    assert changes(found) == {"one": ["unreadable"], "bad": ["unreadable"]}
    assert found["balance"]["after"]["unreadable"] == 2
    commit(a_set, {"items/claims/one.yaml": item("one")})
    found = report(goldset, a_set)
    (row,) = found["items"]
    assert row["before"]["fault"].startswith("line ")
    assert row["after"]["readable"]
    shown = goldset("diff", "HEAD~2..HEAD~1", "-C", a_set).out
    assert "Cannot be read (2)" in shown


def test_an_id_used_twice_is_said(goldset: Goldset, a_set: Path) -> None:
    commit(a_set, {"items/claims/other.yaml": item("one")})
    found = report(goldset, a_set)
    assert changes(found) == {"one": ["added"]}
    assert found["items"][0]["same_id"] == ["items/claims/one.yaml"]
    assert "its id stands in items/claims/one.yaml too" in goldset("diff", "HEAD~1..", "-C", a_set).out


def test_a_file_written_otherwise_is_the_same_by_meaning(goldset: Goldset, a_set: Path) -> None:
    commit(a_set, {"items/claims/one.yaml": "# a word\n" + item("one") + "status: active\n"})
    found = report(goldset, a_set)
    assert changes(found) == {"one": ["rewritten"]}
    assert found["items"][0]["fields"] == []


def test_settings_snapshots_and_other_files_have_a_line_each(goldset: Goldset, a_set: Path) -> None:
    commit(
        a_set,
        {
            "goldset.yaml": 'set: post\nowners: {default: "@post"}\n',
            "snapshots/2/resolutions.jsonl": "",
            "snapshots/texts/ab/abc.txt": "x",
            "README.md": "x",
        },
    )
    found = report(goldset, a_set)
    assert found["settings"] == [{"field": "owners.default", "before": None, "after": "@post"}]
    shown = goldset("diff", "HEAD~1..", "-C", a_set).out
    assert "owners.default: ∅ -> @post" in shown
    assert "snapshot 2: 1 file added" in shown
    assert "kept texts: 1 file added" in shown
    assert "README.md: added" in shown
    commit(a_set, {"goldset.yaml": "set: [\n"})
    assert report(goldset, a_set)["settings"][0]["field"] == ""
    assert "cannot be read" in goldset("diff", "HEAD~1..", "-C", a_set).out


def test_a_change_says_which_findings_are_new_and_which_are_settled(goldset: Goldset, a_set: Path) -> None:
    commit(a_set, {"items/claims/one.yaml": item("one").replace("For a while.", "For 30 days.")})
    found = report(goldset, a_set)
    assert found["findings"]["new"] == []
    lost = item("one", NEW).replace("For a while.", "For 30 days.")
    commit(a_set, {"items/claims/one.yaml": lost})
    found = report(goldset, a_set)
    assert "GS404" in [finding["code"] for finding in found["findings"]["new"]]
    commit(a_set, {"items/claims/one.yaml": item("one", NEW)})
    settled = report(goldset, a_set)["findings"]
    assert settled["new"] == []
    assert settled["settled"]


def test_an_old_finding_that_moved_to_another_line_is_not_new(goldset: Goldset, a_set: Path) -> None:
    wrong = item("one", more="must_include: [sixty]\n")
    commit(a_set, {"items/claims/one.yaml": wrong})
    assert "GS150" in [f["code"] for f in report(goldset, a_set)["findings"]["new"]]
    commit(a_set, {"items/claims/one.yaml": "# more\n# lines\n" + wrong})
    assert report(goldset, a_set)["findings"]["new"] == []


def test_the_whole_set_is_checked_on_demand(goldset: Goldset, a_set: Path) -> None:
    commit(a_set, {"items/claims/one.yaml": item("one", more="labelled_by: a.ng\n")})
    commit(a_set, {"goldset.yaml": 'set: post\npeople: {b.ng: "@b"}\n'})
    assert report(goldset, a_set)["findings"]["new"] == []
    found = report(goldset, a_set, "HEAD~1..HEAD", "--whole-set")["findings"]
    assert [(f["code"], f["item"]) for f in found["new"]] == [("GS505", "one")]


def test_many_quotes_that_cannot_be_checked_are_summed_up(goldset: Goldset, a_set: Path) -> None:
    git(a_set, "checkout", "-qb", "work")
    corpus = a_set.parent / "corpus"
    write_tree(corpus, {"parcels.md": f"# Parcels\n\n{OLD}\n"})
    write_tree(a_set, {"goldset.yaml": "set: post\ncorpus: {keep_text: false}\n"})
    assert goldset("snapshot", "create", "1", "--corpus", corpus, "-C", a_set).code == 0
    commit(a_set, {})
    commit(a_set, {f"items/claims/i{n}.yaml": item(f"i{n}") for n in range(8)})
    found = report(goldset, a_set)["findings"]
    assert "GS308" not in [f["code"] for f in found["new"]]
    assert found["notices"][0].startswith("8 quotes of 8 items not checked")
    assert "8 quotes of 8 items not checked" in goldset("diff", "HEAD~1..", "-C", a_set).out
    assert (
        "8 quotes of 8 items not checked"
        in goldset("diff", "HEAD~1..", "-C", a_set, "--format", "markdown").out
    )


def test_settings_that_cannot_be_read_any_more_are_a_new_finding(goldset: Goldset, a_set: Path) -> None:
    commit(a_set, {"goldset.yaml": "set: [\n"})
    found = report(goldset, a_set)["findings"]["new"]
    assert {finding["path"] for finding in found} == {"goldset.yaml"}


def test_a_first_commit_is_compared_with_the_working_folder_too(goldset: Goldset, a_set: Path) -> None:
    write_tree(a_set, {"items/claims/new.yaml": item("new")})
    assert report(goldset, a_set, "HEAD^")["totals"]["added"] == 4


def test_three_dots_leave_aside_what_the_base_did_since(goldset: Goldset, a_set: Path) -> None:
    git(a_set, "checkout", "-qb", "work")
    commit(a_set, {"items/claims/one.yaml": item("one", NEW)})
    git(a_set, "checkout", "-q", "main")
    commit(a_set, {"items/claims/two.yaml": item("two", NEW)})
    assert list(changes(report(goldset, a_set, "main...work"))) == ["one"]
    assert sorted(changes(report(goldset, a_set, "main..work"))) == ["one", "two"]
    git(a_set, "merge", "-q", "--no-edit", "work")
    assert list(changes(report(goldset, a_set, "HEAD^1..HEAD"))) == ["one"]
    assert list(changes(report(goldset, a_set, "HEAD^2..HEAD"))) == ["two"]


def test_one_revision_is_compared_with_the_working_folder(goldset: Goldset, a_set: Path) -> None:
    write_tree(a_set, {"items/claims/one.yaml": item("one", NEW), "items/claims/new.yaml": item("new")})
    (a_set / "items/claims/two.yaml").unlink()
    found = report(goldset, a_set, "HEAD")
    assert changes(found) == {"two": ["deleted"], "new": ["added"], "one": ["relabelled"]}


def test_before_the_first_commit_there_was_nothing(goldset: Goldset, a_set: Path) -> None:
    for base in ("HEAD^", "HEAD~1", "0" * 40):
        found = report(goldset, a_set, f"{base}..HEAD")
        assert set(changes(found)) == {"one", "two", "three"}
        assert found["totals"]["added"] == 3
        assert found["base"] == "nothing"


def test_a_base_without_the_set_has_no_items(goldset: Goldset, repository: Path) -> None:
    commit(repository, {"README.md": "x"})
    commit(repository, {"eval/goldset.yaml": "", "eval/items/claims/one.yaml": item("one"), "docs/a.md": "x"})
    found = report(goldset, repository / "eval")
    assert changes(found) == {"one": ["added"]}
    assert found["base"].endswith("without the set")
    assert found["files"] == []
    git(repository, "rm", "-qr", "eval/items")
    git(repository, "commit", "-qm", "gone")
    assert changes(report(goldset, repository / "eval")) == {"one": ["deleted"]}


def test_a_shallow_clone_says_how_to_deepen(goldset: Goldset, a_set: Path, tmp_path: Path) -> None:
    commit(a_set, {"items/claims/one.yaml": item("one", NEW)})
    git(tmp_path, "clone", "-q", "--depth", "1", f"file://{a_set}", "shallow")
    done = goldset("diff", "HEAD~1..HEAD", "-C", tmp_path / "shallow")
    assert done.code == 3
    assert "fetch --unshallow" in " ".join(done.err.split())


def test_a_merge_is_a_change_from_either_side_and_from_where_both_parted(
    goldset: Goldset, a_set: Path
) -> None:
    git(a_set, "checkout", "-qb", "work")
    commit(a_set, {"items/claims/one.yaml": item("one", NEW)})
    git(a_set, "checkout", "-q", "main")
    commit(a_set, {"items/claims/two.yaml": item("two", more="tier: smoke\n")})
    git(a_set, "merge", "-q", "--no-ff", "-m", "merge", "work")
    assert changes(report(goldset, a_set, "HEAD^1..HEAD")) == {"one": ["relabelled"]}
    assert changes(report(goldset, a_set, "HEAD^2..HEAD")) == {"two": ["fields"]}
    both = {"one": ["relabelled"], "two": ["fields"]}
    assert changes(report(goldset, a_set, "HEAD^1~1..HEAD")) == both
    assert changes(report(goldset, a_set, "HEAD^1...HEAD")) == {"one": ["relabelled"]}


def test_a_shallow_clone_that_holds_both_sides_is_enough(
    goldset: Goldset, a_set: Path, tmp_path: Path
) -> None:
    commit(a_set, {"items/claims/one.yaml": item("one", NEW)})
    git(tmp_path, "clone", "-q", "--depth=2", a_set.as_uri(), "clone")
    assert changes(report(goldset, tmp_path / "clone")) == {"one": ["relabelled"]}


def test_words_that_name_no_change_are_refused(goldset: Goldset, a_set: Path) -> None:
    assert goldset("diff", "..", "-C", a_set).code == 2
    done = goldset("diff", "nowhere..HEAD", "-C", a_set)
    assert done.code == 3
    assert "nowhere names no commit" in done.err
    assert goldset("diff", "--output=x..HEAD", "-C", a_set).code == 2
    assert goldset("diff", "HEAD~7..HEAD", "-C", a_set).code == 3


def test_nothing_differs_from_itself(goldset: Goldset, a_set: Path) -> None:
    found = report(goldset, a_set, "HEAD..HEAD")
    assert found["items"] == []
    assert found["totals"]["changed_files"] == 0
    assert "No difference." in goldset("diff", "HEAD", "-C", a_set).out
    assert "No difference." in goldset("diff", "HEAD", "-C", a_set, "--format", "markdown").out


def test_json_is_the_same_every_time(goldset: Goldset, a_set: Path) -> None:
    commit(a_set, {"items/claims/one.yaml": item("one", NEW), "items/a/b.yaml": item("b", slice_name="a")})
    args = ("diff", "HEAD~1..HEAD", "-C", a_set, "--format", "json")
    assert goldset(*args).out == goldset(*args).out
