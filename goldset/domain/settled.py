"""Items with the decisions that people merged into them carried out: what counts before the file is tidied up."""

from typing import Any

from goldset.domain.item_facts import Retirement
from goldset.domain.items import Decision, Item, PendingSpan, Relabel, Status


def settled(item: Item) -> Item:
    """Return an item as `goldset fmt` would write it: retired, or without an answer, where a person decided so.

    Spans that a person dropped stay in their places, because others are known by theirs; so do questions that
    nobody has answered yet.
    """
    decided = {
        entry.relabel.decision: entry
        for entry in reversed(item.gold_spans)
        if isinstance(entry, PendingSpan) and entry.relabel.decision
    }
    if Decision.RETIRE in decided:
        return item.model_copy(update=_retired(item, decided[Decision.RETIRE]))
    if Decision.UNANSWERABLE in decided and item.answerable:
        return item.model_copy(update=_unanswerable(decided[Decision.UNANSWERABLE].relabel))
    return item


def _retired(item: Item, entry: PendingSpan) -> dict[str, Any]:
    spans = tuple(
        e.relabel.was.model_copy(update={"id": e.id}) if isinstance(e, PendingSpan) else e
        for e in item.gold_spans
    )
    reason = entry.relabel.reason or f"span {entry.id} is gone"
    retired = item.retired or Retirement(reason=reason)
    return {"status": Status.RETIRED, "retired": retired, "gold_spans": spans}


def _unanswerable(block: Relabel) -> dict[str, Any]:
    gone = {"gold_answer": None, "must_include": (), "gold_spans": ()}
    snapshot = {"corpus_snapshot": block.snapshot} if block.snapshot else {}
    return {"answerable": False, "abstain_reason": block.abstain_reason, **gone, **snapshot}
