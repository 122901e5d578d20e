"""A scored run as JSON: every figure with its n, every item with its end and its values."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from goldset.domain.scores import End, ItemScore
from goldset.evaluation.abstention import RiskCurve
from goldset.evaluation.diagnosis import Table
from goldset.evaluation.estimates import WHOLE, Estimate
from goldset.evaluation.layers import Layers
from goldset.evaluation.metrics import metric_of
from goldset.evaluation.robustness import Robustness
from goldset.evaluation.summary import ArmSummary, Summary
from goldset.reporting.comparison import interval_row


def score_json(runs: Sequence[Summary]) -> str:
    """Return a scored run as JSON: shares 0–1, null where nothing was measured; several runs as a list of such."""
    rows = [summary_row(summary) for summary in runs]
    report = {"version": 1, **rows[0]} if len(rows) == 1 else {"version": 1, "runs": rows}
    return json.dumps(report, ensure_ascii=False, indent=2, allow_nan=False) + "\n"


def summary_row(summary: Summary) -> dict[str, Any]:
    """Return a scored run as plain data; of several arms, `retrieved` comes first everywhere."""
    scored = summary.scored
    return {
        "run": _run(summary),
        "totals": _totals(summary),
        "metrics": [row for arm in summary.arms for row in _metrics(arm, summary.by)],
        "items": [_item(row) for arm in summary.arms for row in arm.rows],
        "arms": {str(arm.arm): _arm(arm) for arm in summary.arms},
        "layers": {found.metric: _layers(found) for found in summary.layers},
        "left_out": {why: list(ids) for why, ids in scored.left_out.items()},
        "unknown": list(scored.unknown),
        "unknown_documents": list(scored.unknown_documents),
        "bad_lines": [
            {"line": bad.line, "item": bad.item or None, "message": bad.message} for bad in scored.source.bad
        ],
        "notices": list(scored.source.notices),
        "counts": dict(sorted(scored.counts.items())),
    }


def _run(summary: Summary) -> dict[str, Any]:
    scored, meta = summary.scored, summary.scored.source.meta
    return {
        "set": scored.set_name,
        "name": scored.source.name,
        "sha256": scored.source.sha256,
        "form": scored.source.form,
        "chunk_map": scored.chunk_map,
        "system": meta.system,
        "revision": meta.revision,
        "gold_layout": meta.gold_layout,
        "snapshot": scored.snapshot,
        "snapshot_assumed": scored.snapshot_assumed,
        "overlap": scored.rules.overlap,
        "overlap_rule": scored.rules.overlap_rule,
        "k": list(scored.rules.k),
        "characters": list(scored.rules.characters),
    }


def _totals(summary: Summary) -> dict[str, int]:
    """Return how the items of the first arm ended, which adds up to `items`, and what is in no figure."""
    scored = summary.scored
    first = summary.arms[0] if summary.arms else None
    return {
        "items": len(first.rows) if first else 0,
        **{str(end): first.ends[end] if first else 0 for end in End},
        "unanswerable": sum(not row.is_answerable for row in first.rows) if first else 0,
        "left_out": sum(map(len, scored.left_out.values())),
        "unknown": len(scored.unknown),
        "bad_lines": len(scored.source.bad),
    }


def _metrics(arm: ArmSummary, by: Sequence[str]) -> Iterator[dict[str, Any]]:
    """Yield every metric over the whole set, then over each slice of each field."""
    yield from (_metric(arm, key, WHOLE, "", found) for key, found in arm.metrics.items())
    for field in by:
        for name, part in arm.slices[field].items():
            yield from (_metric(arm, key, name, field, found) for key, found in part.items())


def _metric(arm: ArmSummary, key: str, name: str, field: str, found: Estimate) -> dict[str, Any]:
    metric, _, cut = key.partition("@")
    return {
        "metric": metric,
        "k": int(cut) if cut.isdigit() else None,
        "slice": name,
        "by": field or None,
        "arm": str(arm.arm),
        "value": found.value,
        "n": found.number,
        "low": found.interval.low if found.interval else None,
        "high": found.interval.high if found.interval else None,
        "total": found.total,
        "effective_n": found.effective,
        "clustered": interval_row(found.clustered),
        "stale": list(found.stale),
        "bounds": interval_row(found.bounds),
    }


def _arm(arm: ArmSummary) -> dict[str, Any]:
    return {
        "items": len(arm.rows),
        "ends": {str(end): number for end, number in arm.ends.items()},
        "stale": list(arm.stale),
        "outcomes": {str(outcome): number for outcome, number in arm.outcomes.items()},
        "definitions": {key: metric_of(key).definition for key in arm.metrics},
        "abstention": _ends(arm),
        "risk_coverage": _risk(arm.risk) if arm.risk else None,
        "tables": {name: _table(table) for name, table in arm.tables.items()},
        "robustness": [_robustness(found) for found in arm.robustness],
        "failing": [
            {"item": f.row.item, "outcome": str(f.outcome), "diagnosis": f.row.notes.get("diagnosis")}
            for f in arm.failing
        ],
    }


def _ends(arm: ArmSummary) -> dict[str, dict[str, list[str]]] | None:
    if arm.confusion is None:
        return None
    parts = {"answerable": arm.confusion.answerable, "unanswerable": arm.confusion.unanswerable}
    return {name: {str(end): list(items) for end, items in part.items()} for name, part in parts.items()}


def _risk(curve: RiskCurve) -> dict[str, Any]:
    return {
        "items": curve.items,
        "points": [
            {"confidence": p.confidence, "answered": p.answered, "coverage": p.coverage, "risk": p.risk}
            for p in curve.points
        ],
        "without_confidence": list(curve.without_confidence),
        "unknown": list(curve.unknown),
    }


def _table(table: Table) -> dict[str, Any]:
    cells = [
        {"row": row, "column": column, "diagnosis": said, "items": list(items)}
        for (row, column), (said, items) in table.cells.items()
    ]
    return {"cells": cells, "left_out": _lists(table.left_out)}


def _layers(found: Layers) -> dict[str, Any]:
    return {
        "items": list(found.items),
        "means": {str(arm): mean for arm, mean in found.means.items()},
        "lost_in_retrieval": found.lost_in_retrieval,
        "lost_in_generation": found.lost_in_generation,
        "gained_by_retrieval": found.gained_by_retrieval,
        "label_review": list(found.label_review),
        "known_anyway": list(found.known_anyway),
        "left_out": _lists(found.left_out),
    }


def _robustness(found: Robustness) -> dict[str, Any]:
    shifts = [
        {
            "metric": shift.metric,
            "pairs": shift.pairs,
            "base": shift.base,
            "variant": shift.variant,
            "worse": list(shift.worse),
            "better": list(shift.better),
        }
        for shift in found.shifts
    ]
    return {
        "kind": found.kind or None,
        "shifts": shifts,
        "compared": list(found.compared),
        "left_out": _lists(found.left_out),
    }


def _lists(items: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
    return {reason: list(ids) for reason, ids in items.items()}


def _item(row: ItemScore) -> dict[str, Any]:
    return {
        "item": row.item,
        "arm": str(row.arm),
        "state": str(row.end),
        "answerable": row.is_answerable,
        "values": dict(row.values),
        "notes": dict(row.notes),
    }
