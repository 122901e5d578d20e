"""`goldset compare`, `gate` and `bless`: what differs, whether it may go out, and what it is held against."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Ran, git, write_tree
from tests.golden_set import Run
from tests.office import BOILER, FANS, FILTER, NOISE, PAGE, Office, chunk, ranked

GATES = """set: office
score: {k: [1, 3]}
people: {a.ng: "@ang"}
gates:
"""


@pytest.fixture
def office(tmp_path: Path, goldset: Run) -> Office:
    made = Office(tmp_path, goldset)
    made.snapshot()
    for name, quote in (("boiler", BOILER), ("fans", FANS), ("noise", NOISE)):
        made.item(name, quote)
    return made


def gates(office: Office, *rows: str) -> None:
    listed = "".join(f"  - {{{row}}}\n" for row in rows)
    write_tree(office.root, {"goldset.yaml": GATES + listed if rows else GATES.replace("gates:\n", "")})


def run_file(office: Office, name: str, *lines: dict[str, Any]) -> Path:
    path = office.root.parent / name
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path


def good(office: Office) -> Path:
    lines = [ranked("boiler", chunk(BOILER)), ranked("fans", chunk(FANS)), ranked("noise", chunk(NOISE))]
    return run_file(office, "good.jsonl", {"snapshot": "A", "system": "bm25"}, *lines)


def worse(office: Office) -> Path:
    lines = [ranked("boiler", chunk(FANS)), ranked("fans", chunk(FANS)), ranked("noise", chunk(NOISE))]
    return run_file(office, "worse.jsonl", {"snapshot": "A"}, *lines)


def gate(office: Office, run: Path, *args: str) -> Ran:
    return office.goldset("gate", run, "-C", office.root, *args)


def bless(office: Office, run: Path, *args: str, by: str = "a.ng", reason: str = "released") -> Ran:
    return office.goldset("bless", run, "--by", by, "--reason", reason, "-C", office.root, *args)


def test_a_gate_passes_or_stops_and_the_exit_code_says_so(office: Office) -> None:
    gates(office, "metric: recall, k: 1, floor: 0.9")
    passed = gate(office, good(office))
    assert (passed.code, passed.out.splitlines()[-1]) == (0, "PASS: 1 pass")
    stopped = gate(office, worse(office))
    assert stopped.code == 1
    assert "FAIL  recall@1 ≥ 0.9, heat" in stopped.out
    assert "66.7 % (20.8–93.9) of 3" in stopped.out


def test_nothing_measured_stops_a_release_and_json_holds_no_nan(
    office: Office, tmp_path: Path, goldset: Run
) -> None:
    gates(office, "metric: recall, k: 1, floor: 0.1, slice: ventilation")
    run = good(office)
    named = gate(office, run, "--format", "json")
    found = json.loads(named.out, parse_constant=pytest.fail)
    assert named.code == 1
    assert found["gates"][0]["slice"] == "ventilation"
    assert "not measured" in found["gates"][0]["reason"]
    assert found["gates"][0]["measured"]["value"] is None
    assert found["ungated"] == ["heat"]
    write_tree(tmp_path / "empty", {"goldset.yaml": GATES + "  - {metric: recall, k: 1, floor: 0.1}\n"})
    nothing = goldset("gate", run, "-C", tmp_path / "empty")
    assert nothing.code != 0
    gates(office)
    undecided = gate(office, run)
    assert (undecided.code, undecided.out.strip()) == (
        1,
        "FAIL: no gate: nothing was decided; no gate looks at heat",
    )


def test_a_set_without_an_answerable_item_measures_no_recall(tmp_path: Path, goldset: Run) -> None:
    office = Office(tmp_path, goldset)
    office.snapshot()
    office.unanswerable("solar")
    gates(office, "metric: recall, k: 1, floor: 0.8")
    done = gate(office, run_file(office, "run.jsonl", ranked("solar", chunk(NOISE))))
    assert done.code == 1
    assert "recall@1 counts none of its 1 items" in " ".join(done.out.split())


def test_stale_items_stand_in_the_verdict(office: Office) -> None:
    gates(office, "metric: recall, k: 1, floor: 0.5")
    write_tree(office.corpus, {"heat.md": PAGE.replace("twelve", "six"), "other.md": f"# Other\n\n{NOISE}\n"})
    office.snapshot("B", "2026-11-01")
    at = PAGE.index(BOILER)
    office.item(
        "boiler",
        spans=[
            f'  - {{doc_id: heat.md, text: {BOILER}, start: {at}, end: {at + len(BOILER)}, corpus_snapshot: "A"}}\n'
        ],
    )
    later = run_file(office, "later.jsonl", {"snapshot": "B"}, ranked("fans", chunk(FANS)))
    done = gate(office, later)
    assert done.code == 1
    assert "stale: boiler, fans, noise" in " ".join(done.out.split())


def test_blessing_needs_a_whole_run_a_reason_and_a_person(office: Office) -> None:
    gates(office, "metric: recall, k: 1, floor: 0.9")
    run = good(office)
    for done, message in (
        (bless(office, run, by="nobody"), "nobody is called nobody"),
        (bless(office, run, reason=" "), "needs a reason"),
        (bless(office, worse(office)), "stopped by 1 gate"),
        (
            bless(office, run_file(office, "half.jsonl", ranked("boiler", chunk(BOILER)))),
            "2 items without a result",
        ),
    ):
        assert message in done.err
        assert not (office.root / "baseline.jsonl").exists()
    done = bless(office, run, reason="r\udcff")  # a byte of a command line that is no UTF-8
    assert done.code == 0
    assert "wrote baseline.jsonl: 3 items in snapshot A" in done.out
    assert "holds this run already" in bless(office, run, reason="r\udcff").out
    all_the_same = bless(office, worse(office), "--accept-failing")
    assert "accepted although stopped by 1 gate" in all_the_same.out
    assert "boiler: right -> not_retrieved" in all_the_same.out


def test_a_new_failure_against_the_baseline_stops_a_release(office: Office) -> None:
    gates(office, "no_new: failure, slice: all")
    assert "there is no baseline" in gate(office, good(office)).out
    assert bless(office, good(office)).code == 0
    assert gate(office, good(office)).code == 0
    stopped = gate(office, worse(office))
    assert stopped.code == 1
    assert "new: boiler" in stopped.out


def test_two_runs_are_compared_item_by_item(office: Office) -> None:
    gates(office)
    done = office.goldset("compare", good(office), worse(office), "-C", office.root)
    assert done.code == 0, done.err
    said = " ".join(done.out.split())
    assert "recall@3 100.0 66.7 -33.3" in said
    assert "1 right -> not retrieved 2 right, as before 3 in all" in said
    assert "Newly failing (1) boiler (heat): right -> not_retrieved" in said
    found = json.loads(
        office.goldset("compare", good(office), worse(office), "-C", office.root, "--format", "json").out
    )
    assert sum(row["items"] for row in found["matrix"]) == found["totals"]["common"] == 3
    hit = next(row for row in found["metrics"] if row["metric"] == "hit@1")
    assert hit["common"]["mcnemar"] == {"only_first": 1, "only_second": 0, "p": 1.0}
    same = office.goldset("compare", good(office), good(office), "-C", office.root)
    assert "both runs are one and the same file" in same.out
    markdown = office.goldset(
        "compare", good(office), worse(office), "-C", office.root, "--format", "markdown"
    ).out
    assert "| `recall@1` | 100.0 | 66.7 | -33.3 |" in markdown


def test_the_baseline_is_compared_by_its_name(office: Office) -> None:
    gates(office)
    assert bless(office, good(office), "--accept-failing").code == 0
    done = office.goldset("compare", "baseline", worse(office), "-C", office.root)
    assert "Newly failing (1)" in done.out
    turned = office.goldset("compare", worse(office), "baseline", "-C", office.root)
    assert turned.code == 2


def test_other_rules_are_refused_unless_told_and_then_said(office: Office) -> None:
    gates(office)
    assert bless(office, good(office), "--accept-failing").code == 0
    write_tree(office.root, {"goldset.yaml": "set: office\nscore: {k: [1], overlap: 0.25}\n"})
    refused = office.goldset("compare", "baseline", worse(office), "-C", office.root)
    assert refused.code == 3
    assert "overlap: 0.5 and 0.25" in refused.err
    told = office.goldset("compare", "baseline", worse(office), "-C", office.root, "--allow-different")
    assert told.code == 0
    assert "NOT THE SAME: overlap: 0.5 and 0.25" in told.out


def test_another_judge_or_number_of_chunks_is_refused_and_the_baseline_knows_its_own(office: Office) -> None:
    gates(office, "no_new: wrong, slice: all")

    def judged(k: int, version: str) -> Path:
        meta = {"k": k, "verdicts": {"correct": {"judge": "j", "version": version}}}
        lines = [
            {"item": item, "answer": "x", "verdicts": {"correct": True}}
            for item in ("boiler", "fans", "noise")
        ]
        return run_file(office, f"{k}-{version}.jsonl", meta, *lines)

    assert bless(office, judged(5, "1")).code == 0
    assert gate(office, judged(5, "1")).code == 0
    refused = office.goldset("compare", "baseline", judged(10, "2"), "-C", office.root)
    assert refused.code == 3
    assert "chunks asked for: 5 and 10; judge of correct: j/1 and j/2" in " ".join(refused.err.split())
    stopped = gate(office, judged(5, "2"))
    assert stopped.code == 1
    assert "by other rules or judges" in " ".join(stopped.out.split())


def test_labels_that_moved_are_told_from_what_retrieval_lost(office: Office) -> None:
    gates(office)
    office.keep()
    for args in (["init", "-q", "-b", "main"], ["add", "-A"], ["commit", "-q", "-m", "set"]):
        git(office.root, *args)
    longer = PAGE.replace("# Heat\n", "# Heat\n\nThis page begins with a word to all tenants of the house.\n")
    write_tree(office.corpus, {"heat.md": longer})
    done = office.goldset("reindex", "B", "--in-place", "--corpus", office.corpus, "-C", office.root)
    assert done.code == 0, done.err

    def there(quote: str) -> dict[str, Any]:
        at = longer.index(quote)
        return {"doc_id": "heat.md", "start": at, "end": at + len(quote)}

    lines = [ranked("boiler", there(BOILER)), ranked("fans", there(FANS)), ranked("noise", there(FILTER))]
    later = run_file(office, "later.jsonl", {"snapshot": "B"}, *lines)
    said = office.goldset("compare", good(office), later, "-C", office.root)
    assert said.code == 0, said.err
    found = " ".join(said.out.split())
    assert "recall@3 100.0 66.7 -33.3" in found
    assert "recall@3: 0.0 with gold left where it stood for the first; +66.7 are labels that moved" in found
