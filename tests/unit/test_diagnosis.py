"""Where an item was lost, and the tables of evidence against answers."""

from typing import Any

import pytest

from goldset.domain.runs import Arm, Chunk, RunLine, Stages, Status
from goldset.domain.scores import End, ItemScore, ScoreRules
from goldset.evaluation.diagnosis import Table, evidence_and_end, retrieved_and_right
from goldset.evaluation.items import score_item
from goldset.evaluation.run_view import RunView, shapes_of
from tests.scoring import gold_item, gold_set, passage

FOUND = Chunk(chunk_id="c1", doc_id="a", start=0, end=40, text="The deductible is 2%.")
OTHER = Chunk(chunk_id="c2", doc_id="b", start=0, end=40, text="It was $500 once.")
NEAR = Chunk(chunk_id="c3", doc_id="b", start=50, end=90, text="Something near.")
GOLD = gold_item(
    passage("a", 0, 40, text="The deductible is 2%."),
    must_include=["2%"],
    must_not_include=["$500"],
    near=(("b", 60, 80),),
    language="en",
)


def diagnosed(
    answer: str | None = "It is 3%.", gold: Any = GOLD, index: Any = None, **said: Any
) -> ItemScore:
    line = RunLine(item=gold.id, answer=answer, **said)
    lines = [line, RunLine(item="another", answer="x", retrieved=())]
    view = RunView(
        gold_set(gold, documents={"a": 100, "b": 100}),
        shapes=shapes_of(lines),
        chunks={c.chunk_id: c for c in index or ()},
    )
    return score_item(gold, {Arm.RETRIEVED: line}, ScoreRules(), view)[0]


def staged(candidates: str, reranked: str, context: str) -> Stages:
    return Stages(*(tuple(f"c{n}" for n in ids) for ids in (candidates, reranked, context)))


@pytest.mark.parametrize(
    ("said", "step"),
    [
        ({"status": Status.TIMEOUT}, "no result"),
        ({"retrieved": (OTHER,)}, "not in the ranking"),
        ({"retrieved": (OTHER,), "index": (OTHER, NEAR)}, "not indexed"),
        ({"retrieved": (FOUND, OTHER), "stages": staged("2", "2", "2")}, "not among candidates"),
        ({"retrieved": (FOUND, OTHER), "stages": staged("12", "2", "2")}, "lost in reranking"),
        ({"retrieved": (FOUND, OTHER), "stages": staged("12", "12", "2")}, "cut from context"),
        (
            {"retrieved": (OTHER,), "stages": staged("21", "21", "2"), "index": (FOUND, OTHER)},
            "cut from context",
        ),
        ({"retrieved": (FOUND, OTHER), "stages": staged("12", "12", "1")}, "in context, and misread"),
        ({"retrieved": (FOUND, OTHER)}, "in context, and sources conflict"),
        ({"retrieved": (FOUND, NEAR)}, "in context, and sources conflict"),
        ({"retrieved": (FOUND,), "answer": None, "status": Status.ABSTAINED}, "in context, and abstained"),
        (
            {"retrieved": (FOUND,), "gold": gold_item(passage("z", 0, 9), must_include=["2%"])},
            "not in corpus",
        ),
        ({"retrieved": (FOUND,), "answer": "It is 2%."}, None),
        ({"retrieved": (), "answer": "It is 2%."}, None),
    ],
)
def test_the_first_step_that_explains_a_failure_is_named(said: dict[str, Any], step: str | None) -> None:
    assert diagnosed(**said).notes.get("diagnosis") == step


def test_what_stands_against_the_evidence_is_named() -> None:
    row = diagnosed(retrieved=(FOUND, OTHER, NEAR))
    assert row.notes["conflict"] == "“$500” in b, near span b:60-80"


def test_a_stage_whose_chunks_have_no_place_is_counted_and_passed_over() -> None:
    row = diagnosed(retrieved=(FOUND,), stages=staged("19", "1", "1"))
    assert row.counts["stages_without_places"] == 1
    assert "recall_in_candidates@5" not in row.values
    assert (row.values["recall_in_context"], row.values["complete_in_context@1"]) == (1, 1)
    assert row.notes["diagnosis"] == "in context, and misread"


def test_each_stage_is_scored() -> None:
    row = diagnosed(retrieved=(OTHER, FOUND), stages=staged("21", "12", "2"))
    at_one = [row.values[f"recall_in_{stage}@1"] for stage in ("candidates", "reranked", "context")]
    assert at_one == [0, 1, 0]
    assert [row.values[f"complete_in_{stage}"] for stage in ("candidates", "reranked", "context")] == [
        1,
        1,
        0,
    ]


def test_a_run_of_retrieval_alone_is_diagnosed_by_its_evidence() -> None:
    junk = tuple(Chunk(doc_id="b", start=n * 50, end=n * 50 + 40) for n in range(10))
    line = RunLine(item=GOLD.id, retrieved=(*junk, FOUND))
    view = RunView(gold_set(GOLD), shapes=shapes_of([line]))
    [row] = score_item(GOLD, {Arm.RETRIEVED: line}, ScoreRules(), view)
    assert row.notes["diagnosis"] == "ranked below the cut-off"


def row_of(item: str, end: End, complete: float | None, correct: float | None, **said: Any) -> ItemScore:
    values = {"complete@5": complete, "correct": correct}
    known = {key: value for key, value in values.items() if value is not None}
    return ItemScore(item, Arm.RETRIEVED, end, known, **said)


ROWS = [
    row_of("a", End.ANSWERED, 1, 1),
    row_of("b", End.ANSWERED, 1, 0),
    row_of("c", End.ANSWERED, 0, 1),
    row_of("d", End.ABSTAINED, 0, 0),
    row_of("e", End.ABSTAINED, 1, 0),
    row_of("f", End.ERROR, 0, 0),
    row_of("g", End.ANSWERED, 1, None),
    row_of("h", End.STALE, None, None),
    row_of("i", End.ANSWERED, None, None, is_answerable=False),
    row_of("j", End.ANSWERED, None, 1),
]


def items_of(table: Table) -> list[str]:
    cells = [items for _, items in table.cells.values()]
    return sorted(item for items in [*cells, *table.left_out.values()] for item in items)


def test_evidence_against_right_answers_gives_four_diagnoses_that_add_up() -> None:
    table = retrieved_and_right(ROWS, "complete@5", "correct")
    assert {pair: items for pair, (_, items) in table.cells.items()} == {
        ("evidence", "right"): ("a",),
        ("evidence", "wrong"): ("b", "e"),
        ("no evidence", "right"): ("c",),
        ("no evidence", "wrong"): ("d", "f"),
    }
    assert items_of(table) == sorted("abcdefghij")


def test_evidence_against_abstention_shows_fabrication_and_over_caution() -> None:
    table = evidence_and_end(ROWS, "complete@5")
    assert table.cells["evidence", "abstained"] == ("over-caution", ("e",))
    assert table.cells["no evidence", "answered"] == ("fabrication, or known anyway", ("c",))
    assert table.left_out["error"] == ("f",)
    assert items_of(table) == sorted("abcdefghij")
