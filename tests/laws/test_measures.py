"""Laws of the measures: on any gold and any ranking."""

from dataclasses import replace
from typing import Any

import pytrec_eval
from hypothesis import given, settings
from hypothesis import strategies as st

from goldset.domain.gold import GoldItem
from goldset.domain.runs import Arm, Chunk, RunLine, Stages, Status
from goldset.domain.scores import Better, End, ScoreRules
from goldset.domain.standing import State
from goldset.evaluation.distinct import ranking_of
from goldset.evaluation.documents import document_grades, document_values
from goldset.evaluation.items import score_item
from goldset.evaluation.metrics import METRICS, metric_of
from goldset.evaluation.overlap import Union
from goldset.evaluation.run_view import RunView, shapes_of
from tests.scoring import gold_item, gold_set, passage, retrieval

few = settings(max_examples=60, deadline=None)
DOCUMENTS = st.sampled_from("abcd")
PLACES = st.tuples(DOCUMENTS, st.integers(0, 60), st.integers(0, 30)).map(lambda p: (p[0], p[1], p[1] + p[2]))
FULL_PLACES = PLACES.filter(lambda place: place[1] < place[2])
RANKINGS = st.lists(PLACES, max_size=14)
EVIDENCE = st.builds(
    lambda place, grade, groups: passage(*place, grade=grade, groups=tuple(sorted(groups))),
    FULL_PLACES,
    st.integers(1, 3),
    st.sets(st.sampled_from("xyz"), min_size=1),
)
GOLD = st.builds(
    lambda evidence, near: gold_item(
        *{(e.doc_id, e.start, e.end): e for e in evidence}.values(), near=tuple(near), jurisdiction="US"
    ),
    st.lists(EVIDENCE, min_size=1, max_size=5),
    st.lists(FULL_PLACES, max_size=2),
)
RULES = st.builds(
    ScoreRules,
    overlap=st.sampled_from([0.0, 0.25, 0.5, 1.0]),
    k=st.sets(st.integers(1, 12), min_size=1, max_size=4).map(lambda ks: tuple(sorted(ks))),
    characters=st.sets(st.integers(1, 200), max_size=2).map(lambda ns: tuple(sorted(ns))),
)
CREDIT = sorted(name for name, m in METRICS.items() if m.is_ranked and m.better is Better.HIGHER)


def credited(values: Any) -> dict[str, float]:
    """Return the measures of which more is better: those that something could be credited in."""
    return {key: value for key, value in values.items() if key.partition("@")[0] in (*CREDIT, "doc_map")}


@few
@given(GOLD, RANKINGS, RULES)
def test_every_measure_lies_between_0_and_1(gold: GoldItem, places: list[Any], rules: ScoreRules) -> None:
    assert all(0 <= (value or 0) <= 1 + 1e-12 for value in retrieval(gold, places, rules).values())


@few
@given(GOLD, RANKINGS, RULES, st.data())
def test_a_repeated_chunk_raises_nothing(
    gold: GoldItem, places: list[Any], rules: ScoreRules, data: st.DataObject
) -> None:
    if places:
        n = data.draw(st.integers(0, len(places) - 1))
        at = data.draw(st.integers(n + 1, len(places)))
        before, after = (
            credited(retrieval(gold, p, rules)) for p in (places, [*places[:at], places[n], *places[at:]])
        )
        assert all(after[key] <= before[key] + 1e-12 for key in before)


@few
@given(GOLD, RANKINGS, RULES)
def test_an_unjudged_chunk_at_the_end_never_raises_precision(
    gold: GoldItem, places: list[Any], rules: ScoreRules
) -> None:
    before, after = retrieval(gold, places, rules), retrieval(gold, [*places, ("junk", 0, 9)], rules)
    assert all(
        (after[key] or 0) <= (before[key] or 0) for key in before if key.startswith(("precision", "doc_prec"))
    )


@few
@given(GOLD, st.lists(FULL_PLACES, min_size=1, max_size=12), st.data())
def test_a_chunk_cut_in_two_covers_the_same(gold: GoldItem, places: list[Any], data: st.DataObject) -> None:
    n = data.draw(st.integers(0, len(places) - 1))
    doc, start, end = places[n]
    cut = data.draw(st.integers(start, end))
    halves = [*places[:n], (doc, start, cut), (doc, cut, end), *places[n + 1 :]]
    rules = ScoreRules(k=(30,))
    whole, cut_up = retrieval(gold, places, rules), retrieval(gold, halves, rules)
    for name in ("coverage@30", "recall@30", "complete@30", "hit@30", "precision_chars@30"):
        assert cut_up[name] == whole[name]


@few
@given(GOLD, RANKINGS, PLACES)
def test_more_chunks_and_larger_cut_offs_never_find_less(
    gold: GoldItem, places: list[Any], more: Any
) -> None:
    rules = ScoreRules(k=(1, 2, 3, 5, 8, 13, 20))
    before, after = retrieval(gold, places, rules), retrieval(gold, [*places, more], rules)
    for name in ("hit", "recall", "complete", "coverage", "mrr", "doc_recall", "doc_hit"):
        values = [before[f"{name}@{k}"] or 0 for k in rules.k]
        assert values == sorted(values)
        assert all((after[f"{name}@{k}"] or 0) >= (before[f"{name}@{k}"] or 0) for k in rules.k)


@few
@given(GOLD, RULES)
def test_the_ideal_order_has_a_gain_of_one(gold: GoldItem, rules: ScoreRules) -> None:
    apart = [replace(e, doc_id=f"{e.doc_id}{n}", groups=(str(n),)) for n, e in enumerate(gold.evidence)]
    ideal = sorted(apart, key=lambda evidence: -evidence.grade)
    values = retrieval(
        replace(gold, evidence=tuple(apart)), [(e.doc_id, e.start, e.end) for e in ideal], rules
    )
    for k in rules.k:
        assert abs((values[f"ndcg@{k}"] or 0) - 1) < 1e-12
        assert abs((values[f"ndcg_linear@{k}"] or 0) - 1) < 1e-12
        assert values[f"complete@{k}"] == (k >= len(ideal))


@few
@given(st.lists(FULL_PLACES, max_size=12))
def test_a_union_counts_each_code_point_once(places: list[Any]) -> None:
    union, seen = Union(), set[int]()
    for _, start, end in places:
        new = {n for stretch in union.add(start, end) for n in range(*stretch)}
        assert new == set(range(start, end)) - seen
        seen |= new


@few
@given(GOLD, st.lists(DOCUMENTS | st.sampled_from("efgh"), max_size=25), st.integers(1, 12))
def test_document_measures_equal_trec_eval(gold: GoldItem, documents: list[str], k: int) -> None:
    ranking = list(dict.fromkeys(documents))
    values = document_values(
        gold,
        ranking_of([Chunk(doc_id=d) for d in documents], {}, document_grades(gold)).documents,
        ScoreRules(k=(k,)),
    )
    names = {f"ndcg_cut_{k}", f"P_{k}", f"recall_{k}", f"success_{k}", "map", "recip_rank"}
    judge = pytrec_eval.RelevanceEvaluator({"q": document_grades(gold)}, names)
    run = {"q": {doc: float(len(ranking) - n) for n, doc in enumerate(ranking)}}
    theirs = judge.evaluate(run)["q"] if ranking else dict.fromkeys(names, 0.0)
    ours = {"ndcg_cut": "doc_ndcg", "P": "doc_precision", "recall": "doc_recall", "success": "doc_hit"}
    for measure, name in ours.items():
        assert abs(values[f"{name}@{k}"] - theirs[f"{measure}_{k}"]) < 1e-12
    assert abs(values["doc_map"] - theirs["map"]) < 1e-12
    first = theirs["recip_rank"]
    assert abs(values[f"doc_mrr@{k}"] - (first if first >= 1 / k - 1e-12 else 0)) < 1e-12


SAID = st.one_of(
    st.none(),
    st.builds(
        RunLine,
        item=st.just("an-item"),
        status=st.sampled_from([None, *Status]),
        answer=st.sampled_from([None, "", "It is 2%."]),
        retrieved=st.none() | RANKINGS.map(lambda ps: tuple(Chunk(f"{d}{s}{e}", d, s, e) for d, s, e in ps)),
        stages=st.none() | st.builds(Stages, context=st.none() | st.just(())),
        verdicts=st.dictionaries(
            st.sampled_from(["correct", "claims_supported", "claims_total", "helpful"]),
            st.sampled_from([None, True, 0.5, 3]),
        ),
    ),
)


@few
@given(
    gold=GOLD,
    answerable=st.booleans(),
    state=st.sampled_from([State.CURRENT, State.STALE]),
    said=st.lists(SAID, min_size=1, max_size=3),
)
def test_every_line_ends_in_one_state_with_known_measures(
    gold: GoldItem, *, answerable: bool, state: State, said: list[RunLine | None]
) -> None:
    gold = replace(gold, state=state) if answerable else gold_item(near=gold.near)
    view = RunView(gold_set(gold), shapes=shapes_of(line for line in said if line))
    for line in said:
        [row] = score_item(gold, {Arm.RETRIEVED: line}, ScoreRules(), view)
        assert (row.end is End.STALE) == (gold.state is State.STALE)
        assert all(value is None for value in row.values.values()) or row.end is not End.STALE
        assert all(value is None or 0 <= value <= 1 for value in row.values.values())
        assert all(metric_of(key).name == key.partition("@")[0] for key in row.values)
        if not row.is_answerable:
            assert not {key.partition("@")[0] for key in row.values} & {
                "hit",
                "recall",
                "complete",
                "doc_recall",
                "correct",
            }


@few
@given(GOLD, RANKINGS, RULES)
def test_every_metric_that_applies_to_one_line_applies_to_the_next(
    gold: GoldItem, places: list[Any], rules: ScoreRules
) -> None:
    """A failed item is in the denominator of every measure of evidence that it would have had."""
    line = RunLine(item=gold.id, retrieved=tuple(Chunk(doc_id=d, start=s, end=e) for d, s, e in places))
    other = RunLine(item="another", retrieved=(Chunk(doc_id="z", start=0, end=1),))
    view = RunView(gold_set(gold), shapes=shapes_of([line, other]))
    found, missing = (score_item(gold, {Arm.RETRIEVED: said}, rules, view)[0] for said in (line, None))
    assert credited(found.values).keys() == credited(missing.values).keys()
    assert set(credited(missing.values).values()) == {0.0}
