from goldset.domain.items import AbstainReason, Decision, GoldSpan, Item, PendingSpan, Relabel
from goldset.stores.canonical import item_text
from goldset.stores.decision_folding import Signature, fold_decisions, is_foldable

WAS = GoldSpan(doc_id="d.md", text="old")


def pending(name: str, decision: Decision | None) -> PendingSpan:
    reason = AbstainReason.AMBIGUOUS if decision is Decision.UNANSWERABLE else None
    return PendingSpan(id=name, relabel=Relabel(decision=decision, abstain_reason=reason, was=WAS))


def item(*decisions: Decision | None) -> Item:
    return Item(
        id="a",
        question="b?",
        slice="s",
        answerable=True,
        gold_answer="c",
        corpus_snapshot="2026-10-01",
        gold_spans=tuple(pending(f"s{n}", decision) for n, decision in enumerate(decisions, start=1)),
    )


def folded(*decisions: Decision | None) -> str:
    return fold_decisions(item_text(item(*decisions)), item(*decisions), Signature())


def test_what_is_not_decided_or_deferred_is_not_folded() -> None:
    assert not is_foldable(item(None, Decision.LATER))
    assert all(is_foldable(item(None, d)) for d in (Decision.RETIRE, Decision.UNANSWERABLE, Decision.DROP))


def test_decisions_that_contradict_each_other_stay_for_a_person_to_see() -> None:
    assert folded(Decision.RETIRE, Decision.UNANSWERABLE) == item_text(
        item(Decision.RETIRE, Decision.UNANSWERABLE)
    )


def test_the_last_span_is_never_dropped() -> None:
    assert folded(Decision.DROP, Decision.DROP) == item_text(item(Decision.DROP, Decision.DROP))


def test_several_spans_are_dropped_and_the_undecided_one_stays() -> None:
    text = folded(Decision.DROP, None, Decision.DROP)
    assert text.partition("gold_spans:\n")[2] == (
        "  - id: s2\n    relabel:\n      was:\n        doc_id: d.md\n        text: old\n"
    )


def test_a_retired_item_keeps_every_span_as_it_was() -> None:
    text = folded(Decision.RETIRE, None)
    assert text.partition("gold_spans:\n")[2] == (
        "  - id: s1\n    doc_id: d.md\n    text: old\n  - id: s2\n    doc_id: d.md\n    text: old\n"
        "status: retired\nretired:\n  reason: span s1 is gone\n"
    )
