from goldset.checks.relabel_blocks import relabel_faults
from goldset.domain.items import AbstainReason, Decision, GoldSpan, Item, PendingSpan, Relabel

WAS = GoldSpan(doc_id="d.md", text="old")


def item(*entries: GoldSpan | PendingSpan) -> Item:
    return Item(
        id="a",
        question="b?",
        slice="s",
        answerable=True,
        gold_answer="c",
        corpus_snapshot="2026-10-01",
        gold_spans=entries,
    )


def pending(name: str, decision: Decision | None) -> PendingSpan:
    reason = AbstainReason.NOT_IN_CORPUS if decision is Decision.UNANSWERABLE else None
    return PendingSpan(
        id=name, relabel=Relabel(decision=decision, abstain_reason=reason, outcome="edited", was=WAS)
    )


def found(*entries: GoldSpan | PendingSpan) -> list[tuple[str, str]]:
    faults = relabel_faults("items/s/a.yaml", item(*entries))
    return [(fault.rule.code, ".".join(map(str, fault.loc))) for fault in faults]


def test_an_undecided_block_is_an_error_at_its_place() -> None:
    assert found(WAS, pending("s2", None)) == [("GS401", "gold_spans.1.relabel")]
    (fault,) = relabel_faults("p", item(pending("rate", None)))
    assert fault.message == "`gold_spans[0]`, span `rate`, waits for a decision (edited)"


def test_decided_restored_and_hand_written_entries_are_fine() -> None:
    assert found(WAS, GoldSpan(id="x", doc_id="d.md", text="new", corpus_snapshot="2026-11-01")) == []
    for decision in (Decision.RETIRE, Decision.UNANSWERABLE, Decision.LATER):
        assert found(pending("s1", decision)) == []
    assert found(pending("s1", Decision.DROP), WAS) == []


def test_dropping_every_span_leaves_no_evidence() -> None:
    assert found(pending("s1", Decision.DROP), pending("s2", Decision.DROP)) == [
        ("GS403", "gold_spans.1.relabel.decision")
    ]


def test_an_item_is_not_retired_and_unanswerable_at_once() -> None:
    assert found(pending("s1", Decision.RETIRE), pending("s2", Decision.UNANSWERABLE)) == [
        ("GS402", "gold_spans")
    ]
