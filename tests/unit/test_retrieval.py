"""Measures of retrieval on worked examples."""

import pytest

from goldset.domain.runs import Arm, BadLine, Chunk, RunLine
from goldset.domain.scores import End, ScoreRules
from goldset.domain.standing import State
from goldset.evaluation.distinct import ranking_of
from goldset.evaluation.items import score_item
from goldset.evaluation.metrics import METRICS
from goldset.evaluation.run_view import RunView, Shape, shapes_of
from goldset.evaluation.walk import Walk
from tests.scoring import chunks, gold_item, gold_set, passage, retrieval, scored

FIRST, SECOND, THIRD = passage("a", 0, 40), passage("a", 100, 140), passage("b", 0, 40)
JUNK = ("z", 0, 40)


def at(doc: str, start: int, end: int) -> tuple[str, int, int]:
    return doc, start, end


def test_one_of_three_pieces_is_a_hit_and_not_complete() -> None:
    values = retrieval(gold_item(FIRST, SECOND, THIRD), [at("a", 0, 40)])
    assert (values["hit@5"], values["complete@5"]) == (1.0, 0.0)
    assert values["recall@5"] == pytest.approx(1 / 3)


def test_a_chunk_that_comes_twice_earns_once() -> None:
    values = retrieval(gold_item(FIRST, SECOND), [at("a", 0, 40), at("a", 0, 40), JUNK])
    assert values["recall@3"] == 0.5
    assert values["ndcg@3"] == pytest.approx(0.6131, abs=5e-5)
    assert values["precision@3"] == pytest.approx(1 / 3)


def test_the_ideal_holds_all_gold_whatever_was_returned() -> None:
    values = retrieval(gold_item(FIRST, SECOND), [at("a", 0, 40), JUNK], ScoreRules(k=(2,)))
    assert values["ndcg@2"] == pytest.approx(0.6131, abs=5e-5)


@pytest.mark.parametrize(("ranks", "expected"), [((1, 3, None, 2), 0.458)])
def test_mean_reciprocal_rank(ranks: tuple[int | None, ...], expected: float) -> None:
    gold = gold_item(FIRST)
    single = []
    for rank in ranks:
        listed = [("z", n, n + 1) for n in range(5)]
        if rank:
            listed[rank - 1] = at("a", 0, 40)
        single.append(retrieval(gold, listed)["mrr@5"])
    assert sum(value or 0 for value in single) / len(ranks) == pytest.approx(expected, abs=5e-4)


@pytest.mark.parametrize(("grades", "expected"), [((3, 0, 2, 1, 0), 0.951), ((0, 3, 2, 1, 0), 0.676)])
def test_ndcg_of_graded_passages_with_exponential_gain(grades: tuple[int, ...], expected: float) -> None:
    places = [("a", n * 100, n * 100 + 50) for n in range(5)]
    evidence = [passage(*place, grade=grade) for place, grade in zip(places, grades, strict=True) if grade]
    assert retrieval(gold_item(*evidence), places)["ndcg@5"] == pytest.approx(expected, abs=5e-4)


def test_linear_gain_has_its_own_name() -> None:
    places = [("a", 0, 50), ("a", 100, 150)]
    evidence = [passage(*places[0], grade=1), passage(*places[1], grade=3)]
    values = retrieval(gold_item(*evidence), places)
    discount = 0.6309297535714575
    assert values["ndcg_linear@3"] == pytest.approx((1 + 3 * discount) / (3 + discount))
    assert values["ndcg@3"] == pytest.approx((1 + 7 * discount) / (7 + discount))


def test_one_chunk_with_two_groups_earns_both_and_never_more_than_the_ideal() -> None:
    values = retrieval(gold_item(FIRST, passage("a", 40, 80)), [at("a", 0, 80)])
    assert (values["ndcg@1"], values["ndcg@3"], values["recall@1"]) == (1.0, 1.0, 1.0)


def test_interchangeable_passages_count_once() -> None:
    gold = gold_item(passage("a", 0, 40, groups=("g",)), passage("b", 0, 40, groups=("g",)))
    values = retrieval(gold, [at("b", 0, 40)])
    assert (values["recall@1"], values["complete@1"], values["ndcg@1"], values["coverage@1"]) == (1, 1, 1, 1)
    assert values["doc_recall@1"] == 0.5


def test_a_passage_cut_by_a_border_is_covered_by_two_chunks_together() -> None:
    listed = [at("a", 11, 53), JUNK, at("a", 53, 96)]
    values = retrieval(gold_item(passage("a", 11, 96)), listed, ScoreRules(k=(1, 2, 3)))
    assert [round(values[f"coverage@{k}"] or 0, 4) for k in (1, 2, 3)] == [0.4941, 0.4941, 1.0]
    assert [values[f"hit@{k}"] for k in (1, 2, 3)] == [0, 0, 1]
    assert values["mrr@3"] == pytest.approx(1 / 3)
    assert values["intact@3"] == 0
    assert retrieval(gold_item(passage("a", 11, 96)), [at("a", 0, 96)])["intact@1"] == 1


@pytest.mark.parametrize(("overlap", "hit"), [(0.0, 1), (0.25, 1), (0.5, 1), (0.75, 0), (1.0, 0)])
def test_the_overlap_that_is_asked_for_decides(overlap: float, hit: float) -> None:
    values = retrieval(gold_item(FIRST), [at("a", 20, 60)], ScoreRules(overlap=overlap))
    assert values["hit@1"] == hit


def test_touching_is_not_overlapping_even_where_any_overlap_counts() -> None:
    values = retrieval(gold_item(FIRST), [at("a", 40, 80), at("a", 20, 20)], ScoreRules(overlap=0.0))
    assert (values["hit@3"], values["precision@3"], values["unjudged@3"]) == (0, 0, 1)


def test_a_whole_document_as_chunk_does_not_win_by_characters() -> None:
    gold = gold_item(FIRST)
    whole, fitting = retrieval(gold, [at("a", 0, 4000)]), retrieval(gold, [at("a", 0, 40)])
    assert whole["recall@1"] == fitting["recall@1"] == 1
    assert (whole["precision_chars@1"], fitting["precision_chars@1"]) == (0.01, 1.0)


def test_recall_within_a_budget_cuts_the_chunk_that_crosses_it() -> None:
    rules = ScoreRules(characters=(19, 20, 60))
    values = retrieval(gold_item(FIRST, SECOND), [at("a", 0, 40), at("a", 100, 140)], rules)
    assert [values[f"recall_within@{n}"] for n in (19, 20, 60)] == [0, 0.5, 1]


def test_a_repeated_chunk_costs_its_characters_again() -> None:
    listed = [at("a", 0, 40), at("a", 0, 40), at("a", 100, 140)]
    values = retrieval(gold_item(FIRST, SECOND), listed, ScoreRules(characters=(80, 120)))
    assert (values["recall_within@80"], values["recall_within@120"]) == (0.5, 1)


def test_a_chunk_of_unknown_length_ends_the_budget() -> None:
    listed = [Chunk(chunk_id="c", doc_id="a"), *chunks(at("a", 0, 40))]
    assert retrieval(gold_item(FIRST), listed, ScoreRules(characters=(500,)))["recall_within@500"] == 0


def test_empty_lists_and_empty_chunks_score_zero() -> None:
    for listed in ([], [Chunk(doc_id="", start=0, end=0, text="")], [Chunk()]):
        values = retrieval(gold_item(FIRST), listed)
        assert {values[key] for key in ("recall@5", "precision@5", "ndcg@5", "mrr@5", "doc_map")} == {0.0}


def test_the_same_words_elsewhere_are_not_the_passage() -> None:
    assert retrieval(gold_item(FIRST), [at("a", 200, 240)])["recall@10"] == 0


def test_unanswerable_items_have_no_recall() -> None:
    values = retrieval(gold_item(near=(("a", 0, 10),)), [at("a", 0, 40), JUNK])
    assert set(values) == {f"unjudged@{k}" for k in (1, 3, 5, 10)}
    assert (values["unjudged@1"], values["unjudged@3"]) == (0, 0.5)


def test_coarse_evidence_is_scored_under_its_own_names() -> None:
    values = retrieval(gold_item(passage("a", 0, 400, coarse=True)), [at("a", 0, 400)])
    assert values["recall_coarse@1"] == 1
    assert "recall@1" not in values
    assert values["doc_recall@1"] == 1


def test_chunks_of_another_place_are_counted() -> None:
    gold = gold_item(FIRST, jurisdiction="US-FL")
    scopes = {"a": {"jurisdiction": "US"}, "b": {"jurisdiction": "US-TX"}, "c": {"jurisdiction": "GB"}}
    line = RunLine(item=gold.id, retrieved=chunks(*(at(doc, 0, 40) for doc in "abcd")))
    view = RunView(gold_set(gold, scopes=scopes), shapes=shapes_of([line]))
    values = scored(gold, line, view=view)[Arm.RETRIEVED].values
    assert (values["wrong_jurisdiction@1"], values["wrong_jurisdiction@5"]) == (0, 0.5)


def test_a_document_may_be_called_by_its_address() -> None:
    gold = gold_item(FIRST)
    line = RunLine(item=gold.id, retrieved=chunks(at("https://example.org/a", 0, 40), at("a", 0, 40)))
    aliases = {"https://example.org/a": "a"}
    row = scored(gold, line, view=RunView(gold_set(gold, aliases=aliases), shapes=shapes_of([line])))
    assert row[Arm.RETRIEVED].values["recall@1"] == 1
    assert row[Arm.RETRIEVED].counts == {"chunks": 2, "duplicate_chunks": 1}


def test_a_run_of_documents_alone_has_no_passage_measures() -> None:
    line = RunLine(item="an-item", retrieved=(Chunk(doc_id="a"), Chunk(doc_id="b")))
    values = scored(gold_item(FIRST), line)[Arm.RETRIEVED].values
    assert values["doc_hit@1"] == 1
    assert not [key for key in values if not key.startswith("doc_")]


def test_a_chunk_of_no_known_document_takes_a_rank_among_documents() -> None:
    listed = [Chunk(chunk_id="c1"), Chunk(chunk_id="c2"), *chunks(at("a", 0, 40))]
    values = retrieval(gold_item(FIRST), listed)
    assert values["doc_mrr@5"] == pytest.approx(1 / 3)


@pytest.mark.parametrize(
    ("said", "end", "value"),
    [
        (None, End.MISSING, 0.0),
        (BadLine(3, "`k` is no number"), End.ERROR, 0.0),
        (RunLine(item="an-item"), End.ERROR, 0.0),
        (RunLine(item="an-item", retrieved=()), End.ANSWERED, 0.0),
    ],
)
def test_what_failed_counts_as_nothing_found(said: RunLine | BadLine | None, end: End, value: float) -> None:
    gold = gold_item(FIRST)
    view = RunView(gold_set(gold), shapes={Arm.RETRIEVED: Shape(rankings=True, places=True)})
    [row] = score_item(gold, {Arm.RETRIEVED: said}, ScoreRules(), view)
    assert row.end is end
    assert row.values["recall@5"] == row.values["doc_map"] == value


@pytest.mark.parametrize("evidence", [(FIRST,), ()])
def test_of_a_stale_item_every_measure_is_unknown(evidence: tuple[object, ...]) -> None:
    known = [FIRST] if evidence else []
    gold = gold_item(*known, state=State.STALE, reason="s1 is queued", is_answerable=True)
    view = RunView(gold_set(gold), shapes={Arm.RETRIEVED: Shape(rankings=True, places=True)})
    [row] = score_item(gold, {Arm.RETRIEVED: RunLine(item=gold.id, retrieved=())}, ScoreRules(), view)
    assert row.end is End.STALE
    assert row.notes == {"stale": "s1 is queued"}
    assert "recall@5" in row.values
    assert set(row.values.values()) == {None}


def test_every_value_has_a_metric_that_says_what_it_is() -> None:
    gold = gold_item(FIRST, passage("b", 0, 10, coarse=True), jurisdiction="US")
    values = {**retrieval(gold, [JUNK], ScoreRules(characters=(100,))), **retrieval(gold_item(FIRST), [JUNK])}
    assert {key.partition("@")[0] for key in values} - set(METRICS) == set()


def test_a_walk_goes_on_where_it_stopped_and_sees_no_chunk_twice() -> None:
    gold = gold_item(FIRST, SECOND, THIRD)
    places = [JUNK, at("a", 0, 40), at("a", 0, 15), at("a", 100, 125), at("b", 0, 10)]
    walk = Walk(gold, ranking_of(chunks(*places), {}, {"a", "b"}), 0.5)
    assert [walk.go_to(1), walk.go_to(2), walk.go_to(2)] == [False, True, False]
    assert walk.ranks() == [(2, 1)]
    assert walk.missing() == walk.missing() == ["b:0-40"]
    assert walk.ranks() == [(2, 1), (4, 1)]
    assert walk.relevant == [2, 3, 4, 5]
