import pytest

from goldset.domain.decisions import (
    Surroundings,
    Verb,
    accepted_entry,
    decided_entry,
    rejected_entry,
    settles_pair,
    undecided,
)
from goldset.domain.items import GoldSpan, Item, OfferedCandidate, PendingSpan, Rejected, Relabel, Span
from goldset.domain.queue import block_key
from goldset.stores.canonical import span_entry_lines

BEST = OfferedCandidate(doc_id="b.md", start=3, end=9, text="Newer.", similarity=90.0)
NEXT = OfferedCandidate(doc_id="c.md", start=4, end=9, text="Other", differences=("words: x -> y",))
WAS = GoldSpan(
    id="s1",
    doc_id="a.md",
    text="Old.",
    start=7,
    end=11,
    prefix="before",
    grade=3,
    group="g",
    rejected=(Rejected(doc_id="z.md", text="No."),),
)


def queued(entry: PendingSpan | None = None, outcome: str = "relocated") -> Span:
    block = Relabel(outcome=outcome, snapshot="B", was=WAS, candidates=(BEST, NEXT))
    item = Item(
        id="i",
        question="What?",
        slice="x",
        answerable=True,
        gold_answer="A",
        corpus_snapshot="A",
        gold_spans=(entry or PendingSpan(id="s1", relabel=block),),
    )
    return item.spans()[0]


def test_an_accepted_entry_describes_the_new_place_and_keeps_what_people_said() -> None:
    around = Surroundings("left", "right", ("Top", "Part"), 2)
    assert span_entry_lines(accepted_entry(queued(), BEST, around)) == [
        "  - id: s1",
        "    doc_id: b.md",
        "    text: Newer.",
        "    start: 3",
        "    end: 9",
        "    prefix: left",
        "    suffix: right",
        "    section: [Top, Part]",
        "    occurrences: 2",
        "    rejected:",
        "      - doc_id: z.md",
        "        text: No.",
        "    grade: 3",
        "    group: g",
        "    corpus_snapshot: B",
    ]
    bare = accepted_entry(queued(), BEST, None)
    assert bare.prefix is None
    assert bare.occurrences is None


@pytest.mark.parametrize("verb", [Verb.RETIRE, Verb.UNANSWERABLE, Verb.DROP])
def test_a_decision_keeps_the_old_entry_and_says_why(verb: Verb) -> None:
    entry = decided_entry(queued(), verb, None, None)
    assert entry.relabel.was == WAS
    assert entry.relabel.reason == "its passage is relocated in snapshot B"
    assert entry.relabel.candidates == ()
    assert (entry.relabel.abstain_reason is not None) == (verb is Verb.UNANSWERABLE)
    assert undecided([queued(entry)]) == []


def test_a_deferral_keeps_its_question() -> None:
    before = queued()
    after = queued(decided_entry(before, Verb.LATER, "ask legal", None))
    assert block_key(after) == block_key(before)
    assert after.relabel is not None
    assert (after.relabel.decision, after.relabel.reason) == ("later", "ask legal")


def test_a_rejected_candidate_is_remembered_and_the_span_still_waits() -> None:
    after = queued(rejected_entry(queued(), BEST))
    assert after.relabel is not None
    assert after.relabel.candidates == (NEXT,)
    assert after.confirmed.rejected[-1] == Rejected(doc_id="b.md", text="Newer.")
    assert undecided([after]) == [after]
    last = queued(rejected_entry(after, NEXT))
    assert last.relabel is not None
    assert last.relabel.candidates == ()


def test_a_pair_of_documents_settles_only_passages_that_moved_as_they_are() -> None:
    assert settles_pair(queued(), "a.md", "b.md") == BEST
    assert settles_pair(queued(), "a.md", "c.md") is None
    assert settles_pair(queued(), "z.md", "b.md") is None
    assert settles_pair(queued(outcome="edited"), "a.md", "b.md") is None
    assert settles_pair(queued(decided_entry(queued(), Verb.LATER, None, None)), "a.md", "b.md") is None
