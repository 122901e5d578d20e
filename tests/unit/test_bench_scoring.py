import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from tests.bench.quality import by_stratum, fallen
from tests.bench.scoring import Part, figures

BEFORE = "Alpha is paid within 30 days. Beta stands here for good. Gamma went away."
AFTER = "Beta stands here for good. Alpha is paid within 60 days. Beta stands here for good."
BETA = (0, 26)
ALPHA = (27, 56)
TWIN = (57, 83)


def write_rows(path: Path, rows: list[dict[str, Any]]) -> None:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")


def truth(span: str, fate: str, place: tuple[int, int] | None, **more: Any) -> dict[str, Any]:
    start, end = place or (None, None)
    row = {"id": span, "fate": fate, "doc": "a.md" if place else None, "start": start, "end": end}
    expected = "accept" if fate in ("verbatim", "format") else "queue"
    return {
        **row,
        "expected": expected,
        "changed": [],
        "flags": [],
        "twins": [],
        "stratum": "natural",
        **more,
    }


@pytest.fixture
def part(tmp_path: Path) -> Path:
    (tmp_path / "corpus").mkdir()
    for name, text in (("v0", BEFORE), ("v1", AFTER)):
        with gzip.open(tmp_path / "corpus" / f"{name}.jsonl.gz", "wt", encoding="utf-8") as file:
            file.write(json.dumps({"doc": "a.md", "text": text}) + "\n")
    (tmp_path / "pairs.json").write_text(json.dumps([{"pair": "p", "repo": "r", "a": "v0", "b": "v1"}]))
    rows = [
        truth("alpha", "edited", ALPHA, changed=["number"]),
        truth("beta", "verbatim", BETA, twins=[["a.md", *TWIN]]),
        truth("gamma", "deleted", None),
    ]
    write_rows(tmp_path / "truth.jsonl", rows)
    write_rows(tmp_path / "spans.jsonl", [{"id": r["id"], "pair": "p", "kind": "prose"} for r in rows])
    return tmp_path


def accept(span: str, place: tuple[int, int]) -> dict[str, Any]:
    return {"id": span, "verdict": "accept", "doc": "a.md", "start": place[0], "end": place[1]}


def endings(part: Path, *predictions: dict[str, Any]) -> dict[str, str]:
    return {s.truth["id"]: s.ending for s in Part(part).score(predictions)}


def test_an_accepted_place_is_right_only_where_the_passage_stands_unchanged(part: Path) -> None:
    predictions = [accept("alpha", ALPHA), accept("beta", BETA), accept("gamma", BETA)]
    assert endings(part, *predictions) == {"alpha": "wrong", "beta": "right", "gamma": "wrong"}


def test_a_missing_prediction_counts_as_queued_and_is_named(part: Path) -> None:
    assert endings(part) == {"alpha": "queued", "beta": "queued", "gamma": "queued"}
    assert figures(Part(part).score([]))["without_prediction"] == 3


def test_gone_is_false_of_what_still_stands(part: Path) -> None:
    predictions = [{"id": span, "verdict": "gone"} for span in ("alpha", "beta", "gamma")]
    assert endings(part, *predictions) == {"alpha": "false_gone", "beta": "false_gone", "gamma": "gone"}


def test_the_same_words_at_another_place_are_a_twin(part: Path) -> None:
    found = figures(Part(part).score([accept("beta", TWIN)]))
    assert (found["silent_wrong"], found["wrong_twin"]) == (0, 1)


def test_a_candidate_counts_by_its_rank_and_by_its_borders(part: Path) -> None:
    offered = [
        {"doc": "a.md", "start": 0, "end": 20},
        {"doc": "a.md", "start": ALPHA[0], "end": ALPHA[1] - 9},
    ]
    rows = [{"id": "alpha", "verdict": "queue", "candidates": offered}, accept("beta", BETA)]
    found = figures(Part(part).score(rows))
    assert (found["candidate_1"], found["candidate_3"], found["exact_borders"]) == (0, 100, 0)


def test_the_gate_names_a_figure_that_fell_and_lets_a_better_one_pass(part: Path) -> None:
    good = by_stratum(Part(part).score([accept("beta", BETA)]))
    bad = by_stratum(Part(part).score([accept("beta", TWIN)]))
    assert fallen("dev", bad, good) == []
    worse = fallen("dev", good, bad)
    assert any("safe recall, %: 100.0 -> 0.0" in line for line in worse)
    assert any("wrong identical twin: 0 -> 1" in line for line in worse)
