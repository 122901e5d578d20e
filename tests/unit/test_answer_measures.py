"""Correctness, abstention, citations and judges' words, item by item."""

from typing import Any

import pytest

from goldset.domain.runs import (
    Arm,
    Chunk,
    Citation,
    JudgeOf,
    Parts,
    RunLine,
    RunMeta,
    Stages,
    Status,
    Verdict,
)
from goldset.domain.scores import End, ItemScore, ScoreRules
from goldset.evaluation.abstention import confusion, risk_curve
from goldset.evaluation.items import score_item
from goldset.evaluation.metrics import metric_of
from goldset.evaluation.run_view import RunView, shapes_of
from tests.scoring import answer_of, gold_item, gold_set, passage

RATE = passage("a", 0, 40)
COVERED = gold_item(RATE, must_include=["2%", "$1,000"], must_not_include=["$500"], language="en")
SOLAR = gold_item(id="solar", abstain_reason="not_in_corpus")


def test_a_right_answer_says_all_texts_and_no_forbidden_one() -> None:
    row = answer_of(COVERED, answer="It is 2 percent, at least $1000.")
    assert (row.values["correct"], row.values["wrong_answer"]) == (1, 0)
    assert (row.values["answer_coverage"], row.values["false_abstention"]) == (1, 0)


def test_what_is_wrong_with_an_answer_is_said() -> None:
    row = answer_of(COVERED, answer="It is 12%, at least $1,000, once $500.")
    assert (row.values["correct"], row.values["wrong_answer"]) == (0, 1)
    assert row.notes["wrong"] == "lacks “2%”, says “$500”"


@pytest.mark.parametrize("status", [Status.ABSTAINED, Status.ERROR, Status.TIMEOUT])
def test_whatever_gave_no_answer_is_not_correct_and_not_a_wrong_answer(status: Status) -> None:
    lines = [RunLine(item="another", answer="x"), RunLine(item=COVERED.id, status=status)]
    [row] = score_item(
        COVERED, {Arm.RETRIEVED: lines[1]}, ScoreRules(), RunView(gold_set(COVERED), shapes=shapes_of(lines))
    )
    assert (row.values["correct"], row.values["answer_coverage"]) == (0, 0)
    assert row.values["false_abstention"] == (status is Status.ABSTAINED)
    assert "wrong_answer" not in row.values


def test_an_unanswerable_item_has_neither_correctness_nor_recall() -> None:
    row = answer_of(SOLAR, answer="Yes, on the roof.", retrieved=())
    assert row.values == {"false_answer": 1}


@pytest.mark.parametrize(("given", "agrees"), [("Not in corpus", 1), ("ambiguous", 0)])
def test_reasons_agree_or_not(given: str, agrees: float) -> None:
    row = answer_of(SOLAR, status=Status.ABSTAINED, abstain_reason=given)
    assert row.values == {"false_answer": 0, "reason_agreement": agrees}
    assert row.notes["abstained"] == given


def test_no_reason_given_is_no_disagreement() -> None:
    assert answer_of(SOLAR, status=Status.ABSTAINED).values == {"false_answer": 0}


def test_a_partial_answer_has_its_share_of_parts() -> None:
    row = answer_of(COVERED, status=Status.PARTIAL, answer="2%", parts=Parts(2, 3))
    assert row.values["parts"] == pytest.approx(2 / 3)
    assert row.values["correct"] == 0


def test_a_run_of_retrieval_alone_is_not_charged_with_answers() -> None:
    assert answer_of(SOLAR, retrieved=()).values == {}


def test_text_and_judge_stand_side_by_side_and_their_disagreement_is_said() -> None:
    row = answer_of(COVERED, answer="2% and $1,000", verdicts={"correct": False})
    assert (row.values["correct"], row.values["judged_correct"]) == (1, 0)
    assert (row.values["wrong_answer"], row.values["judged_wrong_answer"]) == (0, 1)
    assert row.notes["disagreement"] == "texts compared: 1, judged: 0"


def scored_of(*lines: RunLine, meta: RunMeta | None = None) -> dict[str, ItemScore]:
    items = {line.item: gold_item(RATE, id=line.item) for line in lines}
    view = RunView(gold_set(*items.values()), meta or RunMeta(), shapes_of(lines))
    return {
        line.item: score_item(items[line.item], {line.arm: line}, ScoreRules(), view)[0] for line in lines
    }


def judged(item: str, **verdicts: Any) -> RunLine:
    return RunLine(item=item, answer="x", verdicts=verdicts)


def test_faithfulness_is_supported_over_all_claims() -> None:
    rows = scored_of(
        judged("a", claims_supported=4, claims_total=5),
        judged("b", claims_supported=0, claims_total=0),
        judged("c", claims_supported=6, claims_total=5),
        judged("d", claims_supported=None, claims_total=5),
        RunLine(item="e", status=Status.ABSTAINED, verdicts={"claims_supported": 0, "claims_total": 0}),
    )
    assert {item: row.values.get("faithfulness") for item, row in rows.items()} == {
        "a": 0.8,
        "b": None,
        "c": None,
        "d": None,
        "e": None,
    }
    assert [rows[item].counts for item in "bcd"] == [
        {"answers_without_claims": 1},
        {"verdicts_out_of_range": 1},
        {"judge_failures": 1},
    ]


def test_a_failed_judge_is_counted_and_no_zero() -> None:
    rows = scored_of(judged("a", helpful=None), judged("b", helpful=float("nan")), judged("c", helpful=0.25))
    assert [rows[item].counts for item in "ab"] == [{"judge_failures": 1}] * 2
    assert "helpful" not in rows["a"].values
    assert rows["c"].values["helpful"] == 0.25
    assert metric_of("helpful").layer.value == "judged"


def test_judges_of_one_name_are_never_mixed() -> None:
    rows = scored_of(
        judged("a", faithfulness=Verdict(value=1.0, definition="ragas-0.3")),
        judged("b", faithfulness=Verdict(value=0.5, judge="m2", version="7")),
        judged("c", claims_supported=1, claims_total=4),
        judged("d", faithfulness=0.75),
    )
    assert [next(iter(set(rows[i].values) - set(rows["d"].values))) for i in "abc"] == [
        "faithfulness[ragas-0.3]",
        "faithfulness[m2/7]",
        "faithfulness[claims]",
    ]
    assert rows["d"].values["faithfulness[unnamed]"] == 0.75


def test_the_judges_of_a_row_stand_in_one_order_in_every_process() -> None:
    judges = [f"m{n:02}" for n in range(12)]
    lines = [judged(name, correct=Verdict(value=True, judge=name)) for name in judges]
    row = scored_of(*lines, RunLine(item="lost", status=Status.ERROR))["lost"]
    found = [key for key in row.values if key.startswith("judged_correct")]
    assert found == sorted(f"judged_correct[{name}]" for name in judges)


def test_the_first_line_of_a_run_names_the_judge_of_all_others() -> None:
    meta = RunMeta(verdicts={"helpful": JudgeOf(judge="m1")})
    rows = scored_of(judged("a", helpful=1), judged("b", helpful=Verdict(value=0, judge="m1")), meta=meta)
    assert (rows["a"].values["helpful"], rows["b"].values["helpful"]) == (1, 0)


def test_a_judges_word_never_takes_the_name_of_a_measure() -> None:
    rows = scored_of(judged("a", false_abstention=1))
    assert rows["a"].values["false_abstention"] == 0
    assert rows["a"].values["judged_false_abstention"] == 1


def test_an_answer_that_nobody_judged_is_counted() -> None:
    rows = scored_of(judged("a", correct=True), judged("b"), RunLine(item="c", status=Status.ABSTAINED))
    assert rows["b"].counts == {"not_judged": 1}
    assert "judged_correct" not in rows["b"].values
    assert rows["c"].values["judged_correct"] == 0


def test_a_verdict_that_no_measure_takes_is_counted() -> None:
    row = answer_of(SOLAR, answer="Yes.", verdicts={"correct": False})
    assert (row.values, row.counts) == ({"false_answer": 1}, {"verdicts_correct_of_unanswerable": 1})
    silent = answer_of(COVERED, status=Status.ABSTAINED, verdicts={"claims_total": 2, "claims_supported": 2})
    assert silent.counts == {"verdicts_without_answer": 1}


TEXT = "The windstorm deductible is 2% of the  insured dwelling value."
GIVEN = (
    Chunk(chunk_id="c1", doc_id="a", start=0, end=len(TEXT), text=TEXT),
    Chunk(chunk_id="c2", doc_id="b", start=0, end=9),
)


def cite(
    *citations: Citation, answer: str = "It is 2%.", view: RunView | None = None, **said: Any
) -> ItemScore:
    gold = gold_item(
        RATE, jurisdiction="US-FL", as_of="2026-10-01", language="en", question="Two miles away?"
    )
    fields = {"retrieved": GIVEN, "answer": answer, "citations": citations} | said
    line = RunLine(item=gold.id, **fields)
    other = RunLine(item="another", citations=(Citation(quote="x"),))
    scopes = {"a": {"jurisdiction": "US"}, "b": {"jurisdiction": "GB", "effective_to": "2026-09-30"}}
    view = view or RunView(
        gold_set(gold, scopes=scopes),
        shapes=shapes_of([line, other]),
        text={"b": "Thirty days and more."}.get,
    )
    return score_item(gold, {Arm.RETRIEVED: line}, ScoreRules(), view)[0]


def checks(row: ItemScore) -> tuple[float | None, ...]:
    names = ("resolves", "verbatim", "figures", "eligible")
    return tuple(row.values.get(f"citation_{name}") for name in names)


def test_a_citation_that_holds_passes_every_check() -> None:
    assert checks(cite(Citation("c1", quote="2% of the insured\nDWELLING value"))) == (1, 1, 1, 1)


def test_each_check_fails_by_itself() -> None:
    assert checks(cite(Citation("c9", quote="2%"))) == (0, 0, 0, 0)
    assert checks(cite(Citation("c1", quote="3% of the value"))) == (1, 0, 1, 1)
    assert checks(cite(Citation("c1", quote="2%"), answer="It is 12%.")) == (1, 1, 0, 1)
    assert checks(cite(Citation("c2", quote="thirty"), answer="30 days")) == (1, 1, 1, 0)


def test_an_answer_that_cites_nothing_fails_and_is_counted() -> None:
    row = cite()
    assert checks(row) == (0, 0, 0, 0)
    assert row.counts["answers_without_citations"] == 1
    assert checks(cite(citations=None)) == (0, 0, 0, 0)


def test_figures_of_the_question_need_no_proof_and_an_answer_without_any_is_left_out() -> None:
    assert checks(cite(Citation("c1", quote="2%"), answer="At 2 miles it applies."))[2] is None
    assert checks(cite(Citation("c1", quote="2%"), answer="At 2 miles it is 3%."))[2] == 0
    assert checks(cite(Citation("c1", quote="2%"), answer="Yes."))[2] is None


def test_shares_are_over_the_answers_citations() -> None:
    row = cite(Citation("c1", quote="2%"), Citation("c9"), Citation(doc_id="b", quote="thirty"), Citation())
    assert checks(row) == (0.5, 0.5, 1, 0.25)


def test_the_prompt_decides_where_the_run_lists_it() -> None:
    row = cite(Citation("c2", quote="thirty"), stages=Stages(context=("c1",)))
    assert row.values["citation_resolves"] == 0


def test_a_chunk_whose_text_nobody_kept_is_counted_and_fails_nothing_that_it_could_pass() -> None:
    unknown = (Chunk(chunk_id="c3", doc_id="c", start=0, end=9),)
    row = cite(Citation("c3", quote="thirty"), answer="30 days", retrieved=unknown)
    assert checks(row) == (1, None, None, 1)
    assert row.counts["citations_without_text"] == 1


def test_a_chunk_of_no_known_document_is_not_eligible() -> None:
    row = cite(Citation("c9", quote="thirty"), stages=Stages(context=("c9",)))
    assert (row.values["citation_resolves"], row.values["citation_eligible"]) == (1, 0)


def test_abstentions_cite_nothing_and_are_not_asked_to() -> None:
    assert checks(cite(answer="", status=Status.ABSTAINED)) == (None,) * 4


def row_of(item: str, end: End, *, is_answerable: bool = True, **said: Any) -> ItemScore:
    return ItemScore(item, Arm.RETRIEVED, end, said.pop("values", {}), is_answerable=is_answerable, **said)


def test_every_item_stands_in_one_cell_of_the_confusion() -> None:
    rows = [row_of(f"a{n}", end) for n, end in enumerate(End)] + [
        row_of("u", End.ABSTAINED, is_answerable=False)
    ]
    found = confusion(rows)
    assert sum(len(ids) for side in (found.answerable, found.unanswerable) for ids in side.values()) == len(
        rows
    )
    assert found.unanswerable[End.ABSTAINED] == ("u",)


def test_risk_rises_as_less_sure_answers_are_given() -> None:
    right, wrong = {"correct": 1.0}, {"correct": 0.0}
    rows = [
        row_of("a", End.ANSWERED, values=right, confidence=0.9),
        row_of("b", End.ANSWERED, values=wrong, confidence=0.5),
        row_of("c", End.ANSWERED, is_answerable=False, confidence=0.5),
        row_of("d", End.ABSTAINED),
        row_of("e", End.ANSWERED, values=right),
        row_of("f", End.ANSWERED, confidence=1.0),
        row_of("g", End.STALE, values={"correct": None}),
    ]
    curve = risk_curve(rows)
    assert [(p.answered, p.wrong, p.coverage, p.risk) for p in curve.points] == [
        (1, 0.0, 0.2, 0.0),
        (3, 2.0, 0.6, pytest.approx(2 / 3)),
    ]
    assert (curve.items, curve.without_confidence, curve.unknown) == (5, ("e",), ("f",))
