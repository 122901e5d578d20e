"""What a change does to a golden set, as JSON: everything, sorted and stable."""

import json
from typing import Any

from goldset.domain.balance import Balance
from goldset.domain.field_diff import FieldChange
from goldset.domain.intervals import widest_half_width
from goldset.domain.items import GoldSpan
from goldset.domain.set_diff import ItemChange, ItemState, SetDiff
from goldset.domain.span_diff import SpanChange
from goldset.reporting.findings import finding_row

_DIGITS = 6


def set_diff_json(diff: SetDiff) -> str:
    """Return what a change does to a set as JSON."""
    report = {
        "version": 1,
        "set": diff.name,
        "base": diff.base,
        "head": diff.head,
        "totals": {
            "items": len(diff.items),
            **{str(change): number for change, number in diff.counts().items()},
            "changed_files": diff.changed_files,
        },
        "items": [_item_row(change) for change in diff.items],
        "settings": [_field_row(field) for field in diff.settings],
        "files": [{"path": file.path, "kind": file.kind} for file in diff.files],
        "balance": {"before": _balance_row(diff.before), "after": _balance_row(diff.after)},
        "findings": {
            "whole_set": diff.findings.whole_set,
            "notices": list(diff.findings.notices),
            "new": [finding_row(finding) for finding in diff.findings.new],
            "settled": [finding_row(finding) for finding in diff.findings.settled],
        },
    }
    text = json.dumps(report, ensure_ascii=False, indent=2)
    return text.encode("utf-8", "backslashreplace").decode() + "\n"


def _item_row(change: ItemChange) -> dict[str, Any]:
    return {
        "item": change.id,
        "changes": [str(kind) for kind in change.changes],
        "slice": change.item.slice if change.item else None,
        "before": _state_row(change.old),
        "after": _state_row(change.new),
        "same_id": list(change.twice),
        "spans": [_span_row(span) for span in change.spans],
        "fields": [_field_row(field) for field in change.fields],
    }


def _state_row(state: ItemState | None) -> dict[str, Any] | None:
    if state is None:
        return None
    return {"path": state.path, "readable": state.item is not None, "fault": state.fault}


def _span_row(change: SpanChange) -> dict[str, Any]:
    return {
        "span": change.span,
        "action": str(change.action),
        "reason": change.reason,
        "before": _entry_row(change.old),
        "after": _entry_row(change.new),
        "differences": [
            {"kind": str(d.kind), "before": d.before, "after": d.after} for d in change.differences
        ],
        "fields": [_field_row(field) for field in change.fields],
    }


def _entry_row(entry: GoldSpan | None) -> dict[str, Any] | None:
    if entry is None:
        return None
    return {"doc_id": entry.doc_id, "start": entry.start, "end": entry.end, "text": entry.text}


def _field_row(field: FieldChange) -> dict[str, Any]:
    return {"field": field.path, "before": field.old, "after": field.new}


def _balance_row(balance: Balance) -> dict[str, Any]:
    return {
        "item_files": balance.files,
        "unreadable": balance.unreadable,
        "statuses": dict(sorted(balance.statuses.items())),
        "active": balance.active,
        "unanswerable": balance.unanswerable,
        "unanswerable_share": (
            round(balance.unanswerable / balance.active, _DIGITS) if balance.active else None
        ),
        "tiers": dict(sorted(balance.tiers.items())),
        "slices": [
            {"slice": name, "n": number, "half_width": round(widest_half_width(number), _DIGITS)}
            for name, number in sorted(balance.slices.items())
        ],
    }
