from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goldset.domain.decisions import Verb
from goldset.domain.items import AbstainReason, GoldSpan, Item, OfferedCandidate, PendingSpan, Relabel
from goldset.domain.worksheet import (
    COLUMNS,
    COMMENT,
    DECISION,
    KEY,
    NEW_ANSWER,
    OTHER_DECISIONS,
    QUESTION,
    WHY,
    FilledRow,
    Key,
    Kind,
    read_key,
    text_hash,
)
from goldset.domain.worksheet_answers import Blank, QueueAnswer, Refused, Repeated, read_rows
from goldset.domain.worksheet_ends import End, Ledger
from goldset.domain.worksheet_keys import (
    candidate_hashes,
    is_to_label,
    queue_done,
    queue_misfit,
    queue_state,
)


def row(number: int, part: str = "s1", key: Any = None, **cells: str) -> FilledRow:
    made = Key(set="s", kind=Kind.QUEUE, item="i", part=part, choices=("c1", "c2")).model_copy(
        update=key or {}
    )
    named = {"decision": DECISION, "why": WHY, "answer": NEW_ANSWER, "comment": COMMENT, "question": QUESTION}
    return FilledRow(number, {KEY: made.text(), **{named[name]: text for name, text in cells.items()}})


def read(*rows: FilledRow) -> list[Any]:
    return read_rows(rows, "s", Kind.QUEUE)


@pytest.mark.parametrize(
    ("word", "verb", "choice"),
    [
        ("A", Verb.ACCEPT, "c1"),
        (" b ", Verb.ACCEPT, "c2"),
        ("Retire", Verb.RETIRE, ""),
        ("LATER\n", Verb.LATER, ""),
    ],
)
def test_words_of_the_drop_down_are_read_however_they_are_spelled(word: str, verb: Verb, choice: str) -> None:
    (one,) = read(row(2, decision=word))
    assert (one.verb, one.choice) == (verb, choice)


@pytest.mark.parametrize("word", ["C", "D", "AB", "1", "accept", "reject", "yes", "…"])
def test_a_word_that_is_none_of_the_drop_down_is_refused(word: str) -> None:
    (one,) = read(row(2, decision=word))
    assert isinstance(one, Refused)
    assert "A, B, retire, unanswerable, drop, later" in one.hint


def test_line_ends_of_a_spreadsheet_are_those_of_git() -> None:
    (one,) = read(row(2, decision="A", answer="  one\r\ntwo\rthree \n"))
    assert one.new_answer == "one\ntwo\nthree"


def test_a_key_of_another_set_kind_or_version_is_refused() -> None:
    rows = [
        row(2, key={"set": "other"}, decision="A"),
        row(3, key={"kind": Kind.REVIEW}, decision="A"),
        FilledRow(4, {KEY: '{"goldset": 2}', DECISION: "A"}),
        FilledRow(5, {DECISION: "A"}),
    ]
    assert [type(one) for one in read(*rows)] == [Refused] * 4


def test_a_cell_that_is_for_reading_is_compared_but_for_white_space() -> None:
    shown = {"shown": {QUESTION: text_hash("What  now?\nAnd then?")}}
    (same,) = read(row(2, key=shown, question="What now? And\r\nthen?"))
    (other,) = read(row(2, key=shown, question="What now? And why?"))
    (none,) = read(row(2, key=shown))
    assert isinstance(same, Blank)
    assert isinstance(other, Refused)
    assert isinstance(none, Refused)


def test_the_same_twice_is_said_once_and_a_blank_copy_disagrees_with_nothing() -> None:
    one, two, three = read(row(2, decision="A"), row(3, decision="a"), row(4))
    assert isinstance(one, QueueAnswer)
    assert isinstance(two, Repeated)
    assert two.first == "row 2"
    assert isinstance(three, Blank)


def test_a_copy_that_cannot_be_read_leaves_no_certainty() -> None:
    one, two = read(row(2, decision="A"), row(3, decision="maybe"))
    assert isinstance(one, Refused)
    assert isinstance(two, Refused)


@pytest.mark.parametrize(
    ("first", "second", "clash"),
    [
        ({"decision": "retire"}, {"decision": "retire"}, False),
        ({"decision": "retire"}, {"decision": "A"}, True),
        ({"decision": "retire"}, {"decision": "later"}, True),
        (
            {"decision": "unanswerable", "why": "ambiguous"},
            {"decision": "unanswerable", "why": "ambiguous"},
            False,
        ),
        (
            {"decision": "unanswerable", "why": "ambiguous"},
            {"decision": "unanswerable", "why": "not_in_corpus"},
            True,
        ),
        ({"decision": "A", "answer": "x"}, {"decision": "B", "answer": "x"}, False),
        ({"decision": "A", "answer": "x"}, {"decision": "B", "answer": "y"}, True),
        ({"decision": "A", "answer": "x"}, {"decision": "drop"}, False),
        ({"decision": "A"}, {"decision": "later"}, False),
    ],
)
def test_rows_of_one_item_stand_together_or_fall_together(
    first: dict[str, str],
    second: dict[str, str],
    clash: bool,  # noqa: FBT001
) -> None:
    assert [isinstance(one, Refused) for one in read(row(2, "s1", **first), row(3, "s2", **second))] == [
        clash
    ] * 2


CELLS = st.fixed_dictionaries(
    {},
    optional={
        "decision": st.sampled_from(["A", "B", "C", *OTHER_DECISIONS, "x", " "]),
        "why": st.sampled_from(["ambiguous", "not_in_corpus", "x"]),
        "answer": st.sampled_from(["x", "y", " "]),
        "comment": st.sampled_from(["because", ""]),
    },
)


@given(st.lists(st.tuples(st.sampled_from(["s1", "s2", "s3"]), CELLS), max_size=6))
@settings(max_examples=150, deadline=None)
def test_every_row_ends_in_exactly_one_way(rows: list[tuple[str, dict[str, str]]]) -> None:
    listed = read(*(row(number, part, **cells) for number, (part, cells) in enumerate(rows, start=2)))
    ledger = Ledger(listed)
    for one in listed:
        if isinstance(one, QueueAnswer):
            ledger.put(one, End.APPLIED)
    ends = ledger.ends()
    assert [end.row.number for end in ends] == [number for number, _ in enumerate(rows, start=2)]
    decided = {(end.key.part if end.key else "") for end in ends if end.end is End.APPLIED}
    assert len(decided) == sum(end.end is End.APPLIED for end in ends), "no span is decided by two rows"
    for end, (_, cells) in zip(ends, rows, strict=True):
        blank = not any(text.strip() for text in cells.values())
        assert (end.end is End.UNDECIDED) == blank
        assert bool(end.message) == (end.end in (End.REFUSED, End.ALREADY))


def test_a_row_that_repeats_a_refused_one_is_refused_too() -> None:
    retire, answer = {"decision": "retire"}, {"decision": "A"}
    ends = Ledger(read(row(2, "s1", **retire), row(3, "s1", **retire), row(4, "s2", **answer))).ends()

    assert [end.end for end in ends] == [End.REFUSED] * 3
    assert ends[1].message == ends[0].message != ""


def queued(*candidates: tuple[str, str, int], old: str = "It is five.") -> Item:
    offered = tuple(
        OfferedCandidate(doc_id=doc, text=text, start=at, end=at + len(text)) for doc, text, at in candidates
    )
    was = GoldSpan(id="s1", doc_id="a.md", text=old)
    block = Relabel(outcome="edited", snapshot="B", was=was, candidates=offered)
    return Item(
        id="i",
        question="Q?",
        slice="x",
        answerable=True,
        gold_answer="Five.",
        corpus_snapshot="A",
        gold_spans=(PendingSpan(id="s1", relabel=block),),
    )


def answer_to(item: Item, number: int = 0) -> QueueAnswer:
    (span,) = item.spans()
    assert span.relabel
    hashes = candidate_hashes(span.relabel)
    key = Key(set="s", kind=Kind.QUEUE, item="i", part="s1", state=queue_state(span), choices=hashes)
    return QueueAnswer(FilledRow(2, {}), key, Verb.ACCEPT, hashes[number], "ABC"[number])


def test_a_candidate_is_known_again_wherever_it_stands_in_the_list() -> None:
    answer = answer_to(queued(("a.md", "It is six.", 5), ("b.md", "It is five.", 9)), 1)
    again = queued(("a.md", "It is six.", 50), ("c.md", "New.", 1), ("b.md", "It is five.", 90))
    assert queue_misfit(answer, again.spans()[0], ()) == ""
    gone = queued(("a.md", "It is six.", 50), ("c.md", "New.", 1))
    assert queue_misfit(answer, gone.spans()[0], ()) == "candidate B is not offered any more"


def test_the_same_words_at_two_places_are_told_apart_by_their_place() -> None:
    places = ("a.md", "It is six.", 5), ("a.md", "It is six.", 90)
    answer = answer_to(queued(*places), 1)
    assert len(set(answer.key.choices)) == 2
    assert queue_misfit(answer, queued(*places).spans()[0], ()) == ""
    moved = queued(("a.md", "It is six.", 5), ("a.md", "It is six.", 91))
    assert queue_misfit(answer, moved.spans()[0], ()) == "candidate B is not offered any more"


def accepted(text: str, snapshot: str = "B", doc_id: str = "a.md") -> Item:
    span = GoldSpan(id="s1", doc_id=doc_id, text=text, start=5, end=5 + len(text), corpus_snapshot=snapshot)
    return queued().model_copy(update={"gold_spans": (span,)})


def test_the_old_entry_is_no_accepted_candidate_though_its_words_are_the_same() -> None:
    asked = queued(("a.md", "It is five.", 5))
    answer = answer_to(asked)
    old = queued().model_copy(update={"gold_spans": (GoldSpan(id="s1", doc_id="a.md", text="It is five."),)})
    assert not queue_done(answer, old)
    assert queue_done(answer, accepted("It is five."))
    assert not queue_done(answer, accepted("It is six."))
    assert not queue_done(answer, asked)


@pytest.mark.parametrize(
    ("changes", "waits"),
    [
        ({"status": "draft"}, True),
        ({"status": "draft", "labelled_by": "a.ng"}, False),
        ({"status": "draft", "labelled_by": "a.ng", "draft_reasons": ("why",)}, True),
        ({"status": "draft", "labelled_by": "a.ng", "gold_answer": None}, True),
        ({"status": "draft", "labelled_by": "a.ng", "gold_spans": ()}, True),
        ({}, False),
    ],
)
def test_a_draft_that_lacks_something_waits_for_a_labeller(changes: dict[str, Any], waits: bool) -> None:  # noqa: FBT001
    fields = accepted("It is six.").model_dump(exclude_unset=True) | changes
    assert is_to_label(Item.model_validate(fields)) is waits


def test_keys_are_short_enough_for_a_cell_and_come_back() -> None:
    titles = {column.title: text_hash("x") for column in COLUMNS[Kind.QUEUE]}
    key = Key(set="s" * 64, kind=Kind.QUEUE, item="ü" * 100, part="s" * 100, state={"a": "b"}, shown=titles)
    assert read_key(key.text()) == key
    assert len(key.text()) < 5_000


def test_reasons_of_the_drop_down_are_those_of_items() -> None:
    words = next(column.choices for column in COLUMNS[Kind.LABEL] if column.title == WHY)
    assert words == tuple(AbstainReason)
