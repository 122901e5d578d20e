from dataclasses import replace
from typing import Any

import pytest

from goldset.checks import answers
from goldset.checks.all_checks import check_set
from goldset.checks.base import CheckedSet, shown
from goldset.checks.passages import SHORT, weight
from goldset.domain.findings import Fault, Severity, field_path
from goldset.domain.items import Item
from goldset.domain.snapshots import DocumentRecord
from tests.unit.checked_set import SENTENCE, TEXT, a_set, item, span


def faults(*items: Item, **more: Any) -> list[tuple[str, str]]:
    return [(fault.rule.code, field_path(fault.loc)) for fault in check_set(a_set(*items, **more))]


def one(*items: Item, **more: Any) -> Fault:
    (fault,) = check_set(a_set(*items, **more))
    return fault


def test_a_sound_set_has_no_faults() -> None:
    described = item(id="b", question="?", **span(start=11, end=52, prefix="# Parcels\n\n", suffix=" After"))
    assert faults(item(), described) == []


def test_offsets_that_disagree_say_what_they_should_be() -> None:
    fault = one(item(**span(start=9, end=50)))
    assert (fault.rule.code, field_path(fault.loc)) == ("GS304", "gold_spans[0].start")
    assert fault.rule.severity is Severity.ERROR
    assert "they should be 11 and 52 (code points from 0, the end not included)" in fault.message


def test_offsets_count_code_points() -> None:
    documents = {"parcels.md": f"🛎🛎🛎 {SENTENCE}"}
    assert faults(item(**span(start=4, end=45)), documents=documents) == []
    assert "should be 4 and 45" in one(item(**span(start=7, end=48)), documents=documents).message


def test_offsets_that_disagree_name_every_place() -> None:
    documents = {"parcels.md": f"{SENTENCE}\n\n{SENTENCE}"}
    found = check_set(a_set(item(**span(start=1, end=42, prefix="x")), documents=documents))
    assert "should be 0 and 41 or 43 and 84" in found[0].message


def test_offsets_beyond_the_text_are_no_crash() -> None:
    assert faults(item(**span(start=5000, end=5041))) == [("GS304", "gold_spans[0].start")]


def test_a_text_that_is_not_in_the_document_is_an_error() -> None:
    fault = one(item(gold_answer="Yes.", **span(text="A lost parcel may be claimed for 20 days.")))
    assert (fault.rule.code, field_path(fault.loc)) == ("GS303", "gold_spans[0].text")
    assert fault.rule.severity is Severity.ERROR


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("A lost parcel  may\nbe claimed.", "A lost parcel may be claimed."),
        ("Beside the cafe\u0301 it is open.", "Beside the caf\u00e9 it is open."),
        ("Set retry_limit to three, see notes.", "Set `retry_limit` to **three**, see [notes](n.md)."),
        ("It is _never_ open.", "It is never\u200b open."),
    ],
)
def test_a_text_in_another_form_is_a_warning(quote: str, text: str) -> None:
    fault = one(item(gold_answer="Yes.", **span(text=quote)), documents={"parcels.md": text})
    assert (fault.rule.code, fault.rule.severity) == ("GS307", Severity.WARNING)
    assert "only in another form" in fault.message


def test_an_underscore_inside_a_word_is_a_letter() -> None:
    documents = {"parcels.md": "Set retrylimit to three."}
    assert faults(item(gold_answer="3", **span(text="Set retry_limit to three.")), documents=documents) == [
        ("GS303", "gold_spans[0].text")
    ]


def test_an_unknown_snapshot_is_an_error_at_the_field_that_names_it() -> None:
    assert faults(item(corpus_snapshot="b")) == [("GS301", "corpus_snapshot")]
    assert faults(item(**span(corpus_snapshot="b"))) == [("GS301", "gold_spans[0].corpus_snapshot")]


def test_a_set_without_snapshots_has_no_unknown_ones() -> None:
    checked = replace(a_set(item()), snapshots=frozenset(), manifests={})
    assert check_set(checked) == []


def test_an_unknown_document_is_an_error_with_the_nearest_one() -> None:
    fault = one(item(**span(doc_id="parcel.md")))
    assert (fault.rule.code, field_path(fault.loc)) == ("GS302", "gold_spans[0].doc_id")
    assert fault.hint == "did you mean parcels.md?"
    moved = one(item(**span(doc_id="old/parcels.md")), documents={"new/parcels.md": TEXT, "b.md": ""})
    assert moved.hint == "did you mean new/parcels.md?"


def test_a_quote_whose_text_was_not_kept_is_said_to_be_unchecked() -> None:
    unkept = a_set(item(**span(text="Something else altogether, thirty.")))
    checked = CheckedSet(
        unkept.entries,
        unkept.settings,
        unkept.item_ids,
        unkept.snapshots,
        unkept.manifests,
        lambda _snapshot, _record: None,
    )
    (fault,) = check_set(checked)
    assert (fault.rule.code, fault.rule.severity) == ("GS308", Severity.WARNING)
    assert fault.message == "`gold_spans[0]` is not checked: the text of parcels.md in a is not kept"


def test_each_kept_text_is_read_once() -> None:
    read: list[str] = []
    checked = a_set(item(), item(id="b", question="?"))

    def count(_snapshot: str, record: DocumentRecord) -> str:
        read.append(record.text_sha256)
        return TEXT

    again = CheckedSet(
        checked.entries, checked.settings, checked.item_ids, checked.snapshots, checked.manifests, count
    )
    check_set(again)
    assert read == ["sha of parcels.md"]


def test_a_short_quote_is_a_warning() -> None:
    fault = one(
        item(gold_answer="It was seven.", question="?", **span(text="seven")),
        documents={"parcels.md": "seven"},
    )
    assert (fault.rule.code, fault.rule.severity) == ("GS155", Severity.WARNING)


def test_places_inside_a_longer_number_are_counted() -> None:
    documents = {"parcels.md": "There are 7. In 1817"}
    found = check_set(
        a_set(item(gold_answer="7", **span(text="7", start=10, end=11, prefix="are ")), documents=documents)
    )
    assert any(
        "stands 2 times in parcels.md, 1 of them inside a longer word or number" in f.message for f in found
    )


def test_one_digit_that_also_stands_in_a_year_is_short_and_in_several_places() -> None:
    found = faults(
        item(gold_answer="7", **span(text="7", start=10, end=11)),
        documents={"parcels.md": "There are 7. In 1817"},
    )
    assert sorted(found) == [("GS155", "gold_spans[0].text"), ("GS305", "gold_spans[0].text")]


@pytest.mark.parametrize(
    ("text", "least"), [("包裹丢失后", 10), ("five!", 4), ("สวัสดีครับ", 10), ("The fee is $500", 10)]
)
def test_a_quote_weighs_what_it_says(text: str, least: int) -> None:
    assert weight(text) >= least


def test_five_latin_letters_are_fewer_than_five_ideographs() -> None:
    assert weight("abcde") < SHORT <= weight("包裹丢失后")


def test_a_text_in_several_places_is_a_warning_until_its_place_is_described() -> None:
    documents = {"parcels.md": f"{SENTENCE}\n\n{SENTENCE}"}
    fault = one(item(), documents=documents)
    assert (fault.rule.code, fault.rule.severity) == ("GS305", Severity.WARNING)
    assert "stands 2 times in parcels.md" in fault.message
    assert faults(item(**span(start=43, end=84)), documents=documents) == [("GS305", "gold_spans[0].text")]
    assert faults(item(**span(start=43, end=84, prefix="days.\n\n")), documents=documents) == []


def test_many_places_are_not_all_counted() -> None:
    fault = one(item(gold_answer="Yes", **span(text=SENTENCE)), documents={"parcels.md": SENTENCE * 1000})
    assert "more than 3 times" in fault.message


@pytest.mark.parametrize(
    ("quote", "message"),
    [
        ("lerks, 40 more judges, and rules", "begins inside a word"),
        ("clerks, 40 more judges, and ru", "ends inside a word"),
        ("0 more judges, and rules that", "begins inside a word"),
    ],
)
def test_a_quote_cut_inside_a_word_or_figure_is_a_warning(quote: str, message: str) -> None:
    documents = {"parcels.md": "It adds clerks, 40 more judges, and rules that settle cases."}
    fault = one(item(gold_answer="Yes.", **span(text=quote)), documents=documents)
    assert (fault.rule.code, fault.rule.severity) == ("GS306", Severity.WARNING)
    assert message in fault.message


def test_a_quote_is_looked_at_where_it_stands_not_where_it_stands_first() -> None:
    documents = {"parcels.md": "It is unfolded. The note is folded."}
    at = {"start": 28, "end": 34, "prefix": "note is "}
    found = faults(item(gold_answer="Yes.", **span(text="folded", **at)), documents=documents)
    assert ("GS306", "gold_spans[0].text") not in found


def test_a_quote_cut_before_a_combining_mark_is_inside_a_word() -> None:
    documents = {"parcels.md": "Beside the counter is the cafe\u0301 of the house."}
    assert faults(
        item(gold_answer="Yes.", **span(text="Beside the counter is the cafe")), documents=documents
    ) == [("GS306", "gold_spans[0].text")]


@pytest.mark.parametrize("text", ["包裹丢失后三十天内可以索赔。", "พัสดุที่สูญหายเรียกร้องได้"])
def test_scripts_without_spaces_have_no_inside_of_a_word(text: str) -> None:
    assert faults(item(gold_answer="是", **span(text=text[2:14])), documents={"parcels.md": text}) == []


@pytest.mark.parametrize(
    ("changes", "code", "field"),
    [
        ({"must_include": ["30", "60 days"]}, "GS150", "must_include[1]"),
        (
            {"gold_answer": "30 days at most.", "must_not_include": ["AT\u00a0MOST"]},
            "GS151",
            "must_not_include[0]",
        ),
        ({"must_not_include": ["a lost parcel"]}, "GS152", "must_not_include[0]"),
        ({"gold_answer": "For 30 days, 2 at most."}, "GS153", "gold_answer"),
    ],
)
def test_answer_lists_and_spans_agree(changes: dict[str, Any], code: str, field: str) -> None:
    assert faults(item(**changes)) == [(code, field)]


def test_required_texts_are_compared_after_white_space_and_case() -> None:
    spaced = {"gold_answer": "For 30\u00a0 Days.", "must_include": ["for 30 days", "30\u202fdays"]}
    assert faults(item(**spaced)) == []


def test_no_answer_without_a_reason_is_a_warning() -> None:
    silent: dict[str, Any] = {"answerable": False, "gold_answer": None, "gold_spans": []}
    fault = one(item(**silent))
    assert (fault.rule.code, fault.rule.severity, fault.loc) == ("GS156", Severity.WARNING, ("answerable",))
    assert faults(item(**silent, abstain_reason="ambiguous")) == []
    assert faults(item(**silent, status="draft")) == []


@pytest.mark.parametrize(
    "changes",
    [
        {"gold_answer": "For thirty days."},
        {"gold_answer": "For 30 days in 2026.", "question": "How long in 2026?"},
        {"gold_answer": "For 720 hours.", "derived_figures": ["30 days of 24 hours"]},
    ],
)
def test_figures_that_are_proved_asked_or_computed_are_no_fault(changes: dict[str, Any]) -> None:
    assert faults(item(**changes)) == []


def test_the_same_span_twice_is_a_warning() -> None:
    twice = {
        "gold_spans": [{"doc_id": "parcels.md", "text": SENTENCE}, {"doc_id": "parcels.md", "text": SENTENCE}]
    }
    fault = one(item(**twice))
    assert (fault.rule.code, fault.rule.severity, fault.loc) == (
        "GS154",
        Severity.WARNING,
        ("gold_spans", 1, "text"),
    )
    assert "repeats span `s1`" in fault.message


@pytest.mark.parametrize("located", [0, 1])
def test_a_span_without_a_place_repeats_one_with_a_place(located: int) -> None:
    twice: list[dict[str, Any]] = [{"doc_id": "parcels.md", "text": SENTENCE} for _ in range(2)]
    twice[located] |= {"start": 11, "end": 52}
    assert faults(item(gold_spans=twice)) == [("GS154", "gold_spans[1].text")]


def test_the_same_text_at_two_places_or_in_two_documents_is_no_repetition() -> None:
    documents = {"parcels.md": f"{SENTENCE}\n\n{SENTENCE}", "short.md": SENTENCE}
    spans = [
        {"doc_id": "parcels.md", "text": SENTENCE, "start": 0, "end": 41, "suffix": "x"},
        {"doc_id": "parcels.md", "text": SENTENCE, "start": 43, "end": 84, "prefix": "x"},
        {"doc_id": "short.md", "text": SENTENCE},
    ]
    assert faults(item(gold_spans=spans), documents=documents) == []


def test_near_spans_are_looked_up_too() -> None:
    near = {
        "near_spans": [{"doc_id": "parcels.md", "text": "A found parcel"}, {"doc_id": "no.md", "text": "x"}]
    }
    assert sorted(faults(item(**near))) == [
        ("GS302", "near_spans[1].doc_id"),
        ("GS303", "near_spans[0].text"),
    ]


def test_retired_items_and_queued_spans_are_left_alone() -> None:
    gone = span(text="It is not there any more, for thirty days.")
    assert faults(item(status="retired", retired={"reason": "x"}, **gone)) == []
    queued = {"gold_spans": [{"id": "s1", "relabel": {"was": gone["gold_spans"][0]}}]}
    assert faults(item(**queued)) == []


def test_a_question_asked_twice_in_one_place_is_a_warning() -> None:
    assert faults(item(), item(id="b")) == [("GS208", "question")]
    assert faults(item(), item(id="b", jurisdiction="UK")) == []


def test_a_successor_must_be_in_the_set() -> None:
    gone = {"status": "retired", "retired": {"reason": "x", "replaced_by": "other"}}
    assert faults(item(**gone)) == [("GS209", "retired.replaced_by")]
    assert faults(item(**gone), item(id="other", question="?")) == []


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ({}, []),
        ({"owners": {"default": "@a"}}, []),
        ({"owners": {"slices": {"claims": "@a"}}}, []),
        ({"owners": {"slices": {"fees": "@a"}}}, [("GS503", "owners"), ("GS504", "owners.slices.fees")]),
        ({"gates": [{"metric": "recall", "floor": 0.5, "slice": "fees"}]}, [("GS504", "gates[0].slice")]),
        ({"gates": [{"metric": "recall", "floor": 0.5}]}, []),
        ({"people": {"r.diaz": "@r"}}, [("GS505", "labelled_by"), ("GS505", "reviews[0].by")]),
        (
            {"corpus": {"sources": [{"path": "a"}, {"path": "b", "metadata": {"colour": "x"}}]}},
            [
                ("GS501", "corpus.sources[0].name"),
                ("GS501", "corpus.sources[1].name"),
                ("GS501", "corpus.sources[1].metadata.colour"),
            ],
        ),
    ],
)
def test_settings_and_items_agree(settings: dict[str, Any], expected: list[tuple[str, str]]) -> None:
    labelled = item(labelled_by="a.ng", reviews=[{"by": "m.roy", "at": "2026-10-01", "verdict": "agree"}])
    assert faults(labelled, settings=settings) == expected


@pytest.mark.parametrize("twins", [("A.md", "a.md"), ("caf\u00e9.md", "cafe\u0301.md")])
def test_documents_that_differ_only_in_case_or_composition_are_a_warning(twins: tuple[str, str]) -> None:
    fault = one(item(), documents={"parcels.md": TEXT, **dict.fromkeys(twins, "")})
    assert fault.rule.code == "GS506"
    assert fault.path == "snapshots/a/documents.jsonl"


@pytest.mark.parametrize(("text", "expected"), [("a\nb", "“a b”"), ("x" * 100, "“" + "x" * 59 + "…”")])
def test_a_quote_in_a_message_stays_on_one_short_line(text: str, expected: str) -> None:
    assert shown(text) == expected


def test_a_text_of_the_answer_is_compared_as_scores_compare_it() -> None:
    said = item(
        gold_answer="A fee of 12% or 1000 dollars.", must_include=["2%", "$1,000"], must_not_include=["%2"]
    )
    faults = list(answers.required_texts(a_set(said)))
    assert [fault.loc for fault in faults] == [("must_include", 0)]
