"""Fold decided relabel blocks into the item's fields: what a person decided becomes what the file says."""

from datetime import date
from typing import Any, NamedTuple

from goldset.domain.findings import Loc
from goldset.domain.items import Decision, Item, PendingSpan
from goldset.stores.canonical import span_entry_lines
from goldset.stores.span_entries import FIELD, replace_entry
from goldset.stores.yaml_edit import REMOVED, change_fields

# An item without an answer has none of these; the history of the file keeps them.
_ANSWER_FIELDS = ("gold_answer", "must_include", FIELD)


class Signature(NamedTuple):
    """When and by whom decisions were made; None where the history does not tell."""

    at: date | None = None
    by: str | None = None


def is_foldable(item: Item) -> bool:
    """Return whether an item holds a decision that can be folded."""
    return bool({Decision.RETIRE, Decision.UNANSWERABLE, Decision.DROP} & set(_decisions(item).values()))


def fold_decisions(text: str, item: Item, signed: Signature) -> str:
    """Return an item's text with its decisions folded into its fields.

    `unanswerable` and `retire` decide the whole item; `drop` takes one span away. What contradicts itself or
    would leave an answer without evidence stays as it is, for `validate` to report.

    Raises:
        ItemFileError: The text cannot be changed without touching anything else.
    """
    decided = _decisions(item)
    kinds = set(decided.values())
    if {Decision.RETIRE, Decision.UNANSWERABLE} <= kinds:
        return text
    if Decision.UNANSWERABLE in kinds:
        return change_fields(text, _unanswerable(item))
    if Decision.RETIRE in kinds:
        return _retired(text, item, signed)
    dropped = [n for n, entry in enumerate(item.gold_spans) if decided.get(entry.id or "") is Decision.DROP]
    if len(dropped) == len(item.gold_spans):
        return text
    return change_fields(text, {(FIELD, n): REMOVED for n in reversed(dropped)})


def _decisions(item: Item) -> dict[str, Decision | None]:
    return {entry.id: entry.relabel.decision for entry in item.gold_spans if isinstance(entry, PendingSpan)}


def _first(item: Item, decision: Decision) -> PendingSpan:
    return next(e for e in item.gold_spans if isinstance(e, PendingSpan) and e.relabel.decision is decision)


def _unanswerable(item: Item) -> dict[Loc, Any]:
    block = _first(item, Decision.UNANSWERABLE).relabel
    changes: dict[Loc, Any] = {("answerable",): False, ("abstain_reason",): block.abstain_reason}
    changes |= {(name,): REMOVED for name in _ANSWER_FIELDS if getattr(item, name)}
    if block.snapshot:
        changes["corpus_snapshot",] = block.snapshot
    return changes


def _retired(text: str, item: Item, signed: Signature) -> str:
    block = _first(item, Decision.RETIRE).relabel
    for entry in item.gold_spans:
        if isinstance(entry, PendingSpan):
            was = entry.relabel.was.model_copy(update={"id": entry.id})
            text = replace_entry(text, entry.id, span_entry_lines(was))
    retirement = {"reason": block.reason or f"span {_first(item, Decision.RETIRE).id} is gone"}
    if signed.at:
        retirement["at"] = signed.at.isoformat()
    if signed.by:
        retirement["by"] = signed.by
    return change_fields(text, {("status",): "retired", ("retired",): retirement})
