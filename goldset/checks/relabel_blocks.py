"""Whether every queued span has been decided, and every decision can be carried out."""

from collections.abc import Iterator

from goldset.domain import rules
from goldset.domain.findings import Fault
from goldset.domain.items import Decision, Item, PendingSpan


def relabel_faults(path: str, item: Item) -> Iterator[Fault]:
    """Yield what a person still has to decide in an item, and decisions that leave it without evidence."""
    pending = [(n, entry) for n, entry in enumerate(item.gold_spans) if isinstance(entry, PendingSpan)]
    for n, entry in pending:
        if entry.relabel.decision is None:
            outcome = f" ({entry.relabel.outcome})" if entry.relabel.outcome else ""
            message = f"`gold_spans[{n}]`, span `{entry.id}`, waits for a decision{outcome}"
            yield Fault(rules.UNDECIDED, message, path, ("gold_spans", n, "relabel"))
    dropped = [n for n, entry in pending if entry.relabel.decision is Decision.DROP]
    if dropped and len(dropped) == len(item.gold_spans):
        message = "`gold_spans` keeps no span: every one is dropped"
        yield Fault(rules.LAST_SPAN, message, path, ("gold_spans", dropped[-1], "relabel", "decision"))
    decisions = {entry.relabel.decision for _, entry in pending} & {Decision.RETIRE, Decision.UNANSWERABLE}
    if len(decisions) > 1:
        message = "one span says that the item is retired, another that it is unanswerable"
        yield Fault(rules.DECISION_CLASH, message, path, ("gold_spans",))
