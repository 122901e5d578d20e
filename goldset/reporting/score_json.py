"""A scored run as JSON: every figure with its n, every item with its end and its values."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from goldset.domain.scores import ItemScore
from goldset.evaluation.abstention import RiskCurve
from goldset.evaluation.diagnosis import Table
from goldset.evaluation.layers import Layers
from goldset.evaluation.metrics import metric_of
from goldset.evaluation.robustness import Robustness
from goldset.evaluation.summary import ArmSummary, Summary
from goldset.reporting.comparison import estimate_row


def score_json(runs: Sequence[Summary]) -> str:
    """Return scored runs as JSON: shares 0–1, null where nothing was measured."""
    report = {"version": 1, "runs": [summary_row(summary) for summary in runs]}
    return json.dumps(report, ensure_ascii=False, indent=2, allow_nan=False) + "\n"


def summary_row(summary: Summary) -> dict[str, Any]:
    """Return a scored run as plain data."""
    scored = summary.scored
    meta = scored.source.meta
    return {
        "set": scored.set_name,
        "run": {
            "name": scored.source.name,
            "sha256": scored.source.sha256,
            "form": scored.source.form,
            "system": meta.system,
            "revision": meta.revision,
            "gold_layout": meta.gold_layout,
        },
        "snapshot": scored.snapshot,
        "snapshot_assumed": scored.snapshot_assumed,
        "rules": {
            "overlap": scored.rules.overlap,
            "overlap_rule": scored.rules.overlap_rule,
            "k": list(scored.rules.k),
            "characters": list(scored.rules.characters),
        },
        "left_out": {why: list(ids) for why, ids in scored.left_out.items()},
        "unknown": list(scored.unknown),
        "bad_lines": [
            {"line": bad.line, "item": bad.item or None, "message": bad.message} for bad in scored.source.bad
        ],
        "notices": list(scored.source.notices),
        "counts": dict(sorted(scored.counts.items())),
        "arms": {str(arm.arm): _arm(arm) for arm in summary.arms},
        "layers": {found.metric: _layers(found) for found in summary.layers},
        "items": [_item(row) for row in scored.rows],
    }


def _arm(arm: ArmSummary) -> dict[str, Any]:
    return {
        "items": len(arm.rows),
        "ends": {str(end): number for end, number in arm.ends.items()},
        "stale": list(arm.stale),
        "outcomes": {str(outcome): number for outcome, number in arm.outcomes.items()},
        "metrics": {
            key: {"definition": metric_of(key).definition, **estimate_row(found)}
            for key, found in arm.metrics.items()
        },
        "slices": {
            field: {
                name: {key: estimate_row(found) for key, found in part.items()}
                for name, part in slices.items()
            }
            for field, slices in arm.slices.items()
        },
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
        "end": str(row.end),
        "answerable": row.is_answerable,
        "values": dict(row.values),
        "notes": dict(row.notes),
    }
