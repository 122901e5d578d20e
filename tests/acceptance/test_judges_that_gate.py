"""A gate on a judge's verdicts counts only where the judge agrees with people."""

import json
from pathlib import Path

import pytest

from tests.conftest import write_tree
from tests.golden_set import Run
from tests.office import BOILER, FANS, FILTER, NOISE, Office

ANSWERS = {"boiler": True, "fans": True, "noise": True, "filter": False}
LABELS = "item,verdict\nboiler,yes\nfans,yes\nnoise,yes\nfilter,no\n"


@pytest.fixture
def office(tmp_path: Path, goldset: Run) -> Office:
    made = Office(tmp_path, goldset)
    made.snapshot()
    for name, quote in (("boiler", BOILER), ("fans", FANS), ("noise", NOISE), ("filter", FILTER)):
        made.item(name, quote)
    lines = [{"item": i, "answer": "x", "verdicts": {"correct": v}} for i, v in ANSWERS.items()]
    write_tree(tmp_path, {"run.jsonl": "".join(json.dumps(line) + "\n" for line in lines)})
    return made


def gated(office: Office, labels: str | None, score: str, metric: str = "judged_correct") -> tuple[int, str]:
    settings = f"set: office\nscore: {{{score}}}\ngates:\n  - {{metric: {metric}, floor: 0.5}}\n"
    write_tree(office.root, {"goldset.yaml": settings, "labels.csv": labels or ""})
    ran = office.goldset("gate", office.root.parent / "run.jsonl", "-C", office.root)
    assert ran.err == ""
    return ran.code, " ".join(ran.out.split())


LEAST = "judge_agreement: 0.6, judge_labels: labels.csv"


def test_a_judge_that_agrees_with_people_gates(office: Office) -> None:
    assert gated(office, LABELS, LEAST)[0] == 0


def test_a_judge_that_does_not_agree_decides_nothing(office: Office) -> None:
    code, out = gated(office, LABELS.replace("fans,yes", "fans,no").replace("filter,no", "filter,yes"), LEAST)
    assert code == 1
    assert "1 inconclusive" in out
    assert "its alpha with people's labels is" in out


def test_a_judge_that_nobody_held_against_people_decides_nothing(office: Office) -> None:
    assert "`score.judge_labels` names no file" in gated(office, None, "judge_agreement: 0.6")[1]
    assert "holds no label `correct`" in gated(office, "item,name,verdict\nboiler,helpful,yes\n", LEAST)[1]
    assert "the run holds no verdict `faithfulness`" in gated(office, LABELS, LEAST, "faithfulness")[1]


def test_without_a_least_agreement_every_judge_gates(office: Office) -> None:
    assert gated(office, None, "k: [1]")[0] == 0
