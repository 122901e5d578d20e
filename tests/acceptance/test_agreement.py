"""`goldset agreement`: a judge is held against people, by itself, and what they differ on is named."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import Ran, write_tree

Run = Callable[..., Ran]
JUDGED = {"a": 1, "b": 1, "c": 0, "d": 1, "e": None}
LABELS = "item,verdict\na,yes\nb,yes\nc,no\nd,no\ne,yes\nf,no\n"


@pytest.fixture
def office(tmp_path: Path) -> Path:
    root = tmp_path / "set"
    write_tree(root, {"goldset.yaml": "set: office\n"})
    for name in "abcdef":
        part = "fees" if name < "d" else "hours"
        text = f"id: {name}\nquestion: What of {name}?\nslice: {part}\nanswerable: false\n"
        write_tree(root, {f"items/{part}/{name}.yaml": text})
    lines = [json.dumps({"verdicts": {"correct": {"judge": "m1", "version": "3"}}})]
    lines += [json.dumps({"item": i, "answer": "x", "verdicts": {"correct": v}}) for i, v in JUDGED.items()]
    write_tree(root, {"run.jsonl": "\n".join(lines) + "\n", "labels.csv": LABELS})
    return root


def held(goldset: Run, root: Path, *args: str) -> Ran:
    files = [str(root / "labels.csv"), str(root / "run.jsonl")]
    return goldset("agreement", *files, "-C", root, *args)


def test_agreement_is_told_with_what_to_adjudicate_and_what_was_not_compared(
    goldset: Run, office: Path
) -> None:
    ran = held(goldset, office, "--format", "json")
    found = json.loads(ran.out)
    assert (ran.code, ran.err) == (0, "")
    assert "take answers for independent" in found["intervals"]
    assert found["judge"] == "m1/3"
    whole = found["agreement"]
    assert (whole["answers"], whole["agreed"], whole["raw"], whole["kappa"]) == (4, 3, 0.75, 0.5)
    assert [row["item"] for row in found["disagreements"]] == ["d"]
    assert [row["item"] for row in found["judge_failures"]] == ["e"]
    assert [row["item"] for row in found["not_judged"]] == ["f"]
    assert {row["slice"]: row["answers"] for row in found["slices"]} == {"fees": 3, "hours": 1}


def test_the_terminal_says_the_same_in_80_columns(goldset: Run, office: Path) -> None:
    ran = held(goldset, office)
    assert "Cohen's kappa" in ran.out
    assert "1 labelled and not judged: f" in ran.out
    assert "1 the judge failed on: e" in ran.out
    assert "No least agreement is set" in ran.out
    assert max(map(len, ran.out.splitlines())) <= 80


@pytest.mark.parametrize(("least", "code"), [("0.4", 0), ("0.6", 1)])
def test_a_judge_below_the_least_agreement_does_not_gate(
    goldset: Run, office: Path, least: str, code: int
) -> None:
    write_tree(office, {"goldset.yaml": f"set: office\nscore: {{judge_agreement: {least}}}\n"})
    ran = held(goldset, office)
    assert ran.code == code
    assert ("does not gate" in ran.out) is bool(code)


def test_one_file_may_hold_both_sides(goldset: Run, office: Path) -> None:
    write_tree(office, {"both.csv": "\ufeffitem;human;judge\na;1;0,9\nb;0,5;0.5\n"})
    ran = goldset("agreement", office / "both.csv", "-C", office, "--format", "json")
    whole = json.loads(ran.out)["agreement"]
    assert (whole["answers"], whole["agreed"]) == (2, 1)
    assert whole["alpha_interval"] is not None


def test_numbers_are_cut_where_a_person_says_so(goldset: Run, office: Path) -> None:
    rows = "\n".join(
        json.dumps({"item": i, "human": h, "judge": j}) for i, h, j in (("a", 1, 0.9), ("b", 0, 0.2))
    )
    write_tree(office, {"both.jsonl": rows})
    whole = goldset(
        "agreement", office / "both.jsonl", "-C", office, "--threshold", "0.5", "--format", "json"
    )
    assert json.loads(whole.out)["agreement"]["raw"] == 1.0


def run_of(office: Path, *verdicts: dict[str, object]) -> None:
    lines = [
        json.dumps({"item": i, "answer": "x", "verdicts": {"correct": v}})
        for i, v in zip("abcd", verdicts, strict=False)
    ]
    write_tree(office, {"run.jsonl": "\n".join(lines) + "\n"})


@pytest.mark.parametrize("judge", ["mean", "avg of m1 and m2", "jury_vote"])
def test_averages_of_judges_are_refused(goldset: Run, office: Path, judge: str) -> None:
    run_of(office, {"value": True, "judge": judge})
    ran = held(goldset, office)
    assert (ran.code, ran.out) == (3, "")
    assert "is an average of judges" in ran.err


def test_several_judges_are_held_against_people_one_by_one(goldset: Run, office: Path) -> None:
    run_of(office, {"value": True, "judge": "m1"}, {"value": True, "judge": "m2"})
    refused = held(goldset, office)
    assert refused.code == 3
    assert "several judges: m1, m2" in refused.err
    chosen = held(goldset, office, "--judge", "m2", "--format", "json")
    assert json.loads(chosen.out)["agreement"]["answers"] == 1


@pytest.mark.parametrize(
    ("labels", "said"),
    [
        ("item,verdict\na,yes\na,no\n", "several people's labels of one answer: a"),
        ("item,verdict\n,yes\n", "labels.csv:2: `item` is missing"),
        ("item,verdict\na\n", "labels.csv:2: the line has not as many columns"),
        ("id,verdict\na,yes\n", "no column `item`"),
        ("item,arm,verdict\na,golden,yes\n", "`arm` is 'golden'"),
        ("item,name,verdict\na,helpful,yes\n", "holds no verdict `correct`"),
        ('{"item": "a", "verdict": [1]}\n', "labels.csv:1: the verdict [1]"),
        ('{"item": "a", "verdict": 1}\n{"item"\n', "labels.csv:2: the line is no JSON"),
    ],
)
def test_labels_that_cannot_be_used_are_refused_with_their_line(
    goldset: Run, office: Path, labels: str, said: str
) -> None:
    write_tree(office, {"labels.csv": labels})
    ran = held(goldset, office)
    assert (ran.code, ran.out) == (3, "")
    assert said in ran.err


@pytest.mark.parametrize(
    ("labels", "why"),
    [("item,verdict\n", "holds no verdict"), ("item,label\na,yes\n", "the header has no column `verdict`")],
)
def test_a_table_without_a_label_is_refused_in_its_own_words(
    goldset: Run, office: Path, labels: str, why: str
) -> None:
    (office / "labels.csv").write_text(labels)
    ran = held(goldset, office)
    assert ran.code == 3
    assert why in ran.err


def test_what_a_table_writes_for_no_value_is_no_verdict(goldset: Run, office: Path) -> None:
    (office / "labels.csv").write_text(LABELS.replace("c,no", "c,NaN"))
    found = json.loads(held(goldset, office, "--format", "json").out)
    assert found["agreement"]["answers"] == 3
