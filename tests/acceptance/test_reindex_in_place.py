"""`goldset reindex --in-place`: page and item change in one pull request, and nobody's work is lost."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import ROOT, Ran, write_tree
from tests.docs_set import COUNTERS, FEE, HOURS, PARCELS, RETURNS, DocsSet, start

NEW_FEE = FEE.replace("9.50", "10.50")
NEW_PARCELS = PARCELS.replace(FEE, f"{NEW_FEE}\n\nNew: by boat.")
NEW_COUNTERS = COUNTERS.replace("18", "16")
IN_PLACE = ("reindex", "--in-place", "--accept-change", "--created", "2026-11-01")
# Stops a run before each rename in turn, as if it were killed, and runs it again. A program of its own: it forks,
# which a test runner with threads must not.
_KILLING = """\
import json, os, subprocess, sys
from pathlib import Path
from goldset.cli.main import main
from goldset.operations import reindex_in_place
root, args = Path(sys.argv[1]), sys.argv[2:]
seen = 0
def stopping(rename, last):
    def step(*args):
        global seen
        seen += 1
        if seen == last:
            os._exit(9)
        return rename(*args)
    return step
def run(last):
    child = os.fork()
    if not child:
        os.dup2(2, 1)
        os.replace, os.rename = stopping(os.replace, last), stopping(os.rename, last)
        os._exit(main(args))
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    files = {str(p.relative_to(root)): p.read_bytes().hex() for p in root.rglob('*') if p.is_file()}
    return code, files
stops, code = [], 9
while code == 9:
    for words in (['checkout', '-q', '--', '.'], ['clean', '-qfdx', '--', '.']):
        subprocess.run(['git', *words], cwd=root, check=True)
    code, left = run(len(stops) + 1)
    stops.append([code, left, *run(0)])
print(json.dumps(stops))
"""


@pytest.fixture
def docs(repository: Path, goldset: Callable[..., Ran]) -> DocsSet:
    return start(repository, goldset)


def contents(docs: DocsSet) -> dict[str, bytes]:
    files = (path for path in docs.set.rglob("*") if path.is_file())
    return {path.relative_to(docs.set).as_posix(): path.read_bytes() for path in files}


def item(docs: DocsSet, name: str) -> str:
    return (docs.set / f"items/post/{name}.yaml").read_text("utf-8")


def in_place(docs: DocsSet, *args: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(docs.run(*IN_PLACE, *args, "--format", "json").out)
    return found


def test_page_and_item_change_in_one_commit_and_are_valid_once_decided(docs: DocsSet) -> None:
    docs.write(parcels=NEW_PARCELS)
    assert "waits for a decision" not in docs.run("validate").out
    text = docs.run(*IN_PLACE, "B").out
    assert "fee s1: edited" in text
    assert max(map(len, text.splitlines())) <= 80
    docs.run("validate", code=1)
    docs.run("relabel", "accept", "fee")
    docs.run("validate")
    docs.commit()
    assert NEW_FEE in item(docs, "fee")
    stands = json.loads(docs.run("show", "fee", "--at", "B", "--format", "json").out)
    assert "current" in json.dumps(stands)
    report = json.loads(docs.run("reindex", "--format", "json").out)
    assert (report["steps"], report["ends"]["current"]) == ([], 3)


def test_the_bytes_are_those_of_branches(docs: DocsSet) -> None:
    docs.commit(parcels=NEW_PARCELS, counters=NEW_COUNTERS)
    docs.run("reindex", "B", "--created", "2026-11-01", "--accept-change")
    docs.run(*IN_PLACE, "B")
    differing = [line.split()[-1] for line in docs.status()]
    assert any(path.startswith("eval/items/") for path in differing)
    assert "eval/snapshots/B/resolutions.jsonl" in differing
    branches = ["goldset/post/snapshot/B", "goldset/post/relabel/post-1"]
    held = {
        path: branch
        for branch in branches
        for path in docs.git("diff", "--name-only", f"main...{branch}").splitlines()
    }
    assert sorted(held) == sorted(differing)
    for path, branch in held.items():
        there = subprocess.run(
            ["git", "show", f"{branch}:{path}"], cwd=docs.root, capture_output=True, check=True
        ).stdout
        assert (docs.root / path).read_bytes() == there, path


def test_a_second_run_changes_nothing(docs: DocsSet) -> None:
    docs.write(parcels=NEW_PARCELS)
    assert in_place(docs)["files"]
    before = contents(docs)
    again = in_place(docs)
    assert (again["files"], contents(docs) == before) == ([], True)
    assert "Nothing to do" in docs.run(*IN_PLACE).out


def test_where_nothing_is_new_nothing_is_written(docs: DocsSet) -> None:
    before = contents(docs)
    assert in_place(docs)["files"] == []
    assert contents(docs) == before


def test_a_dry_run_writes_nothing(docs: DocsSet) -> None:
    docs.write(parcels=NEW_PARCELS)
    before = contents(docs)
    planned = in_place(docs, "--dry-run")
    assert contents(docs) == before
    assert in_place(docs)["files"] == planned["files"]


@pytest.mark.parametrize("staged", [False, True])
def test_work_that_is_not_committed_is_never_written_to(docs: DocsSet, *, staged: bool) -> None:
    docs.write(parcels=NEW_PARCELS, counters=NEW_COUNTERS)
    path = docs.set / "items/post/fee.yaml"
    path.write_text(item(docs, "fee").replace("What do you say", "What do they say"), "utf-8")
    new = item(docs, "hours").replace("id: hours", "id: new-hours")
    write_tree(docs.set, {"items/post/new-hours.yaml": new})
    if staged:
        docs.git("add", "-A", "eval")
    before = contents(docs)
    done = docs.run(*IN_PLACE, code=3)
    assert "items/post/fee.yaml, items/post/new-hours.yaml" in done.err
    assert contents(docs) == before


def test_other_items_may_hold_changes(docs: DocsSet) -> None:
    docs.write(parcels=NEW_PARCELS)
    path = docs.set / "items/post/hours.yaml"
    path.write_text(mine := item(docs, "hours").replace("What do you say", "What do they say"), "utf-8")
    assert "items/post/fee.yaml" in in_place(docs)["files"]
    assert path.read_text("utf-8") == mine


def test_pages_that_change_again_change_the_questions(docs: DocsSet) -> None:
    original = item(docs, "fee")
    docs.write(parcels=NEW_PARCELS)
    in_place(docs)
    docs.write(parcels=PARCELS.replace(FEE, FEE.replace("9.50", "11.50")))
    in_place(docs)
    assert "€11.50" in item(docs, "fee")
    docs.write(parcels=PARCELS.replace(FEE, f"First.\n\n{FEE}"))
    in_place(docs)
    assert item(docs, "fee") == original
    docs.run("validate")


def test_a_decision_that_is_not_committed_is_work_of_a_person(docs: DocsSet) -> None:
    docs.write(parcels=NEW_PARCELS)
    in_place(docs)
    docs.run("relabel", "accept", "fee")
    before = contents(docs)
    assert in_place(docs)["files"] == []
    docs.write(parcels=PARCELS.replace(FEE, FEE.replace("9.50", "11.50")))
    assert "items/post/fee.yaml" in docs.run(*IN_PLACE, code=3).err
    assert contents(docs) == before
    docs.commit()
    assert "items/post/fee.yaml" in in_place(docs)["files"]


def test_a_question_in_the_working_folder_is_decided_there_whatever_a_branch_asks(docs: DocsSet) -> None:
    docs.commit(parcels=NEW_PARCELS)
    docs.run("reindex", "B", "--created", "2026-11-01", "--accept-change")
    tip = docs.git("rev-parse", "goldset/post/relabel/post-1")
    in_place(docs, "B")
    assert "written to items/post/fee.yaml" in docs.run("relabel", "accept", "fee").out
    assert docs.git("rev-parse", "goldset/post/relabel/post-1") == tip
    docs.git("checkout", "-q", "--", "eval/items")
    assert "committed to" in docs.run("relabel", "accept", "fee").out


def test_a_question_that_a_branch_asks_too_is_named(docs: DocsSet) -> None:
    docs.commit(parcels=NEW_PARCELS)
    docs.run("reindex", "B", "--created", "2026-11-01", "--accept-change")
    branch = "goldset/post/relabel/post-1"
    said = docs.run(*IN_PLACE, "B").err
    assert f"1 question asked here stands on {branch} too" in said
    docs.git("branch", "-q", "-D", branch)
    assert branch not in docs.run(*IN_PLACE, "B").err


def test_questions_of_the_working_folder_are_listed(docs: DocsSet) -> None:
    docs.write(parcels=NEW_PARCELS)
    assert "fee" not in docs.run("relabel", "list").out
    in_place(docs)
    rows = json.loads(docs.run("relabel", "list", "--format", "json").out)["spans"]
    asked = {"item": "fee", "span": "s1", "state": "undecided", "outcome": "edited"}
    assert rows == [asked | {"where": "the working folder"}]
    docs.commit()
    assert "the working folder" not in docs.run("relabel", "list").out


def test_what_a_person_refused_to_be_asked_is_not_asked_in_place(docs: DocsSet) -> None:
    docs.commit(parcels=NEW_PARCELS)
    again = "reindex", "B", "--created", "2026-11-01", "--accept-change"
    docs.run(*again)
    docs.git("branch", "-q", "-D", "goldset/post/relabel/post-1")
    docs.run(*again)
    before = item(docs, "fee")
    found = in_place(docs, "B")
    assert (found["ends"]["declined"], found["ends"]["queued"]) == (1, 0)
    told = (
        "Declined, a person closed the pull request:\n  .goldset/post/relabel/post-1.md\n    fee s1: edited"
    )
    assert told in docs.run(*IN_PLACE, "B").out
    assert item(docs, "fee") == before
    docs.write(parcels=PARCELS.replace(FEE, FEE.replace("9.50", "11.50")))
    assert in_place(docs)["ends"]["queued"] == 1


def test_a_block_that_a_person_edited_is_work_of_a_person(docs: DocsSet) -> None:
    docs.write(parcels=NEW_PARCELS)
    in_place(docs)
    path = docs.set / "items/post/fee.yaml"
    path.write_text(item(docs, "fee").replace("similarity: ", "similarity: 0"), "utf-8")
    docs.write(parcels=PARCELS.replace(FEE, FEE.replace("9.50", "11.50")))
    before = contents(docs)
    docs.run(*IN_PLACE, code=3)
    assert contents(docs) == before


def test_what_is_put_off_is_not_asked_again(docs: DocsSet) -> None:
    docs.write(parcels=NEW_PARCELS)
    in_place(docs)
    docs.run("relabel", "later", "fee", "--reason", "next week")
    docs.commit()
    assert in_place(docs)["files"] == []
    assert in_place(docs)["ends"]["deferred"] == 1
    assert "Deferred by a person:\n    fee s1: edited" in docs.run(*IN_PLACE).out


def test_brakes_hold_and_a_pause_too(docs: DocsSet) -> None:
    docs.write(parcels=NEW_PARCELS)
    before = contents(docs)
    assert "max_queued" in docs.run("reindex", "--in-place", code=3).err
    assert contents(docs) == before
    settings = (docs.set / "goldset.yaml").read_text("utf-8")
    write_tree(docs.set, {"goldset.yaml": f"{settings}relabel: {{paused: true}}\n"})
    assert "paused" in docs.run(*IN_PLACE, code=3).err
    assert in_place(docs, "--dry-run")["files"]


def test_it_has_no_pull_requests_and_no_base(docs: DocsSet) -> None:
    docs.run("reindex", "--in-place", "--open-prs", code=2)
    docs.run("reindex", "--in-place", "--base", "main", code=2)


def test_undo_in_the_working_folder_asks_what_was_carried_over(docs: DocsSet) -> None:
    docs.write(parcels=PARCELS.replace(RETURNS, f"First.\n\n{RETURNS}"))
    assert in_place(docs, "B")["totals"]["moved"] == 1
    done = docs.run("undo", "B")
    assert "2 spans of B taken back in the working folder" in done.out
    assert "items/post/returns.yaml" in in_place(docs)["files"]
    for name in ("fee", "returns"):
        docs.run("relabel", "accept", name)
    docs.run("validate")


def test_a_run_that_is_killed_is_completed_by_the_next(docs: DocsSet) -> None:
    docs.write(parcels=NEW_PARCELS, counters=NEW_COUNTERS)
    before = contents(docs)
    done = subprocess.run(
        [sys.executable, "-c", _KILLING, docs.set, *IN_PLACE, "B", "-C", docs.set],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        check=False,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    stops = json.loads(done.stdout)
    assert [code for code, *_ in stops] == [9] * (len(stops) - 1) + [0]
    assert len(stops) >= 8
    whole = stops[-1][1]
    for _, left, code, completed in stops:
        changed = {path for path, data in left.items() if before.get(path, b"").hex() != data}
        if any(path.startswith("items/") and path.endswith(".yaml") for path in changed):
            assert "snapshots/B/snapshot.yaml" in left
        kept = {p: data for p, data in completed.items() if not p.endswith(".tmp")}
        assert (code, kept) == (0, whole)


def test_a_write_that_fails_changes_nothing(docs: DocsSet, monkeypatch: pytest.MonkeyPatch) -> None:
    docs.write(parcels=NEW_PARCELS, counters=NEW_COUNTERS)
    before = contents(docs)
    replace = os.replace

    def full(source: str | Path, target: str | Path) -> None:
        if Path(target).name == "hours.yaml":
            raise OSError(28, "No space left on device")
        replace(source, target)

    monkeypatch.setattr(os, "replace", full)
    assert "hours.yaml cannot be written" in docs.run(*IN_PLACE, code=3).err
    assert {p: d for p, d in contents(docs).items() if not p.startswith("snapshots/texts/")} == {
        p: d for p, d in before.items() if not p.startswith("snapshots/texts/")
    }


def test_text_that_is_not_kept_needs_no_file(docs: DocsSet) -> None:
    settings = (docs.set / "goldset.yaml").read_text("utf-8")
    write_tree(docs.set, {"goldset.yaml": settings.replace("  sources", "  keep_text: false\n  sources")})
    docs.commit()
    docs.write(counters=NEW_COUNTERS)
    assert not [path for path in in_place(docs)["files"] if "texts" in path]
    assert HOURS in item(docs, "hours")
