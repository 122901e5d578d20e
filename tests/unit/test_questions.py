import time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goldset.checks.question_words import stem
from goldset.checks.questions import WINDOW, _is_slip, repeated_questions
from goldset.domain.findings import Fault, Severity
from goldset.domain.items import Item
from tests.unit.checked_set import a_set, item, span, unanswerable

BASE = "How long may a lost parcel be claimed for?"


def found(*items: Item, **policy: Any) -> list[Fault]:
    return list(repeated_questions(a_set(*items, settings={"policy": policy})))


def codes(one: str, other: str, changes: dict[str, Any] | None = None, **policy: Any) -> list[str]:
    first, second = item(id="a", question=one), item(id="b", question=other, **(changes or {}))
    return [fault.rule.code for fault in found(first, second, **policy)]


OTHER_GOLD: dict[str, Any] = {"gold_answer": "For 20 days.", **span(text="It is 20 days after that.")}


@pytest.mark.parametrize(
    "other",
    [
        "How long can a lost parcel be claimed for?",
        "how long may a lost parcel be claimed?",
        "Hello, how long may the lost parcel be claimed for, please?",
        "For how long may a lost parcel be claimed?",
        "How long may a lost parcel be claimde for?",
        "How long may a lost parcel be claimd for?",
        "How long may a lost parcels be claimed for?",
        "How long’s a lost parcel to be claimed for?",
    ],
)
def test_the_same_things_asked_in_other_small_words_are_nearly_the_same(other: str) -> None:
    assert codes(BASE, other) == ["GS211"]
    assert codes(BASE, other, OTHER_GOLD) == ["GS213"]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("What is the deductible in Florida?", "What is the deductible in Texas?"),
        ("what is the deductible in florida?", "what is the deductible in texas?"),
        ("What is my windstorm deductible on Plus?", "What is my windstorm deductible on Essential?"),
        ("May a lost parcel be claimed for 30 days?", "May a lost parcel be claimed for 20 days?"),
        ("May I claim within two weeks?", "May I claim within three weeks?"),
        ("Is damage by hail covered?", "Is damage by hail not covered?"),
        ("Can I claim for damage by hail?", "Can't I claim for damage by hail?"),
        ("May I open the parcel?", "Must I open the parcel?"),
        ("When does the cover for hail end?", "Where does the cover for hail end?"),
        ("Can I switch from Plus to Essential?", "Can I switch from Essential to Plus?"),
        ("What does form HM-1017 cover?", "What does form HM-1018 cover?"),
        ("What do you pay for hail?", "Will I have to pay for the hail?"),
        ("Is the insured heard?", "Is the insurer heard?"),
        ("How much is it before midnight?", "How much is it after midnight?"),
        ("包裹丢失后三十天内可以索赔吗？", "包裹丢失后六十天内可以索赔吗？"),
        ("พัสดุที่สูญหายเรียกร้องได้ไหม", "พัสดุที่เสียหายเรียกร้องได้ไหม"),
    ],
)
def test_what_differs_in_figures_names_negation_or_things_is_another_question(one: str, other: str) -> None:
    assert codes(one, other) == []
    assert codes(one, other, OTHER_GOLD) == []


def test_figures_are_compared_as_values() -> None:
    assert codes("May I claim within two weeks of it?", "May I claim within 2 weeks of it?") == ["GS211"]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("包裹丢失后三十天内可以索赔吗？", "包裹丢失后三十天内可以索赔呢？"),
        ("紛失した荷物は三十日以内に請求できますか。", "紛失した荷物を三十日以内に請求できますか。"),
    ],
)
def test_scripts_without_spaces_are_compared_by_characters(one: str, other: str) -> None:
    assert codes(one, other) == ["GS211"]


def test_another_word_is_the_same_thing_where_one_gold_answers_both() -> None:
    one, other = (f"What is the {word} for a lost parcel claimed late?" for word in ("fee", "charge"))
    assert codes(one, other) == ["GS211"]
    assert codes(one, other, OTHER_GOLD) == []
    assert codes(one, other, scope_terms=["fee"]) == []


@pytest.mark.parametrize(
    ("changes", "expected", "said"),
    [
        ({}, "GS208", ""),
        ({"slice": "fees"}, "GS208", ""),
        ({"gold_answer": "You have 30 days."}, "GS208", ""),
        (
            {"gold_answer": "For 20 days."},
            "GS212",
            "the gold answers differ: “For 20 days.” and “For 30 days.”",
        ),
        ({"gold_answer": "Not for 30 days."}, "GS212", "the gold answers differ"),
        (span(text="After that the case is closed."), "GS212", "other gold spans prove the answer"),
        ({"jurisdiction": "UK"}, "", ""),
        ({"as_of": "2026-01-01"}, "", ""),
        ({"status": "retired", "retired": {"reason": "x"}}, "", ""),
    ],
)
def test_the_same_question_is_told_apart_by_its_gold(
    changes: dict[str, Any], expected: str, said: str
) -> None:
    faults = found(item(), item(id="b", **changes))
    assert [fault.rule.code for fault in faults] == ([expected] if expected else [])
    assert all(said in fault.message for fault in faults)


def test_a_question_with_and_without_an_answer_is_a_conflict_and_an_error() -> None:
    (fault,) = found(item(), unanswerable(id="b"))
    assert (fault.rule.code, fault.rule.severity) == ("GS212", Severity.ERROR)
    assert fault.message.endswith("and only one of them has an answer")
    (reasons,) = found(unanswerable(), unanswerable(id="b", abstain_reason="ambiguous"))
    assert reasons.message.endswith("and one says ambiguous, the other not_in_corpus")
    assert [f.rule.code for f in found(unanswerable(), unanswerable(id="b"))] == ["GS208"]


def test_the_other_item_is_named_with_its_slice_and_takes_part() -> None:
    (fault,) = found(item(slice="fees"), item(id="b"))
    assert fault.path == "items/claims/b.yaml"
    assert fault.also == ("items/claims/parcel.yaml",)
    assert fault.message.startswith("`question` is the same as that of parcel (slice `fees`): “How long")


@pytest.mark.parametrize("frozen", ["a", "b"])
@pytest.mark.parametrize("question", [BASE, BASE.replace("may", "can")])
def test_a_question_of_both_splits_is_a_leak_reported_at_the_frozen_item(frozen: str, question: str) -> None:
    asked = {"a": BASE, "b": question}
    items = [
        item(id=name, question=text, split="test" if name == frozen else "dev")
        for name, text in asked.items()
    ]
    (fault,) = found(*items)
    assert (fault.rule.code, fault.path) == ("GS214", f"items/claims/{frozen}.yaml")
    assert fault.message.endswith("which is in the dev split")


def test_a_draft_that_contradicts_an_item_is_a_warning_that_says_how() -> None:
    first, second = item(id="a", question=BASE), item(id="b", question=BASE, status="draft", **OTHER_GOLD)
    (fault,) = found(first, second)
    assert (fault.rule.code, fault.rule.severity) == ("GS208", Severity.WARNING)
    assert "the gold answers differ" in fault.message


def test_a_leak_with_conflicting_gold_is_both() -> None:
    both = found(item(split="dev"), item(id="b", split="test", **OTHER_GOLD))
    assert [fault.rule.code for fault in both] == ["GS212", "GS214"]


def test_an_item_is_reported_once_a_rule() -> None:
    faults = found(*(item(id=f"i{n}") for n in range(5)))
    assert [(fault.path[-7:], fault.also) for fault in faults] == [
        (f"i{n}.yaml", ("items/claims/i0.yaml",)) for n in range(1, 5)
    ]


def test_no_group_costs_the_square_of_its_size() -> None:
    many = [item(id=f"i{n:04}") for n in range(20 * WINDOW)]
    assert len(found(*many)) == len(many) - 1


@pytest.mark.parametrize("text", ["x" * 400_000, "Parcel Hail. " * 30_000, "包裹" * 200_000])
def test_a_question_as_long_as_a_file_may_be_takes_no_hours(text: str) -> None:
    begin = time.process_time()
    assert codes(f"May I claim for {text}?", f"Can I claim for {text}y?") in ([], ["GS211"])
    assert time.process_time() - begin < 20


WORDS = st.sampled_from(["parcel", "letter", "claimed", "postage", "courier", "sorting"])


@settings(max_examples=60, deadline=None)
@given(st.lists(WORDS, min_size=3, max_size=7), st.data())
def test_one_slip_of_the_pen_is_always_found(words: list[str], data: st.DataObject) -> None:
    number = data.draw(st.integers(0, len(words) - 1))
    word = words[number]
    at = data.draw(st.integers(1, len(word) - 1))
    slips = [word[:at] + "x" + word[at:], word[:at] + "q" + word[at + 1 :], word[:at] + word[at + 1 :]]
    slip = data.draw(st.sampled_from(slips))
    one, other = (" ".join(["when", *words[:number], put, *words[number + 1 :]]) for put in (word, slip))
    # Where an ending is taken off, more than one letter may differ, or too few may be left.
    if one != other and _is_slip(stem(word), stem(slip)):
        assert codes(one, other, OTHER_GOLD) == ["GS213"]


@pytest.mark.parametrize(
    "text", ["Как долго ждать посылку?", "Πόσο κοστίζει;", "Straße über Ölmühle ﬁn łódź?", "荷物は", "é" * 90]
)
def test_a_question_of_any_script_is_compared(text: str) -> None:
    assert codes(text, text) == ["GS208"]
