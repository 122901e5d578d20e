"""Merged decisions count before `goldset fmt` writes them down, and mean the same afterwards."""

import pytest

from goldset.domain.items import AbstainReason, Decision, GoldSpan, Item, PendingSpan, Relabel, Status
from goldset.domain.settled import settled
from goldset.stores.canonical import item_text
from goldset.stores.decision_folding import Signature, fold_decisions
from goldset.stores.item_files import read_item

WAS = GoldSpan(doc_id="d.md", text="old")


def item(*decisions: Decision | None) -> Item:
    pending = (
        PendingSpan(
            id=f"s{number}",
            relabel=Relabel(
                decision=decision,
                abstain_reason=AbstainReason.AMBIGUOUS if decision is Decision.UNANSWERABLE else None,
                snapshot="B" if decision is Decision.UNANSWERABLE else None,
                was=WAS,
            ),
        )
        for number, decision in enumerate(decisions, start=1)
    )
    return Item(
        id="a",
        question="b?",
        slice="s",
        answerable=True,
        gold_answer="c",
        must_include=("c",),
        must_not_include=("d",),
        corpus_snapshot="A",
        gold_spans=tuple(pending),
    )


@pytest.mark.parametrize(
    "decisions",
    [
        (None,),
        (Decision.LATER, None),
        (Decision.UNANSWERABLE,),
        (None, Decision.UNANSWERABLE, Decision.DROP),
        (None, Decision.RETIRE),
        (Decision.RETIRE, Decision.LATER),
    ],
)
def test_a_decision_means_what_is_written_down_later(decisions: tuple[Decision | None, ...]) -> None:
    written = fold_decisions(item_text(item(*decisions)), item(*decisions), Signature())
    later = read_item("items/s/a.yaml", written.encode()).item
    assert later is not None
    assert settled(item(*decisions)) == later


def test_who_retires_an_item_has_the_last_word() -> None:
    assert settled(item(Decision.UNANSWERABLE, Decision.RETIRE)).status is Status.RETIRED


def test_a_dropped_span_stays_in_its_place() -> None:
    assert settled(item(Decision.DROP, None)) == item(Decision.DROP, None)
